/*
 * Synthetic streams through L1 TLB, L2 TLB and walkers: more of anything never makes them slower,
 * larger LRU TLBs never lose hits.
 */
#include <stdlib.h>

#include "base/rng.h"
#include "harness.h"
#include "hw/translation/tlb.h"
#include "hw/translation/walker.h"
#include "policy/stock.h"

enum { REQUESTS = 4000 };

/* Page p lies at frame p; nothing is read, walks take a fixed time. */
static bool no_pte(void *state, uint8_t asid, uint64_t vpn, unsigned level, uint64_t *pa)
{
	(void)state, (void)asid, (void)vpn, (void)level, (void)pa;
	return false;
}

static bool same_frame(void *state, uint8_t asid, uint64_t vpn, uint64_t *frame)
{
	(void)state, (void)asid;
	*frame = vpn << 12;
	return true;
}

struct shape {
	uint32_t l1_entries, l1_ports, l1_mshrs, l2_entries, l2_ports, l2_mshrs, walkers, buffer;
};

static const struct shape usual = {16, 1, 8, 64, 1, 16, 2, 16};

/* Sends the stream in order, one request after the other as soon as the L1 TLB takes it. */
struct stream {
	struct engine engine;
	struct tlb l1, l2;
	struct walker walker;
	struct waiter waiter;
	struct tx_port port;
	struct translation *t;
	unsigned sent, answered;
	cycle_t last;
};

static void answered(void *owner, struct translation *t)
{
	struct stream *s = owner;

	CHECK_EQ(t->frame, t->vpn << 12);
	s->answered++;
	s->last = s->engine.now;
}

static void send_rest(struct stream *s)
{
	while (s->sent < REQUESTS) {
		struct translation *t = &s->t[s->sent];

		t->depth = 0;
		tx_push(t, answered, s);
		if (!tx_send(&s->port, t, &s->waiter))
			return;
		s->sent++;
	}
}

static void wake(struct waiter *waiter)
{
	send_rest(container_of(waiter, struct stream, waiter));
}

struct outcome {
	cycle_t cycles;
	uint64_t l1_hits, l2_hits;
};

static void init_parts(struct stream *s, const struct shape *shape)
{
	static const struct page_source source = {.pte_address = no_pte, .translate = same_frame};
	struct walker_config walker = {.name = "walker",
				       .walkers = shape->walkers,
				       .buffer = shape->buffer,
				       .starts_per_cycle = 1,
				       .fixed = true,
				       .fixed_latency = 100,
				       .page_shift = 12};
	struct walker_policies policies = {
		.scheduler = {&walk_fcfs, walk_fcfs.base.make ? walk_fcfs.base.make(NULL) : NULL},
		.pwc_replacement.ops = &pwc_lru,
	};
	struct tlb_config l1 = {.name = "L1 TLB",
				.entries = shape->l1_entries,
				.ways = shape->l1_entries,
				.latency = 1,
				.ports = shape->l1_ports,
				.mshrs = shape->l1_mshrs,
				.queue = 16,
				.page_shift = 12};
	struct tlb_config l2 = {.name = "L2 TLB",
				.entries = shape->l2_entries,
				.ways = shape->l2_entries,
				.latency = 10,
				.ports = shape->l2_ports,
				.mshrs = shape->l2_mshrs,
				.queue = 64,
				.page_shift = 12};

	walker_init(&s->walker, &s->engine, &walker, &policies, &source, (struct mem_port){0});
	tlb_init(&s->l2, &s->engine, &l2, walker_port(&s->walker));
	tlb_init(&s->l1, &s->engine, &l1, tlb_port(&s->l2));
	s->port = tlb_port(&s->l1);
}

/* Pages drawn so that some are used often and many seldom. */
static void draw_pages(struct stream *s, uint64_t seed, unsigned pages)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (unsigned i = 0; i < REQUESTS; i++)
		s->t[i].vpn = rng_below(&rng, 1 + rng_below(&rng, pages));
}

static struct outcome run_stream(const struct shape *shape, uint64_t seed, unsigned pages)
{
	struct stream *s = xcalloc(1, sizeof(*s));
	static const bool never;
	struct outcome outcome;

	engine_init(&s->engine);
	s->t = xcalloc(REQUESTS, sizeof(*s->t));
	s->waiter.wake = wake;
	init_parts(s, shape);
	draw_pages(s, seed, pages);
	send_rest(s);
	engine_run(&s->engine, &never, UINT64_MAX);
	CHECK_EQ(s->answered, REQUESTS);
	outcome = (struct outcome){s->last, s->l1.stats.hits, s->l2.stats.hits};
	tlb_release(&s->l1);
	tlb_release(&s->l2);
	if (walk_fcfs.base.release)
		walk_fcfs.base.release(s->walker.policies.scheduler.state);
	walker_release(&s->walker);
	free(s->t);
	free(s);
	return outcome;
}

/* Doubles one number of the shape again and again; the stream must not get slower. */
static void check_more(const char *what, size_t offset)
{
	for (uint64_t seed = 1; seed <= 3; seed++) {
		struct shape shape = usual;
		cycle_t before = CYCLE_NEVER;

		for (unsigned step = 0; step < 5; step++) {
			uint32_t *number = (uint32_t *)(void *)((char *)&shape + offset);
			cycle_t cycles = run_stream(&shape, seed, 400).cycles;

			if (cycles > before)
				FAIL("%u %s: %llu cycles, with half of them %llu", *number, what,
				     (unsigned long long)cycles, (unsigned long long)before);
			before = cycles;
			*number *= 2;
		}
	}
}

TEST(more_walkers_do_not_slow_a_stream)
{
	check_more("walkers", offsetof(struct shape, walkers));
}

TEST(more_ports_do_not_slow_a_stream)
{
	check_more("L1 ports", offsetof(struct shape, l1_ports));
	check_more("L2 ports", offsetof(struct shape, l2_ports));
}

/* MSHRs are not among these: with more of them pages are filled in another order, and LRU may then
 * by chance keep the wrong ones. */
TEST(a_larger_walk_buffer_does_not_slow_a_stream)
{
	check_more("places in the walk buffer", offsetof(struct shape, buffer));
}

/* The same requests in the same order, one at a time: LRU is a stack algorithm. */
TEST(more_entries_never_lose_hits)
{
	struct shape shape = usual;
	uint64_t before = 0;

	shape.l1_mshrs = 1;
	for (shape.l1_entries = 1; shape.l1_entries <= 512; shape.l1_entries *= 2) {
		struct outcome outcome = run_stream(&shape, 1, 400);

		CHECK(outcome.l1_hits >= before);
		before = outcome.l1_hits;
	}
	CHECK(before > REQUESTS / 2);
}
