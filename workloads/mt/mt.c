/*
 * MatrixTranspose of the AMD APP SDK: 4 x 4 elements per work-item, through LDS. 2048 x 2048, 32
 * MB, for both IISc 2022 (Table 3.2) and MGvm (Table II), whose artifact has workgroups of 4 x 4;
 * the SDK's are 16 x 16.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

struct mt {
	struct buffer *in, *out;
	size_t n, block;
	bool launched;
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns, a multiple of 4 x block; paper: 2 x 16 MB (MGvm, Table II)",
	 {384, 2048, 2048},
	 4,
	 16384},
	{"block", "edge of the square workgroup, work-items", {4, 4, 4}, 1, 16},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct mt *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	s->block = (size_t)app_param(app, "block");
	if (n % (4 * s->block))
		return error_set(err, "n=%zu is not a multiple of 4 x block = %zu", n,
				 4 * s->block);
	s->in = app_buffer(app, "in", n * n * sizeof(float));
	s->out = app_buffer(app, "out", n * n * sizeof(float));
	fill_f32_uniform(&app->rng, s->in->host, n * n, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct mt *s = app->state;
	uint32_t quads = (uint32_t)s->n / 4, block = (uint32_t)s->block;

	if (s->launched)
		return false;
	s->launched = true;
	launch_2d(l, "mt", quads, quads, block, block);
	launch_buffer(l, s->out);
	launch_buffer(l, s->in);
	launch_local(l, 16 * 4 * block * block);
	launch_u32(l, quads);
	launch_u32(l, quads / block);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct mt *s = app->state;
	const float *in = s->in->host;
	float *want = xcalloc(s->n, sizeof(*want));
	bool good = true;

	for (size_t y = 0; y < s->n && good; y++) {
		for (size_t x = 0; x < s->n; x++)
			want[x] = in[x * s->n + y];
		good = check_f32_from(s->out, y * s->n, want, s->n, 0, 0, err);
	}
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "l1",
	 .called = "MT",
	 .published = "32 MB",
	 .class = "replication sensitive",
	 .at_small = "block=16",
	 .at_paper = "block=16"},
	{.paper = "mgvm", .called = "MT", .published = "32 MB", .class = "NL"},
	{.paper = NULL},
};

const struct workload workload_mt = {
	.name = "mt",
	.suite = "AMD APP SDK",
	.summary = "transpose of a square matrix through LDS",
	.params = params,
	.uses = uses,
	.extent = {{1179648, 1, 1024}, {33554432, 1, 1024}, {33554432, 1, 1024}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
