/* Walk scheduling: batches, half of the SIMT-aware scheduler [Shin18 §III-B]. */
#include "designs/walks/walk_order.h"
#include "designs/walks/walks.h"

static void *walk_batch_make(const struct plan_facts *facts)
{
	return walk_order_new(facts, false, true);
}

const struct walk_scheduler_ops walk_batch = {
	.base = {.name = "batch",
		 .summary = "the walks of one instruction together, else first come, first served",
		 .make = walk_batch_make,
		 .release = walk_order_free,
		 .register_stats = walk_order_register_stats},
	.arrive = walk_order_arrive,
	.passed = walk_order_passed,
	.next = walk_order_next,
};
