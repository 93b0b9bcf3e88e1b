/* Regions: exact bounds, neighbours, the nearest region for messages. */
#include "harness.h"

#include "isa/exec/memory.h"

static uint8_t a[64], b[32];

static void map_two(struct memory *mem)
{
	memory_init(mem);
	memory_map(mem, 0x2000, sizeof(b), b, true, "b");
	memory_map(mem, 0x1000, sizeof(a), a, false, "a");
}

TEST(bounds_are_exact)
{
	struct memory mem;

	map_two(&mem);
	CHECK(memory_at(&mem, 0x1000, 64, true) == a);
	CHECK(memory_at(&mem, 0x103f, 1, true) == a + 63);
	CHECK(memory_at(&mem, 0x103f, 2, true) == NULL);
	CHECK(memory_at(&mem, 0x1040, 1, false) == NULL);
	CHECK(memory_at(&mem, 0x0fff, 1, false) == NULL);
	CHECK(memory_at(&mem, 0x2010, 16, false) == b + 16);
	CHECK(memory_at(&mem, UINT64_MAX, 4, false) == NULL);
	CHECK(memory_at(&mem, UINT64_MAX - 3, 8, false) == NULL);
	memory_release(&mem);
}

TEST(extended_regions_keep_their_size_for_messages)
{
	struct memory mem;

	map_two(&mem);
	memory_extend(&mem, 0x1000, 0x40);
	CHECK(memory_at(&mem, 0x1040, 1, false) == NULL);
	memory_unmap(&mem, 0x1000);
	memory_map(&mem, 0x1000, 16, a, false, "a");
	memory_extend(&mem, 0x1000, 64);
	CHECK(memory_at(&mem, 0x1010, 48, true) == a + 16);
	CHECK(memory_at(&mem, 0x103f, 2, true) == NULL);
	CHECK(memory_nearest(&mem, 0x1040)->named_bytes == 16);
	memory_release(&mem);
}

TEST(readonly_refuses_writes_only)
{
	struct memory mem;

	map_two(&mem);
	CHECK(memory_at(&mem, 0x2000, 4, false) == b);
	CHECK(memory_at(&mem, 0x2000, 4, true) == NULL);
	memory_release(&mem);
}

TEST(unmap_forgets)
{
	struct memory mem;

	map_two(&mem);
	CHECK(memory_at(&mem, 0x1000, 4, false) == a);
	memory_unmap(&mem, 0x1000);
	CHECK(memory_at(&mem, 0x1000, 4, false) == NULL);
	CHECK(memory_at(&mem, 0x2000, 4, false) == b);
	memory_release(&mem);
}

TEST(nearest_is_by_distance_to_the_edge)
{
	struct memory mem;

	map_two(&mem);
	CHECK_STR(memory_nearest(&mem, 0x1048)->name, "a");
	CHECK_STR(memory_nearest(&mem, 0x1ff0)->name, "b");
	CHECK_STR(memory_nearest(&mem, 0)->name, "a");
	CHECK_STR(memory_nearest(&mem, UINT64_MAX)->name, "b");
	memory_release(&mem);
	memory_init(&mem);
	CHECK(memory_nearest(&mem, 5) == NULL);
}
