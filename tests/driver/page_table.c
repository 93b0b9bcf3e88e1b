/* The page table against a plain map: random maps and unmaps, where its entries lie, what it
 * remembers. */
#include "harness.h"

#include <stdlib.h>

#include "driver/memory/page_table.h"
#include "base/rng.h"
#include "policy/stock.h"
#include "socket/walk_levels.h"

#define MEMORY_BYTES (UINT64_C(64) << 30)

/* Of pages, and of table pages: the usual, few index bits, and few with an entry to a line, where
 * the root takes many frames. */
static const struct shape {
	unsigned page_shift, index_bits, pte_bytes;
} shapes[] = {
	{12, 0, 0}, {16, 0, 0}, {21, 0, 0}, {12, 5, 0}, {12, 5, 128}, {21, 5, 128}, {16, 7, 32},
};

enum { SHAPES = sizeof(shapes) / sizeof(*shapes) };

static struct frames *make_frames(unsigned page_shift)
{
	return frames_new(&(struct frames_config){.chiplets = 2,
						  .memory_bytes = MEMORY_BYTES,
						  .page_shift = page_shift,
						  .scattered = true,
						  .seed = 1});
}

static struct page_table *make_shape(struct frames *frames, const struct shape *shape, uint8_t asid)
{
	return page_table_new(
		&(struct page_table_config){.asid = asid,
					    .page_shift = shape->page_shift,
					    .index_bits = shape->index_bits,
					    .pte_bytes = shape->pte_bytes,
					    .frames = frames,
					    .placement.ops = &placement_tables_follow});
}

static struct page_table *make(struct frames *frames, unsigned page_shift, uint8_t asid)
{
	return make_shape(frames, &(struct shape){page_shift, 0, 0}, asid);
}

enum { CLUSTERS = 40, CLUSTER_PAGES = 50, PAGES = CLUSTERS * CLUSTER_PAGES, STEPS = 20000 };

/* Clusters of pages anywhere in 48 bits, some across the end of a table page. */
static uint64_t page_number(unsigned i, unsigned page_shift)
{
	uint64_t cluster = i / CLUSTER_PAGES * UINT64_C(0x9e3779b97f4a7c15);

	return ((cluster >> (16 + page_shift)) + i % CLUSTER_PAGES) %
	       (UINT64_C(1) << (48 - page_shift));
}

TEST(agrees_with_a_plain_map)
{
	for (int s = 0; s < SHAPES; s++) {
		struct frames *frames = make_frames(shapes[s].page_shift);
		struct page_table *pt = make_shape(frames, &shapes[s], 0);
		static uint64_t want[PAGES];
		static unsigned changes[PAGES];
		uint64_t mapped = 0, frame;
		struct rng rng;
		struct error err;

		memset(want, 0, sizeof(want));
		memset(changes, 0, sizeof(changes));
		rng_seed(&rng, 42);
		for (int step = 0; step < STEPS; step++) {
			unsigned i = (unsigned)rng_below(&rng, PAGES);
			uint64_t vpn = page_number(i, shapes[s].page_shift);

			if (!want[i]) {
				CHECK(frames_take(frames, i % 2, &frame, &err));
				CHECK(page_table_map(pt, vpn, frame, i % 2, &err));
				want[i] = frame | 1;
				mapped++;
			} else {
				CHECK_EQ(page_table_unmap(pt, vpn), want[i] & ~UINT64_C(1));
				frames_give(frames, want[i] & ~UINT64_C(1));
				want[i] = 0;
				changes[i]++;
				mapped--;
			}
			i = (unsigned)rng_below(&rng, PAGES);
			vpn = page_number(i, shapes[s].page_shift);
			CHECK_EQ(page_table_translate(pt, vpn, &frame), want[i] != 0);
			CHECK_EQ(frame, want[i] & ~UINT64_C(1));
			CHECK_EQ(page_table_generation(pt, vpn), changes[i]);
		}
		CHECK_EQ(pt->mapped, mapped);
		CHECK(!page_table_translate(pt, UINT64_C(1) << (48 - shapes[s].page_shift),
					    &frame));
		CHECK(!page_table_translate(pt, UINT64_MAX, &frame));
		page_table_free(pt);
		CHECK_EQ(frames_used_tables(frames, 0), 0);
		CHECK_EQ(frames_used_tables(frames, 1), 0);
		frames_free(frames);
	}
}

struct step {
	uint64_t address, prefix;
	unsigned level;
};

static int by_address(const void *a, const void *b)
{
	const struct step *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

TEST(each_entry_has_an_address_of_its_own)
{
	for (int s = 0; s < SHAPES; s++) {
		struct frames *frames = make_frames(shapes[s].page_shift);
		struct page_table *pt = make_shape(frames, &shapes[s], 0);
		unsigned leaf = walk_leaf(shapes[s].page_shift), count = 0;
		static struct step steps[4 * PAGES];
		uint64_t tables_from = MEMORY_BYTES - MEMORY_BYTES / 32;
		uint32_t pte_bytes = shapes[s].pte_bytes ? shapes[s].pte_bytes : WALK_PTE_BYTES;
		struct walk_shape shape = walk_shape(shapes[s].page_shift, shapes[s].index_bits);
		struct error err;

		for (unsigned i = 0; i < PAGES; i++)
			CHECK(page_table_map(pt, page_number(i, shapes[s].page_shift),
					     UINT64_C(4096) << 9, i % 2, &err));
		for (unsigned i = 0; i < PAGES; i++)
			for (unsigned level = WALK_ROOT; level >= leaf; level--) {
				uint64_t vpn = page_number(i, shapes[s].page_shift);
				struct step *step = &steps[count++];

				CHECK(page_table_entry_address(pt, vpn, level, &step->address));
				CHECK(step->address % MEMORY_BYTES >= tables_from);
				CHECK_EQ(step->address % 4096,
					 walk_index(shape, vpn, level) * pte_bytes % 4096);
				step->prefix = walk_prefix(shape, vpn, level);
				step->level = level;
			}
		CHECK_EQ(count, PAGES * walk_levels(shapes[s].page_shift));
		qsort(steps, count, sizeof(*steps), by_address);
		for (unsigned i = 1; i < count; i++)
			if (steps[i].address == steps[i - 1].address) {
				CHECK_EQ(steps[i].prefix, steps[i - 1].prefix);
				CHECK_EQ(steps[i].level, steps[i - 1].level);
			}
		/* The root alone may have more than one. */
		CHECK(frames_used_tables(frames, 0) + frames_used_tables(frames, 1) >=
		      pt->table_pages);
		if (!shapes[s].index_bits)
			CHECK_EQ(frames_used_tables(frames, 0) + frames_used_tables(frames, 1),
				 pt->table_pages);
		page_table_free(pt);
		frames_free(frames);
	}
}

TEST(walk_of_an_unmapped_page_ends_where_the_tree_ends)
{
	struct frames *frames = make_frames(12);
	struct page_table *pt = make(frames, 12, 0);
	uint64_t vpn = UINT64_C(0x100000), pa, shared;
	struct error err;

	CHECK(!page_table_entry_address(pt, vpn, 4, &pa));
	CHECK(page_table_map(pt, vpn, 0x5000, 1, &err));
	CHECK_EQ(pt->table_pages, 4);
	/* Same leaf page: the entry is there and empty. */
	CHECK(page_table_entry_address(pt, vpn, 1, &shared));
	CHECK(page_table_entry_address(pt, vpn + 3, 1, &pa));
	CHECK_EQ(pa, shared + 24);
	CHECK_EQ(page_table_entry(pt, vpn + 3), 0);
	/* Next leaf page: levels 4 to 2 are there. */
	CHECK(!page_table_entry_address(pt, vpn + 512, 1, &pa));
	CHECK(page_table_entry_address(pt, vpn + 512, 2, &pa));
	CHECK(page_table_entry_address(pt, vpn, 2, &shared));
	CHECK_EQ(pa, shared + 8);
	CHECK(!page_table_entry_address(pt, vpn + (UINT64_C(1) << 27), 3, &pa));
	CHECK(page_table_entry_address(pt, vpn + (UINT64_C(1) << 27), 4, &pa));
	/* All of it on the data's chiplet. */
	CHECK_EQ(pa / MEMORY_BYTES, 1);
	CHECK_EQ(frames_used_tables(frames, 1), 4);
	page_table_free(pt);
	frames_free(frames);
}

TEST(a_moved_page_is_told_from_a_wrong_one)
{
	struct frames *frames = make_frames(16);
	struct page_table *pt = make(frames, 16, 0);
	struct error err;
	uint64_t frame;

	CHECK(page_table_map(pt, 77, 0x30000, 0, &err));
	CHECK_EQ(page_table_generation(pt, 77), 0);
	CHECK_EQ(page_table_remap(pt, 77, 0x50000), 0x30000);
	CHECK(page_table_translate(pt, 77, &frame));
	CHECK_EQ(frame, 0x50000);
	CHECK_EQ(page_table_generation(pt, 77), 1);
	CHECK_EQ(page_table_unmap(pt, 77), 0x50000);
	CHECK(!page_table_translate(pt, 77, &frame));
	CHECK_EQ(page_table_generation(pt, 77), 2);
	CHECK(page_table_map(pt, 77, 0x90000, 0, &err));
	CHECK_EQ(page_table_generation(pt, 77), 2);
	page_table_free(pt);
	frames_free(frames);
}

TEST(memory_is_linear_in_mapped_pages)
{
	struct frames *frames = make_frames(12);
	struct page_table *pt = make(frames, 12, 0);
	struct error err;

	for (uint64_t vpn = 0; vpn < 1 << 17; vpn++)
		CHECK(page_table_map(pt, vpn, vpn << 12, 0, &err));
	/* 512 MB: 256 leaf pages, one above them, one above that, the root. */
	CHECK_EQ(pt->table_pages, 256 + 3);
	page_table_free(pt);
	frames_free(frames);
}

TEST(exhausted_table_frames_are_an_error)
{
	struct frames *frames = frames_new(
		&(struct frames_config){.chiplets = 1, .memory_bytes = 1 << 20, .page_shift = 12});
	struct page_table *pt = make(frames, 12, 0);
	struct error err;
	unsigned i = 0;

	/* 32 KB of table frames: root, 3, 2 and five leaf pages. */
	while (page_table_map(pt, (uint64_t)i << 9, 0x1000, 0, &err))
		i++;
	CHECK_EQ(i, 5);
	CHECK_CONTAINS(err.text, "memory.bytes");
	page_table_free(pt);
	frames_free(frames);
}
