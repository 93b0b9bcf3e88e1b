/* An array times 1.5, in place: one work-item per element, workgroups of 256. */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };

struct scale {
	struct buffer *data;
	float *before;
	size_t n;
	bool launched;
};

static const struct workload_param params[] = {
	{"n", "elements", {65536, 2097152, 16777216}, 1, 1073741824},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct scale *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->n = (size_t)app_param(app, "n");
	s->data = app_buffer(app, "data", s->n * sizeof(float));
	fill_f32_uniform(&app->rng, s->data->host, s->n, 0, 1);
	s->before = xmalloc(s->data->bytes);
	memcpy(s->before, s->data->host, s->data->bytes);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct scale *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_1d(l, "scale", launch_round_up(s->n, WORKGROUP), WORKGROUP);
	launch_buffer(l, s->data);
	launch_f32(l, 1.5f);
	launch_i32(l, (int32_t)s->n);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct scale *s = app->state;

	for (size_t i = 0; i < s->n; i++)
		s->before[i] *= 1.5f;
	return check_f32(s->data, s->before, s->n, 0, 0, err);
}

static void teardown(struct app *app)
{
	struct scale *s = app->state;

	free(s->before);
	free(s);
}

const struct workload workload_scale = {
	.name = "scale",
	.suite = "examples",
	.summary = "an array times a number",
	.params = params,
	.extent = {{262144, 1, 0}, {8388608, 1, 0}, {67108864, 1, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
