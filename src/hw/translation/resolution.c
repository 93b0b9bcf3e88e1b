/* The names of what a resolution counts, and what follows from them for the TLBs of a level. */
#include "hw/translation/resolution.h"

static const char *const lanes[TX_SOURCES] = {
	[TX_NONE] = "lanes_unknown",    [TX_L1_TLB] = "lanes_l1_tlb",
	[TX_L1_MSHR] = "lanes_l1_mshr", [TX_VICTIM] = "lanes_victim",
	[TX_L2_TLB] = "lanes_l2_tlb",   [TX_L2_MSHR] = "lanes_l2_mshr",
	[TX_BEYOND] = "lanes_beyond",   [TX_IOMMU_TLB] = "lanes_iommu_tlb",
	[TX_WALK] = "lanes_walk",       [TX_IDEAL] = "lanes_ideal",
};

void resolution_register_stats(const struct resolution *r, struct stats *stats, const char *group)
{
	static const char *const resolved[TX_SOURCES] = {
		[TX_NONE] = "resolved_unknown",    [TX_L1_TLB] = "resolved_l1_tlb",
		[TX_L1_MSHR] = "resolved_l1_mshr", [TX_VICTIM] = "resolved_victim",
		[TX_L2_TLB] = "resolved_l2_tlb",   [TX_L2_MSHR] = "resolved_l2_mshr",
		[TX_BEYOND] = "resolved_beyond",   [TX_IOMMU_TLB] = "resolved_iommu_tlb",
		[TX_WALK] = "resolved_walk",       [TX_IDEAL] = "resolved_ideal",
	};
	static const char *const cycles[TX_SOURCES] = {
		[TX_NONE] = "cycles_unknown",    [TX_L1_TLB] = "cycles_l1_tlb",
		[TX_L1_MSHR] = "cycles_l1_mshr", [TX_VICTIM] = "cycles_victim",
		[TX_L2_TLB] = "cycles_l2_tlb",   [TX_L2_MSHR] = "cycles_l2_mshr",
		[TX_BEYOND] = "cycles_beyond",   [TX_IOMMU_TLB] = "cycles_iommu_tlb",
		[TX_WALK] = "cycles_walk",       [TX_IDEAL] = "cycles_ideal",
	};

	for (unsigned i = 0; i < TX_SOURCES; i++) {
		stats_counter(stats, group, resolved[i], &r->source[i].count);
		stats_counter(stats, group, lanes[i], &r->source[i].lanes);
		stats_counter(stats, group, cycles[i], &r->source[i].cycles);
	}
}

/* What was not resolved in a level went below it: sources are ordered from near to far. */
static struct lane_lookups of_level(const struct stats *stats, enum tx_source hit,
				    enum tx_source merged)
{
	struct lane_lookups l = {
		.hits = stats_get(stats, "vmem", lanes[hit]),
		.mshr_hits = stats_get(stats, "vmem", lanes[merged]),
	};

	for (int i = merged + 1; i <= TX_WALK; i++)
		l.misses += stats_get(stats, "vmem", lanes[i]);
	l.lookups = l.hits + l.mshr_hits + l.misses;
	return l;
}

struct lane_lookups resolution_l1_lanes(const struct stats *stats)
{
	return of_level(stats, TX_L1_TLB, TX_L1_MSHR);
}

struct lane_lookups resolution_l2_lanes(const struct stats *stats)
{
	return of_level(stats, TX_L2_TLB, TX_L2_MSHR);
}
