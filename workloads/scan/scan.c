/*
 * Scan of SHOC: inclusive prefix sums of floats. Three kernels: sum of each workgroup's region (a
 * work-item strides over it), scan of those sums in one workgroup, scan of each region in windows
 * of a float4 per work-item. paper is SHOC's largest, 2 x 64 MB; MASK's simulator ships the
 * smallest, 2 x 1 MB.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };

struct scan {
	struct buffer *in, *out, *sums;
	size_t n, groups;
	int64_t passes;
	int step;
};

static const struct workload_param params[] = {
	{"elements",
	 "floats, a multiple of 4; SHOC's four sizes are 262144, 2097152, 8388608, 16777216",
	 {32768, 2097152, 16777216},
	 4,
	 16777216},
	{"groups", "workgroups of 256, each with a region", {16, 64, 64}, 1, WORKGROUP},
	{"passes", "times the whole scan runs; SHOC 256", {1, 1, 1}, 1, 100000},
	{.name = NULL},
};

/* Zeros and ones: all sums are whole numbers that a float can hold, so the check needs no
 * tolerance. */
static bool setup(struct app *app, struct error *err)
{
	struct scan *s = app->state = xcalloc(1, sizeof(*s));

	s->n = (size_t)app_param(app, "elements");
	s->groups = (size_t)app_param(app, "groups");
	s->passes = app_param(app, "passes");
	if (s->n % 4)
		return error_set(err, "elements=%zu is not a multiple of 4", s->n);
	s->in = app_buffer(app, "in", s->n * sizeof(float));
	s->out = app_buffer(app, "out", s->n * sizeof(float));
	s->sums = app_buffer(app, "sums", s->groups * sizeof(float));

	float *in = s->in->host;

	for (size_t i = 0; i < s->n; i++)
		in[i] = (float)(rng_u64(&app->rng) >> 63);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct scan *s = app->state;
	uint32_t grid = (uint32_t)s->groups * WORKGROUP, lds = WORKGROUP * sizeof(float);

	if (s->step == 3 * s->passes)
		return false;
	switch (s->step++ % 3) {
	case 0:
		launch_1d(l, "scan_sums", grid, WORKGROUP);
		launch_buffer(l, s->in);
		launch_buffer(l, s->sums);
		launch_i32(l, (int32_t)s->n);
		launch_local(l, lds);
		break;
	case 1:
		launch_1d(l, "scan_top", WORKGROUP, WORKGROUP);
		launch_buffer(l, s->sums);
		launch_i32(l, (int32_t)s->groups);
		launch_local(l, 2 * lds);
		break;
	default:
		launch_1d(l, "scan_bottom", grid, WORKGROUP);
		launch_buffer(l, s->in);
		launch_buffer(l, s->sums);
		launch_buffer(l, s->out);
		launch_i32(l, (int32_t)s->n);
		launch_local(l, 2 * lds);
	}
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct scan *s = app->state;
	const float *in = s->in->host;
	float *want = xcalloc(s->n, sizeof(*want)), sum = 0;

	for (size_t i = 0; i < s->n; i++)
		want[i] = sum += in[i];

	bool good = check_f32(s->out, want, s->n, 0, 0, err);

	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask",
	 .called = "SCAN",
	 .class = "high L1, high L2",
	 .at_paper = "elements=262144,passes=32"},
	{.paper = NULL},
};

const struct workload workload_scan = {
	.name = "scan",
	.suite = "SHOC",
	.summary = "prefix sums of an array, by regions",
	.params = params,
	.uses = uses,
	.extent = {{262208, 3, 2064}, {16777472, 3, 2064}, {134217984, 3, 2064}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
