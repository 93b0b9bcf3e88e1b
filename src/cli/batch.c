/* Progress, failures and interrupts of many runs. */
#include "cli/batch.h"

#include <stdio.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "experiment/run/repeat.h"

enum { MOST_JOBS = 1024 };

unsigned batch_default_jobs(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return processors < 1 ? 1 : processors > MOST_JOBS ? MOST_JOBS : (unsigned)processors;
}

static int take_jobs(const struct cli_option *option, const char *command, const char *text)
{
	int64_t value;

	if (!text_to_i64(text, &value) || value < 1 || value > MOST_JOBS)
		return cli_usage(command, "-j wants a number from 1 to %d, not '%s'", MOST_JOBS,
				 text);
	*(unsigned *)option->into = (unsigned)value;
	return 0;
}

struct cli_option batch_jobs(unsigned *jobs)
{
	return (struct cli_option){"jobs", 'j', required_argument, take_jobs, jobs};
}

static int take_repeat(const struct cli_option *option, const char *command, const char *text)
{
	int64_t value;

	if (!text_to_i64(text, &value) || value < 1 || value > REPEAT_MOST)
		return cli_usage(command, "--repeat wants a number from 1 to %d, not '%s'",
				 REPEAT_MOST, text);
	*(unsigned *)option->into = (unsigned)value;
	return 0;
}

struct cli_option batch_repeat(unsigned *repeat)
{
	return (struct cli_option){"repeat", 0, required_argument, take_repeat, repeat};
}

/* "1:02:03", "2:03". */
static char *duration(double seconds, char *out, size_t bytes)
{
	long s = (long)(seconds + 0.5);

	if (s >= 3600)
		snprintf(out, bytes, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
	else
		snprintf(out, bytes, "%ld:%02ld", s / 60, s % 60);
	return out;
}

static bool show(void *data, const struct workers_state *s)
{
	struct progress *p = data;
	char time[32];

	if (!p->terminal || p->quiet)
		return interrupt_noted();
	fprintf(stderr, "\r%zu of %zu runs done", s->known + s->done, s->total);
	if (s->known)
		fprintf(stderr, " (%zu known)", s->known);
	fprintf(stderr, ", %zu running, %zu failed", s->running, s->failed);
	if (s->seconds_left > 0)
		fprintf(stderr, ", %s left", duration(s->seconds_left, time, sizeof(time)));
	fputs("\033[K", stderr);
	p->visible = true;
	return interrupt_noted();
}

static void show_failure(void *data, const struct run_spec *spec, const char *reason)
{
	char text[512];

	progress_end(data);
	fprintf(stderr, "failed: %s: %s\n", run_spec_text(spec, text, sizeof(text)), reason);
}

bool batch_run(struct store *store, const struct run_spec *specs, size_t count, unsigned jobs,
	       bool quiet, struct workers_state *state, struct error *err)
{
	struct progress progress;
	struct workers_options options = {
		.jobs = jobs,
		.progress = show,
		.failure = show_failure,
		.data = &progress,
	};
	bool ok;

	progress_start(&progress, quiet);
	interrupt_hold();
	ok = workers_run(store, specs, count, &options, state, err);
	interrupt_release();
	progress_end(&progress);
	if (!interrupt_noted())
		return ok;
	if (ok)
		error_set(err, "interrupted; the results are kept");
	return interrupt_status(err);
}
