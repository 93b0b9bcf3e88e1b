/* Walk scheduling: any of the waiting walks, all equally likely [Shin18 Figure 2]. */
#include <stdlib.h>

#include "base/rng.h"
#include "designs/walks/walks.h"

/* Invariant: waiting[0] to waiting[count - 1], in no order. */
struct random_order {
	struct rng rng;
	uint32_t count, capacity;
	struct translation *waiting[];
};

static void *walk_random_make(const struct plan_facts *facts)
{
	uint32_t capacity = (uint32_t)param(facts->params, P_WALK_BUFFER);
	struct random_order *r = xcalloc(1, sizeof(*r) + capacity * sizeof(r->waiting[0]));

	r->capacity = capacity;
	rng_seed(&r->rng, (uint64_t)param(facts->params, P_WALK_SEED));
	return r;
}

static void walk_random_arrive(void *state, struct translation *t)
{
	struct random_order *r = state;

	if (r->count == r->capacity)
		BUG("random walk scheduling: more than %u walks", r->capacity);
	r->waiting[r->count++] = t;
}

static struct translation *walk_random_next(void *state)
{
	struct random_order *r = state;
	struct translation *t;
	uint64_t at;

	if (!r->count)
		return NULL;
	at = rng_below(&r->rng, r->count);
	t = r->waiting[at];
	r->waiting[at] = r->waiting[--r->count];
	return t;
}

const struct walk_scheduler_ops walk_random = {
	.base = {.name = "random",
		 .summary = "any of the waiting walks",
		 .make = walk_random_make,
		 .release = free},
	.arrive = walk_random_arrive,
	.next = walk_random_next,
};
