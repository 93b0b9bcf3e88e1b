/*
 * Answers of one L2 TLB miss reach the L1 TLBs of its chiplet one right after the other, in one
 * cycle; a different page or a later cycle begins the next miss.
 */
#include "measure/stalled_per_miss.h"

#include <stdlib.h>
#include <string.h>

void stalled_per_miss_init(struct stalled_per_miss *s, uint32_t cus, uint32_t slots)
{
	memset(s, 0, sizeof(*s));
	s->seen = xcalloc((size_t)cus * slots, sizeof(*s->seen));
	s->slots = slots;
}

void stalled_per_miss_release(struct stalled_per_miss *s)
{
	free(s->seen);
	s->seen = NULL;
}

uint64_t stalled_per_miss_several(struct stalled_per_miss *s, const struct translation *t,
				  const struct translation *merged)
{
	uint64_t count = 1;

	s->look++;
	s->seen[t->who.cu * s->slots + t->who.wave] = s->look;
	for (; merged; merged = merged->next) {
		uint64_t *seen = &s->seen[merged->who.cu * s->slots + merged->who.wave];

		count += *seen != s->look;
		*seen = s->look;
	}
	gauge_add(&s->per_l1_tlb, count, 1);
	return count;
}

void stalled_per_miss_complete(struct stalled_per_miss *s)
{
	if (s->waiting)
		gauge_add(&s->wavefronts, s->waiting, 1);
	s->waiting = 0;
}

void stalled_per_miss_settle(struct stalled_per_miss *s)
{
	stalled_per_miss_complete(s);
	if (s->alone)
		gauge_add(&s->wavefronts, 1, s->alone);
	if (s->alone_in_l1_tlb)
		gauge_add(&s->per_l1_tlb, 1, s->alone_in_l1_tlb);
	s->alone = s->alone_in_l1_tlb = 0;
}

void stalled_per_miss_register_stats(const struct stalled_per_miss *s, struct stats *stats,
				     const char *group)
{
	stats_gauge(stats, group, "wavefronts", &s->wavefronts);
	stats_gauge(stats, group, "per_l1_tlb", &s->per_l1_tlb);
}
