/*
 * Workgroup dispatch: in the order of their numbers, each to whichever CU asks next. The dispatcher
 * asks for the CUs of all chiplets in turn, so consecutive workgroups go to different chiplets.
 */
#include "policy/stock.h"

#include <stdlib.h>

struct round_robin {
	unsigned apps;
	struct {
		uint64_t next, groups;
	} app[];
};

static void *round_robin_make(const struct plan_facts *facts)
{
	struct round_robin *r = xcalloc(1, sizeof(*r) + facts->apps * sizeof(r->app[0]));

	r->apps = facts->apps;
	return r;
}

static void round_robin_launch(void *state, uint8_t asid, const uint32_t groups[3],
			       const uint16_t *cus, unsigned cu_count)
{
	struct round_robin *r = state;

	(void)cus, (void)cu_count;
	if (asid >= r->apps)
		BUG("launch of application %u of %u", asid, r->apps);
	r->app[asid].next = 0;
	r->app[asid].groups = (uint64_t)groups[0] * groups[1] * groups[2];
}

static bool round_robin_has_left(void *state, uint8_t asid)
{
	const struct round_robin *r = state;

	return r->app[asid].next < r->app[asid].groups;
}

static uint64_t round_robin_next(void *state, uint8_t asid, unsigned cu)
{
	struct round_robin *r = state;

	(void)cu;
	return round_robin_has_left(state, asid) ? r->app[asid].next++ : UINT64_MAX;
}

const struct workgroup_dispatch_ops dispatch_round_robin = {
	.base = {.name = "round-robin",
		 .summary = "in order, each to the CU whose turn it is",
		 .make = round_robin_make,
		 .release = free},
	.launch = round_robin_launch,
	.next = round_robin_next,
	.has_left = round_robin_has_left,
};
