/*
 * How many lookups would miss in L1 and L2 TLBs of every capacity, from one run. The stream is that
 * of the run's lookups, TLB by TLB, in the order in which they succeed; the TLBs of the curve are
 * fully associative, LRU, and have a page from its first lookup on: a lookup that joins a miss
 * under way counts as a hit. Shootdowns are left out. docs/experiments.md says what that promises.
 *
 * Order of calls: reach_recorder_new; reach_listen for each TLB, by the machine as it is made; the
 * run; reach_finish while the machine still exists.
 */
#ifndef EXPERIMENT_RUN_REACH_H
#define EXPERIMENT_RUN_REACH_H

#include <stddef.h>
#include <stdint.h>

enum { REACH_LEVELS = 2 };

struct reach_point {
	uint64_t capacity, misses;
};

/*
 * All TLBs of a level together; capacities are those of one of them. Invariant: the first point is
 * capacity 0, where all lookups miss; capacities rise, misses fall, and hold up to the next point.
 * The last one's are the first uses of pages, which miss at any capacity.
 */
struct reach_level {
	uint32_t tlbs;                    /* 0: the machine has none, and the rest is empty */
	uint32_t entries, ways;           /* of each of them */
	uint64_t hits, mshr_hits, misses; /* in the run */
	struct reach_point *points;
	size_t count;
};

struct reach {
	struct reach_level level[REACH_LEVELS]; /* L1, L2 */
};

extern const char *const reach_names[REACH_LEVELS]; /* "l1_tlb", "l2_tlb" */

void reach_release(struct reach *r);

/* Misses at a capacity. */
uint64_t reach_misses(const struct reach_level *level, uint64_t capacity);
static inline uint64_t reach_lookups(const struct reach_level *level)
{
	return level->count ? level->points[0].misses : 0;
}

/* Adds the next point of a level. */
void reach_add(struct reach_level *level, uint64_t capacity, uint64_t misses);

struct tlb;
struct reach_recorder;

struct reach_recorder *reach_recorder_new(void);
void reach_recorder_free(struct reach_recorder *r);
/* listen_tlb of struct system_options; data is the struct reach_recorder. */
void reach_listen(void *data, unsigned level, struct tlb *tlb);
void reach_finish(struct reach_recorder *recorder, struct reach *r);

#endif
