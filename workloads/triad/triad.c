/*
 * Triad of SHOC: c = a + s b of two vectors that come from the host block by block, first in small
 * blocks, then in blocks of twice the size, up to the vectors as a whole. Blocks take turns in two
 * sets of buffers, so that one could be copied while the other is computed. MASK calls it TRD;
 * paper is what its simulator ships, 16 MB, but once instead of ten times.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 128, FLOATS_PER_KB = 1024 / sizeof(float) };

static const float scalar = 1.75f;

struct set {
	struct buffer *a, *b, *c;
};

struct triad {
	struct set sets[2];
	float *vector; /* the host's: a and b are both made of it */
	size_t total, smallest;
	size_t block, at; /* of the launch that comes next */
	int64_t passes_left;
	const struct set *launched; /* NULL: none yet */
	const float *launched_from;
	size_t launched_block;
	struct error wrong; /* the first block that went wrong */
};

static const struct workload_param params[] = {
	{"kilobytes", "of each vector: block times a power of two", {256, 4096, 16384}, 1, 1048576},
	{"block", "kilobytes of the smallest block", {64, 64, 64}, 1, 1048576},
	{"passes", "times all sizes of blocks are gone through; SHOC 10", {1, 1, 1}, 1, 100000},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct triad *s = app->state = xcalloc(1, sizeof(*s));
	int64_t kilobytes = app_param(app, "kilobytes"), block = app_param(app, "block");

	if (kilobytes % block || (kilobytes / block & (kilobytes / block - 1)))
		return error_set(err, "kilobytes=%lld is not block=%lld times a power of two",
				 (long long)kilobytes, (long long)block);
	s->total = (size_t)kilobytes * FLOATS_PER_KB;
	s->block = s->smallest = (size_t)block * FLOATS_PER_KB;
	s->passes_left = app_param(app, "passes");
	for (int i = 0; i < 2; i++) {
		static const char *const names[2][3] = {{"a0", "b0", "c0"}, {"a1", "b1", "c1"}};
		struct set *set = &s->sets[i];

		set->a = app_buffer(app, names[i][0], s->total * sizeof(float));
		set->b = app_buffer(app, names[i][1], s->total * sizeof(float));
		set->c = app_buffer(app, names[i][2], s->total * sizeof(float));
	}
	s->vector = xcalloc(s->total, sizeof(float));
	fill_f32_uniform(&app->rng, s->vector, s->total, 0, 10);
	return true;
}

static bool check_block(const struct triad *s, struct error *err)
{
	float *want = xcalloc(s->launched_block, sizeof(*want));

	for (size_t i = 0; i < s->launched_block; i++) {
		double x = (double)s->launched_from[i];

		want[i] = (float)(x + (double)scalar * x);
	}

	bool good = check_f32(s->launched->c, want, s->launched_block, 0x1p-22, 0, err);

	free(want);
	return good || error_prefix(err, "block at %zu of %zu floats",
				    (size_t)(s->launched_from - s->vector), s->launched_block);
}

/* The next block: of the same size, of twice the size, or the first of another pass. */
static void advance(struct triad *s)
{
	s->at += s->block;
	if (s->at < s->total)
		return;
	s->at = 0;
	s->block *= 2;
	if (s->block <= s->total)
		return;
	s->block = s->smallest;
	s->passes_left--;
}

static bool next(struct app *app, struct launch *l)
{
	struct triad *s = app->state;

	if (s->launched && !check_block(s, &s->wrong))
		return false;
	if (!s->passes_left)
		return false;
	s->launched = &s->sets[s->at / s->block % 2];
	s->launched_from = s->vector + s->at;
	s->launched_block = s->block;
	memcpy(s->launched->a->host, s->launched_from, s->block * sizeof(float));
	memcpy(s->launched->b->host, s->launched_from, s->block * sizeof(float));
	launch_1d(l, "triad", (uint32_t)s->block, WORKGROUP);
	launch_buffer(l, s->launched->a);
	launch_buffer(l, s->launched->b);
	launch_buffer(l, s->launched->c);
	launch_f32(l, scalar);
	advance(s);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	const struct triad *s = app->state;

	return check_earlier(&s->wrong, err);
}

static void teardown(struct app *app)
{
	struct triad *s = app->state;

	free(s->vector);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "TRD", .class = "high L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_triad = {
	.name = "triad",
	.suite = "SHOC",
	.summary = "a + s b of vectors that come in blocks of many sizes",
	.params = params,
	.uses = uses,
	.extent = {{1572864, 7, 0}, {25165824, 127, 0}, {100663296, 511, 0}},
	.rounding = {.tolerance = 1e-6},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
