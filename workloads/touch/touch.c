/*
 * One thread touches a word of every so many bytes of a buffer, one after the other: what a first
 * touch of managed memory costs, as it is measured on real GPUs.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

struct touch {
	struct buffer *data, *sum;
	bool launched;
};

static const struct workload_param params[] = {
	{"kbytes", "size of the buffer in KB", {1024, 16384, 65536}, 4, 16777216},
	{"stride",
	 "bytes from one touch to the next, a multiple of 4",
	 {4096, 4096, 65536},
	 4,
	 1073741824},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct touch *s = app->state = xcalloc(1, sizeof(*s));
	size_t words = (size_t)app_param(app, "kbytes") * 256;
	uint32_t *data;

	if (app_param(app, "stride") % 4)
		return error_set(err, "stride: expected a multiple of 4");
	s->data = app_buffer(app, "data", words * sizeof(uint32_t));
	s->sum = app_buffer(app, "sum", sizeof(uint32_t));
	data = (uint32_t *)(void *)s->data->host;
	for (size_t i = 0; i < words; i += (size_t)app_param(app, "stride") / 4)
		data[i] = (uint32_t)rng_below(&app->rng, 65536);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct touch *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_1d(l, "touch", 1, 1);
	launch_buffer(l, s->data);
	launch_buffer(l, s->sum);
	launch_i32(l, (int32_t)(s->data->bytes / 4));
	launch_i32(l, (int32_t)(app_param(app, "stride") / 4));
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct touch *s = app->state;
	const uint32_t *data = (const uint32_t *)(const void *)s->data->host;
	uint32_t want = 0, got = *(const uint32_t *)(const void *)s->sum->host;

	for (size_t i = 0; i < s->data->bytes / 4; i += (size_t)app_param(app, "stride") / 4)
		want += data[i];
	if (got == want)
		return true;
	return error_set(err, "sum: %u, expected %u", got, want);
}

static void teardown(struct app *app)
{
	free(app->state);
}

const struct workload workload_touch = {
	.name = "touch",
	.suite = "own",
	.summary = "one work-item touches a word of every so many bytes",
	.params = params,
	.extent = {{1048580, 1, 0}, {16777220, 1, 0}, {67108868, 1, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
