/*
 * SRAD of Rodinia, its version 1: speckle reducing anisotropic diffusion without tiles, five or
 * more launches an iteration, of which some add up all pixels and their squares. srad is version 2.
 * MASK calls it SRAD; paper is the image of its simulator, 502 x 458, for 20 of 100 iterations.
 */
#include <math.h>
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 512 };
enum phase { EXTRACT, PREPARE, REDUCE, COEFFICIENTS, UPDATE, COMPRESS, DONE };

static const float lambda = 0.5f;

struct srad1 {
	struct buffer *image, *above, *below, *left, *right; /* neighbours of rows and columns */
	struct buffer *sums, *squares;
	struct buffer *north, *south, *west, *east, *coefficient;
	uint8_t *input;
	size_t rows, columns, pixels, iterations;
	enum phase phase;
	size_t done;          /* iterations */
	size_t count, stride; /* of the sums that are left */
	float *speckles;      /* as the GPU found them, one for each iteration */
};

static const struct workload_param params[] = {
	{"rows", "of the image", {128, 502, 502}, 16, 16384},
	{"columns", "of the image", {80, 458, 458}, 16, 16384},
	{"iterations", "iterations; Rodinia 100", {1, 2, 20}, 1, 100000},
	{.name = NULL},
};

/* For each of count rows or columns the one before or after it; itself where there is none. */
static struct buffer *make_neighbours(struct app *app, const char *name, size_t count, int step)
{
	struct buffer *b = app_buffer(app, name, count * sizeof(int32_t));
	int32_t *neighbours = b->host, last = (int32_t)count - 1;

	for (int32_t i = 0; i <= last; i++)
		neighbours[i] = i + step < 0 ? 0 : i + step > last ? last : i + step;
	return b;
}

static bool setup(struct app *app, struct error *err)
{
	struct srad1 *s = app->state = xcalloc(1, sizeof(*s));
	size_t pixels, bytes;
	float *image;

	(void)err;
	s->rows = (size_t)app_param(app, "rows");
	s->columns = (size_t)app_param(app, "columns");
	s->iterations = (size_t)app_param(app, "iterations");
	s->speckles = xcalloc(s->iterations, sizeof(*s->speckles));
	pixels = s->pixels = s->rows * s->columns;
	bytes = pixels * sizeof(float);
	s->image = app_buffer(app, "image", bytes);
	s->above = make_neighbours(app, "above", s->rows, -1);
	s->below = make_neighbours(app, "below", s->rows, 1);
	s->right = make_neighbours(app, "right", s->columns, 1);
	s->left = make_neighbours(app, "left", s->columns, -1);
	s->sums = app_buffer(app, "sums", bytes);
	s->squares = app_buffer(app, "squares", bytes);
	s->north = app_buffer(app, "north", bytes);
	s->south = app_buffer(app, "south", bytes);
	s->west = app_buffer(app, "west", bytes);
	s->east = app_buffer(app, "east", bytes);
	s->coefficient = app_buffer(app, "coefficient", bytes);
	s->input = xcalloc(pixels, 1);
	image = s->image->host;
	for (size_t i = 0; i < pixels; i++)
		image[i] = s->input[i] = (uint8_t)(rng_u64(&app->rng) >> 56);
	return true;
}

static void launch_pixels(const struct srad1 *s, struct launch *l, const char *kernel)
{
	launch_1d(l, kernel, launch_round_up(s->pixels, WORKGROUP), WORKGROUP);
}

/* extract and compress */
static void launch_whole(const struct srad1 *s, struct launch *l, const char *kernel)
{
	launch_pixels(s, l, kernel);
	launch_i32(l, (int32_t)s->pixels);
	launch_buffer(l, s->image);
}

static void launch_prepare(const struct srad1 *s, struct launch *l)
{
	launch_whole(s, l, "srad1_prepare");
	launch_buffer(l, s->sums);
	launch_buffer(l, s->squares);
}

static void launch_reduce(const struct srad1 *s, struct launch *l)
{
	launch_1d(l, "srad1_reduce", launch_round_up(s->count, WORKGROUP), WORKGROUP);
	launch_i32(l, (int32_t)s->count);
	launch_i32(l, (int32_t)s->stride);
	launch_buffer(l, s->sums);
	launch_buffer(l, s->squares);
}

static void launch_coefficients(const struct srad1 *s, struct launch *l, float speckle)
{
	launch_pixels(s, l, "srad1_coefficients");
	launch_i32(l, (int32_t)s->rows);
	launch_i32(l, (int32_t)s->pixels);
	launch_buffer(l, s->above);
	launch_buffer(l, s->below);
	launch_buffer(l, s->right);
	launch_buffer(l, s->left);
	launch_buffer(l, s->north);
	launch_buffer(l, s->south);
	launch_buffer(l, s->east);
	launch_buffer(l, s->west);
	launch_f32(l, speckle);
	launch_buffer(l, s->coefficient);
	launch_buffer(l, s->image);
}

static void launch_update(const struct srad1 *s, struct launch *l)
{
	launch_pixels(s, l, "srad1_update");
	launch_f32(l, lambda);
	launch_i32(l, (int32_t)s->rows);
	launch_i32(l, (int32_t)s->pixels);
	launch_buffer(l, s->below);
	launch_buffer(l, s->right);
	launch_buffer(l, s->north);
	launch_buffer(l, s->south);
	launch_buffer(l, s->east);
	launch_buffer(l, s->west);
	launch_buffer(l, s->coefficient);
	launch_buffer(l, s->image);
}

/* Variance over squared mean, from the sums over all pixels. */
static double speckle(double sum, double squares, size_t pixels)
{
	double mean = sum / (double)pixels;

	return (squares / (double)pixels - mean * mean) / (mean * mean);
}

/* What comes after a launch of srad1_reduce: another one, until one sum is left. */
static void reduced(struct srad1 *s)
{
	s->count = (s->count + WORKGROUP - 1) / WORKGROUP;
	s->stride *= WORKGROUP;
	if (s->count == 1)
		s->phase = COEFFICIENTS;
}

static bool next(struct app *app, struct launch *l)
{
	struct srad1 *s = app->state;

	switch (s->phase) {
	case EXTRACT:
		launch_whole(s, l, "srad1_extract");
		s->phase = PREPARE;
		return true;
	case PREPARE:
		launch_prepare(s, l);
		s->count = s->pixels;
		s->stride = 1;
		s->phase = REDUCE;
		return true;
	case REDUCE:
		launch_reduce(s, l);
		reduced(s);
		return true;
	case COEFFICIENTS:
		s->speckles[s->done] =
			(float)speckle((double)*(float *)s->sums->host,
				       (double)*(float *)s->squares->host, s->pixels);
		launch_coefficients(s, l, s->speckles[s->done]);
		s->phase = UPDATE;
		return true;
	case UPDATE:
		launch_update(s, l);
		s->phase = ++s->done < s->iterations ? PREPARE : COMPRESS;
		return true;
	case COMPRESS:
		launch_whole(s, l, "srad1_compress");
		s->phase = DONE;
		return true;
	default:
		return false;
	}
}

/* The diffusion coefficient of a pixel from its derivatives north, south, west and east. */
static double coefficient(const struct srad1 *s, const float *image, size_t row, size_t column,
			  double q0_squared, double slope[4])
{
	const float *p = image + column * s->rows + row;
	double here = (double)*p, gradient = 0, laplacian = 0;

	slope[0] = (double)(row > 0 ? p[-1] : *p) - here;
	slope[1] = (double)(row < s->rows - 1 ? p[1] : *p) - here;
	slope[2] = (double)(column > 0 ? *(p - s->rows) : *p) - here;
	slope[3] = (double)(column < s->columns - 1 ? p[s->rows] : *p) - here;
	for (int i = 0; i < 4; i++) {
		gradient += slope[i] * slope[i] / (here * here);
		laplacian += slope[i] / here;
	}

	double q = (gradient / 2 - laplacian * laplacian / 16) /
		   ((1 + laplacian / 4) * (1 + laplacian / 4));
	double c = 1 / (1 + (q - q0_squared) / (q0_squared * (1 + q0_squared)));

	return c < 0 ? 0 : c > 1 ? 1 : c;
}

static void reference(const struct srad1 *s, const float *in, double q0_squared, float *out)
{
	double slope[4], unused[4];

	for (size_t column = 0; column < s->columns; column++)
		for (size_t row = 0; row < s->rows; row++) {
			size_t at = column * s->rows + row;
			size_t south = row < s->rows - 1 ? row + 1 : row;
			size_t east = column < s->columns - 1 ? column + 1 : column;
			double here = coefficient(s, in, row, column, q0_squared, slope);
			double divergence =
				here * (slope[0] + slope[2]) +
				coefficient(s, in, south, column, q0_squared, unused) * slope[1] +
				coefficient(s, in, row, east, q0_squared, unused) * slope[3];

			out[at] = (float)((double)in[at] + (double)lambda / 4 * divergence);
		}
}

/* A speckle is the difference of two numbers around 1, from sums of floats. */
static bool check_speckle(const struct srad1 *s, size_t iteration, const float *image,
			  struct error *err)
{
	double sum = 0, squares = 0, want, got = (double)s->speckles[iteration];

	for (size_t i = 0; i < s->pixels; i++) {
		sum += (double)image[i];
		squares += (double)image[i] * (double)image[i];
	}
	want = speckle(sum, squares, s->pixels);
	if (fabs(got - want) <= 1e-5)
		return true;
	return error_failed(err, "iteration %zu: buffers 'sums' and 'squares' make %.9g of %.9g",
			    iteration, got, want);
}

/* Each iteration adds rounding errors of pixels below e, made larger by the division by the
 * speckle. */
static bool verify(struct app *app, struct error *err)
{
	struct srad1 *s = app->state;
	float *want = xcalloc(s->pixels, sizeof(*want)),
	      *other = xcalloc(s->pixels, sizeof(*other));
	bool good = true;

	for (size_t i = 0; i < s->pixels; i++)
		want[i] = (float)exp((double)s->input[i] / 255);
	for (size_t i = 0; i < s->iterations && good; i++) {
		float *old = want;

		good = check_speckle(s, i, want, err);
		reference(s, old, (double)s->speckles[i], other);
		want = other;
		other = old;
	}
	for (size_t i = 0; i < s->pixels; i++)
		want[i] = (float)(255 * log((double)want[i]));
	good = good && check_f32(s->image, want, s->pixels,
				 64 * 0x1p-24 * (double)(s->iterations + 1), 255, err);
	free(want);
	free(other);
	return good;
}

static void teardown(struct app *app)
{
	struct srad1 *s = app->state;

	free(s->input);
	free(s->speckles);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "SRAD", .class = "high L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_srad1 = {
	.name = "srad1",
	.suite = "Rodinia",
	.summary = "speckle reducing anisotropic diffusion of an image, with sums over all of it",
	.params = params,
	.uses = uses,
	.extent = {{329344, 7, 4096}, {7364992, 12, 4096}, {7364992, 102, 4096}},
	.rounding = {.tolerance = 1e-5, .floor = 255},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
