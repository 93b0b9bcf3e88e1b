/*
 * What every walk scheduler of the registry must do, whatever its order: each request is served
 * exactly once, none starves, a full buffer pushes back and loses nothing.
 */
#include "harness.h"

#include <stdlib.h>

#include "base/rng.h"
#include "designs/walks/walks.h"
#include "hw/translation/walker.h"
#include "page_mock.h"
#include "policy/registry.h"
#include "policy/stock.h"

/* Memory that answers after 50 to 149 cycles. */
struct memory {
	struct engine *engine;
	struct rng rng;
};

static void memory_answer(struct event *event)
{
	mem_reply(container_of(event, struct mem_access, event));
}

static bool memory_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct memory *m = owner;

	(void)waiter;
	engine_after(m->engine, &a->event, 50 + rng_below(&m->rng, 100), memory_answer);
	return true;
}

struct rig {
	struct params params;
	struct engine engine;
	struct page_mock pages;
	struct memory memory;
	struct walker walker;
	struct mock_above above;
};

static void rig_open(struct rig *r, const struct walk_scheduler_ops *ops,
		     const struct walker_config *config, uint64_t seed)
{
	struct plan_facts facts = {.params = &r->params, .chiplets = 1, .page_shift = 12};
	struct walker_policies policies = {.scheduler.ops = ops,
					   .pwc_replacement.ops = &pwc_protected};
	struct page_source source = page_mock_source(&r->pages);

	memset(r, 0, sizeof(*r));
	params_init(&r->params);
	r->params.i[P_WALK_BUFFER] = config->buffer;
	engine_init(&r->engine);
	r->pages.page_shift = 12;
	r->memory.engine = &r->engine;
	rng_seed(&r->memory.rng, seed);
	policies.scheduler.state = ops->base.make(&facts);
	walker_init(&r->walker, &r->engine, config, &policies, &source,
		    (struct mem_port){.send = memory_send, .owner = &r->memory});
	mock_above_init(&r->above, &r->engine, walker_port(&r->walker));
}

static void rig_close(struct rig *r)
{
	CHECK(!r->walker.policies.scheduler.ops->next(r->walker.policies.scheduler.state));
	r->walker.policies.scheduler.ops->base.release(r->walker.policies.scheduler.state);
	walker_release(&r->walker);
	params_release(&r->params);
}

static const struct walker_config usual = {
	.name = "walkers",
	.starts_per_cycle = 2,
	.page_shift = 12,
	.pwc = {.kind = PWC_SPLIT,
		.level_entries = {[2] = 4, [3] = 2, [4] = 2},
		.level_ways = {[2] = 2, [3] = 2, [4] = 2},
		.latency = 1,
		.ports = 2},
};

/* 64 walks of a few instructions over 600 cycles; the mock fails when one is answered twice. */
static void serve(struct rig *r, const struct walk_scheduler_ops *ops, uint32_t walkers,
		  uint32_t buffer, uint64_t seed)
{
	struct walker_config config = usual;
	struct rng rng;

	config.walkers = walkers;
	config.buffer = buffer;
	rig_open(r, ops, &config, seed);
	rng_seed(&rng, seed + 1000);
	for (unsigned i = 0; i < MOCK_REQUESTS; i++) {
		/* Pages of eight tables: PWC entries come and go. */
		struct mock_request *one =
			mock_ask(&r->above, rng_below(&rng, 600), (uint8_t)rng_below(&rng, 2),
				 rng_below(&rng, 8) << 9 | i);

		one->t.who.instruction = (uint32_t)rng_below(&rng, 6);
	}
	mock_run(&r->engine);
	CHECK_EQ(r->above.replies, MOCK_REQUESTS);
	CHECK_EQ(r->walker.stats.walks, MOCK_REQUESTS);
	CHECK_EQ(r->walker.stats.buffer.now, 0);
	CHECK_EQ(r->walker.stats.busy.now, 0);
	CHECK_EQ(r->engine.pending, 0);
	CHECK(r->walker.stats.buffer.peak <= buffer && r->walker.stats.busy.peak <= walkers);
	for (unsigned i = 0; i < MOCK_REQUESTS; i++) {
		const struct mock_request *one = &r->above.request[i];

		CHECK_EQ(one->t.frame, mock_frame(one->t.who.asid, one->t.vpn));
	}
}

static const struct walk_scheduler_ops *scheduler(size_t i)
{
	return (const void *)policy_at(P_WALK_SCHEDULER, i);
}

TEST(each_walk_once_with_1_to_64_walkers)
{
	static struct rig r;
	uint64_t refused = 0;

	for (size_t i = 0; scheduler(i); i++)
		for (uint32_t walkers = 1; walkers <= 64; walkers++) {
			serve(&r, scheduler(i), walkers, 1 + walkers % 7 * 5, walkers);
			refused += r.walker.stats.refusals;
			rig_close(&r);
		}
	CHECK(refused > 0); /* the buffer was full at times */
}

/*
 * A buffer that is always full for 200,000 arrivals: how many younger walks pass one at most. What
 * starves without ageing: all walks but those of an instruction that grows and grows, or walks of
 * four reads among instructions of one read each.
 */
enum { FULL = 32, STREAM = 200000, AGEING = 500 };

static void ask(struct translation *t, uint64_t arrived, bool grows)
{
	bool other = arrived % 199 == 1;

	t->who.instruction = grows ? other : (uint32_t)arrived;
	t->walk_reads = grows || !other ? 1 : 4;
}

static uint64_t most_passed(const struct walk_scheduler_ops *ops, bool grows)
{
	static struct params params;
	static struct translation t[FULL];
	struct plan_facts facts = {.params = &params};
	uint64_t arrived, most = 0, number[FULL];
	unsigned at = 0;
	void *state;

	params_init(&params);
	params.i[P_WALK_BUFFER] = FULL;
	params.i[P_WALK_AGEING] = AGEING;
	state = ops->base.make(&facts);
	for (arrived = 0; arrived < STREAM; arrived++) {
		uint64_t passed;

		if (arrived < FULL)
			at = (unsigned)arrived;
		ask(&t[at], arrived, grows);
		number[at] = arrived;
		ops->arrive(state, &t[at]);
		if (arrived < FULL - 1)
			continue;
		at = (unsigned)(ops->next(state) - t);
		CHECK(at < FULL);
		passed = arrived - number[at]; /* came after it; those that wait have not passed */
		for (unsigned i = 0; i < FULL; i++)
			passed -= number[i] > number[at];
		if (passed > most)
			most = passed;
	}
	while (ops->next(state))
		;
	ops->base.release(state);
	params_release(&params);
	return most;
}

TEST(none_starves)
{
	for (unsigned grows = 0; grows < 2; grows++) {
		CHECK_EQ(most_passed(&walk_fcfs, grows), 0);
		/* One of 32 stays for 32 * 64 draws with a probability below 1e-27. */
		CHECK(most_passed(&walk_random, grows) < FULL * 64);
		for (size_t i = 0; scheduler(i); i++)
			CHECK(most_passed(scheduler(i), grows) < FULL * 64);
	}
	CHECK_EQ(most_passed(&walk_simt, true), AGEING + 1);
	CHECK_EQ(most_passed(&walk_batch, true), AGEING + 1);
	CHECK_EQ(most_passed(&walk_simt, false), AGEING + 1);
	CHECK_EQ(most_passed(&walk_sjf, false), AGEING + 1);
}

/* One walker, walks of 100 cycles, 7 to choose: the first starts at once, each other 7 late. */
TEST(choosing_takes_time)
{
	struct walker_config config = {.name = "walkers",
				       .walkers = 1,
				       .buffer = 4,
				       .starts_per_cycle = 1,
				       .scan_latency = 7,
				       .fixed = true,
				       .fixed_latency = 100,
				       .page_shift = 12};
	static struct rig r;

	rig_open(&r, &walk_simt, &config, 1);
	mock_ask(&r.above, 10, 0, 1);
	mock_ask(&r.above, 11, 0, 2);
	mock_ask(&r.above, 12, 0, 3);
	mock_ask(&r.above, 500, 0, 4); /* finds the walker idle */
	mock_run(&r.engine);
	CHECK_EQ(r.above.request[0].replied, 110);
	CHECK_EQ(r.above.request[1].replied, 217);
	CHECK_EQ(r.above.request[2].replied, 324);
	CHECK_EQ(r.above.request[3].replied, 600);
	rig_close(&r);
}

/*
 * A walk of page 0 has left the entry of its table in a set of two. Instruction 2 walks at once and
 * has another walk waiting, both in tables of the same set; instruction 3, in the table of page 0,
 * waits until both have filled theirs. Its claim keeps the entry: one read. Without protection the
 * entry goes, and that of the level above in its set of two: three reads.
 */
TEST(waiting_walks_keep_what_they_will_use)
{
	static const struct pwc_replacement_ops *const replacements[] = {&pwc_protected, &pwc_lru};
	struct walker_config config = usual;
	static struct rig r;

	config.walkers = 1;
	config.buffer = 8;
	for (unsigned i = 0; i < 2; i++) {
		rig_open(&r, &walk_simt, &config, 3);
		r.walker.pwc.replacement.ops = replacements[i];
		mock_ask(&r.above, 0, 0, 0);
		mock_ask(&r.above, 2000, 0, 1 << 18);
		mock_ask(&r.above, 2001, 0, 1);
		mock_ask(&r.above, 2002, 0, 2 << 18);
		r.above.request[3].t.who.instruction = r.above.request[1].t.who.instruction;
		mock_run(&r.engine);
		CHECK_EQ(r.above.request[1].t.walk_reads, 3);
		CHECK_EQ(r.above.request[3].t.walk_reads, 3);
		CHECK_EQ(r.above.request[3].rank, 2);
		CHECK_EQ(r.above.request[2].t.walk_reads, i ? 3 : 1);
		rig_close(&r);
	}
}
