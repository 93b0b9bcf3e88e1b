/*
 * The FFT of an early Parboil: signals of 256 points, each step of the transform a launch that goes
 * through memory, from one array to another and back. Not fft, SHOC's, which is one launch. MASK
 * calls it FFT; paper is what its simulator ships, 1024 signals.
 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

struct stockham {
	struct buffer *data[2];
	float complex *input;
	size_t points, batch, done;
	int from; /* the array that the next step reads */
};

static const struct workload_param params[] = {
	{"points", "of a signal, a power of two", {256, 256, 256}, 2, 512},
	{"batch", "signals; paper: 2 x 2 MB", {48, 1024, 1024}, 1, 1048576},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct stockham *s = app->state = xcalloc(1, sizeof(*s));

	s->points = (size_t)app_param(app, "points");
	s->batch = (size_t)app_param(app, "batch");
	s->done = 1;
	if (s->points & (s->points - 1))
		return error_set(err, "points=%zu is not a power of two", s->points);

	size_t count = s->points * s->batch;

	s->data[0] = app_buffer(app, "data 0", count * sizeof(*s->input));
	s->data[1] = app_buffer(app, "data 1", count * sizeof(*s->input));
	s->input = xcalloc(count, sizeof(*s->input));
	fill_f32_uniform(&app->rng, (float *)s->input, 2 * count, -1, 1);
	memcpy(s->data[0]->host, s->input, count * sizeof(*s->input));
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct stockham *s = app->state;
	uint32_t workgroup = (uint32_t)s->points / 2;

	if (s->done == s->points)
		return false;
	launch_1d(l, "stockham", (uint32_t)s->batch * workgroup, workgroup);
	launch_i32(l, (int32_t)s->done);
	launch_buffer(l, s->data[s->from]);
	launch_buffer(l, s->data[1 - s->from]);
	launch_i32(l, (int32_t)s->points);
	s->done *= 2;
	s->from = 1 - s->from;
	return true;
}

/* In place, after the bits of the indices have been reversed. */
static void reference(double complex *x, size_t points)
{
	for (size_t i = 0, j = 0; i < points; i++) {
		if (i < j) {
			double complex swapped = x[i];

			x[i] = x[j];
			x[j] = swapped;
		}
		for (size_t bit = points / 2; bit && (j ^= bit) < bit; bit /= 2)
			;
	}
	for (size_t half = 1; half < points; half *= 2)
		for (size_t k = 0; k < half; k++) {
			double angle = -M_PI * (double)k / (double)half;
			double complex root = cos(angle) + I * sin(angle);

			for (size_t i = k; i < points; i += 2 * half) {
				double complex odd = root * x[i + half];

				x[i + half] = x[i] - odd;
				x[i] += odd;
			}
		}
}

/* Random input of variance 1/3 gives results of magnitude sqrt(256 / 3) = 9. */
static bool verify(struct app *app, struct error *err)
{
	struct stockham *s = app->state;
	double complex *x = xcalloc(s->points, sizeof(*x));
	float complex *want = xcalloc(s->points, sizeof(*want));
	double size = sqrt((double)s->points / 3);
	bool good = true;

	for (size_t signal = 0; signal < s->batch && good; signal++) {
		for (size_t i = 0; i < s->points; i++)
			x[i] = (double complex)s->input[signal * s->points + i];
		reference(x, s->points);
		for (size_t i = 0; i < s->points; i++)
			want[i] = (float complex)x[i];
		good = check_f32_from(s->data[s->from], 2 * signal * s->points, (float *)want,
				      2 * s->points, 64 * 0x1p-24, size, err);
	}
	free(x);
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	struct stockham *s = app->state;

	free(s->input);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "FFT", .class = "low L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_stockham = {
	.name = "stockham",
	.suite = "Parboil",
	.summary = "batch of 256-point complex FFTs, each step through memory",
	.params = params,
	.uses = uses,
	.extent = {{196608, 8, 0}, {4194304, 8, 0}, {4194304, 8, 0}},
	.rounding = {.tolerance = 1e-5, .floor = 9},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
