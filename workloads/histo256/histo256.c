/*
 * histogram256 of the CUDA SDK: a histogram of bytes, counted in LDS. Not histo, Parboil's, which
 * has millions of bins. MASK calls it HISTO; paper is what its simulator ships, an image of 1920 x
 * 1080 with four bytes a pixel. There, as GPUs had no atomics in LDS, a counter that several lanes
 * want is written until each has had its turn.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { BINS = 256, WORKGROUP = 192, MERGE_WORKGROUP = 256 };

struct histo256 {
	struct buffer *data, *partial, *histogram;
	size_t bytes, groups;
	int step;
};

static const struct workload_param params[] = {
	{"bytes",
	 "to count, a multiple of 4; paper: 1920 x 1080 x 4",
	 {262144, 8294400, 8294400},
	 4,
	 INT64_C(4294967292)},
	{"groups", "workgroups of 192", {24, 240, 240}, 1, 65536},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct histo256 *s = app->state = xcalloc(1, sizeof(*s));

	s->bytes = (size_t)app_param(app, "bytes");
	s->groups = (size_t)app_param(app, "groups");
	if (s->bytes % 4)
		return error_set(err, "bytes=%zu is not a multiple of 4", s->bytes);
	s->data = app_buffer(app, "data", s->bytes);
	s->partial = app_buffer(app, "partial", s->groups * BINS * sizeof(uint32_t));
	s->histogram = app_buffer(app, "histogram", BINS * sizeof(uint32_t));

	uint8_t *data = s->data->host;

	for (size_t i = 0; i < s->bytes; i++)
		data[i] = (uint8_t)(rng_u64(&app->rng) >> 56);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct histo256 *s = app->state;

	switch (s->step++) {
	case 0:
		launch_1d(l, "histo256_count", (uint32_t)s->groups * WORKGROUP, WORKGROUP);
		launch_buffer(l, s->data);
		launch_u32(l, (uint32_t)(s->bytes / 4));
		launch_buffer(l, s->partial);
		return true;
	case 1:
		launch_1d(l, "histo256_merge", BINS * MERGE_WORKGROUP, MERGE_WORKGROUP);
		launch_buffer(l, s->partial);
		launch_u32(l, (uint32_t)s->groups);
		launch_buffer(l, s->histogram);
		return true;
	default:
		return false;
	}
}

static bool verify(struct app *app, struct error *err)
{
	struct histo256 *s = app->state;
	const uint8_t *data = s->data->host;
	uint32_t want[BINS] = {0};

	for (size_t i = 0; i < s->bytes; i++)
		want[data[i]]++;
	return check_u32(s->histogram, want, BINS, err);
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "HISTO", .class = "low L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_histo256 = {
	.name = "histo256",
	.suite = "CUDA SDK",
	.summary = "histogram of bytes, in LDS and then of all workgroups",
	.params = params,
	.uses = uses,
	.extent = {{287744, 2, 6144}, {8541184, 2, 6144}, {8541184, 2, 6144}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
