/*
 * MGvm's balance, message by message. Links take 32 cycles, and 16 bytes one cycle more; the
 * processor is on chiplet 0. Epochs are of 10 requests. Blocks are of 512 pages: page 512 * n has
 * home n % 4; fine, page n.
 */
#include "harness.h"

#include "designs/mgvm/mgvm.h"
#include "policy/stock.h"

enum { CHIPLETS = 4, EPOCH = 10 };

static struct engine engine;
static struct links links;
static struct params params;
static struct mgvm *m;
static const struct home_slice_ops *ops;

static void set(enum param id, const char *text)
{
	struct error err;

	if (!param_set(&params, id, text, &err))
		FAIL("%s", err.text);
}

static void begin(const struct home_slice_ops *which)
{
	struct link_config link = {CHIPLETS, 32, 16, 1, 8};
	struct plan_facts facts = {.engine = &engine,
				   .params = &params,
				   .chiplets = CHIPLETS,
				   .cus = 4,
				   .apps = 1,
				   .page_shift = 12};

	ops = which;
	engine_init(&engine);
	links_init(&links, &engine, &link);
	m = ops->base.make(&facts);
	ops->wire(m, &links);
	ops->set_block(m, 0, 512);
	ops->kernel_begins(m, 0);
}

static void defaults(void)
{
	params_init(&params);
	set(P_BALANCE_EPOCH, "10");
}

static void end(void)
{
	ops->base.release(m);
	links_release(&links);
	params_release(&params);
}

static void hear(enum home_event event, unsigned chiplet, unsigned count, uint64_t vpn)
{
	struct translation t = {.vpn = vpn, .who.chiplet = 3}; /* remote, wherever it goes here */

	while (count--)
		ops->heard(m, event, chiplet, &t);
}

/* An epoch in which a chiplet gets everything and nearly all hits. */
static void busy_epoch(unsigned chiplet, unsigned hits, unsigned misses)
{
	hear(HOME_HIT, chiplet, hits, 512 * chiplet);
	hear(HOME_MISS, chiplet, misses, 512 * chiplet);
	hear(HOME_RECEIVED, chiplet, EPOCH, 512 * chiplet);
}

static bool stop;

static void stop_here(struct event *event)
{
	(void)event;
	stop = true;
}

/* Everything that happens before this cycle. */
static void run_until(cycle_t when)
{
	struct event marker = {0};

	stop = false;
	engine_at(&engine, &marker, when - 1, stop_here);
	engine_run(&engine, &stop, UINT64_MAX);
	stop = false;
	engine_at(&engine, &marker, when - 1, stop_here); /* behind what that cycle brought */
	engine_run(&engine, &stop, UINT64_MAX);
}

static void settle(void)
{
	stop = false;
	engine_run(&engine, &stop, UINT64_MAX);
}

static bool fine(enum home_part part, unsigned chiplet)
{
	struct requester who = {.chiplet = (uint8_t)chiplet};

	/* Page 514 is in block 1; its low eight bits are 2, and so is the XOR of their fields. */
	unsigned home = part == HOME_L1_TLBS ? ops->home(m, &who, 514)
					     : ops->serves(m, part, chiplet, 0, 514);

	CHECK(home == 1 || home == 2);
	return home == 2;
}

/*
 * Chiplet 2 has all requests. Two epochs trigger, 33 cycles to the processor; it asks chiplets 1,
 * 2, 3 (33, 34, 35 cycles, one byte path) and has their answers 33 later, so at 33 + 68 = 101. That
 * is the first imbalance; the third epoch's trigger leads to the second and the switch.
 */
TEST(listing_2)
{
	cycle_t decided;

	defaults();
	begin(&home_mgvm);
	busy_epoch(2, 10, 0);
	CHECK_EQ(m->stats.triggers, 0);
	busy_epoch(2, 10, 0);
	CHECK_EQ(m->stats.triggers, 1);
	settle();
	CHECK_EQ(engine.now, 101);
	CHECK_EQ(m->stats.collections, 1);
	CHECK_EQ(m->stats.messages, 7); /* trigger, 3 questions, 3 answers; chiplet 0 needs none */
	CHECK_EQ(m->stats.switches, 0);
	CHECK(m->imbalance_before);
	busy_epoch(2, 10, 0);
	decided = 101 + 101;
	run_until(decided);
	CHECK(!fine(HOME_RTU, 0));
	run_until(decided + 1);
	CHECK_EQ(m->stats.switches, 1);
	CHECK(fine(HOME_RTU, 0) && !fine(HOME_L1_TLBS, 0) && !fine(HOME_L2_TLB, 0));
	run_until(decided + 3);
	CHECK(fine(HOME_L1_TLBS, 0) && fine(HOME_L2_TLB, 0));
	/* Chiplet 1 learns of it at 33: its RTU first, L1 TLBs one later, the L2 TLB two; 3 at 35.
	 */
	CHECK(!fine(HOME_RTU, 1));
	run_until(decided + 34);
	CHECK(fine(HOME_RTU, 1) && !fine(HOME_L1_TLBS, 1));
	run_until(decided + 35);
	CHECK(fine(HOME_L1_TLBS, 1) && !fine(HOME_L2_TLB, 1) && fine(HOME_RTU, 2));
	run_until(decided + 36);
	CHECK(fine(HOME_L2_TLB, 1) && fine(HOME_RTU, 3));
	CHECK(m->switches_due > 0);
	settle();
	CHECK_EQ(m->switches_due, 0);
	CHECK_EQ(m->stats.messages, 17);
	CHECK_EQ(m->stats.message_bytes, 17 * 16);
	end();
}

/* 8 hits of 10 lookups are not more than 0.9. */
TEST(few_hits)
{
	defaults();
	begin(&home_mgvm);
	for (int i = 0; i < 8; i++) {
		busy_epoch(2, 8, 2);
		settle();
	}
	CHECK_EQ(m->stats.triggers, 7);
	CHECK_EQ(m->stats.switches, 0);
	CHECK(!m->imbalance_before);
	end();
}

/* Two chiplets with half of all requests each: both trigger, none has more than 0.8. */
TEST(two_busy_chiplets)
{
	defaults();
	begin(&home_mgvm);
	for (int i = 0; i < 8; i++) {
		busy_epoch(1, 10, 0);
		busy_epoch(3, 10, 0);
		settle();
	}
	CHECK(m->stats.collections > 0);
	CHECK_EQ(m->stats.switches, 0);
	end();
}

/* 6 in, 4 out: not more than twice as many. 7 and 3: more, but only every other epoch. */
TEST(local_test)
{
	defaults();
	begin(&home_mgvm);
	for (int i = 0; i < 4; i++) {
		hear(HOME_RECEIVED, 1, 6, 0);
		hear(HOME_SENT, 1, 4, 0);
	}
	for (int i = 0; i < 4; i++) {
		hear(HOME_RECEIVED, 1, i % 2 ? 6 : 7, 0);
		hear(HOME_SENT, 1, i % 2 ? 4 : 3, 0);
	}
	CHECK_EQ(m->stats.epochs, 8);
	CHECK_EQ(m->stats.triggers, 0);
	end();
}

/* An imbalance, then none, then one again: not two in a row. */
TEST(imbalance_must_last)
{
	defaults();
	begin(&home_mgvm);
	busy_epoch(2, 10, 0);
	busy_epoch(2, 10, 0);
	settle();
	CHECK(m->imbalance_before);
	busy_epoch(2, 5, 5);
	settle();
	CHECK(!m->imbalance_before);
	busy_epoch(2, 10, 0);
	settle();
	CHECK_EQ(m->stats.switches, 0);
	busy_epoch(2, 10, 0);
	settle();
	CHECK_EQ(m->stats.switches, 1);
	end();
}

static void make_fine(void)
{
	for (int i = 0; i < 3; i++) {
		busy_epoch(2, 10, 0);
		settle();
	}
	CHECK(fine(HOME_L2_TLB, 3));
}

/* An epoch of a slice whose hits are of pages with these homes in blocks. */
static void spread_epoch(unsigned chiplet, unsigned at_0, unsigned at_1, unsigned at_2)
{
	hear(HOME_HIT, chiplet, at_0, 0);
	hear(HOME_HIT, chiplet, at_1, 512);
	hear(HOME_HIT, chiplet, at_2, 1024);
	hear(HOME_RECEIVED, chiplet, EPOCH, 0);
}

/* Back when, twice in a row, no home has more than half of the hits; 6 of 10 are too many. */
TEST(the_way_back)
{
	defaults();
	begin(&home_mgvm);
	make_fine();
	spread_epoch(2, 4, 3, 3); /* once: no trigger, but no counters of the imbalance any more */
	spread_epoch(1, 6, 2, 2);
	spread_epoch(1, 6, 2, 2);
	spread_epoch(1, 5, 3, 2);
	settle();
	CHECK_EQ(m->stats.collections, 2);
	CHECK(fine(HOME_RTU, 0));
	spread_epoch(1, 5, 3, 2);
	settle();
	CHECK_EQ(m->stats.switches_back, 1);
	for (unsigned i = 0; i < CHIPLETS; i++)
		for (unsigned part = 0; part < HOME_PARTS; part++)
			CHECK(!fine((enum home_part)part, i));
	end();
}

/* One slice looks even, but over all slices one home would have too many: the counters of chiplet 2
 * are still those of the imbalance, 10 hits of home 2; with 10 of chiplet 1's 3 + 10 of 20 are too
 * many. */
TEST(back_only_when_all_are_even)
{
	defaults();
	begin(&home_mgvm);
	make_fine();
	spread_epoch(1, 5, 2, 3);
	spread_epoch(1, 5, 2, 3);
	settle();
	CHECK_EQ(m->stats.collections, 3);
	CHECK_EQ(m->stats.switches_back, 0);
	end();
}

/* An epoch of a slice in which every chiplet uses its own block, and chiplet 3 block 2 as well. */
static void syrk_epoch(unsigned slice)
{
	for (unsigned chiplet = 0; chiplet < CHIPLETS; chiplet++) {
		struct translation own = {.vpn = 512 * chiplet, .who.chiplet = (uint8_t)chiplet};

		for (int i = 0; i < 5; i++)
			ops->heard(m, HOME_HIT, slice, &own);
	}
	hear(HOME_HIT, slice, 4, 512 * 2);
	hear(HOME_RECEIVED, slice, EPOCH, 0);
}

/* Over all hits that looks even, 9 of 24 at most, and slices are switched back; over remote ones it
 * does not: all 4 are of block 2. */
TEST(which_hits_count_for_the_way_back)
{
	for (unsigned back = 0; back < 2; back++) {
		defaults();
		set(P_BALANCE_BACK_HITS, back ? "all" : "remote");
		begin(&home_mgvm);
		make_fine();
		for (int i = 0; i < 3; i++) {
			for (unsigned slice = 0; slice < CHIPLETS; slice++)
				syrk_epoch(slice);
			settle();
		}
		CHECK_EQ(m->stats.switches_back, back);
		end();
	}
}

/* The function is that of blocks again, but the imbalance is known (Listing 2: a global): the two
 * epochs of the local test are enough. */
TEST(a_kernel_starts_coarse)
{
	defaults();
	begin(&home_mgvm);
	make_fine();
	ops->kernel_begins(m, 0);
	CHECK(!fine(HOME_L1_TLBS, 2) && !fine(HOME_RTU, 2) && !fine(HOME_L2_TLB, 2));
	busy_epoch(2, 10, 0);
	settle();
	CHECK_EQ(m->stats.switches, 1);
	busy_epoch(2, 10, 0);
	settle();
	CHECK_EQ(m->stats.switches, 2);
	end();
}

/* Short kernels one after the other: epochs and what they showed go on. */
TEST(imbalance_over_kernels)
{
	defaults();
	begin(&home_mgvm);
	for (int i = 0; i < 3; i++) {
		ops->kernel_begins(m, 0);
		CHECK_EQ(m->stats.switches, 0);
		busy_epoch(2, 10, 0);
		settle();
	}
	CHECK_EQ(m->stats.switches, 1);
	end();
}

TEST(switches_are_limited)
{
	defaults();
	set(P_BALANCE_SWITCHES, "1");
	begin(&home_mgvm);
	make_fine();
	for (int i = 0; i < 4; i++)
		spread_epoch(1, 3, 3, 4);
	settle();
	CHECK_EQ(m->stats.collections, 2);
	CHECK(fine(HOME_RTU, 0));
	end();
}

/* No message, no time; nobody is asked where a request belongs once it is sent. */
TEST(magic)
{
	struct requester who = {.chiplet = 3};

	defaults();
	begin(&home_mgvm_magic);
	for (int i = 0; i < 3; i++)
		busy_epoch(2, 10, 0);
	CHECK_EQ(m->stats.switches, 1);
	CHECK_EQ(m->stats.messages, 0);
	CHECK_EQ(ops->home(m, &who, 514), 2);
	CHECK(!ops->serves);
	end();
}

/* Requests that go on while the function is switched back and forth: see tests/shape/chiplets.c. */
TEST(forced)
{
	defaults();
	set(P_BALANCE_FORCE, "4");
	begin(&home_mgvm);
	hear(HOME_SENT, 1, 3, 0);
	CHECK_EQ(m->stats.forced, 0);
	hear(HOME_SENT, 1, 1, 0);
	CHECK_EQ(m->stats.forced, 1);
	hear(HOME_SENT, 1, 4, 0); /* the first has not arrived everywhere */
	CHECK_EQ(m->stats.forced, 1);
	settle();
	hear(HOME_SENT, 1, 2, 0);
	hear(HOME_SENT, 1, 4, 0);
	CHECK_EQ(m->stats.forced, 2);
	end();
}
