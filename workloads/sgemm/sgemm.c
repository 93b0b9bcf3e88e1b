/*
 * sgemm of Parboil: C = alpha A B + beta C with matrices stored by columns, tiles of 128 x 16 in
 * registers. MASK calls it MM; paper is Parboil's medium data set, 1024 x 992 by 992 x 1056, of
 * which its simulator ships the result.
 */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { WIDTH = 16, DEPTH = 8, HEIGHT = WIDTH * DEPTH };

struct sgemm {
	struct buffer *a, *b, *c;
	size_t m, n, k;
	bool launched;
};

static const struct workload_param params[] = {
	{"m", "rows of A and C, a multiple of 128", {256, 512, 1024}, HEIGHT, 16384},
	{"n", "columns of B and C, a multiple of 16", {128, 528, 1056}, WIDTH, 16384},
	{"k", "columns of A and rows of B, a multiple of 8", {96, 496, 992}, DEPTH, 16384},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct sgemm *s = app->state = xcalloc(1, sizeof(*s));
	size_t m = s->m = (size_t)app_param(app, "m");
	size_t n = s->n = (size_t)app_param(app, "n");
	size_t k = s->k = (size_t)app_param(app, "k");

	if (m % HEIGHT)
		return error_set(err, "m=%zu is not a multiple of %d", m, HEIGHT);
	if (n % WIDTH)
		return error_set(err, "n=%zu is not a multiple of %d", n, WIDTH);
	if (k % DEPTH)
		return error_set(err, "k=%zu is not a multiple of %d", k, DEPTH);
	s->a = app_buffer(app, "A", m * k * sizeof(float));
	s->b = app_buffer(app, "B", k * n * sizeof(float));
	s->c = app_buffer(app, "C", m * n * sizeof(float));
	reference_fill_integers(&app->rng, s->a->host, m * k);
	reference_fill_integers(&app->rng, s->b->host, k * n);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct sgemm *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_2d(l, "sgemm", (uint32_t)s->m / DEPTH, (uint32_t)s->n / WIDTH * DEPTH, WIDTH, DEPTH);
	launch_buffer(l, s->a);
	launch_i32(l, (int32_t)s->m);
	launch_buffer(l, s->b);
	launch_i32(l, (int32_t)s->n);
	launch_buffer(l, s->c);
	launch_i32(l, (int32_t)s->m);
	launch_i32(l, (int32_t)s->k);
	launch_f32(l, 1);
	launch_f32(l, 0);
	return true;
}

/* Which element of the column is wrong. */
static bool column_differs(const struct sgemm *s, size_t column, struct error *err)
{
	const float *a = s->a->host, *b = s->b->host;
	const float *c = (const float *)s->c->host + column * s->m;

	for (size_t row = 0; row < s->m; row++) {
		double want = 0;

		for (size_t i = 0; i < s->k; i++)
			want += (double)a[i * s->m + row] * (double)b[i * s->n + column];
		if ((double)c[row] != want)
			return error_failed(err, "buffer 'C': element %zu is %.9g, expected %.9g",
					    column * s->m + row, (double)c[row], want);
	}
	BUG("column %zu of C is right but its check sum is not", column);
}

/* By the columns of C, which lie in memory as the rows of its transpose: C^T v = B^T (A^T v). */
static bool verify(struct app *app, struct error *err)
{
	struct sgemm *s = app->state;
	uint64_t *v = reference_random_vector(&app->rng, s->m);
	uint64_t *av = xcalloc(s->k, sizeof(*av)), *want = xcalloc(s->n, sizeof(*want));

	reference_matvec_integer(s->a->host, s->k, s->m, 1, v, av);
	reference_matvec_integer_transposed(s->b->host, s->k, s->n, 1, av, want);

	size_t wrong = reference_wrong_row(s->c->host, s->n, s->m, v, want);
	bool good = wrong == s->n || column_differs(s, wrong, err);

	free(v);
	free(av);
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "MM", .class = "high L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_sgemm = {
	.name = "sgemm",
	.suite = "Parboil",
	.summary = "matrix multiplication by columns, tiles in registers, B in LDS",
	.params = params,
	.uses = uses,
	.extent = {{278528, 1, 512}, {3144704, 1, 512}, {12578816, 1, 512}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
