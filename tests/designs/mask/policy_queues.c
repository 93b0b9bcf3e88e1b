/* Golden, silver and normal queue: quotas by Equation 1, whose turn it is, who goes where. */
#include "designs/mask/dram_quota.h"
#include "designs/mask/mask.h"
#include "harness.h"
#include "policy/stock.h"

TEST(quotas_by_equation_1)
{
	struct dram_quota q;

	dram_quota_init(&q, 3, 500);
	CHECK_EQ(q.quota[0], 166); /* nothing known: equal parts */
	/* App 0: up to 3 walks at a time, 10 warps; app 1: 2 walks, 5 warps; app 2: none. */
	for (int i = 0; i < 3; i++)
		dram_quota_walk_begins(&q, 0);
	dram_quota_walk_ends(&q, 0);
	dram_quota_walk_begins(&q, 0);
	dram_quota_stalled(&q, 0, 4);
	dram_quota_stalled(&q, 0, 10);
	dram_quota_stalled(&q, 0, 1);
	dram_quota_walk_begins(&q, 1);
	dram_quota_walk_begins(&q, 1);
	dram_quota_stalled(&q, 1, 5);
	dram_quota_epoch(&q);
	CHECK_EQ(q.quota[0], 375); /* 500 * 30 / 40 */
	CHECK_EQ(q.quota[1], 125);
	CHECK_EQ(q.quota[2], 0);
	/* Counters began anew, with the 3 and 2 walks that go on; nobody was answered: equal parts.
	 */
	dram_quota_epoch(&q);
	CHECK_EQ(q.quota[2], 166);
	dram_quota_stalled(&q, 0, 1);
	dram_quota_stalled(&q, 1, 1);
	dram_quota_epoch(&q);
	CHECK_EQ(q.quota[0], 300); /* 3 * 1 of 5 */
	CHECK_EQ(q.quota[1], 200);
	dram_quota_release(&q);
}

TEST(counters_have_six_bits)
{
	struct dram_quota q;

	dram_quota_init(&q, 2, 630);
	for (int i = 0; i < 100; i++)
		dram_quota_walk_begins(&q, 0);
	dram_quota_stalled(&q, 0, 1);
	dram_quota_walk_begins(&q, 1);
	dram_quota_stalled(&q, 1, 640);
	dram_quota_epoch(&q);
	CHECK_EQ(q.quota[0], 315); /* 63 * 1 and 1 * 63 */
	CHECK_EQ(q.quota[1], 315);
	for (int i = 0; i < 100; i++) /* exact underneath: nothing is left, and nothing less */
		dram_quota_walk_ends(&q, 0);
	dram_quota_walk_ends(&q, 0);
	dram_quota_epoch(&q);
	dram_quota_stalled(&q, 0, 1);
	dram_quota_stalled(&q, 1, 1);
	dram_quota_epoch(&q);
	CHECK_EQ(q.quota[0], 0);
	CHECK_EQ(q.quota[1], 630);
	dram_quota_release(&q);
}

static struct engine engine;
static struct params params;
static void *policy;

static void make(const char *golden, const char *silver, const char *quota, const char *full)
{
	struct plan_facts facts = {.engine = &engine, .params = &params, .chiplets = 1, .apps = 2};
	struct error err;

	engine_init(&engine);
	params_init(&params);
	CHECK(param_set(&params, P_DRAM_GOLDEN, golden, &err));
	CHECK(param_set(&params, P_DRAM_SILVER, silver, &err));
	CHECK(param_set(&params, P_DRAM_QUOTA, quota, &err));
	CHECK(param_set(&params, P_DRAM_SILVER_FULL, full, &err));
	CHECK(param_set(&params, P_EPOCH, "1000", &err));
	policy = dram_queues.base.make(&facts);
}

static void end(void)
{
	dram_queues.base.release(policy);
	params_release(&params);
}

enum { GOLDEN, SILVER, NORMAL };
enum { ROOM = 7, ROOM_GOLDEN = 1, ROOM_NORMAL = 4 };

/* The queue of a request that then gets its place. */
static unsigned queue_with(unsigned channel, uint8_t asid, uint8_t kind, unsigned room)
{
	struct mem_access a = {.kind = kind, .who = {.asid = asid}};
	unsigned class = dram_queues.classify(policy, channel, &a, room);

	dram_queues.accepted(policy, channel, &a, class);
	return class;
}

static unsigned queue(unsigned channel, uint8_t asid, uint8_t kind)
{
	return queue_with(channel, asid, kind, ROOM);
}

TEST(turns_in_the_silver_queue)
{
	struct mem_access refused = {.kind = KIND_VECTOR, .who = {.asid = 0}};

	make("16", "64", "6", "normal"); /* three for each of two */
	CHECK_EQ(dram_queues.capacity(policy, GOLDEN), 16);
	CHECK_EQ(dram_queues.capacity(policy, SILVER), 64);
	CHECK_EQ(dram_queues.capacity(policy, NORMAL), 192);
	CHECK(!dram_queues.row_first[GOLDEN] && dram_queues.row_first[SILVER]);
	CHECK_EQ(queue(0, 0, KIND_WALK), GOLDEN);
	CHECK_EQ(queue(0, 0, KIND_VECTOR), SILVER);
	CHECK_EQ(queue(0, 1, KIND_VECTOR), NORMAL);
	CHECK_EQ(queue(0, 0, KIND_SCALAR), SILVER);
	/* One that is refused and asked again does not count. */
	for (int i = 0; i < 5; i++)
		CHECK_EQ(dram_queues.classify(policy, 0, &refused, 0), SILVER);
	CHECK_EQ(queue(0, 0, KIND_FETCH), SILVER);
	/* The quota is reached: the other's turn, also walks go on as before. */
	CHECK_EQ(queue(0, 0, KIND_VECTOR), NORMAL);
	CHECK_EQ(queue(0, 1, KIND_WALK), GOLDEN);
	for (int i = 0; i < 3; i++)
		CHECK_EQ(queue(0, 1, KIND_VECTOR), SILVER);
	CHECK_EQ(queue(0, 1, KIND_VECTOR), NORMAL);
	CHECK_EQ(queue(0, 0, KIND_VECTOR), SILVER);
	/* Each channel has turns of its own. */
	CHECK_EQ(queue(1, 0, KIND_VECTOR), SILVER);
	CHECK_EQ(queue(1, 1, KIND_VECTOR), NORMAL);
	/* At the end of an epoch the turn goes on, used up or not. */
	engine.now = 1000;
	CHECK_EQ(queue(0, 0, KIND_VECTOR), NORMAL);
	CHECK_EQ(queue(0, 1, KIND_VECTOR), SILVER);
	end();
}

TEST(a_full_silver_queue)
{
	make("16", "64", "6", "normal");
	CHECK_EQ(queue(0, 0, KIND_VECTOR), SILVER);
	/* What has no place there is not counted, and its application keeps its turn. */
	for (int i = 0; i < 9; i++)
		CHECK_EQ(queue_with(0, 0, KIND_VECTOR, ROOM_GOLDEN | ROOM_NORMAL), NORMAL);
	CHECK_EQ(queue_with(0, 1, KIND_VECTOR, ROOM_NORMAL), NORMAL);
	/* Both full: it waits for the silver one, which has a place first. */
	CHECK_EQ(queue_with(0, 0, KIND_VECTOR, ROOM_GOLDEN), SILVER);
	CHECK_EQ(queue(0, 0, KIND_VECTOR), SILVER);
	CHECK_EQ(queue(0, 0, KIND_VECTOR), NORMAL); /* three */
	end();
	make("16", "64", "6", "wait");
	CHECK_EQ(queue_with(0, 0, KIND_VECTOR, ROOM_NORMAL), SILVER);
	CHECK_EQ(queue_with(0, 1, KIND_VECTOR, ROOM_NORMAL), NORMAL);
	end();
}

TEST(quotas_follow_the_misses_of_the_epoch_before)
{
	struct translation first = {.who = {.asid = 0}}, second = {.who = {.asid = 1}};
	struct translation joined = {.who = {.asid = 0}};
	const struct tlb_listener_ops *l1 = dram_queues.l1_tlb_listener;
	const struct tlb_listener_ops *l2 = dram_queues.l2_tlb_listener;

	make("16", "64", "6", "normal");
	first.source = second.source = TX_WALK;
	/* App 0: one walk, two warps; app 1: one walk, one warp, and one miss that hit in the L2.
	 */
	l2->looked_up(policy, &first, TLB_MISS);
	l2->looked_up(policy, &joined, TLB_MSHR_HIT);
	l2->looked_up(policy, &joined, TLB_HIT);
	l1->answered(policy, &first, &joined, 100);
	l2->answered(policy, &first, NULL, 100);
	l2->looked_up(policy, &second, TLB_MISS);
	l1->answered(policy, &second, NULL, 100);
	second.source = TX_L2_TLB;
	l1->answered(policy, &second, &joined, 100);
	engine.now = 1500;
	/* 6 * 2 / 3 and 6 * 1 / 3; the turn has gone on to application 1. */
	for (int i = 0; i < 2; i++)
		CHECK_EQ(queue(0, 1, KIND_VECTOR), SILVER);
	for (int i = 0; i < 4; i++)
		CHECK_EQ(queue(0, 0, KIND_VECTOR), SILVER);
	CHECK_EQ(queue(0, 0, KIND_VECTOR), NORMAL);
	end();
}

TEST(queues_that_do_not_exist)
{
	make("0", "0", "500", "normal");
	CHECK_EQ(queue(0, 0, KIND_WALK), NORMAL);
	CHECK_EQ(queue(0, 0, KIND_VECTOR), NORMAL);
	end();
	make("16", "64", "0", "normal"); /* nobody may add anything */
	CHECK_EQ(queue(0, 0, KIND_VECTOR), NORMAL);
	CHECK_EQ(queue(0, 1, KIND_VECTOR), NORMAL);
	end();
}
