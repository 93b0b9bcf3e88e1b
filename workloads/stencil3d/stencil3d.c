/*
 * Stencil of Parboil: seven points in a box, from one array into the other and back; workgroups of
 * 64 x 4 march through the planes with one of them in LDS, two elements per work-item. paper is
 * Parboil's default data set, of whose 100 iterations it does 10. MASK's 3DS is fd3d.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WIDTH = 64, HEIGHT = 4 };

/* Weights of the element itself (negated) and of its neighbours, one in all. */
static const float c0 = -0.25f, c1 = 0.125f;

struct stencil3d {
	struct buffer *data[2];
	struct rng input; /* as it was before the fill: the input once more, for the reference */
	size_t nx, ny, nz;
	int64_t iteration, iterations;
};

static const struct workload_param params[] = {
	{"nx", "elements along x; paper: 2 x 64 MB, as Parboil", {128, 256, 512}, 1, 4096},
	{"ny", "elements along y", {32, 256, 512}, 1, 4096},
	{"nz", "elements along z", {16, 32, 64}, 1, 4096},
	{"iterations", "times the stencil is applied", {1, 2, 10}, 1, 100000},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct stencil3d *s = app->state = xcalloc(1, sizeof(*s));

	s->nx = (size_t)app_param(app, "nx");
	s->ny = (size_t)app_param(app, "ny");
	s->nz = (size_t)app_param(app, "nz");
	s->iterations = app_param(app, "iterations");

	size_t count = s->nx * s->ny * s->nz;

	if (s->nz < 2)
		return error_set(err, "nz=%zu: the box needs two planes or more", s->nz);
	if (count > INT32_MAX)
		return error_set(err, "nx x ny x nz = %zu elements are more than 2^31 - 1", count);
	s->data[0] = app_buffer(app, "data 0", count * sizeof(float));
	s->data[1] = app_buffer(app, "data 1", count * sizeof(float));
	s->input = app->rng;
	fill_f32_uniform(&app->rng, s->data[0]->host, count, 0, 1);
	memcpy(s->data[1]->host, s->data[0]->host, count * sizeof(float));
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct stencil3d *s = app->state;
	int64_t i = s->iteration++;

	if (i >= s->iterations)
		return false;
	launch_2d(l, "stencil3d", launch_round_up(s->nx, 2 * WIDTH) / 2,
		  launch_round_up(s->ny, HEIGHT), WIDTH, HEIGHT);
	launch_f32(l, c0);
	launch_f32(l, c1);
	launch_buffer(l, s->data[i % 2]);
	launch_buffer(l, s->data[1 - i % 2]);
	launch_i32(l, (int32_t)s->nx);
	launch_i32(l, (int32_t)s->ny);
	launch_i32(l, (int32_t)s->nz);
	launch_local(l, 2 * WIDTH * HEIGHT * sizeof(float));
	return true;
}

static void reference(const struct stencil3d *s, const float *in, float *out)
{
	size_t nx = s->nx, plane = s->nx * s->ny;

	for (size_t z = 1; z + 1 < s->nz; z++)
		for (size_t y = 1; y + 1 < s->ny; y++)
			for (size_t x = 1; x + 1 < nx; x++) {
				const float *p = in + z * plane + y * nx + x;
				double sum = (double)p[-1] + (double)p[1] + (double)*(p - nx) +
					     (double)p[nx] + (double)*(p - plane) +
					     (double)p[plane];

				out[z * plane + y * nx + x] =
					(float)((double)c1 * sum - (double)c0 * (double)*p);
			}
}

/* A step adds a few units in the last place of 1 to an error that the averages do not let grow. */
static bool verify(struct app *app, struct error *err)
{
	struct stencil3d *s = app->state;
	size_t count = s->nx * s->ny * s->nz;
	float *want[2] = {xcalloc(count, sizeof(float)), xcalloc(count, sizeof(float))};
	struct rng input = s->input;

	fill_f32_uniform(&input, want[0], count, 0, 1);
	memcpy(want[1], want[0], count * sizeof(float));
	for (int64_t i = 0; i < s->iterations; i++)
		reference(s, want[i % 2], want[1 - i % 2]);

	bool good = check_f32(s->data[s->iterations % 2], want[s->iterations % 2], count,
			      4 * 0x1p-24 * (double)s->iterations, 1, err);

	free(want[0]);
	free(want[1]);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

const struct workload workload_stencil3d = {
	.name = "stencil3d",
	.suite = "Parboil",
	.summary = "seven-point stencil in a box, a plane at a time in LDS",
	.params = params,
	.extent = {{524288, 1, 2048}, {16777216, 2, 2048}, {134217728, 10, 2048}},
	.rounding = {.tolerance = 1e-6, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
