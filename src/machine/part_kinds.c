/* Each kind of part as part.h sees it: the part's own functions, under types that a list can hold.
 */
#include "hw/compute/cu.h"
#include "hw/link/host_link.h"
#include "hw/link/link.h"
#include "hw/link/rma.h"
#include "hw/link/rtu.h"
#include "hw/memory/cache.h"
#include "hw/memory/dram.h"
#include "hw/memory/plain_memory.h"
#include "hw/memory/router.h"
#include "hw/paging/fault_buffer.h"
#include "hw/translation/crossbar.h"
#include "hw/translation/home_router.h"
#include "hw/translation/iommu.h"
#include "hw/translation/perfect_tlb.h"
#include "hw/translation/tlb.h"
#include "hw/translation/walker.h"
#include "machine/part.h"

#define STATS(kind)                                                                                \
	static void kind##_part_stats(void *part, struct stats *stats, const char *group)          \
	{                                                                                          \
		kind##_register_stats(part, stats, group);                                         \
	}
#define DESCRIBE(kind)                                                                             \
	static void kind##_part_describe(const void *part, const char *group, FILE *out)           \
	{                                                                                          \
		(void)group;                                                                       \
		kind##_describe(part, out);                                                        \
	}
#define SHOOTDOWN(kind)                                                                            \
	static void kind##_part_shootdown(void *part, uint8_t asid, uint64_t vpn)                  \
	{                                                                                          \
		kind##_shootdown(part, asid, vpn);                                                 \
	}
#define CALL(kind, verb)                                                                           \
	static void kind##_part_##verb(void *part)                                                 \
	{                                                                                          \
		kind##_##verb(part);                                                               \
	}

STATS(cu)
DESCRIBE(cu)
SHOOTDOWN(cu)
CALL(cu, settle)
CALL(cu, free)
const struct part_ops part_cu = {cu_part_stats, cu_part_describe, cu_part_shootdown, cu_part_settle,
				 cu_part_free};

/* Translation */

STATS(tlb)
DESCRIBE(tlb)
SHOOTDOWN(tlb)
CALL(tlb, release)
const struct part_ops part_tlb = {.register_stats = tlb_part_stats,
				  .describe = tlb_part_describe,
				  .shootdown = tlb_part_shootdown,
				  .release = tlb_part_release};

STATS(perfect_tlb)
DESCRIBE(perfect_tlb)
CALL(perfect_tlb, release)
const struct part_ops part_perfect_tlb = {.register_stats = perfect_tlb_part_stats,
					  .describe = perfect_tlb_part_describe,
					  .release = perfect_tlb_part_release};

static void iommu_part_stats(void *part, struct stats *stats, const char *group)
{
	(void)group;
	iommu_register_stats(part, stats, "iommu_l1_tlb", "iommu_l2_tlb");
}

DESCRIBE(iommu)
SHOOTDOWN(iommu)
CALL(iommu, release)
const struct part_ops part_iommu = {.register_stats = iommu_part_stats,
				    .describe = iommu_part_describe,
				    .shootdown = iommu_part_shootdown,
				    .release = iommu_part_release};

/* The scheduler holds this walker's waiting walks, and lives as long as it does. */
static void walker_part_stats(void *part, struct stats *stats, const char *group)
{
	struct walker *w = part;
	const struct walk_scheduler *scheduler = &w->policies.scheduler;

	walker_register_stats(w, stats, group, "pwc");
	if (scheduler->ops->base.register_stats)
		scheduler->ops->base.register_stats(scheduler->state, stats);
}

static void walker_part_release(void *part)
{
	struct walker *w = part;
	const struct walk_scheduler *scheduler = &w->policies.scheduler;

	if (scheduler->ops->base.release)
		scheduler->ops->base.release(scheduler->state);
	walker_release(w);
}

DESCRIBE(walker)
SHOOTDOWN(walker)
const struct part_ops part_walker = {.register_stats = walker_part_stats,
				     .describe = walker_part_describe,
				     .shootdown = walker_part_shootdown,
				     .release = walker_part_release};

STATS(crossbar)
DESCRIBE(crossbar)
SHOOTDOWN(crossbar)
CALL(crossbar, release)
const struct part_ops part_crossbar = {.register_stats = crossbar_part_stats,
				       .describe = crossbar_part_describe,
				       .shootdown = crossbar_part_shootdown,
				       .release = crossbar_part_release};

static void home_router_part_stats(void *part, struct stats *stats, const char *group)
{
	const struct home_router *r = part;

	stats_counter(stats, group, "local", &r->local);
	stats_counter(stats, group, "remote", &r->remote);
}

const struct part_ops part_home_router = {.register_stats = home_router_part_stats};

/* Memory */

STATS(cache)
DESCRIBE(cache)
CALL(cache, free)
const struct part_ops part_cache = {.register_stats = cache_part_stats,
				    .describe = cache_part_describe,
				    .release = cache_part_free};

static void port_idle_part_stats(void *part, struct stats *stats, const char *group)
{
	stats_latency(stats, group, "port_idle", part);
}

const struct part_ops part_port_idle = {.register_stats = port_idle_part_stats};

static void router_part_describe(const void *part, const char *group, FILE *out)
{
	router_describe(part, group, out);
}

CALL(router, release)
const struct part_ops part_router = {.describe = router_part_describe,
				     .release = router_part_release};

static void dram_part_stats(void *part, struct stats *stats, const char *group)
{
	dram_register_stats(part, stats, group, "dram_energy");
}

DESCRIBE(dram)
CALL(dram, settle)
CALL(dram, free)
const struct part_ops part_dram = {.register_stats = dram_part_stats,
				   .describe = dram_part_describe,
				   .settle = dram_part_settle,
				   .release = dram_part_free};

STATS(plain_memory)
DESCRIBE(plain_memory)
CALL(plain_memory, release)
const struct part_ops part_plain_memory = {.register_stats = plain_memory_part_stats,
					   .describe = plain_memory_part_describe,
					   .release = plain_memory_part_release};

/* Between chiplets */

STATS(rtu)
DESCRIBE(rtu)
CALL(rtu, release)
const struct part_ops part_rtu = {.register_stats = rtu_part_stats,
				  .describe = rtu_part_describe,
				  .release = rtu_part_release};

STATS(rma)
DESCRIBE(rma)
CALL(rma, release)
const struct part_ops part_rma = {.register_stats = rma_part_stats,
				  .describe = rma_part_describe,
				  .release = rma_part_release};

STATS(links)
DESCRIBE(links)
CALL(links, release)
const struct part_ops part_links = {.register_stats = links_part_stats,
				    .describe = links_part_describe,
				    .release = links_part_release};

/* Demand paging */

STATS(host_link)
DESCRIBE(host_link)
const struct part_ops part_host_link = {.register_stats = host_link_part_stats,
					.describe = host_link_part_describe};

STATS(fault_buffer)
DESCRIBE(fault_buffer)
CALL(fault_buffer, release)
const struct part_ops part_fault_buffer = {.register_stats = fault_buffer_part_stats,
					   .describe = fault_buffer_part_describe,
					   .release = fault_buffer_part_release};
