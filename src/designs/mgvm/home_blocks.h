/* The function from page to home slice that policies of blocks share; see home_blocks.c. */
#ifndef DESIGNS_MGVM_HOME_BLOCKS_H
#define DESIGNS_MGVM_HOME_BLOCKS_H

#include "plan.h"

/* Pages that one page of the page table covers, whatever their size: it has 512 entries. */
enum { TABLE_PAGES = 512 };

struct home_blocks {
	unsigned chiplets;
	bool coarse, up;  /* rounded to whole pages of the table; always up */
	uint64_t fixed;   /* pages of every block, whatever the advice; 0: by advice */
	uint64_t pages[]; /* of a block, by application */
};

struct home_blocks *home_blocks_new(const struct plan_facts *facts, bool coarse);
/* Returns the size of a block that follows from the advice. */
uint64_t home_blocks_set(struct home_blocks *b, uint8_t asid, uint64_t pages);

static inline unsigned home_blocks_of(const struct home_blocks *b, uint8_t asid, uint64_t vpn)
{
	return (unsigned)(vpn / b->pages[asid] % b->chiplets);
}

#endif
