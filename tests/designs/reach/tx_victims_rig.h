/*
 * L1 TLB victims in LDS and I-cache between mocks. apu21: 16 KB of LDS are 512 segments, an I-cache
 * has 256 lines. A lookup takes 35 + 1 cycles in LDS, 1 when the segment is in LDS-mode, 20 + 1 in
 * a line of the I-cache with translations, 16 + 1 in another; the level below takes 100.
 */
#ifndef TESTS_DESIGNS_REACH_TX_VICTIMS_RIG_H
#define TESTS_DESIGNS_REACH_TX_VICTIMS_RIG_H

#include "designs/reach/tx_victims.h"

#include "config/config.h"
#include "policy/registry.h"
#include "tx_mock.h"

enum { UNITS = 2, SEGMENTS = 512, LINES = 256 };

struct rig {
	struct engine engine;
	struct params params;
	const struct tx_stage_ops *ops;
	struct tx_victims *v;
	struct lds lds[UNITS];
	struct cache *icache;
	struct mock_below below;
	struct mock_above above; /* of unit 0 */
	struct tx_port port[UNITS];
	struct tlb_entry l2[8192];
	unsigned l2_count;
};

static inline void take_into_l2(void *owner, const struct tlb_entry *entry, bool warm)
{
	(void)warm;
	struct rig *r = owner;

	r->l2[r->l2_count++] = *entry;
}

/* Memory below the I-cache: a line after a cycle. */
static struct engine *memory_engine;

static inline void memory_answers(struct event *event)
{
	mem_reply(container_of(event, struct mem_access, event));
}

static inline bool memory_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	(void)owner, (void)waiter;
	engine_after(memory_engine, &a->event, 1, memory_answers);
	return true;
}

static inline struct rig *rig_new(const char *kind, const char *setting)
{
	static const struct cache_config icache = {.bytes = 16384,
						   .ways = 8,
						   .line_bytes = 64,
						   .latency = 16,
						   .ports = 1,
						   .mshrs = 16,
						   .queue = 32,
						   .write_through = true};
	static const struct lds_config lds = {
		.bytes = 16384, .granule = 256, .banks = 32, .latency = 31, .lanes_per_cycle = 32};
	struct rig *r = xcalloc(1, sizeof(*r));
	struct config_request request = {
		.gpu = "apu21", .settings = &setting, .setting_count = setting != NULL};
	struct plan_facts facts = {.engine = &r->engine, .params = &r->params, .cus = UNITS};
	struct tx_port down;
	struct error err;

	if (!config_load(&r->params, &request, &err))
		FAIL("%s", err.text);
	engine_init(&r->engine);
	memory_engine = &r->engine;
	r->ops = (const void *)policy_find(P_L1_VICTIMS, kind);
	r->v = r->ops->base.make(&facts);
	r->icache = cache_new(&r->engine, "icache", &icache,
			      (struct mem_port){.send = memory_send, .owner = NULL});
	down = mock_below_init(&r->below, &r->engine, 100, 0);
	for (unsigned i = 0; i < UNITS; i++) {
		struct tx_site site = {.lds = &r->lds[i],
				       .fetch_cache = r->icache,
				       .to_l2 = take_into_l2,
				       .to_l2_owner = r};

		lds_init(&r->lds[i], &lds);
		r->port[i] = r->ops->port(r->v, i, down);
		r->ops->attach(r->v, i, &site);
	}
	mock_above_init(&r->above, &r->engine, r->port[0]);
	return r;
}

static inline void rig_free(struct rig *r)
{
	CHECK_EQ(r->above.replies, r->above.count);
	cache_free(r->icache);
	r->ops->base.release(r->v);
	params_release(&r->params);
	free(r);
}

static inline void evict_from(struct rig *r, unsigned unit, uint64_t vpn)
{
	struct tlb_entry e = {.vpn = vpn, .frame = mock_frame(0, vpn), .page_shift = 12};

	r->ops->evicted(r->v, unit, &e, false);
}

static inline void evict(struct rig *r, uint64_t vpn)
{
	evict_from(r, 0, vpn);
}

static inline bool in_lds(const struct rig *r, uint64_t vpn)
{
	return tx_store_find(&r->v->units[0].lds, 0, vpn) >= 0;
}

static inline bool in_icache(const struct rig *r, uint64_t vpn)
{
	return tx_store_find(&r->v->icaches[0].store, 0, vpn) >= 0;
}

/* The translations that came to the L2 TLB, as vpn. */
static inline void check_l2(const struct rig *r, unsigned count, uint64_t last)
{
	CHECK_EQ(r->l2_count, count);
	if (count) {
		CHECK_EQ(r->l2[count - 1].vpn, last);
		CHECK_EQ(r->l2[count - 1].frame, mock_frame(0, last));
	}
}

struct fetch_done {
	struct mem_access a;
	cycle_t at;
	struct engine *engine;
};

static inline void fetched(void *owner, struct mem_access *a)
{
	struct fetch_done *f = owner;

	(void)a;
	f->at = f->engine->now;
}

/* An instruction line in the I-cache; returns the cycle in which it came. */
static inline cycle_t fetch(struct rig *r, uint64_t address)
{
	struct fetch_done f = {.engine = &r->engine};
	struct mem_port port = cache_port(r->icache);
	struct waiter waiter = {0};

	f.a.address = address;
	f.a.kind = KIND_FETCH;
	mem_push(&f.a, fetched, &f);
	CHECK(mem_send(&port, &f.a, &waiter));
	mock_run(&r->engine);
	return f.at;
}

/* Every line is an instruction's. */
static inline void fill_with_instructions(struct rig *r)
{
	for (unsigned i = 0; i < LINES; i++)
		fetch(r, i * 64);
	for (unsigned i = 0; i < LINES; i++)
		CHECK_EQ(cache_line_use(r->icache, i), CACHE_LINE_FILLED);
}

#endif
