/* When to show progress. */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "sim/host_clock.h"

void progress_start(struct progress *p, bool quiet)
{
	*p = (struct progress){.started = host_seconds(), .quiet = quiet};
	p->shown = p->started;
	p->terminal = isatty(STDERR_FILENO);
}

bool progress_due(struct progress *p, double delay)
{
	double now;

	/* Asking for the time is the dear part. */
	if (p->quiet || !p->terminal || ++p->calls % 8)
		return false;
	now = host_seconds();
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
	return host_seconds() - p->started;
}
