/*
 * Jacobi-1D of PolyBench/GPU: each step averages three neighbours into B and copies B back, two
 * kernels, one work-item per element, workgroups of 256. MGvm runs one step over 64 M elements, 512
 * MB.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };

struct jacobi1d {
	struct buffer *a, *b;
	struct rng input; /* as it was before the fill: the input once more, for the reference */
	size_t n;
	int64_t launches_left;
};

static const struct workload_param params[] = {
	{"n",
	 "elements; paper: 2 x 256 MB (MGvm, Table II)",
	 {65536, 2097152, 67108864},
	 1,
	 1073741824},
	{"steps", "time steps; PolyBench does 10000", {1, 1, 1}, 1, 100000},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct jacobi1d *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->n = (size_t)app_param(app, "n");
	s->launches_left = 2 * app_param(app, "steps");
	s->a = app_buffer(app, "A", s->n * sizeof(float));
	s->b = app_buffer(app, "B", s->n * sizeof(float));
	s->input = app->rng;
	fill_f32_uniform(&app->rng, s->a->host, s->n, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct jacobi1d *s = app->state;

	if (!s->launches_left)
		return false;
	launch_1d(l, s->launches_left % 2 ? "jacobi1d_copy" : "jacobi1d_average",
		  launch_round_up(s->n, WORKGROUP), WORKGROUP);
	launch_buffer(l, s->a);
	launch_buffer(l, s->b);
	launch_i32(l, (int32_t)s->n);
	s->launches_left--;
	return true;
}

static void reference_step(float *a, size_t n)
{
	double left = (double)a[0];

	for (size_t i = 1; i + 1 < n; i++) {
		double here = (double)a[i];

		a[i] = (float)((double)0.33333f * (left + here + (double)a[i + 1]));
		left = here;
	}
}

/* A step adds a few units in the last place of 1 to an error that the averages do not let grow. */
static bool verify(struct app *app, struct error *err)
{
	struct jacobi1d *s = app->state;
	int64_t steps = app_param(app, "steps");
	float *want = xcalloc(s->n, sizeof(*want));
	struct rng input = s->input;

	fill_f32_uniform(&input, want, s->n, 0, 1);
	for (int64_t t = 0; t < steps; t++)
		reference_step(want, s->n);

	bool good = check_f32(s->a, want, s->n, 4 * 0x1p-24 * (double)steps, 1, err);

	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mgvm", .called = "J1D", .published = "512 MB", .class = "NL"},
	{.paper = NULL},
};

const struct workload workload_jacobi1d = {
	.name = "jacobi1d",
	.suite = "PolyBench/GPU",
	.summary = "Jacobi method in one dimension, three points",
	.params = params,
	.uses = uses,
	.extent = {{524288, 2, 0}, {16777216, 2, 0}, {536870912, 2, 0}},
	.rounding = {.tolerance = 1e-6, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
