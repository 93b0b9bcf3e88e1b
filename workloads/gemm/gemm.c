/*
 * General matrix multiplication, one work-item per element of the result. As DNNMark's layers in
 * MGPUSim run it (IISc 2022, Table 3.2: 34 MB): 16 x 16 tiles of A and B in LDS, D = alpha A B +
 * beta C. With tiled=0 as in PolyBench/GPU: workgroups of 32 x 8, no LDS, C in place.
 */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { TILE = 16, WIDTH = 32, HEIGHT = 8 };

/* Whole numbers, as the matrices: every sum is exact. */
enum { ALPHA = 3, BETA = -2 };

struct gemm {
	struct buffer *a, *b, *c, *d;
	uint64_t *v, *beta_c_v; /* a random vector, and beta C v of the C that goes in */
	size_t n;
	bool tiled, launched;
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns; paper: 4 x 8.4 MB, as the 34 MB of IISc 2022; with tiled=0 n=1728",
	 {96, 384, 1488},
	 1,
	 16384},
	{"tiled", "1: tiles in LDS (DNNMark); 0: sums in memory (PolyBench)", {1, 1, 1}, 0, 1},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct gemm *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n"), bytes = n * n * sizeof(float);

	(void)err;
	s->tiled = app_param(app, "tiled");
	s->a = app_buffer(app, "A", bytes);
	s->b = app_buffer(app, "B", bytes);
	s->c = app_buffer(app, "C", bytes);
	if (s->tiled)
		s->d = app_buffer(app, "D", bytes);
	reference_fill_integers(&app->rng, s->a->host, n * n);
	reference_fill_integers(&app->rng, s->b->host, n * n);
	reference_fill_integers(&app->rng, s->c->host, n * n);
	s->v = reference_random_vector(&app->rng, n);
	s->beta_c_v = xcalloc(n, sizeof(*s->beta_c_v));
	reference_matvec_integer(s->c->host, n, n, BETA, s->v, s->beta_c_v);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct gemm *s = app->state;
	uint32_t width = s->tiled ? TILE : WIDTH, height = s->tiled ? TILE : HEIGHT;

	if (s->launched)
		return false;
	s->launched = true;
	launch_2d(l, s->tiled ? "gemm_tiled" : "gemm_in_place", launch_round_up(s->n, width),
		  launch_round_up(s->n, height), width, height);
	launch_buffer(l, s->a);
	launch_buffer(l, s->b);
	launch_buffer(l, s->c);
	if (s->tiled)
		launch_buffer(l, s->d);
	launch_f32(l, ALPHA);
	launch_f32(l, BETA);
	launch_i32(l, (int32_t)s->n);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct gemm *s = app->state;
	const struct buffer *result = s->tiled ? s->d : s->c;
	size_t n = s->n;
	uint64_t *bv = xcalloc(n, sizeof(*bv)), *want = xcalloc(n, sizeof(*want));

	reference_matvec_integer(s->b->host, n, n, 1, s->v, bv);
	reference_matvec_integer(s->a->host, n, n, ALPHA, bv, want);
	for (size_t i = 0; i < n; i++)
		want[i] += s->beta_c_v[i];

	size_t wrong = reference_wrong_row(result->host, n, n, s->v, want);

	free(bv);
	free(want);
	return wrong == n ||
	       error_failed(err, "buffer '%s': row %zu is wrong", result->name, wrong);
}

static void teardown(struct app *app)
{
	struct gemm *s = app->state;

	free(s->v);
	free(s->beta_c_v);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "l1", .called = "GEMM", .published = "34 MB", .class = "replication sensitive"},
	{.paper = NULL},
};

const struct workload workload_gemm = {
	.name = "gemm",
	.suite = "DNNMark, PolyBench/GPU",
	.summary = "general matrix multiplication, alpha A B + beta C",
	.params = params,
	.uses = uses,
	.extent = {{147456, 1, 2048}, {2359296, 1, 2048}, {35426304, 1, 2048}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
