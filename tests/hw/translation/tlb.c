/* Requests to a TLB by hand: when each is answered, what they wait for, what is counted. */
#include "tlb_bench.h"

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

/* Only requests of one instruction share a miss. */
TEST(merge_by_instruction)
{
	struct tlb_config config = usual;
	struct mock_request *first, *second, *third;
	struct bench *b;

	config.merge_instruction = true;
	b = bench_new(&config, 0);
	first = mock_ask(&b->above, 0, 0, 7);
	second = mock_ask(&b->above, 0, 0, 7);
	third = mock_ask(&b->above, 9, 0, 7);
	first->t.who.instruction = third->t.who.instruction = 1;
	second->t.who.instruction = 2;
	mock_run(&b->engine);
	/* Lookups at 1, 2 and 10: two misses, and one that joins the first. */
	CHECK_EQ(first->replied, 11);
	CHECK_EQ(third->replied, 11);
	CHECK_EQ(third->t.source, TX_L1_MSHR);
	CHECK_EQ(second->replied, 12);
	CHECK_EQ(b->tlb.stats.misses, 2);
	CHECK_EQ(b->tlb.stats.mshr_hits, 1);
	/* The page is installed once. */
	CHECK_EQ(b->tlb.stats.fills, 1);
	CHECK_EQ(b->tlb.stats.unfilled, 1);
	CHECK_EQ(tlb_valid_entries(&b->tlb), 1);
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

/* By application: page 1 of both misses; application 0 asks again at once (merged) and later (a
 * hit), application 1 never again. */
TEST(lookups_by_application)
{
	struct tlb_config config = usual;
	struct bench *b;

	config.apps = 2;
	config.ports = 2;
	b = bench_new(&config, 0);
	mock_ask(&b->above, 0, 0, 1);
	mock_ask(&b->above, 0, 1, 1);
	mock_ask(&b->above, 1, 0, 1);
	mock_ask(&b->above, 20, 0, 1);
	mock_run(&b->engine);
	for (unsigned outcome = 0; outcome < TLB_OUTCOMES; outcome++) {
		CHECK_EQ(b->tlb.by_app[0].outcome[outcome], 1);
		CHECK_EQ(b->tlb.by_app[1].outcome[outcome], outcome == TLB_MISS);
	}
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
