/*
 * 2DConvolution of PolyBench/GPU: a 3 x 3 filter over a square image, one work-item per pixel,
 * workgroups of 32 x 8. MGvm runs it at 8192 x 8192, 512 MB.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { WIDTH = 32, HEIGHT = 8 };

struct conv2d {
	struct buffer *a, *b;
	size_t n;
	bool launched;
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns of the image; paper: 2 x 256 MB (MGvm, Table II)",
	 {256, 1536, 8192},
	 1,
	 16384},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct conv2d *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	(void)err;
	s->a = app_buffer(app, "A", n * n * sizeof(float));
	s->b = app_buffer(app, "B", n * n * sizeof(float));
	fill_f32_uniform(&app->rng, s->a->host, n * n, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct conv2d *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_2d(l, "conv2d", launch_round_up(s->n, WIDTH), launch_round_up(s->n, HEIGHT), WIDTH,
		  HEIGHT);
	launch_buffer(l, s->a);
	launch_buffer(l, s->b);
	launch_i32(l, (int32_t)s->n);
	return true;
}

static void reference_row(const float *a, size_t n, size_t y, float *want)
{
	static const double weights[3][3] = {
		{0.25, -0.375, 0.5}, {0.625, 0.75, -0.5}, {-0.875, 0.375, 0.125}};

	for (size_t x = 0; x < n; x++) {
		double sum = 0;

		want[x] = 0;
		if (x == 0 || x == n - 1 || y == 0 || y == n - 1)
			continue;
		for (size_t i = 0; i < 3; i++)
			for (size_t j = 0; j < 3; j++)
				sum += weights[i][j] * (double)a[(y + i - 1) * n + x + j - 1];
		want[x] = (float)sum;
	}
}

/* Nine terms below 1: 16 units in the last place of 1 are far above their rounding errors. */
static bool verify(struct app *app, struct error *err)
{
	struct conv2d *s = app->state;
	float *want = xcalloc(s->n, sizeof(*want));
	bool good = true;

	for (size_t y = 0; y < s->n && good; y++) {
		reference_row(s->a->host, s->n, y, want);
		good = check_f32_from(s->b, y * s->n, want, s->n, 16 * 0x1p-24, 1, err);
	}
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mgvm",
	 .called = "C2D",
	 .published = "512 MB",
	 .class = "NL",
	 .at_small = "n=2048",
	 .at_tiny = ""},
	{.paper = NULL},
};

const struct workload workload_conv2d = {
	.name = "conv2d",
	.suite = "PolyBench/GPU",
	.summary = "3 x 3 convolution of a square image",
	.params = params,
	.uses = uses,
	.extent = {{524288, 1, 0}, {18874368, 1, 0}, {536870912, 1, 0}},
	.rounding = {.tolerance = 1e-6, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
