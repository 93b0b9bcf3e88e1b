/*
 * The schematic: makes every part and wires it to its neighbours. Read system_new from top to
 * bottom for the machine, and chiplet_wire_translation and chiplet_wire_data for the way of a
 * request. Wiring goes from memory upwards, since a part is made with the port below it.
 */
#include "system.h"

#include <stdlib.h>
#include <string.h>

#include "policy/registry.h"
#include "system_parts.h"

static uint32_t u32(const struct system *s, enum param id)
{
	return (uint32_t)param(&s->params, id);
}

/* Policies */

static void make_policies(struct system *s)
{
	struct plan_facts facts = {
		.engine = &s->engine,
		.params = &s->params,
		.chiplets = s->chiplet_count,
		.cus = s->cu_count,
		.apps = s->app_count,
		.page_shift = s->page_shift,
	};

	plan_choose(&s->plan, &s->params);
#define MAKE(socket)                                                                               \
	if (s->plan.socket->base.make)                                                             \
	s->state.socket = s->plan.socket->base.make(&facts)
	MAKE(l1_org);
	MAKE(l1_victims);
	MAKE(beyond_l2);
	MAKE(l2_fill);
	MAKE(home_slice);
	facts.home_slice = s->plan.home_slice;
	facts.home_slice_state = s->state.home_slice;
	MAKE(pwc_replacement);
	MAKE(walk_caching);
	MAKE(dram_scheduler);
	MAKE(data_placement);
	MAKE(table_placement);
	MAKE(dispatch);
#undef MAKE
}

static void release_policies(struct system *s)
{
#define RELEASE(socket)                                                                            \
	if (s->plan.socket && s->plan.socket->base.release)                                        \
	s->plan.socket->base.release(s->state.socket)
	RELEASE(l1_org);
	RELEASE(l1_victims);
	RELEASE(beyond_l2);
	RELEASE(l2_fill);
	RELEASE(home_slice);
	RELEASE(pwc_replacement);
	RELEASE(walk_caching);
	RELEASE(dram_scheduler);
	RELEASE(data_placement);
	RELEASE(table_placement);
	RELEASE(dispatch);
#undef RELEASE
}

/* Data: DRAM channels, L2 banks, the network above them, L1 caches */

static struct mem_port make_channel(struct system *s, struct chiplet *ch, unsigned index)
{
	struct channel *channel = &ch->channels[index];
	struct plain_memory_config plain;
	struct dram_currents currents;
	struct dram_config dram;

	if (u32(s, P_DRAM_KIND) == 0) {
		config_plain(s, &plain);
		plain_memory_init(&channel->plain, &s->engine, &plain);
		return plain_memory_port(&channel->plain);
	}
	config_dram(s, &dram);
	config_dram_currents(s, &currents);
	dram.currents = &currents;
	dram.channel = ch->index * u32(s, P_DRAM_CHANNELS) + index;
	channel->dram = dram_new(&s->engine, &dram);
	return dram_port(channel->dram);
}

static void wire_dram(struct system *s, struct chiplet *ch)
{
	uint32_t channels = u32(s, P_DRAM_CHANNELS);
	struct router_config config = {
		.latency = u32(s, P_DRAM_HOP),
		.queue = u32(s, P_L2_QUEUE),
		.destinations = channels,
		.route = memory_route_to_channel,
		.route_state = &ch->dram_route,
	};

	ch->dram_route = (struct memory_route){.map = &s->map, .chiplet = ch->index};
	router_init(&ch->to_dram, &s->engine, &config);
	ch->channels = xcalloc(channels, sizeof(*ch->channels));
	for (unsigned i = 0; i < channels; i++)
		router_connect(&ch->to_dram, i, make_channel(s, ch, i));
}

static void wire_l2(struct system *s, struct chiplet *ch)
{
	uint32_t banks = u32(s, P_L2_BANKS);
	bool walks_to_dram = u32(s, P_WALK_MODE) == 0;
	struct router_config config = {
		.latency = u32(s, P_L2_HOP),
		.queue = u32(s, P_L2_QUEUE),
		.destinations = banks + 2, /* other chiplets' memory; walks that pass the L2 by */
		.route = memory_route_to_bank,
		.route_state = &ch->l2_route,
	};
	struct cache_config bank;

	config_l2_bank(s, &bank);
	bank.accesses = &s->accesses;
	ch->l2_route = (struct memory_route){
		.map = &s->map, .chiplet = ch->index, .walks_to_dram = walks_to_dram};
	router_init(&ch->to_l2, &s->engine, &config);
	ch->l2_banks = xcalloc(banks, sizeof(struct cache *));
	for (unsigned i = 0; i < banks; i++) {
		ch->l2_banks[i] =
			cache_new(&s->engine, "L2 cache", &bank, router_port(&ch->to_dram));
		router_connect(&ch->to_l2, i, cache_port(ch->l2_banks[i]));
	}
	router_connect(&ch->to_l2, banks + 1, router_port(&ch->to_dram));
	ch->data = router_port(&ch->to_l2);
	if (s->chiplet_count > 1)
		ch->data = measure_data(&s->measurements, ch->index, ch->data);
}

static void wire_l1_caches(struct system *s, struct chiplet *ch)
{
	struct cache_config config;

	config_l1_cache(s, &config);
	config.accesses = &s->accesses;
	if (s->vivt) {
		vivt_wire(s, ch);
		config.looked_up = vivt_check_line;
		config.looked_up_state = s;
	}
	ch->l1_caches = xcalloc(s->cus_per_chiplet, sizeof(struct cache *));
	for (unsigned i = 0; i < s->cus_per_chiplet; i++)
		ch->l1_caches[i] =
			cache_new(&s->engine, "L1 cache", &config,
				  s->vivt ? translator_port(&ch->translators[i]) : ch->data);
}

/* Links: each chiplet's units for other chiplets' memory and translations (seed 003, section II) */

static void wire_links(struct system *s)
{
	struct link_config config;

	config_links(s, &config);
	links_init(&s->links, &s->engine, &config);
	pool_init(&s->transfers, sizeof(struct transfer));
	if (s->plan.home_slice->wire)
		s->plan.home_slice->wire(s->state.home_slice, &s->links);
}

static void wire_rma(struct system *s, struct chiplet *ch)
{
	struct rma_config config = {
		.remote = {.chiplet = ch->index,
			   .chiplets = s->chiplet_count,
			   .per_cycle = u32(s, P_RMA_RATE),
			   .queue = u32(s, P_RMA_QUEUE)},
		.request_bytes = u32(s, P_LINK_REQUEST_BYTES),
		.line_bytes = u32(s, P_LINE_BYTES),
	};

	rma_init(&ch->rma, &s->engine, &config, &s->map, &s->links, &s->transfers,
		 router_port(&ch->to_l2));
	router_connect(&ch->to_l2, u32(s, P_L2_BANKS), rma_port(&ch->rma));
}

static void wire_rtu(struct system *s, struct chiplet *ch, struct tx_port l2_tlb)
{
	struct rtu_config config = {
		.remote = {.chiplet = ch->index,
			   .chiplets = s->chiplet_count,
			   .per_cycle = u32(s, P_RTU_RATE),
			   .queue = u32(s, P_RTU_QUEUE)},
		.message_bytes = u32(s, P_LINK_REQUEST_BYTES),
		.home = s->plan.home_slice,
		.home_state = s->state.home_slice,
	};

	rtu_init(&ch->rtu, &s->engine, &config, &s->links, &s->transfers, l2_tlb);
}

static void connect_chiplets(struct system *s)
{
	for (unsigned i = 0; i < s->chiplet_count; i++)
		for (unsigned j = 0; j < s->chiplet_count; j++)
			if (i != j) {
				rma_connect(&s->chiplets[i].rma, &s->chiplets[j].rma);
				rtu_connect(&s->chiplets[i].rtu, &s->chiplets[j].rtu);
			}
}

/* Translation: walkers, IOMMU, L2 TLB, home slice, L1 TLBs */

static struct tlb_recorder recorder_of(const struct system *s, unsigned level,
				       const struct tlb *tlb)
{
	struct tlb_recorder recorder = {0};

	if (s->options.record_tlb)
		s->options.record_tlb(s->options.record_data, level, tlb, &recorder);
	return recorder;
}

static struct tx_port wire_walker(struct system *s, struct chiplet *ch)
{
	struct page_source source = system_walk_source(ch);
	struct walker_config config;
	struct walker_policies policies = {
		.scheduler = s->plan.walk_scheduler,
		.pwc_replacement = s->plan.pwc_replacement,
		.pwc_replacement_state = s->state.pwc_replacement,
		.caching = s->plan.walk_caching,
		.caching_state = s->state.walk_caching,
	};
	struct plan_facts facts = {.engine = &s->engine,
				   .params = &s->params,
				   .chiplets = s->chiplet_count,
				   .cus = s->cu_count,
				   .apps = s->app_count,
				   .page_shift = s->page_shift};
	/* From an IOMMU straight to DRAM; else through the chiplet's network, which also knows the
	 * way to other chiplets. */
	bool direct = u32(s, P_WALK_MODE) == 0 && s->chiplet_count == 1;

	config_walker(s, &config);
	if (s->plan.walk_scheduler->base.make) /* holds this chiplet's waiting walks */
		policies.scheduler_state = s->plan.walk_scheduler->base.make(&facts);
	walker_init(&ch->walker, &s->engine, &config, &policies, &source,
		    router_port(direct ? &ch->to_dram : &ch->to_l2));
	measure_walker(&s->measurements, ch->index, &ch->walker);
	return walker_port(&ch->walker);
}

/* Misses of a slice that keeps what others serve go to the page's home. */
static struct tx_port wire_misses(struct system *s, struct chiplet *ch, struct tx_port walkers)
{
	const struct home_slice_ops *home = s->plan.home_slice;

	if (s->chiplet_count == 1 || !home->caches_remote)
		return walkers;
	ch->misses = (struct miss_router){home, s->state.home_slice, ch->index, walkers,
					  rtu_port(&ch->rtu)};
	return miss_router_port(&ch->misses);
}

/* A slice that may be asked for what it does not serve, or whose lookups the policy hears of. */
static void wire_slice(struct system *s, struct chiplet *ch)
{
	const struct home_slice_ops *home = s->plan.home_slice;

	if (s->chiplet_count > 1 && (home->serves || home->heard))
		tlb_set_slice(&ch->l2_tlb,
			      home->serves && !home->caches_remote ? rtu_redirect : NULL,
			      home->heard ? rtu_looked_up : NULL, &ch->rtu);
}

static struct tx_port wire_l2_tlb(struct system *s, struct chiplet *ch)
{
	struct page_source source = system_page_source(s);
	struct perfect_tlb_config perfect;
	struct iommu_config iommu;
	struct tlb_recorder recorder;
	struct tlb_watcher watcher;
	struct tlb_config config;
	struct tx_port down;

	if (s->translation != TRANSLATION_WALK) {
		config_perfect_tlb(s, &perfect);
		perfect_tlb_init(&ch->perfect, &s->engine, &perfect, &source);
		return perfect_tlb_port(&ch->perfect);
	}
	down = wire_walker(s, ch);
	if (param(&s->params, P_IOMMU)) {
		config_iommu(s, &iommu);
		iommu_init(&ch->iommu, &s->engine, &iommu, down);
		down = iommu_port(&ch->iommu);
	}
	if (s->plan.beyond_l2->port)
		down = s->plan.beyond_l2->port(s->state.beyond_l2, ch->index, down);
	if (!s->has_l2_tlb)
		return down;
	config_l2_tlb(s, &config);
	tlb_init(&ch->l2_tlb, &s->engine, &config, wire_misses(s, ch, down));
	wire_slice(s, ch);
	recorder = recorder_of(s, 2, &ch->l2_tlb);
	measure_l2_tlb(&s->measurements, ch->index, &ch->l2_tlb, &recorder);
	tlb_set_fill(&ch->l2_tlb, s->plan.l2_fill, s->state.l2_fill);
	watcher =
		(struct tlb_watcher){s->plan.dram_scheduler->l2_missed,
				     s->plan.dram_scheduler->l2_answered, s->state.dram_scheduler};
	tlb_set_watcher(&ch->l2_tlb, &watcher);
	if (s->plan.beyond_l2->evicted)
		tlb_set_evicted(&ch->l2_tlb, s->plan.beyond_l2->evicted, s->state.beyond_l2,
				ch->index);
	return tlb_port(&ch->l2_tlb);
}

/* The way from the first-level TLBs to the L2 TLB of the page's home slice. */
static struct tx_port wire_home(struct system *s, struct chiplet *ch, struct tx_port l2_tlb)
{
	if (s->chiplet_count == 1)
		return l2_tlb;
	wire_rtu(s, ch, l2_tlb);
	ch->home.policy = s->plan.home_slice;
	ch->home.state = s->state.home_slice;
	ch->home.rtu = rtu_port(&ch->rtu);
	return home_router_port(&ch->home);
}

static unsigned crossbar_route(void *system, unsigned source, const struct translation *t)
{
	struct system *s = system;

	return s->plan.l1_org->route(s->state.l1_org, source, t->vpn);
}

static void wire_crossbar(struct system *s, struct chiplet *ch, uint32_t latency)
{
	struct crossbar_config config = {
		.sources = s->cus_per_chiplet,
		.sinks = ch->l1_tlb_count,
		.latency = latency,
		.per_cycle = u32(s, P_L1_CROSSBAR_RATE),
		.queue = u32(s, P_L1_TLB_QUEUE),
		.route = crossbar_route,
		.route_state = s,
	};

	ch->has_crossbar = true;
	crossbar_init(&ch->crossbar, &s->engine, &config);
	for (unsigned i = 0; i < ch->l1_tlb_count; i++)
		crossbar_connect(&ch->crossbar, i, tlb_port(&ch->l1_tlbs[i]));
}

static void wire_l1_tlbs(struct system *s, struct chiplet *ch, struct tx_port down)
{
	const struct l1_org_ops *org = s->plan.l1_org;
	const struct tx_stage_ops *victims = s->plan.l1_victims;
	struct tlb_watcher watcher = {NULL, s->plan.dram_scheduler->l1_answered,
				      s->state.dram_scheduler};
	struct tlb_config config;
	uint32_t latency;

	config_l1_tlb(s, &config);
	ch->l1_tlb_count = s->cus_per_chiplet;
	if (org->geometry)
		org->geometry(s->state.l1_org, s->cus_per_chiplet, &ch->l1_tlb_count,
			      &config.entries, &config.ways, &config.mshrs, &config.latency);
	config.set = org->set;
	config.set_state = s->state.l1_org;
	ch->l1_tlbs = xcalloc_lines(ch->l1_tlb_count, sizeof(*ch->l1_tlbs));
	for (unsigned i = 0; i < ch->l1_tlb_count; i++) {
		unsigned unit = ch->index * ch->l1_tlb_count + i;
		struct tx_port below =
			victims->port ? victims->port(s->state.l1_victims, unit, down) : down;
		struct tlb_recorder recorder;

		if (org->below)
			below = org->below(s->state.l1_org, ch->index, i, below);
		tlb_init(&ch->l1_tlbs[i], &s->engine, &config, below);
		recorder = recorder_of(s, 1, &ch->l1_tlbs[i]);
		measure_l1_tlb(&s->measurements, &ch->l1_tlbs[i], &recorder);
		tlb_set_watcher(&ch->l1_tlbs[i], &watcher);
		if (victims->evicted)
			tlb_set_evicted(&ch->l1_tlbs[i], victims->evicted, s->state.l1_victims,
					unit);
	}
	if (org->crossbar && org->crossbar(s->state.l1_org, &latency))
		wire_crossbar(s, ch, latency);
	if (org->attach)
		org->attach(s->state.l1_org, ch->index, &ch->crossbar, ch->l1_tlbs);
}

static unsigned groups_of(unsigned cus, unsigned per_group)
{
	return (cus + per_group - 1) / per_group;
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
	ch->fetch_group_count = groups_of(s->cus_per_chiplet, u32(s, P_ICACHE_CUS));
	ch->scalar_group_count = groups_of(s->cus_per_chiplet, u32(s, P_SCACHE_CUS));
	ch->fetch_groups = xcalloc(ch->fetch_group_count, sizeof(struct cu_group));
	ch->scalar_groups = xcalloc(ch->scalar_group_count, sizeof(struct cu_group));
	for (unsigned i = 0; i < ch->fetch_group_count; i++) {
		tlb_init(&ch->fetch_groups[i].tlb, &s->engine, &fetch_tlb, down);
		fetch_cache.port_idle = &ch->fetch_groups[i].port_idle;
		ch->fetch_groups[i].cache =
			cache_new(&s->engine, "instruction cache", &fetch_cache, ch->data);
		measure_fetch_cache(&s->measurements, ch->fetch_groups[i].cache);
	}
	for (unsigned i = 0; i < ch->scalar_group_count; i++) {
		tlb_init(&ch->scalar_groups[i].tlb, &s->engine, &scalar_tlb, down);
		ch->scalar_groups[i].cache =
			cache_new(&s->engine, "scalar cache", &scalar_cache, ch->data);
	}
}

/* A chiplet, from memory upwards */

static void chiplet_wire_data(struct system *s, struct chiplet *ch)
{
	wire_dram(s, ch);
	wire_l2(s, ch);
	if (s->chiplet_count > 1)
		wire_rma(s, ch);
	wire_l1_caches(s, ch);
}

static void chiplet_wire_translation(struct system *s, struct chiplet *ch)
{
	struct tx_port l2_tlb = wire_l2_tlb(s, ch);
	struct tx_port home = wire_home(s, ch, l2_tlb);

	if (s->plan.data_placement->first_touch) {
		ch->first_touch = (struct first_touch){system_touch, s, home};
		home = first_touch_port(&ch->first_touch);
	}
	wire_l1_tlbs(s, ch, home);
	wire_groups(s, ch, home);
}

static void wire_cus(struct system *s, struct chiplet *ch)
{
	struct cu_shared shared = {
		.engine = &s->engine,
		.translations = &s->translations,
		.accesses = &s->accesses,
		.storage = &s->storage,
		.control = &s->control,
	};
	struct cu_hooks hooks = system_cu_hooks(s);
	struct cu_config config;

	config_cu(s, &config);
	for (unsigned i = 0; i < s->cus_per_chiplet; i++) {
		struct cu_group *fetch = &ch->fetch_groups[i / u32(s, P_ICACHE_CUS)];
		struct cu_group *scalar = &ch->scalar_groups[i / u32(s, P_SCACHE_CUS)];
		struct cu_ports ports = {
			.vector_tlb = ch->has_crossbar ? crossbar_port(&ch->crossbar, i)
						       : tlb_port(&ch->l1_tlbs[i]),
			.scalar_tlb = tlb_port(&scalar->tlb),
			.fetch_tlb = tlb_port(&fetch->tlb),
			.vector_cache = cache_port(ch->l1_caches[i]),
			.scalar_cache = cache_port(scalar->cache),
			.fetch_cache = cache_port(fetch->cache),
		};

		if (s->vivt)
			translator_connect(&ch->translators[i], ports.vector_tlb);
		config.index = (uint16_t)(ch->index * s->cus_per_chiplet + i);
		config.chiplet = (uint8_t)ch->index;
		s->cus[config.index] = cu_new(&config, &shared, &ports, &hooks);
	}
}

static void make_chiplets(struct system *s)
{
	struct measurements_config measurements;
	struct memory_map_config map;

	config_memory_map(s, &map);
	memory_map_init(&s->map, &map);
	config_measurements(s, &measurements);
	measurements_init(&s->measurements, &s->engine, &measurements);
	if (s->chiplet_count > 1)
		wire_links(s);
	s->chiplets = xcalloc(s->chiplet_count, sizeof(*s->chiplets));
	s->cus = xcalloc(s->cu_count, sizeof(struct cu *));
	for (unsigned i = 0; i < s->chiplet_count; i++) {
		struct chiplet *ch = &s->chiplets[i];

		ch->index = i;
		ch->cu_count = s->cus_per_chiplet;
		ch->system = s;
		chiplet_wire_data(s, ch);
		chiplet_wire_translation(s, ch);
		wire_cus(s, ch);
		system_attach_stages(s, ch);
	}
	if (s->chiplet_count > 1)
		connect_chiplets(s);
}

/* Driver: the dispatcher; applications are in system_apps.c */

static bool could_take(void *system, const struct dispatch *d, struct error *err)
{
	struct cu_config config;

	config_cu(system, &config);
	return cu_could_take(&config, d, err);
}

static void make_dispatcher(struct system *s)
{
	/* Alone there is nobody to keep the machine busy for. */
	bool relaunches = s->app_count > 1 && s->options.relaunch && param(&s->params, P_RELAUNCH);
	static const struct cu_slot_ops slot_ops = {
		.can_take = cu_can_take, .start = cu_start, .drained = cu_idle};
	struct dispatcher_config config = {
		.engine = &s->engine,
		.control = &s->control,
		.chiplets = s->chiplet_count,
		.cus_per_chiplet = s->cus_per_chiplet,
		.apps = s->app_count,
		.wave_slots = u32(s, P_SIMDS) * u32(s, P_SIMD_WAVES),
		.launch_cycles = u32(s, P_LAUNCH_CYCLES),
		.interval_cycles = u32(s, P_DISPATCH_CYCLES),
		.policy = s->plan.dispatch,
		.policy_state = s->state.dispatch,
		.lasp_first_access = param(&s->params, P_LASP_ACCESS) != 0,
		.home_slice = s->plan.home_slice,
		.home_slice_state = s->state.home_slice,
		.cu_ops = &slot_ops,
		.cus = (void *const *)s->cus,
		.could_take = could_take,
		.kernel_begins = system_kernel_begins,
		.app_ended = system_app_ended,
		.relaunch = relaunches ? system_relaunch : NULL,
		.owner = s,
	};

	s->dispatcher = dispatcher_new(&config);
}

static void set_dimensions(struct system *s, unsigned app_count)
{
	s->chiplet_count = u32(s, P_CHIPLETS);
	s->cus_per_chiplet = u32(s, P_CUS);
	s->cu_count = s->chiplet_count * s->cus_per_chiplet;
	s->app_count = app_count;
	s->page_shift = (unsigned)__builtin_ctzll((uint64_t)param(&s->params, P_PAGE_BYTES));
	s->translation = (enum translation_mode)param(&s->params, P_TRANSLATION);
	s->has_l2_tlb = s->translation == TRANSLATION_WALK && param(&s->params, P_L2_TLB_PRESENT);
	s->memory_parts = u32(s, P_MEMORY_SHARING) == 0 ? 1 : app_count;
	/* Translation that costs nothing is as good before the caches. */
	s->vivt = u32(s, P_L1_ADDRESSING) && s->translation != TRANSLATION_IDEAL;
}

struct system *system_new(const struct params *params, const struct system_app *apps,
			  unsigned app_count, const struct system_options *options,
			  struct error *err)
{
	struct system *s = xcalloc(1, sizeof(*s));
	struct page_source source;

	s->params = *params;
	s->options = *options;
	s->control.max_instructions = options->max_instructions;
	set_dimensions(s, app_count);
	if (s->memory_parts > MEMORY_MOST_PARTS || !memory_part_bytes(s)) {
		error_set(err, "memory.bytes is too little to be divided among %u applications",
			  app_count);
		free(s);
		return NULL;
	}
	engine_init(&s->engine);
	pool_init(&s->translations, sizeof(struct translation));
	pool_init(&s->accesses, sizeof(struct mem_access));
	pipe_storage_init(&s->storage);
	s->stats = stats_new();
	source = system_page_source(s);
	oracle_init(&s->oracle, &s->engine, &source);
	make_policies(s);
	make_chiplets(s);
	make_dispatcher(s);
	if (!system_add_apps(s, apps, err)) {
		system_free(s);
		return NULL;
	}
	system_register_stats(s);
	return s;
}

static void free_groups(struct cu_group *groups, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		tlb_release(&groups[i].tlb);
		cache_free(groups[i].cache);
	}
	free(groups);
}

static void free_chiplet(struct system *s, struct chiplet *ch)
{
	for (unsigned i = 0; i < ch->l1_tlb_count; i++)
		tlb_release(&ch->l1_tlbs[i]);
	free(ch->l1_tlbs);
	free(ch->sites);
	free_groups(ch->fetch_groups, ch->fetch_group_count);
	free_groups(ch->scalar_groups, ch->scalar_group_count);
	if (ch->has_crossbar)
		crossbar_release(&ch->crossbar);
	if (s->chiplet_count > 1) {
		rtu_release(&ch->rtu);
		rma_release(&ch->rma);
	}
	if (s->translation == TRANSLATION_WALK) {
		if (s->has_l2_tlb)
			tlb_release(&ch->l2_tlb);
		if (param(&s->params, P_IOMMU))
			iommu_release(&ch->iommu);
		if (s->plan.walk_scheduler->base.release)
			s->plan.walk_scheduler->base.release(ch->walker.policies.scheduler_state);
		walker_release(&ch->walker);
	} else {
		perfect_tlb_release(&ch->perfect);
	}
	for (unsigned i = 0; i < s->cus_per_chiplet; i++)
		cache_free(ch->l1_caches[i]);
	free(ch->l1_caches);
	if (s->vivt)
		vivt_free(s, ch);
	for (unsigned i = 0; i < u32(s, P_L2_BANKS); i++)
		cache_free(ch->l2_banks[i]);
	free(ch->l2_banks);
	for (unsigned i = 0; i < u32(s, P_DRAM_CHANNELS); i++) {
		if (ch->channels[i].dram)
			dram_free(ch->channels[i].dram);
		else
			plain_memory_release(&ch->channels[i].plain);
	}
	free(ch->channels);
	router_release(&ch->to_l2);
	router_release(&ch->to_dram);
}

void system_free(struct system *s)
{
	if (!s)
		return;
	measurements_release(&s->measurements);
	dispatcher_free(s->dispatcher);
	for (unsigned i = 0; i < s->cu_count; i++)
		cu_free(s->cus[i]);
	free(s->cus);
	for (unsigned i = 0; i < s->chiplet_count; i++)
		free_chiplet(s, &s->chiplets[i]);
	free(s->chiplets);
	if (s->chiplet_count > 1) {
		links_release(&s->links);
		pool_release(&s->transfers);
	}
	for (unsigned i = 0; i < s->app_count; i++)
		address_space_free(s->spaces[i]);
	free(s->spaces);
	free(s->results);
	for (unsigned i = 0; s->frames && i < s->memory_parts; i++)
		frames_free(s->frames[i]);
	free(s->frames);
	release_policies(s);
	stats_free(s->stats);
	pool_release(&s->translations);
	pool_release(&s->accesses);
	pipe_storage_release(&s->storage);
	free(s);
}
