/* The example policy of docs/extending.md, plugged into a whole machine. */
#include <stdlib.h>

#include "../../docs/examples/policy/walk_newest.c"

#include "harness.h"
#include "timed.h"

TEST(example_policy_schedules_walks)
{
	static const char machine[] = "walk.walkers=1 cus=2", workload[] = "atax:nx=128,ny=64";
	const struct policy_base *stock;
	struct walker *walker;
	struct timed t;

	timed_open(&t, "apu18", machine, workload);
	stock = &t.system->plan.walk_scheduler->base;
	walker = &t.system->chiplets[0].walker;
	stock->release(walker->policies.scheduler_state);
	t.system->plan.walk_scheduler = walker->policies.scheduler = &walk_newest;
	walker->policies.scheduler_state = walk_newest.base.make(NULL);
	walk_newest.base.register_stats(walker->policies.scheduler_state, t.system->stats);
	timed_run(&t);
	CHECK(timed_counter(&t, "walk_newest", "overtaken") > 0);
	CHECK(timed_counter(&t, "walk_newest", "overtaken") < timed_counter(&t, "walker", "walks"));
	CHECK(t.cycles != timed_cycles("apu18", machine, workload)); /* it does make a difference */
	timed_close(&t);
}
