/*
 * The parts of the machine, as they are wired; for system.c and the files beside it only. Arrays
 * have one element per chiplet, per CU or per group of CUs, as their comments say.
 */
#ifndef MACHINE_PARTS_H
#define MACHINE_PARTS_H

#include "driver/dispatch/timed_dispatch.h"
#include "driver/memory/address_space.h"
#include "driver/memory/frames.h"
#include "driver/paging/pager.h"
#include "hw/compute/cu.h"
#include "hw/compute/memory_pipe.h"
#include "hw/link/host_link.h"
#include "hw/link/rma.h"
#include "hw/link/rtu.h"
#include "hw/memory/cache.h"
#include "hw/memory/dram.h"
#include "hw/memory/memory_map.h"
#include "hw/memory/plain_memory.h"
#include "hw/memory/router.h"
#include "hw/paging/fault_buffer.h"
#include "hw/translation/crossbar.h"
#include "hw/translation/first_touch.h"
#include "hw/translation/home_router.h"
#include "hw/translation/iommu.h"
#include "hw/translation/oracle.h"
#include "hw/translation/perfect_tlb.h"
#include "hw/translation/tlb.h"
#include "hw/translation/walker.h"
#include "machine/part.h"
#include "machine/system.h"
#include "measure/measurements.h"
#include "plan.h"
#include "sim/run_control.h"

/* As the parameter `translation` chooses. */
enum translation_mode { TRANSLATION_WALK, TRANSLATION_PERFECT_L2, TRANSLATION_IDEAL };

/* What a group of CUs shares: instruction cache and TLB, or scalar cache and TLB. */
struct cu_group {
	struct tlb tlb;
	struct cache *cache;
	struct latency port_idle; /* of the instruction cache */
};

/* One DRAM channel of either kind; the other pointer is unused. */
struct channel {
	struct dram *dram;
	struct plain_memory plain;
};

/* Where a stage between an L1 TLB and the L2 TLB stands. */
struct stage_site {
	struct system *system;
	struct chiplet *chiplet;
	unsigned cu;
};

struct chiplet {
	unsigned index, cu_count;
	struct system *system;

	/* Translation */
	struct tlb *l1_tlbs;
	unsigned l1_tlb_count;
	struct crossbar crossbar; /* between CUs and L1 TLBs, when the organisation wants one */
	bool has_crossbar;
	struct stage_site *sites; /* per L1 TLB, when a stage wants to know; else NULL */
	struct cu_group *fetch_groups, *scalar_groups;
	unsigned fetch_group_count, scalar_group_count;
	struct first_touch first_touch; /* where pages are placed by it */
	struct home_router home;
	struct miss_router misses; /* where L2 TLBs keep what others serve */
	struct rtu rtu;
	struct tlb l2_tlb;
	struct perfect_tlb perfect;
	struct iommu iommu;
	struct walker walker;

	/* Data */
	struct cache **l1_caches; /* per CU */
	struct cache **l2_banks;
	struct router to_l2, to_dram;
	struct mem_port data; /* to_l2, as first-level caches see it */
	struct memory_route l2_route, dram_route;
	struct channel *channels;
	struct rma rma;
};

/* Invariant: several chiplets have links, RTU and RMA; a single one has none of them. */
struct system {
	struct engine engine;
	struct params params;
	struct system_options options;
	struct plan plan;
	struct part_list parts; /* every part, in the order of wiring */
	struct run_control control;
	bool interrupted;
	enum translation_mode translation;
	bool has_l2_tlb; /* walks are modelled, and misses of first-level TLBs do not start them */
	unsigned page_shift;

	struct pool translations, accesses, transfers;
	struct pipe_storage storage;
	struct memory_map map;
	struct links links;
	struct chiplet *chiplets;
	unsigned chiplet_count, cus_per_chiplet, cu_count;
	struct cu **cus;

	bool is_paged; /* demand paging; without it none of the next three exist */
	struct host_link host_link;
	struct fault_buffer faults;
	struct pager *pager;
	bool relaunches; /* the dispatcher stops the machine */
	unsigned ended;  /* applications, where it does not */

	struct frames **frames;        /* by part of memory */
	unsigned memory_parts;         /* 1: shared by all; else one per application */
	struct address_space **spaces; /* by asid */
	unsigned app_count;
	struct system_app_result *results;
	struct dispatcher *dispatcher;
	struct warm_launch *warm; /* of each application; NULL: none had one */
	struct oracle oracle;
	struct measurements measurements;
	struct stats *stats;
};

/* part_configs.c: parameters of one part. */
/* What each part of a divided memory has, beginning at a page of any size; 0: there is too little.
 */
uint64_t memory_part_bytes(const struct system *s);
void config_cu(const struct system *s, struct cu_config *c);
void config_l1_tlb(const struct system *s, struct tlb_config *c);
void config_fetch_tlb(const struct system *s, struct tlb_config *c);
void config_scalar_tlb(const struct system *s, struct tlb_config *c);
void config_l2_tlb(const struct system *s, struct tlb_config *c);
void config_perfect_tlb(const struct system *s, struct perfect_tlb_config *c);
void config_iommu(const struct system *s, struct iommu_config *c);
void config_walker(const struct system *s, struct walker_config *c);
void config_l1_cache(const struct system *s, struct cache_config *c);
void config_fetch_cache(const struct system *s, struct cache_config *c);
void config_scalar_cache(const struct system *s, struct cache_config *c);
void config_l2_bank(const struct system *s, struct cache_config *c);
void config_memory_map(const struct system *s, struct memory_map_config *c);
void config_dram(const struct system *s, struct dram_config *c);
void config_dram_currents(const struct system *s, struct dram_currents *c);
void config_plain(const struct system *s, struct plain_memory_config *c);
void config_host_link(const struct system *s, struct host_link_config *c);
void config_pager(struct system *s, struct pager_config *c);
void config_links(const struct system *s, struct link_config *c);
void config_measurements(const struct system *s, struct measurements_config *c);
void config_frames(const struct system *s, unsigned part, struct frames_config *c);

static inline uint32_t u32(const struct system *s, enum param id)
{
	return (uint32_t)param(&s->params, id);
}

/* system.c: what policies are told when they are made. */
struct plan_facts system_facts(struct system *s);

/* data.c, translation.c: one chiplet, in this order. */
void chiplet_wire_data(struct system *s, struct chiplet *ch);
void chiplet_wire_translation(struct system *s, struct chiplet *ch);

/* stages.c */
void system_attach_stages(struct system *s, struct chiplet *ch);

/* run.c: the hooks that the wiring hands to parts. */
void system_shootdown(void *system, uint8_t asid, uint64_t vpn);
void system_register_stats(struct system *s);
struct page_source system_page_source(struct system *s);
/* As a walker of this chiplet sees the page tables. */
struct page_source system_walk_source(struct chiplet *ch);
void system_touch(void *system, uint8_t asid, uint64_t vpn, unsigned chiplet);
struct cu_hooks system_cu_hooks(struct system *s);
void system_kernel_begins(void *system, uint8_t asid, unsigned first_cu, unsigned cus, bool again);
/* Empties the cache that serves requests of this kind from a CU. */
void system_invalidate(void *system, unsigned cu, enum request_kind kind);

/* paging.c: only where is_paged. */
void system_wire_paging(struct system *s);
void system_page_begins(void *system, const struct requester *who, uint64_t vpn, enum mem_op op);
void system_page_ends(void *system, const struct requester *who, uint64_t vpn, uint64_t frame);

/* warm.c */
void system_free_warm(struct system *s);

/* apps.c: applications and their relaunches. */
bool system_add_apps(struct system *s, const struct system_app *apps, struct error *err);
void system_app_ended(void *system, uint8_t asid);
bool system_relaunch(void *system, uint8_t asid, struct app_instance *next, struct error *err);
/* Wavefront instructions of its CUs so far. */

/* Bandwidth as an exact fraction of bytes per cycle. */
static inline double bytes_per_cycle(double gb_per_s, double core_mhz)
{
	return gb_per_s * 1e3 / core_mhz;
}

#endif
