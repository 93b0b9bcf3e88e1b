/* A TLB under launches that run functionally: its contents change, time and counters do not. */
#include "hw/translation/tlb_parts.h"

static void warm_put(struct tlb *tlb, uint32_t set, uint64_t key, uint64_t frame)
{
	struct tlb_entry evicted;

	if (mshr_find(&tlb->mshrs, key))
		return;
	if (tlb_replace(tlb, set, key, frame, &evicted) && tlb->evicted)
		tlb->evicted(tlb->evicted_state, tlb->evicted_unit, &evicted, true);
}

void tlb_warm(void *owner, struct translation *t)
{
	struct tlb *tlb = owner;
	uint64_t key = tlb_key(t->who.asid, t->vpn);
	uint32_t set = tlb_set_of(tlb, t->vpn);
	int way = assoc_find(&tlb->tags, set, key);

	if (way >= 0) {
		assoc_touch(&tlb->tags, set, (unsigned)way);
		t->frame = tlb->frame[assoc_slot(&tlb->tags, set, (unsigned)way)];
		return;
	}
	tx_warm(&tlb->down.port, t);
	if (!t->faulted && (!tlb->fill.ops || !tlb->fill.ops->may_fill ||
			    tlb->fill.ops->may_fill(tlb->fill.state, t, NULL)))
		warm_put(tlb, set, key, t->frame);
}

void tlb_warm_insert(struct tlb *tlb, const struct tlb_entry *entry)
{
	uint64_t key = tlb_key(entry->asid, entry->vpn);
	uint32_t set = tlb_set_of(tlb, entry->vpn);
	int way = assoc_find(&tlb->tags, set, key);

	if (way >= 0)
		assoc_touch(&tlb->tags, set, (unsigned)way);
	else
		warm_put(tlb, set, key, entry->frame);
}
