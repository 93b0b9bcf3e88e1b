/*
 * How many page table walks are under way at the same time [Ausavarungnirun18 §4.1, Figure 5]. At
 * every cycle looked at: walking, the walkers of the machine that hold a walk; outstanding, these
 * and the requests that wait in walk buffers. Cycles with none outstanding are counted apart
 * (idle_samples), so that means with and without them can be had. Of an application: the walkers
 * that walk for it, at the cycles at which there is one.
 */
#ifndef MEASURE_CONCURRENT_WALKS_H
#define MEASURE_CONCURRENT_WALKS_H

#include "hw/translation/walker.h"

struct concurrent_walks {
	const struct walker **walkers;
	uint32_t walker_count, apps;
	uint64_t *now_by_app;
	struct gauge walking, outstanding;
	struct gauge *by_app;
	uint64_t idle_samples;
};

void concurrent_walks_init(struct concurrent_walks *c, uint32_t apps);
void concurrent_walks_release(struct concurrent_walks *c);
/* All before the first sample. */
void concurrent_walks_add(struct concurrent_walks *c, const struct walker *walker);

void concurrent_walks_sample(struct concurrent_walks *c, uint64_t times);

void concurrent_walks_register_stats(const struct concurrent_walks *c, struct stats *stats,
				     const char *group);

#endif
