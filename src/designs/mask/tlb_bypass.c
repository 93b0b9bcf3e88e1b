/* Translations beside the L2 TLB; see tlb_bypass.h. */
#include "designs/mask/tlb_bypass.h"

#include <stdlib.h>
#include <string.h>

#include "hw/translation/tlb.h"

void tlb_bypass_init(struct tlb_bypass *b, uint32_t entries)
{
	memset(b, 0, sizeof(*b));
	assoc_init(&b->tags, 1, entries, ASSOC_MODULO);
	b->frame = xcalloc(entries, sizeof(*b->frame));
}

void tlb_bypass_release(struct tlb_bypass *b)
{
	assoc_release(&b->tags);
	free(b->frame);
}

bool tlb_bypass_find(struct tlb_bypass *b, uint8_t asid, uint64_t vpn, uint64_t *frame)
{
	int way = assoc_find(&b->tags, 0, tlb_key(asid, vpn));

	if (way < 0)
		return false;
	assoc_touch(&b->tags, 0, (unsigned)way);
	*frame = b->frame[way];
	return true;
}

void tlb_bypass_fill(struct tlb_bypass *b, uint8_t asid, uint64_t vpn, uint64_t frame)
{
	uint64_t key = tlb_key(asid, vpn);
	int way = assoc_find(&b->tags, 0, key);

	if (way < 0) {
		way = (int)assoc_victim(&b->tags, 0);
		b->evictions += assoc_valid(&b->tags, 0, (unsigned)way);
		assoc_insert(&b->tags, 0, (unsigned)way, key);
	}
	b->frame[way] = frame;
}

void tlb_bypass_shootdown(struct tlb_bypass *b, uint8_t asid, uint64_t vpn)
{
	b->flushes++;
	if (vpn != UINT64_MAX) {
		assoc_invalidate_all(&b->tags);
		return;
	}
	for (unsigned way = 0; way < b->tags.ways; way++)
		if (assoc_valid(&b->tags, 0, way) &&
		    tlb_key_asid(assoc_key(&b->tags, 0, way)) == asid)
			assoc_invalidate(&b->tags, 0, way);
}
