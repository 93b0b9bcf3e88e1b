/* The token count of one application from epoch to epoch; see tokens.h. */
#include "designs/mask/tokens.h"

static uint32_t warps_part(double fraction, uint32_t warps)
{
	return (uint32_t)(fraction * warps + 0.5);
}

static uint32_t clamp_tokens(int64_t count, int64_t least, int64_t most)
{
	if (count < least)
		count = least;
	return (uint32_t)(count > most ? most : count);
}

/* Which way the count goes: -1, 0 or 1. */
static int token_change(const struct token_account *a, const struct token_rule *rule, double rate)
{
	int worse = (rate > a->last_rate + rule->band) - (rate < a->last_rate - rule->band);

	return rule->climb && a->last_change ? -worse * a->last_change : -worse;
}

void tokens_epoch(struct token_account *a, const struct token_rule *rule)
{
	uint64_t lookups = a->hits + a->misses;
	double rate = lookups ? (double)a->misses / (double)lookups : 0;
	int64_t step = warps_part(rule->step, a->warps), count = a->count;

	if (!lookups)
		return;
	if (!a->started) {
		count = warps_part(rule->start, a->warps);
		a->started = true;
	} else {
		int way = token_change(a, rule, rate);

		count += way * (step ? step : 1);
		a->lowered += way < 0;
		a->raised += way > 0;
		if (way)
			a->last_change = way;
	}
	a->count = clamp_tokens(count, (int64_t)rule->least * a->cores, a->warps);
	a->last_rate = rate;
	a->hits = a->misses = 0;
}
