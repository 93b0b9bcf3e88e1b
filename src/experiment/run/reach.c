/* Stack distances of TLB lookups while a machine runs, and curves of misses from them. */
#include "experiment/run/reach.h"

#include <stdlib.h>
#include <string.h>

#include "base/stack_distance.h"
#include "hw/translation/tlb.h"

const char *const reach_names[REACH_LEVELS] = {"l1_tlb", "l2_tlb"};

/* How often each distance occurred; element 0: first uses. */
struct distances {
	uint64_t *counts;
	uint32_t capacity;
};

enum { BATCH = 256, AHEAD = 8 };

/*
 * One TLB: its own stack, its level's counts. Lookups are kept and counted in batches, so that the
 * stack comes into the host's cache once for many of them.
 */
struct recorded_tlb {
	uint64_t waiting[BATCH];
	uint32_t waiting_count;
	struct stack_distance stack;
	struct distances *distances;
	const struct tlb *tlb;
	unsigned level; /* from 0 on */
	struct recorded_tlb *next;
};

struct reach_recorder {
	struct recorded_tlb *tlbs;
	struct distances distances[REACH_LEVELS];
};

struct reach_recorder *reach_recorder_new(void)
{
	return xcalloc(1, sizeof(struct reach_recorder));
}

void reach_recorder_free(struct reach_recorder *r)
{
	if (!r)
		return;
	while (r->tlbs) {
		struct recorded_tlb *next = r->tlbs->next;

		stack_distance_release(&r->tlbs->stack);
		free(r->tlbs);
		r->tlbs = next;
	}
	for (unsigned i = 0; i < REACH_LEVELS; i++)
		free(r->distances[i].counts);
	free(r);
}

static void distances_grow(struct distances *d, uint32_t least)
{
	uint32_t capacity = d->capacity ? d->capacity : 64;

	while (capacity <= least)
		capacity *= 2;
	d->counts = xrealloc(d->counts, capacity * sizeof(*d->counts));
	memset(d->counts + d->capacity, 0, (capacity - d->capacity) * sizeof(*d->counts));
	d->capacity = capacity;
}

static void count_waiting(struct recorded_tlb *r)
{
	for (uint32_t i = 0; i < r->waiting_count; i++) {
		uint32_t distance;

		if (i + AHEAD < r->waiting_count)
			stack_distance_prefetch(&r->stack, r->waiting[i + AHEAD]);
		distance = stack_distance_use(&r->stack, r->waiting[i]);
		if (__builtin_expect(distance >= r->distances->capacity, 0))
			distances_grow(r->distances, distance);
		r->distances->counts[distance]++;
	}
	r->waiting_count = 0;
}

static void looked_up(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	struct recorded_tlb *r = state;

	(void)outcome;
	r->waiting[r->waiting_count++] = tlb_key(t->who.asid, t->vpn);
	if (r->waiting_count == BATCH)
		count_waiting(r);
}

void reach_listen(void *data, unsigned level, struct tlb *tlb)
{
	static const struct tlb_listener_ops ops = {.looked_up = looked_up};
	struct reach_recorder *all = data;
	struct recorded_tlb *r = xcalloc(1, sizeof(*r));

	if (level < 1 || level > REACH_LEVELS)
		BUG("TLB level %u", level);
	stack_distance_init(&r->stack);
	r->level = level - 1;
	r->distances = &all->distances[r->level];
	r->tlb = tlb;
	r->next = all->tlbs;
	all->tlbs = r;
	tlb_listen(tlb, &ops, r);
}

void reach_add(struct reach_level *level, uint64_t capacity, uint64_t misses)
{
	/* Room doubles whenever the count is a power of two. */
	if (!(level->count & (level->count - 1)))
		level->points = xrealloc(level->points, (level->count ? 2 * level->count : 1) *
								sizeof(*level->points));
	level->points[level->count++] = (struct reach_point){capacity, misses};
}

static void make_curve(const struct distances *d, struct reach_level *level)
{
	uint64_t misses = 0;

	for (uint32_t i = 0; i < d->capacity; i++)
		misses += d->counts[i];
	reach_add(level, 0, misses);
	for (uint32_t i = 1; i < d->capacity; i++) {
		misses -= d->counts[i];
		if (d->counts[i])
			reach_add(level, i, misses);
	}
}

void reach_finish(struct reach_recorder *recorder, struct reach *r)
{
	memset(r, 0, sizeof(*r));
	for (struct recorded_tlb *t = recorder->tlbs; t; t = t->next) {
		struct reach_level *level = &r->level[t->level];

		count_waiting(t);
		level->tlbs++;
		level->entries = t->tlb->config.entries;
		level->ways = t->tlb->config.ways;
		level->hits += t->tlb->stats.hits;
		level->mshr_hits += t->tlb->stats.mshr_hits;
		level->misses += t->tlb->stats.misses;
	}
	for (unsigned i = 0; i < REACH_LEVELS; i++)
		if (r->level[i].tlbs)
			make_curve(&recorder->distances[i], &r->level[i]);
}

void reach_release(struct reach *r)
{
	for (unsigned i = 0; i < REACH_LEVELS; i++)
		free(r->level[i].points);
	memset(r, 0, sizeof(*r));
}

uint64_t reach_misses(const struct reach_level *level, uint64_t capacity)
{
	size_t low = 0, high = level->count;

	if (!level->count)
		return 0;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (level->points[middle].capacity <= capacity)
			low = middle;
		else
			high = middle;
	}
	return level->points[low].misses;
}
