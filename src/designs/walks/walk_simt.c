/*
 * Walk scheduling: SIMT-aware [Shin18 §IV]. Once an instruction has been chosen its walks go
 * together; else the one whose walks will read the fewest page table entries is next.
 */
#include "designs/walks/walk_order.h"
#include "designs/walks/walks.h"

static void *walk_simt_make(const struct plan_facts *facts)
{
	return walk_order_new(facts, true, true);
}

const struct walk_scheduler_ops walk_simt = {
	.base = {.name = "simt",
		 .summary = "the walks of one instruction together, of instructions the one with "
			    "the least work first",
		 .make = walk_simt_make,
		 .release = walk_order_free,
		 .register_stats = walk_order_register_stats},
	.wants_reads = true,
	.arrive = walk_order_arrive,
	.passed = walk_order_passed,
	.next = walk_order_next,
};
