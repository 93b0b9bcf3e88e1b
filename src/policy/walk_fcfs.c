/* Walk scheduling: first come, first served. */
#include <stdlib.h>

#include "policy/stock.h"

struct fcfs {
	struct translation *first, **last;
};

static void *make(const struct plan_facts *facts)
{
	struct fcfs *f = xcalloc(1, sizeof(*f));

	(void)facts;
	f->last = &f->first;
	return f;
}

static void arrive(void *state, struct translation *t)
{
	struct fcfs *f = state;

	t->next = NULL;
	*f->last = t;
	f->last = &t->next;
}

static struct translation *next(void *state)
{
	struct fcfs *f = state;
	struct translation *t = f->first;

	if (!t)
		return NULL;
	f->first = t->next;
	if (!f->first)
		f->last = &f->first;
	return t;
}

const struct walk_scheduler_ops walk_fcfs = {
	.base = {.name = "fcfs",
		 .summary = "first come, first served",
		 .make = make,
		 .release = free},
	.arrive = arrive,
	.next = next,
};
