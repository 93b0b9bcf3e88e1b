/* Fetching ahead: basic blocks, the tree, and the pages that follow [Ganguly19 §3]. */
#include <stdlib.h>

#include "designs/uvm/uvm.h"

static void *tree_make(const struct plan_facts *facts)
{
	struct uvm_tree *t = xcalloc(1, sizeof(*t));

	uvm_tree_init(t, facts);
	return t;
}

static void block_choose(void *state, const struct paged_block *block, struct page_mask *wanted)
{
	const struct uvm_tree *t = state;
	unsigned leaf = t->leaf < block->pages ? t->leaf : block->pages;

	for (unsigned i = page_mask_next(wanted, 0); i < block->pages;
	     i = page_mask_next(wanted, (i & ~(leaf - 1)) + leaf))
		page_mask_add_all(wanted, i & ~(leaf - 1), leaf);
}

static void tree_choose(void *state, const struct paged_block *block, struct page_mask *wanted)
{
	uvm_tree_grow(state, block, wanted);
}

static void *sequential_make(const struct plan_facts *facts)
{
	unsigned *pages = xcalloc(1, sizeof(*pages));

	*pages = (unsigned)param(facts->params, P_PAGING_SEQUENTIAL);
	return pages;
}

static void sequential_choose(void *state, const struct paged_block *block,
			      struct page_mask *wanted)
{
	const unsigned *pages = state;
	struct page_mask asked = *wanted;

	for (unsigned i = page_mask_next(&asked, 0); i < block->pages;
	     i = page_mask_next(&asked, i + 1))
		for (unsigned k = i; k <= i + *pages && k < block->pages; k++)
			page_mask_add(wanted, k);
}

const struct fetch_ahead_ops fetch_block = {
	.base = {.name = "block",
		 .summary = "all of the basic block (64 KB) of a page",
		 .make = tree_make,
		 .release = free},
	.choose = block_choose,
};

const struct fetch_ahead_ops fetch_tree = {
	.base = {.name = "tree",
		 .summary = "its basic block, and the rest of each node of the tree that is mostly "
			    "there",
		 .make = tree_make,
		 .release = free},
	.choose = tree_choose,
};

const struct fetch_ahead_ops fetch_sequential = {
	.base = {.name = "sequential",
		 .summary = "the pages that follow, to the end of the 2 MB",
		 .make = sequential_make,
		 .release = free},
	.choose = sequential_choose,
};
