/*
 * MVT of PolyBench/GPU: x1 += A y1 by rows, then x2 += A^T y2 by columns. paper is PolyBench's
 * default, 4096 x 4096 floats; the 128.14 MB of SIMT-aware walks are those of as many doubles.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };

struct mvt {
	struct buffer *a, *x1, *x2, *y1, *y2;
	double *before1, *before2; /* what x1 and x2 held at the start */
	size_t n;
	bool doubles;
	int step;
};

static const char *const types[] = {"float", "double", NULL};

static const struct workload_param params[] = {
	{"n", "rows and columns of A; paper: PolyBench's default", {512, 1536, 4096}, 1, 32768},
	{.name = NULL},
};

static const struct workload_text texts[] = {
	{"type", "of the elements", "float", types},
	{.name = NULL},
};

/* Random numbers from 0 to 1, the same ones for both types. */
static struct buffer *make(struct app *app, const char *name, size_t count)
{
	struct mvt *s = app->state;
	size_t bytes = s->doubles ? sizeof(double) : sizeof(float);
	struct buffer *b = app_buffer(app, name, count * bytes);

	if (!s->doubles) {
		fill_f32_uniform(&app->rng, b->host, count, 0, 1);
		return b;
	}
	for (size_t i = 0; i < count; i++) {
		float value;

		fill_f32_uniform(&app->rng, &value, 1, 0, 1);
		((double *)b->host)[i] = (double)value;
	}
	return b;
}

/* A copy in double precision, which the caller frees. */
static double *widen(const struct mvt *s, const struct buffer *b, size_t count)
{
	double *copy;

	if (!s->doubles)
		return reference_widen(b->host, count);
	copy = xcalloc(count, sizeof(*copy));
	memcpy(copy, b->host, count * sizeof(*copy));
	return copy;
}

static bool setup(struct app *app, struct error *err)
{
	struct mvt *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	(void)err;
	s->doubles = !strcmp(app_param_text(app, "type"), "double");
	s->a = make(app, "A", n * n);
	s->x1 = make(app, "x1", n);
	s->x2 = make(app, "x2", n);
	s->y1 = make(app, "y1", n);
	s->y2 = make(app, "y2", n);
	s->before1 = widen(s, s->x1, n);
	s->before2 = widen(s, s->x2, n);
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

/* Row by row, so that a matrix of doubles needs no copy. */
static void reference(const struct mvt *s, const double *y1, const double *y2)
{
	size_t n = s->n;

	if (!s->doubles) {
		reference_matvec(s->a->host, n, n, y1, s->before1);
		reference_matvec_transposed(s->a->host, n, n, y2, s->before2);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		const double *row = (const double *)s->a->host + i * n;

		for (size_t j = 0; j < n; j++) {
			s->before1[i] += row[j] * y1[j];
			s->before2[j] += row[j] * y2[i];
		}
	}
}

static bool check(const struct mvt *s, const struct buffer *got, const double *want,
		  struct error *err)
{
	double tolerance = reference_sum_tolerance(s->n + 1);
	float *narrow;
	bool good;

	if (s->doubles) /* the two may round products differently */
		return check_f64(got, want, s->n, tolerance * 0x1p-29, 0, err);
	narrow = reference_narrow(want, s->n);
	good = check_f32(got, narrow, s->n, tolerance, 0, err);
	free(narrow);
	return good;
}

static bool verify(struct app *app, struct error *err)
{
	struct mvt *s = app->state;
	double *y1 = widen(s, s->y1, s->n), *y2 = widen(s, s->y2, s->n);

	reference(s, y1, y2);

	bool good = check(s, s->x1, s->before1, err) && check(s, s->x2, s->before2, err);

	free(y1);
	free(y2);
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
	{.paper = "walks",
	 .called = "MVT",
	 .published = "128.14 MB",
	 .class = "irregular",
	 .at_paper = "type=double"},
	{.paper = NULL},
};

const struct workload workload_mvt = {
	.name = "mvt",
	.suite = "PolyBench/GPU",
	.summary = "matrix vector product and transpose, x1 += A y1, x2 += A^T y2",
	.params = params,
	.texts = texts,
	.uses = uses,
	.extent = {{1056768, 2, 0}, {9461760, 2, 0}, {67174400, 2, 0}},
	.rounding = {.tolerance = 1e-5},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
