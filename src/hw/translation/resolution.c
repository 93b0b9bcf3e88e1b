/* The names of what a resolution counts. */
#include "hw/translation/resolution.h"

void resolution_register_stats(const struct resolution *r, struct stats *stats, const char *group)
{
	static const char *const resolved[TX_SOURCES] = {
		[TX_NONE] = "resolved_unknown",    [TX_L1_TLB] = "resolved_l1_tlb",
		[TX_L1_MSHR] = "resolved_l1_mshr", [TX_VICTIM] = "resolved_victim",
		[TX_L2_TLB] = "resolved_l2_tlb",   [TX_L2_MSHR] = "resolved_l2_mshr",
		[TX_BEYOND] = "resolved_beyond",   [TX_IOMMU_TLB] = "resolved_iommu_tlb",
		[TX_WALK] = "resolved_walk",       [TX_IDEAL] = "resolved_ideal",
	};
	static const char *const lanes[TX_SOURCES] = {
		[TX_NONE] = "lanes_unknown",    [TX_L1_TLB] = "lanes_l1_tlb",
		[TX_L1_MSHR] = "lanes_l1_mshr", [TX_VICTIM] = "lanes_victim",
		[TX_L2_TLB] = "lanes_l2_tlb",   [TX_L2_MSHR] = "lanes_l2_mshr",
		[TX_BEYOND] = "lanes_beyond",   [TX_IOMMU_TLB] = "lanes_iommu_tlb",
		[TX_WALK] = "lanes_walk",       [TX_IDEAL] = "lanes_ideal",
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
