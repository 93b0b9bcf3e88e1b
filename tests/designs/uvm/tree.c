/* The tree's decisions against a plain reading of its definition, and the policies around it. */
#include "designs/uvm/uvm.h"

#include <stdlib.h>

#include "base/rng.h"
#include "harness.h"

/*
 * As the definition reads: a node is a number of bytes from a place; it has two halves, down to the
 * basic block. What comes: the basic blocks of the pages asked for; then, for every node above one
 * of these, smaller ones first, all of it if more than so much of it is there or comes.
 */
struct reading {
	bool managed[PAGED_BLOCK_PAGES], there[PAGED_BLOCK_PAGES], comes[PAGED_BLOCK_PAGES];
	unsigned leaf;
	double density;
};

/* Nodes of one size below this one. */
static void read_nodes(struct reading *r, unsigned first, unsigned size, unsigned wanted)
{
	unsigned pages = 0, full = 0;
	bool asked = false;

	if (size > wanted) {
		read_nodes(r, first, size / 2, wanted);
		read_nodes(r, first + size / 2, size / 2, wanted);
		return;
	}
	for (unsigned i = first; i < first + size; i++) {
		pages += r->managed[i];
		full += r->managed[i] && (r->there[i] || r->comes[i]);
		asked |= r->comes[i];
	}
	if (!asked || (size > r->leaf && !((double)full / pages > r->density / 100)))
		return;
	for (unsigned i = first; i < first + size; i++)
		r->comes[i] |= r->managed[i] && !r->there[i];
}

struct chance {
	struct rng rng;
	struct paged_block block;
	struct paged_unit unit[PAGED_BLOCK_PAGES];
};

/* A block of which the buffer has the first pages; most often all. */
static void draw_block(struct chance *c, unsigned pages)
{
	unsigned end = rng_below(&c->rng, 3) ? pages : 1 + (unsigned)rng_below(&c->rng, pages);

	memset(&c->block, 0, sizeof(c->block));
	c->block.pages = pages;
	c->block.unit = c->unit;
	memset(c->unit, 0, sizeof(c->unit));
	for (unsigned i = 0; i < pages; i++) {
		c->unit[i].block = &c->block;
		c->unit[i].page = (uint16_t)i;
		if (i < end)
			page_mask_add(&c->block.managed, i);
	}
}

static unsigned draw_page(struct chance *c)
{
	unsigned page;

	do
		page = (unsigned)rng_below(&c->rng, c->block.pages);
	while (!page_mask_has(&c->block.managed, page));
	return page;
}

static void check_fault(struct chance *c, const struct uvm_tree *tree,
			const struct page_mask *asked)
{
	struct page_mask wanted = *asked;
	struct reading r = {.leaf = tree->leaf, .density = tree->density};

	for (unsigned i = 0; i < c->block.pages; i++) {
		r.managed[i] = page_mask_has(&c->block.managed, i);
		r.there[i] = page_mask_has(&c->block.present, i);
		r.comes[i] = page_mask_has(asked, i);
	}
	for (unsigned size = tree->leaf; size <= c->block.pages; size *= 2)
		read_nodes(&r, 0, c->block.pages, size);
	uvm_tree_grow(tree, &c->block, &wanted);
	for (unsigned i = 0; i < c->block.pages; i++) {
		bool comes = page_mask_has(&wanted, i) && page_mask_has(&c->block.managed, i) &&
			     !page_mask_has(&c->block.present, i);

		CHECK_EQ(comes, r.comes[i]);
		if (comes)
			page_mask_add(&c->block.present, i);
	}
}

/* Sequences of faults until all is there; a million faults (fewer under the sanitizers). */
TEST(a_million_faults_along_the_tree)
{
	static const struct {
		unsigned pages, leaf;
		double density;
	} shapes[] = {{512, 16, 50}, {512, 16, 51}, {32, 1, 50}, {512, 8, 25}, {512, 64, 75}};
	const unsigned faults = SANITIZED ? 20000 : 1000000;
	struct chance *c = calloc(1, sizeof(*c));
	unsigned done = 0;

	rng_seed(&c->rng, 1);
	for (unsigned round = 0; done < faults; round++) {
		unsigned s = round % (sizeof(shapes) / sizeof(*shapes));
		struct uvm_tree tree = {shapes[s].leaf, shapes[s].density};

		draw_block(c, shapes[s].pages);
		while (page_mask_count(&c->block.present) < page_mask_count(&c->block.managed)) {
			unsigned many =
				rng_below(&c->rng, 4) ? 1 : 1 + (unsigned)rng_below(&c->rng, 9);
			struct page_mask asked = {{0}};

			for (unsigned i = 0; i < many; i++) {
				unsigned page = draw_page(c);

				if (!page_mask_has(&c->block.present, page))
					page_mask_add(&asked, page);
			}
			if (!page_mask_count(&asked))
				continue;
			done += page_mask_count(&asked);
			check_fault(c, &tree, &asked);
			/* Now and then something leaves. */
			if (!rng_below(&c->rng, 8))
				page_mask_drop(&c->block.present, draw_page(c));
			if (!rng_below(&c->rng, 200))
				break;
		}
	}
	free(c);
}

/* Touched in order, 2 MB come in six steps: after the leaves 1, 2, 3, 5, 9 and 17. */
TEST(two_megabytes_in_six_faults)
{
	struct chance *c = calloc(1, sizeof(*c));
	struct uvm_tree tree = {16, 50};
	unsigned faults = 0, first[8];

	rng_seed(&c->rng, 3);
	do
		draw_block(c, 512);
	while (page_mask_count(&c->block.managed) < 512);
	for (unsigned page = 0; page < 512; page++) {
		struct page_mask asked = {{0}};

		if (page_mask_has(&c->block.present, page))
			continue;
		page_mask_add(&asked, page);
		first[faults++] = page / 16 + 1;
		check_fault(c, &tree, &asked);
	}
	CHECK_EQ(faults, 6);
	CHECK_EQ(first[2], 3);
	CHECK_EQ(first[3], 5);
	CHECK_EQ(first[4], 9);
	CHECK_EQ(first[5], 17);
	free(c);
}

static bool any(void *owner, const struct paged_block *block, unsigned page)
{
	return page_mask_has(&block->present, page) && page != *(const unsigned *)owner;
}

/* From full, blocks leave one by one, then the rest as soon as less than half of a node stays. */
TEST(leaving_mirrors_coming)
{
	struct chance *c = calloc(1, sizeof(*c));
	struct uvm_tree tree = {16, 50};
	unsigned nobody = UINT32_MAX, pinned = 3;
	struct eviction_site site = {any, &nobody};
	struct page_mask leaving;

	rng_seed(&c->rng, 3);
	do
		draw_block(c, 128); /* eight basic blocks */
	while (page_mask_count(&c->block.managed) < 128);
	c->block.present = c->block.managed;
	static const struct {
		unsigned page, gone; /* pages that leave */
	} steps[] = {
		{0, 16},  /* one of two: half stays, which is not less */
		{32, 16}, /* of its four blocks two stay */
		{64, 16},
		{16, 80}, /* of the first 32 KB none; of four blocks one stays, so it goes; of eight
			   * three stay, so they go */
	};

	for (unsigned i = 0; i < 4; i++) {
		memset(&leaving, 0, sizeof(leaving));
		uvm_tree_shrink(&tree, &c->block, steps[i].page, &site, &leaving);
		CHECK_EQ(page_mask_count(&leaving), steps[i].gone);
		for (unsigned k = 0; k < 128; k++)
			if (page_mask_has(&leaving, k))
				page_mask_drop(&c->block.present, k);
	}
	CHECK_EQ(page_mask_count(&c->block.present), 0);
	/* What may not leave stays. */
	site.owner = &pinned;
	c->block.present = c->block.managed;
	memset(&leaving, 0, sizeof(leaving));
	uvm_tree_shrink(&tree, &c->block, 0, &site, &leaving);
	CHECK_EQ(page_mask_count(&leaving), 15);
	free(c);
}
