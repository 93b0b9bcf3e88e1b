/* Walk scheduling: the newest waiting walk first, an example of a policy. */
#include <stdlib.h>

#include "plan.h"

/* Invariant: a list through translation.next, newest first. */
struct newest {
	struct translation *first;
	uint64_t overtaken; /* walks that were not the oldest when they started */
};

static void *newest_make(const struct plan_facts *facts)
{
	(void)facts;
	return xcalloc(1, sizeof(struct newest));
}

static void newest_register_stats(void *state, struct stats *stats)
{
	struct newest *n = state;

	stats_counter(stats, "walk_newest", "overtaken", &n->overtaken);
}

static void newest_arrive(void *state, struct translation *t)
{
	struct newest *n = state;

	t->next = n->first;
	n->first = t;
}

static struct translation *newest_next(void *state)
{
	struct newest *n = state;
	struct translation *t = n->first;

	if (!t)
		return NULL;
	n->first = t->next;
	n->overtaken += n->first != NULL;
	return t;
}

extern const struct walk_scheduler_ops walk_newest;
const struct walk_scheduler_ops walk_newest = {
	.base = {.name = "newest",
		 .summary = "last come, first served",
		 .make = newest_make,
		 .release = free,
		 .register_stats = newest_register_stats},
	.arrive = newest_arrive,
	.next = newest_next,
};
