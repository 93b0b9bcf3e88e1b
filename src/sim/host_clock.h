/* The host's clock, for how long things take; nothing that is simulated may ask it. */
#ifndef SIM_HOST_CLOCK_H
#define SIM_HOST_CLOCK_H

#include <time.h>

/* Since some moment in the past; only differences mean something. */
static inline double host_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
