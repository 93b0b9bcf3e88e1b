/*
 * Eviction: the pages that were not used for longest, one by one, or all of the 64 KB or 2 MB that
 * were not used for longest. Coming counts as a use, as in NVIDIA's driver, and so does every
 * access that is translated.
 */
#include <stdlib.h>

#include "policy/stock.h"
#include "policy/unit_list.h"

static struct unit_list *lru_new(const struct plan_facts *facts, unsigned unit_shift)
{
	struct unit_list *l = xcalloc(1, sizeof(*l));

	l->pages = unit_shift > facts->page_shift ? 1u << (unit_shift - facts->page_shift) : 1;
	return l;
}

static void *lru_make_4k(const struct plan_facts *facts)
{
	return lru_new(facts, 12);
}

static void *lru_make_64k(const struct plan_facts *facts)
{
	return lru_new(facts, 16);
}

static void *lru_make_2m(const struct plan_facts *facts)
{
	return lru_new(facts, PAGED_BLOCK_SHIFT);
}

static void lru_came(void *state, struct paged_block *block, unsigned page)
{
	unit_list_came(state, block, page);
}

static void lru_used(void *state, struct paged_block *block, unsigned page)
{
	unit_list_use(state, block, page);
}

static void lru_gone(void *state, struct paged_block *block, unsigned page)
{
	unit_list_gone(state, block, page);
}

static struct paged_block *lru_choose(void *state, const struct eviction_site *site,
				      struct page_mask *leaving)
{
	struct unit_list *l = state;

	for (struct paged_unit *u = l->oldest; u; u = u->newer) {
		bool any = false;

		for (unsigned i = u->page; i < u->page + unit_pages(l, u->block); i++)
			if (site->may_leave(site->owner, u->block, i)) {
				page_mask_add(leaving, i);
				any = true;
			}
		if (any)
			return u->block;
	}
	return NULL;
}

#define LRU(unit, text)                                                                            \
	{                                                                                          \
		.base = {.name = "lru-" #unit,                                                     \
			 .summary = text,                                                          \
			 .make = lru_make_##unit,                                                  \
			 .release = free},                                                         \
		.came = lru_came, .used = lru_used, .gone = lru_gone, .choose = lru_choose,        \
	}

const struct eviction_ops evict_lru_4k = LRU(4k, "the page that was not used for longest");
const struct eviction_ops evict_lru_64k = LRU(64k, "the 64 KB that were not used for longest");
const struct eviction_ops evict_lru_2m = LRU(2m, "the 2 MB that were not used for longest");
