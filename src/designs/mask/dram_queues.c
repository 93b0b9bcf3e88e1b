/*
 * DRAM scheduling: three queues with strict priority
 * [Ausavarungnirun18 §5.4, Address-Space-Aware DRAM Scheduler]. Golden: reads of page table
 * entries, first come first served. Silver: data of one application at a time, up to its quota.
 * Normal: all other data. Row hits first in the latter two. A queue without places does not exist,
 * and its requests go to the normal one.
 */
#include <stdlib.h>

#include "designs/mask/dram_quota.h"
#include "designs/mask/mask.h"

enum { GOLDEN, SILVER, NORMAL };

/* Whose turn it is in the silver queue of a channel. */
struct turn {
	uint8_t app;
	uint32_t taken; /* places it has got since */
};

struct queues {
	const struct engine *engine;
	cycle_t epoch, next;
	unsigned apps, channels;
	uint32_t places[DRAM_CLASSES];
	bool overflows; /* the silver queue into the normal one, instead of waiting for a place */
	struct dram_quota quota;
	struct turn *turns; /* by channel */
	uint64_t accepted[DRAM_CLASSES], passed_on, overflowed;
};

static void *queues_make(const struct plan_facts *facts)
{
	const struct params *p = facts->params;
	struct queues *q = xcalloc(1, sizeof(*q));

	q->engine = facts->engine;
	q->epoch = q->next = (cycle_t)param(p, P_EPOCH);
	q->apps = facts->apps;
	q->channels = facts->chiplets * (unsigned)param(p, P_DRAM_CHANNELS);
	q->places[GOLDEN] = (uint32_t)param(p, P_DRAM_GOLDEN);
	q->places[SILVER] = (uint32_t)param(p, P_DRAM_SILVER);
	q->places[NORMAL] = (uint32_t)param(p, P_DRAM_NORMAL);
	q->overflows = param(p, P_DRAM_SILVER_FULL) != 0;
	q->turns = xcalloc(q->channels, sizeof(*q->turns));
	dram_quota_init(&q->quota, q->apps, (uint32_t)param(p, P_DRAM_QUOTA));
	return q;
}

static void queues_release(void *state)
{
	struct queues *q = state;

	dram_quota_release(&q->quota);
	free(q->turns);
	free(q);
}

/* The next application that may add anything; the same one when it alone may. */
static void pass_on(struct queues *q, struct turn *turn)
{
	turn->taken = 0;
	for (unsigned i = 0; i < q->apps; i++) {
		turn->app = (uint8_t)((turn->app + 1u) % q->apps);
		if (q->quota.quota[turn->app])
			break;
	}
	q->passed_on++;
}

/* New quotas; the turn goes on too, or an application without requests would hold it for ever. */
static void queues_check_epoch(struct queues *q)
{
	if (__builtin_expect(q->engine->now < q->next, 1))
		return;
	dram_quota_epoch(&q->quota);
	for (unsigned i = 0; i < q->channels; i++)
		pass_on(q, &q->turns[i]);
	q->next = (q->engine->now / q->epoch + 1) * q->epoch;
}

static bool has_turn(const struct queues *q, unsigned channel, const struct mem_access *a)
{
	const struct turn *turn = &q->turns[channel];

	return q->places[SILVER] && turn->app == a->who.asid &&
	       turn->taken < q->quota.quota[turn->app];
}

static unsigned queues_classify(void *state, unsigned channel, const struct mem_access *a,
				unsigned room)
{
	struct queues *q = state;
	bool overflow = q->overflows && !(room >> SILVER & 1) && room >> NORMAL & 1;

	queues_check_epoch(q);
	if (a->kind == KIND_WALK)
		return q->places[GOLDEN] ? GOLDEN : NORMAL;
	if (has_turn(q, channel, a) && !overflow)
		return SILVER;
	return NORMAL;
}

static void queues_accepted(void *state, unsigned channel, const struct mem_access *a,
			    unsigned class)
{
	struct queues *q = state;
	struct turn *turn = &q->turns[channel];

	q->accepted[class]++;
	if (class == SILVER && ++turn->taken >= q->quota.quota[turn->app])
		pass_on(q, turn);
	else if (class == NORMAL && a->kind != KIND_WALK)
		q->overflowed += has_turn(q, channel, a);
}

static uint32_t queues_capacity(void *state, unsigned class)
{
	return ((const struct queues *)state)->places[class];
}

static void queues_l2_looked_up(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	struct queues *q = state;

	if (outcome != TLB_MISS)
		return;
	queues_check_epoch(q);
	dram_quota_walk_begins(&q->quota, t->who.asid);
}

static void queues_l2_answered(void *state, const struct translation *t,
			       const struct translation *merged, cycle_t cycles)
{
	struct queues *q = state;

	(void)merged, (void)cycles;
	queues_check_epoch(q);
	dram_quota_walk_ends(&q->quota, t->who.asid);
}

/* Only misses that were misses of the L2 TLB too stall warps for long. */
static void queues_l1_answered(void *state, const struct translation *t,
			       const struct translation *merged, cycle_t cycles)
{
	struct queues *q = state;
	unsigned warps = 1;

	(void)cycles;
	if (t->source < TX_L2_MSHR)
		return;
	queues_check_epoch(q);
	for (; merged; merged = merged->next)
		warps++;
	dram_quota_stalled(&q->quota, t->who.asid, warps);
}

static void queues_register_stats(void *state, struct stats *stats)
{
	struct queues *q = state;

	stats_counter(stats, "dram_queues", "golden", &q->accepted[GOLDEN]);
	stats_counter(stats, "dram_queues", "silver", &q->accepted[SILVER]);
	stats_counter(stats, "dram_queues", "normal", &q->accepted[NORMAL]);
	stats_counter(stats, "dram_queues", "passed_on", &q->passed_on);
	stats_counter(stats, "dram_queues", "overflowed", &q->overflowed);
}

static const struct tlb_listener_ops queues_l1_listener = {.answered = queues_l1_answered};
static const struct tlb_listener_ops queues_l2_listener = {.looked_up = queues_l2_looked_up,
							   .answered = queues_l2_answered};

const struct dram_scheduler_ops dram_queues = {
	.base = {.name = "queues",
		 .summary = "page table reads, then one application's data in turn, then the rest",
		 .storage = dram_queues_storage,
		 .make = queues_make,
		 .release = queues_release,
		 .register_stats = queues_register_stats},
	.classify = queues_classify,
	.row_first = {[GOLDEN] = false, [SILVER] = true, [NORMAL] = true},
	.capacity = queues_capacity,
	.accepted = queues_accepted,
	.l1_tlb_listener = &queues_l1_listener,
	.l2_tlb_listener = &queues_l2_listener,
};
