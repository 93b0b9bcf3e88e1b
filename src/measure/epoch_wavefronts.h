/*
 * How many wavefronts contend for an L2 TLB [Shin18 §V-B, Figure 12]: distinct wavefronts among
 * each 1024 consecutive lookups of one L2 TLB, whatever they ask for. An epoch that is not complete
 * at the end does not count. Wavefronts are told apart by their slot in their CU, so two that
 * follow each other in one slot within one epoch count once.
 */
#ifndef MEASURE_EPOCH_WAVEFRONTS_H
#define MEASURE_EPOCH_WAVEFRONTS_H

#include "sim/stats.h"
#include "socket/request.h"

enum { EPOCH_LOOKUPS = 1024 };

struct epoch_wavefronts {
	uint32_t *seen;             /* epoch in which a slot was last seen, CU after CU */
	uint32_t slots;             /* of a CU */
	uint32_t epoch;             /* the current one, from 1 on */
	uint32_t lookups, distinct; /* in it */
	struct gauge wavefronts;    /* per epoch */
};

void epoch_wavefronts_init(struct epoch_wavefronts *e, uint32_t cus, uint32_t slots);
void epoch_wavefronts_release(struct epoch_wavefronts *e);

static inline void epoch_wavefronts_lookup(struct epoch_wavefronts *e, const struct requester *who)
{
	uint32_t *seen = &e->seen[who->cu * e->slots + who->wave];

	if (*seen != e->epoch) {
		*seen = e->epoch;
		e->distinct++;
	}
	if (++e->lookups == EPOCH_LOOKUPS) {
		gauge_add(&e->wavefronts, e->distinct, 1);
		e->epoch++;
		e->lookups = e->distinct = 0;
	}
}

#endif
