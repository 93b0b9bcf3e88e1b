/*
 * Sums of absolute differences of Parboil: motion search over 33 x 33 positions for the 41 blocks
 * of each macroblock of 16 x 16 pixels. Three kernels: blocks of 4 x 4 (a workgroup of 61 each, 18
 * positions a work-item), from these up to 8 x 8, from those up to 16 x 16. MASK, which names no
 * size; paper is Parboil's default, 8.6 MB (its large one, 1920 x 1072, has 697 MB).
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum {
	REACH = 16,
	SPAN = 2 * REACH + 1,
	POSITIONS = SPAN * SPAN,
	PADDED = 1096,
	BLOCKS = 41,
	ITEMS = 61,
	CHECKED = 512, /* macroblocks; of larger images a random sample of so many */
};

struct sad {
	struct buffer *image, *other, *sums;
	size_t columns, rows; /* of macroblocks */
	int step;
};

static const struct workload_param params[] = {
	{"width", "of the images, a multiple of 16", {16, 96, 176}, 16, 4096},
	{"height", "of the images, a multiple of 16", {16, 80, 144}, 16, 4096},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct sad *s = app->state = xcalloc(1, sizeof(*s));
	size_t width = (size_t)app_param(app, "width"), height = (size_t)app_param(app, "height");
	size_t pixels = width * height;

	if (width % 16 || height % 16)
		return error_set(err, "%zu x %zu pixels are not whole macroblocks of 16 x 16",
				 width, height);
	s->columns = width / 16;
	s->rows = height / 16;
	if (s->columns * s->rows * BLOCKS * PADDED > INT32_MAX)
		return error_set(err, "the sums of %zu x %zu pixels do not fit in 31 bits", width,
				 height);
	s->image = app_buffer(app, "image", pixels * sizeof(uint16_t));
	s->other = app_buffer(app, "other", pixels * sizeof(uint16_t));
	s->sums =
		app_buffer(app, "sums", s->columns * s->rows * BLOCKS * PADDED * sizeof(uint16_t));

	uint16_t *image = s->image->host, *other = s->other->host;

	for (size_t i = 0; i < pixels; i++) {
		image[i] = (uint16_t)(rng_u64(&app->rng) >> 56);
		other[i] = (uint16_t)(rng_u64(&app->rng) >> 56);
	}
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct sad *s = app->state;
	uint32_t columns = (uint32_t)s->columns, rows = (uint32_t)s->rows;

	switch (s->step++) {
	case 0:
		launch_2d(l, "sad_4x4", 4 * columns * ITEMS, 4 * rows, ITEMS, 1);
		launch_buffer(l, s->sums);
		launch_buffer(l, s->image);
		break;
	case 1:
		launch_2d(l, "sad_8x8", columns * 32, rows * 4, 32, 4);
		launch_buffer(l, s->sums);
		break;
	case 2:
		launch_2d(l, "sad_16x16", columns * 32, rows, 32, 1);
		launch_buffer(l, s->sums);
		break;
	default:
		return false;
	}
	launch_u32(l, columns);
	launch_u32(l, rows);
	if (s->step == 1)
		launch_buffer(l, s->other);
	return true;
}

static size_t clamp(long at, size_t size)
{
	return at < 0 ? 0 : (size_t)at < size ? (size_t)at : size - 1;
}

/* What a block of that size differs by from the other image at one position. */
static unsigned difference(const struct sad *s, size_t left, size_t top, size_t width,
			   size_t height, size_t position)
{
	const uint16_t *image = s->image->host, *other = s->other->host;
	size_t pitch = 16 * s->columns;
	unsigned sum = 0;

	for (size_t y = top; y < top + height; y++) {
		size_t there = clamp((long)(y + position / SPAN) - REACH, 16 * s->rows) * pitch;

		for (size_t x = left; x < left + width; x++) {
			long column = (long)(x + position % SPAN) - REACH;

			sum += (unsigned)abs(image[y * pitch + x] -
					     other[there + clamp(column, pitch)]);
		}
	}
	return sum;
}

/* All blocks of all shapes, in the order of the buffer. */
static bool check_macroblock(const struct sad *s, size_t macroblock, struct error *err)
{
	static const struct {
		size_t first, height, width;
	} shapes[] = {{0, 16, 16}, {1, 8, 16}, {3, 16, 8}, {5, 8, 8},
		      {9, 4, 8},   {17, 8, 4}, {25, 4, 4}};
	const uint16_t *sums = s->sums->host;
	size_t left = macroblock % s->columns * 16, top = macroblock / s->columns * 16;

	for (size_t k = 0; k < sizeof(shapes) / sizeof(*shapes); k++) {
		size_t height = shapes[k].height, width = shapes[k].width;
		size_t per_row = 16 / width, blocks = per_row * (16 / height);
		size_t first = shapes[k].first * s->columns * s->rows + macroblock * blocks;

		for (size_t i = 0; i < blocks * POSITIONS; i++) {
			size_t block = i / POSITIONS, position = i % POSITIONS;
			size_t at = (first + block) * PADDED + position;
			unsigned want =
				difference(s, left + block % per_row * width,
					   top + block / per_row * height, width, height, position);

			if (sums[at] != want)
				return error_failed(err,
						    "buffer 'sums': element %zu is %d, expected %u",
						    at, sums[at], want);
		}
	}
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct sad *s = app->state;
	size_t macroblocks = s->columns * s->rows;
	bool good = true;

	if (macroblocks <= CHECKED)
		for (size_t i = 0; i < macroblocks && good; i++)
			good = check_macroblock(s, i, err);
	else
		for (size_t i = 0; i < CHECKED && good; i++)
			good = check_macroblock(s, rng_below(&app->rng, macroblocks), err);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "SAD", .class = "low L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_sad = {
	.name = "sad",
	.suite = "Parboil",
	.summary = "sums of absolute differences of image blocks, for motion search",
	.params = params,
	.uses = uses,
	.extent = {{90896, 3, 0}, {2726880, 3, 0}, {8998704, 3, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
