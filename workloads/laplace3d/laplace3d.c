/*
 * Laplace3D, known from GPGPU-Sim's benchmarks as LPS: Jacobi steps of Laplace's equation in a box,
 * workgroups of 32 x 4 marching along z with three planes in LDS, rows padded to 512 bytes. MASK
 * gives no size; paper is the benchmark's own, 100 x 100 x 100 and one step.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WIDTH = 32, HEIGHT = 4, PAD = 128 };

struct laplace3d {
	struct buffer *data[2];
	struct rng input; /* as it was before the fill: the input once more, for the reference */
	size_t nx, ny, nz, pitch;
	int64_t step, steps;
};

static const struct workload_param params[] = {
	{"nx", "elements along x; paper: 2 x 5 MB", {64, 100, 100}, 1, 4096},
	{"ny", "elements along y", {32, 100, 100}, 1, 4096},
	{"nz", "elements along z", {10, 100, 100}, 1, 4096},
	{"steps", "Jacobi steps", {1, 1, 1}, 1, 100000},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct laplace3d *s = app->state = xcalloc(1, sizeof(*s));

	s->nx = (size_t)app_param(app, "nx");
	s->ny = (size_t)app_param(app, "ny");
	s->nz = (size_t)app_param(app, "nz");
	s->steps = app_param(app, "steps");
	s->pitch = launch_round_up(s->nx, PAD);

	size_t count = s->pitch * s->ny * s->nz;

	if (count > INT32_MAX)
		return error_set(err, "%zu elements, rows padded to %zu, are more than 2^31 - 1",
				 count, s->pitch);
	s->data[0] = app_buffer(app, "data 0", count * sizeof(float));
	s->data[1] = app_buffer(app, "data 1", count * sizeof(float));
	s->input = app->rng;
	fill_f32_uniform(&app->rng, s->data[0]->host, count, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct laplace3d *s = app->state;
	int64_t i = s->step++;

	if (i >= s->steps)
		return false;
	launch_2d(l, "laplace3d", launch_round_up(s->nx, WIDTH), launch_round_up(s->ny, HEIGHT),
		  WIDTH, HEIGHT);
	launch_buffer(l, s->data[i % 2]);
	launch_buffer(l, s->data[1 - i % 2]);
	launch_i32(l, (int32_t)s->nx);
	launch_i32(l, (int32_t)s->ny);
	launch_i32(l, (int32_t)s->nz);
	launch_i32(l, (int32_t)s->pitch);
	return true;
}

static void reference(const struct laplace3d *s, const float *in, float *out)
{
	size_t pitch = s->pitch, plane = s->pitch * s->ny;

	for (size_t z = 1; z + 1 < s->nz; z++)
		for (size_t y = 1; y + 1 < s->ny; y++)
			for (size_t x = 1; x + 1 < s->nx; x++) {
				const float *p = in + z * plane + y * pitch + x;
				double sum = (double)p[-1] + (double)p[1] + (double)*(p - pitch) +
					     (double)p[pitch] + (double)*(p - plane) +
					     (double)p[plane];

				out[z * plane + y * pitch + x] = (float)(sum / 6);
			}
}

/* A step adds a few units in the last place of 1 to an error that the averages do not let grow. */
static bool verify(struct app *app, struct error *err)
{
	struct laplace3d *s = app->state;
	size_t count = s->pitch * s->ny * s->nz;
	float *want[2] = {xcalloc(count, sizeof(float)), xcalloc(count, sizeof(float))};
	struct rng input = s->input;
	bool good = true;

	fill_f32_uniform(&input, want[0], count, 0, 1);
	memcpy(want[1], want[0], count * sizeof(float));
	for (int64_t i = 0; i < s->steps; i++)
		reference(s, want[i % 2], want[1 - i % 2]);

	const float *result = want[s->steps % 2];

	for (size_t i = 0; i < count && good; i += s->pitch) /* not the padding */
		good = check_f32_from(s->data[s->steps % 2], i, result + i, s->nx,
				      4 * 0x1p-24 * (double)s->steps, 1, err);
	free(want[0]);
	free(want[1]);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "LPS", .class = "high L1, low L2"},
	{.paper = NULL},
};

const struct workload workload_laplace3d = {
	.name = "laplace3d",
	.suite = "GPGPU-Sim",
	.summary = "Jacobi steps of Laplace's equation in a box, three planes in LDS",
	.params = params,
	.uses = uses,
	.extent = {{327680, 1, 2448}, {10240000, 1, 2448}, {10240000, 1, 2448}},
	.rounding = {.tolerance = 1e-6, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
