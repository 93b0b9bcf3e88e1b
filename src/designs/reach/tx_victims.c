/* Lookups, the fill flow, and what workgroups and instructions take back; see tx_victims.h. */
#include "designs/reach/tx_victims.h"

#include <stdlib.h>
#include <string.h>

/* Fill flow */

static void victim_to_l2(struct tx_unit *u, const struct tlb_entry *entry)
{
	u->all->stats.to_l2++;
	if (u->site.to_l2)
		u->site.to_l2(u->site.to_l2_owner, entry, u->all->warming);
}

/* Whether a misfit is to pass by. */
static bool victim_passes_by(struct tx_victims *v, const struct tx_store *store,
			     const struct tlb_entry *entry)
{
	if (!tx_store_can_hold(store, entry->asid, entry->vpn)) {
		v->stats.too_wide++;
		return true;
	}
	if (tx_store_joins(store, entry->asid, entry->vpn))
		return false;
	v->stats.misfits++;
	return !v->evict_misfit;
}

static void victim_to_icache(struct tx_unit *u, const struct tlb_entry *entry)
{
	struct tx_victims *v = u->all;
	struct tx_icache *ic = u->icache;
	struct tlb_entry victims[TX_MOST_WAYS];
	enum cache_line_use use;
	uint32_t line, before;
	unsigned count;

	if (!v->has_icache) {
		victim_to_l2(u, entry);
		return;
	}
	line = tx_store_set(&ic->store, entry->vpn);
	use = cache_line_use(ic->cache, line);
	if (use == CACHE_LINE_FILLED && !v->naive) {
		v->stats.icache_mode++;
		victim_to_l2(u, entry);
		return;
	}
	if (victim_passes_by(v, &ic->store, entry)) {
		victim_to_l2(u, entry);
		return;
	}
	v->stats.instruction_lines += use == CACHE_LINE_FILLED;
	v->stats.icache_fills++;
	if (!v->warming)
		cache_tenant_access(ic->cache);
	cache_tenant_take(ic->cache, line);
	before = ic->store.held;
	count = tx_store_put(&ic->store, entry, (uint16_t)u->index, victims);
	v->icache_held += ic->store.held - before;
	v->stats.icache_victims += count;
	for (unsigned i = 0; i < count; i++)
		victim_to_l2(u, &victims[i]);
}

static void victim_to_lds(struct tx_unit *u, const struct tlb_entry *entry)
{
	struct tx_victims *v = u->all;
	struct tlb_entry victims[TX_MOST_WAYS];
	uint32_t segment = tx_store_set(&u->lds, entry->vpn), before = u->lds.held;
	unsigned count;

	if (u->segment_holders[segment]) {
		v->stats.lds_mode++;
		victim_to_icache(u, entry);
		return;
	}
	if (victim_passes_by(v, &u->lds, entry)) {
		victim_to_icache(u, entry);
		return;
	}
	v->stats.lds_fills++;
	if (!v->warming)
		lds_tenant_access(u->site.lds, v->engine->now);
	count = tx_store_put(&u->lds, entry, (uint16_t)u->index, victims);
	v->lds_held += u->lds.held - before;
	v->stats.lds_victims += count;
	for (unsigned i = 0; i < count; i++)
		victim_to_icache(u, &victims[i]);
}

static void victim_flows(struct tx_unit *u, const struct tlb_entry *entry)
{
	if (u->all->has_lds)
		victim_to_lds(u, entry);
	else
		victim_to_icache(u, entry);
}

static void victims_evicted(void *state, unsigned unit, const struct tlb_entry *entry, bool warm)
{
	struct tx_victims *v = state;
	struct tx_victims_stats counted;

	sampler_check(&v->sampler, v->engine->now);
	if (warm) {
		counted = v->stats;
		v->warming = true;
		victim_flows(&v->units[unit], entry);
		v->warming = false;
		v->stats = counted;
	} else {
		v->stats.evicted++;
		victim_flows(&v->units[unit], entry);
	}
}

/* Lookups */

/* The translation has left the structure for the L1 TLB, where the answer installs it. */
static void victims_answer(struct translation *t, uint64_t frame)
{
	t->frame = frame;
	t->source = TX_VICTIM;
	tx_reply(t);
}

/* Takes the translation out, if it is there. */
static bool victims_take_from_icache(struct tx_unit *u, const struct translation *t,
				     uint64_t *frame)
{
	struct tx_icache *ic = u->icache;
	uint32_t line = tx_store_set(&ic->store, t->vpn);

	if (!tx_store_take(&ic->store, t->who.asid, t->vpn, frame))
		return false;
	u->all->icache_held--;
	if (tx_store_empty(&ic->store, line))
		cache_tenant_leave(ic->cache, line);
	else
		cache_tenant_take(ic->cache, line); /* the last used of its set */
	return true;
}

static bool victims_take_from_lds(struct tx_unit *u, const struct translation *t, uint64_t *frame)
{
	if (!tx_store_take(&u->lds, t->who.asid, t->vpn, frame))
		return false;
	u->all->lds_held--;
	return true;
}

static void victims_icache_event(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);
	struct tx_unit *u = t->stage;
	struct tx_victims *v = u->all;
	uint64_t frame;

	sampler_check(&v->sampler, v->engine->now);
	if (!victims_take_from_icache(u, t, &frame)) {
		tx_outbox_send(&u->down, t);
		return;
	}
	v->stats.icache_hits++;
	victims_answer(t, frame);
}

static void victims_ask_icache(struct tx_unit *u, struct translation *t)
{
	struct tx_victims *v = u->all;
	struct tx_icache *ic = u->icache;
	uint32_t line = v->has_icache ? tx_store_set(&ic->store, t->vpn) : 0;
	uint32_t latency = v->icache_latency;

	if (!v->has_icache) {
		tx_outbox_send(&u->down, t);
		return;
	}
	v->stats.icache_lookups++;
	if (cache_line_use(ic->cache, line) != CACHE_LINE_TENANT)
		latency = v->icache_tag_latency;
	engine_at(v->engine, &t->event, cache_tenant_access(ic->cache) + latency,
		  victims_icache_event);
}

static void victims_mode_event(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);

	victims_ask_icache(t->stage, t);
}

static void victims_lds_event(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);
	struct tx_unit *u = t->stage;
	struct tx_victims *v = u->all;
	uint64_t frame;

	sampler_check(&v->sampler, v->engine->now);
	if (!victims_take_from_lds(u, t, &frame)) {
		victims_ask_icache(u, t);
		return;
	}
	v->stats.lds_hits++;
	victims_answer(t, frame);
}

/* Takes all: there are no more than the L1 TLB has MSHRs. */
static bool victims_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct tx_unit *u = owner;
	struct tx_victims *v = u->all;
	cycle_t now = v->engine->now;

	(void)waiter;
	v->stats.lookups++;
	t->stage = u;
	t->entered = now;
	if (!v->has_lds) {
		victims_ask_icache(u, t);
	} else if (u->segment_holders[tx_store_set(&u->lds, t->vpn)]) {
		engine_at(v->engine, &t->event, now + v->mode_latency, victims_mode_event);
	} else {
		v->stats.lds_lookups++;
		engine_at(v->engine, &t->event,
			  lds_tenant_access(u->site.lds, now) + v->lds_latency, victims_lds_event);
	}
	return true;
}

static void victims_warm(void *owner, struct translation *t)
{
	struct tx_unit *u = owner;
	struct tx_victims *v = u->all;

	sampler_check(&v->sampler, v->engine->now);
	if ((!v->has_lds || !victims_take_from_lds(u, t, &t->frame)) &&
	    (!v->has_icache || !victims_take_from_icache(u, t, &t->frame)))
		tx_warm(&u->down.port, t);
}

/* What is taken back */

static void victims_lds_taken(void *state, uint32_t start, uint32_t bytes)
{
	struct tx_unit *u = state;
	struct tx_victims *v = u->all;
	uint32_t last = (start + bytes - 1) / v->segment_bytes;

	sampler_check(&v->sampler, v->engine->now);
	for (uint32_t i = start / v->segment_bytes; i <= last; i++)
		if (u->segment_holders[i]++ == 0) {
			unsigned lost = tx_store_clear(&u->lds, i);

			v->lds_held -= lost;
			v->stats.lds_overwritten += lost;
		}
}

static void victims_lds_given_back(void *state, uint32_t start, uint32_t bytes)
{
	struct tx_unit *u = state;
	uint32_t last = (start + bytes - 1) / u->all->segment_bytes;

	for (uint32_t i = start / u->all->segment_bytes; i <= last; i++)
		u->segment_holders[i]--;
}

static void victims_line_displaced(void *state, uint32_t line)
{
	struct tx_icache *ic = state;
	struct tx_victims *v = ic->all;
	unsigned lost;

	sampler_check(&v->sampler, v->engine->now);
	lost = tx_store_clear(&ic->store, line);
	v->icache_held -= lost;
	v->stats.icache_overwritten += lost;
}

static void victims_shoot_down_lines(struct tx_victims *v, struct tx_icache *ic, uint8_t asid,
				     uint64_t vpn)
{
	unsigned lost = tx_store_shootdown(&ic->store, asid, vpn);

	if (!lost)
		return;
	v->icache_held -= lost;
	v->stats.shot_down += lost;
	for (uint32_t line = 0; line < ic->store.sets; line++)
		if (cache_line_use(ic->cache, line) == CACHE_LINE_TENANT &&
		    tx_store_empty(&ic->store, line))
			cache_tenant_leave(ic->cache, line);
}

static void victims_shootdown(void *state, uint8_t asid, uint64_t vpn)
{
	struct tx_victims *v = state;

	sampler_check(&v->sampler, v->engine->now);
	for (unsigned i = 0; i < v->unit_count; i++) {
		unsigned lost;

		if (v->icaches[i].cache)
			victims_shoot_down_lines(v, &v->icaches[i], asid, vpn);
		if (!v->has_lds || !v->units[i].site.lds)
			continue;
		lost = tx_store_shootdown(&v->units[i].lds, asid, vpn);
		v->lds_held -= lost;
		v->stats.shot_down += lost;
	}
}

/* Making */

static void victims_sample(void *state, uint64_t times)
{
	struct tx_victims *v = state;

	gauge_add(&v->stats.lds_held, v->lds_held, times);
	gauge_add(&v->stats.icache_held, v->icache_held, times);
	timeline_add(&v->stats.held, v->lds_held + v->icache_held, times);
}

static uint32_t victims_param(const struct plan_facts *facts, enum param id)
{
	return (uint32_t)param(facts->params, id);
}

static struct tx_victims *victims_make(const struct plan_facts *facts, bool has_lds,
				       bool has_icache)
{
	struct tx_victims *v = xcalloc(1, sizeof(*v));
	uint32_t mux = victims_param(facts, P_TX_MUX_LATENCY);

	v->engine = facts->engine;
	v->has_lds = has_lds;
	v->has_icache = has_icache;
	v->naive = victims_param(facts, P_TX_ICACHE_REPLACEMENT) != 0;
	v->evict_misfit = victims_param(facts, P_TX_MISFIT) != 0;
	v->fold_icache = victims_param(facts, P_TX_ICACHE_INDEX) != 0;
	v->segment_bytes = victims_param(facts, P_TX_LDS_SEGMENT);
	v->segment = v->segment_bytes == 64 ? &tx_lds_segment_64 : &tx_lds_segment_32;
	v->line = victims_param(facts, P_TX_ICACHE_PER_WAY) == 1 ? &tx_icache_line_1
								 : &tx_icache_line_8;
	v->mode_latency = mux;
	v->lds_latency =
		victims_param(facts, P_TX_LDS_LATENCY) + mux + victims_param(facts, P_TX_LDS_WIRE);
	v->icache_latency = victims_param(facts, P_TX_ICACHE_LATENCY) + mux +
			    victims_param(facts, P_TX_ICACHE_WIRE);
	v->icache_tag_latency = victims_param(facts, P_ICACHE_LATENCY) + mux +
				victims_param(facts, P_TX_ICACHE_WIRE);
	v->unit_count = facts->cus;
	v->units = xcalloc(v->unit_count, sizeof(*v->units));
	v->icaches = xcalloc(v->unit_count, sizeof(*v->icaches));
	sampler_init(&v->sampler, victims_param(facts, P_MEASURE_INTERVAL), victims_sample, v);
	return v;
}

static void *victims_make_lds(const struct plan_facts *facts)
{
	return victims_make(facts, true, false);
}

static void *victims_make_icache(const struct plan_facts *facts)
{
	return victims_make(facts, false, true);
}

static void *victims_make_both(const struct plan_facts *facts)
{
	return victims_make(facts, true, true);
}

static void victims_release(void *state)
{
	struct tx_victims *v = state;

	for (unsigned i = 0; i < v->unit_count; i++) {
		tx_store_release(&v->units[i].lds);
		tx_store_release(&v->icaches[i].store);
		free(v->units[i].segment_holders);
	}
	free(v->units);
	free(v->icaches);
	free(v);
}

static struct tx_port victims_port(void *state, unsigned unit, struct tx_port down)
{
	struct tx_victims *v = state;
	struct tx_unit *u = &v->units[unit];

	u->all = v;
	u->index = unit;
	tx_outbox_init(&u->down, down, NULL);
	return (struct tx_port){victims_send, u, victims_warm};
}

static void victims_attach_lds(struct tx_unit *u)
{
	struct lds_tenant tenant = {victims_lds_taken, victims_lds_given_back, u};
	uint32_t segments = u->site.lds->config.bytes / u->all->segment_bytes;

	tx_store_init(&u->lds, u->all->segment, segments);
	u->all->stats.lds_capacity += (uint64_t)segments * u->all->segment->ways;
	u->segment_holders = xcalloc(segments, sizeof(*u->segment_holders));
	lds_set_tenant(u->site.lds, &tenant);
}

static void victims_attach_icache(struct tx_unit *u)
{
	struct tx_victims *v = u->all;
	struct tx_icache *ic = u->icache = &v->icaches[u->site.fetch_group];
	struct cache_tenant tenant = {victims_line_displaced, ic, !v->naive};

	if (ic->cache)
		return;
	ic->all = v;
	ic->cache = u->site.fetch_cache;
	tx_store_init(&ic->store, v->line, cache_lines(ic->cache));
	if (v->fold_icache)
		tx_store_fold(&ic->store);
	v->stats.icache_capacity += (uint64_t)ic->store.sets * v->line->ways;
	cache_set_tenant(ic->cache, &tenant);
}

static void victims_attach(void *state, unsigned unit, const struct tx_site *site)
{
	struct tx_victims *v = state;
	struct tx_unit *u = &v->units[unit];

	u->site = *site;
	if (v->has_lds)
		victims_attach_lds(u);
	if (v->has_icache)
		victims_attach_icache(u);
}

static const char *const held_names[TIMELINE_STRETCHES] = {
	"held_1", "held_2",  "held_3",  "held_4",  "held_5",  "held_6",  "held_7",  "held_8",
	"held_9", "held_10", "held_11", "held_12", "held_13", "held_14", "held_15", "held_16"};

static void victims_register_stats(void *state, struct stats *stats)
{
	struct tx_victims_stats *s = &((struct tx_victims *)state)->stats;
	const struct {
		const char *name;
		const uint64_t *value;
	} counters[] = {
		{"lookups", &s->lookups},
		{"lds_lookups", &s->lds_lookups},
		{"lds_hits", &s->lds_hits},
		{"icache_lookups", &s->icache_lookups},
		{"icache_hits", &s->icache_hits},
		{"evicted", &s->evicted},
		{"lds_mode", &s->lds_mode},
		{"lds_fills", &s->lds_fills},
		{"lds_victims", &s->lds_victims},
		{"icache_mode", &s->icache_mode},
		{"icache_fills", &s->icache_fills},
		{"icache_victims", &s->icache_victims},
		{"to_l2", &s->to_l2},
		{"too_wide", &s->too_wide},
		{"misfits", &s->misfits},
		{"lds_overwritten", &s->lds_overwritten},
		{"icache_overwritten", &s->icache_overwritten},
		{"instruction_lines", &s->instruction_lines},
		{"shot_down", &s->shot_down},
		{"lds_capacity", &s->lds_capacity},
		{"icache_capacity", &s->icache_capacity},
	};

	for (size_t i = 0; i < sizeof(counters) / sizeof(*counters); i++)
		stats_counter(stats, "victims", counters[i].name, counters[i].value);
	stats_gauge(stats, "victims", "lds_held", &s->lds_held);
	stats_gauge(stats, "victims", "icache_held", &s->icache_held);
	timeline_register_stats(&s->held, stats, "victims", held_names);
}

#define TX_STAGE(title, text, maker, rows)                                                         \
	{                                                                                          \
		.base = {.name = title,                                                            \
			 .summary = text,                                                          \
			 .check = tx_victims_check,                                                \
			 .storage = rows,                                                          \
			 .make = maker,                                                            \
			 .release = victims_release,                                               \
			 .register_stats = victims_register_stats,                                 \
			 .shootdown = victims_shootdown},                                          \
		.attach = victims_attach, .port = victims_port, .evicted = victims_evicted,        \
	}

const struct tx_stage_ops tx_lds =
	TX_STAGE("lds", "idle LDS of the CU", victims_make_lds, tx_lds_storage);
const struct tx_stage_ops tx_icache = TX_STAGE("icache", "idle lines of the CU's instruction cache",
					       victims_make_icache, tx_icache_storage);
const struct tx_stage_ops tx_both =
	TX_STAGE("lds-icache", "idle LDS, then idle lines of the instruction cache",
		 victims_make_both, tx_both_storage);
