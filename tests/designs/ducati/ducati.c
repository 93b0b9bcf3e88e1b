/*
 * DUCATI by hand: memory of 4 lines is set apart, so four sets of four translations. A read of
 * memory takes 50 cycles, a walk below 100.
 */
#include "designs/ducati/ducati.h"

#include "config/config.h"
#include "policy/registry.h"
#include "tx_mock.h"

enum { BASE = 0x100000, LINES = 4 };

struct rig {
	struct engine engine;
	struct params params;
	struct ducati *d;
	struct mock_below below;
	struct mock_above above;
	unsigned reads, writes, in_memory, room;
	uint64_t last_address;
	uint8_t last_kind, last_level;
	struct wait_list waiting;
};

static struct rig *current;

static void memory_answers(struct event *event)
{
	current->in_memory--;
	wait_list_wake(&current->waiting);
	mem_reply(container_of(event, struct mem_access, event));
}

static bool memory_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct rig *r = owner;

	if (r->in_memory == r->room) {
		wait_list_add(&r->waiting, waiter);
		return false;
	}
	r->in_memory++;
	r->reads += a->op == MEM_OP_READ;
	r->writes += a->op == MEM_OP_WRITE;
	r->last_address = a->address;
	r->last_kind = a->kind;
	r->last_level = a->level;
	engine_after(&r->engine, &a->event, 50, memory_answers);
	return true;
}

static struct rig *rig_new(void)
{
	static const char *const settings[] = {"memory.reserved=256", "l2_tlb.beyond=ducati"};
	struct rig *r = current = xcalloc(1, sizeof(*r));
	struct config_request request = {
		.gpu = "apu21", .settings = (const char **)settings, .setting_count = 2};
	struct plan_facts facts = {.engine = &r->engine, .params = &r->params, .chiplets = 1};
	struct tx_site site = {.memory = {memory_send, r}, .reserved_base = BASE};
	struct error err;

	if (!config_load(&r->params, &request, &err))
		FAIL("%s", err.text);
	engine_init(&r->engine);
	wait_list_init(&r->waiting);
	r->room = 100;
	r->d = ducati.base.make(&facts);
	mock_above_init(&r->above, &r->engine,
			ducati.port(r->d, 0, mock_below_init(&r->below, &r->engine, 100, 0)));
	ducati.attach(r->d, 0, &site);
	return r;
}

static void rig_free(struct rig *r)
{
	CHECK_EQ(r->above.replies, r->above.count);
	CHECK_EQ(r->d->accesses.taken, 0);
	CHECK_EQ(r->d->lookups, r->d->hits + r->d->misses);
	ducati.base.release(r->d);
	params_release(&r->params);
	free(r);
}

static struct mock_request *ask(struct rig *r, uint8_t asid, uint64_t vpn)
{
	struct mock_request *q = mock_ask(&r->above, r->engine.now, asid, vpn);

	mock_run(&r->engine);
	return q;
}

TEST(a_walk_is_memoized)
{
	struct rig *r = rig_new();
	struct mock_request *q = mock_ask(&r->above, 10, 0, 6);

	mock_run(&r->engine);
	/* 50 for the line, in which it is not, 100 for the walk; then it is written. */
	CHECK_EQ(q->replied, 160);
	CHECK_EQ(q->t.source, TX_WALK);
	CHECK(r->reads == 1 && r->writes == 1);
	CHECK_EQ(r->last_address, BASE + 2 * 64);
	/* A translation's access that may use the L2 cache, whatever walks do. */
	CHECK(r->last_kind == KIND_WALK && r->last_level == 0);
	q = mock_ask(&r->above, 1000, 0, 6);
	mock_run(&r->engine);
	CHECK_EQ(q->replied, 1050);
	CHECK_EQ(q->t.source, TX_BEYOND);
	CHECK_EQ(q->t.frame, mock_frame(0, 6));
	CHECK(r->reads == 2 && r->writes == 1);
	CHECK_EQ(r->below.taken, 1);
	rig_free(r);
}

TEST(four_in_a_line_least_recently_used_goes)
{
	struct rig *r = rig_new();

	for (uint64_t i = 0; i < 4; i++)
		ask(r, 0, 1 + i * LINES);
	CHECK_EQ(r->d->evictions, 0);
	CHECK_EQ(ask(r, 0, 1)->t.source, TX_BEYOND); /* the last used now */
	CHECK_EQ(ask(r, 0, 1 + 4 * LINES)->t.source, TX_WALK);
	CHECK_EQ(r->d->evictions, 1);
	CHECK_EQ(ask(r, 0, 1)->t.source, TX_BEYOND);
	CHECK_EQ(ask(r, 0, 1 + LINES)->t.source, TX_WALK);
	rig_free(r);
}

TEST(address_spaces_and_shootdowns)
{
	struct rig *r = rig_new();

	ask(r, 0, 5);
	CHECK_EQ(ask(r, 1, 5)->t.source, TX_WALK);
	CHECK_EQ(ask(r, 1, 5)->t.frame, mock_frame(1, 5));
	ducati.base.shootdown(r->d, 0, 5);
	CHECK_EQ(ask(r, 0, 5)->t.source, TX_WALK);
	CHECK_EQ(ask(r, 1, 5)->t.source, TX_BEYOND);
	ducati.base.shootdown(r->d, 1, UINT64_MAX);
	CHECK_EQ(ask(r, 1, 5)->t.source, TX_WALK);
	CHECK_EQ(ask(r, 0, 5)->t.source, TX_BEYOND);
	CHECK_EQ(r->d->shot_down, 2);
	rig_free(r);
}

/* What was shot down leaves a place, and nothing that is in use goes for the next. */
TEST(a_free_place_is_taken_first)
{
	struct rig *r = rig_new();

	for (uint64_t i = 0; i < 4; i++)
		ask(r, 0, 1 + i * LINES);
	ducati.base.shootdown(r->d, 0, 1 + 2 * LINES);
	ask(r, 0, 1 + 4 * LINES);
	CHECK_EQ(r->d->evictions, 0);
	for (uint64_t i = 0; i < 5; i++)
		if (i != 2)
			CHECK_EQ(ask(r, 0, 1 + i * LINES)->t.source, TX_BEYOND);
	rig_free(r);
}

/* The walk read the page table before the page was moved: its result is not kept. */
TEST(shot_down_during_the_walk)
{
	struct rig *r = rig_new();

	mock_ask(&r->above, 0, 0, 5);
	mock_run_to(&r->engine, 70);
	ducati.base.shootdown(r->d, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(r->d->unfilled, 1);
	CHECK_EQ(r->writes, 0);
	CHECK_EQ(ask(r, 0, 5)->t.source, TX_WALK);
	rig_free(r);
}

TEST(back_pressure)
{
	struct rig *r = rig_new();

	r->room = 1;
	r->below.capacity = 1;
	for (unsigned i = 0; i < 8; i++)
		mock_ask(&r->above, 0, 0, i);
	mock_run(&r->engine);
	CHECK(r->reads == 8 && r->writes == 8);
	rig_free(r);
}
