/* Tallies of instructions in flight; see walk_profile.h for what is counted. */
#include "measure/walk_profile.h"

#include <stdlib.h>
#include <string.h>

void walk_profile_init(struct walk_profile *p, uint32_t instructions)
{
	uint32_t bits = 1;

	while (UINT32_C(1) << bits < 2 * instructions)
		bits++;
	memset(p, 0, sizeof(*p));
	p->table = xcalloc((size_t)1 << bits, sizeof(*p->table));
	p->mask = (UINT32_C(1) << bits) - 1;
	p->shift = 32 - bits;
	p->most = instructions;
}

void walk_profile_release(struct walk_profile *p)
{
	free(p->table);
	p->table = NULL;
}

static uint32_t profile_home(const struct walk_profile *p, uint32_t instruction)
{
	return instruction * WALK_PROFILE_HASH >> p->shift;
}

/* Frees a place and closes the gap: what stands behind it moves up, unless it would come before its
 * hash. */
static void give_up_hole(struct walk_profile *p, uint32_t hole)
{
	uint32_t at = hole;

	for (;;) {
		at = (at + 1) & p->mask;
		if (!p->table[at].walks)
			break;
		if (((at - profile_home(p, p->table[at].instruction)) & p->mask) >=
		    ((at - hole) & p->mask)) {
			p->table[hole] = p->table[at];
			hole = at;
		}
	}
	p->table[hole].walks = 0;
	p->held--;
}

void walk_profile_begin(struct walk_profile *p, struct walk_tally *tally,
			const struct translation *t, cycle_t now)
{
	if (p->held == p->most)
		BUG("cycle %llu: walk profile: more than %u instructions in flight",
		    (unsigned long long)now, p->most);
	p->held++;
	*tally = (struct walk_tally){
		.instruction = t->who.instruction,
		.arrived = t->walk_queued,
		.first_end = now,
		.first_own = (uint32_t)(now - t->walk_queued),
	};
}

static unsigned accesses_bucket(uint32_t accesses)
{
	if (!accesses)
		return 0;
	return accesses <= 80 ? (accesses - 1) / 16 + 1 : WALK_PROFILE_BUCKETS - 1;
}

void walk_profile_done(struct walk_profile *p, uint32_t instruction)
{
	const struct walk_tally *tally;

	if (!p->held)
		return;
	tally = walk_profile_find(p, instruction);
	if (!tally->walks)
		return;
	p->instructions++;
	p->vector_walks += tally->walks;
	p->vector_accesses += tally->accesses;
	p->bucket[accesses_bucket(tally->accesses)]++;
	if (tally->walks > 1) {
		p->multi_walk++;
		p->interleaved += tally->runs > (unsigned)__builtin_popcount(tally->chiplets);
		latency_add(&p->first_latency, tally->first_end - tally->arrived);
		latency_add(&p->last_latency, tally->last_end - tally->arrived);
		latency_add(&p->first_own, tally->first_own);
		latency_add(&p->last_own, tally->last_own);
	}
	give_up_hole(p, (uint32_t)(tally - p->table));
}

void walk_profile_register_stats(const struct walk_profile *p, struct stats *stats,
				 const char *group)
{
	static const char *const buckets[WALK_PROFILE_BUCKETS] = {
		"accesses_0",     "accesses_1_16",  "accesses_17_32", "accesses_33_48",
		"accesses_49_64", "accesses_65_80", "accesses_81_256"};

	stats_counter(stats, group, "instructions", &p->instructions);
	stats_counter(stats, group, "multi_walk", &p->multi_walk);
	stats_counter(stats, group, "interleaved", &p->interleaved);
	stats_counter(stats, group, "vector_walks", &p->vector_walks);
	stats_counter(stats, group, "vector_accesses", &p->vector_accesses);
	stats_counter(stats, group, "other_walks", &p->other_walks);
	stats_counter(stats, group, "other_accesses", &p->other_accesses);
	for (unsigned i = 0; i < WALK_PROFILE_BUCKETS; i++)
		stats_counter(stats, group, buckets[i], &p->bucket[i]);
	stats_latency(stats, group, "first_latency", &p->first_latency);
	stats_latency(stats, group, "last_latency", &p->last_latency);
	stats_latency(stats, group, "first_own_latency", &p->first_own);
	stats_latency(stats, group, "last_own_latency", &p->last_own);
}
