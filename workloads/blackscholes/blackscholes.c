/*
 * BlackScholes of the CUDA SDK: call and put prices of European options in five separate arrays,
 * work-items striding over the options. paper is the SDK's, 76 MB; MASK's simulator ships half as
 * much.
 */
#include <math.h>
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 128 };

static const float interest = 0.02F, volatility = 0.30F;

struct blackscholes {
	struct buffer *price, *strike, *years, *call, *put;
	size_t n, groups;
	int64_t passes_left;
};

static const struct workload_param params[] = {
	{"options", "options, 20 bytes each", {16384, 1000000, 4000000}, 1, 268435456},
	{"groups", "workgroups of 128", {128, 480, 480}, 1, 65536},
	{"passes", "launches; the SDK has 512", {1, 1, 1}, 1, 100000},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct blackscholes *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->n = (size_t)app_param(app, "options");
	s->groups = (size_t)app_param(app, "groups");
	s->passes_left = app_param(app, "passes");
	s->call = app_buffer(app, "call", s->n * sizeof(float));
	s->put = app_buffer(app, "put", s->n * sizeof(float));
	s->price = app_buffer(app, "price", s->n * sizeof(float));
	s->strike = app_buffer(app, "strike", s->n * sizeof(float));
	s->years = app_buffer(app, "years", s->n * sizeof(float));
	fill_f32_uniform(&app->rng, s->price->host, s->n, 5, 30);
	fill_f32_uniform(&app->rng, s->strike->host, s->n, 1, 100);
	fill_f32_uniform(&app->rng, s->years->host, s->n, 0.25F, 10);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct blackscholes *s = app->state;

	if (!s->passes_left--)
		return false;
	launch_1d(l, "blackscholes", (uint32_t)s->groups * WORKGROUP, WORKGROUP);
	launch_buffer(l, s->call);
	launch_buffer(l, s->put);
	launch_buffer(l, s->price);
	launch_buffer(l, s->strike);
	launch_buffer(l, s->years);
	launch_f32(l, interest);
	launch_f32(l, volatility);
	launch_i32(l, (int32_t)s->n);
	return true;
}

/*
 * With the exact distribution function. The kernel's polynomial is wrong by up to 7.5e-8 and its
 * floats by a few 2^-24, both of amounts up to the largest strike.
 */
static bool verify(struct app *app, struct error *err)
{
	struct blackscholes *s = app->state;
	const float *price = s->price->host, *strike = s->strike->host, *years = s->years->host;
	float *call = xcalloc(s->n, sizeof(*call)), *put = xcalloc(s->n, sizeof(*put));
	double r = (double)interest, v = (double)volatility;

	for (size_t i = 0; i < s->n; i++) {
		double now = (double)price[i], t = (double)years[i], deviation = v * sqrt(t);
		double d1 = (log(now / (double)strike[i]) + (r + v * v / 2) * t) / deviation;
		double n1 = erfc(-d1 * M_SQRT1_2) / 2, n2 = erfc((deviation - d1) * M_SQRT1_2) / 2;
		double later = (double)strike[i] * exp(-r * t);

		call[i] = (float)(now * n1 - later * n2);
		put[i] = (float)(later * (1 - n2) - now * (1 - n1));
	}

	bool good = check_f32(s->call, call, s->n, 1e-6, 100, err) &&
		    check_f32(s->put, put, s->n, 1e-6, 100, err);

	free(call);
	free(put);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask",
	 .called = "BLK",
	 .class = "high L1, high L2",
	 .at_paper = "options=2000000"},
	{.paper = NULL},
};

const struct workload workload_blackscholes = {
	.name = "blackscholes",
	.suite = "CUDA SDK",
	.summary = "prices of European options",
	.params = params,
	.uses = uses,
	.extent = {{327680, 1, 0}, {20000000, 1, 0}, {80000000, 1, 0}},
	.rounding = {.tolerance = 1e-6, .floor = 100},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
