/*
 * FDTD-2D of PolyBench/GPU: a two-dimensional field by finite differences in time, three kernels a
 * step, one work-item per cell, workgroups of 32 x 8. 1200 x 1200 cells touch the 4224 pages that
 * [Ganguly19]'s simulator counts.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WIDTH = 32, HEIGHT = 8, KERNELS = 3 };

struct fdtd {
	struct buffer *source, *ex, *ey, *hz;
	struct rng input; /* as it was before the fill: the input once more, for the reference */
	size_t n;
	int64_t launched, launches;
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns; paper: 3 x 5.5 MB (public simulator of Ganguly et al.)",
	 {128, 512, 1200},
	 2,
	 16384},
	{"steps", "time steps; PolyBench does 500", {2, 2, 2}, 1, 100000},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct fdtd *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n"), steps = (size_t)app_param(app, "steps");

	(void)err;
	s->launches = KERNELS * (int64_t)steps;
	s->source = app_buffer(app, "source", steps * sizeof(float));
	s->ex = app_buffer(app, "Ex", n * (n + 1) * sizeof(float));
	s->ey = app_buffer(app, "Ey", (n + 1) * n * sizeof(float));
	s->hz = app_buffer(app, "Hz", n * n * sizeof(float));
	s->input = app->rng;
	fill_f32_uniform(&app->rng, s->source->host, steps, 0, 1);
	fill_f32_uniform(&app->rng, s->ex->host, n * (n + 1), 0, 1);
	fill_f32_uniform(&app->rng, s->ey->host, (n + 1) * n, 0, 1);
	fill_f32_uniform(&app->rng, s->hz->host, n * n, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	static const char *const kernels[KERNELS] = {"fdtd_ey", "fdtd_ex", "fdtd_hz"};
	struct fdtd *s = app->state;
	int64_t kernel = s->launched % KERNELS, t = s->launched / KERNELS;

	if (s->launched == s->launches)
		return false;
	launch_2d(l, kernels[kernel], launch_round_up(s->n, WIDTH), launch_round_up(s->n, HEIGHT),
		  WIDTH, HEIGHT);
	if (kernel == 0)
		launch_buffer(l, s->source);
	if (kernel != 0)
		launch_buffer(l, s->ex);
	if (kernel != 1)
		launch_buffer(l, s->ey);
	launch_buffer(l, s->hz);
	launch_i32(l, (int32_t)s->n);
	if (kernel == 0)
		launch_i32(l, (int32_t)t);
	s->launched++;
	return true;
}

static void reference_step(float *ex, float *ey, float *hz, size_t n, float source)
{
	for (size_t x = 0; x < n; x++)
		ey[x] = source;
	for (size_t i = n; i < n * n; i++)
		ey[i] -= 0.5f * (hz[i] - hz[i - n]);
	for (size_t y = 0; y < n; y++)
		for (size_t x = 1; x < n; x++)
			ex[y * (n + 1) + x] -= 0.5f * (hz[y * n + x] - hz[y * n + x - 1]);
	for (size_t y = 0; y < n; y++)
		for (size_t x = 0; x < n; x++) {
			size_t at = y * (n + 1) + x;

			hz[y * n + x] -=
				0.7f * (ex[at + 1] - ex[at] + ey[(y + 1) * n + x] - ey[y * n + x]);
		}
}

/* Values of up to a few units, each step a few operations on them. */
static bool verify(struct app *app, struct error *err)
{
	struct fdtd *s = app->state;
	size_t n = s->n, steps = (size_t)app_param(app, "steps");
	float *source = xcalloc(steps, sizeof(*source)), *hz = xcalloc(n * n, sizeof(*hz));
	float *ex = xcalloc(n * (n + 1), sizeof(*ex)), *ey = xcalloc(n * (n + 1), sizeof(*ey));
	struct rng input = s->input;
	bool good;

	fill_f32_uniform(&input, source, steps, 0, 1);
	fill_f32_uniform(&input, ex, n * (n + 1), 0, 1);
	fill_f32_uniform(&input, ey, (n + 1) * n, 0, 1);
	fill_f32_uniform(&input, hz, n * n, 0, 1);
	for (size_t t = 0; t < steps; t++)
		reference_step(ex, ey, hz, n, source[t]);
	good = check_f32(s->hz, hz, n * n, 32 * 0x1p-24 * (double)steps, 1, err) &&
	       check_f32(s->ex, ex, n * (n + 1), 32 * 0x1p-24 * (double)steps, 1, err) &&
	       check_f32(s->ey, ey, (n + 1) * n, 32 * 0x1p-24 * (double)steps, 1, err);
	free(source);
	free(hz);
	free(ex);
	free(ey);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "uvm", .called = "fdtd", .published = "18.1 MB"},
	{.paper = NULL},
};

const struct workload workload_fdtd = {
	.name = "fdtd",
	.suite = "PolyBench/GPU",
	.summary = "a two-dimensional electromagnetic field by finite differences in time",
	.params = params,
	.uses = uses,
	.extent = {{197640, 6, 0}, {3149832, 6, 0}, {17289608, 6, 0}},
	.rounding = {.tolerance = 1e-5, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
