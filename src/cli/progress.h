/* A line on a terminal that rewrites itself while something runs; nothing elsewhere. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

struct progress {
	double started, shown; /* seconds of the host */
	unsigned calls;
	bool terminal, quiet;
	bool visible; /* a line stands on the terminal */
};

void progress_start(struct progress *p, bool quiet);

/* Whether to rewrite the line now: ten times a second, and not in the first `delay` seconds. The
 * caller then prints it: "\r", the text, "\033[K". */
bool progress_due(struct progress *p, double delay);

/* Takes the line away. */
void progress_end(struct progress *p);

/* Since the start. */
double progress_seconds(const struct progress *p);

#endif
