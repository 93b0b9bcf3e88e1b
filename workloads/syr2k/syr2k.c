/*
 * SYR2K of PolyBench/GPU: C = alpha (A B^T + B A^T) + beta C, one work-item per element of C,
 * workgroups of 32 x 8. MGvm's artifact runs 1024 x 1024 (Table II says 16 MB; the three matrices
 * have 12) up to 30 M wavefront instructions.
 */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { WIDTH = 32, HEIGHT = 8 };

/* Whole numbers, as the matrices: every sum is exact. */
enum { ALPHA = 3, BETA = -2 };

struct syr2k {
	struct buffer *a, *b, *c;
	uint64_t *v, *beta_c_v; /* a random vector, and beta C v of the C that goes in */
	size_t n;
	bool launched;
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns of A, B and C; paper: 3 x 4 MB, as the artifact of MGvm",
	 {56, 192, 1024},
	 1,
	 16384},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct syr2k *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	(void)err;
	s->a = app_buffer(app, "A", n * n * sizeof(float));
	s->b = app_buffer(app, "B", n * n * sizeof(float));
	s->c = app_buffer(app, "C", n * n * sizeof(float));
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
	struct syr2k *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_2d(l, "syr2k", launch_round_up(s->n, WIDTH), launch_round_up(s->n, HEIGHT), WIDTH,
		  HEIGHT);
	launch_buffer(l, s->a);
	launch_buffer(l, s->b);
	launch_buffer(l, s->c);
	launch_f32(l, ALPHA);
	launch_f32(l, BETA);
	launch_i32(l, (int32_t)s->n);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct syr2k *s = app->state;
	size_t n = s->n;
	uint64_t *av = xcalloc(n, sizeof(*av)), *bv = xcalloc(n, sizeof(*bv));
	uint64_t *want = xcalloc(n, sizeof(*want));

	reference_matvec_integer_transposed(s->a->host, n, n, 1, s->v, av);
	reference_matvec_integer_transposed(s->b->host, n, n, 1, s->v, bv);
	reference_matvec_integer(s->a->host, n, n, ALPHA, bv, want);
	reference_matvec_integer(s->b->host, n, n, ALPHA, av, want);
	for (size_t i = 0; i < n; i++)
		want[i] += s->beta_c_v[i];

	size_t wrong = reference_wrong_row(s->c->host, n, n, s->v, want);

	free(av);
	free(bv);
	free(want);
	return wrong == n || error_failed(err, "buffer 'C': row %zu is wrong", wrong);
}

static void teardown(struct app *app)
{
	struct syr2k *s = app->state;

	free(s->v);
	free(s->beta_c_v);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "mgvm",
	 .called = "SYR2",
	 .published = "16 MB",
	 .class = "RCL",
	 .at_small = "n=1024",
	 .at_tiny = ""},
	{.paper = NULL},
};

const struct workload workload_syr2k = {
	.name = "syr2k",
	.suite = "PolyBench/GPU",
	.summary = "symmetric rank-2k update, C = alpha (A B^T + B A^T) + beta C",
	.params = params,
	.uses = uses,
	.extent = {{37632, 1, 0}, {442368, 1, 0}, {12582912, 1, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
