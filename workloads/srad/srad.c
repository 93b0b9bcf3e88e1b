/*
 * SRAD of Rodinia (its version 2): speckle reducing anisotropic diffusion, two kernels an iteration
 * with 16 x 16 tiles in LDS; between iterations the host takes mean and variance of a corner of the
 * image. Translation reach counts one kernel for its SRAD (Table 2), which no version has; the two
 * of version 2 come nearest. It gives no size; paper is Rodinia's script, 2048 x 2048, 2
 * iterations. MASK's SRAD is srad1.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { EDGE = 16, REGION = 128 };
static const float lambda = 0.5f;

struct srad {
	struct buffer *image, *north, *south, *west, *east, *coefficient;
	struct rng input; /* as it was before the fill: the input once more, for the reference */
	size_t n;
	int64_t launches_left;
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns of the image, a multiple of 16; paper: 6 x 16 MB as Rodinia",
	 {128, 512, 2048},
	 EDGE,
	 16384},
	{"iterations", "iterations", {1, 2, 2}, 1, 100000},
	{.name = NULL},
};

static void fill_image(struct rng *rng, float *image, size_t pixels)
{
	fill_f32_uniform(rng, image, pixels, 1, 2.71828f);
}

static bool setup(struct app *app, struct error *err)
{
	struct srad *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n"), bytes = n * n * sizeof(float);

	if (n % EDGE)
		return error_set(err, "n=%zu is not a multiple of %d", n, EDGE);
	s->launches_left = 2 * app_param(app, "iterations");
	s->image = app_buffer(app, "image", bytes);
	s->north = app_buffer(app, "north", bytes);
	s->south = app_buffer(app, "south", bytes);
	s->west = app_buffer(app, "west", bytes);
	s->east = app_buffer(app, "east", bytes);
	s->coefficient = app_buffer(app, "coefficient", bytes);
	s->input = app->rng;
	fill_image(&app->rng, s->image->host, n * n);
	return true;
}

/* Variance over squared mean of the region at the image's first corner. */
static double region_speckle(const float *image, size_t n)
{
	size_t edge = n < REGION ? n : REGION;
	double sum = 0, squares = 0, count = (double)(edge * edge);

	for (size_t y = 0; y < edge; y++)
		for (size_t x = 0; x < edge; x++) {
			double pixel = (double)image[y * n + x];

			sum += pixel;
			squares += pixel * pixel;
		}

	double mean = sum / count;

	return (squares / count - mean * mean) / (mean * mean);
}

static bool next(struct app *app, struct launch *l)
{
	struct srad *s = app->state;
	uint32_t n = (uint32_t)s->n;
	bool first = s->launches_left % 2 == 0;

	if (!s->launches_left)
		return false;
	s->launches_left--;
	launch_2d(l, first ? "srad_coefficients" : "srad_update", n, n, EDGE, EDGE);
	launch_buffer(l, s->image);
	launch_buffer(l, s->north);
	launch_buffer(l, s->south);
	launch_buffer(l, s->west);
	launch_buffer(l, s->east);
	launch_buffer(l, s->coefficient);
	launch_u32(l, n);
	launch_u32(l, n);
	launch_f32(l, first ? (float)region_speckle(s->image->host, s->n) : lambda);
	return true;
}

/* The diffusion coefficient of pixel (x, y) from its derivatives north, south, west and east. */
static double coefficient(const float *image, size_t n, size_t x, size_t y, double speckle,
			  double slope[4])
{
	const float *p = image + y * n + x;
	double here = (double)*p;

	slope[0] = (double)(y > 0 ? *(p - n) : *p) - here;
	slope[1] = (double)(y < n - 1 ? p[n] : *p) - here;
	slope[2] = (double)(x > 0 ? p[-1] : *p) - here;
	slope[3] = (double)(x < n - 1 ? p[1] : *p) - here;

	double gradient = 0, laplacian = 0;

	for (int i = 0; i < 4; i++) {
		gradient += slope[i] * slope[i] / (here * here);
		laplacian += slope[i] / here;
	}

	double q = (gradient / 2 - laplacian * laplacian / 16) /
		   ((1 + laplacian / 4) * (1 + laplacian / 4));
	double c = 1 / (1 + (q - speckle) / (speckle * (1 + speckle)));

	return c < 0 ? 0 : c > 1 ? 1 : c;
}

static void reference(const float *in, size_t n, float *out)
{
	double speckle = region_speckle(in, n), slope[4], unused[4];

	for (size_t y = 0; y < n; y++)
		for (size_t x = 0; x < n; x++) {
			double here = coefficient(in, n, x, y, speckle, slope);
			double south =
				coefficient(in, n, x, y < n - 1 ? y + 1 : y, speckle, unused);
			double east = coefficient(in, n, x < n - 1 ? x + 1 : x, y, speckle, unused);
			double divergence =
				here * (slope[0] + slope[2]) + south * slope[1] + east * slope[3];

			out[y * n + x] =
				(float)((double)in[y * n + x] + (double)lambda / 4 * divergence);
		}
}

/* Pixels are below e; the division by the speckle, about 0.08, makes rounding errors ten times
 * larger. */
static bool verify(struct app *app, struct error *err)
{
	struct srad *s = app->state;
	size_t pixels = s->n * s->n;
	int64_t iterations = app_param(app, "iterations");
	float *want = xcalloc(pixels, sizeof(*want)), *other = xcalloc(pixels, sizeof(*other));
	struct rng input = s->input;

	fill_image(&input, want, pixels);
	for (int64_t i = 0; i < iterations; i++) {
		float *old = want;

		reference(old, s->n, other);
		want = other;
		other = old;
	}

	bool good = check_f32(s->image, want, pixels, 64 * 0x1p-24 * (double)iterations, 1, err);

	free(want);
	free(other);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "reach", .called = "SRAD", .class = "L"},
	{.paper = NULL},
};

const struct workload workload_srad = {
	.name = "srad",
	.suite = "Rodinia",
	.summary = "speckle reducing anisotropic diffusion of an image, tiles in LDS",
	.params = params,
	.uses = uses,
	.extent = {{393216, 2, 6144}, {6291456, 4, 6144}, {100663296, 4, 6144}},
	.rounding = {.tolerance = 1e-5, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
