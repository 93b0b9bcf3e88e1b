/*
 * The TLB bypass cache [Ausavarungnirun18 §5.2]: a small fully associative LRU store beside the L2
 * TLB for translations that may not fill it. Entries carry the address space.
 */
#ifndef DESIGNS_MASK_TLB_BYPASS_H
#define DESIGNS_MASK_TLB_BYPASS_H

#include "base/assoc.h"

struct tlb_bypass {
	struct assoc tags;
	uint64_t *frame; /* by way */
	uint64_t evictions, flushes;
};

void tlb_bypass_init(struct tlb_bypass *b, uint32_t entries);
void tlb_bypass_release(struct tlb_bypass *b);

/* True with the frame: it is there, and now the most recently used. */
bool tlb_bypass_find(struct tlb_bypass *b, uint8_t asid, uint64_t vpn, uint64_t *frame);
void tlb_bypass_fill(struct tlb_bypass *b, uint8_t asid, uint64_t vpn, uint64_t frame);

/* A page table entry changed: everything goes. With vpn UINT64_MAX an address space goes, and only
 * its entries. */
void tlb_bypass_shootdown(struct tlb_bypass *b, uint8_t asid, uint64_t vpn);

#endif
