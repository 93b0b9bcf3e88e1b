/* The way of a translation: walkers, IOMMU, L2 TLB, home slice, and the first-level TLBs above
 * them. */
#include "machine/parts.h"

static void wire_rtu(struct system *s, struct chiplet *ch, struct tx_port l2_tlb)
{
	struct rtu_config config = {
		.remote = {.chiplet = ch->index,
			   .chiplets = s->chiplet_count,
			   .per_cycle = u32(s, P_RTU_RATE),
			   .queue = u32(s, P_RTU_QUEUE)},
		.message_bytes = u32(s, P_LINK_REQUEST_BYTES),
		.home = s->plan.home_slice,
	};

	rtu_init(&ch->rtu, &s->engine, &config, &s->links, &s->transfers, l2_tlb);
	parts_add(&s->parts, &part_rtu, &ch->rtu, "rtu");
}

static void listen_from_outside(const struct system *s, unsigned level, struct tlb *tlb)
{
	if (s->options.listen_tlb)
		s->options.listen_tlb(s->options.listen_data, level, tlb);
}

static struct tx_port wire_walker(struct system *s, struct chiplet *ch)
{
	struct page_source source = system_walk_source(ch);
	struct walker_config config;
	struct walker_policies policies = {
		.scheduler = s->plan.walk_scheduler,
		.pwc_replacement = s->plan.pwc_replacement,
		.caching = s->plan.walk_caching,
	};
	struct plan_facts facts = system_facts(s);
	/* From an IOMMU straight to DRAM; else through the chiplet's network, which also knows the
	 * way to other chiplets. */
	bool direct = u32(s, P_WALK_MODE) == 0 && s->chiplet_count == 1;

	config_walker(s, &config);
	if (policies.scheduler.ops->base.make) /* holds this chiplet's waiting walks */
		policies.scheduler.state = policies.scheduler.ops->base.make(&facts);
	walker_init(&ch->walker, &s->engine, &config, &policies, &source,
		    router_port(direct ? &ch->to_dram : &ch->to_l2));
	if (s->is_paged)
		walker_set_faults(&ch->walker, fault_buffer_port(&s->faults, ch->index,
								 walker_replay_port(&ch->walker)));
	parts_add(&s->parts, &part_walker, &ch->walker, "walker");
	measure_walker(&s->measurements, ch->index, &ch->walker);
	return walker_port(&ch->walker);
}

/* Misses of a slice that keeps what others serve go to the page's home. */
static struct tx_port wire_misses(struct system *s, struct chiplet *ch, struct tx_port walkers)
{
	const struct home_slice_ops *home = s->plan.home_slice.ops;

	if (s->chiplet_count == 1 || !home->caches_remote)
		return walkers;
	ch->misses = (struct miss_router){s->plan.home_slice, ch->index, walkers,
					  rtu_forward_port(&ch->rtu)};
	return miss_router_port(&ch->misses);
}

/*
 * A slice that may be asked for what it does not serve, or whose lookups the policy hears of. One
 * that keeps what others serve passes it on only when its MSHRs run short.
 */
static void wire_slice(struct system *s, struct chiplet *ch)
{
	const struct home_slice_ops *home = s->plan.home_slice.ops;
	uint32_t reserved = home->caches_remote ? u32(s, P_L2_TLB_RESERVED) : UINT32_MAX;

	if (s->chiplet_count == 1)
		return;
	if (home->serves)
		tlb_set_slice(&ch->l2_tlb, rtu_redirect, reserved, &ch->rtu);
	if (home->heard)
		tlb_listen(&ch->l2_tlb, &rtu_listener, &ch->rtu);
}

static struct tx_port wire_l2_tlb(struct system *s, struct chiplet *ch)
{
	struct page_source source = system_page_source(s);
	struct perfect_tlb_config perfect;
	struct iommu_config iommu;
	struct tlb_config config;
	struct tx_port down;

	if (s->translation != TRANSLATION_WALK) {
		config_perfect_tlb(s, &perfect);
		perfect_tlb_init(&ch->perfect, &s->engine, &perfect, &source);
		parts_add(&s->parts, &part_perfect_tlb, &ch->perfect, "l2_tlb");
		return perfect_tlb_port(&ch->perfect);
	}
	down = wire_walker(s, ch);
	if (param(&s->params, P_IOMMU)) {
		config_iommu(s, &iommu);
		iommu_init(&ch->iommu, &s->engine, &iommu, down);
		parts_add(&s->parts, &part_iommu, &ch->iommu, "iommu");
		down = iommu_port(&ch->iommu);
	}
	if (s->plan.beyond_l2.ops->port)
		down = s->plan.beyond_l2.ops->port(s->plan.beyond_l2.state, ch->index, down);
	if (!s->has_l2_tlb)
		return down;
	config_l2_tlb(s, &config);
	tlb_init(&ch->l2_tlb, &s->engine, &config, wire_misses(s, ch, down));
	parts_add(&s->parts, &part_tlb, &ch->l2_tlb, "l2_tlb");
	wire_slice(s, ch);
	measure_l2_tlb(&s->measurements, ch->index, &ch->l2_tlb);
	listen_from_outside(s, 2, &ch->l2_tlb);
	tlb_set_fill(&ch->l2_tlb, &s->plan.tlb_fill);
	tlb_listen(&ch->l2_tlb, s->plan.dram_scheduler.ops->l2_tlb_listener,
		   s->plan.dram_scheduler.state);
	if (s->plan.beyond_l2.ops->evicted)
		tlb_set_evicted(&ch->l2_tlb, s->plan.beyond_l2.ops->evicted,
				s->plan.beyond_l2.state, ch->index);
	return tlb_port(&ch->l2_tlb);
}

/* The way from the first-level TLBs to the L2 TLB of the page's home slice. */
static struct tx_port wire_home(struct system *s, struct chiplet *ch, struct tx_port l2_tlb)
{
	if (s->chiplet_count == 1)
		return l2_tlb;
	wire_rtu(s, ch, l2_tlb);
	ch->home.policy = s->plan.home_slice;
	ch->home.rtu = rtu_port(&ch->rtu);
	parts_add(&s->parts, &part_home_router, &ch->home, "home_slice");
	return home_router_port(&ch->home);
}

static unsigned crossbar_route(void *system, unsigned source, const struct translation *t,
			       bool warm)
{
	struct system *s = system;
	const struct l1_org_ops *org = s->plan.l1_org.ops;

	return (warm && org->place ? org->place : org->route)(s->plan.l1_org.state, source, t->vpn);
}

static void wire_crossbar(struct system *s, struct chiplet *ch, uint32_t latency, uint32_t reach)
{
	struct crossbar_config config = {
		.sources = s->cus_per_chiplet,
		.sinks = ch->l1_tlb_count,
		.latency = latency,
		.per_cycle = u32(s, P_L1_CROSSBAR_RATE),
		.circuit = u32(s, P_L1_CROSSBAR),
		.reach = reach,
		.queue = u32(s, P_L1_TLB_QUEUE),
		.route = crossbar_route,
		.route_state = s,
	};

	ch->has_crossbar = true;
	crossbar_init(&ch->crossbar, &s->engine, &config);
	parts_add(&s->parts, &part_crossbar, &ch->crossbar, "l1_crossbar");
	for (unsigned i = 0; i < ch->l1_tlb_count; i++)
		crossbar_connect(&ch->crossbar, i, tlb_port(&ch->l1_tlbs[i]));
}

static void wire_l1_tlbs(struct system *s, struct chiplet *ch, struct tx_port down)
{
	const struct l1_org_ops *org = s->plan.l1_org.ops;
	const struct tx_stage_ops *victims = s->plan.l1_victims.ops;
	struct tlb_config config;
	uint32_t latency, reach;

	config_l1_tlb(s, &config);
	ch->l1_tlb_count = s->cus_per_chiplet;
	if (org->geometry)
		org->geometry(s->plan.l1_org.state, s->cus_per_chiplet, &ch->l1_tlb_count,
			      &config.entries, &config.ways, &config.mshrs, &config.latency);
	config.set = org->set;
	config.set_state = s->plan.l1_org.state;
	ch->l1_tlbs = xcalloc_lines(ch->l1_tlb_count, sizeof(*ch->l1_tlbs));
	for (unsigned i = 0; i < ch->l1_tlb_count; i++) {
		unsigned unit = ch->index * ch->l1_tlb_count + i;
		struct tx_port below =
			victims->port ? victims->port(s->plan.l1_victims.state, unit, down) : down;

		if (org->below)
			below = org->below(s->plan.l1_org.state, ch->index, i, below);
		tlb_init(&ch->l1_tlbs[i], &s->engine, &config, below);
		parts_add(&s->parts, &part_tlb, &ch->l1_tlbs[i], "l1_tlb");
		measure_l1_tlb(&s->measurements, &ch->l1_tlbs[i]);
		listen_from_outside(s, 1, &ch->l1_tlbs[i]);
		tlb_listen(&ch->l1_tlbs[i], s->plan.dram_scheduler.ops->l1_tlb_listener,
			   s->plan.dram_scheduler.state);
		if (victims->evicted)
			tlb_set_evicted(&ch->l1_tlbs[i], victims->evicted, s->plan.l1_victims.state,
					unit);
	}
	if (org->crossbar && org->crossbar(s->plan.l1_org.state, &latency, &reach))
		wire_crossbar(s, ch, latency, reach);
	if (org->attach)
		org->attach(s->plan.l1_org.state, ch->index, &ch->crossbar, ch->l1_tlbs);
}

static unsigned cu_groups_of(unsigned cus, unsigned per_group)
{
	return (cus + per_group - 1) / per_group;
}

static void wire_group(struct system *s, struct cu_group *group, const struct tlb_config *tlb,
		       const char *tlb_stats, struct tx_port down)
{
	tlb_init(&group->tlb, &s->engine, tlb, down);
	parts_add(&s->parts, &part_tlb, &group->tlb, tlb_stats);
}

static void wire_groups(struct system *s, struct chiplet *ch, struct tx_port down)
{
	struct cache_config fetch_cache, scalar_cache;
	struct tlb_config fetch_tlb, scalar_tlb;

	config_fetch_cache(s, &fetch_cache);
	config_scalar_cache(s, &scalar_cache);
	fetch_cache.accesses = scalar_cache.accesses = &s->accesses;
	config_fetch_tlb(s, &fetch_tlb);
	config_scalar_tlb(s, &scalar_tlb);
	ch->fetch_group_count = cu_groups_of(s->cus_per_chiplet, u32(s, P_ICACHE_CUS));
	ch->scalar_group_count = cu_groups_of(s->cus_per_chiplet, u32(s, P_SCACHE_CUS));
	ch->fetch_groups = xcalloc(ch->fetch_group_count, sizeof(struct cu_group));
	ch->scalar_groups = xcalloc(ch->scalar_group_count, sizeof(struct cu_group));
	for (unsigned i = 0; i < ch->fetch_group_count; i++) {
		struct cu_group *group = &ch->fetch_groups[i];

		fetch_cache.port_idle = &group->port_idle;
		wire_group(s, group, &fetch_tlb, "instruction_tlb", down);
		group->cache = cache_new(&s->engine, "instruction cache", &fetch_cache, ch->data);
		parts_add(&s->parts, &part_port_idle, &group->port_idle, "instruction_cache");
		parts_add(&s->parts, &part_cache, group->cache, "instruction_cache");
		measure_fetch_cache(&s->measurements, group->cache);
	}
	for (unsigned i = 0; i < ch->scalar_group_count; i++) {
		struct cu_group *group = &ch->scalar_groups[i];

		wire_group(s, group, &scalar_tlb, "scalar_tlb", down);
		group->cache = cache_new(&s->engine, "scalar cache", &scalar_cache, ch->data);
		parts_add(&s->parts, &part_cache, group->cache, "scalar_cache");
	}
}

void chiplet_wire_translation(struct system *s, struct chiplet *ch)
{
	struct tx_port l2_tlb = wire_l2_tlb(s, ch);
	struct tx_port home = wire_home(s, ch, l2_tlb);

	if (s->plan.data_placement.ops->first_touch) {
		ch->first_touch = (struct first_touch){system_touch, s, home};
		home = first_touch_port(&ch->first_touch);
	}
	wire_groups(s, ch, home);
	wire_l1_tlbs(s, ch, home);
}
