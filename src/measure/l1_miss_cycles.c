/* Names of the classes; counting is inline. */
#include "measure/l1_miss_cycles.h"

static const char *const classes[TX_SOURCES][2] = {
	[TX_NONE] = {"elsewhere", "elsewhere"},    [TX_L1_TLB] = {"elsewhere", "elsewhere"},
	[TX_L1_MSHR] = {"elsewhere", "elsewhere"}, [TX_VICTIM] = {"elsewhere", "elsewhere"},
	[TX_L2_TLB] = {"local_hit", "remote_hit"}, [TX_L2_MSHR] = {"local_merged", "remote_merged"},
	[TX_BEYOND] = {"elsewhere", "elsewhere"},  [TX_IOMMU_TLB] = {"elsewhere", "elsewhere"},
	[TX_WALK] = {"walked", "walked"},          [TX_IDEAL] = {"elsewhere", "elsewhere"},
};

void l1_miss_cycles_register_stats(const struct l1_miss_cycles *m, struct stats *stats,
				   const char *group, const char *misses_group)
{
	static const enum tx_source order[] = {TX_L2_TLB,    TX_L2_MSHR, TX_WALK,   TX_NONE,
					       TX_L1_TLB,    TX_L1_MSHR, TX_VICTIM, TX_BEYOND,
					       TX_IOMMU_TLB, TX_IDEAL};

	for (unsigned i = 0; i < sizeof(order) / sizeof(*order); i++)
		for (unsigned remote = 0; remote < 2; remote++) {
			const char *name = classes[order[i]][remote];

			stats_counter(stats, group, name, &m->cycles[order[i]][remote]);
			stats_counter(stats, misses_group, name, &m->misses[order[i]][remote]);
		}
	stats_counter(stats, group, "local_walk", &m->walk_cycles[0]);
	stats_counter(stats, group, "remote_walk", &m->walk_cycles[1]);
}
