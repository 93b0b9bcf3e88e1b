/* Who has which part of the arena: the same calls, the same addresses; nothing overlaps. */
#include "runtime/arena.h"

#include <stdlib.h>

#include "base/rng.h"
#include "harness.h"

enum { PAGE = 4096 };
static const uint64_t base = UINT64_C(1) << 36;

static struct arena fresh(uint64_t pages)
{
	struct arena a;

	arena_init(&a, base, pages * PAGE, PAGE);
	return a;
}

TEST(first_fit_from_the_bottom)
{
	struct arena a = fresh(100);
	uint64_t first = arena_take(&a, 100, 1, 0), second = arena_take(&a, PAGE + 1, 1, 0);
	uint64_t third = arena_take(&a, 5, 1, 0);

	CHECK_EQ(first, base);
	CHECK_EQ(second, base + 2 * PAGE); /* a page stays free in between */
	CHECK_EQ(third, base + 5 * PAGE);
	arena_give(&a, second);
	CHECK_EQ(arena_take(&a, 3 * PAGE, 1, 0), base + 7 * PAGE); /* too large for the gap */
	CHECK_EQ(arena_take(&a, 2 * PAGE, 1, 0), second);
	free(a.blocks);
}

TEST(alignment_above_a_page)
{
	struct arena a = fresh(100);

	arena_take(&a, 1, 1, 0);
	CHECK_EQ(arena_take(&a, 1, 16 * PAGE, 0), base + 16 * PAGE);
	CHECK_EQ(arena_take(&a, 1, 1, 0), base + 2 * PAGE);
	free(a.blocks);
}

TEST(full_is_full)
{
	struct arena a = fresh(4);

	CHECK_EQ(arena_take(&a, 4 * PAGE, 1, 0), 0);
	CHECK_EQ(arena_take(&a, UINT64_MAX, 1, 0), 0);
	CHECK_EQ(arena_take(&a, 3 * PAGE, 1, 0), base);
	CHECK_EQ(arena_take(&a, 1, 1, 0), 0);
	free(a.blocks);
}

TEST(found_by_either_address)
{
	struct arena a = fresh(100);
	uint64_t own = arena_take(&a, 100, 1, 0), shared = arena_take(&a, 2 * PAGE, 1, 0x7000);
	struct arena_block b;

	CHECK(arena_find(&a, own + 99, &b) && b.address == own && !b.host);
	CHECK(!arena_find(&a, own + 100, &b));
	CHECK(arena_find(&a, shared, &b) && b.host == 0x7000);
	CHECK(arena_find_host(&a, 0x7000 + 2 * PAGE - 1, &b) && b.address == shared);
	CHECK(!arena_find_host(&a, 0x7000 + 2 * PAGE, &b));
	CHECK(!arena_find_host(&a, 0, &b));
	free(a.blocks);
}

/* Random takes and gives beside a map of pages. */
TEST(nothing_overlaps)
{
	enum { PAGES = 512, HELD = 64, STEPS = 20000 };
	static uint8_t taken[PAGES];
	struct arena a = fresh(PAGES);
	uint64_t held[HELD] = {0}, bytes[HELD] = {0};
	struct rng rng;

	rng_seed(&rng, 1);
	for (int step = 0; step < STEPS; step++) {
		size_t i = rng_below(&rng, HELD);
		uint64_t first;

		if (held[i]) {
			memset(taken + (held[i] - base) / PAGE, 0,
			       (bytes[i] + PAGE - 1) / PAGE + 1);
			arena_give(&a, held[i]);
			held[i] = 0;
			continue;
		}
		bytes[i] = 1 + rng_below(&rng, 12 * PAGE);
		held[i] = arena_take(&a, bytes[i], UINT64_C(1) << rng_below(&rng, 15), 0);
		if (!held[i])
			continue;
		first = (held[i] - base) / PAGE;
		for (uint64_t p = first; p <= first + (bytes[i] + PAGE - 1) / PAGE; p++) {
			CHECK(p < PAGES && !taken[p]);
			taken[p] = 1;
		}
	}
	free(a.blocks);
}
