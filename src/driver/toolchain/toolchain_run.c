/*
 * Runs the tools without a shell, in a process group of their own, and sees to it that nothing of
 * them is left: signals that would end the program are held back and only looked at, never taken.
 * So it makes no difference whether they are caught, and by whom.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/toolchain/toolchain_parts.h"

extern char **environ;

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { ENDING = sizeof(ending) / sizeof(*ending) };

/* Those that are not ignored. */
static void ending_signals(sigset_t *set)
{
	sigemptyset(set);
	for (int i = 0; i < ENDING; i++) {
		struct sigaction action;

		if (!sigaction(ending[i], NULL, &action) && action.sa_handler != SIG_IGN)
			sigaddset(set, ending[i]);
	}
}

bool toolchain_begin(struct toolchain *t, struct error *err)
{
	const char *tmp = getenv("TMPDIR");
	sigset_t held;

	memset(t, 0, sizeof(*t));
	ending_signals(&held);
	pthread_sigmask(SIG_BLOCK, &held, &t->before);
	t->signals = signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK);
	t->folder = xasprintf("%s/warpwalk-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (mkdtemp(t->folder))
		return true;
	error_set(err, "%s: cannot be made: %s", t->folder, strerror(errno));
	free(t->folder);
	t->folder = NULL;
	return false;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	remove(path);
	return 0;
}

void toolchain_end(struct toolchain *t)
{
	/* A tool that was killed may leave files that we know nothing of. */
	if (t->folder)
		nftw(t->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	free(t->folder);
	free(t->input);
	free(t->log);
	free(t->clang);
	free(t->lld);
	free(t->libclc);
	if (t->signals >= 0)
		close(t->signals);
	pthread_sigmask(SIG_SETMASK, &t->before, NULL);
}

int toolchain_signal(const struct toolchain *t)
{
	struct pollfd look = {.fd = t->signals, .events = POLLIN};
	sigset_t waiting;

	if (poll(&look, 1, 0) < 1 || sigpending(&waiting))
		return 0;
	for (int i = 0; i < ENDING; i++)
		if (sigismember(&waiting, ending[i]) == 1)
			return ending[i];
	return 0;
}

/* Until it has ended; a signal ends it and all that it started. */
static int wait_for(const struct toolchain *t, pid_t pid)
{
	int process = (int)syscall(SYS_pidfd_open, pid, 0);
	struct pollfd polls[] = {{.fd = t->signals, .events = POLLIN},
				 {.fd = process, .events = POLLIN}};
	int status = 0;
	pid_t ended;

	while ((ended = waitpid(pid, &status, WNOHANG)) == 0) {
		/* Kernels before 5.3 have no such descriptor. */
		if (poll(polls, 2, process < 0 ? 10 : -1) > 0 && polls[0].revents) {
			kill(-pid, SIGKILL);
			polls[0].fd = -1;
		}
	}
	if (process >= 0)
		close(process);
	return ended == pid && WIFEXITED(status) && !toolchain_signal(t) ? WEXITSTATUS(status) : -1;
}

int toolchain_run(const struct toolchain *t, const char *program, const char *const *argv,
		  const char *out, const char *err)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t blocked = t->before;
	pid_t pid;
	int failed;

	if (toolchain_signal(t))
		return -1;
	/* The group is in the background: it must not wait for a terminal that stops such writers.
	 */
	sigaddset(&blocked, SIGTTOU);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setsigmask(&attributes, &blocked);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, t->input ? t->input : "/dev/null",
					 O_RDONLY, 0);
	if (out)
		posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out,
						 O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (err)
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err,
						 O_WRONLY | O_CREAT | O_TRUNC, 0666);
	else if (t->log)
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, t->log,
						 O_WRONLY | O_CREAT | O_APPEND, 0666);
	failed = posix_spawn(&pid, program, &actions, &attributes, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return failed ? -1 : wait_for(t, pid);
}
