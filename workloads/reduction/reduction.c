/* Reduction after SHOC: a fixed number of workgroups stride over the input; the host adds their
 * sums. */
#include <stdlib.h>

#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };

struct reduction {
	struct buffer *in, *out;
	size_t n, groups;
	int64_t passes_left;
};

static const struct workload_param params[] = {
	{"elements",
	 "floats to add, a multiple of 512 x groups; paper: 256 MB (MGvm, Table II)",
	 {262144, 8388608, 67108864},
	 512,
	 1073741824},
	{"groups", "workgroups of 256", {64, 64, 64}, 1, 65536},
	{"passes", "times the kernel runs; MGvm's artifact runs it twice", {1, 2, 2}, 1, 1000},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct reduction *s = app->state = xcalloc(1, sizeof(*s));

	s->n = (size_t)app_param(app, "elements");
	s->groups = (size_t)app_param(app, "groups");
	s->passes_left = app_param(app, "passes");
	if (s->n % (2 * WORKGROUP * s->groups))
		return error_set(err, "elements=%zu is not a multiple of 512 x groups = %zu", s->n,
				 2 * WORKGROUP * s->groups);
	s->in = app_buffer(app, "in", s->n * sizeof(float));
	s->out = app_buffer(app, "out", s->groups * sizeof(float));
	fill_f32_uniform(&app->rng, s->in->host, s->n, 0, 1);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct reduction *s = app->state;

	if (!s->passes_left--)
		return false;
	launch_1d(l, "reduction", (uint32_t)s->groups * WORKGROUP, WORKGROUP);
	launch_buffer(l, s->in);
	launch_buffer(l, s->out);
	launch_local(l, WORKGROUP * sizeof(float));
	launch_u32(l, (uint32_t)s->n);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct reduction *s = app->state;
	const float *in = s->in->host;
	double *sum = xcalloc(s->groups, sizeof(*sum));

	for (size_t i = 0; i < s->n; i++)
		sum[i / (2 * WORKGROUP) % s->groups] += (double)in[i];

	float *want = reference_narrow(sum, s->groups);
	/* The longest chain of additions: one work-item's share, then the tree. */
	size_t chain = s->n / (s->groups * WORKGROUP) + 8;
	bool good = check_f32(s->out, want, s->groups, reference_sum_tolerance(chain), 0, err);

	free(sum);
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mgvm", .called = "RED", .published = "256 MB", .class = "NL"},
	{.paper = "mask",
	 .called = "RED",
	 .class = "high L1, high L2",
	 .at_paper = "elements=262144,passes=32"},
	{.paper = NULL},
};

const struct workload workload_reduction = {
	.name = "reduction",
	.suite = "SHOC",
	.summary = "sum of an array, by a tree in LDS",
	.params = params,
	.uses = uses,
	.extent = {{1048832, 1, 1024}, {33554688, 2, 1024}, {268435712, 2, 1024}},
	.rounding = {.tolerance = 1e-5},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
