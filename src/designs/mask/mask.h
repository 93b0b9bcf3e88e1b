/* MASK, for several applications on one GPU [Ausavarungnirun18 §5]. */
#ifndef DESIGNS_MASK_MASK_H
#define DESIGNS_MASK_MASK_H

#include "plan.h"

extern const struct tlb_fill_ops tlb_fill_tokens;
extern const struct walk_caching_ops walk_caching_levels;
extern const struct dram_scheduler_ops dram_queues;

/* storage.c */
extern const struct storage_row tlb_fill_tokens_storage[], walk_caching_levels_storage[],
	dram_queues_storage[];

#endif
