/*
 * A mean over repeated runs, and how sure it is: half the width of its 95 % confidence interval,
 * t * s / sqrt(n) with Student's t for n - 1 degrees of freedom. Two or three repeats are what
 * people make, and for so few this is the honest one: the range of three values holds the mean in
 * three cases of four only, and does not become narrower with more of them.
 */
#ifndef EXPERIMENT_FIGURE_SPREAD_H
#define EXPERIMENT_FIGURE_SPREAD_H

#include <stddef.h>

struct spread {
	double mean;  /* NAN of nothing */
	double half;  /* of the interval; 0 when there are fewer than two values */
	size_t count; /* of values */
};

/* Of count values, every stride-th from the first on; those that are NAN are none. */
struct spread spread_of(const double *values, size_t count, size_t stride);

#endif
