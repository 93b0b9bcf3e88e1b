/* Matrix multiplication after the AMD APP SDK: 4 x 4 tiles per work-item, rows of A in LDS. */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

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
	reference_fill_integers(&app->rng, s->a->host, n * n);
	reference_fill_integers(&app->rng, s->b->host, n * n);
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

static bool verify(struct app *app, struct error *err)
{
	struct mm *s = app->state;
	size_t n = s->n;
	uint64_t *v = reference_random_vector(&app->rng, n);
	uint64_t *bv = xcalloc(n, sizeof(*bv)), *want = xcalloc(n, sizeof(*want));

	reference_matvec_integer(s->b->host, n, n, 1, v, bv);
	reference_matvec_integer(s->a->host, n, n, 1, bv, want);

	size_t wrong = reference_wrong_row(s->c->host, n, n, v, want);
	bool good = wrong == n || row_differs(s, wrong, err);

	free(v);
	free(bv);
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "l1", .called = "MM", .published = "58 MB", .class = "replication sensitive"},
	{.paper = NULL},
};

const struct workload workload_mm = {
	.name = "mm",
	.suite = "AMD APP SDK",
	.summary = "matrix multiplication, tiled in LDS and registers",
	.params = params,
	.uses = uses,
	.extent = {{196608, 1, 16384}, {12582912, 1, 16384}, {60211200, 1, 16384}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
