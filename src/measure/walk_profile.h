/*
 * What page table walks cost each vector memory instruction [Shin18 §III, §V-B]. Of an instruction
 * with at least one walk, when its last answer has come:
 * - accesses: the PTE reads that all its walks sent to memory (Figure 3, "work"), in the paper's
 *   buckets;
 * - multi-walk: it made more than one walk. All of the following is about these only;
 * - interleaved (Figure 5): between the first and the last of its walks that some chiplet's walkers
 *   started, they started one of another instruction, scalar loads and instruction fetch included;
 * - first and last latency (Figure 6): from when its first walk request arrived at the walk buffer
 *   to the end of its first- and of its last-completed walk, so that their difference is how long
 *   it stalls for its other walks (Figure 10);
 * - first and last own latency: of the same two walks, each from its own arrival. The paper does
 *   not say which of the two it prints; they agree as far as its walk requests arrive together.
 * A walk is its instruction's whose request went down; those that merged with it made none.
 */
#ifndef MEASURE_WALK_PROFILE_H
#define MEASURE_WALK_PROFILE_H

#include "sim/stats.h"
#include "socket/request.h"

enum { WALK_PROFILE_BUCKETS = 7 }; /* of accesses: 0, 1-16, ..., 65-80, 81 and more */

#define WALK_PROFILE_HASH UINT32_C(0x9e3779b1)

/* An instruction in flight that has made a walk. Invariant: walks is 0 exactly in free places. */
struct walk_tally {
	uint32_t instruction;
	uint32_t walks, accesses;
	uint32_t runs;     /* walks that did not start right after one of the same instruction */
	uint32_t chiplets; /* mask of those that walked for it */
	cycle_t arrived;   /* the first of its walks, at the walk buffer */
	cycle_t first_end, last_end; /* of the first- and the last-completed */
	uint32_t first_own, last_own;
};

/*
 * Tallies are found by instruction number in a table that holds all that can be in flight, half
 * empty at least; a tally stands at its hash or in the first free place behind it.
 */
struct walk_profile {
	struct walk_tally *table;
	uint32_t mask, shift; /* of the hash */
	uint32_t held, most;

	uint64_t instructions, multi_walk, interleaved;
	uint64_t vector_walks, vector_accesses; /* of these instructions */
	uint64_t other_walks, other_accesses;   /* of scalar loads and instruction fetch */
	uint64_t bucket[WALK_PROFILE_BUCKETS];
	struct latency first_latency, last_latency, first_own, last_own;
};

/* instructions: vector memory instructions in flight at most. */
void walk_profile_init(struct walk_profile *p, uint32_t instructions);
void walk_profile_release(struct walk_profile *p);

/* The instruction's place, or the free one where it would be. */
static inline struct walk_tally *walk_profile_find(const struct walk_profile *p,
						   uint32_t instruction)
{
	uint32_t at = instruction * WALK_PROFILE_HASH >> p->shift;

	while (p->table[at].walks && p->table[at].instruction != instruction)
		at = (at + 1) & p->mask;
	return &p->table[at];
}

/* Takes a free place. */
void walk_profile_begin(struct walk_profile *p, struct walk_tally *tally,
			const struct translation *t, cycle_t now);

/* A walk ends on a chiplet; follows: see struct walk. */
static inline void walk_profile_walk(struct walk_profile *p, const struct translation *t,
				     unsigned chiplet, bool follows, cycle_t now)
{
	struct walk_tally *tally;

	if (__builtin_expect(t->kind != KIND_VECTOR, 0)) {
		p->other_walks++;
		p->other_accesses += t->walk_reads;
		return;
	}
	tally = walk_profile_find(p, t->who.instruction);
	if (__builtin_expect(!tally->walks, 0))
		walk_profile_begin(p, tally, t, now);
	tally->walks++;
	tally->accesses += t->walk_reads;
	tally->runs += !follows;
	tally->chiplets |= UINT32_C(1) << chiplet;
	if (t->walk_queued < tally->arrived)
		tally->arrived = t->walk_queued;
	tally->last_end = now;
	tally->last_own = (uint32_t)(now - t->walk_queued);
}

/* An instruction has all its answers. */
void walk_profile_done(struct walk_profile *p, uint32_t instruction);

void walk_profile_register_stats(const struct walk_profile *p, struct stats *stats,
				 const char *group);

#endif
