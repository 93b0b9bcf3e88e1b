/*
 * How often the same translation is held by several L1 TLBs (what sharing TLBs is to remove
 * [Choudhary22 §3.2, §3.3]). At every cycle looked at, each translation (address space and page)
 * that at least one L1 TLB of the machine holds counts once, with the number of L1 TLBs that hold
 * it. The thesis states no numbers of its own; the classes are powers of two up to its 64 CUs.
 */
#ifndef MEASURE_REPLICATION_H
#define MEASURE_REPLICATION_H

#include "hw/translation/tlb.h"

enum { REPLICATION_CLASSES = 8 }; /* 1, 2, 3-4, 5-8, ..., 33-64, 65 and more copies */

struct replication_slot {
	uint64_t key;
	uint32_t sample; /* in which key was put here */
	uint32_t copies;
};

/* Invariant: `table` has at least twice as many slots as the TLBs have entries. */
struct replication {
	const struct tlb **tlbs;
	uint32_t tlb_count, entries;
	struct replication_slot *table;
	uint32_t *used; /* slots of this sample, `distinct` of them */
	uint32_t mask, shift, distinct;
	uint32_t sample; /* the current one, from 1 on */

	uint64_t samples;
	struct gauge copies;
	uint64_t class[REPLICATION_CLASSES];
};

void replication_init(struct replication *r);
void replication_release(struct replication *r);
/* All before the first sample. */
void replication_add(struct replication *r, const struct tlb *tlb);

/* What the TLBs hold now, they held at `times` cycles looked at. */
void replication_sample(struct replication *r, uint64_t times);

void replication_register_stats(const struct replication *r, struct stats *stats,
				const char *group);

#endif
