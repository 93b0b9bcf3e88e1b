/* A process per run, and its result as bytes in a pipe. */
#include "experiment/run/worker.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiment/run/simulate.h"
#include "sim/host_clock.h"

enum { MOST_LOG_BYTES = 16384 };

/* The last bytes of a complete message. */
static const char end_mark[8] = "warpend";

static void put_text(FILE *out, const char *text)
{
	uint32_t length = text ? (uint32_t)strlen(text) : UINT32_MAX;

	fwrite(&length, sizeof(length), 1, out);
	if (text)
		fwrite(text, 1, length, out);
}

static bool put_result(FILE *out, const struct result *r)
{
	fwrite(&r->status, sizeof(r->status), 1, out);
	fwrite(&r->wall_seconds, sizeof(r->wall_seconds), 1, out);
	fwrite(&r->peak_rss_bytes, sizeof(r->peak_rss_bytes), 1, out);
	put_text(out, r->reason);
	fwrite(&r->count, sizeof(r->count), 1, out);
	for (size_t i = 0; i < r->count; i++) {
		const struct result_value *v = &r->values[i];

		put_text(out, v->name);
		fwrite(&v->whole, sizeof(v->whole), 1, out);
		fwrite(&v->i, sizeof(v->i), 1, out);
		fwrite(&v->f, sizeof(v->f), 1, out);
	}
	fwrite(end_mark, sizeof(end_mark), 1, out);
	return !fclose(out);
}

/* A message being read; bad when it ended too early. */
struct reader {
	const char *at;
	size_t left;
	bool bad;
};

static void reader_get(struct reader *in, void *out, size_t bytes)
{
	if (in->left < bytes)
		in->bad = true;
	if (in->bad) {
		memset(out, 0, bytes);
		return;
	}
	memcpy(out, in->at, bytes);
	in->at += bytes;
	in->left -= bytes;
}

/* To be freed; NULL for none. */
static char *get_text(struct reader *in)
{
	uint32_t length;
	char *text;

	reader_get(in, &length, sizeof(length));
	if (in->bad || length == UINT32_MAX)
		return NULL;
	if (length > in->left) {
		in->bad = true;
		return NULL;
	}
	text = xmalloc((size_t)length + 1);
	reader_get(in, text, length);
	text[length] = '\0';
	return text;
}

static bool get_result(const struct worker *w, struct result *r)
{
	struct reader in = {.at = w->bytes, .left = w->count};
	char mark[sizeof(end_mark)];
	size_t count;

	reader_get(&in, &r->status, sizeof(r->status));
	reader_get(&in, &r->wall_seconds, sizeof(r->wall_seconds));
	reader_get(&in, &r->peak_rss_bytes, sizeof(r->peak_rss_bytes));
	r->reason = get_text(&in);
	reader_get(&in, &count, sizeof(count));
	for (size_t i = 0; !in.bad && i < count; i++) {
		char *name = get_text(&in);
		int64_t whole_value;
		double real;
		bool whole;

		reader_get(&in, &whole, sizeof(whole));
		reader_get(&in, &whole_value, sizeof(whole_value));
		reader_get(&in, &real, sizeof(real));
		if (!in.bad && name && whole)
			result_add_whole(r, name, whole_value);
		else if (!in.bad && name)
			result_add_real(r, name, real);
		free(name);
	}
	reader_get(&in, mark, sizeof(mark));
	return !in.bad && !in.left && !memcmp(mark, end_mark, sizeof(mark));
}

static _Noreturn void work(const struct run_spec *spec, int pipe, int log, pid_t parent)
{
	struct result r;
	FILE *out;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	/* What is sent to all of the group reaches us too; the parent decides. */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	dup2(log, STDERR_FILENO);
	dup2(log, STDOUT_FILENO);
	simulate(spec, &r);
	out = fdopen(pipe, "w");
	_exit(out && put_result(out, &r) ? 0 : 1);
}

bool worker_start(struct worker *w, const struct run_spec *spec, struct error *err)
{
	pid_t parent = getpid();
	int ends[2];

	*w = (struct worker){.pid = -1, .started = host_seconds()};
	if (pipe2(ends, O_CLOEXEC))
		return error_set(err, "no pipe for another run: %s", strerror(errno));
	w->log = memfd_create("log", MFD_CLOEXEC);
	fflush(NULL);
	if (w->log >= 0)
		w->pid = fork();
	if (!w->pid)
		work(spec, ends[1], w->log, parent);
	if (w->pid < 0) {
		error_set(err, "no process for another run: %s", strerror(errno));
		close(ends[0]);
		close(ends[1]);
		if (w->log >= 0)
			close(w->log);
		return false;
	}
	close(ends[1]);
	w->pipe = ends[0];
	fcntl(w->pipe, F_SETFL, O_NONBLOCK);
	return true;
}

bool worker_receive(struct worker *w)
{
	for (;;) {
		ssize_t got;

		if (w->capacity - w->count < 4096) {
			w->capacity = w->capacity ? 2 * w->capacity : 65536;
			w->bytes = xrealloc(w->bytes, w->capacity);
		}
		got = read(w->pipe, w->bytes + w->count, w->capacity - w->count);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return errno != EAGAIN;
		if (!got)
			return true;
		w->count += (size_t)got;
	}
}

static char *read_log(int log)
{
	char *text = xmalloc(MOST_LOG_BYTES + 1);
	ssize_t got = pread(log, text, MOST_LOG_BYTES, 0);

	if (got <= 0) {
		free(text);
		return NULL;
	}
	for (ssize_t i = 0; i < got; i++)
		if (!text[i])
			text[i] = '?';
	text[got] = '\0';
	return text;
}

/* The first line with words in it, without "warpwalk: ". */
static void first_line(const char *log, char *out, size_t bytes)
{
	*out = '\0';
	while (log && *log) {
		size_t length = strcspn(log, "\n"), i = 0;

		while (i < length && !isalpha((unsigned char)log[i]))
			i++;
		if (i < length) {
			if (!strncmp(log, "warpwalk: ", 10) && length > 10) {
				log += 10;
				length -= 10;
			}
			snprintf(out, bytes, ": %.*s", (int)(length < 400 ? length : 400), log);
			return;
		}
		log += length + (log[length] == '\n');
	}
}

static void crashed(const struct worker *w, int status, struct result *r)
{
	char line[512], reason[1024], *log = read_log(w->log);

	first_line(log, line, sizeof(line));
	if (WIFSIGNALED(status))
		snprintf(reason, sizeof(reason), "killed by signal %d (%s)%s", WTERMSIG(status),
			 strsignal(WTERMSIG(status)), line);
	else
		snprintf(reason, sizeof(reason), "ended without a result, exit status %d%s",
			 WEXITSTATUS(status), line);
	result_release(r);
	result_fail(r, RUN_CRASHED, reason);
	r->log = log;
}

static void worker_drop(struct worker *w)
{
	close(w->pipe);
	close(w->log);
	free(w->bytes);
	w->bytes = NULL;
}

void worker_finish(struct worker *w, struct result *r)
{
	struct rusage usage = {0};
	int status = 0;

	while (wait4(w->pid, &status, 0, &usage) < 0 && errno == EINTR)
		;
	result_init(r);
	if (!WIFEXITED(status) || WEXITSTATUS(status) || !get_result(w, r))
		crashed(w, status, r);
	if (r->status != RUN_OK && !r->log)
		r->log = read_log(w->log);
	if (r->wall_seconds <= 0)
		r->wall_seconds = host_seconds() - w->started;
	if (!r->peak_rss_bytes)
		r->peak_rss_bytes = (uint64_t)usage.ru_maxrss * 1024;
	result_sort(r);
	worker_drop(w);
}

void worker_kill(struct worker *w)
{
	kill(w->pid, SIGKILL);
	while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
		;
	worker_drop(w);
}
