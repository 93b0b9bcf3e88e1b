/* Eviction: along the tree, at random, by use [Ganguly19 §5]. */
#include <stdlib.h>

#include "base/rng.h"
#include "designs/uvm/uvm.h"
#include "policy/unit_list.h"

/* Along the tree, and by use: basic blocks, the one least recently used first. */
struct by_block {
	struct unit_list list; /* first */
	struct uvm_tree tree;
};

static void *by_block_make(const struct plan_facts *facts)
{
	struct by_block *e = xcalloc(1, sizeof(*e));

	uvm_tree_init(&e->tree, facts);
	e->list.pages = e->tree.leaf;
	return e;
}

static void by_block_came(void *state, struct paged_block *block, unsigned page)
{
	struct by_block *e = state;

	unit_list_came(&e->list, block, page);
}

static void by_block_used(void *state, struct paged_block *block, unsigned page)
{
	struct by_block *e = state;

	unit_list_use(&e->list, block, page)->uses++;
}

static void by_block_gone(void *state, struct paged_block *block, unsigned page)
{
	struct by_block *e = state;

	unit_list_gone(&e->list, block, page);
}

/* Whether a page of the unit may leave; which one, in *page. */
static bool any_may_leave(const struct by_block *e, const struct paged_unit *u,
			  const struct eviction_site *site, unsigned *page)
{
	for (*page = u->page; *page < u->page + unit_pages(&e->list, u->block); ++*page)
		if (site->may_leave(site->owner, u->block, *page))
			return true;
	return false;
}

static struct paged_block *tree_choose(void *state, const struct eviction_site *site,
				       struct page_mask *leaving)
{
	struct by_block *e = state;
	unsigned page;

	for (struct paged_unit *u = e->list.oldest; u; u = u->newer)
		if (any_may_leave(e, u, site, &page)) {
			uvm_tree_shrink(&e->tree, u->block, page, site, leaving);
			return u->block;
		}
	return NULL;
}

/* Of those used equally seldom, the one that was not used for longest. */
static struct paged_block *counters_choose(void *state, const struct eviction_site *site,
					   struct page_mask *leaving)
{
	struct by_block *e = state;
	const struct paged_unit *least = NULL;
	unsigned page;

	for (const struct paged_unit *u = e->list.oldest; u; u = u->newer)
		if ((!least || u->uses < least->uses) && any_may_leave(e, u, site, &page))
			least = u;
	if (!least)
		return NULL;
	for (page = least->page; page < least->page + unit_pages(&e->list, least->block); page++)
		if (site->may_leave(site->owner, least->block, page))
			page_mask_add(leaving, page);
	return least->block;
}

/* Any page. Invariant: unit[i]->slot == i. */
struct at_random {
	struct rng rng;
	struct paged_unit **unit;
	uint32_t count, capacity;
};

static void *random_make(const struct plan_facts *facts)
{
	struct at_random *e = xcalloc(1, sizeof(*e));

	(void)facts;
	rng_seed(&e->rng, 1);
	return e;
}

static void random_release(void *state)
{
	struct at_random *e = state;

	free(e->unit);
	free(e);
}

static void random_came(void *state, struct paged_block *block, unsigned page)
{
	struct at_random *e = state;

	if (e->count == e->capacity) {
		e->capacity = e->capacity ? 2 * e->capacity : 1024;
		e->unit = xrealloc(e->unit, e->capacity * sizeof(*e->unit));
	}
	block->unit[page].slot = e->count;
	e->unit[e->count++] = &block->unit[page];
}

static void random_gone(void *state, struct paged_block *block, unsigned page)
{
	struct at_random *e = state;
	struct paged_unit *last = e->unit[--e->count];

	last->slot = block->unit[page].slot;
	e->unit[last->slot] = last;
}

static struct paged_block *random_choose(void *state, const struct eviction_site *site,
					 struct page_mask *leaving)
{
	struct at_random *e = state;
	uint32_t at = e->count ? (uint32_t)rng_below(&e->rng, e->count) : 0;

	for (uint32_t i = 0; i < e->count; i++) {
		struct paged_unit *u = e->unit[(at + i) % e->count];

		if (!site->may_leave(site->owner, u->block, u->page))
			continue;
		page_mask_add(leaving, u->page);
		return u->block;
	}
	return NULL;
}

const struct eviction_ops evict_tree = {
	.base = {.name = "tree",
		 .summary =
			 "the basic block not used for longest, and the rest of each node of the "
			 "tree that is mostly gone",
		 .make = by_block_make,
		 .release = free},
	.came = by_block_came,
	.used = by_block_used,
	.gone = by_block_gone,
	.choose = tree_choose,
};

const struct eviction_ops evict_random = {
	.base = {.name = "random",
		 .summary = "any page",
		 .make = random_make,
		 .release = random_release},
	.came = random_came,
	.gone = random_gone,
	.choose = random_choose,
};

const struct eviction_ops evict_counters = {
	.base = {.name = "counters",
		 .summary = "the basic block with the fewest accesses since it came",
		 .make = by_block_make,
		 .release = free},
	.came = by_block_came,
	.used = by_block_used,
	.gone = by_block_gone,
	.choose = counters_choose,
};
