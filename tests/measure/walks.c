/*
 * Measurements of walks by hand, through a real walker: which instructions they belong to, how many
 * at a time.
 */
#include "base/rng.h"
#include "measure/measurements.h"
#include "page_mock.h"
#include "policy/stock.h"

/* Walks of instructions, through one walker that takes 10 cycles per walk */

struct walk_bench {
	struct engine engine;
	struct page_mock pages;
	struct memory_map map;
	struct walker walker;
	struct measurements m;
	struct mock_above above;
	void *fcfs;
};

static bool no_memory(void *owner, struct mem_access *a, struct waiter *waiter)
{
	(void)owner;
	(void)a;
	(void)waiter;
	FAIL("a walk of fixed latency reads memory");
}

static struct walk_bench *walk_bench_new(uint32_t walkers, uint32_t interval)
{
	struct walk_bench *b = calloc(1, sizeof(*b));
	struct walker_policies policies = {.scheduler.ops = &walk_fcfs,
					   .pwc_replacement.ops = &pwc_lru};
	struct memory_map_config map = {.chiplet_bytes = 1 << 20,
					.unit_bytes = 64,
					.chiplets = 1,
					.banks = 1,
					.channels = 1};
	struct page_source source = page_mock_source(&b->pages);
	struct walker_config config = {.name = "walkers",
				       .walkers = walkers,
				       .buffer = 16,
				       .starts_per_cycle = 8,
				       .fixed = true,
				       .fixed_latency = 10,
				       .page_shift = 12};
	struct measurements_config measure = {.map = &b->map,
					      .chiplets = 1,
					      .cus = 1,
					      .apps = 2,
					      .wave_slots = 4,
					      .vector_instructions = 8,
					      .interval = interval};

	engine_init(&b->engine);
	memory_map_init(&b->map, &map);
	b->pages.page_shift = 12;
	b->fcfs = policies.scheduler.state = walk_fcfs.base.make(NULL);
	walker_init(&b->walker, &b->engine, &config, &policies, &source,
		    (struct mem_port){.send = no_memory, .owner = NULL});
	measurements_init(&b->m, &b->engine, &measure);
	measure_walker(&b->m, 0, &b->walker);
	mock_above_init(&b->above, &b->engine, walker_port(&b->walker));
	return b;
}

static void walk_bench_free(struct walk_bench *b)
{
	measurements_release(&b->m);
	walker_release(&b->walker);
	walk_fcfs.base.release(b->fcfs);
	free(b);
}

/* One walk per letter, all asked for at cycle 0, started in this order; the letter is the
 * instruction, upper case a vector load, lower case a scalar one. */
static void walk_in_order(struct walk_bench *b, const char *order)
{
	for (unsigned i = 0; order[i]; i++) {
		struct mock_request *r = mock_ask(&b->above, b->engine.now, 0, i + 1);

		r->t.kind = order[i] >= 'a' ? KIND_SCALAR : KIND_VECTOR;
		r->t.who.instruction = (uint8_t)order[i] & 31;
	}
	mock_run(&b->engine);
	for (unsigned i = 0; i < 32; i++)
		walk_profile_done(&b->m.walk_profile, i);
	CHECK_EQ(b->m.walk_profile.held, 0);
}

/*
 * [Shin18 Figure 4a]: the walks of loads A and B alternate. They end at cycles 10, 20, 30, 40, 50,
 * 60: A's first at 10 and last at 50, B's at 20 and 60. All arrived at 0.
 */
TEST(figure_4a_interleaved)
{
	struct walk_bench *b = walk_bench_new(1, 0);
	const struct walk_profile *p = &b->m.walk_profile;

	walk_in_order(b, "ABABAB");
	CHECK_EQ(p->instructions, 2);
	CHECK_EQ(p->multi_walk, 2);
	CHECK_EQ(p->interleaved, 2);
	CHECK_EQ(p->vector_walks, 6);
	CHECK_EQ(p->bucket[0], 2);
	CHECK_EQ(p->first_latency.sum, 10 + 20);
	CHECK_EQ(p->last_latency.sum, 50 + 60);
	CHECK_EQ(p->first_own.sum, 10 + 20);
	CHECK_EQ(p->last_own.sum, 50 + 60);
	walk_bench_free(b);
}

/* Figure 4b: batched. A's walks end at 10, 20, 30, B's at 40, 50, 60: A is done 20 cycles earlier
 * and B no later. */
TEST(figure_4b_batched)
{
	struct walk_bench *b = walk_bench_new(1, 0);
	const struct walk_profile *p = &b->m.walk_profile;

	walk_in_order(b, "AAABBB");
	CHECK_EQ(p->multi_walk, 2);
	CHECK_EQ(p->interleaved, 0);
	CHECK_EQ(p->first_latency.sum, 10 + 40);
	CHECK_EQ(p->last_latency.sum, 30 + 60);
	walk_bench_free(b);
}

TEST(interleaving_by_parts)
{
	static const struct {
		const char *order;
		unsigned instructions, multi, interleaved;
	} cases[] = {
		{"ABA", 2, 1, 1},      /* B has one walk, and cannot be interleaved */
		{"AABBA", 2, 2, 1},    /* nothing between B's walks */
		{"ABCD", 4, 0, 0},     /* one walk each */
		{"AsA", 1, 1, 1},      /* a scalar load between them */
		{"AaA", 1, 1, 1},      /* it has A's number, but is another instruction */
		{"sAAs", 1, 1, 0},     /* scalar loads are not counted themselves */
		{"AABCCBAA", 3, 3, 2}, /* nested */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct walk_bench *b = walk_bench_new(1, 0);

		walk_in_order(b, cases[i].order);
		CHECK_EQ(b->m.walk_profile.instructions, cases[i].instructions);
		CHECK_EQ(b->m.walk_profile.multi_walk, cases[i].multi);
		CHECK_EQ(b->m.walk_profile.interleaved, cases[i].interleaved);
		walk_bench_free(b);
	}
}

static struct translation walk_of(uint32_t instruction, uint8_t reads, cycle_t queued)
{
	return (struct translation){.who.instruction = instruction,
				    .kind = KIND_VECTOR,
				    .walk_reads = reads,
				    .walk_queued = queued};
}

/* Each chiplet's walkers have an order of their own: one run on each is no interleaving, two runs
 * on one are. Instruction 1: chiplets 0 and 1; instruction 2: chiplet 0, 1, 0 again after another.
 */
TEST(chiplets_do_not_interleave)
{
	static const struct {
		unsigned instruction, chiplet, follows;
	} walks[] = {{1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {2, 0, 0}, {2, 1, 0}, {2, 0, 0}};
	struct walk_profile p;

	walk_profile_init(&p, 4);
	for (size_t i = 0; i < sizeof(walks) / sizeof(*walks); i++) {
		struct translation t = walk_of(walks[i].instruction, 1, 0);

		walk_profile_walk(&p, &t, walks[i].chiplet, walks[i].follows, 10);
	}
	walk_profile_done(&p, 1);
	CHECK_EQ(p.interleaved, 0);
	walk_profile_done(&p, 2);
	CHECK_EQ(p.interleaved, 1);
	CHECK_EQ(p.multi_walk, 2);
	walk_profile_release(&p);
}

/* Its first request arrives at 100 but ends last, at 400; the second arrives at 150 and ends at
 * 300: the first-completed ends 200 after the first arrival and took 150, the last 300 and 300. */
TEST(latencies_count_from_the_first_arrival)
{
	struct translation early = walk_of(7, 1, 100), late = walk_of(7, 1, 150);
	struct walk_profile p;

	walk_profile_init(&p, 1);
	walk_profile_walk(&p, &late, 0, false, 300);
	walk_profile_walk(&p, &early, 0, true, 400);
	walk_profile_done(&p, 7);
	CHECK_EQ(p.first_latency.sum, 200);
	CHECK_EQ(p.last_latency.sum, 300);
	CHECK_EQ(p.first_own.sum, 150);
	CHECK_EQ(p.last_own.sum, 300);
	walk_profile_release(&p);
}

/* Figure 3's buckets at their edges; an instruction without a walk is in none. */
TEST(access_buckets)
{
	static const struct {
		unsigned accesses, bucket;
	} cases[] = {{0, 0},  {1, 1},  {16, 1}, {17, 2}, {32, 2}, {33, 3},  {48, 3},
		     {49, 4}, {64, 4}, {65, 5}, {80, 5}, {81, 6}, {256, 6}, {300, 6}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		unsigned left = cases[i].accesses;
		struct walk_profile p;

		walk_profile_init(&p, 1);
		do {
			struct translation t = walk_of(9, left > 4 ? 4 : (uint8_t)left, 0);

			walk_profile_walk(&p, &t, 0, true, 1);
			left -= t.walk_reads;
		} while (left);
		walk_profile_done(&p, 8);
		CHECK_EQ(p.instructions, 0);
		walk_profile_done(&p, 9);
		CHECK_EQ(p.instructions, 1);
		CHECK_EQ(p.bucket[cases[i].bucket], 1);
		CHECK_EQ(p.vector_accesses, cases[i].accesses);
		walk_profile_release(&p);
	}
}

/* The table against a plain array, always close to full, over the wrap of instruction numbers. */
TEST(tallies_come_and_go)
{
	enum { MOST = 50, ROUNDS = 20000 };
	struct {
		uint32_t instruction, walks;
	} flight[MOST];
	uint32_t next = UINT32_MAX - 3000, held = 0;
	uint64_t done = 0, walks = 0;
	struct walk_profile p;
	struct rng rng;

	rng_seed(&rng, 5);
	walk_profile_init(&p, MOST);
	for (unsigned round = 0; round < ROUNDS; round++) {
		uint32_t which = (uint32_t)rng_below(&rng, MOST);
		struct translation t;

		next += 1 + (uint32_t)rng_below(&rng, 3);
		if (which >= held) { /* a new one */
			flight[held].instruction = next;
			flight[held].walks = 0;
			which = held++;
		} else if (!rng_below(&rng, 4)) {
			walk_profile_done(&p, flight[which].instruction);
			done++;
			walks += flight[which].walks;
			CHECK_EQ(p.vector_walks, walks);
			flight[which] = flight[--held];
			continue;
		}
		t = walk_of(flight[which].instruction, 1, 0);
		walk_profile_walk(&p, &t, 0, false, 1);
		flight[which].walks++;
		CHECK_EQ(p.held, held);
	}
	CHECK_EQ(p.instructions, done);
	while (held)
		walk_profile_done(&p, flight[--held].instruction);
	CHECK_EQ(p.held, 0);
	walk_profile_release(&p);
}

/* Walks at the same time: 2 walkers of 10 cycles, a look every 4 cycles. Three requests at cycle 2,
 * one of them application 1's, one at cycle 30:
 *   walker 0: 2-12 app 0, 12-22 app 1; walker 1: 2-12 app 0; then 30-40 app 0
 *   cycle          4  8 | 12 16 20 | 24 28 | 32 36 | 40
 *   walking        2  2 |  1  1  1 |  0  0 |  1  1 |  0   (12, 40: what ends there is over)
 *   outstanding    3  3 |  1  1  1 |  0  0 |  1  1 |  0
 */
TEST(walks_at_the_same_time)
{
	struct walk_bench *b = walk_bench_new(2, 4);
	const struct concurrent_walks *c = &b->m.concurrent_walks;

	for (unsigned i = 0; i < 3; i++)
		mock_ask(&b->above, 2, i == 2, i + 1);
	mock_ask(&b->above, 30, 0, 9);
	mock_run(&b->engine);
	CHECK_EQ(b->engine.now, 40);
	measurements_settle(&b->m);
	CHECK_EQ(c->walking.count, 7);
	CHECK_EQ(c->walking.sum, 4 + 3 + 2);
	CHECK_EQ(c->walking.min, 1);
	CHECK_EQ(c->walking.max, 2);
	CHECK_EQ(c->outstanding.sum, 6 + 3 + 2);
	CHECK_EQ(c->outstanding.max, 3);
	CHECK_EQ(c->idle_samples, 3);
	CHECK_EQ(c->by_app[0].count, 2 + 2);
	CHECK_EQ(c->by_app[0].sum, 4 + 2);
	CHECK_EQ(c->by_app[1].count, 3);
	CHECK_EQ(c->by_app[1].sum, 3);
	walk_bench_free(b);
}
