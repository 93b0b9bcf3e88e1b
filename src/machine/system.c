/*
 * The schematic: makes every part and wires it to its neighbours. Read system_new from top to
 * bottom for the machine, and chiplet_wire_translation (translation.c) and chiplet_wire_data
 * (data.c) for the way of a request. Wiring goes from memory upwards, since a part is made
 * with the port below it.
 */
#include "machine/system.h"

#include <stdlib.h>
#include <string.h>

#include "machine/parts.h"
#include "machine/perturb.h"
#include "policy/registry.h"
#include "policy/stock.h"

/* Policies */

struct plan_facts system_facts(struct system *s)
{
	return (struct plan_facts){
		.engine = &s->engine,
		.params = &s->params,
		.chiplets = s->chiplet_count,
		.cus = s->cu_count,
		.apps = s->app_count,
		.page_shift = s->page_shift,
		.home_slice = &s->plan.home_slice,
	};
}

static void make_policies(struct system *s)
{
	struct plan_facts facts = system_facts(s);

	plan_choose(&s->plan, &s->params);
	/* Translation that costs nothing is as good before the caches. */
	if (s->translation == TRANSLATION_IDEAL)
		s->plan.l1_addressing.ops = &l1_physical;
	plan_make(&s->plan, &facts);
}

/* Links: each chiplet's units for other chiplets' memory and translations [Pratheek22 §II] */

static void wire_links(struct system *s)
{
	struct link_config config;

	config_links(s, &config);
	links_init(&s->links, &s->engine, &config);
	parts_add(&s->parts, &part_links, &s->links, "link");
	pool_init(&s->transfers, sizeof(struct transfer));
	if (s->plan.home_slice.ops->wire)
		s->plan.home_slice.ops->wire(s->plan.home_slice.state, &s->links);
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

/* A chiplet, from memory upwards */

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

		config.index = (uint16_t)(ch->index * s->cus_per_chiplet + i);
		if (s->plan.l1_addressing.ops->connect)
			s->plan.l1_addressing.ops->connect(s->plan.l1_addressing.state,
							   config.index, ports.vector_tlb);
		config.chiplet = (uint8_t)ch->index;
		s->cus[config.index] = cu_new(&config, &shared, &ports, &hooks);
		parts_add(&s->parts, &part_cu, s->cus[config.index], "cu");
	}
}

static void make_chiplets(struct system *s)
{
	struct measurements_config measurements;
	struct memory_map_config map;

	config_memory_map(s, &map);
	memory_map_init(&s->map, &map);
	if (s->is_paged)
		system_wire_paging(s);
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

/* Driver: the dispatcher; applications are in apps.c */

static bool could_take(void *system, const struct dispatch *d, struct error *err)
{
	struct cu_config config;

	config_cu(system, &config);
	return cu_could_take(&config, d, err);
}

static void make_dispatcher(struct system *s)
{
	/* A program cannot be run again, nor be left half-way. */
	cycle_t cycles = s->options.relaunch ? (cycle_t)param(&s->params, P_APP_CYCLES) : 0;
	/* Alone there is nobody to keep the machine busy for. */
	bool relaunches = (s->app_count > 1 || cycles) && s->options.relaunch &&
			  param(&s->params, P_RELAUNCH);
	static const struct cu_slot_ops slot_ops = {
		.can_take = cu_can_take, .start = cu_start, .drained = cu_idle};
	uint32_t starts[UINT8_MAX + 1];
	struct dispatcher_config config = {
		.engine = &s->engine,
		.control = &s->control,
		.chiplets = s->chiplet_count,
		.cus_per_chiplet = s->cus_per_chiplet,
		.apps = s->app_count,
		.simds = u32(s, P_SIMDS),
		.simd_waves = u32(s, P_SIMD_WAVES),
		.launch_cycles = u32(s, P_LAUNCH_CYCLES),
		.interval_cycles = u32(s, P_DISPATCH_CYCLES),
		.one_for_all = param(&s->params, P_DISPATCH_SHARED),
		.start_cycles = starts,
		.cycles = cycles,
		.policy = s->plan.dispatch,
		.advice = s->plan.launch_advice,
		.home_slice = s->plan.home_slice,
		.cu_ops = &slot_ops,
		.cus = (void *const *)s->cus,
		.could_take = could_take,
		.kernel_begins = system_kernel_begins,
		.app_ended = system_app_ended,
		.relaunch = relaunches ? system_relaunch : NULL,
		.owner = s,
	};

	s->relaunches = relaunches;
	perturb_starts(&s->params, s->app_count, starts);
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
	s->is_paged = param_is(&s->params, P_PAGING, "demand");
	s->memory_parts = u32(s, P_MEMORY_SHARING) == 0 ? 1 : app_count;
}

struct system *system_new(const struct params *params, const struct system_app *apps,
			  unsigned app_count, const struct system_options *options,
			  struct error *err)
{
	struct system *s = xcalloc(1, sizeof(*s));
	struct page_source source;

	s->params = *params;
	perturb_params(&s->params);
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

/* The room that parts lie in; the parts themselves are released through their list. */
static void free_chiplet(struct chiplet *ch)
{
	free(ch->l1_tlbs);
	free(ch->sites);
	free(ch->fetch_groups);
	free(ch->scalar_groups);
	free(ch->l1_caches);
	free(ch->l2_banks);
	free(ch->channels);
}

void system_free(struct system *s)
{
	if (!s)
		return;
	measurements_release(&s->measurements);
	dispatcher_free(s->dispatcher);
	system_free_warm(s);
	if (s->pager)
		pager_close(s->pager);
	parts_release(&s->parts);
	free(s->cus);
	for (unsigned i = 0; i < s->chiplet_count; i++)
		free_chiplet(&s->chiplets[i]);
	free(s->chiplets);
	if (s->chiplet_count > 1)
		pool_release(&s->transfers);
	for (unsigned i = 0; i < s->app_count; i++)
		address_space_free(s->spaces[i]);
	pager_free(s->pager);
	free(s->spaces);
	free(s->results);
	for (unsigned i = 0; s->frames && i < s->memory_parts; i++)
		frames_free(s->frames[i]);
	free(s->frames);
	plan_release(&s->plan);
	stats_free(s->stats);
	pool_release(&s->translations);
	pool_release(&s->accesses);
	pipe_storage_release(&s->storage);
	free(s);
}
