/*
 * LUD of Rodinia: LU decomposition in place by blocks of 16 x 16 in LDS, three kernels a step with
 * workgroups of 16, 32 and 16 x 16. 2048 x 2048 is the largest matrix that comes with Rodinia;
 * MASK's simulator ships 256 x 256.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { BLOCK = 16 };

/*
 * The matrix is made from its factors, L[i][j] = a[i] b[j] below a diagonal of ones and
 * U[i][j] = c[i] d[j] above a diagonal e[i], so that it takes n^2 steps and the result is known.
 * Solving with L multiplies an error by 1 - a[i] b[i] at each row i, with U by 1 - c[i] d[i] /
 * e[i]: with a and b of one sign, c and d too, and all of them below 1, errors do not grow.
 */
struct lud {
	struct buffer *m;
	float *a, *b, *c, *d, *e;
	size_t n, first; /* rows done */
	int kernel;      /* next one of this step: 0, 1, 2 */
};

static const struct workload_param params[] = {
	{"n", "rows and columns, a multiple of 16; paper: 16 MB", {112, 512, 2048}, 16, 16384},
	{.name = NULL},
};

/* From 0.5 to 1, with one random sign for x[i] and y[i]. */
static void fill_pair(struct rng *rng, float *x, float *y, size_t count)
{
	fill_f32_uniform(rng, x, count, 0.5f, 1);
	fill_f32_uniform(rng, y, count, 0.5f, 1);
	for (size_t i = 0; i < count; i++) {
		if (rng_u64(rng) >> 63) {
			x[i] = -x[i];
			y[i] = -y[i];
		}
	}
}

static void multiply_factors(const struct lud *s, float *m)
{
	double up_to_i = 0; /* sum of b[k] c[k] for k < i */

	for (size_t i = 0; i < s->n; i++) {
		double a = (double)s->a[i], c = (double)s->c[i], up_to_j = 0;

		for (size_t j = 0; j < i; j++) {
			double b = (double)s->b[j], d = (double)s->d[j];

			m[i * s->n + j] = (float)(a * (d * up_to_j + b * (double)s->e[j]));
			up_to_j += b * (double)s->c[j];
		}
		m[i * s->n + i] = (float)(a * (double)s->d[i] * up_to_i + (double)s->e[i]);
		for (size_t j = i + 1; j < s->n; j++)
			m[i * s->n + j] = (float)((double)s->d[j] * (a * up_to_i + c));
		up_to_i += (double)s->b[i] * c;
	}
}

static bool setup(struct app *app, struct error *err)
{
	struct lud *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	if (n % BLOCK)
		return error_set(err, "n=%zu is not a multiple of %d", n, BLOCK);
	s->m = app_buffer(app, "m", n * n * sizeof(float));
	s->a = xcalloc(5 * n, sizeof(*s->a));
	s->b = s->a + n;
	s->c = s->b + n;
	s->d = s->c + n;
	s->e = s->d + n;
	fill_pair(&app->rng, s->a, s->b, n);
	fill_pair(&app->rng, s->c, s->d, n);
	fill_f32_uniform(&app->rng, s->e, n, 1, 2);
	multiply_factors(s, s->m->host);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct lud *s = app->state;
	uint32_t rest;

	if (s->first >= s->n)
		return false;
	rest = (uint32_t)(s->n - s->first) / BLOCK - 1; /* blocks after this one */
	switch (s->kernel) {
	case 0:
		launch_1d(l, "lud_diagonal", BLOCK, BLOCK);
		break;
	case 1:
		launch_1d(l, "lud_perimeter", 2 * BLOCK * rest, 2 * BLOCK);
		break;
	default:
		launch_2d(l, "lud_internal", BLOCK * rest, BLOCK * rest, BLOCK, BLOCK);
	}
	launch_buffer(l, s->m);
	launch_i32(l, (int32_t)s->n);
	launch_i32(l, (int32_t)s->first);
	s->kernel = rest ? (s->kernel + 1) % 3 : 0;
	if (s->kernel == 0)
		s->first += BLOCK;
	return true;
}

/*
 * Entries of the matrix are in the order of the square root of n, and so is what is taken from them
 * step by step: at 2048 the largest error is near 2e-5, while a missing term would be 0.25 or more.
 */
static bool verify(struct app *app, struct error *err)
{
	struct lud *s = app->state;
	float *want = xcalloc(s->n, sizeof(*want));
	bool good = true;

	for (size_t i = 0; i < s->n && good; i++) {
		for (size_t j = 0; j < s->n; j++)
			want[j] = j < i ? s->a[i] * s->b[j] : j == i ? s->e[i] : s->c[i] * s->d[j];
		good = check_f32_from(s->m, i * s->n, want, s->n, 1e-3, 1, err);
	}
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	struct lud *s = app->state;

	free(s->a);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "LUD", .class = "low L1, low L2", .at_paper = "n=256"},
	{.paper = NULL},
};

const struct workload workload_lud = {
	.name = "lud",
	.suite = "Rodinia",
	.summary = "LU decomposition by blocks in LDS",
	.params = params,
	.uses = uses,
	.extent = {{50176, 19, 3072}, {1048576, 94, 3072}, {16777216, 382, 3072}},
	.rounding = {.tolerance = 1e-3, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
