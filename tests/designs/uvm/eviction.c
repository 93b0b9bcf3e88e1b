/* Eviction policies by hand, on two blocks of 512 pages. */
#include "designs/uvm/uvm.h"

#include <stdlib.h>

#include "config/config.h"
#include "harness.h"
#include "policy/registry.h"

extern const struct eviction_ops evict_lru_4k, evict_lru_64k, evict_lru_2m, evict_tree,
	evict_random, evict_counters;

enum { PAGES = 512, BLOCKS = 2 };

struct bench {
	struct params params;
	const struct eviction_ops *ops;
	void *state;
	struct paged_block block[BLOCKS];
	struct paged_unit unit[BLOCKS][PAGES];
	struct page_mask pinned[BLOCKS];
};

static bool may_leave(void *owner, const struct paged_block *block, unsigned page)
{
	const struct bench *b = owner;

	return page_mask_has(&block->present, page) &&
	       !page_mask_has(&b->pinned[block - b->block], page);
}

static struct bench *bench_new(const struct eviction_ops *ops)
{
	struct bench *b = calloc(1, sizeof(*b));
	struct plan_facts facts = {.params = &b->params, .page_shift = 12};

	params_init(&b->params);
	b->ops = ops;
	b->state = ops->base.make(&facts);
	for (unsigned k = 0; k < BLOCKS; k++) {
		b->block[k].pages = PAGES;
		b->block[k].unit = b->unit[k];
		page_mask_add_all(&b->block[k].managed, 0, PAGES);
		for (unsigned i = 0; i < PAGES; i++) {
			b->unit[k][i].block = &b->block[k];
			b->unit[k][i].page = (uint16_t)i;
		}
	}
	return b;
}

static void bench_free(struct bench *b)
{
	b->ops->base.release(b->state);
	params_release(&b->params);
	free(b);
}

static void come(struct bench *b, unsigned k, unsigned first, unsigned pages)
{
	for (unsigned i = first; i < first + pages; i++) {
		page_mask_add(&b->block[k].present, i);
		b->ops->came(b->state, &b->block[k], i);
	}
}

static void use(struct bench *b, unsigned k, unsigned page)
{
	if (b->ops->used)
		b->ops->used(b->state, &b->block[k], page);
}

/* Pages that leave, of which block; they are gone then. */
static unsigned leave(struct bench *b, unsigned *k, unsigned *first)
{
	struct eviction_site site = {may_leave, b};
	struct page_mask leaving = {{0}};
	struct paged_block *block = b->ops->choose(b->state, &site, &leaving);

	if (!block)
		return 0;
	*k = (unsigned)(block - b->block);
	*first = page_mask_next(&leaving, 0);
	for (unsigned i = *first; i < PAGES; i = page_mask_next(&leaving, i + 1)) {
		CHECK(may_leave(b, block, i));
		page_mask_drop(&block->present, i);
		b->ops->gone(b->state, block, i);
	}
	return page_mask_count(&leaving);
}

static void check_leaves(struct bench *b, unsigned k, unsigned first, unsigned pages)
{
	unsigned got_k = 99, got_first = 9999, got = leave(b, &got_k, &got_first);

	CHECK_EQ(got, pages);
	CHECK_EQ(got_k, k);
	CHECK_EQ(got_first, first);
}

TEST(lru_of_pages)
{
	struct bench *b = bench_new(&evict_lru_4k);

	come(b, 0, 0, 3);
	come(b, 1, 7, 1);
	use(b, 0, 0);
	page_mask_add(&b->pinned[0], 1);
	check_leaves(b, 0, 2, 1);
	check_leaves(b, 1, 7, 1);
	check_leaves(b, 0, 0, 1);
	b->pinned[0] = (struct page_mask){{0}};
	check_leaves(b, 0, 1, 1);
	CHECK_EQ(leave(b, &(unsigned){0}, &(unsigned){0}), 0);
	bench_free(b);
}

TEST(lru_of_64_kilobytes)
{
	struct bench *b = bench_new(&evict_lru_64k);

	come(b, 0, 0, 32);
	come(b, 1, 16, 4);
	use(b, 0, 15); /* a use of one page is one of its 64 KB */
	check_leaves(b, 0, 16, 16);
	check_leaves(b, 1, 16, 4);
	check_leaves(b, 0, 0, 16);
	bench_free(b);
}

TEST(lru_of_2_megabytes)
{
	struct bench *b = bench_new(&evict_lru_2m);

	come(b, 0, 0, 512);
	come(b, 1, 100, 100);
	use(b, 0, 511);
	check_leaves(b, 1, 100, 100);
	check_leaves(b, 0, 0, 512);
	bench_free(b);
}

/* The oldest 64 KB of a block of which little stays take the rest along. */
TEST(along_the_tree)
{
	struct bench *b = bench_new(&evict_tree);

	come(b, 0, 0, 64); /* an eighth of 2 MB: less than half of what is above 256 KB */
	come(b, 1, 0, 512);
	use(b, 0, 0);
	check_leaves(b, 0, 0, 64);
	check_leaves(b, 1, 0, 16);
	check_leaves(b, 1, 16, 16);
	check_leaves(b, 1, 32, 32); /* a quarter of 256 KB would stay */
	bench_free(b);
}

TEST(fewest_accesses)
{
	struct bench *b = bench_new(&evict_counters);

	come(b, 0, 0, 48);
	for (unsigned i = 0; i < 5; i++)
		use(b, 0, 3);
	use(b, 0, 40);
	use(b, 0, 20);
	use(b, 0, 20);
	check_leaves(b, 0, 32, 16);
	check_leaves(b, 0, 16, 16);
	check_leaves(b, 0, 0, 16);
	bench_free(b);
}

TEST(any_page)
{
	struct bench *b = bench_new(&evict_random);
	unsigned k, first, early = 0;

	come(b, 0, 0, 512);
	page_mask_add(&b->pinned[0], 77);
	for (unsigned i = 0; i < 511; i++) {
		CHECK_EQ(leave(b, &k, &first), 1);
		CHECK(first != 77);
		early += i < 256 && first < 256;
	}
	CHECK(early > 80 && early < 176); /* about half */
	CHECK_EQ(leave(b, &k, &first), 0);
	bench_free(b);
}
