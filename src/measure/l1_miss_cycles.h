/*
 * Where the cycles of L1 TLB misses go, and how far walks have to read
 * [Pratheek22 §III-B, Figures 4 and 5]. A miss lasts from its arrival at the L1 TLB to its answer;
 * requests that joined it do not count. By where it was resolved:
 * - local_hit, remote_hit: it hit in the L2 TLB of its own, of another chiplet;
 * - local_merged, remote_merged: there it joined another one's miss (the paper names no class for
 *   these; they wait for a walk);
 * - walked: it made a walk. Of these cycles, those in which the walker waited for a PTE are
 *   local_walk when the PTE lies on the walker's chiplet and remote_walk when on another, as in the
 *   paper; the rest is lookups, waiting for a walker, page walk caches and links;
 * - elsewhere: in a structure that the paper's machine does not have (IOMMU TLBs, designs).
 * PTE reads are all reads of all walks, those of scalar loads and instruction fetch included.
 */
#ifndef MEASURE_L1_MISS_CYCLES_H
#define MEASURE_L1_MISS_CYCLES_H

#include "sim/stats.h"
#include "socket/request.h"

/* Index 0: the own chiplet, 1: another. */
struct l1_miss_cycles {
	uint64_t cycles[TX_SOURCES][2], misses[TX_SOURCES][2];
	uint64_t walk_cycles[2]; /* in PTE reads of vector instructions' walks */
	uint64_t pte_reads[2];
};

static inline void l1_miss_cycles_answered(struct l1_miss_cycles *m, const struct translation *t,
					   cycle_t cycles)
{
	bool remote = t->home != t->who.chiplet;

	m->cycles[t->source][remote] += cycles;
	m->misses[t->source][remote]++;
}

/* Reads of a walk that took so many cycles in all. */
static inline void l1_miss_cycles_read(struct l1_miss_cycles *m, const struct translation *t,
				       bool remote, unsigned reads, cycle_t cycles)
{
	m->pte_reads[remote] += reads;
	if (t->kind == KIND_VECTOR)
		m->walk_cycles[remote] += cycles;
}

/* Cycles under group; the misses themselves under misses_group, by the same names. */
void l1_miss_cycles_register_stats(const struct l1_miss_cycles *m, struct stats *stats,
				   const char *group, const char *misses_group);

#endif
