/*
 * What sharing a machine costs its applications: each one's IPC beside the others against its IPC
 * alone on as many CUs of the plain GPU, without designs [Ausavarungnirun18 §6], and the search for
 * the division of the CUs that serves them best.
 */
#ifndef EXPERIMENT_RUN_SHARING_H
#define EXPERIMENT_RUN_SHARING_H

#include "experiment/run/result.h"
#include "experiment/run/run_spec.h"

struct sharing {
	unsigned apps;
	double alone_ipc[RUN_MOST_APPS], shared_ipc[RUN_MOST_APPS];
	double weighted_speedup; /* sum of shared / alone */
	double throughput;       /* sum of shared */
	double max_slowdown;     /* largest alone / shared */
};

/* Computes the sums from the IPCs; false when an application has none. */
bool sharing_evaluate(struct sharing *s);

/* The run of one application alone on the CUs it has in this configured spec. */
void sharing_alone(const struct run_spec *spec, unsigned app, struct run_spec *alone);

/*
 * The next division of the CUs: counts, all multiples of `step` but the last, which takes the rest.
 * Begins with count[0] == 0; false after the last.
 */
bool sharing_next_split(unsigned cus, unsigned apps, unsigned step, unsigned *count);

/* How many there are, or `most` + 1 when there are more. */
size_t sharing_split_count(unsigned cus, unsigned apps, unsigned step, size_t most);

/* Gives every application its number of CUs: "scan" becomes "scan@12". */
void sharing_set_split(struct run_spec *spec, const unsigned *count);

#endif
