/*
 * Finite differences in three dimensions, order eight: the 3D stencil that MASK's simulator ships
 * as 3DS, after a sample of NVIDIA's. Its constant RADIUS is 8, but four neighbours on each side
 * count. paper is its box of 256 x 128 x 128. Parboil's stencil is stencil3d.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WIDTH = 32, HEIGHT = 8, HALO = 8, RADIUS = 4 };

static const float weights[RADIUS + 1] = {0.25f, 0.0625f, 0.03125f, 0.015625f, 0.015625f};

struct fd3d {
	struct buffer *in, *out, *weights;
	size_t nx, ny, nz;
	bool launched;
};

static const struct workload_param params[] = {
	{"nx", "elements along x, a multiple of 32", {128, 256, 256}, WIDTH, 4096},
	{"ny", "elements along y, a multiple of 8", {32, 128, 128}, HEIGHT, 4096},
	{"nz", "elements along z; 16 planes are not made", {24, 64, 128}, 2 * HALO + 1, 4096},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct fd3d *s = app->state = xcalloc(1, sizeof(*s));

	s->nx = (size_t)app_param(app, "nx");
	s->ny = (size_t)app_param(app, "ny");
	s->nz = (size_t)app_param(app, "nz");

	size_t count = s->nx * s->ny * s->nz;

	if (s->nx % WIDTH)
		return error_set(err, "nx=%zu is not a multiple of %d", s->nx, WIDTH);
	if (s->ny % HEIGHT)
		return error_set(err, "ny=%zu is not a multiple of %d", s->ny, HEIGHT);
	if (count > INT32_MAX)
		return error_set(err, "nx x ny x nz = %zu elements are more than 2^31 - 1", count);
	s->in = app_buffer(app, "in", count * sizeof(float));
	s->out = app_buffer(app, "out", count * sizeof(float));
	s->weights = app_buffer(app, "weights", sizeof(weights));
	fill_f32_uniform(&app->rng, s->in->host, count, 0, 1);
	memcpy(s->out->host, s->in->host, count * sizeof(float));
	memcpy(s->weights->host, weights, sizeof(weights));
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct fd3d *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_2d(l, "fd3d", (uint32_t)s->nx, (uint32_t)s->ny, WIDTH, HEIGHT);
	launch_buffer(l, s->out);
	launch_buffer(l, s->in);
	launch_buffer(l, s->weights);
	launch_i32(l, (int32_t)s->nx);
	launch_i32(l, (int32_t)s->ny);
	launch_i32(l, (int32_t)s->nz);
	return true;
}

static float reference(const float *in, size_t nx, size_t plane)
{
	double sum = (double)weights[0] * (double)*in;

	for (size_t r = 1; r <= RADIUS; r++)
		sum += (double)weights[r] *
		       ((double)in[r] + (double)*(in - r) + (double)in[r * nx] +
			(double)*(in - r * nx) + (double)in[r * plane] + (double)*(in - r * plane));
	return (float)sum;
}

static bool verify(struct app *app, struct error *err)
{
	struct fd3d *s = app->state;
	const float *in = s->in->host;
	size_t plane = s->nx * s->ny, count = plane * s->nz;
	float *want = xcalloc(count, sizeof(*want));

	memcpy(want, in, count * sizeof(*want));
	for (size_t i = RADIUS * plane; i < (s->nz - 2 * HALO + RADIUS) * plane; i++)
		want[i] = reference(in + i, s->nx, plane);

	bool good = check_f32(s->out, want, count, 8 * 0x1p-24, 1, err);

	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "3DS", .class = "high L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_fd3d = {
	.name = "fd3d",
	.suite = "CUDA SDK",
	.summary = "finite differences of order eight in a box, tiles with wide halos in LDS",
	.params = params,
	.uses = uses,
	.extent = {{786452, 1, 4608}, {16777236, 1, 4608}, {33554452, 1, 4608}},
	.rounding = {.tolerance = 1e-6, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
