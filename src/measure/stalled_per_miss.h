/*
 * How many wavefronts one TLB miss stalls [Ausavarungnirun18 §4.1, Figure 6]. When the answer of an
 * L2 TLB miss comes back to the L1 TLBs: wavefronts, the distinct ones that wait for it there, over
 * all L1 TLBs that get it in this cycle (with several chiplets, answers that arrive over links at
 * other times count as misses of their own); per_l1_tlb, those of each L1 TLB alone, which is what
 * the paper compares with the 64 warps of a core. Both are over misses that have been answered; L1
 * misses that hit in the L2 TLB do not count.
 */
#ifndef MEASURE_STALLED_PER_MISS_H
#define MEASURE_STALLED_PER_MISS_H

#include "sim/stats.h"
#include "socket/request.h"

struct stalled_per_miss {
	uint64_t *seen; /* look in which a wavefront slot was last seen, CU after CU */
	uint32_t slots; /* of a CU */
	uint64_t look;

	/* The miss that is being answered, by how many wavefronts; 0: none */
	uint64_t vpn;
	cycle_t cycle;
	uint64_t waiting;
	uint8_t asid;

	struct gauge wavefronts, per_l1_tlb; /* when settled; until then without these: */
	uint64_t alone, alone_in_l1_tlb;     /* a single request waited */
};

void stalled_per_miss_init(struct stalled_per_miss *s, uint32_t cus, uint32_t slots);
void stalled_per_miss_release(struct stalled_per_miss *s);

/* Wavefronts that wait in one L1 TLB, when there is more than one request. */
uint64_t stalled_per_miss_several(struct stalled_per_miss *s, const struct translation *t,
				  const struct translation *merged);
/* The miss that was being answered is complete. */
void stalled_per_miss_complete(struct stalled_per_miss *s);

/* An L1 TLB has its answer; merged: see socket/tlb_listener.h. */
static inline void stalled_per_miss_answered(struct stalled_per_miss *s,
					     const struct translation *t,
					     const struct translation *merged, cycle_t now)
{
	uint64_t count = 1;

	if (t->source < TX_L2_MSHR || t->source == TX_IDEAL)
		return;
	if (merged)
		count = stalled_per_miss_several(s, t, merged);
	else
		s->alone_in_l1_tlb++;
	if (s->vpn != t->vpn || s->cycle != now || s->asid != t->who.asid) {
		if (s->waiting == 1)
			s->alone++;
		else
			stalled_per_miss_complete(s);
		s->waiting = 0;
		s->vpn = t->vpn;
		s->cycle = now;
		s->asid = t->who.asid;
	}
	s->waiting += count;
}

/* The last miss is complete; call before statistics are read. */
void stalled_per_miss_settle(struct stalled_per_miss *s);

void stalled_per_miss_register_stats(const struct stalled_per_miss *s, struct stats *stats,
				     const char *group);

#endif
