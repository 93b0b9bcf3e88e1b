/*
 * Measurements by hand: short sequences of what parts report, with the values they must give worked
 * out in comments, and a few through a real walker or TLB.
 */
#include "measure/measurements.h"

#include "page_mock.h"
#include "policy/stock.h"
#include "base/rng.h"
#include "sim/timeline.h"

/* Sampling */

struct look {
	uint64_t times, calls;
};

static void note(void *state, uint64_t times)
{
	struct look *look = state;

	look->calls++;
	look->times += times;
}

/* Every 10 cycles: a change in cycle 10 comes after nothing was seen yet, since cycle 10 is not
 * over; one in cycle 11 sees cycle 10, one in cycle 41 sees 20, 30 and 40 at once. */
TEST(sampler_catches_up)
{
	struct look look = {0};
	struct sampler s;

	sampler_init(&s, 10, note, &look);
	sampler_check(&s, 10);
	CHECK_EQ(look.calls, 0);
	sampler_check(&s, 11);
	sampler_check(&s, 20);
	CHECK_EQ(look.times, 1);
	sampler_check(&s, 41);
	CHECK_EQ(look.calls, 2);
	CHECK_EQ(look.times, 4);
	sampler_check(&s, 50);
	CHECK_EQ(look.times, 4);
	sampler_init(&s, 0, note, &look);
	sampler_check(&s, UINT64_MAX);
	CHECK_EQ(look.times, 4);
}

/* Samples 0 to 15 fill sixteen stretches of one, which become eight of two with means 0 (of 0 and
 * 1), 2, 4 ...; then seven times 100 fill three more and half of another. */
TEST(timeline_joins_stretches)
{
	struct timeline t = {0};

	for (uint64_t i = 0; i < 15; i++)
		timeline_add(&t, i, 1);
	CHECK(t.stretch == 1 && t.used == 15 && t.mean[14] == 14 && t.mean[15] == 0);
	timeline_add(&t, 15, 1);
	CHECK(t.stretch == 2 && t.used == 8);
	CHECK(t.mean[0] == 0 && t.mean[1] == 2 && t.mean[7] == 14 && t.mean[8] == 0);
	timeline_add(&t, 100, 7);
	CHECK(t.used == 11 && t.filled == 1 && t.mean[10] == 100 && t.mean[11] == 0);
	timeline_add(&t, 7, 1000000); /* long idle time at once */
	CHECK(t.used >= 8 && t.mean[7] == 7);
}

TEST(sharing_counts_each_translation_once)
{
	struct translation t = {.vpn = 5, .who = {.cu = 1}};
	struct sharing s;

	sharing_init(&s);
	sharing_used(&s, &t);
	sharing_used(&s, &t);
	CHECK(s.translations == 1 && s.shared == 0);
	t.who.cu = 2;
	sharing_used(&s, &t);
	t.who.cu = 3;
	sharing_used(&s, &t);
	CHECK(s.translations == 1 && s.shared == 1);
	t.who.asid = 1; /* the same page of another address space */
	sharing_used(&s, &t);
	CHECK(s.translations == 2 && s.shared == 1);
	sharing_release(&s);
}

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
		    (struct mem_port){no_memory, NULL});
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

/* Distinct wavefronts: the first epoch is all of one, the second goes through 3 slots of each of 2
 * CUs, the third is not complete. */
TEST(wavefronts_per_epoch)
{
	struct epoch_wavefronts e;
	struct requester who = {.cu = 1, .wave = 3};

	epoch_wavefronts_init(&e, 2, 4);
	for (unsigned i = 0; i < EPOCH_LOOKUPS; i++)
		epoch_wavefronts_lookup(&e, &who);
	CHECK_EQ(e.wavefronts.count, 1);
	CHECK_EQ(e.wavefronts.max, 1);
	for (unsigned i = 0; i < EPOCH_LOOKUPS + 5; i++) {
		who.cu = i % 2;
		who.wave = (uint16_t)(i / 2 % 3);
		epoch_wavefronts_lookup(&e, &who);
	}
	CHECK_EQ(e.wavefronts.count, 2);
	CHECK_EQ(e.wavefronts.min, 1);
	CHECK_EQ(e.wavefronts.max, 6);
	CHECK_EQ(e.wavefronts.sum, 7);
	epoch_wavefronts_release(&e);
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

/* TLBs */

static const struct tlb_config small_tlb = {.name = "TLB",
					    .entries = 4,
					    .ways = 4,
					    .latency = 1,
					    .ports = 4,
					    .mshrs = 4,
					    .queue = 8,
					    .hit_source = TX_L1_TLB,
					    .mshr_source = TX_L1_MSHR,
					    .page_shift = 12,
					    .apps = 2};

/*
 * Three TLBs of 4 entries. TLB 0 holds pages 1 2 3 4, TLB 1 pages 1 2 5, TLB 2 page 1 and page 1 of
 * another address space: page 1 three times, page 2 twice, four translations once.
 */
TEST(copies_of_translations)
{
	static const struct {
		uint8_t tlb, asid;
		uint64_t vpn;
	} fills[] = {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {1, 0, 1},
		     {1, 0, 2}, {1, 0, 5}, {2, 0, 1}, {2, 1, 1}};
	struct mock_above *above = calloc(3, sizeof(*above));
	struct engine *engine = calloc(1, sizeof(*engine));
	struct mock_below below;
	struct replication r;
	struct tlb tlb[3];

	engine_init(engine);
	replication_init(&r);
	mock_below_init(&below, engine, 5, 0);
	for (unsigned i = 0; i < 3; i++) {
		tlb_init(&tlb[i], engine, &small_tlb, (struct tx_port){mock_below_send, &below});
		mock_above_init(&above[i], engine, tlb_port(&tlb[i]));
		replication_add(&r, &tlb[i]);
	}
	replication_sample(&r, 1);
	CHECK_EQ(r.samples, 1);
	CHECK_EQ(r.copies.count, 0);
	for (size_t i = 0; i < sizeof(fills) / sizeof(*fills); i++)
		mock_ask(&above[fills[i].tlb], 0, fills[i].asid, fills[i].vpn);
	mock_run(engine);
	replication_sample(&r, 2); /* the same at two cycles looked at */
	CHECK_EQ(r.samples, 3);
	CHECK_EQ(r.copies.count, 2 * 6);
	CHECK_EQ(r.copies.sum, 2 * 9);
	CHECK_EQ(r.copies.max, 3);
	CHECK_EQ(r.class[0], 2 * 4);
	CHECK_EQ(r.class[1], 2 * 1);
	CHECK_EQ(r.class[2], 2 * 1);
	tlb_shootdown(&tlb[2], 0, UINT64_MAX);
	replication_sample(&r, 1); /* page 1 twice now */
	CHECK_EQ(r.copies.sum, 2 * 9 + 8);
	CHECK_EQ(r.class[1], 2 * 1 + 2);
	replication_release(&r);
	for (unsigned i = 0; i < 3; i++)
		tlb_release(&tlb[i]);
	free(engine);
	free(above);
}

/* Where misses were resolved, for a CU of chiplet 1. */
TEST(cycles_of_misses)
{
	static const struct {
		uint8_t source, home;
		cycle_t cycles;
	} answers[] = {{TX_L2_TLB, 1, 10},  {TX_L2_TLB, 1, 12},  {TX_L2_TLB, 3, 80},
		       {TX_L2_MSHR, 1, 50}, {TX_L2_MSHR, 0, 90}, {TX_WALK, 1, 300},
		       {TX_WALK, 2, 400},   {TX_IOMMU_TLB, 1, 7}};
	struct translation t = {.who.chiplet = 1, .kind = KIND_VECTOR};
	struct stats *stats = stats_new();
	struct l1_miss_cycles m = {0};

	for (size_t i = 0; i < sizeof(answers) / sizeof(*answers); i++) {
		t.source = answers[i].source;
		t.home = answers[i].home;
		l1_miss_cycles_answered(&m, &t, answers[i].cycles);
	}
	l1_miss_cycles_read(&m, &t, false, 1, 100);
	l1_miss_cycles_read(&m, &t, true, 1, 250);
	t.kind = KIND_SCALAR; /* its walk is no L1 TLB's, but its reads are PTE reads */
	l1_miss_cycles_read(&m, &t, true, 3, 1000);
	l1_miss_cycles_register_stats(&m, stats, "cycles", "misses");
	CHECK_EQ(stats_get(stats, "cycles", "local_hit"), 22);
	CHECK_EQ(stats_get(stats, "misses", "local_hit"), 2);
	CHECK_EQ(stats_get(stats, "cycles", "remote_hit"), 80);
	CHECK_EQ(stats_get(stats, "cycles", "local_merged"), 50);
	CHECK_EQ(stats_get(stats, "cycles", "remote_merged"), 90);
	CHECK_EQ(stats_get(stats, "cycles", "walked"), 700);
	CHECK_EQ(stats_get(stats, "misses", "walked"), 2);
	CHECK_EQ(stats_get(stats, "cycles", "local_walk"), 100);
	CHECK_EQ(stats_get(stats, "cycles", "remote_walk"), 250);
	CHECK_EQ(stats_get(stats, "cycles", "elsewhere"), 7);
	CHECK_EQ(m.pte_reads[0], 1);
	CHECK_EQ(m.pte_reads[1], 4);
	stats_free(stats);
}

/*
 * Wavefronts per miss, 2 CUs of 4 slots. Page 5 is answered to CU 0, where wavefronts 1, 2 and
 * again 1 wait, then to CU 1 with wavefront 1 alone: 2 and 1 per L1 TLB, 3 together. Page 6 in the
 * same cycle and page 6 in the next are misses of their own. An L2 TLB hit stalls nobody for a
 * miss.
 */
TEST(wavefronts_per_miss)
{
	struct translation third = {.who = {.wave = 1}};
	struct translation second = {.who = {.wave = 2}, .next = &third};
	struct translation first = {.who = {.wave = 1}, .vpn = 5, .source = TX_WALK};
	struct translation other = {.who = {.cu = 1, .wave = 1}, .vpn = 5, .source = TX_L2_MSHR};
	struct translation hit = {.vpn = 7, .source = TX_L2_TLB};
	struct stalled_per_miss s;

	stalled_per_miss_init(&s, 2, 4);
	stalled_per_miss_answered(&s, &first, &second, 100);
	stalled_per_miss_answered(&s, &other, NULL, 100);
	stalled_per_miss_answered(&s, &hit, &second, 100);
	other.vpn = 6;
	stalled_per_miss_answered(&s, &other, NULL, 100);
	stalled_per_miss_answered(&s, &other, NULL, 101);
	stalled_per_miss_settle(&s);
	stalled_per_miss_settle(&s);
	CHECK_EQ(s.per_l1_tlb.count, 4);
	CHECK_EQ(s.per_l1_tlb.sum, 2 + 1 + 1 + 1);
	CHECK_EQ(s.per_l1_tlb.max, 2);
	CHECK_EQ(s.wavefronts.count, 3);
	CHECK_EQ(s.wavefronts.sum, 3 + 1 + 1);
	CHECK_EQ(s.wavefronts.max, 3);
	CHECK_EQ(s.wavefronts.min, 1);
	stalled_per_miss_release(&s);
}

/* Data */

static bool take_every_second(void *owner, struct mem_access *a, struct waiter *waiter)
{
	unsigned *sends = owner;

	(void)a;
	(void)waiter;
	return ++*sends % 2 == 0;
}

/* Two chiplets of 1 MB; what is refused counts when it is taken. */
TEST(local_and_remote_accesses)
{
	struct memory_map_config config = {.chiplet_bytes = 1 << 20,
					   .unit_bytes = 64,
					   .chiplets = 2,
					   .banks = 1,
					   .channels = 1};
	unsigned sends = 0;
	struct memory_map map;
	struct locality l = {.map = &map, .chiplet = 1, .down = {take_every_second, &sends}};
	struct mem_port port = locality_port(&l);
	struct mem_access a = {.address = 64};
	struct waiter waiter = {0};

	memory_map_init(&map, &config);
	CHECK(!mem_send(&port, &a, &waiter));
	CHECK_EQ(l.remote, 0);
	CHECK(mem_send(&port, &a, &waiter));
	CHECK_EQ(l.remote, 1);
	a.address = 1 << 20;
	CHECK(!mem_send(&port, &a, &waiter));
	CHECK(mem_send(&port, &a, &waiter));
	CHECK_EQ(l.remote, 1);
	CHECK_EQ(l.local, 1);
}

/* Two I-caches of 8 lines, each of two CUs. */

static void line_comes(struct event *event)
{
	mem_reply(container_of(event, struct mem_access, event));
}

static bool line_asked(void *engine, struct mem_access *a, struct waiter *waiter)
{
	(void)waiter;
	engine_after(engine, &a->event, 1, line_comes);
	return true;
}

static void line_there(void *owner, struct mem_access *a)
{
	(void)owner, (void)a;
}

static void fetch_lines(struct engine *engine, struct cache *cache, uint64_t first, unsigned count)
{
	struct mem_port port = cache_port(cache);
	struct waiter waiter = {0};

	for (unsigned i = 0; i < count; i++) {
		struct mem_access a = {.address = (first + i) * 64, .kind = KIND_FETCH};

		mem_push(&a, line_there, NULL);
		CHECK(mem_send(&port, &a, &waiter));
		mock_run(engine);
	}
}

TEST(icache_utilisation)
{
	static const struct cache_config config = {.bytes = 512,
						   .ways = 2,
						   .line_bytes = 64,
						   .latency = 1,
						   .ports = 1,
						   .mshrs = 2,
						   .queue = 4,
						   .write_through = true};
	struct icache_use u;
	struct engine engine;
	struct cache *c[2];

	engine_init(&engine);
	icache_use_init(&u, 2, 2);
	for (int i = 0; i < 2; i++) {
		c[i] = cache_new(&engine, "icache", &config,
				 (struct mem_port){line_asked, &engine});
		icache_use_add(&u, c[i]);
	}
	icache_use_begins(&u, 0, 0, 4);
	fetch_lines(&engine, c[0], 0, 3);
	fetch_lines(&engine, c[1], 0, 1);
	icache_use_begins(&u, 0, 0, 2); /* 4 of 16 lines until now; then 9 of 8 */
	fetch_lines(&engine, c[0], 100, 9);
	icache_use_begins(&u, 1, 2, 2); /* another application, and nothing */
	icache_use_settle(&u);
	CHECK_EQ(u.launches, 3);
	CHECK_EQ(u.full, 1);
	CHECK(u.launch[0] == 25 && u.launch[1] == 100 && u.launch[2] == 0);
	CHECK_EQ(u.percent.sum, 125);
	icache_use_settle(&u);
	CHECK_EQ(u.launches, 3);
	cache_free(c[0]);
	cache_free(c[1]);
	icache_use_release(&u);
}

/* 3 + 1 requests: the busiest has 75 %; an interval without any does not count; 5 of 5 are 100 %.
 */
TEST(load_of_slices_over_time)
{
	struct slice_load s;

	slice_load_init(&s, 2);
	for (int i = 0; i < 4; i++)
		slice_load_lookup(&s, i == 3);
	slice_load_sample(&s);
	slice_load_sample(&s);
	for (int i = 0; i < 5; i++)
		slice_load_lookup(&s, 1);
	slice_load_sample(&s);
	CHECK_EQ(s.busiest_percent.count, 2);
	CHECK_EQ(s.busiest_percent.min, 75);
	CHECK_EQ(s.busiest_percent.max, 100);
	CHECK_EQ(s.requests[0].sum, 3);
	CHECK_EQ(s.requests[1].sum, 6);
	CHECK_EQ(s.requests[1].max, 5);
	slice_load_release(&s);
}
