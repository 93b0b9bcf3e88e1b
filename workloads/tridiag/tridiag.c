/*
 * Tridiagonal solver of the CUDA SDK (its parallel cyclic reduction for small systems): many
 * systems of 128 equations, a workgroup each, in LDS; paper is the SDK's size. MASK's TRD is triad.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

struct tridiag {
	struct buffer *lower, *diagonal, *upper, *right, *solution;
	size_t size, systems;
	bool launched;
};

static const struct workload_param params[] = {
	{"systems",
	 "systems to solve; paper: 5 x 8 MB as in the SDK",
	 {64, 3072, 16384},
	 1,
	 1048576},
	{"size", "equations of a system, a power of two: its workgroup", {128, 128, 128}, 2, 256},
	{.name = NULL},
};

/* The diagonal outweighs the rest of its row two to one or more. */
static bool setup(struct app *app, struct error *err)
{
	struct tridiag *s = app->state = xcalloc(1, sizeof(*s));
	size_t size = s->size = (size_t)app_param(app, "size");
	size_t count;

	s->systems = (size_t)app_param(app, "systems");
	count = s->systems * size;
	if (size & (size - 1))
		return error_set(err, "size=%zu is not a power of two", size);
	s->lower = app_buffer(app, "lower", count * sizeof(float));
	s->diagonal = app_buffer(app, "diagonal", count * sizeof(float));
	s->upper = app_buffer(app, "upper", count * sizeof(float));
	s->right = app_buffer(app, "right", count * sizeof(float));
	s->solution = app_buffer(app, "solution", count * sizeof(float));
	fill_f32_uniform(&app->rng, s->lower->host, count, -1, 1);
	fill_f32_uniform(&app->rng, s->diagonal->host, count, 4, 5);
	fill_f32_uniform(&app->rng, s->upper->host, count, -1, 1);
	fill_f32_uniform(&app->rng, s->right->host, count, -5, 5);
	for (size_t i = 0; i < count; i += size) {
		((float *)s->lower->host)[i] = 0;
		((float *)s->upper->host)[i + size - 1] = 0;
	}
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct tridiag *s = app->state;
	uint32_t size = (uint32_t)s->size;

	if (s->launched)
		return false;
	s->launched = true;
	launch_1d(l, "tridiag", (uint32_t)s->systems * size, size);
	launch_buffer(l, s->lower);
	launch_buffer(l, s->diagonal);
	launch_buffer(l, s->upper);
	launch_buffer(l, s->right);
	launch_buffer(l, s->solution);
	launch_local(l, 5 * (size + 1) * (uint32_t)sizeof(float));
	launch_i32(l, __builtin_ctz(size) - 1);
	return true;
}

/* Gaussian elimination of one system. */
static void reference(const struct tridiag *s, size_t first, double *c, double *d, float *x)
{
	const float *lower = (const float *)s->lower->host + first;
	const float *diagonal = (const float *)s->diagonal->host + first;
	const float *upper = (const float *)s->upper->host + first;
	const float *right = (const float *)s->right->host + first;
	double last_c = 0, last_d = 0;

	for (size_t i = 0; i < s->size; i++) {
		double pivot = (double)diagonal[i] - (double)lower[i] * last_c;

		last_c = c[i] = (double)upper[i] / pivot;
		last_d = d[i] = ((double)right[i] - (double)lower[i] * last_d) / pivot;
	}
	last_d = 0;
	for (size_t i = s->size; i-- > 0;) {
		last_d = d[i] - c[i] * last_d;
		x[i] = (float)last_d;
	}
}

/* Solutions are below 5 / (4 - 2); with such a diagonal errors of a round shrink in the next. */
static bool verify(struct app *app, struct error *err)
{
	struct tridiag *s = app->state;
	double *c = xcalloc(s->size, sizeof(*c)), *d = xcalloc(s->size, sizeof(*d));
	float *want = xcalloc(s->size, sizeof(*want));
	bool good = true;

	for (size_t i = 0; i < s->systems && good; i++) {
		reference(s, i * s->size, c, d, want);
		good = check_f32_from(s->solution, i * s->size, want, s->size, 64 * 0x1p-24, 1,
				      err);
	}
	free(c);
	free(d);
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

const struct workload workload_tridiag = {
	.name = "tridiag",
	.suite = "CUDA SDK",
	.summary = "tridiagonal systems by parallel cyclic reduction in LDS",
	.params = params,
	.extent = {{163840, 1, 2580}, {7864320, 1, 2580}, {41943040, 1, 2580}},
	.rounding = {.tolerance = 1e-5, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
