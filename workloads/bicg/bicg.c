/* BICG of PolyBench/GPU: q = A p by rows, then s = A^T r by columns. */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };

struct bicg {
	struct buffer *a, *p, *q, *r, *s;
	size_t nx, ny;
	int step;
};

static const struct workload_param params[] = {
	{"nx",
	 "rows of A; paper: 8192 x 4096 floats, 128 MB (SIMT-aware walks, Table II); PolyBench's "
	 "default: 4096",
	 {512, 1536, 8192},
	 1,
	 32768},
	{"ny", "columns of A", {512, 1536, 4096}, 1, 32768},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct bicg *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->nx = (size_t)app_param(app, "nx");
	s->ny = (size_t)app_param(app, "ny");
	s->a = app_buffer(app, "A", s->nx * s->ny * sizeof(float));
	s->r = app_buffer(app, "r", s->nx * sizeof(float));
	s->s = app_buffer(app, "s", s->ny * sizeof(float));
	s->p = app_buffer(app, "p", s->ny * sizeof(float));
	s->q = app_buffer(app, "q", s->nx * sizeof(float));
	fill_f32_uniform(&app->rng, s->a->host, s->nx * s->ny, 0, 1);
	fill_f32_uniform(&app->rng, s->r->host, s->nx, 0, 1);
	fill_f32_uniform(&app->rng, s->p->host, s->ny, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct bicg *s = app->state;

	switch (s->step++) {
	case 0:
		launch_1d(l, "bicg_rows", launch_round_up(s->nx, WORKGROUP), WORKGROUP);
		launch_buffer(l, s->a);
		launch_buffer(l, s->p);
		launch_buffer(l, s->q);
		break;
	case 1:
		launch_1d(l, "bicg_columns", launch_round_up(s->ny, WORKGROUP), WORKGROUP);
		launch_buffer(l, s->a);
		launch_buffer(l, s->r);
		launch_buffer(l, s->s);
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
	struct bicg *st = app->state;
	double *p = reference_widen(st->p->host, st->ny);
	double *r = reference_widen(st->r->host, st->nx);
	double *q = xcalloc(st->nx, sizeof(*q));
	double *s = xcalloc(st->ny, sizeof(*s));

	reference_matvec(st->a->host, st->nx, st->ny, p, q);
	reference_matvec_transposed(st->a->host, st->nx, st->ny, r, s);

	float *want_q = reference_narrow(q, st->nx);
	float *want_s = reference_narrow(s, st->ny);
	bool good = check_f32(st->q, want_q, st->nx, reference_sum_tolerance(st->ny), 0, err) &&
		    check_f32(st->s, want_s, st->ny, reference_sum_tolerance(st->nx), 0, err);

	free(p);
	free(r);
	free(q);
	free(s);
	free(want_q);
	free(want_s);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "reach", .called = "BICG", .class = "H", .at_paper = "nx=4096"},
	{.paper = "l1",
	 .called = "BICG",
	 .published = "9 MB",
	 .class = "replication sensitive",
	 .at_paper = "nx=1536,ny=1536"},
	{.paper = "walks", .called = "BCG", .published = "128.11 MB", .class = "irregular"},
	{.paper = NULL},
};

const struct workload workload_bicg = {
	.name = "bicg",
	.suite = "PolyBench/GPU",
	.summary = "the two products of a BiCG step, q = A p and s = A^T r",
	.params = params,
	.uses = uses,
	.extent = {{1056768, 2, 0}, {9461760, 2, 0}, {134316032, 2, 0}},
	.rounding = {.tolerance = 1e-5},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
