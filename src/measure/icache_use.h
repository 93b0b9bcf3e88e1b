/*
 * Utilisation of the instruction caches by each kernel launch
 * [Kotra21 Equation 1, Figures 5a and 11]: lines filled while it ran, in percent of the lines there
 * are, and 100 when that is more. All caches of the application's CUs count together. The model has
 * no prefetcher beside the instruction buffers, whose requests ahead of time are lookups like all
 * others.
 */
#ifndef MEASURE_ICACHE_USE_H
#define MEASURE_ICACHE_USE_H

#include "hw/memory/cache.h"

enum { ICACHE_USE_SHOWN = 16 }; /* launches that are also shown one by one */

/* A launch that is under way. */
struct icache_use_app {
	bool running;
	unsigned first, count; /* caches */
	uint64_t fills;        /* when it began */
};

struct icache_use {
	struct cache **caches;
	unsigned cache_count;
	unsigned cus; /* that share one */
	struct icache_use_app *apps;
	unsigned app_count;
	uint64_t launches, full;
	struct gauge percent;
	uint64_t launch[ICACHE_USE_SHOWN]; /* percent of the first ones */
};

void icache_use_init(struct icache_use *u, unsigned apps, unsigned cus_per_cache);
void icache_use_release(struct icache_use *u);
/* All in the order of their CUs, before the first launch. */
void icache_use_add(struct icache_use *u, struct cache *cache);

/* A launch begins on these CUs, and the application's one before is over. */
void icache_use_begins(struct icache_use *u, unsigned app, unsigned first_cu, unsigned cus);
/* All launches are over. */
void icache_use_settle(struct icache_use *u);
void icache_use_register_stats(const struct icache_use *u, struct stats *stats, const char *group);

#endif
