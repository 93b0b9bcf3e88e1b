/* Hit ratios weighted by lanes, counted by hand. */
#include "hw/translation/resolution.h"
#include "harness.h"

static struct resolution vector;

static void answered(enum tx_source source, uint64_t lanes)
{
	struct translation t = {.source = (uint8_t)source};

	resolution_add(&vector, &t, lanes, 0);
}

TEST(lanes_weigh_lookups)
{
	struct stats *stats = stats_new();
	struct lane_lookups l1, l2;

	resolution_register_stats(&vector, stats, "vmem");
	answered(TX_L1_TLB, 64);
	answered(TX_L1_TLB, 1);
	answered(TX_L1_MSHR, 7);
	answered(TX_VICTIM, 30);
	answered(TX_L2_TLB, 20);
	answered(TX_L2_TLB, 1);
	answered(TX_L2_MSHR, 2);
	answered(TX_BEYOND, 3);
	answered(TX_IOMMU_TLB, 4);
	answered(TX_WALK, 5);
	answered(TX_IDEAL, 1000); /* was looked up nowhere */
	l1 = resolution_l1_lanes(stats);
	CHECK_EQ(l1.hits, 65);
	CHECK_EQ(l1.mshr_hits, 7);
	CHECK_EQ(l1.misses, 30 + 21 + 2 + 3 + 4 + 5);
	CHECK_EQ(l1.lookups, 137);
	/* What the L1 TLB or a structure between the two has answered does not come to the L2 TLB.
	 */
	l2 = resolution_l2_lanes(stats);
	CHECK_EQ(l2.hits, 21);
	CHECK_EQ(l2.mshr_hits, 2);
	CHECK_EQ(l2.misses, 3 + 4 + 5);
	CHECK_EQ(l2.lookups, 35);
	stats_free(stats);
}
