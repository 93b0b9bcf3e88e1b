/* TLB-fill tokens: the count from epoch to epoch by hand, who holds one, the cache for the others.
 */
#include "designs/mask/mask.h"
#include "designs/mask/tlb_bypass.h"
#include "designs/mask/tokens.h"
#include "harness.h"

static void epoch(struct token_account *a, const struct token_rule *rule, uint64_t hits,
		  uint64_t misses, uint32_t count)
{
	a->hits = hits;
	a->misses = misses;
	tokens_epoch(a, rule);
	CHECK_EQ(a->count, count);
}

/* [Ausavarungnirun18 §5.2], with 200 wavefronts on 10 cores: 80 % at first, steps of 10 %, a
 * band of 2 %. */
TEST(the_count_follows_the_miss_rate)
{
	static const struct token_rule rule = {.start = 0.8, .step = 0.1, .band = 0.02, .least = 1};
	struct token_account a = {.warps = 200, .cores = 10};

	epoch(&a, &rule, 50, 50, 160); /* first epoch: 80 % of 200, whatever the rate */
	epoch(&a, &rule, 49, 51, 160); /* 51 %, one point more: inside the band */
	epoch(&a, &rule, 47, 53, 160); /* two points: not more than the band */
	epoch(&a, &rule, 40, 60, 140); /* 60 %, seven more: a step of 20 less */
	epoch(&a, &rule, 30, 70, 120); /* and again */
	epoch(&a, &rule, 33, 67, 140); /* three points less: a step more */
	epoch(&a, &rule, 0, 0, 140);   /* nobody asked: nothing is known */
	epoch(&a, &rule, 36, 64, 160); /* compared with the 67 % before that */
	CHECK_EQ(a.lowered, 2);
	CHECK_EQ(a.raised, 2);
	for (unsigned rate = 60, left = 180; rate > 0; rate -= 20, left = 200)
		epoch(&a, &rule, 100 - rate, rate, left); /* 60, 40, 20 %: up to all of them */
	a.warps = 50;                                     /* a kernel with fewer wavefronts */
	epoch(&a, &rule, 80, 20, 50);
	for (unsigned rate = 40, left = 45; rate <= 100; rate += 3, left -= left > 10 ? 5 : 0)
		epoch(&a, &rule, 100 - rate, rate, left); /* down to one per core */
	CHECK_EQ(a.count, 10);
}

/* The same with the direction registers of [Ausavarungnirun18 §7.4]. */
TEST(a_change_is_judged_by_the_miss_rate_after_it)
{
	static const struct token_rule rule = {
		.start = 0.8, .step = 0.1, .band = 0.02, .least = 1, .climb = true};
	struct token_account a = {.warps = 200, .cores = 10};

	epoch(&a, &rule, 50, 50, 160); /* first epoch */
	epoch(&a, &rule, 40, 60, 140); /* worse, and nothing to judge: less */
	epoch(&a, &rule, 30, 70, 160); /* worse with less: back */
	epoch(&a, &rule, 40, 60, 180); /* better with more: more */
	epoch(&a, &rule, 41, 59, 180); /* the same */
	epoch(&a, &rule, 30, 70, 160); /* worse, after more: less */
	epoch(&a, &rule, 40, 60, 140); /* better with less: less */
	CHECK_EQ(a.lowered, 3);
	CHECK_EQ(a.raised, 2);
}

TEST(a_step_is_one_at_least)
{
	static const struct token_rule rule = {.start = 0.5, .step = 0.01, .band = 0.02};
	struct token_account a = {.warps = 8, .cores = 1};

	epoch(&a, &rule, 90, 10, 4);
	epoch(&a, &rule, 80, 20, 3);
	epoch(&a, &rule, 0, 100, 2);
	epoch(&a, &rule, 100, 0, 3);
}

TEST(bypass_cache_is_lru_and_knows_address_spaces)
{
	struct tlb_bypass b;
	uint64_t frame;

	tlb_bypass_init(&b, 2);
	tlb_bypass_fill(&b, 1, 7, 0x1000);
	tlb_bypass_fill(&b, 2, 7, 0x2000);
	CHECK(tlb_bypass_find(&b, 1, 7, &frame) && frame == 0x1000);
	CHECK(tlb_bypass_find(&b, 2, 7, &frame) && frame == 0x2000);
	CHECK(!tlb_bypass_find(&b, 3, 7, &frame));
	CHECK(tlb_bypass_find(&b, 1, 7, &frame)); /* now 2:7 is the older one */
	tlb_bypass_fill(&b, 1, 8, 0x3000);
	CHECK(!tlb_bypass_find(&b, 2, 7, &frame));
	CHECK(tlb_bypass_find(&b, 1, 7, &frame));
	/* An address space goes, with its entries alone. */
	tlb_bypass_fill(&b, 2, 9, 0x4000);
	tlb_bypass_shootdown(&b, 1, UINT64_MAX);
	CHECK(!tlb_bypass_find(&b, 1, 7, &frame) && !tlb_bypass_find(&b, 1, 8, &frame));
	CHECK(tlb_bypass_find(&b, 2, 9, &frame));
	/* An entry of a page table changes: everything goes [Ausavarungnirun18 §5.2]. */
	tlb_bypass_fill(&b, 1, 8, 0x3000);
	tlb_bypass_shootdown(&b, 1, 1234);
	CHECK(!tlb_bypass_find(&b, 2, 9, &frame) && !tlb_bypass_find(&b, 1, 8, &frame));
	tlb_bypass_release(&b);
}

static struct engine engine;
static struct params params;
static void *policy;

/* Two cores of 2 SIMDs with 4 slots; application 0 on core 0, 1 on core 1. */
static void make(const char *spread)
{
	struct plan_facts facts = {
		.engine = &engine, .params = &params, .chiplets = 1, .cus = 2, .apps = 2};
	struct error err;

	engine_init(&engine);
	params_init(&params);
	CHECK(param_set(&params, P_SIMDS, "2", &err) &&
	      param_set(&params, P_SIMD_WAVES, "4", &err));
	CHECK(param_set(&params, P_EPOCH, "1000", &err));
	CHECK(param_set(&params, P_TOKENS_START, "50", &err));
	CHECK(param_set(&params, P_TOKENS_SPREAD, spread, &err));
	policy = tlb_fill_tokens.base.make(&facts);
}

static void end(void)
{
	tlb_fill_tokens.base.release(policy);
	params_release(&params);
}

static struct translation request(uint8_t asid, uint16_t cu, uint16_t wave, uint64_t vpn)
{
	struct translation t = {.vpn = vpn, .frame = vpn << 12};

	t.who = (struct requester){.cu = cu, .wave = wave, .asid = asid};
	return t;
}

static bool may_fill(uint8_t asid, uint16_t cu, uint16_t wave, uint64_t vpn)
{
	struct translation t = request(asid, cu, wave, vpn);

	return tlb_fill_tokens.may_fill(policy, &t, NULL);
}

static void wave(uint8_t asid, uint16_t cu, uint16_t wave, bool begins)
{
	struct translation t = request(asid, cu, wave, 1);

	tlb_fill_tokens.wave(policy, &t.who, begins);
}

static void looked_up(uint8_t asid, uint16_t cu, uint16_t wave, bool hit)
{
	struct translation t = request(asid, cu, wave, 1);

	tlb_fill_tokens.listener->looked_up(policy, &t, hit ? TLB_HIT : TLB_MISS);
}

static bool aside(uint8_t asid, uint64_t vpn)
{
	struct translation t = request(asid, 0, 0, vpn);

	t.frame = 0;
	return tlb_fill_tokens.aside(policy, &t) && t.frame == vpn << 12;
}

TEST(only_the_lowest_wavefronts_fill)
{
	struct translation joined = request(0, 0, 4, 30), late = request(0, 0, 7, 30);

	make("even");
	for (uint16_t i = 0; i < 8; i++)
		wave(0, 0, i, true);
	looked_up(0, 0, 3, false);   /* one that asks is enough to know a rate */
	CHECK(may_fill(0, 0, 7, 1)); /* everyone in the first epoch */
	engine.now = 1000;
	/* 4 tokens of 8. Slots in the order they are filled, SIMDs in turn: 0 (wave 0), 1 (wave 4),
	 * 2 (wave 1), 3 (wave 5) have one. */
	for (uint16_t wave = 0; wave < 8; wave++)
		CHECK_EQ(may_fill(0, 0, wave, 10 + wave), wave % 4 < 2);
	/* The others' pages are beside the TLB, under their address space. */
	CHECK(!aside(0, 10) && aside(0, 12) && aside(0, 17) && !aside(1, 12));
	/* Another application, which nobody has seen, is still in its first epoch. */
	CHECK(may_fill(1, 1, 7, 1));
	/* A request without a token that one with a token joined fills too. */
	CHECK(tlb_fill_tokens.may_fill(policy, &late, &joined));
	CHECK(!tlb_fill_tokens.may_fill(policy, &late, NULL));
	/* Rates: 100 % before, 50 % now: one token more (10 % of 8 is 0.8, rounded), to slot 4
	 * (wave 2). The clock is looked at when somebody asks. */
	for (uint16_t wave = 0; wave < 8; wave++)
		looked_up(0, 0, wave, wave & 1);
	engine.now = 5500;
	CHECK(may_fill(0, 0, 2, 40) && !may_fill(0, 0, 6, 41));
	engine.now = 5999;
	for (uint16_t wave = 0; wave < 8; wave++)
		looked_up(0, 0, wave, false);
	engine.now = 6000; /* epochs end at multiples of 1000: one less again */
	CHECK(!may_fill(0, 0, 2, 40));
	tlb_fill_tokens.base.shootdown(policy, 1, 99);
	CHECK(!aside(0, 12));
	end();
}

/* Four wavefronts of application 0 on each core. */
static void two_cores(void)
{
	for (uint16_t i = 0; i < 4; i++) {
		wave(0, 0, i, true);
		wave(0, 1, i, true);
	}
	looked_up(0, 0, 0, false);
}

TEST(tokens_of_an_application_over_its_cores)
{
	make("packed");
	two_cores();
	engine.now = 1000;
	/* Waves 0 to 3 are SIMD 0's: numbers 0, 2, 4, 6. Of 4 tokens the first core takes as many
	 * as it has wavefronts. */
	CHECK(may_fill(0, 0, 0, 1) && may_fill(0, 0, 3, 1) && !may_fill(0, 0, 7, 1));
	CHECK(!may_fill(0, 1, 0, 1));
	end();
	make("even");
	two_cores();
	engine.now = 1000;
	/* Two each: numbers 0 and 2, and 1, should a wavefront come there. */
	CHECK(may_fill(0, 0, 1, 1) && may_fill(0, 0, 4, 1) && !may_fill(0, 0, 5, 1));
	CHECK(may_fill(0, 1, 1, 1) && !may_fill(0, 1, 2, 1));
	end();
}

/* [Ausavarungnirun18 §7.4]: a wavefront counts in every epoch in which it uses its core, whether it
 * asks or not. */
TEST(wavefronts_count_while_they_are_there)
{
	make("even");
	for (uint16_t i = 0; i < 8; i++)
		wave(0, 0, i, true);
	for (uint16_t i = 4; i < 8; i++)
		wave(0, 0, i, false); /* but they were there */
	looked_up(0, 0, 0, false);
	engine.now = 1000;
	CHECK(may_fill(0, 0, 5, 1)); /* number 3 of 4 tokens */
	looked_up(0, 0, 0, false);
	wave(0, 0, 3, false);
	engine.now = 2000;   /* four were there, numbers 0, 2, 4, 6, and have four tokens */
	wave(0, 0, 4, true); /* number 1, and not in the epoch that is over */
	looked_up(0, 0, 0, true);
	CHECK(may_fill(0, 0, 3, 1) && !may_fill(0, 0, 7, 1));
	wave(0, 0, 1, false);
	wave(0, 0, 2, false);
	engine.now = 3000; /* numbers 0, 1, 2, 4; better, but nobody needs a fifth */
	CHECK(may_fill(0, 0, 2, 1) && !may_fill(0, 0, 6, 1));
	looked_up(0, 0, 4, true);
	wave(0, 0, 0, false);
	engine.now = 4000; /* numbers 0 and 1 */
	CHECK(may_fill(0, 0, 4, 1) && !may_fill(0, 0, 1, 1));
	end();
}
