/* Matrix multiplication after the AMD APP SDK: 4 x 4 tiles per work-item, rows of A in LDS. */
#include <stdlib.h>

#include "driver/workload.h"

struct mm {
	struct buffer *a, *b, *c;
	size_t n, block;
	bool launched;
};

static const struct workload_param params[] = {
	{"n",
	 "rows and columns, a multiple of 4 x block; paper: 3 x 19 MB, near the 58 MB of IISc 2022",
	 {128, 1024, 2240},
	 4,
	 16384},
	{"block",
	 "edge of the square workgroup, work-items: 4, 8 (as the SDK) or 16",
	 {16, 16, 16},
	 1,
	 16},
	{.name = NULL},
};

/* Whole numbers so small that every sum is exact in a float: the check needs no tolerance. */
static void fill_small_integers(struct rng *rng, float *data, size_t count)
{
	for (size_t i = 0; i < count; i++)
		data[i] = (float)((int)(rng_u64(rng) >> 60) - 8);
}

static bool setup(struct app *app, struct error *err)
{
	struct mm *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	s->block = (size_t)app_param(app, "block");
	if (n % (4 * s->block))
		return error_set(err, "n=%zu is not a multiple of 4 x block = %zu", n,
				 4 * s->block);
	s->a = app_buffer(app, "A", n * n * sizeof(float));
	s->b = app_buffer(app, "B", n * n * sizeof(float));
	s->c = app_buffer(app, "C", n * n * sizeof(float));
	fill_small_integers(&app->rng, s->a->host, n * n);
	fill_small_integers(&app->rng, s->b->host, n * n);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct mm *s = app->state;
	uint32_t items = (uint32_t)s->n / 4, block = (uint32_t)s->block;

	if (s->launched)
		return false;
	s->launched = true;
	launch_2d(l, "mm", items, items, block, block);
	launch_buffer(l, s->a);
	launch_buffer(l, s->b);
	launch_buffer(l, s->c);
	launch_i32(l, (int32_t)s->n);
	launch_local(l, 16 * 4 * block * block);
	return true;
}

/* Which element of the row is wrong. */
static bool row_differs(const struct mm *s, size_t i, struct error *err)
{
	const float *a = s->a->host, *b = s->b->host, *c = s->c->host;
	size_t n = s->n;

	for (size_t j = 0; j < n; j++) {
		double want = 0;

		for (size_t k = 0; k < n; k++)
			want += (double)a[i * n + k] * (double)b[k * n + j];
		if ((double)c[i * n + j] != want)
			return error_failed(err, "buffer 'C': element %zu is %.9g, expected %.9g",
					    i * n + j, (double)c[i * n + j], want);
	}
	BUG("row %zu of C is right but its check sum is not", i);
}

/* A whole number of this size as 64 bits; anything else, which would be a wrong result, as a mark.
 */
static uint64_t as_integer(float value)
{
	return value >= -0x1p30f && value <= 0x1p30f && value == (float)(int32_t)value
		       ? (uint64_t)(int64_t)value
		       : UINT64_C(0x8000000000000001);
}

/*
 * C v = A (B v) for a random v, modulo 2^64 (Freivalds): each row of C is proven right but for a
 * chance in the order of 2^-32, in n^2 steps instead of n^3.
 */
static bool verify(struct app *app, struct error *err)
{
	struct mm *s = app->state;
	const float *a = s->a->host, *b = s->b->host, *c = s->c->host;
	size_t n = s->n;
	uint64_t *v = xcalloc(n, sizeof(*v)), *bv = xcalloc(n, sizeof(*bv));
	bool good = true;

	for (size_t i = 0; i < n; i++)
		v[i] = rng_u64(&app->rng);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			bv[i] += (uint64_t)(int64_t)b[i * n + j] * v[j];
	for (size_t i = 0; i < n && good; i++) {
		uint64_t got = 0, want = 0;

		for (size_t j = 0; j < n; j++) {
			got += as_integer(c[i * n + j]) * v[j];
			want += (uint64_t)(int64_t)a[i * n + j] * bv[j];
		}
		if (got != want)
			good = row_differs(s, i, err);
	}
	free(v);
	free(bv);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

const struct workload workload_mm = {
	.name = "mm",
	.suite = "AMD APP SDK",
	.summary = "matrix multiplication, tiled in LDS and registers",
	.params = params,
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
