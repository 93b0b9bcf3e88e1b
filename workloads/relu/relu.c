/*
 * Forward pass of a rectifier layer after DNNMark, as MGPUSim has it: out = max(in, 0), one
 * work-item per element in workgroups of 64. IISc 2022: 128 MB.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 64 };

struct relu {
	struct buffer *in, *out;
	size_t n;
	bool launched;
};

static const struct workload_param params[] = {
	{"elements",
	 "floats; paper: 2 x 64 MB (IISc 2022, Table 3.2)",
	 {65536, 4194304, 16777216},
	 1,
	 1073741824},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct relu *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->n = (size_t)app_param(app, "elements");
	s->in = app_buffer(app, "in", s->n * sizeof(float));
	s->out = app_buffer(app, "out", s->n * sizeof(float));
	fill_f32_uniform(&app->rng, s->in->host, s->n, -1, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct relu *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_1d(l, "relu", launch_round_up(s->n, WORKGROUP), WORKGROUP);
	launch_i32(l, (int32_t)s->n);
	launch_buffer(l, s->in);
	launch_buffer(l, s->out);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct relu *s = app->state;
	const float *in = s->in->host;
	float *want = xcalloc(s->n, sizeof(*want));

	for (size_t i = 0; i < s->n; i++)
		want[i] = in[i] > 0 ? in[i] : 0;

	bool good = check_f32(s->out, want, s->n, 0, 0, err);

	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "l1",
	 .called = "RELU",
	 .published = "128 MB",
	 .class = "replication insensitive"},
	{.paper = NULL},
};

const struct workload workload_relu = {
	.name = "relu",
	.suite = "DNNMark",
	.summary = "rectified linear units, out = max(in, 0)",
	.params = params,
	.uses = uses,
	.extent = {{524288, 1, 0}, {33554432, 1, 0}, {134217728, 1, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
