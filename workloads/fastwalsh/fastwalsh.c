/*
 * Fast Walsh transform. As in the AMD APP SDK: a launch per stage, a work-item per butterfly,
 * workgroups of 256; MGvm runs 8 M elements, 32 MB. With convolution=1 as in the CUDA SDK, which
 * MASK uses as FWT: the dyadic convolution of 8 M elements (2 x 32 MB) with 128, by three
 * transforms in radix 4, the last stages of each in LDS.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 256, LOCAL_LOG2 = 11, SHORT = 128, MULTIPLY_GROUPS = 128 };

struct fastwalsh {
	struct buffer *data, *other;
	struct rng input; /* as it was before the fill: the input once more, for the reference */
	size_t n;
	uint32_t log2, stage; /* stages of this transform that are done */
	int transform;        /* with convolution: data, other, multiply, data again */
	bool convolution;
};

static const struct workload_param params[] = {
	{"n",
	 "elements, a power of two; paper: 32 MB (MGvm, Table II)",
	 {8192, 262144, 8388608},
	 512,
	 67108864},
	{"convolution", "1: dyadic convolution as in the CUDA SDK", {0, 0, 0}, 0, 1},
	{.name = NULL},
};

/* Odd numbers from -15 to 15: all sums are exact in a float. */
static void fill(struct rng *rng, float *data, size_t count)
{
	for (size_t i = 0; i < count; i++)
		data[i] = (float)(2 * (int)(rng_u64(rng) >> 60) - 15);
}

static bool setup(struct app *app, struct error *err)
{
	struct fastwalsh *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "n");

	if (n & (n - 1))
		return error_set(err, "n=%zu is not a power of two", n);
	s->log2 = (uint32_t)__builtin_ctzll(n);
	s->convolution = app_param(app, "convolution");
	if (s->convolution && n < 4 * WORKGROUP)
		return error_set(err, "n=%zu is less than %d, a workgroup of the convolution", n,
				 4 * WORKGROUP);
	s->data = app_buffer(app, "data", n * sizeof(float));
	s->input = app->rng;
	fill(&app->rng, s->data->host, n);
	if (s->convolution) {
		s->other = app_buffer(app, "other", n * sizeof(float));
		fill(&app->rng, s->other->host, SHORT);
	}
	return true;
}

/* The next launch of a transform in radix 4, from the longest stride to the shortest. */
static void launch_radix4(struct fastwalsh *s, struct launch *l, const struct buffer *data)
{
	uint32_t left = s->log2 - s->stage;

	if (left > LOCAL_LOG2) {
		launch_1d(l, "fastwalsh_radix4", (uint32_t)s->n / 4, WORKGROUP);
		launch_buffer(l, data);
		launch_u32(l, UINT32_C(1) << (left - 2));
		s->stage += 2;
		return;
	}
	launch_1d(l, "fastwalsh_local", (uint32_t)s->n / 4, UINT32_C(1) << (left - 2));
	launch_buffer(l, data);
	launch_local(l, (uint32_t)sizeof(float) << left);
	launch_u32(l, left);
	s->stage = 0;
	s->transform++;
}

static bool next(struct app *app, struct launch *l)
{
	struct fastwalsh *s = app->state;

	if (!s->convolution) {
		if (s->stage == s->log2)
			return false;
		launch_1d(l, "fastwalsh_butterfly", (uint32_t)s->n / 2, WORKGROUP);
		launch_buffer(l, s->data);
		launch_u32(l, UINT32_C(1) << s->stage++);
		return true;
	}
	if (s->transform == 4)
		return false;
	if (s->transform == 2) {
		launch_1d(l, "fastwalsh_multiply", MULTIPLY_GROUPS * WORKGROUP, WORKGROUP);
		launch_buffer(l, s->data);
		launch_buffer(l, s->other);
		launch_u32(l, (uint32_t)s->n);
		s->transform++;
	} else {
		launch_radix4(s, l, s->transform == 1 ? s->other : s->data);
	}
	return true;
}

static void reference_transform(float *data, size_t n)
{
	for (size_t stride = 1; stride < n; stride *= 2)
		for (size_t first = 0; first < n; first += 2 * stride)
			for (size_t i = first; i < first + stride; i++) {
				float a = data[i], b = data[i + stride];

				data[i] = a + b;
				data[i + stride] = a - b;
			}
}

/* By definition: each element is the sum of in[i xor k] weights[k]. */
static void reference_convolution(const float *in, const float *weights, size_t n, float *out)
{
	for (size_t i = 0; i < n; i++) {
		float sum = 0;

		for (size_t k = 0; k < SHORT; k++)
			sum += in[i ^ k] * weights[k];
		out[i] = sum;
	}
}

/*
 * A transform alone is exact. Results of the convolution, of 128 products of numbers near 9, are in
 * the order of 1000; each stage of the three transforms rounds once.
 */
static bool verify(struct app *app, struct error *err)
{
	struct fastwalsh *s = app->state;
	float *want = xcalloc(s->n, sizeof(*want)), weights[SHORT];
	struct rng input = s->input;
	bool good;

	fill(&input, want, s->n);
	if (s->convolution) {
		float *in = want;

		fill(&input, weights, SHORT);
		want = xcalloc(s->n, sizeof(*want));
		reference_convolution(in, weights, s->n, want);
		free(in);
		good = check_f32(s->data, want, s->n, 3 * 0x1p-24 * s->log2, 1000, err);
	} else {
		reference_transform(want, s->n);
		good = check_f32(s->data, want, s->n, 0, 0, err);
	}
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mgvm",
	 .called = "FW",
	 .published = "32 MB",
	 .class = "RCL",
	 .at_small = "n=2097152",
	 .at_tiny = ""},
	{.paper = "mask",
	 .called = "FWT",
	 .class = "high L1, high L2",
	 .at_small = "convolution=1",
	 .at_paper = "convolution=1"},
	{.paper = NULL},
};

const struct workload workload_fastwalsh = {
	.name = "fastwalsh",
	.suite = "AMD APP SDK, CUDA SDK",
	.summary = "fast Walsh transform",
	.params = params,
	.uses = uses,
	.extent = {{32768, 13, 0}, {1048576, 18, 0}, {33554432, 23, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
