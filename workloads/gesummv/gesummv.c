/* GESUMMV of PolyBench/GPU: y = alpha A x + beta B x in one kernel. */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };
static const float alpha = 1.5f, beta = 0.75f;

struct gesummv {
	struct buffer *a, *b, *x, *y, *tmp;
	size_t n;
	bool launched;
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns of A and of B; paper: 2 x 64 MB of floats (SIMT-aware walks, Table II)",
	 {384, 1536, 4096},
	 1,
	 32768},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct gesummv *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	(void)err;
	s->a = app_buffer(app, "A", n * n * sizeof(float));
	s->b = app_buffer(app, "B", n * n * sizeof(float));
	s->x = app_buffer(app, "x", n * sizeof(float));
	s->y = app_buffer(app, "y", n * sizeof(float));
	s->tmp = app_buffer(app, "tmp", n * sizeof(float));
	fill_f32_uniform(&app->rng, s->a->host, n * n, 0, 1);
	fill_f32_uniform(&app->rng, s->b->host, n * n, 0, 1);
	fill_f32_uniform(&app->rng, s->x->host, n, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct gesummv *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_1d(l, "gesummv", launch_round_up(s->n, WORKGROUP), WORKGROUP);
	launch_buffer(l, s->a);
	launch_buffer(l, s->b);
	launch_buffer(l, s->x);
	launch_buffer(l, s->y);
	launch_buffer(l, s->tmp);
	launch_f32(l, alpha);
	launch_f32(l, beta);
	launch_i32(l, (int32_t)s->n);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct gesummv *s = app->state;
	size_t n = s->n;
	double *x = reference_widen(s->x->host, n);
	double *tmp = xcalloc(n, sizeof(*tmp));
	double *y = xcalloc(n, sizeof(*y));

	reference_matvec(s->a->host, n, n, x, tmp);
	reference_matvec(s->b->host, n, n, x, y);
	for (size_t i = 0; i < n; i++)
		y[i] = (double)alpha * tmp[i] + (double)beta * y[i];

	float *want_tmp = reference_narrow(tmp, n);
	float *want_y = reference_narrow(y, n);
	double tolerance = reference_sum_tolerance(n + 2);
	bool good = check_f32(s->tmp, want_tmp, n, tolerance, 0, err) &&
		    check_f32(s->y, want_y, n, tolerance, 0, err);

	free(x);
	free(tmp);
	free(y);
	free(want_tmp);
	free(want_y);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "reach", .called = "GEV", .class = "H"},
	{.paper = "walks", .called = "GEV", .published = "128.06 MB", .class = "irregular"},
	{.paper = NULL},
};

const struct workload workload_gesummv = {
	.name = "gesummv",
	.suite = "PolyBench/GPU",
	.summary = "scalar, vector and matrix products, y = alpha A x + beta B x",
	.params = params,
	.uses = uses,
	.extent = {{1184256, 1, 0}, {18892800, 1, 0}, {134266880, 1, 0}},
	.rounding = {.tolerance = 1e-5},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
