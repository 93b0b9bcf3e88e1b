/* MVT of PolyBench/GPU: x1 += A y1 by rows, then x2 += A^T y2 by columns. */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };

struct mvt {
	struct buffer *a, *x1, *x2, *y1, *y2;
	double *before1, *before2; /* what x1 and x2 held at the start */
	size_t n;
	int step;
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns of A; paper: 128 MB of floats as in SIMT-aware walks, Table II",
	 {512, 1536, 5792},
	 1,
	 32768},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct mvt *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	(void)err;
	s->a = app_buffer(app, "A", n * n * sizeof(float));
	s->x1 = app_buffer(app, "x1", n * sizeof(float));
	s->x2 = app_buffer(app, "x2", n * sizeof(float));
	s->y1 = app_buffer(app, "y1", n * sizeof(float));
	s->y2 = app_buffer(app, "y2", n * sizeof(float));
	fill_f32_uniform(&app->rng, s->a->host, n * n, 0, 1);
	fill_f32_uniform(&app->rng, s->x1->host, n, 0, 1);
	fill_f32_uniform(&app->rng, s->x2->host, n, 0, 1);
	fill_f32_uniform(&app->rng, s->y1->host, n, 0, 1);
	fill_f32_uniform(&app->rng, s->y2->host, n, 0, 1);
	s->before1 = reference_widen(s->x1->host, n);
	s->before2 = reference_widen(s->x2->host, n);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct mvt *s = app->state;
	int step = s->step++;

	if (step > 1)
		return false;
	launch_1d(l, step ? "mvt_columns" : "mvt_rows", launch_round_up(s->n, WORKGROUP),
		  WORKGROUP);
	launch_buffer(l, s->a);
	launch_buffer(l, step ? s->x2 : s->x1);
	launch_buffer(l, step ? s->y2 : s->y1);
	launch_i32(l, (int32_t)s->n);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct mvt *s = app->state;
	size_t n = s->n;
	double *y1 = reference_widen(s->y1->host, n);
	double *y2 = reference_widen(s->y2->host, n);

	reference_matvec(s->a->host, n, n, y1, s->before1);
	reference_matvec_transposed(s->a->host, n, n, y2, s->before2);

	float *want1 = reference_narrow(s->before1, n);
	float *want2 = reference_narrow(s->before2, n);
	double tolerance = reference_sum_tolerance(n + 1);
	bool good = check_f32(s->x1, want1, n, tolerance, 0, err) &&
		    check_f32(s->x2, want2, n, tolerance, 0, err);

	free(y1);
	free(y2);
	free(want1);
	free(want2);
	return good;
}

static void teardown(struct app *app)
{
	struct mvt *s = app->state;

	free(s->before1);
	free(s->before2);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "reach", .called = "MVT", .class = "H"},
	{.paper = "walks", .called = "MVT", .published = "128.14 MB", .class = "irregular"},
	{.paper = NULL},
};

const struct workload workload_mvt = {
	.name = "mvt",
	.suite = "PolyBench/GPU",
	.summary = "matrix vector product and transpose, x1 += A y1, x2 += A^T y2",
	.params = params,
	.uses = uses,
	.extent = {{1056768, 2, 0}, {9461760, 2, 0}, {134281728, 2, 0}},
	.rounding = {.tolerance = 1e-5},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
