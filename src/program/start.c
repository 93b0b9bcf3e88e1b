/* Starting and ending of users' programs; see start.h. */
#include "program/start.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program/protocol.h"

bool start_runtimes(char *folder, size_t bytes, struct error *err)
{
	static const char *const places[] = {"lib/warpwalk", "../lib/warpwalk"};
	char self[PATH_MAX], file[PATH_MAX + 64];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (length < 0)
		return error_set(err, "exec: /proc/self/exe: %s", strerror(errno));
	self[length] = '\0';
	dirname(self);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		snprintf(folder, bytes, "%s/%s", self, places[i]);
		snprintf(file, sizeof(file), "%s/libhsa-runtime64.so.1", folder);
		if (!access(file, R_OK))
			return true;
	}
	return error_set(
		err,
		"exec: the runtimes are not beside this program (%s/%s): make runtimes, or "
		"make install",
		self, places[0]);
}

static void prepend_path(const char *name, const char *folder)
{
	const char *before = getenv(name);
	char *path = before && *before ? xasprintf("%s:%s", folder, before) : xstrdup(folder);

	setenv(name, path, 1);
	free(path);
}

/* In the child. Returns only when the program cannot be executed. */
static void become(const struct guest *g, char *const argv[], const char *folder)
{
	prepend_path("LD_LIBRARY_PATH", folder);
	setenv("OCL_ICD_VENDORS", folder, 1);
	setenv(PROGRAM_SOCKET_VARIABLE, guest_socket(g), 1);
	/* Simulated addresses do not depend on the host; the program's own should not either. */
	personality(ADDR_NO_RANDOMIZE);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execvp(argv[0], argv);
}

bool start_program(struct guest *g, char *const argv[], const char *folder, struct error *err)
{
	int failed[2], why = 0;
	pid_t pid;
	ssize_t n;

	if (pipe2(failed, O_CLOEXEC))
		return error_set(err, "exec: %s", strerror(errno));
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		become(g, argv, folder);
		why = errno;
		n = write(failed[1], &why, sizeof(why));
		_exit(n == sizeof(why) ? 127 : 126);
	}
	close(failed[1]);
	n = pid > 0 ? read(failed[0], &why, sizeof(why)) : 0;
	close(failed[0]);
	if (pid < 0)
		return error_set(err, "exec: no process for '%s': %s", argv[0], strerror(errno));
	if (n == sizeof(why)) {
		waitpid(pid, NULL, 0);
		return error_set(err, "exec: '%s': %s", argv[0], strerror(why));
	}
	guest_started(g, pid);
	return true;
}

void start_adopting(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* One child after the other: the children of what is killed become ours. */
void start_clean_up(void)
{
	char path[64];
	long child;

	for (;;) {
		FILE *f;
		int found;

		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
		f = fopen(path, "r");
		found = f ? fscanf(f, "%ld", &child) : 0;
		if (f)
			fclose(f);
		if (found != 1)
			return;
		kill((pid_t)child, SIGKILL);
		waitpid((pid_t)child, NULL, 0);
	}
}
