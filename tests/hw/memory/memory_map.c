/* Where physical addresses lie: a hand-made case, and that no two addresses share a place. */
#include <stdlib.h>

#include "harness.h"
#include "hw/memory/memory_map.h"

TEST(memory_map_by_hand)
{
	struct memory_map_config config = {1 << 20, 256, 2, 4, 4, 1, 0, 0};
	struct memory_map m;

	memory_map_init(&m, &config);
	CHECK_EQ(memory_map_chiplet(&m, 0xfffff), 0);
	CHECK_EQ(memory_map_chiplet(&m, 0x100000), 1);
	/* 0x1234: unit 0x12, bank and channel 2, the fourth (0x12 / 4) unit there, byte 0x34 */
	CHECK_EQ(memory_map_bank(&m, 0x1234), 2);
	CHECK_EQ(memory_map_channel(&m, 0x1234), 2);
	CHECK_EQ(memory_map_local(&m, 0x1234), 0x434);
	/* the other chiplet's local addresses begin at 0 again */
	CHECK_EQ(memory_map_local(&m, 0x101234), 0x434);
}

/* Every address of a chiplet has a (channel, local address) of its own, and channels are dense. */
static void one_to_one(uint64_t unit, uint32_t channels, uint32_t banks)
{
	uint64_t bytes = unit * channels * banks * 4, step = 64;
	struct memory_map_config config = {bytes, unit, 2, banks, channels, 1, 0, 0};
	struct memory_map m;
	uint64_t places = bytes / step;
	uint8_t *seen = calloc(places, 1);

	memory_map_init(&m, &config);
	for (uint64_t a = bytes; a < 2 * bytes; a += step) {
		uint64_t local = memory_map_local(&m, a);
		uint64_t place = memory_map_channel(&m, a) * (places / channels) + local / step;

		CHECK_EQ(memory_map_chiplet(&m, a), 1);
		CHECK(memory_map_bank(&m, a) < banks);
		CHECK(local < bytes / channels);
		CHECK(!seen[place]);
		seen[place] = 1;
		if (banks == channels)
			CHECK_EQ(memory_map_bank(&m, a), memory_map_channel(&m, a));
	}
	free(seen);
}

TEST(memory_map_one_to_one)
{
	one_to_one(256, 8, 8);
	one_to_one(256, 6, 12);
	one_to_one(4096, 16, 16);
	one_to_one(4096, 3, 5);
	one_to_one(64, 1, 4);
}

TEST(memory_map_routes)
{
	struct memory_map_config config = {1 << 20, 256, 2, 4, 4, 1, 0, 0};
	struct memory_map m;
	struct memory_route route = {&m, 1, false};
	struct mem_access a = {.address = 0x101200};

	memory_map_init(&m, &config);
	CHECK_EQ(memory_route_to_bank(&route, &a), 2);
	CHECK_EQ(memory_route_to_channel(&route, &a), 2);
	a.kind = KIND_WALK;
	a.level = 1;
	CHECK_EQ(memory_route_to_bank(&route, &a), 2);
	route.walks_to_dram = true;
	CHECK_EQ(memory_route_to_bank(&route, &a), 5);
	a.level = 0; /* a translation, but no page table's */
	CHECK_EQ(memory_route_to_bank(&route, &a), 2);
	a.address = 0x1200; /* remote: also for walks */
	CHECK_EQ(memory_route_to_bank(&route, &a), 4);
}

/* Three parts of 64 KB on 8 channels and 4 banks, in units of 256 bytes. */
TEST(parts_of_memory_have_banks_and_channels_of_their_own)
{
	struct memory_map_config config = {1 << 20, 256, 2, 4, 8, 3, 1 << 16, 0};
	struct memory_map m;

	memory_map_init(&m, &config);
	/* Channels 0 and 1, 2 to 4, 5 to 7; banks 0, 1, and 2 to 3. */
	for (uint64_t a = 0; a < 3 << 16; a += 256) {
		uint64_t part = a >> 16, unit = (a & 0xffff) / 256;
		static const unsigned first[] = {0, 2, 5}, count[] = {2, 3, 3};

		CHECK_EQ(memory_map_channel(&m, a), first[part] + unit % count[part]);
		CHECK_EQ(memory_map_bank(&m, a), part == 2 ? 2 + unit % 2 : part);
	}
	/* The other chiplet, second part, unit 4: the second in its channel, after the first part.
	 */
	CHECK_EQ(memory_map_channel(&m, 0x110412), 3);
	CHECK_EQ(memory_map_local(&m, 0x110412), 0x10000 + 0x100 + 0x12);
	/* More parts than channels: some share one, at other addresses. */
	config = (struct memory_map_config){1 << 20, 256, 1, 2, 2, 4, 1 << 16, 0};
	memory_map_init(&m, &config);
	CHECK_EQ(memory_map_channel(&m, 0x00000), 0);
	CHECK_EQ(memory_map_channel(&m, 0x10000), 0);
	CHECK_EQ(memory_map_channel(&m, 0x30000), 1);
	CHECK(memory_map_local(&m, 0x00000) != memory_map_local(&m, 0x10000));
}
