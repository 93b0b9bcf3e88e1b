/*
 * A sampled value over the time of a run whose length is not known: means of consecutive stretches
 * of equally many samples, at most TIMELINE_STRETCHES of them. When all are full, each two become
 * one. Samples of a stretch that is not full yet are in no mean.
 */
#ifndef SIM_TIMELINE_H
#define SIM_TIMELINE_H

#include "sim/stats.h"

enum { TIMELINE_STRETCHES = 16 };

struct timeline {
	uint64_t stretch; /* samples in each; 0: no sample yet */
	uint64_t filled;  /* samples in the last one */
	unsigned used;    /* full ones */
	uint64_t sum[TIMELINE_STRETCHES];
	uint64_t mean[TIMELINE_STRETCHES]; /* of the full ones, 0 for the others */
};

/* The same value so many times. */
void timeline_add(struct timeline *t, uint64_t value, uint64_t times);

/* Counters name_1 to name_16; the names must outlive the registry. */
void timeline_register_stats(const struct timeline *t, struct stats *stats, const char *group,
			     const char *const names[TIMELINE_STRETCHES]);

#endif
