/* What a TLB holds, looked at and forgotten from outside: no request, no port, no order of use. */
#include "hw/translation/tlb_parts.h"

void tlb_shootdown(struct tlb *tlb, uint8_t asid, uint64_t vpn)
{
	bool all = tlb->fill.ops && tlb->fill.ops->flush_all && vpn != UINT64_MAX;

	mshr_shootdown(&tlb->mshrs, asid, vpn, tlb->engine->now);
	if (vpn != UINT64_MAX && !all) {
		uint32_t set = tlb_set_of(tlb, vpn);
		int way = assoc_find(&tlb->tags, set, tlb_key(asid, vpn));

		if (way >= 0) {
			assoc_invalidate(&tlb->tags, set, (unsigned)way);
			tlb->stats.shot_down++;
		}
		return;
	}
	for (uint32_t slot = 0; tlb->tags.valid && slot < tlb->config.entries; slot++) {
		uint64_t key = tlb->tags.key[slot];

		if (key != ASSOC_INVALID && (all || tlb_key_asid(key) == asid)) {
			assoc_invalidate(&tlb->tags, slot / tlb->tags.ways, slot % tlb->tags.ways);
			tlb->stats.shot_down++;
		}
	}
}

uint32_t tlb_sweep(struct tlb *tlb, bool (*keep)(void *state, const struct tlb_entry *entry),
		   void *state)
{
	uint32_t lost = 0;

	for (uint32_t slot = 0; tlb->tags.valid && slot < tlb->config.entries; slot++) {
		struct tlb_entry entry;

		if (tlb->tags.key[slot] == ASSOC_INVALID)
			continue;
		entry = tlb_entry_at(tlb, slot);
		if (keep(state, &entry))
			continue;
		assoc_invalidate(&tlb->tags, slot / tlb->tags.ways, slot % tlb->tags.ways);
		lost++;
	}
	return lost;
}

bool tlb_probe(const struct tlb *tlb, uint8_t asid, uint64_t vpn, uint64_t *frame)
{
	uint32_t set = tlb_set_of(tlb, vpn);
	int way = assoc_find(&tlb->tags, set, tlb_key(asid, vpn));

	if (way >= 0 && frame)
		*frame = tlb->frame[assoc_slot(&tlb->tags, set, (unsigned)way)];
	return way >= 0;
}

uint32_t tlb_valid_entries(const struct tlb *tlb)
{
	return tlb->tags.valid;
}

void tlb_each(const struct tlb *tlb, void (*visit)(void *state, const struct tlb_entry *entry),
	      void *state)
{
	for (uint32_t slot = 0; slot < tlb->config.entries; slot++)
		if (tlb->tags.key[slot] != ASSOC_INVALID) {
			struct tlb_entry entry = tlb_entry_at(tlb, slot);

			visit(state, &entry);
		}
}
