/*
 * scalarProd of the CUDA SDK: scalar products of pairs of vectors, a pair per workgroup and turn,
 * work-items striding over its elements. MASK, which names no size; paper is the SDK's, 8 MB.
 */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { WORKGROUP = 256, SUMS = 1024 };

struct scalarprod {
	struct buffer *a, *b, *products;
	size_t vectors, elements, groups;
	int64_t passes_left;
};

static const struct workload_param params[] = {
	{"vectors", "pairs of vectors", {16, 256, 256}, 1, 65536},
	{"elements", "floats of a vector", {4096, 4096, 4096}, 1, 16777216},
	{"groups", "workgroups of 256", {16, 128, 128}, 1, 65536},
	{"passes",
	 "launches; the SDK has one, a simulator that starts an ended application anew many",
	 {1, 4, 4},
	 1,
	 100000},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct scalarprod *s = app->state = xcalloc(1, sizeof(*s));

	s->vectors = (size_t)app_param(app, "vectors");
	s->elements = (size_t)app_param(app, "elements");
	s->groups = (size_t)app_param(app, "groups");
	s->passes_left = app_param(app, "passes");

	size_t n = s->vectors * s->elements;

	/* The kernel's index runs up to SUMS past the last element. */
	if (n > INT32_MAX - SUMS)
		return error_set(err, "vectors x elements = %zu does not fit in 31 bits", n);
	s->a = app_buffer(app, "a", n * sizeof(float));
	s->b = app_buffer(app, "b", n * sizeof(float));
	s->products = app_buffer(app, "products", s->vectors * sizeof(float));
	fill_f32_uniform(&app->rng, s->a->host, n, 0, 1);
	fill_f32_uniform(&app->rng, s->b->host, n, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct scalarprod *s = app->state;

	if (!s->passes_left--)
		return false;
	launch_1d(l, "scalarprod", (uint32_t)s->groups * WORKGROUP, WORKGROUP);
	launch_buffer(l, s->products);
	launch_buffer(l, s->a);
	launch_buffer(l, s->b);
	launch_i32(l, (int32_t)s->vectors);
	launch_i32(l, (int32_t)s->elements);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct scalarprod *s = app->state;
	const float *a = s->a->host, *b = s->b->host;
	double *sum = xcalloc(s->vectors, sizeof(*sum));

	for (size_t v = 0; v < s->vectors; v++)
		for (size_t i = v * s->elements; i < (v + 1) * s->elements; i++)
			sum[v] += (double)a[i] * (double)b[i];

	float *want = reference_narrow(sum, s->vectors);
	/* The longest chain of additions: one sum's share, then the tree. */
	double tolerance = reference_sum_tolerance(s->elements / SUMS + 11);
	bool good = check_f32(s->products, want, s->vectors, tolerance, 0, err);

	free(sum);
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "SCP", .class = "low L1, high L2", .at_paper = "passes=1"},
	{.paper = NULL},
};

const struct workload workload_scalarprod = {
	.name = "scalarprod",
	.suite = "CUDA SDK",
	.summary = "scalar products of pairs of vectors",
	.params = params,
	.uses = uses,
	.extent = {{524352, 1, 4096}, {8389632, 4, 4096}, {8389632, 4, 4096}},
	.rounding = {.tolerance = 1e-5},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
