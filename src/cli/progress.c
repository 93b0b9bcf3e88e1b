/* When to show progress. */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double seconds_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(struct progress *p, bool quiet)
{
	*p = (struct progress){.started = seconds_now(), .quiet = quiet};
	p->shown = p->started;
	p->terminal = isatty(STDERR_FILENO);
}

bool progress_due(struct progress *p, double delay)
{
	double now;

	/* Asking for the time is the dear part. */
	if (p->quiet || !p->terminal || ++p->calls % 8)
		return false;
	now = seconds_now();
	if (now - p->shown < 0.1 || now - p->started < delay)
		return false;
	p->shown = now;
	p->visible = true;
	return true;
}

void progress_end(struct progress *p)
{
	if (p->visible)
		fputs("\r\033[K", stderr);
	p->visible = false;
}

double progress_seconds(const struct progress *p)
{
	return seconds_now() - p->started;
}
