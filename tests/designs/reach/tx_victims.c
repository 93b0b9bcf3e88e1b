/*
 * L1 TLB victims in LDS and I-cache by hand: every path of [Kotra21 Figure 12], lookups and their
 * cycles, ports shared with instructions. apu21: 16 KB of LDS are 512 segments, an I-cache has 256
 * lines. A lookup takes 35 + 1 cycles in LDS, 1 when the segment is in LDS-mode, 20 + 1 in a line
 * of the I-cache with translations, 16 + 1 in another; the level below takes 100.
 */
#include "designs/reach/tx_victims.h"

#include "policy/registry.h"
#include "config/config.h"
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

static void take_into_l2(void *owner, const struct tlb_entry *entry)
{
	struct rig *r = owner;

	r->l2[r->l2_count++] = *entry;
}

/* Memory below the I-cache: a line after a cycle. */
static struct engine *memory_engine;

static void memory_answers(struct event *event)
{
	mem_reply(container_of(event, struct mem_access, event));
}

static bool memory_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	(void)owner, (void)waiter;
	engine_after(memory_engine, &a->event, 1, memory_answers);
	return true;
}

static struct rig *rig_new(const char *kind, const char *setting)
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
	r->icache = cache_new(&r->engine, "icache", &icache, (struct mem_port){memory_send, NULL});
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

static void rig_free(struct rig *r)
{
	CHECK_EQ(r->above.replies, r->above.count);
	cache_free(r->icache);
	r->ops->base.release(r->v);
	params_release(&r->params);
	free(r);
}

static void evict_from(struct rig *r, unsigned unit, uint64_t vpn)
{
	struct tlb_entry e = {.vpn = vpn, .frame = mock_frame(0, vpn), .page_shift = 12};

	r->ops->evicted(r->v, unit, &e);
}

static void evict(struct rig *r, uint64_t vpn)
{
	evict_from(r, 0, vpn);
}

static bool in_lds(const struct rig *r, uint64_t vpn)
{
	return tx_store_find(&r->v->units[0].lds, 0, vpn) >= 0;
}

static bool in_icache(const struct rig *r, uint64_t vpn)
{
	return tx_store_find(&r->v->icaches[0].store, 0, vpn) >= 0;
}

/* The translations that came to the L2 TLB, as vpn. */
static void check_l2(const struct rig *r, unsigned count, uint64_t last)
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

static void fetched(void *owner, struct mem_access *a)
{
	struct fetch_done *f = owner;

	(void)a;
	f->at = f->engine->now;
}

/* An instruction line in the I-cache; returns the cycle in which it came. */
static cycle_t fetch(struct rig *r, uint64_t address)
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
static void fill_with_instructions(struct rig *r)
{
	for (unsigned i = 0; i < LINES; i++)
		fetch(r, i * 64);
	for (unsigned i = 0; i < LINES; i++)
		CHECK_EQ(cache_line_use(r->icache, i), CACHE_LINE_FILLED);
}

/* The paths of Figure 12 */

TEST(path_1_2_4)
{
	struct rig *r = rig_new("lds-icache", NULL);

	evict(r, 5);
	evict(r, 5 + SEGMENTS);
	evict(r, 5 + 2 * SEGMENTS);
	CHECK(in_lds(r, 5) && in_lds(r, 5 + SEGMENTS) && in_lds(r, 5 + 2 * SEGMENTS));
	CHECK_EQ(r->v->stats.lds_fills, 3);
	CHECK_EQ(r->v->stats.lds_victims, 0);
	check_l2(r, 0, 0);
	rig_free(r);
}

TEST(path_1_2_4_5_6)
{
	struct rig *r = rig_new("lds-icache", NULL);

	for (unsigned i = 0; i < 4; i++)
		evict(r, 5 + i * SEGMENTS);
	/* The fourth of the segment: the first goes on to the I-cache, whose line is idle. */
	CHECK(!in_lds(r, 5) && in_icache(r, 5));
	CHECK(in_lds(r, 5 + 3 * SEGMENTS));
	CHECK_EQ(r->v->stats.lds_victims, 1);
	CHECK_EQ(r->v->stats.icache_fills, 1);
	CHECK_EQ(cache_line_use(r->icache, 5), CACHE_LINE_TENANT);
	check_l2(r, 0, 0);
	rig_free(r);
}

TEST(path_1_2_3_6_7_8)
{
	struct rig *r = rig_new("lds-icache", NULL);

	lds_take(&r->lds[0], 0, 256, 256); /* segments 0 to 7 */
	evict(r, 5);
	evict(r, 8);
	CHECK(!in_lds(r, 5) && in_icache(r, 5));
	CHECK(in_lds(r, 8) && !in_icache(r, 8));
	CHECK_EQ(r->v->stats.lds_mode, 1);
	/* The line is in Tx-mode now and takes the next one, too. */
	evict(r, 5 + SEGMENTS);
	CHECK(in_icache(r, 5) && in_icache(r, 5 + SEGMENTS));
	CHECK_EQ(r->v->stats.icache_victims, 0);
	check_l2(r, 0, 0);
	rig_free(r);
}

TEST(path_1_2_3_6_7_8_10_11)
{
	struct rig *r = rig_new("lds-icache", NULL);

	lds_take(&r->lds[0], 0, 16384, 16384);
	for (unsigned i = 0; i < 9; i++)
		evict(r, 7 + i * LINES);
	/* The ninth of a line: the first goes to the L2 TLB. */
	CHECK(!in_icache(r, 7) && in_icache(r, 7 + 8 * LINES));
	CHECK_EQ(r->v->stats.icache_victims, 1);
	check_l2(r, 1, 7);
	rig_free(r);
}

TEST(path_1_2_3_6_7_9_10)
{
	struct rig *r = rig_new("lds-icache", NULL);

	lds_take(&r->lds[0], 0, 16384, 16384);
	fill_with_instructions(r);
	evict(r, 9);
	CHECK(!in_lds(r, 9) && !in_icache(r, 9));
	CHECK_EQ(r->v->stats.icache_mode, 1);
	check_l2(r, 1, 9);
	rig_free(r);
}

/* The same with a victim of the LDS: 1-2-4-5-6-7-9-10 and 1-2-4-5-6-7-8-10-11. */
TEST(victims_of_the_lds_go_the_same_way)
{
	struct rig *r = rig_new("lds-icache", NULL);

	fill_with_instructions(r);
	for (unsigned i = 0; i < 4; i++)
		evict(r, 5 + i * SEGMENTS);
	check_l2(r, 1, 5);
	cache_invalidate_all(r->icache);
	/* Segments 5 and 261 share line 5 of the I-cache. Each gives up three more: with six
	 * translations the line has room; a ninth drives out the least recently used. */
	for (unsigned i = 4; i < 7; i++)
		evict(r, 5 + i * SEGMENTS);
	for (unsigned i = 0; i < 6; i++)
		evict(r, 261 + i * SEGMENTS);
	CHECK_EQ(r->v->stats.icache_fills, 6);
	check_l2(r, 1, 5);
	evict(r, 5 + 7 * SEGMENTS);
	evict(r, 261 + 6 * SEGMENTS);
	check_l2(r, 1, 5);
	evict(r, 261 + 7 * SEGMENTS);
	check_l2(r, 2, 5 + SEGMENTS);
	CHECK_EQ(r->v->stats.icache_victims, 1);
	rig_free(r);
}

TEST(without_one_of_the_structures)
{
	struct rig *r = rig_new("lds", NULL);

	for (unsigned i = 0; i < 4; i++)
		evict(r, 5 + i * SEGMENTS);
	check_l2(r, 1, 5);
	CHECK_EQ(cache_line_use(r->icache, 5), CACHE_LINE_IDLE);
	rig_free(r);
	r = rig_new("icache", NULL);
	evict(r, 5);
	CHECK(in_icache(r, 5));
	CHECK_EQ(r->lds[0].tenant_cycles, 0);
	rig_free(r);
}

/* Modes */

TEST(allocation_overwrites_at_once)
{
	struct rig *r = rig_new("lds-icache", NULL);

	evict(r, 5);
	evict(r, 20);
	lds_take(&r->lds[0], 0, 256, 100);
	CHECK(!in_lds(r, 5) && in_lds(r, 20));
	CHECK_EQ(r->v->stats.lds_overwritten, 1);
	evict(r, 6); /* never displaces LDS data */
	CHECK(!in_lds(r, 6));
	lds_give_back(&r->lds[0], 0, 256);
	evict(r, 7);
	CHECK(in_lds(r, 7) && !in_lds(r, 5));
	CHECK_EQ(r->v->lds_held, 2);
	rig_free(r);
}

TEST(instructions_take_lines_back)
{
	struct rig *r = rig_new("icache", NULL);

	/* All eight lines of set 0 hold translations; lines are numbered set by set. */
	for (unsigned i = 0; i < 8; i++)
		evict(r, i);
	evict(r, 0 + LINES); /* line 0 is the last used again, line 1 the least recently */
	fetch(r, 0);
	CHECK(in_icache(r, 0) && !in_icache(r, 1) && in_icache(r, 2));
	CHECK_EQ(r->v->stats.icache_overwritten, 1);
	CHECK_EQ(cache_line_use(r->icache, 1), CACHE_LINE_FILLED);
	evict(r, 1); /* IC-mode now */
	CHECK(!in_icache(r, 1));
	/* Emptied at a kernel's end: the line is idle, those with translations stay. */
	cache_invalidate_all(r->icache);
	evict(r, 1);
	CHECK(in_icache(r, 0) && in_icache(r, 1));
	rig_free(r);
}

TEST(naive_replacement_takes_instruction_lines)
{
	struct rig *r = rig_new("icache", "tx_icache.replacement=naive");

	fill_with_instructions(r);
	evict(r, 3);
	CHECK(in_icache(r, 3));
	CHECK_EQ(r->v->stats.instruction_lines, 1);
	check_l2(r, 0, 0);
	/* Instructions take the least recently used line of set 0, which is not the translation's.
	 */
	fetch(r, 64 * 1024);
	CHECK(in_icache(r, 3));
	rig_free(r);
}

TEST(one_translation_per_way)
{
	struct rig *r = rig_new("icache", "tx_icache.per_way=1");

	evict(r, 5);
	evict(r, 5 + LINES);
	CHECK(!in_icache(r, 5) && in_icache(r, 5 + LINES));
	check_l2(r, 1, 5);
	CHECK_EQ(r->v->stats.icache_capacity, 256);
	rig_free(r);
}

/* Sixteen consecutive tags share the base of a line of the I-cache. */
TEST(misfits)
{
	struct rig *r = rig_new("icache", NULL);

	evict(r, 5);
	evict(r, 5 + 15 * LINES);
	evict(r, 5 + 16 * LINES);
	CHECK(in_icache(r, 5) && in_icache(r, 5 + 15 * LINES) && !in_icache(r, 5 + 16 * LINES));
	CHECK_EQ(r->v->stats.misfits, 1);
	check_l2(r, 1, 5 + 16 * LINES);
	rig_free(r);
	r = rig_new("icache", "tx.misfit=evict");
	evict(r, 5);
	evict(r, 5 + 15 * LINES);
	evict(r, 5 + 16 * LINES);
	CHECK(!in_icache(r, 5) && in_icache(r, 5 + 16 * LINES));
	CHECK_EQ(r->v->icache_held, 1);
	check_l2(r, 2, 5 + 15 * LINES);
	rig_free(r);
	/* More than 25 bits of tag: 46 bits of address with 512 segments. */
	r = rig_new("lds", NULL);
	evict(r, (UINT64_C(1) << 34) - 1);
	CHECK(in_lds(r, (UINT64_C(1) << 34) - 1));
	evict(r, UINT64_C(1) << 34);
	CHECK_EQ(r->v->stats.too_wide, 1);
	check_l2(r, 1, UINT64_C(1) << 34);
	rig_free(r);
}

/* Capacity: 1,536 in each LDS, 2,048 in an I-cache of 16 KB. */
TEST(capacity)
{
	struct rig *r = rig_new("lds-icache", NULL);

	for (uint64_t vpn = 0; vpn < 3 * SEGMENTS; vpn++) {
		evict_from(r, 0, vpn);
		evict_from(r, 1, vpn + 100000);
	}
	CHECK_EQ(r->v->lds_held, 2 * 3 * SEGMENTS);
	CHECK_EQ(r->v->icache_held, 0);
	for (uint64_t vpn = 0; vpn < 8 * LINES; vpn++)
		evict_from(r, 0, vpn + 4096);
	CHECK_EQ(r->v->lds_held, 2 * 3 * SEGMENTS);
	CHECK_EQ(r->v->icache_held, 3 * SEGMENTS); /* what the others drove out */
	CHECK_EQ(r->v->stats.lds_capacity, 2 * 1536);
	CHECK_EQ(r->v->stats.icache_capacity, 2048);
	rig_free(r);
	r = rig_new("icache", NULL);
	for (uint64_t vpn = 0; vpn < 8 * LINES; vpn++)
		evict(r, vpn);
	CHECK_EQ(r->v->icache_held, 2048);
	check_l2(r, 0, 0);
	rig_free(r);
}

/* Lookups */

TEST(found_it_leaves)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct mock_request *a, *b, *c;

	evict(r, 5);
	for (unsigned i = 0; i < 4; i++)
		evict(r, 6 + i * SEGMENTS); /* page 6 is in the I-cache */
	a = mock_ask(&r->above, 100, 0, 5);
	b = mock_ask(&r->above, 200, 0, 6);
	c = mock_ask(&r->above, 300, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 136);
	CHECK_EQ(a->t.frame, mock_frame(0, 5));
	CHECK_EQ(a->t.source, TX_VICTIM);
	CHECK_EQ(b->replied, 236 + 21);
	CHECK_EQ(b->t.frame, mock_frame(0, 6));
	CHECK_EQ(cache_line_use(r->icache, 6), CACHE_LINE_IDLE);
	/* Gone: the L1 TLB has it. 36 in LDS, 17 in a line that holds nothing, 100 below. */
	CHECK_EQ(c->replied, 300 + 36 + 17 + 100);
	CHECK_EQ(c->t.source, TX_WALK);
	CHECK_EQ(r->v->stats.lds_hits, 1);
	CHECK_EQ(r->v->stats.icache_hits, 1);
	CHECK_EQ(r->v->lds_held, 3);
	rig_free(r);
}

TEST(lds_mode_costs_a_cycle)
{
	struct rig *r = rig_new("lds", NULL);
	struct mock_request *a;

	lds_take(&r->lds[0], 0, 16384, 16384);
	a = mock_ask(&r->above, 10, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 10 + 1 + 100);
	CHECK_EQ(r->lds[0].tenant_cycles, 0);
	rig_free(r);
}

TEST(wires)
{
	struct rig *r = rig_new("lds", "tx_lds.wire_latency=50");
	struct mock_request *a;

	evict(r, 5);
	a = mock_ask(&r->above, 10, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 10 + 36 + 50);
	rig_free(r);
	r = rig_new("icache", "tx_icache.wire_latency=100");
	evict(r, 5);
	a = mock_ask(&r->above, 10, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 10 + 21 + 100);
	rig_free(r);
}

/* Fills and lookups of one cycle share the port that instructions leave; those go first. */
TEST(ports)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct step step = {.width = 4};
	struct mock_request *a, *b;

	for (unsigned i = 0; i < 64; i++)
		step.addr[i] = 4 * i;
	evict(r, 5); /* slot 0 of the LDS */
	evict(r, 6); /* slot 1 */
	a = mock_ask(&r->above, 0, 0, 5);
	b = mock_ask(&r->above, 0, 0, 6);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 2 + 36);
	CHECK_EQ(b->replied, 3 + 36);
	/* 64 lanes hold the LDS for two cycles, fill or not; a lookup then waits for both. */
	evict(r, 5);
	CHECK_EQ(lds_access(&r->lds[0], 39, &step, UINT64_MAX), 39 + 2 - 1 + 31);
	a = mock_ask(&r->above, 39, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 39 + 3 + 36);
	rig_free(r);
	/* A fetch goes before a fill of the same cycle: 16 for the lookup, 1 for the line. A lookup
	 * behind both waits for two slots. */
	r = rig_new("icache", NULL);
	evict(r, 5);
	a = mock_ask(&r->above, 0, 0, 5);
	CHECK_EQ(fetch(r, 0), 16 + 1);
	CHECK_EQ(a->replied, 2 + 21);
	rig_free(r);
}

TEST(back_pressure_from_below)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct mock_request *q[5];

	r->below.capacity = 1;
	for (unsigned i = 0; i < 5; i++)
		q[i] = mock_ask(&r->above, 0, 0, i);
	mock_run(&r->engine);
	for (unsigned i = 0; i < 5; i++)
		CHECK_EQ(q[i]->replied, 36 + 17 + 100 * (i + 1));
	rig_free(r);
}

TEST(shootdown_reaches_both)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct tlb_entry other = {.vpn = 6, .frame = 1, .asid = 1, .page_shift = 12};

	evict(r, 5);
	for (unsigned i = 0; i < 4; i++)
		evict(r, 6 + i * SEGMENTS);
	lds_take(&r->lds[0], 64 * 256 - 256, 256, 256);
	evict(r, 511); /* its segment is in LDS-mode */
	CHECK(in_lds(r, 5) && in_icache(r, 6) && in_icache(r, 511));
	r->ops->base.shootdown(r->v, 1, 5); /* of another address space */
	CHECK(in_lds(r, 5));
	r->ops->base.shootdown(r->v, 0, 5);
	r->ops->base.shootdown(r->v, 0, 6);
	CHECK(!in_lds(r, 5) && !in_icache(r, 6));
	CHECK_EQ(cache_line_use(r->icache, 6), CACHE_LINE_IDLE);
	r->ops->evicted(r->v, 1, &other);
	r->ops->base.shootdown(r->v, 0, UINT64_MAX);
	CHECK_EQ(r->v->lds_held, 1);
	CHECK_EQ(r->v->icache_held, 0);
	r->ops->base.shootdown(r->v, 1, UINT64_MAX);
	CHECK_EQ(r->v->lds_held, 0);
	CHECK_EQ(r->v->stats.shot_down, 2 + 4 + 1);
	rig_free(r);
}

/* Two address spaces with the same page, in the LDS of their CUs and in an I-cache they share. */
TEST(address_spaces)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct tlb_entry e = {.vpn = 5, .frame = 0x5000, .asid = 1, .page_shift = 12};
	struct mock_request *a;

	r->ops->evicted(r->v, 1, &e);
	a = mock_ask(&r->above, 0, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->t.source, TX_WALK);
	lds_take(&r->lds[1], 0, 16384, 16384);
	e.frame = 0x6000;
	r->ops->evicted(r->v, 1, &e);
	a = mock_ask(&r->above, 1000, 0, 5); /* not its own: address space 0 */
	mock_run(&r->engine);
	CHECK_EQ(a->t.source, TX_WALK);
	a = mock_ask(&r->above, 2000, 1, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->t.source, TX_VICTIM);
	CHECK_EQ(a->t.frame, 0x6000);
	rig_free(r);
}
