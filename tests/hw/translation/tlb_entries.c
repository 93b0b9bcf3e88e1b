/* What a TLB keeps: evictions, shootdowns, fill policies, what others put in and sweep out. */
#include "tlb_bench.h"

struct seen {
	unsigned count, unit;
	struct tlb_entry last;
	bool warm;
};

static void see(void *state, unsigned unit, const struct tlb_entry *entry, bool warm)
{
	struct seen *seen = state;

	seen->count++;
	seen->warm = warm;
	seen->unit = unit;
	seen->last = *entry;
}

static void see_entry(void *state, const struct tlb_entry *entry)
{
	see(state, 0, entry, false);
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

static void note_lookup(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	unsigned *n = state;

	(void)t;
	n[outcome]++;
}

TEST(fill_policy)
{
	static const struct tlb_listener_ops listener = {.looked_up = note_lookup};
	static const struct tlb_fill_ops ops = {
		.may_fill = even_only, .aside = eight, .listener = &listener};
	struct bench *b = bench_new(&usual, 0);
	unsigned heard[TLB_OUTCOMES] = {0};
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
	CHECK_EQ(heard[TLB_HIT], 2);
	CHECK_EQ(heard[TLB_MISS], 3);
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
