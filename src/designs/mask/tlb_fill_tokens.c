/*
 * L2 TLB fill: only wavefronts that hold a token fill the L2 TLB, others a bypass cache beside it
 * [Ausavarungnirun18 §5.2, TLB-Fill Tokens]. Tokens go to the wavefronts with the lowest numbers of
 * each core, those that were there in the epoch before counted [Ausavarungnirun18 §7.4]. Looks at
 * the clock when it is asked, so that it needs no event of its own.
 */
#include <stdlib.h>

#include "designs/mask/mask.h"
#include "designs/mask/tlb_bypass.h"
#include "designs/mask/tokens.h"

/* The paper has a 256-bit vector per core [Ausavarungnirun18 §7.4]. */
enum { WARPS = 1024, WORDS = WARPS / 64 };

struct core {
	uint64_t resident[WORDS], seen[WORDS]; /* now, in this epoch; bit: number of the warp */
	uint32_t seen_count;
	uint32_t limit; /* warps below this number hold a token */
	uint8_t asid;
	bool known; /* has had a warp */
};

struct tokens {
	const struct engine *engine;
	cycle_t epoch, next;
	struct token_rule rule;
	bool packed; /* tokens fill one core after the other, instead of evenly */
	unsigned cus, apps, simds, simd_waves;
	struct core *cores;
	struct token_account *accounts; /* by application */
	struct tlb_bypass bypass;
	const struct translation *aside; /* found there by the lookup under way */

	uint64_t lookups[2], bypass_hits[2], bypass_misses[2]; /* without, with a token */
	uint64_t filled, kept_aside, mixed; /* answers; mixed: only one that joined has a token */
	struct gauge held;                  /* tokens of an application, at the end of its epochs */
};

static void *tokens_make(const struct plan_facts *facts)
{
	const struct params *p = facts->params;
	struct tokens *k = xcalloc(1, sizeof(*k));

	k->engine = facts->engine;
	k->epoch = k->next = (cycle_t)param(p, P_EPOCH);
	k->rule = (struct token_rule){
		.start = param_real(p, P_TOKENS_START) / 100,
		.step = param_real(p, P_TOKENS_STEP) / 100,
		.band = param_real(p, P_TOKENS_BAND) / 100,
		.climb = param(p, P_TOKENS_RULE) != 0,
		.least = (uint32_t)param(p, P_TOKENS_LEAST),
	};
	k->packed = param(p, P_TOKENS_SPREAD) != 0;
	k->cus = facts->cus;
	k->apps = facts->apps;
	k->simds = (unsigned)param(p, P_SIMDS);
	k->simd_waves = (unsigned)param(p, P_SIMD_WAVES);
	k->cores = xcalloc(k->cus, sizeof(*k->cores));
	k->accounts = xcalloc(k->apps, sizeof(*k->accounts));
	tlb_bypass_init(&k->bypass, (uint32_t)param(p, P_BYPASS_ENTRIES));
	return k;
}

static void tokens_release(void *state)
{
	struct tokens *k = state;

	tlb_bypass_release(&k->bypass);
	free(k->cores);
	free(k->accounts);
	free(k);
}

/* A warp's number: slots in the order in which a core fills them, its SIMDs in turn. */
static unsigned warp_of(const struct tokens *k, const struct requester *who)
{
	return who->wave % k->simd_waves * k->simds + who->wave / k->simd_waves;
}

/* The number below which so many of a core's warps are; where there are fewer, the next numbers
 * have a token, too. */
static uint32_t core_token_limit(const struct core *core, uint32_t tokens)
{
	uint32_t number = 0;

	for (uint32_t left = core->seen_count; tokens; number++) {
		bool seen = left && core->seen[number / 64] >> number % 64 & 1;

		tokens -= seen || !left;
		left -= seen;
	}
	return number;
}

/* Evenly: as many to each core, one more to the first. Packed: what a core can use, in order. */
static void tokens_spread(struct tokens *k, uint8_t asid)
{
	const struct token_account *a = &k->accounts[asid];
	uint32_t left = a->count, cores = a->cores;

	for (unsigned i = 0; i < k->cus; i++) {
		struct core *core = &k->cores[i];
		uint32_t tokens;

		if (core->asid != asid || !core->seen_count)
			continue;
		if (k->packed)
			tokens = left < core->seen_count ? left : core->seen_count;
		else
			tokens = left / cores + (left % cores != 0);
		core->limit = core_token_limit(core, tokens);
		left -= tokens;
		cores--;
	}
}

static void core_begins_epoch(struct core *core)
{
	core->seen_count = 0;
	for (unsigned i = 0; i < WORDS; i++) {
		core->seen[i] = core->resident[i];
		core->seen_count += (uint32_t)__builtin_popcountll(core->seen[i]);
	}
}

static void tokens_epoch_ends(struct tokens *k)
{
	for (unsigned i = 0; i < k->apps; i++)
		k->accounts[i].warps = k->accounts[i].cores = 0;
	for (unsigned i = 0; i < k->cus; i++) {
		struct token_account *a = &k->accounts[k->cores[i].asid];

		a->warps += k->cores[i].seen_count;
		a->cores += k->cores[i].seen_count > 0;
	}
	for (unsigned i = 0; i < k->apps; i++) {
		if (!k->accounts[i].warps)
			continue;
		tokens_epoch(&k->accounts[i], &k->rule);
		gauge_add(&k->held, k->accounts[i].count, 1);
		tokens_spread(k, (uint8_t)i);
	}
	for (unsigned i = 0; i < k->cus; i++)
		core_begins_epoch(&k->cores[i]);
}

static void tokens_check_epoch(struct tokens *k)
{
	if (__builtin_expect(k->engine->now < k->next, 1))
		return;
	tokens_epoch_ends(k);
	k->next = (k->engine->now / k->epoch + 1) * k->epoch;
}

static bool holds_token(const struct tokens *k, const struct requester *who)
{
	return !k->accounts[who->asid].started || warp_of(k, who) < k->cores[who->cu].limit;
}

static bool tokens_may_fill(void *state, const struct translation *t,
			    const struct translation *merged)
{
	struct tokens *k = state;
	bool may;

	tokens_check_epoch(k);
	may = holds_token(k, &t->who);
	for (; !may && merged; merged = merged->next) {
		may = holds_token(k, &merged->who);
		k->mixed += may;
	}
	if (may) {
		k->filled++;
		return true;
	}
	k->kept_aside++;
	tlb_bypass_fill(&k->bypass, t->who.asid, t->vpn, t->frame);
	return false;
}

static bool tokens_aside(void *state, struct translation *t)
{
	struct tokens *k = state;

	if (!tlb_bypass_find(&k->bypass, t->who.asid, t->vpn, &t->frame))
		return false;
	k->aside = t;
	return true;
}

/* A core that joins an application in the middle of an epoch has as many tokens as the others. */
static void core_joins(struct core *core, const struct token_account *a, uint8_t asid)
{
	core->limit = a->cores ? a->count / a->cores : 0;
	core->asid = asid;
	core->known = true;
}

static void tokens_wave(void *state, const struct requester *who, bool begins)
{
	struct tokens *k = state;
	struct core *core = &k->cores[who->cu];
	unsigned warp = warp_of(k, who), word = warp / 64;
	uint64_t bit = UINT64_C(1) << warp % 64;

	tokens_check_epoch(k);
	if (!begins) {
		core->resident[word] &= ~bit;
		return;
	}
	if (!core->known || core->asid != who->asid)
		core_joins(core, &k->accounts[who->asid], who->asid);
	core->resident[word] |= bit;
	core->seen_count += !(core->seen[word] & bit);
	core->seen[word] |= bit;
}

static void tokens_looked_up(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	struct tokens *k = state;
	struct token_account *account = &k->accounts[t->who.asid];
	bool hit = outcome == TLB_HIT, token;

	tokens_check_epoch(k);
	token = holds_token(k, &t->who);
	account->hits += hit;
	account->misses += !hit;
	k->lookups[token]++;
	k->bypass_hits[token] += k->aside == t;
	k->bypass_misses[token] += !hit;
	k->aside = NULL;
}

static void tokens_shootdown(void *state, uint8_t asid, uint64_t vpn)
{
	struct tokens *k = state;

	tlb_bypass_shootdown(&k->bypass, asid, vpn);
}

static void tokens_register_stats(void *state, struct stats *stats)
{
	static const char group[] = "fill_tokens";
	struct tokens *k = state;

	for (unsigned i = 0; i < k->apps; i++) {
		stats_counter(stats, group, "raised", &k->accounts[i].raised);
		stats_counter(stats, group, "lowered", &k->accounts[i].lowered);
	}
	stats_gauge(stats, group, "held", &k->held);
	stats_counter(stats, group, "filled", &k->filled);
	stats_counter(stats, group, "kept_aside", &k->kept_aside);
	stats_counter(stats, group, "mixed", &k->mixed);
	stats_counter(stats, group, "lookups_without", &k->lookups[false]);
	stats_counter(stats, group, "lookups_with", &k->lookups[true]);
	stats_counter(stats, group, "bypass_hits_without", &k->bypass_hits[false]);
	stats_counter(stats, group, "bypass_hits_with", &k->bypass_hits[true]);
	stats_counter(stats, group, "bypass_misses_without", &k->bypass_misses[false]);
	stats_counter(stats, group, "bypass_misses_with", &k->bypass_misses[true]);
	stats_counter(stats, group, "bypass_evictions", &k->bypass.evictions);
	stats_counter(stats, group, "bypass_flushes", &k->bypass.flushes);
}

static const struct tlb_listener_ops tokens_listener = {.looked_up = tokens_looked_up};

const struct tlb_fill_ops tlb_fill_tokens = {
	.base = {.name = "tokens",
		 .summary = "wavefronts with a token fill the L2 TLB, others a bypass cache",
		 .storage = tlb_fill_tokens_storage,
		 .make = tokens_make,
		 .release = tokens_release,
		 .register_stats = tokens_register_stats,
		 .shootdown = tokens_shootdown},
	.may_fill = tokens_may_fill,
	.aside = tokens_aside,
	.listener = &tokens_listener,
	.wave = tokens_wave,
	.flush_all = true,
};
