/*
 * Home slice: blocks of consecutive pages, as the data of the application's largest buffer is
 * spread over the chiplets, in turn (dHSL [Pratheek22 §V]). Coarse (dHSL-coarse, Listing 1): blocks
 * are rounded to what whole pages of the page table cover, so that these can lie at their pages'
 * home.
 *
 * One block size per application: the paper allows another one for each kernel, but a page of the
 * page table can have only one place.
 */
#include "designs/mgvm/home_blocks.h"

#include <stdlib.h>

#include "designs/mgvm/mgvm.h"

struct home_blocks *home_blocks_new(const struct plan_facts *facts, bool coarse)
{
	struct home_blocks *b = xcalloc(1, sizeof(*b) + facts->apps * sizeof(b->pages[0]));

	b->chiplets = facts->chiplets;
	b->coarse = coarse;
	b->up = facts->params && param(facts->params, P_HOME_ROUNDING);
	b->fixed = facts->params ? param(facts->params, P_HOME_PAGES) : 0;
	for (unsigned i = 0; i < facts->apps; i++)
		b->pages[i] = coarse ? TABLE_PAGES : 1;
	return b;
}

uint64_t home_blocks_set(struct home_blocks *b, uint8_t asid, uint64_t pages)
{
	if (b->fixed)
		pages = b->fixed;
	if (b->coarse) {
		pages = (pages + (b->up ? TABLE_PAGES - 1 : TABLE_PAGES / 2)) / TABLE_PAGES;
		pages = (pages ? pages : 1) * TABLE_PAGES;
	}
	b->pages[asid] = pages ? pages : 1;
	return b->pages[asid];
}

static void *blocks_make_fine(const struct plan_facts *facts)
{
	return home_blocks_new(facts, false);
}

static void *blocks_make_coarse(const struct plan_facts *facts)
{
	return home_blocks_new(facts, true);
}

static unsigned blocks_home(void *state, const struct requester *who, uint64_t vpn)
{
	return home_blocks_of(state, who->asid, vpn);
}

static unsigned blocks_walks_at(void *state, uint8_t asid, uint64_t vpn)
{
	return home_blocks_of(state, asid, vpn);
}

static uint64_t blocks_set_block(void *state, uint8_t asid, uint64_t pages)
{
	return home_blocks_set(state, asid, pages);
}

/* Every L1 TLB asks its own slice first; what that misses, the page's home is asked for. */
static unsigned blocks_own_slice(void *state, const struct requester *who, uint64_t vpn)
{
	(void)state, (void)vpn;
	return who->chiplet;
}

static unsigned blocks_serves(void *state, enum home_part part, unsigned chiplet, uint8_t asid,
			      uint64_t vpn)
{
	(void)part, (void)chiplet;
	return home_blocks_of(state, asid, vpn);
}

const struct home_slice_ops home_dhsl_caching = {
	.base = {.name = "dhsl-caching",
		 .summary = "dhsl-coarse, and each slice keeps what it gets from others",
		 .needs = NEED_WALKS | NEED_L2_TLB,
		 .make = blocks_make_coarse,
		 .release = free},
	.home = blocks_own_slice,
	.serves = blocks_serves,
	.caches_remote = true,
	.walks_at = blocks_walks_at,
	.set_block = blocks_set_block,
};

const struct home_slice_ops home_dhsl = {
	.base = {.name = "dhsl",
		 .summary = "blocks of pages as LASP spreads the largest buffer",
		 .storage = home_blocks_storage,
		 .make = blocks_make_fine,
		 .release = free},
	.home = blocks_home,
	.walks_at = blocks_walks_at,
	.set_block = blocks_set_block,
};

const struct home_slice_ops home_dhsl_coarse = {
	.base = {.name = "dhsl-coarse",
		 .summary = "the same, in whole pages of the page table",
		 .storage = home_blocks_storage,
		 .make = blocks_make_coarse,
		 .release = free},
	.home = blocks_home,
	.walks_at = blocks_walks_at,
	.set_block = blocks_set_block,
};
