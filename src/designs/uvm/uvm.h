/* Unified memory: policies of NVIDIA's driver as [Ganguly19] describes them, and what it compares
 * them with. */
#ifndef DESIGNS_UVM_UVM_H
#define DESIGNS_UVM_UVM_H

#include "plan.h"

/* Basic blocks: leaves of a tree over a block of 2 MB. */
struct uvm_tree {
	unsigned leaf;  /* pages of a basic block, a power of two */
	double density; /* percent */
};

void uvm_tree_init(struct uvm_tree *t, const struct plan_facts *facts);

/* Pages that come: `wanted` and all of their basic blocks; then, from the leaves to the root, the
 * rest of each node above one of these that is more than so dense by then. */
void uvm_tree_grow(const struct uvm_tree *t, const struct paged_block *b, struct page_mask *wanted);
/* The mirror image, of the basic block of a page that leaves: the rest of each node above it that
 * is less dense by then. Only pages that may leave do. */
void uvm_tree_shrink(const struct uvm_tree *t, const struct paged_block *b, unsigned page,
		     const struct eviction_site *site, struct page_mask *leaving);

#endif
