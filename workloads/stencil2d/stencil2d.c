/*
 * Stencil2D of SHOC: nine points, from one array into the other and back, workgroups of 1 x 64 over
 * strips of 16 rows in LDS. MGvm runs 5 iterations over 2048 x 2048, 32 MB. SHOC first copies both
 * columns of the halo into the second array with a kernel (halo_kernel=1); in MGvm's artifact the
 * host does.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { STRIP = 16, PAD = 16, HALO_WORKGROUP = 64 };
static const float center = 0.5f, cardinal = 0.1f, diagonal = 0.01f;

struct stencil2d {
	struct buffer *data[2];
	struct rng input; /* as it was before the fill: the input once more, for the reference */
	size_t rows, columns, pitch, width;
	int64_t iteration, iterations; /* below 0: columns of the halo still to copy */
};

static const struct workload_param params[] = {
	{"rows",
	 "rows without halo, a multiple of 16; paper: 2 x 16 MB (MGvm, Table II)",
	 {128, 1024, 2048},
	 STRIP,
	 16384},
	{"columns", "columns without halo", {256, 1024, 2048}, 1, 16384},
	{"iterations", "times the stencil is applied; SHOC does 1000", {1, 4, 5}, 1, 100000},
	{"width", "columns of a workgroup; SHOC does 256", {64, 64, 64}, 1, 256},
	{"halo_kernel", "1: a kernel copies the sides of the halo first", {0, 0, 0}, 0, 1},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct stencil2d *s = app->state = xcalloc(1, sizeof(*s));

	s->rows = (size_t)app_param(app, "rows");
	s->columns = (size_t)app_param(app, "columns");
	s->iterations = app_param(app, "iterations");
	s->iteration = app_param(app, "halo_kernel") ? -2 : 0;
	s->width = (size_t)app_param(app, "width");
	if (s->rows % STRIP)
		return error_set(err, "rows=%zu is not a multiple of %d", s->rows, STRIP);
	if (s->columns % s->width)
		return error_set(err, "columns=%zu is not a multiple of width=%zu", s->columns,
				 s->width);
	s->pitch = launch_round_up(s->columns + 2, PAD);

	size_t last = (s->rows + 1) * s->pitch, bytes = (last + s->pitch) * sizeof(float);

	s->data[0] = app_buffer(app, "data 0", bytes);
	s->data[1] = app_buffer(app, "data 1", bytes);
	s->input = app->rng;
	fill_f32_uniform(&app->rng, s->data[0]->host, last + s->pitch, 0, 1);
	if (s->iteration == 0) {
		memcpy(s->data[1]->host, s->data[0]->host, bytes);
	} else { /* first and last row; the rest is for the kernel */
		float *from = s->data[0]->host, *to = s->data[1]->host;

		memcpy(to, from, s->pitch * sizeof(*to));
		memcpy(to + last, from + last, s->pitch * sizeof(*to));
	}
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct stencil2d *s = app->state;
	int64_t i = s->iteration++;

	if (i >= s->iterations)
		return false;
	if (i < 0) {
		launch_1d(l, "stencil2d_halo", launch_round_up(s->rows + 2, HALO_WORKGROUP),
			  HALO_WORKGROUP);
		launch_buffer(l, s->data[0]);
		launch_buffer(l, s->data[1]);
		launch_i32(l, (int32_t)s->pitch);
		launch_i32(l, i == -2 ? 0 : (int32_t)s->columns + 1);
		launch_i32(l, (int32_t)s->rows + 2);
		return true;
	}
	launch_2d(l, "stencil2d", (uint32_t)s->rows / STRIP, (uint32_t)s->columns, 1,
		  (uint32_t)s->width);
	launch_buffer(l, s->data[i % 2]);
	launch_buffer(l, s->data[1 - i % 2]);
	launch_i32(l, (int32_t)s->pitch);
	launch_f32(l, center);
	launch_f32(l, cardinal);
	launch_f32(l, diagonal);
	launch_local(l, (STRIP + 2) * (uint32_t)(s->width + 2) * (uint32_t)sizeof(float));
	return true;
}

static void reference(const struct stencil2d *s, const float *in, float *out)
{
	size_t pitch = s->pitch;

	for (size_t y = 1; y <= s->rows; y++) {
		for (size_t x = 1; x <= s->columns; x++) {
			const float *p = in + y * pitch + x;
			double sides = (double)p[-1] + (double)p[1] + (double)*(p - pitch) +
				       (double)p[pitch];
			double corners = (double)*(p - pitch - 1) + (double)*(p - pitch + 1) +
					 (double)p[pitch - 1] + (double)p[pitch + 1];

			out[y * pitch + x] =
				(float)((double)center * (double)*p + (double)cardinal * sides +
					(double)diagonal * corners);
		}
	}
}

/* A step adds a few units in the last place of 1 to an error that weights below 1 do not let grow.
 */
static bool verify(struct app *app, struct error *err)
{
	struct stencil2d *s = app->state;
	size_t count = (s->rows + 2) * s->pitch;
	float *want[2] = {xcalloc(count, sizeof(float)), xcalloc(count, sizeof(float))};
	struct rng input = s->input;
	bool good = true;

	fill_f32_uniform(&input, want[0], count, 0, 1);
	memcpy(want[1], want[0], count * sizeof(float));
	for (int64_t i = 0; i < s->iterations; i++)
		reference(s, want[i % 2], want[1 - i % 2]);

	const float *result = want[s->iterations % 2];

	for (size_t y = 0; y < s->rows + 2 && good; y++) /* not the padding */
		good = check_f32_from(s->data[s->iterations % 2], y * s->pitch,
				      result + y * s->pitch, s->columns + 2,
				      4 * 0x1p-24 * (double)s->iterations, 1, err);
	free(want[0]);
	free(want[1]);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mgvm",
	 .called = "S2D",
	 .published = "32 MB",
	 .class = "NL",
	 .at_small = "rows=2048,columns=2048,iterations=1",
	 .at_tiny = ""},
	{.paper = NULL},
};

const struct workload workload_stencil2d = {
	.name = "stencil2d",
	.suite = "SHOC",
	.summary = "nine-point stencil over a plane, strips in LDS",
	.params = params,
	.uses = uses,
	.extent = {{282880, 1, 4752}, {8536320, 4, 4752}, {33849600, 5, 4752}},
	.rounding = {.tolerance = 1e-6, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
