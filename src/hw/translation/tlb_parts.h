/* Inside of a TLB, shared by tlb.c (requests), tlb_entries.c (its contents, whoever asks),
 * tlb_listen.c (who hears of it) and tlb_report.c (statistics). */
#ifndef HW_TRANSLATION_TLB_PARTS_H
#define HW_TRANSLATION_TLB_PARTS_H

#include "hw/translation/tlb.h"

static inline uint32_t tlb_set_of(const struct tlb *tlb, uint64_t vpn)
{
	if (__builtin_expect(tlb->own_set, 0))
		return tlb->config.set(tlb->config.set_state, vpn, tlb->tags.sets);
	return assoc_set(&tlb->tags, vpn);
}

/* The slot holds one. */
static inline struct tlb_entry tlb_entry_at(const struct tlb *tlb, uint32_t slot)
{
	uint64_t key = tlb->tags.key[slot];

	return (struct tlb_entry){
		.vpn = tlb_key_vpn(key),
		.frame = tlb->frame[slot],
		.asid = tlb_key_asid(key),
		.page_shift = tlb->config.page_shift,
	};
}

/* Puts in a page that is not there. True: *evicted had to go for it. */
static inline bool tlb_replace(struct tlb *tlb, uint32_t set, uint64_t key, uint64_t frame,
			       struct tlb_entry *evicted)
{
	unsigned way = assoc_victim(&tlb->tags, set);
	uint32_t slot = assoc_slot(&tlb->tags, set, way);
	bool valid = assoc_valid(&tlb->tags, set, way);

	if (valid)
		*evicted = tlb_entry_at(tlb, slot);
	assoc_insert(&tlb->tags, set, way, key);
	tlb->frame[slot] = frame;
	return valid;
}

/* tlb_warm.c; fits tx_port.warm. */
void tlb_warm(void *owner, struct translation *t);

/* One event each; to be called where there are listeners of it. */
void tlb_tell_looked_up(const struct tlb *tlb, const struct translation *t,
			enum tlb_outcome outcome);
void tlb_tell_answered(const struct tlb *tlb, const struct translation *t,
		       const struct translation *merged, cycle_t cycles);
void tlb_tell_filled(const struct tlb *tlb, const struct translation *t);
void tlb_forget_listeners(struct tlb *tlb);

#endif
