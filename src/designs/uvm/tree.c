/*
 * The tree of basic blocks [Ganguly19 §3.3, §5.2]. A node counts the pages of buffers only, so the
 * last block of a buffer has nodes that are smaller than others.
 */
#include <string.h>

#include "designs/uvm/uvm.h"

void uvm_tree_init(struct uvm_tree *t, const struct plan_facts *facts)
{
	uint64_t leaf = (uint64_t)param(facts->params, P_PAGING_BASIC_BLOCK) >> facts->page_shift;

	t->leaf = leaf ? (unsigned)leaf : 1;
	t->density = param_real(facts->params, P_PAGING_DENSITY);
}

static unsigned node_of(unsigned page, unsigned size)
{
	return page & ~(size - 1);
}

static bool holds_any(const struct page_mask *m, unsigned first, unsigned pages)
{
	return page_mask_count_in(m, first, pages) > 0;
}

void uvm_tree_grow(const struct uvm_tree *t, const struct paged_block *b, struct page_mask *wanted)
{
	struct page_mask there = b->present; /* by then */

	for (unsigned size = t->leaf; size <= b->pages; size *= 2)
		for (unsigned first = 0; first < b->pages; first += size) {
			unsigned most = page_mask_count_in(&b->managed, first, size);

			if (!holds_any(wanted, first, size))
				continue;
			if (size > t->leaf &&
			    page_mask_count_in(&there, first, size) * 100.0 <= most * t->density)
				continue;
			page_mask_add_all(wanted, first, size);
			for (unsigned i = 0; i < PAGED_BLOCK_PAGES / 64; i++) {
				wanted->word[i] &= b->managed.word[i];
				there.word[i] |= wanted->word[i];
			}
		}
}

static void leave_all(const struct paged_block *b, unsigned first, unsigned pages,
		      const struct eviction_site *site, struct page_mask *leaving)
{
	for (unsigned i = first; i < first + pages; i++)
		if (page_mask_has(&b->present, i) && site->may_leave(site->owner, b, i))
			page_mask_add(leaving, i);
}

static unsigned stay(const struct paged_block *b, unsigned first, unsigned pages,
		     const struct page_mask *leaving)
{
	return page_mask_count_in(&b->present, first, pages) -
	       page_mask_count_in(leaving, first, pages);
}

void uvm_tree_shrink(const struct uvm_tree *t, const struct paged_block *b, unsigned page,
		     const struct eviction_site *site, struct page_mask *leaving)
{
	leave_all(b, node_of(page, t->leaf), t->leaf, site, leaving);
	for (unsigned size = 2 * t->leaf; size <= b->pages; size *= 2) {
		unsigned first = node_of(page, size);
		unsigned most = page_mask_count_in(&b->managed, first, size);

		if (stay(b, first, size, leaving) * 100.0 < most * (100 - t->density))
			leave_all(b, first, size, site, leaving);
	}
}
