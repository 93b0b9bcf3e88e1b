/* Recorded programs on whole machines: they end as they did, and what no machine can run is said.
 */
#include "driver/recording/replay.h"

#include "config/config.h"
#include "recorded.h"
#include "timed.h"

static struct app *replay(struct timed *t, const char *gpu, const char *settings)
{
	struct error err;
	struct app *app = replay_open(path, &err);

	if (!app)
		FAIL("%s", err.text);
	timed_open_app(t, gpu, settings, app, NULL);
	return app;
}

static void end_replay(struct timed *t, struct app *app)
{
	system_free(t->system);
	params_release(&t->params);
	app_free(app);
	unlink(path);
}

TEST(a_recorded_program_ends_as_it_did)
{
	static const char *const machines[][2] = {
		{"apu18", "simt-walks"}, {"mcm4", "mgvm"}, {"mcm4", ""}, {"apu21", "tx-both"}};

	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		struct timed t;
		struct app *app;

		record_workload("fft");
		app = replay(&t, machines[i][0], machines[i][1]);
		timed_run(&t);
		end_replay(&t, app);
	}
}

static void has_no_workgroup(struct record *r, uint32_t shape[SHAPE_NUMBERS])
{
	(void)r;
	shape[SHAPE_WORKGROUP] = 0;
}

static void has_nine_dimensions(struct record *r, uint32_t shape[SHAPE_NUMBERS])
{
	(void)r;
	shape[SHAPE_DIMS] = 9;
}

/* 2^64 workgroups are none to whoever multiplies. */
static void has_too_many_workgroups(struct record *r, uint32_t shape[SHAPE_NUMBERS])
{
	const uint32_t large[] = {3, 1u << 31, 1u << 31, 4, 1, 1, 1};

	(void)r;
	memcpy(shape, large, sizeof(large));
}

static void has_all_private_memory(struct record *r, uint32_t shape[SHAPE_NUMBERS])
{
	(void)shape;
	r->number[6] = UINT32_MAX;
}

TEST(launches_that_are_not_possible)
{
	static const struct {
		void (*change)(struct record *, uint32_t *);
		const char *says;
	} wrong[] = {
		{has_no_workgroup, "at least 1 in dimension 0"},
		{has_nine_dimensions, "1 to 3 dimensions, not 9"},
		{has_too_many_workgroups, "more workgroups than can be run"},
		{has_all_private_memory, "4294967295 bytes of private memory"},
	};

	for (size_t i = 0; i < 2 * sizeof(wrong) / sizeof(*wrong); i++) {
		struct error err = {0};
		struct timed t;
		struct app *app;

		change_launch = wrong[i / 2].change;
		record_workload("relu");
		change_launch = NULL;
		app = replay(&t, i % 2 ? "apu18" : "mcm4", i % 2 ? "" : "mgvm");
		CHECK(!system_run(t.system, &err));
		CHECK_CONTAINS(err.text, wrong[i / 2].says);
		CHECK_EQ(err.exit_status, 2);
		end_replay(&t, app);
	}
}
