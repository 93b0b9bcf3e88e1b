/*
 * FFT after SHOC: a batch of forward 512-point transforms, one workgroup of 64 per transform.
 * MASK's FFT is stockham.
 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { POINTS = 512, WORKGROUP = 64 };

struct fft {
	struct buffer *data;
	float complex *input;
	size_t batch;
	bool launched;
};

static const struct workload_param params[] = {
	{"batch",
	 "transforms of 512 points, 4 KB each; paper: 64 MB as in IISc 2022, Table 3.2",
	 {32, 4096, 16384},
	 1,
	 1048576},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct fft *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->batch = (size_t)app_param(app, "batch");

	size_t points = s->batch * POINTS;

	s->data = app_buffer(app, "data", points * sizeof(*s->input));
	s->input = xcalloc(points, sizeof(*s->input));
	fill_f32_uniform(&app->rng, (float *)s->input, 2 * points, -1, 1);
	memcpy(s->data->host, s->input, points * sizeof(*s->input));
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct fft *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_1d(l, "fft", (uint32_t)s->batch * WORKGROUP, WORKGROUP);
	launch_buffer(l, s->data);
	return true;
}

/* Radix 2, recursive: x[0], x[step], ... to out. */
static void reference(const float complex *x, size_t step, size_t points,
		      const double complex *roots, double complex *out)
{
	size_t half = points / 2;

	if (points == 1) {
		out[0] = x[0];
		return;
	}
	reference(x, 2 * step, half, roots, out);
	reference(x + step, 2 * step, half, roots, out + half);
	for (size_t k = 0; k < half; k++) {
		double complex odd = roots[k * step] * out[half + k];

		out[half + k] = out[k] - odd;
		out[k] += odd;
	}
}

/*
 * Random input of variance 1/3 gives results of magnitude sqrt(512 / 3) = 13. An FFT in float is
 * right to a few units in the last place of that magnitude; 64 of them are allowed.
 */
static bool verify(struct app *app, struct error *err)
{
	struct fft *s = app->state;
	size_t points = s->batch * POINTS;
	float complex *want = xcalloc(points, sizeof(*want));
	double complex roots[POINTS / 2], out[POINTS];

	for (size_t k = 0; k < POINTS / 2; k++) {
		double angle = -2 * M_PI * (double)k / POINTS;

		roots[k] = cos(angle) + I * sin(angle);
	}
	for (size_t i = 0; i < points; i += POINTS) {
		reference(s->input + i, 1, POINTS, roots, out);
		for (size_t k = 0; k < POINTS; k++)
			want[i + k] = (float complex)out[k];
	}

	bool good = check_f32(s->data, (const float *)want, 2 * points, 64 * 0x1p-24, 13, err);

	free(want);
	return good;
}

static void teardown(struct app *app)
{
	struct fft *s = app->state;

	free(s->input);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "l1", .called = "FFT", .published = "64 MB", .class = "replication insensitive"},
	{.paper = NULL},
};

const struct workload workload_fft = {
	.name = "fft",
	.suite = "SHOC",
	.summary = "batch of 512-point complex FFTs, transposed through LDS",
	.params = params,
	.uses = uses,
	.extent = {{131072, 1, 2304}, {16777216, 1, 2304}, {67108864, 1, 2304}},
	.rounding = {.tolerance = 1e-5, .floor = 13},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
