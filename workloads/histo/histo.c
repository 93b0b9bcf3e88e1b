/*
 * Histogram of Parboil: counts up to 255 in millions of bins, most values near the middle. Four
 * kernels: the busy range of bins from a sample, a place for each value, counts in LDS with
 * workgroups per section of 24 K bins and part of the image, one histogram of all. paper has
 * Parboil's dimensions, 30 MB. MASK's HISTO is histo256.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum {
	SECTION = 24 * 1024,
	LINES = 16,    /* of the image, per workgroup of histo_places */
	SAMPLE = 4096, /* values for a workgroup of histo_range, of which it looks at 512 */
	RANGE_GROUPS = 64,
	MIDDLE_WORKGROUP = 512,
	COUNT_WORKGROUP = 768,
};

struct histo {
	struct buffer *image, *places, *range, *inside, *outside, *overflow, *histogram;
	size_t width, height, bins, groups;
	int64_t iterations;
	int step;
};

static const struct workload_param params[] = {
	{"width", "of the image, even", {256, 768, 996}, 2, 1024},
	{"height", "of the image, a multiple of 16", {96, 768, 1040}, 16, 1048576},
	{"bins",
	 "of the histogram, a multiple of 4; Parboil's has 256 x 8192",
	 {98304, 1048576, 2097152},
	 4,
	 256 * SECTION},
	{"groups", "parts of the image that are counted apart", {1, 14, 14}, 1, 1024},
	{"iterations", "times the whole is done; Parboil 20", {1, 1, 1}, 1, 100000},
	{.name = NULL},
};

/*
 * A bell around the middle bin as the sum of four uniform numbers, with a standard deviation of
 * bins / 111; one value in 64 is the middle bin itself, which so exceeds 255, one in 256 is
 * anywhere.
 */
static uint32_t draw(struct rng *rng, size_t bins)
{
	uint64_t kind = rng_u64(rng) >> 56, width = bins / 64 + 1, sum = 0;

	if (kind == 0)
		return (uint32_t)rng_below(rng, bins);
	if (kind <= 4)
		return (uint32_t)(bins / 2);
	for (int i = 0; i < 4; i++)
		sum += rng_below(rng, width);
	return (uint32_t)((bins / 2 + sum + bins - 2 * width) % bins);
}

static bool setup(struct app *app, struct error *err)
{
	struct histo *s = app->state = xcalloc(1, sizeof(*s));

	s->width = (size_t)app_param(app, "width");
	s->height = (size_t)app_param(app, "height");
	s->bins = (size_t)app_param(app, "bins");
	s->groups = (size_t)app_param(app, "groups");
	s->iterations = app_param(app, "iterations");

	size_t size = s->width * s->height;
	size_t room = (s->bins + SECTION - 1) / SECTION * SECTION; /* whole sections */

	if (s->width % 2)
		return error_set(err, "width=%zu is odd", s->width);
	if (s->height % LINES)
		return error_set(err, "height=%zu is not a multiple of %d", s->height, LINES);
	if (s->bins % 4)
		return error_set(err, "bins=%zu is not a multiple of 4", s->bins);
	if (size < SAMPLE)
		return error_set(err, "width x height = %zu is less than the sample of %d", size,
				 SAMPLE);
	s->image = app_buffer(app, "image", size * sizeof(uint32_t));
	s->range = app_buffer(app, "range", 2 * sizeof(uint32_t));
	s->places = app_buffer(app, "places", 4 * size);
	s->inside = app_buffer(app, "inside", room * sizeof(uint32_t));
	s->outside = app_buffer(app, "outside", room * sizeof(uint16_t));
	s->overflow = app_buffer(app, "overflow", room * sizeof(uint32_t));
	s->histogram = app_buffer(app, "histogram", room);

	uint32_t *image = s->image->host;

	for (size_t i = 0; i < size; i++)
		image[i] = draw(&app->rng, s->bins);
	return true;
}

static void launch_range(struct histo *s, struct launch *l)
{
	uint32_t *range = s->range->host;
	size_t size = s->width * s->height;
	size_t groups = size / SAMPLE < RANGE_GROUPS ? size / SAMPLE : RANGE_GROUPS;

	range[0] = INT32_MAX;
	range[1] = 0;
	memset(s->inside->host, 0, s->inside->bytes);
	launch_1d(l, "histo_range", (uint32_t)groups * MIDDLE_WORKGROUP, MIDDLE_WORKGROUP);
	launch_buffer(l, s->image);
	launch_u32(l, (uint32_t)size);
	launch_buffer(l, s->range);
}

static void launch_places(const struct histo *s, struct launch *l)
{
	launch_1d(l, "histo_places", (uint32_t)s->height / LINES * MIDDLE_WORKGROUP,
		  MIDDLE_WORKGROUP);
	launch_buffer(l, s->image);
	launch_u32(l, (uint32_t)s->width / 2);
	launch_buffer(l, s->places);
}

/* The range as the GPU found it, but no farther than the histogram goes. */
static void sections(const struct histo *s, uint32_t *first, uint32_t *last)
{
	const uint32_t *range = s->range->host;
	uint32_t end = (uint32_t)((s->bins - 1) / SECTION);

	*first = range[0] < end ? range[0] : end;
	*last = range[1] < end ? range[1] : end;
}

static void launch_count(const struct histo *s, struct launch *l)
{
	uint32_t first, last;

	sections(s, &first, &last);
	launch_2d(l, "histo_count", (uint32_t)s->groups * COUNT_WORKGROUP, last - first + 1,
		  COUNT_WORKGROUP, 1);
	launch_buffer(l, s->places);
	launch_u32(l, (uint32_t)(s->width * s->height));
	launch_u32(l, first);
	launch_u32(l, last);
	launch_buffer(l, s->inside);
	launch_buffer(l, s->outside);
	launch_buffer(l, s->overflow);
}

static void launch_finish(const struct histo *s, struct launch *l)
{
	uint32_t first, last;

	sections(s, &first, &last);
	launch_1d(l, "histo_finish", 3 * (uint32_t)s->groups * MIDDLE_WORKGROUP, MIDDLE_WORKGROUP);
	launch_u32(l, first);
	launch_u32(l, last);
	launch_u32(l, (uint32_t)s->bins);
	launch_buffer(l, s->inside);
	launch_buffer(l, s->outside);
	launch_buffer(l, s->overflow);
	launch_buffer(l, s->histogram);
}

static bool next(struct app *app, struct launch *l)
{
	struct histo *s = app->state;

	if (s->step == 4 * s->iterations)
		return false;
	switch (s->step++ % 4) {
	case 0:
		launch_range(s, l);
		break;
	case 1:
		launch_places(s, l);
		break;
	case 2:
		launch_count(s, l);
		break;
	default:
		launch_finish(s, l);
	}
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct histo *s = app->state;
	const uint32_t *image = s->image->host;
	const uint8_t *got = s->histogram->host;
	uint8_t *want = xcalloc(s->bins, 1);
	bool good = true;

	for (size_t i = 0; i < s->width * s->height; i++)
		want[image[i]] += want[image[i]] < 255;
	for (size_t i = 0; i < s->bins && good; i++)
		if (got[i] != want[i])
			good = error_failed(err,
					    "buffer 'histogram': element %zu is %d, expected %d", i,
					    got[i], want[i]);
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

const struct workload workload_histo = {
	.name = "histo",
	.suite = "Parboil",
	.summary = "histogram with many saturating bins, sections of it in LDS",
	.params = params,
	.extent = {{1277960, 4, 24576}, {16343048, 4, 24576}, {31535624, 4, 24576}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
