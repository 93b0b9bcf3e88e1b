/* The way of data: DRAM channels, L2 banks and the network above them, L1 caches, and the unit that
 * fetches from other chiplets' memory. */
#include "machine/parts.h"

static struct mem_port make_channel(struct system *s, struct chiplet *ch, unsigned index)
{
	struct channel *channel = &ch->channels[index];
	struct plain_memory_config plain;
	struct dram_currents currents;
	struct dram_config dram;

	if (u32(s, P_DRAM_KIND) == 0) {
		config_plain(s, &plain);
		plain_memory_init(&channel->plain, &s->engine, &plain);
		parts_add(&s->parts, &part_plain_memory, &channel->plain, "dram");
		return plain_memory_port(&channel->plain);
	}
	config_dram(s, &dram);
	config_dram_currents(s, &currents);
	dram.currents = &currents;
	dram.channel = ch->index * u32(s, P_DRAM_CHANNELS) + index;
	channel->dram = dram_new(&s->engine, &dram);
	parts_add(&s->parts, &part_dram, channel->dram, "dram");
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
	parts_add(&s->parts, &part_router, &ch->to_dram, "network to the DRAM");
}

static void wire_l2(struct system *s, struct chiplet *ch)
{
	uint32_t banks = u32(s, P_L2_BANKS);
	bool walks_to_dram = u32(s, P_WALK_MODE) == 0;
	struct router_config config = {
		.latency = u32(s, P_L2_HOP),
		/* A pipe holds what enters it while a lookup takes its time. */
		.queue = u32(s, P_L2_QUEUE) + u32(s, P_L2_PIPE) * u32(s, P_L2_PORTS),
		.pipe_latency = u32(s, P_L2_PIPE),
		.pipe_destinations = banks,
		/* Other chiplets' memory; walks that pass the L2 by; host memory. */
		.destinations = banks + 2 + s->is_paged,
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
		parts_add(&s->parts, &part_cache, ch->l2_banks[i], "l2_cache");
	}
	router_connect(&ch->to_l2, banks + 1, router_port(&ch->to_dram));
	if (s->is_paged)
		router_connect(&ch->to_l2, banks + 2, host_link_port(&s->host_link));
	parts_add(&s->parts, &part_router, &ch->to_l2, "network to the L2");
	ch->data = router_port(&ch->to_l2);
	if (s->chiplet_count > 1)
		ch->data = measure_data(&s->measurements, ch->index, ch->data);
}

static void check_translation(void *system, const struct translation *t)
{
	cu_check(((struct system *)system)->cus[t->who.cu], t);
}

static void check_line(void *system, const struct mem_access *a, bool correct)
{
	oracle_check_line(&((struct system *)system)->oracle, a, correct);
}

static void access_begins(void *system, const struct mem_access *a, uint64_t vpn)
{
	system_page_begins(system, &a->who, vpn, (enum mem_op)a->op);
}

static void access_ends(void *system, const struct mem_access *a, uint64_t vpn)
{
	struct system *s = system;

	system_page_ends(s, &a->who, vpn, a->address >> s->page_shift << s->page_shift);
}

/* Where L1 caches come before translation, what translates stands below them. */
static void attach_l1_addressing(struct system *s, struct chiplet *ch)
{
	struct l1_site site = {
		.chiplet = ch->index,
		.first_cu = ch->index * s->cus_per_chiplet,
		.cus = s->cus_per_chiplet,
		.data = ch->data,
		.l1_caches = ch->l1_caches,
		.translations = &s->translations,
		.source = system_page_source(s),
		.check = check_translation,
		.check_line = check_line,
		.oracle = s,
		.access_begins = s->is_paged ? access_begins : NULL,
		.access_ends = s->is_paged ? access_ends : NULL,
	};

	if (s->plan.l1_addressing.ops->attach)
		s->plan.l1_addressing.ops->attach(s->plan.l1_addressing.state, &site);
}

static void wire_l1_caches(struct system *s, struct chiplet *ch)
{
	const struct l1_addressing *addressing = &s->plan.l1_addressing;
	struct cache_config config;

	config_l1_cache(s, &config);
	config.accesses = &s->accesses;
	ch->l1_caches = xcalloc(s->cus_per_chiplet, sizeof(struct cache *));
	attach_l1_addressing(s, ch);
	for (unsigned i = 0; i < s->cus_per_chiplet; i++) {
		struct mem_port down = ch->data;

		if (addressing->ops->below)
			down = addressing->ops->below(addressing->state,
						      ch->index * s->cus_per_chiplet + i);
		ch->l1_caches[i] = cache_new(&s->engine, "L1 cache", &config, down);
		parts_add(&s->parts, &part_cache, ch->l1_caches[i], "l1_cache");
	}
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
	parts_add(&s->parts, &part_rma, &ch->rma, "rma");
}

void chiplet_wire_data(struct system *s, struct chiplet *ch)
{
	wire_dram(s, ch);
	wire_l2(s, ch);
	if (s->chiplet_count > 1)
		wire_rma(s, ch);
	wire_l1_caches(s, ch);
}
