/* The examples of docs/extending.md: a policy in a whole machine, a workload. */
#include <stdlib.h>
#include <unistd.h>

#include "../../docs/examples/policy/walk_newest.c"
#include "../../docs/examples/scale/scale.c"

#include "driver/process/emulator.h"
#include "driver/toolchain/toolchain.h"
#include "harness.h"
#include "timed.h"

TEST(example_policy_schedules_walks)
{
	static const char machine[] = "walk.walkers=1 cus=2", workload[] = "atax:nx=128,ny=64";
	const struct policy_base *stock;
	struct walker *walker;
	struct timed t;

	timed_open(&t, "apu18", machine, workload);
	stock = &t.system->plan.walk_scheduler.ops->base;
	walker = &t.system->chiplets[0].walker;
	stock->release(walker->policies.scheduler.state);
	walker->policies.scheduler.ops = &walk_newest;
	walker->policies.scheduler.state = walk_newest.base.make(NULL);
	walk_newest.base.register_stats(walker->policies.scheduler.state, t.system->stats);
	timed_run(&t);
	CHECK(timed_counter(&t, "walk_newest", "overtaken") > 0);
	CHECK(timed_counter(&t, "walk_newest", "overtaken") < timed_counter(&t, "walker", "walks"));
	CHECK(t.cycles != timed_cycles("apu18", machine, workload)); /* it does make a difference */
	timed_close(&t);
}

TEST(example_workload_runs_and_verifies)
{
	char output[] = "/tmp/warpwalk-scale-XXXXXX";
	int fd = mkstemp(output);
	struct app *app = app_new(&workload_scale, SIZE_TINY);
	const struct workload_extent *extent = &workload_scale.extent[INPUTS_TINY];
	struct error err = {.text = ""};
	struct code_object *co = NULL;
	struct emulator *e;
	struct launch l;

	CHECK(fd >= 0 && app_setup(app, &err));
	close(fd);
	if (toolchain_compile(SOURCE_FOLDER "/docs/examples/scale/scale.cl", output, NULL, &err))
		co = code_object_read_file(output, &err);
	unlink(output);
	if (!co)
		FAIL("%s", err.text);
	e = emulator_new(co);
	while (app->workload->next(app, &l))
		if (!emulator_launch(e, app, &l, &err))
			FAIL("%s", err.text);
	if (!app->workload->verify(app, &err))
		FAIL("%s", err.text);
	CHECK_EQ(app_footprint(app), extent->footprint);
	CHECK_EQ(emulator_stats(e)->launches, extent->launches);
	CHECK_EQ(emulator_stats(e)->lds_bytes, extent->lds);
	emulator_free(e);
	code_object_free(co);
	app_free(app);
}
