/* ATAX of PolyBench/GPU: y = A^T (A x), a kernel over rows, then one over columns. */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };

struct atax {
	struct buffer *a, *x, *y, *tmp;
	size_t nx, ny;
	int step;
};

static const struct workload_param params[] = {
	{"nx",
	 "rows of A; paper: 4096 x 4096 floats, 64 MB (SIMT-aware walks, Table II); small: 9 MB",
	 {512, 1536, 4096},
	 1,
	 32768},
	{"ny", "columns of A", {512, 1536, 4096}, 1, 32768},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct atax *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->nx = (size_t)app_param(app, "nx");
	s->ny = (size_t)app_param(app, "ny");
	s->a = app_buffer(app, "A", s->nx * s->ny * sizeof(float));
	s->x = app_buffer(app, "x", s->ny * sizeof(float));
	s->y = app_buffer(app, "y", s->ny * sizeof(float));
	s->tmp = app_buffer(app, "tmp", s->nx * sizeof(float));
	fill_f32_uniform(&app->rng, s->a->host, s->nx * s->ny, 0, 1);
	fill_f32_uniform(&app->rng, s->x->host, s->ny, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct atax *s = app->state;

	switch (s->step++) {
	case 0:
		launch_1d(l, "atax_rows", launch_round_up(s->nx, WORKGROUP), WORKGROUP);
		launch_buffer(l, s->a);
		launch_buffer(l, s->x);
		launch_buffer(l, s->tmp);
		break;
	case 1:
		launch_1d(l, "atax_columns", launch_round_up(s->ny, WORKGROUP), WORKGROUP);
		launch_buffer(l, s->a);
		launch_buffer(l, s->y);
		launch_buffer(l, s->tmp);
		break;
	default:
		return false;
	}
	launch_i32(l, (int32_t)s->nx);
	launch_i32(l, (int32_t)s->ny);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct atax *s = app->state;
	double *x = reference_widen(s->x->host, s->ny);
	double *tmp = xcalloc(s->nx, sizeof(*tmp));
	double *y = xcalloc(s->ny, sizeof(*y));

	reference_matvec(s->a->host, s->nx, s->ny, x, tmp);
	reference_matvec_transposed(s->a->host, s->nx, s->ny, tmp, y);

	float *want_tmp = reference_narrow(tmp, s->nx);
	float *want_y = reference_narrow(y, s->ny);
	bool good = check_f32(s->tmp, want_tmp, s->nx, reference_sum_tolerance(s->ny), 0, err) &&
		    check_f32(s->y, want_y, s->ny, reference_sum_tolerance(s->nx + s->ny), 0, err);

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
	{.paper = "reach", .called = "ATAX", .class = "H"},
	{.paper = "l1",
	 .called = "ATAX",
	 .published = "9 MB",
	 .class = "replication sensitive",
	 .at_paper = "nx=1536,ny=1536"},
	{.paper = "walks", .called = "ATX", .published = "64.06 MB", .class = "irregular"},
	{.paper = NULL},
};

const struct workload workload_atax = {
	.name = "atax",
	.suite = "PolyBench/GPU",
	.summary = "matrix transpose and vector product, y = A^T (A x)",
	.params = params,
	.uses = uses,
	.extent = {{1054720, 2, 0}, {9455616, 2, 0}, {67158016, 2, 0}},
	.rounding = {.tolerance = 1e-5},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
