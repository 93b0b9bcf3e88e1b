/*
 * Jacobi-2D of PolyBench/GPU: each step averages five neighbours into B and copies B back, two
 * kernels, one work-item per element, workgroups of 32 x 8. MGvm runs one step of 4096 x 4096, 128
 * MB.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WIDTH = 32, HEIGHT = 8 };

struct jacobi2d {
	struct buffer *a, *b;
	struct rng input; /* as it was before the fill: the input once more, for the reference */
	size_t n;
	int64_t launches_left;
};

static const struct workload_param params[] = {
	{"n", "rows and columns; paper: 2 x 64 MB (MGvm, Table II)", {192, 1024, 4096}, 1, 16384},
	{"steps", "time steps; PolyBench does 20", {1, 2, 1}, 1, 100000},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct jacobi2d *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	(void)err;
	s->launches_left = 2 * app_param(app, "steps");
	s->a = app_buffer(app, "A", n * n * sizeof(float));
	s->b = app_buffer(app, "B", n * n * sizeof(float));
	s->input = app->rng;
	fill_f32_uniform(&app->rng, s->a->host, n * n, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct jacobi2d *s = app->state;

	if (!s->launches_left)
		return false;
	launch_2d(l, s->launches_left % 2 ? "jacobi2d_copy" : "jacobi2d_average",
		  launch_round_up(s->n, WIDTH), launch_round_up(s->n, HEIGHT), WIDTH, HEIGHT);
	launch_buffer(l, s->a);
	launch_buffer(l, s->b);
	launch_i32(l, (int32_t)s->n);
	s->launches_left--;
	return true;
}

/* In place; above holds the row above as it was before the step. */
static void reference_step(float *a, size_t n, float *above)
{
	memcpy(above, a, n * sizeof(*a));
	for (size_t y = 1; y + 1 < n; y++) {
		float *row = a + y * n;
		float left = row[0];

		for (size_t x = 1; x + 1 < n; x++) {
			float here = row[x];
			double sum = (double)here + (double)left + (double)row[x + 1] +
				     (double)above[x] + (double)row[n + x];

			row[x] = (float)((double)0.2f * sum);
			left = here;
			above[x] = here;
		}
	}
}

/* A step adds a few units in the last place of 1 to an error that the averages do not let grow. */
static bool verify(struct app *app, struct error *err)
{
	struct jacobi2d *s = app->state;
	size_t n = s->n;
	int64_t steps = app_param(app, "steps");
	float *want = xcalloc(n * n, sizeof(*want)), *above = xcalloc(n, sizeof(*above));
	struct rng input = s->input;

	fill_f32_uniform(&input, want, n * n, 0, 1);
	for (int64_t t = 0; t < steps; t++)
		reference_step(want, n, above);

	bool good = check_f32(s->a, want, n * n, 4 * 0x1p-24 * (double)steps, 1, err);

	free(want);
	free(above);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mgvm",
	 .called = "J2D",
	 .published = "128 MB",
	 .class = "NL",
	 .at_small = "n=2048,steps=1",
	 .at_tiny = ""},
	{.paper = NULL},
};

const struct workload workload_jacobi2d = {
	.name = "jacobi2d",
	.suite = "PolyBench/GPU",
	.summary = "Jacobi method in two dimensions, five points",
	.params = params,
	.uses = uses,
	.extent = {{294912, 2, 0}, {8388608, 4, 0}, {134217728, 2, 0}},
	.rounding = {.tolerance = 1e-6, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
