/*
 * The TLB by hand. Unless a test says otherwise: 4 entries fully associative, latency 1, one port,
 * 4 MSHRs, queue 8; below it every page takes 10 cycles.
 */
#include "hw/translation/tlb.h"

#include "base/rng.h"
#include "tx_mock.h"

struct bench {
	struct engine engine;
	struct tlb tlb;
	struct mock_below below;
	struct mock_above above;
};

static const struct tlb_config usual = {
	.name = "tlb",
	.entries = 4,
	.ways = 4,
	.latency = 1,
	.ports = 1,
	.mshrs = 4,
	.queue = 8,
	.hit_source = TX_L1_TLB,
	.mshr_source = TX_L1_MSHR,
	.page_shift = 12,
};

static struct bench *bench_new(const struct tlb_config *config, unsigned below_capacity)
{
	struct bench *b = calloc(1, sizeof(*b));

	engine_init(&b->engine);
	tlb_init(&b->tlb, &b->engine, config,
		 mock_below_init(&b->below, &b->engine, 10, below_capacity));
	mock_above_init(&b->above, &b->engine, tlb_port(&b->tlb));
	return b;
}

static void bench_free(struct bench *b)
{
	const struct tlb_stats *s = &b->tlb.stats;

	CHECK_EQ(s->lookups, s->hits + s->mshr_hits + s->misses);
	CHECK_EQ(s->lookups, b->above.count);
	CHECK_EQ(b->above.replies, b->above.count);
	CHECK_EQ(s->misses + s->repeats, b->below.taken);
	CHECK_EQ(s->latency.count, s->lookups);
	CHECK_EQ(b->tlb.stats.queue.now, 0);
	CHECK_EQ(s->queue.now, 0);
	CHECK_EQ(s->mshrs.now, 0);
	CHECK_EQ(b->engine.pending, 0);
	tlb_release(&b->tlb);
	free(b);
}

struct outcomes {
	unsigned hits, misses;
};

static void note_outcome(void *state, const struct translation *t, bool hit)
{
	struct outcomes *o = state;

	(void)t;
	o->hits += hit;
	o->misses += !hit;
}

/* Page 7 misses, once more while the first is under way, then hits. */
TEST(slices_hear_of_hits_and_misses)
{
	struct bench *b = bench_new(&usual, 0);
	struct outcomes heard = {0};

	tlb_set_slice(&b->tlb, NULL, 0, note_outcome, &heard);
	mock_ask(&b->above, 0, 1, 7);
	mock_ask(&b->above, 5, 1, 7);
	mock_ask(&b->above, 20, 1, 7);
	mock_run(&b->engine);
	CHECK_EQ(b->tlb.stats.mshr_hits, 1);
	CHECK_EQ(heard.misses, 1);
	CHECK_EQ(heard.hits, 1);
	bench_free(b);
}

TEST(miss_then_hit)
{
	struct bench *b = bench_new(&usual, 0);
	struct mock_request *cold = mock_ask(&b->above, 0, 1, 7);
	struct mock_request *warm = mock_ask(&b->above, 20, 1, 7);
	struct mock_request *other = mock_ask(&b->above, 30, 2, 7);

	mock_run(&b->engine);
	/* Slot 0, lookup 1, below 1 to 11. */
	CHECK_EQ(cold->replied, 11);
	CHECK_EQ(cold->t.source, TX_WALK);
	CHECK_EQ(cold->t.frame, mock_frame(1, 7));
	/* Slot 20, lookup 21. */
	CHECK_EQ(warm->replied, 21);
	CHECK_EQ(warm->t.source, TX_L1_TLB);
	CHECK_EQ(warm->t.frame, mock_frame(1, 7));
	/* The same page of another address space misses. */
	CHECK_EQ(other->replied, 41);
	CHECK_EQ(other->t.frame, mock_frame(2, 7));
	CHECK_EQ(b->tlb.stats.hits, 1);
	CHECK_EQ(b->tlb.stats.misses, 2);
	CHECK_EQ(b->tlb.stats.fills, 2);
	CHECK_EQ(b->tlb.stats.latency.sum, 11 + 1 + 11);
	CHECK_EQ(b->tlb.stats.mshrs.area, 20);
	CHECK_EQ(b->tlb.stats.queue.area, 3);
	bench_free(b);
}

TEST(latency_zero)
{
	struct tlb_config config = usual;
	struct bench *b;
	struct mock_request *cold, *warm, *second;

	config.latency = 0;
	b = bench_new(&config, 0);
	cold = mock_ask(&b->above, 5, 0, 7);
	warm = mock_ask(&b->above, 20, 0, 7);
	second = mock_ask(&b->above, 20, 0, 7);
	mock_run(&b->engine);
	CHECK_EQ(cold->replied, 15);
	CHECK_EQ(warm->replied, 20);
	CHECK_EQ(second->replied, 21); /* one port */
	bench_free(b);
}

TEST(merge)
{
	struct bench *b = bench_new(&usual, 0);
	struct mock_request *first = mock_ask(&b->above, 0, 0, 7);
	struct mock_request *second = mock_ask(&b->above, 0, 0, 7);
	struct mock_request *third = mock_ask(&b->above, 9, 0, 7);
	struct mock_request *late = mock_ask(&b->above, 10, 0, 7);

	mock_run(&b->engine);
	/* Lookups at 1, 2, 10: one miss and two merged; the answer is there at 11, for all. */
	CHECK_EQ(first->replied, 11);
	CHECK_EQ(second->replied, 11);
	CHECK_EQ(third->replied, 11);
	CHECK_EQ(first->rank, 0);
	CHECK_EQ(second->rank, 1);
	CHECK_EQ(third->rank, 2);
	CHECK_EQ(second->t.source, TX_L1_MSHR);
	CHECK_EQ(third->t.frame, mock_frame(0, 7));
	/* Looked up in cycle 11, after the answer came. */
	CHECK_EQ(late->replied, 11);
	CHECK_EQ(late->t.source, TX_L1_TLB);
	CHECK_EQ(b->tlb.stats.mshr_hits, 2);
	CHECK_EQ(b->tlb.stats.latency.sum, 11 + 11 + 2 + 1);
	bench_free(b);
}

TEST(ports)
{
	/* Four hits at once: one port answers in 4 cycles, two in 2. */
	for (uint32_t ports = 1; ports <= 2; ports++) {
		struct tlb_config config = usual;
		struct mock_request *r[4];
		struct bench *b;

		config.ports = ports;
		b = bench_new(&config, 0);
		mock_ask(&b->above, 0, 0, 7);
		for (unsigned i = 0; i < 4; i++)
			r[i] = mock_ask(&b->above, 20, 0, 7);
		mock_run(&b->engine);
		for (unsigned i = 0; i < 4; i++)
			CHECK_EQ(r[i]->replied, 21 + i / ports);
		bench_free(b);
	}
}

TEST(mshrs_full)
{
	struct tlb_config config = usual;
	struct mock_request *a, *c, *d, *e, *f;
	struct bench *b;

	config.mshrs = 2;
	b = bench_new(&config, 0);
	a = mock_ask(&b->above, 0, 0, 1);
	mock_ask(&b->above, 0, 0, 2);
	c = mock_ask(&b->above, 0, 0, 3);
	d = mock_ask(&b->above, 0, 0, 1);
	e = mock_ask(&b->above, 0, 0, 4);
	f = mock_ask(&b->above, 0, 0, 1);
	mock_run(&b->engine);
	/*
	 * Lookups at 1 and 2 take both MSHRs; page 3 finds none at 3 and stops the three behind it,
	 * also page 1 that could have merged. Page 1 is there at 11; page 3 again at 12: below 12
	 * to
	 * 22. Page 2 is there at 12, so the next is looked up at 13: page 1 hits; at 14 page 4
	 * takes the MSHR that page 2 left: below 14 to 24; page 1 hits at 15.
	 */
	CHECK_EQ(a->replied, 11);
	CHECK_EQ(c->replied, 22);
	CHECK_EQ(d->replied, 13);
	CHECK_EQ(d->t.source, TX_L1_TLB);
	CHECK_EQ(e->replied, 24);
	CHECK_EQ(f->replied, 15);
	CHECK_EQ(b->tlb.stats.stall_cycles, 12 - 3);
	CHECK_EQ(b->tlb.stats.misses, 4);
	CHECK_EQ(b->tlb.stats.hits, 2);
	bench_free(b);
}

/* Two TLBs with two MSHRs in common: one takes both, and what the other asks waits until one of
 * them is free. */
TEST(mshrs_in_common)
{
	struct tlb tlbs[2];
	struct mock_below below[2];
	struct mock_above above[2];
	struct mock_request *first, *second, *other;
	struct engine engine;
	struct tlb_pool pool;

	engine_init(&engine);
	for (unsigned i = 0; i < 2; i++) {
		tlb_init(&tlbs[i], &engine, &usual, mock_below_init(&below[i], &engine, 10, 0));
		mock_above_init(&above[i], &engine, tlb_port(&tlbs[i]));
	}
	tlb_share_mshrs(&pool, tlbs, 2, 2);
	first = mock_ask(&above[0], 0, 0, 1);
	second = mock_ask(&above[0], 0, 0, 2);
	other = mock_ask(&above[1], 5, 0, 3);
	mock_run(&engine);
	CHECK_EQ(first->replied, 11);
	CHECK_EQ(second->replied, 12);
	/* Looked up at 6 in vain, again at 12, the cycle after the first was answered. */
	CHECK_EQ(other->replied, 22);
	CHECK_EQ(tlbs[1].stats.stall_cycles, 12 - 6);
	CHECK_EQ(pool.used, 0);
	for (unsigned i = 0; i < 2; i++)
		tlb_release(&tlbs[i]);
}

TEST(stalled_again)
{
	struct tlb_config config = usual;
	struct mock_request *r[3], *behind;
	struct bench *b;

	/* One MSHR: pages go one after the other, one cycle between two for the new lookup. */
	config.mshrs = 1;
	config.ports = 2;
	b = bench_new(&config, 0);
	for (unsigned i = 0; i < 3; i++)
		r[i] = mock_ask(&b->above, 0, 0, i);
	behind = mock_ask(&b->above, 30, 0, 0);
	mock_run(&b->engine);
	CHECK_EQ(r[0]->replied, 11);
	CHECK_EQ(r[1]->replied, 22); /* 12 to 22 */
	CHECK_EQ(r[2]->replied, 33); /* 23 to 33 */
	CHECK_EQ(behind->replied, 31);
	CHECK_EQ(b->tlb.stats.stall_cycles, (12 - 1) + (23 - 12));
	bench_free(b);
}

/* One miss at a time: others wait for its MSHR, hits go on; in a blocking TLB hits wait too. */
TEST(hits_under_a_miss)
{
	for (unsigned blocking = 0; blocking < 2; blocking++) {
		struct tlb_config config = usual;
		struct bench *b;
		struct mock_request *warm, *miss, *hit, *joins, *second;

		config.mshrs = 1;
		config.blocking = blocking;
		b = bench_new(&config, 0);
		warm = mock_ask(&b->above, 0, 1, 7);
		miss = mock_ask(&b->above, 20, 1, 8);
		hit = mock_ask(&b->above, 21, 1, 7);
		joins = mock_ask(&b->above, 22, 1, 8);
		second = mock_ask(&b->above, 23, 1, 9);
		mock_run(&b->engine);
		CHECK_EQ(warm->replied, 11);
		CHECK_EQ(miss->replied, 31);
		/* The others again from 32 on, one a cycle. */
		CHECK_EQ(hit->replied, blocking ? 32 : 22);
		CHECK_EQ(joins->replied, blocking ? 33 : 31);
		CHECK_EQ(second->replied, blocking ? 44 : 42);
		CHECK_EQ(b->tlb.stats.hits, blocking ? 2 : 1);
		CHECK_EQ(b->tlb.stats.mshr_hits, blocking ? 0 : 1);
		bench_free(b);
	}
}

TEST(merge_limit)
{
	struct tlb_config config = usual;
	struct mock_request *r[4];
	struct bench *b;

	/* An MSHR holds two requests: the third stalls until the page is there, and hits. */
	config.merges = 2;
	b = bench_new(&config, 0);
	for (unsigned i = 0; i < 4; i++)
		r[i] = mock_ask(&b->above, 0, 0, i < 3 ? 7 : 8);
	mock_run(&b->engine);
	CHECK_EQ(r[0]->replied, 11);
	CHECK_EQ(r[1]->replied, 11);
	CHECK_EQ(r[2]->replied, 12);
	CHECK_EQ(r[3]->replied, 23); /* behind it: again at 13 */
	CHECK_EQ(b->tlb.stats.mshr_hits, 1);
	CHECK_EQ(b->tlb.stats.hits, 1);
	bench_free(b);
}

TEST(queue_full)
{
	struct tlb_config config = usual;
	struct mock_request *r[5];
	struct mock_above second;
	struct mock_request *s;
	struct bench *b;

	/*
	 * Two places. Five requests of one sender at 0, one of another at 0: the first two are
	 * taken; the first lookup at 1 lets one in, and the woken sender, who has more, goes behind
	 * the other; so turn by turn. A request taken at c has slot c and is looked up at c + 1.
	 */
	config.queue = 2;
	b = bench_new(&config, 0);
	mock_above_init(&second, &b->engine, tlb_port(&b->tlb));
	for (unsigned i = 0; i < 5; i++)
		r[i] = mock_ask(&b->above, 0, 0, 7);
	s = mock_ask(&second, 0, 0, 7);
	mock_run(&b->engine);
	CHECK_EQ(r[0]->accepted, 0);
	CHECK_EQ(r[1]->accepted, 0);
	CHECK_EQ(r[2]->accepted, 1);
	CHECK_EQ(s->accepted, 2);
	CHECK_EQ(r[3]->accepted, 3);
	CHECK_EQ(r[4]->accepted, 4);
	for (unsigned i = 0; i < 5; i++)
		CHECK_EQ(r[i]->replied, 11);
	CHECK_EQ(s->replied, 11);
	CHECK_EQ(b->tlb.stats.queue.peak, 2);
	/* For the sums below. */
	b->above.count += second.count;
	b->above.replies += second.replies;
	bench_free(b);
}

TEST(below_full)
{
	struct mock_request *r[3];
	struct bench *b = bench_new(&usual, 1);

	for (unsigned i = 0; i < 3; i++)
		r[i] = mock_ask(&b->above, 0, 0, i);
	mock_run(&b->engine);
	/* One at a time below: 1 to 11, 11 to 21, 21 to 31, in order. */
	CHECK_EQ(r[0]->replied, 11);
	CHECK_EQ(r[1]->replied, 21);
	CHECK_EQ(r[2]->replied, 31);
	CHECK_EQ(b->below.log[2].vpn, 2);
	CHECK_EQ(b->below.log[2].cycle, 21);
	/* In MSHRs they hold no place of the queue. */
	CHECK_EQ(b->tlb.stats.queue.area, 1 + 2 + 3);
	bench_free(b);
}

struct seen {
	unsigned count, unit;
	struct tlb_entry last;
};

static void see(void *state, unsigned unit, const struct tlb_entry *entry)
{
	struct seen *seen = state;

	seen->count++;
	seen->unit = unit;
	seen->last = *entry;
}

static void see_entry(void *state, const struct tlb_entry *entry)
{
	see(state, 0, entry);
}

TEST(eviction)
{
	struct bench *b = bench_new(&usual, 0);
	struct seen seen = {0}, held = {0};
	struct mock_request *again;

	tlb_set_evicted(&b->tlb, see, &seen, 3);
	for (unsigned i = 0; i < 4; i++)
		mock_ask(&b->above, 20 * i, 2, i);
	again = mock_ask(&b->above, 100, 2, 0); /* page 0 is now the newest, 1 the oldest */
	mock_ask(&b->above, 120, 2, 9);
	mock_run(&b->engine);
	CHECK_EQ(again->t.source, TX_L1_TLB);
	CHECK_EQ(seen.count, 1);
	CHECK_EQ(seen.unit, 3);
	CHECK_EQ(seen.last.vpn, 1);
	CHECK_EQ(seen.last.asid, 2);
	CHECK_EQ(seen.last.frame, mock_frame(2, 1));
	CHECK_EQ(seen.last.page_shift, 12);
	CHECK_EQ(b->tlb.stats.evictions, 1);
	CHECK(tlb_probe(&b->tlb, 2, 0, NULL));
	CHECK(!tlb_probe(&b->tlb, 2, 1, NULL));
	tlb_each(&b->tlb, see_entry, &held);
	CHECK_EQ(held.count, 4);
	bench_free(b);
}

TEST(shootdown_of_entries)
{
	struct bench *b = bench_new(&usual, 0);
	uint64_t frame = 0;

	mock_ask(&b->above, 0, 1, 5);
	mock_ask(&b->above, 0, 1, 6);
	mock_ask(&b->above, 0, 2, 5);
	mock_run(&b->engine);
	tlb_shootdown(&b->tlb, 1, 5);
	CHECK(!tlb_probe(&b->tlb, 1, 5, NULL));
	CHECK(tlb_probe(&b->tlb, 1, 6, NULL));
	CHECK(tlb_probe(&b->tlb, 2, 5, &frame));
	CHECK_EQ(frame, mock_frame(2, 5));
	tlb_shootdown(&b->tlb, 1, UINT64_MAX);
	CHECK(!tlb_probe(&b->tlb, 1, 6, NULL));
	CHECK(tlb_probe(&b->tlb, 2, 5, NULL));
	CHECK_EQ(b->tlb.stats.shot_down, 2);
	bench_free(b);
}

TEST(shootdown_in_flight)
{
	/* By page and by address space. */
	for (unsigned whole = 0; whole < 2; whole++) {
		struct bench *b = bench_new(&usual, 0);
		struct mock_request *before = mock_ask(&b->above, 0, 1, 5);
		struct mock_request *merged = mock_ask(&b->above, 0, 1, 5);
		struct mock_request *after = mock_ask(&b->above, 6, 1, 5);
		struct mock_request *later = mock_ask(&b->above, 12, 1, 5);
		struct mock_request *other = mock_ask(&b->above, 0, 2, 5);

		mock_run_to(&b->engine, 5);
		tlb_shootdown(&b->tlb, 1, whole ? UINT64_MAX : 5);
		mock_run(&b->engine);
		/* The answer of cycle 11 may be out of date: it is asked for again, 11 to 21, and
		 * not kept ... */
		CHECK_EQ(before->replied, 21);
		CHECK_EQ(merged->replied, 21);
		CHECK_EQ(b->tlb.stats.repeats, 1);
		/* ... and who asks after the shootdown does not join them: below 7 to 17. */
		CHECK_EQ(after->replied, 17);
		CHECK_EQ(after->t.source, TX_WALK);
		CHECK_EQ(later->replied, 17);
		CHECK_EQ(later->t.source, TX_L1_MSHR);
		CHECK_EQ(other->t.source, TX_WALK);
		CHECK_EQ(b->tlb.stats.unfilled, 1);
		CHECK_EQ(b->tlb.stats.fills, 2);
		CHECK(tlb_probe(&b->tlb, 1, 5, NULL));
		CHECK(tlb_probe(&b->tlb, 2, 5, NULL));
		bench_free(b);
	}
}

/* A fill policy that keeps odd pages out, and has page 8 beside the TLB. */
static bool even_only(void *state, const struct translation *t, const struct translation *merged)
{
	(void)state, (void)merged;
	return t->vpn % 2 == 0;
}

static bool eight(void *state, struct translation *t)
{
	(void)state;
	t->frame = 0x8000;
	return t->vpn == 8;
}

static void note_lookup(void *state, const struct translation *t, bool hit)
{
	unsigned *n = state;

	(void)t;
	n[hit]++;
}

TEST(fill_policy)
{
	static const struct tlb_fill_ops ops = {
		.may_fill = even_only, .aside = eight, .looked_up = note_lookup};
	struct bench *b = bench_new(&usual, 0);
	unsigned heard[2] = {0};
	struct mock_request *odd, *even, *aside;

	tlb_set_fill(&b->tlb, &(struct tlb_fill){&ops, heard});
	mock_ask(&b->above, 0, 0, 1);
	mock_ask(&b->above, 0, 0, 2);
	odd = mock_ask(&b->above, 20, 0, 1);
	even = mock_ask(&b->above, 20, 0, 2);
	aside = mock_ask(&b->above, 40, 0, 8);
	mock_run(&b->engine);
	CHECK_EQ(odd->replied, 31);
	CHECK_EQ(even->replied, 22);
	CHECK_EQ(aside->replied, 41);
	CHECK_EQ(aside->t.frame, 0x8000);
	CHECK_EQ(b->tlb.stats.aside_hits, 1);
	CHECK_EQ(b->tlb.stats.hits, 2);
	CHECK_EQ(b->tlb.stats.unfilled, 2);
	CHECK_EQ(heard[true], 2);
	CHECK_EQ(heard[false], 3);
	bench_free(b);
}

TEST(fill_policy_that_flushes_all)
{
	static const struct tlb_fill_ops ops = {.flush_all = true};
	struct bench *b = bench_new(&usual, 0);

	tlb_set_fill(&b->tlb, &(struct tlb_fill){&ops, NULL});
	mock_ask(&b->above, 0, 1, 5);
	mock_ask(&b->above, 0, 1, 6);
	mock_ask(&b->above, 0, 2, 5);
	mock_run(&b->engine);
	tlb_shootdown(&b->tlb, 1, UINT64_MAX); /* an address space goes: only its entries */
	CHECK(!tlb_probe(&b->tlb, 1, 5, NULL) && !tlb_probe(&b->tlb, 1, 6, NULL));
	CHECK(tlb_probe(&b->tlb, 2, 5, NULL));
	tlb_shootdown(&b->tlb, 1, 77); /* a page table entry changes: all of them */
	CHECK(!tlb_probe(&b->tlb, 2, 5, NULL));
	CHECK_EQ(b->tlb.stats.shot_down, 3);
	bench_free(b);
}

TEST(insert)
{
	struct bench *b = bench_new(&usual, 0);
	struct tlb_entry e = {.vpn = 5, .frame = mock_frame(0, 5), .page_shift = 12};
	struct mock_request *found, *asked;

	tlb_insert(&b->tlb, &e); /* slot 0 of the port */
	CHECK(tlb_probe(&b->tlb, 0, 5, NULL));
	CHECK_EQ(b->tlb.stats.inserts, 1);
	tlb_insert(&b->tlb, &e); /* there already; slot 1 */
	CHECK_EQ(b->tlb.stats.inserts, 1);
	found = mock_ask(&b->above, 0, 0, 5); /* slot 2, found at 3 */
	asked = mock_ask(&b->above, 5, 0, 6); /* looked up at 6, answered at 16 */
	mock_run_to(&b->engine, 10);
	e.vpn = 6;
	e.frame = mock_frame(0, 6);
	tlb_insert(&b->tlb, &e); /* its miss is under way: comes anyway, and only once */
	CHECK_EQ(b->tlb.stats.inserts, 1);
	mock_run(&b->engine);
	CHECK_EQ(found->replied, 3);
	CHECK_EQ(asked->replied, 16);
	CHECK_EQ(b->tlb.stats.fills, 2);
	bench_free(b);
}

static bool even(void *state, const struct tlb_entry *entry)
{
	++*(unsigned *)state;
	return entry->vpn % 2 == 0;
}

TEST(sweep)
{
	struct bench *b = bench_new(&usual, 0);
	unsigned seen = 0;

	for (unsigned i = 0; i < 3; i++)
		mock_ask(&b->above, 20 * i, 1, 7 + i);
	mock_run(&b->engine);
	CHECK_EQ(tlb_sweep(&b->tlb, even, &seen), 2);
	CHECK_EQ(seen, 3);
	CHECK(tlb_probe(&b->tlb, 1, 8, NULL));
	CHECK(!tlb_probe(&b->tlb, 1, 7, NULL) && !tlb_probe(&b->tlb, 1, 9, NULL));
	bench_free(b);
}

TEST(describes_what_it_waits_for)
{
	struct tlb_config config = usual;
	char text[1024] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");
	struct bench *b;

	config.mshrs = 1;
	b = bench_new(&config, 0);
	mock_ask(&b->above, 0, 1, 0xabc);
	mock_ask(&b->above, 0, 2, 0xdef);
	mock_run_to(&b->engine, 5);
	tlb_describe(&b->tlb, out);
	fflush(out);
	CHECK_CONTAINS(text, "page 0xdef of address space 2 waits for an MSHR");
	CHECK_CONTAINS(text, "MSHR 0 waits for page 0xabc of address space 1");
	mock_run(&b->engine);
	rewind(out);
	tlb_describe(&b->tlb, out);
	CHECK_EQ(ftell(out), 0);
	fclose(out);
	bench_free(b);
}

/*
 * An independent model: a lookup hits when fewer than `entries` other pages were used since the
 * page was last used or filled. Replays what a TLB recorded.
 */
struct stack_model {
	uint64_t page[4096];
	unsigned depth, entries;
	uint64_t hits, lookups;
};

static unsigned stack_depth(const struct stack_model *m, uint64_t page)
{
	unsigned at = 0;

	while (at < m->depth && m->page[at] != page)
		at++;
	return at;
}

static void stack_to_top(struct stack_model *m, uint64_t page)
{
	unsigned at = stack_depth(m, page);

	if (at == m->depth)
		m->depth++;
	for (; at > 0; at--)
		m->page[at] = m->page[at - 1];
	m->page[0] = page;
}

static void model_lookup(void *state, const struct translation *t)
{
	struct stack_model *m = state;
	unsigned at = stack_depth(m, t->vpn);

	m->lookups++;
	if (at < m->entries && at < m->depth) {
		m->hits++;
		stack_to_top(m, t->vpn);
	}
}

static void model_fill(void *state, const struct translation *t)
{
	stack_to_top(state, t->vpn);
}

/* A sender that asks the next page of a random stream whenever an answer comes. */
struct stream {
	struct engine *engine;
	struct tx_port port;
	struct rng rng;
	unsigned left, pages;
	struct waiter waiter;
};

static void stream_next(struct stream *s, struct translation *t);

static void stream_again(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);

	stream_next(t->owner, t);
}

static void stream_reply(void *owner, struct translation *t)
{
	struct stream *s = owner;

	if (!s->left)
		return;
	t->owner = s;
	engine_after(s->engine, &t->event, rng_below(&s->rng, 3), stream_again);
}

static void stream_next(struct stream *s, struct translation *t)
{
	s->left -= s->left > 0;
	t->vpn = rng_below(&s->rng, rng_below(&s->rng, s->pages) + 1);
	tx_push(t, stream_reply, s);
	if (!tx_send(&s->port, t, &s->waiter))
		FAIL("the queue is large enough");
}

static uint64_t random_stream(uint32_t entries, unsigned in_flight, struct stack_model *model)
{
	struct tlb_config config = usual;
	struct tlb_recorder recorder = {model_lookup, model_fill, model};
	struct stream s = {.left = 20000, .pages = 400};
	struct translation *t = calloc(in_flight, sizeof(*t));
	struct mock_below below;
	struct engine engine;
	struct tlb tlb;
	uint64_t hits;

	memset(model, 0, sizeof(*model));
	model->entries = entries;
	config.entries = config.ways = entries;
	config.queue = in_flight;
	config.ports = 2;
	engine_init(&engine);
	tlb_init(&tlb, &engine, &config, mock_below_init(&below, &engine, 10, 0));
	tlb_set_recorder(&tlb, &recorder);
	s.engine = &engine;
	s.port = tlb_port(&tlb);
	rng_seed(&s.rng, 99);
	for (unsigned i = 0; i < in_flight; i++)
		stream_next(&s, &t[i]);
	mock_run(&engine);
	CHECK_EQ(tlb.stats.lookups, model->lookups);
	CHECK_EQ(tlb.stats.lookups, tlb.stats.hits + tlb.stats.mshr_hits + tlb.stats.misses);
	CHECK_EQ(tlb.stats.hits, model->hits);
	CHECK_EQ(tlb.stats.latency.count, tlb.stats.lookups);
	/* Little's law, exactly: the queue and the MSHRs hold what the latency says. */
	CHECK_EQ(tlb.stats.queue.arrivals, tlb.stats.lookups);
	CHECK_EQ(tlb.stats.mshrs.area, 10 * tlb.stats.misses);
	hits = tlb.stats.hits;
	tlb_release(&tlb);
	free(t);
	return hits;
}

TEST(agrees_with_stack_distance)
{
	static const uint32_t entries[] = {1, 4, 16, 17, 32, 64, 128, 256};
	struct stack_model *model = malloc(sizeof(*model));
	uint64_t serial = 0;

	for (unsigned i = 0; i < sizeof(entries) / sizeof(*entries); i++) {
		uint64_t hits = random_stream(entries[i], 1, model);

		/* One at a time the stream is the same for each size: more entries, more hits. */
		CHECK(hits >= serial);
		serial = hits;
		random_stream(entries[i], 8, model);
	}
	free(model);
}
