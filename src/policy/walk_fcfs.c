/* Walk scheduling: first come, first served. */
#include <stdlib.h>

#include "policy/stock.h"

static void *walk_fcfs_make(const struct plan_facts *facts)
{
	struct tx_fifo *waiting = xcalloc(1, sizeof(*waiting));

	(void)facts;
	tx_fifo_init(waiting);
	return waiting;
}

static void walk_fcfs_arrive(void *state, struct translation *t)
{
	tx_fifo_append(state, t);
}

static struct translation *walk_fcfs_next(void *state)
{
	return tx_fifo_take(state);
}

const struct walk_scheduler_ops walk_fcfs = {
	.base = {.name = "fcfs",
		 .summary = "first come, first served",
		 .make = walk_fcfs_make,
		 .release = free},
	.arrive = walk_fcfs_arrive,
	.next = walk_fcfs_next,
};
