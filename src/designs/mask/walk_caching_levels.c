/*
 * Walk caching: reads of a page table level pass the L2 cache by, neither looking nor filling,
 * while that level hits less often than data does [Ausavarungnirun18 §5.3]. Levels are judged at
 * the end of every epoch, none before the first.
 *
 * A level that passes by must be able to come back, since hit rates change. So a sample of the
 * lines of its page table entries, chosen by their address, keeps using the cache: these lines see
 * all their reuse, and their hit rate is what the level's would be.
 */
#include <stdlib.h>

#include "designs/mask/mask.h"
#include "socket/walk_levels.h"

enum { DATA = 0, LEVELS = WALK_ROOT + 1 }; /* as mem_access.level */

struct levels {
	const struct engine *engine;
	cycle_t epoch, next;
	uint64_t least_reads, sample;
	unsigned line_shift;
	uint64_t hits[LEVELS], accesses[LEVELS]; /* of this epoch */
	bool bypass[LEVELS];

	uint64_t passed[LEVELS], sampled[LEVELS]; /* reads of bypassed levels */
	uint64_t kept_hits, kept_reads;           /* of levels that were not bypassed */
	uint64_t began, ended;                    /* bypasses of a level */
};

static void *levels_make(const struct plan_facts *facts)
{
	const struct params *p = facts->params;
	struct levels *l = xcalloc(1, sizeof(*l));

	l->engine = facts->engine;
	l->epoch = l->next = (cycle_t)param(p, P_EPOCH);
	l->least_reads = (uint64_t)param(p, P_BYPASS_READS);
	l->sample = (uint64_t)param(p, P_BYPASS_SAMPLE);
	l->line_shift = (unsigned)__builtin_ctzll((uint64_t)param(p, P_LINE_BYTES));
	return l;
}

/* Whether a level hits less often than data, without a division: h/a < H/A. */
static bool below_data(const struct levels *l, unsigned level)
{
	return l->hits[level] * l->accesses[DATA] < l->hits[DATA] * l->accesses[level];
}

static void levels_epoch_ends(struct levels *l)
{
	for (unsigned level = 1; level < LEVELS; level++) {
		bool bypass = below_data(l, level);

		/* Too few reads to judge by: as before. */
		if (l->accesses[level] < l->least_reads || !l->accesses[DATA])
			continue;
		l->began += bypass && !l->bypass[level];
		l->ended += !bypass && l->bypass[level];
		l->bypass[level] = bypass;
	}
	for (unsigned level = 0; level < LEVELS; level++)
		l->hits[level] = l->accesses[level] = 0;
}

static void levels_check_epoch(struct levels *l)
{
	if (__builtin_expect(l->engine->now < l->next, 1))
		return;
	levels_epoch_ends(l);
	l->next = (l->engine->now / l->epoch + 1) * l->epoch;
}

/* Page table pages are scattered: mixed bits of the line number choose evenly. */
static bool in_sample(const struct levels *l, uint64_t address)
{
	uint64_t line = address >> l->line_shift;

	return (line * UINT64_C(0x9e3779b97f4a7c15) >> 32) % l->sample == 0;
}

static bool levels_may_cache(void *state, const struct mem_access *a)
{
	struct levels *l = state;

	levels_check_epoch(l);
	if (!l->bypass[a->level])
		return true;
	if (in_sample(l, a->address)) {
		l->sampled[a->level]++;
		return true;
	}
	l->passed[a->level]++;
	return false;
}

static void levels_looked_up(void *state, const struct mem_access *a, bool hit)
{
	struct levels *l = state;

	levels_check_epoch(l);
	if (a->kind == KIND_WALK && a->level == DATA)
		return; /* another design's translations, neither data nor a page table */
	l->accesses[a->level]++;
	l->hits[a->level] += hit;
	if (a->level != DATA && !l->bypass[a->level]) {
		l->kept_reads++;
		l->kept_hits += hit;
	}
}

static void levels_register_stats(void *state, struct stats *stats)
{
	static const char group[] = "walk_bypass";
	static const char *const passed[LEVELS] = {NULL, "passed_level1", "passed_level2",
						   "passed_level3", "passed_level4"};
	static const char *const sampled[LEVELS] = {NULL, "sampled_level1", "sampled_level2",
						    "sampled_level3", "sampled_level4"};
	struct levels *l = state;

	for (unsigned level = 1; level < LEVELS; level++) {
		stats_counter(stats, group, passed[level], &l->passed[level]);
		stats_counter(stats, group, sampled[level], &l->sampled[level]);
	}
	stats_counter(stats, group, "began", &l->began);
	stats_counter(stats, group, "ended", &l->ended);
	stats_counter(stats, group, "kept_reads", &l->kept_reads);
	stats_counter(stats, group, "kept_hits", &l->kept_hits);
}

const struct walk_caching_ops walk_caching_levels = {
	.base = {.name = "levels",
		 .summary = "levels that hit less often than data pass the cache by",
		 .storage = walk_caching_levels_storage,
		 .make = levels_make,
		 .release = free,
		 .register_stats = levels_register_stats},
	.may_cache = levels_may_cache,
	.looked_up = levels_looked_up,
};
