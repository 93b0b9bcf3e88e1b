/* Walk scheduling: shortest job first, the other half of the SIMT-aware scheduler
 * [Shin18 §III-A]. */
#include "designs/walks/walk_order.h"
#include "designs/walks/walks.h"

static void *walk_sjf_make(const struct plan_facts *facts)
{
	return walk_order_new(facts, true, false);
}

const struct walk_scheduler_ops walk_sjf = {
	.base = {.name = "sjf",
		 .summary = "the instruction with the least work first",
		 .make = walk_sjf_make,
		 .release = walk_order_free,
		 .register_stats = walk_order_register_stats},
	.wants_reads = true,
	.arrive = walk_order_arrive,
	.passed = walk_order_passed,
	.next = walk_order_next,
};
