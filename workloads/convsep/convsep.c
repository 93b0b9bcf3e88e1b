/*
 * Separable convolution of the CUDA SDK: 17 weights along rows (workgroups of 16 x 4), then along
 * columns (16 x 8), 8 pixels per work-item, tiles in LDS. MASK calls it CONS; paper is the SDK's
 * image of 3072 x 3072, of which MASK's simulator has half.
 */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { RADIUS = 8, TAPS = 2 * RADIUS + 1, RESULTS = 8 };
enum { ROWS_WIDTH = 16, ROWS_HEIGHT = 4, COLUMNS_WIDTH = 16, COLUMNS_HEIGHT = 8 };

struct convsep {
	struct buffer *in, *middle, *out, *filter;
	size_t width, height;
	int64_t launches_left;
};

static const struct workload_param params[] = {
	{"width",
	 "columns of the image, a multiple of 128; paper: 3 x 36 MB as in the SDK",
	 {128, 896, 3072},
	 128,
	 16384},
	{"height", "rows of the image, a multiple of 64", {128, 896, 3072}, 64, 16384},
	{"iterations", "times it all runs; the SDK does 17", {1, 1, 1}, 1, 1000},
	{.name = NULL},
};

/* Whole numbers so small that all sums are exact in a float. */
static bool setup(struct app *app, struct error *err)
{
	struct convsep *s = app->state = xcalloc(1, sizeof(*s));

	s->width = (size_t)app_param(app, "width");
	s->height = (size_t)app_param(app, "height");
	s->launches_left = 2 * app_param(app, "iterations");
	if (s->width % (RESULTS * ROWS_WIDTH))
		return error_set(err, "width=%zu is not a multiple of %d", s->width,
				 RESULTS * ROWS_WIDTH);
	if (s->height % (RESULTS * COLUMNS_HEIGHT))
		return error_set(err, "height=%zu is not a multiple of %d", s->height,
				 RESULTS * COLUMNS_HEIGHT);

	size_t pixels = s->width * s->height;

	s->in = app_buffer(app, "in", pixels * sizeof(float));
	s->middle = app_buffer(app, "middle", pixels * sizeof(float));
	s->out = app_buffer(app, "out", pixels * sizeof(float));
	s->filter = app_buffer(app, "filter", TAPS * sizeof(float));
	reference_fill_integers(&app->rng, s->in->host, pixels);
	reference_fill_integers(&app->rng, s->filter->host, TAPS);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct convsep *s = app->state;
	uint32_t width = (uint32_t)s->width, height = (uint32_t)s->height;

	if (!s->launches_left)
		return false;
	if (s->launches_left-- % 2 == 0) {
		launch_2d(l, "convsep_rows", width / RESULTS, height, ROWS_WIDTH, ROWS_HEIGHT);
		launch_buffer(l, s->in);
		launch_buffer(l, s->middle);
		launch_buffer(l, s->filter);
		launch_u32(l, width);
	} else {
		launch_2d(l, "convsep_columns", width, height / RESULTS, COLUMNS_WIDTH,
			  COLUMNS_HEIGHT);
		launch_buffer(l, s->middle);
		launch_buffer(l, s->out);
		launch_buffer(l, s->filter);
		launch_u32(l, width);
		launch_u32(l, height);
	}
	return true;
}

static void reference_rows(const struct convsep *s, size_t y, float *want)
{
	const float *filter = s->filter->host, *row = (const float *)s->in->host + y * s->width;

	for (size_t x = 0; x < s->width; x++) {
		float sum = 0;

		for (size_t k = 0; k < TAPS; k++) /* neighbour x + k - RADIUS */
			if (x + k >= RADIUS && x + k < s->width + RADIUS)
				sum += filter[2 * RADIUS - k] * row[x + k - RADIUS];
		want[x] = sum;
	}
}

static void reference_columns(const struct convsep *s, size_t y, float *want)
{
	const float *filter = s->filter->host, *middle = s->middle->host;

	for (size_t x = 0; x < s->width; x++)
		want[x] = 0;
	for (size_t k = 0; k < TAPS; k++) { /* row y + k - RADIUS */
		if (y + k < RADIUS || y + k >= s->height + RADIUS)
			continue;
		for (size_t x = 0; x < s->width; x++)
			want[x] += filter[2 * RADIUS - k] * middle[(y + k - RADIUS) * s->width + x];
	}
}

/* The second pass starts from the result of the first once that is known to be right. */
static bool verify(struct app *app, struct error *err)
{
	struct convsep *s = app->state;
	float *want = xcalloc(s->width, sizeof(*want));
	bool good = true;

	for (size_t y = 0; y < s->height && good; y++) {
		reference_rows(s, y, want);
		good = check_f32_from(s->middle, y * s->width, want, s->width, 0, 0, err);
	}
	for (size_t y = 0; y < s->height && good; y++) {
		reference_columns(s, y, want);
		good = check_f32_from(s->out, y * s->width, want, s->width, 0, 0, err);
	}
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask",
	 .called = "CONS",
	 .class = "high L1, high L2",
	 .at_paper = "height=1536,iterations=10"},
	{.paper = NULL},
};

const struct workload workload_convsep = {
	.name = "convsep",
	.suite = "CUDA SDK",
	.summary = "separable convolution, rows then columns, tiles in LDS",
	.params = params,
	.uses = uses,
	.extent = {{196676, 2, 5184}, {9633860, 2, 5184}, {113246276, 2, 5184}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
