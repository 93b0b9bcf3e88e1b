/*
 * Translations that more than one CU uses over a whole run (those that can potentially be shared
 * [Kotra21 Figure 14a]). A translation (address space and page) is used by a CU when a miss of an
 * L1 TLB on its behalf is answered; it counts once, and as shared once a second CU has used it. The
 * first SHARING_MOST translations are followed, more than any workload here has.
 */
#ifndef MEASURE_SHARING_H
#define MEASURE_SHARING_H

#include "hw/translation/tlb.h"

enum { SHARING_BITS = 20, SHARING_MOST = (1 << SHARING_BITS) / 4 * 3 };

struct sharing_slot {
	uint64_t key; /* tlb_key() plus one; 0: empty */
	uint16_t cu;  /* that used it first */
	bool shared;
};

struct sharing {
	struct sharing_slot *table; /* 1 << SHARING_BITS, open addressing */
	uint64_t translations, shared, not_followed;
};

void sharing_init(struct sharing *s);
void sharing_release(struct sharing *s);
void sharing_used(struct sharing *s, const struct translation *t);
void sharing_register_stats(const struct sharing *s, struct stats *stats, const char *group);

#endif
