/*
 * SimpleConvolution of the AMD APP SDK (not separable): one work-item per pixel, workgroups of 64,
 * as many of them as the padded image has pixels. MGvm runs it at 8190 x 8190 with a mask of 3 x 3,
 * 512 MB.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 64, EDGE_MAX = 15 };

struct simpleconv {
	struct buffer *in, *mask, *out;
	size_t width, height, edge, padded_width, padded_height;
	bool launched;
};

static const struct workload_param params[] = {
	{"width",
	 "columns of the image; paper: 8190 x 8190, 2 x 256 MB (MGvm, Table II)",
	 {126, 1022, 8190},
	 1,
	 16384},
	{"height", "rows of the image", {94, 510, 8190}, 1, 16384},
	{"mask", "edge of the mask", {3, 3, 3}, 1, EDGE_MAX},
	{.name = NULL},
};

/* Weights in quarters from 0 to 3.75, pixels from 0 to 255: every sum is exact in a float. */
static bool setup(struct app *app, struct error *err)
{
	struct simpleconv *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->width = (size_t)app_param(app, "width");
	s->height = (size_t)app_param(app, "height");
	s->edge = (size_t)app_param(app, "mask");
	s->padded_width = s->width + s->edge - 1;
	s->padded_height = s->height + s->edge - 1;

	size_t padded = s->padded_width * s->padded_height, weights = s->edge * s->edge;

	s->in = app_buffer(app, "in", padded * sizeof(uint32_t));
	s->mask = app_buffer(app, "mask", weights * sizeof(float));
	s->out = app_buffer(app, "out", s->width * s->height * sizeof(uint32_t));
	for (size_t i = 0; i < padded; i++)
		((uint32_t *)s->in->host)[i] = (uint32_t)(rng_u64(&app->rng) >> 56);
	for (size_t i = 0; i < weights; i++)
		((float *)s->mask->host)[i] = (float)(rng_u64(&app->rng) >> 60) / 4;
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct simpleconv *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_1d(l, "simpleconv", launch_round_up(s->padded_width * s->padded_height, WORKGROUP),
		  WORKGROUP);
	launch_buffer(l, s->in);
	launch_buffer(l, s->mask);
	launch_buffer(l, s->out);
	launch_u32(l, (uint32_t)s->width);
	launch_u32(l, (uint32_t)s->height);
	launch_u32(l, (uint32_t)s->edge);
	launch_u32(l, (uint32_t)s->padded_width);
	return true;
}

/* In quarters: sums in whole numbers, and half a unit more before the rest is dropped. */
static void reference_row(const struct simpleconv *s, size_t y, uint32_t *want)
{
	const uint32_t *in = s->in->host;
	const float *mask = s->mask->host;
	uint32_t quarters[EDGE_MAX * EDGE_MAX] = {0};

	for (size_t i = 0; i < s->edge * s->edge; i++)
		quarters[i] = (uint32_t)(4 * mask[i]);
	for (size_t x = 0; x < s->width; x++) {
		uint32_t sum = 2;

		for (size_t j = 0; j < s->edge; j++)
			for (size_t i = 0; i < s->edge; i++)
				sum += quarters[j * s->edge + i] *
				       in[(y + j) * s->padded_width + x + i];
		want[x] = sum / 4;
	}
}

static bool verify(struct app *app, struct error *err)
{
	struct simpleconv *s = app->state;
	uint32_t *want = xcalloc(s->width, sizeof(*want));
	bool good = true;

	for (size_t y = 0; y < s->height && good; y++) {
		reference_row(s, y, want);
		good = check_u32_from(s->out, y * s->width, want, s->width, err);
	}
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mgvm",
	 .called = "SC",
	 .published = "512 MB",
	 .class = "NL",
	 .at_small = "width=2046,height=2046",
	 .at_tiny = ""},
	{.paper = NULL},
};

const struct workload workload_simpleconv = {
	.name = "simpleconv",
	.suite = "AMD APP SDK",
	.summary = "convolution of an image with a small mask",
	.params = params,
	.uses = uses,
	.extent = {{96564, 1, 0}, {4182068, 1, 0}, {536739892, 1, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
