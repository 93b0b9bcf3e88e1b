/*
 * Requests of each slice of the L2 TLB over time (one slice that has them all while others have
 * none [Pratheek22 §IV]). For every interval with any request: those of each slice, and the share
 * of the busiest in percent, rounded down; a quarter of four slices is even.
 */
#ifndef MEASURE_SLICE_LOAD_H
#define MEASURE_SLICE_LOAD_H

#include "sim/stats.h"

struct slice_load {
	uint32_t slices;
	uint64_t *now; /* requests of this interval, by slice */
	struct gauge *requests;
	struct gauge busiest_percent;
};

void slice_load_init(struct slice_load *s, uint32_t slices);
void slice_load_release(struct slice_load *s);

static inline void slice_load_lookup(struct slice_load *s, uint32_t slice)
{
	s->now[slice]++;
}

/* An interval is over. */
void slice_load_sample(struct slice_load *s);

void slice_load_register_stats(const struct slice_load *s, struct stats *stats, const char *group);

#endif
