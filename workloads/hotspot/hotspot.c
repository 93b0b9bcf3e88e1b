/*
 * Hotspot of Rodinia: the temperature of a chip on a grid, one work-item per cell of a 16 x 16 tile
 * in LDS, several time steps per launch on tiles that overlap. SIMT-aware walks use 12 MB, which is
 * 1024 x 1024 (Table II); MASK's simulator ships 512 x 512 and 3 steps. Rodinia's script makes 2
 * steps, both in one launch.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { EDGE = 16 };

/* Of a chip of 16 x 16 x 0.5 mm in 1024 x 1024 cells, in round numbers, whatever the size. */
static const float capacity = 1e-7f, rx = 10, ry = 10, rz = 20000, time_step = 1.25e-7f;
static const float ambient = 80;

struct hotspot {
	struct buffer *power, *heat[2];
	struct rng input; /* as it was before the fill: the input once more, for the reference */
	size_t n;
	int64_t steps_left, steps_per_launch;
	int now; /* which heat holds the newest */
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns of cells; paper: 3 x 4 MB (SIMT-aware walks, Table II)",
	 {128, 512, 1024},
	 1,
	 16384},
	{"steps", "time steps", {2, 4, 2}, 1, 100000},
	{"pyramid", "time steps of a launch", {2, 2, 2}, 1, EDGE / 2 - 1},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct hotspot *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");
	size_t cells = n * n, bytes = cells * sizeof(float);

	(void)err;
	s->steps_left = app_param(app, "steps");
	s->steps_per_launch = app_param(app, "pyramid");
	s->power = app_buffer(app, "power", bytes);
	s->heat[0] = app_buffer(app, "heat 0", bytes);
	s->heat[1] = app_buffer(app, "heat 1", bytes);
	fill_f32_uniform(&app->rng, s->power->host, cells, 0, 1);
	s->input = app->rng;
	fill_f32_uniform(&app->rng, s->heat[0]->host, cells, 320, 340);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct hotspot *s = app->state;
	int64_t steps = s->steps_left < s->steps_per_launch ? s->steps_left : s->steps_per_launch;
	size_t inner = (size_t)(EDGE - 2 * steps);
	uint32_t grid = (uint32_t)((s->n + inner - 1) / inner * EDGE);

	if (!steps)
		return false;
	launch_2d(l, "hotspot", grid, grid, EDGE, EDGE);
	launch_buffer(l, s->power);
	launch_buffer(l, s->heat[s->now]);
	launch_buffer(l, s->heat[1 - s->now]);
	launch_i32(l, (int32_t)s->n);
	launch_i32(l, (int32_t)s->n);
	launch_i32(l, (int32_t)steps);
	launch_f32(l, capacity);
	launch_f32(l, rx);
	launch_f32(l, ry);
	launch_f32(l, rz);
	launch_f32(l, time_step);
	s->now = 1 - s->now;
	s->steps_left -= steps;
	return true;
}

static void reference(const struct hotspot *s, const float *in, float *out)
{
	const float *power = s->power->host;
	size_t n = s->n;

	for (size_t y = 0; y < n; y++) {
		const float *row = in + y * n;
		const float *north = y > 0 ? row - n : row, *south = y < n - 1 ? row + n : row;

		for (size_t x = 0; x < n; x++) {
			double here = (double)row[x];
			double west = (double)row[x > 0 ? x - 1 : x];
			double east = (double)row[x < n - 1 ? x + 1 : x];
			double flow =
				(double)power[y * n + x] +
				((double)south[x] + (double)north[x] - 2 * here) / (double)ry +
				(east + west - 2 * here) / (double)rx +
				((double)ambient - here) / (double)rz;

			out[y * n + x] =
				(float)(here + (double)time_step / (double)capacity * flow);
		}
	}
}

/* A step adds a few units in the last place of 340 to an error that averages do not let grow. */
static bool verify(struct app *app, struct error *err)
{
	struct hotspot *s = app->state;
	size_t cells = s->n * s->n;
	int64_t steps = app_param(app, "steps");
	float *want = xcalloc(cells, sizeof(float)), *other = xcalloc(cells, sizeof(float));
	struct rng input = s->input;

	fill_f32_uniform(&input, want, cells, 320, 340);
	for (int64_t i = 0; i < steps; i++) {
		float *old = want;

		reference(s, old, other);
		want = other;
		other = old;
	}

	bool good = check_f32(s->heat[s->now], want, cells, 4 * 0x1p-24 * (double)steps, 340, err);

	free(want);
	free(other);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "walks", .called = "HOT", .published = "12.02 MB", .class = "regular"},
	{.paper = "mask", .called = "HS", .class = "high L1, low L2", .at_paper = "n=512,steps=3"},
	{.paper = "uvm", .called = "hotspot", .published = "12 MB"},
	{.paper = NULL},
};

const struct workload workload_hotspot = {
	.name = "hotspot",
	.suite = "Rodinia",
	.summary = "temperature of a chip over time, overlapping tiles in LDS",
	.params = params,
	.uses = uses,
	.extent = {{196608, 1, 3072}, {3145728, 2, 3072}, {12582912, 1, 3072}},
	.rounding = {.tolerance = 1e-6, .floor = 340},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
