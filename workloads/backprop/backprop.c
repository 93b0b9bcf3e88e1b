/*
 * Back propagation of Rodinia: one training step of a layer from many inputs to 16 hidden units and
 * of the one output unit behind them. Two kernels in workgroups of 16 x 16, a work-item per weight:
 * sums forward, then adjusted weights. SIMT-aware walks: 108.03 MB, the default of paper; MASK's
 * simulator: Rodinia's 65536 inputs.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { EDGE = 16, HIDDEN = 16, COLUMNS = HIDDEN + 1 };

static const double rate = 0.3F, momentum = 0.3F, target = 0.1;

struct backprop {
	struct buffer *inputs, *weights, *changes, *sums, *errors;
	float *old_weights, *old_changes; /* as they were at the start */
	double output_weights[COLUMNS];
	size_t n;
	int step;
	struct error wrong; /* what was found after the forward pass */
};

static const struct workload_param params[] = {
	{"inputs",
	 "input units, a multiple of 16, 144 bytes each; Rodinia's default is 65536",
	 {1024, 65536, 786432},
	 16,
	 16777216},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct backprop *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->n = (size_t)app_param(app, "inputs");
	size_t weights = (n + 1) * COLUMNS;

	if (n % EDGE)
		return error_set(err, "inputs=%zu is not a multiple of %d", n, EDGE);
	s->inputs = app_buffer(app, "inputs", (n + 1) * sizeof(float));
	s->weights = app_buffer(app, "weights", weights * sizeof(float));
	s->sums = app_buffer(app, "sums", n / EDGE * HIDDEN * sizeof(float));
	s->errors = app_buffer(app, "errors", COLUMNS * sizeof(float));
	s->changes = app_buffer(app, "changes", weights * sizeof(float));
	s->old_weights = xcalloc(weights, sizeof(float));
	s->old_changes = xcalloc(weights, sizeof(float));

	/* Weights so small that no unit saturates, however many inputs there are. */
	float limit = (float)(1 / sqrt((double)n));

	fill_f32_uniform(&app->rng, s->inputs->host, n + 1, 0, 1);
	((float *)s->inputs->host)[0] = 1; /* the bias */
	fill_f32_uniform(&app->rng, s->old_weights, weights, -limit, limit);
	fill_f32_uniform(&app->rng, s->old_changes, weights, -limit, limit);
	memcpy(s->weights->host, s->old_weights, weights * sizeof(float));
	memcpy(s->changes->host, s->old_changes, weights * sizeof(float));
	for (size_t j = 0; j < COLUMNS; j++)
		s->output_weights[j] = rng_unit(&app->rng) - 0.5;
	return true;
}

/* The sums of each workgroup; terms of both signs, so the bound rests on the terms' magnitude. */
static bool check_sums(const struct backprop *s, struct error *err)
{
	const float *inputs = s->inputs->host;
	size_t count = s->n / EDGE * HIDDEN;
	float *want = xcalloc(count, sizeof(*want));

	for (size_t i = 0; i < count; i++) {
		size_t first = i / HIDDEN * EDGE + 1, column = i % HIDDEN + 1;
		double sum = 0;

		for (size_t k = first; k < first + EDGE; k++)
			sum += (double)inputs[k] * (double)s->old_weights[k * COLUMNS + column];
		want[i] = (float)sum;
	}

	double scale = EDGE / sqrt((double)s->n);
	bool good = check_f32(s->sums, want, count, 16 * 0x1p-24, scale, err);

	free(want);
	return good;
}

static double sigmoid(double x)
{
	return 1 / (1 + exp(-x));
}

/* The part of the step that the host does: output unit, its error, the hidden units' errors. */
static void output_layer(struct backprop *s)
{
	const float *sums = s->sums->host;
	float *errors = s->errors->host;
	double hidden[COLUMNS] = {1}, sum = s->output_weights[0];

	for (size_t j = 1; j < COLUMNS; j++) {
		double x = (double)s->old_weights[j];

		for (size_t group = 0; group < s->n / EDGE; group++)
			x += (double)sums[group * HIDDEN + j - 1];
		hidden[j] = sigmoid(x);
		sum += hidden[j] * s->output_weights[j];
	}

	double output = sigmoid(sum), error = output * (1 - output) * (target - output);

	for (size_t j = 1; j < COLUMNS; j++)
		errors[j] = (float)(hidden[j] * (1 - hidden[j]) * error * s->output_weights[j]);
}

static bool next(struct app *app, struct launch *l)
{
	struct backprop *s = app->state;
	const char *const kernels[] = {"backprop_forward", "backprop_adjust"};

	if (s->step == 2)
		return false;
	launch_2d(l, kernels[s->step], EDGE, (uint32_t)s->n, EDGE, EDGE);
	if (s->step++ == 0) {
		launch_buffer(l, s->inputs);
		launch_buffer(l, s->weights);
		launch_buffer(l, s->sums);
		launch_local(l, EDGE * sizeof(float));
		launch_local(l, EDGE * EDGE * sizeof(float));
		launch_i32(l, HIDDEN);
		return true;
	}
	check_sums(s, &s->wrong);
	output_layer(s);
	memcpy(s->weights->host, s->old_weights, s->weights->bytes);
	launch_buffer(l, s->errors);
	launch_i32(l, HIDDEN);
	launch_buffer(l, s->inputs);
	launch_buffer(l, s->weights);
	launch_buffer(l, s->changes);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct backprop *s = app->state;
	const float *inputs = s->inputs->host, *errors = s->errors->host;
	size_t count = (s->n + 1) * COLUMNS;
	float *weights = xcalloc(count, sizeof(float)), *changes = xcalloc(count, sizeof(float));

	for (size_t i = 0; i < count; i++) {
		size_t row = i / COLUMNS, column = i % COLUMNS;
		double change = rate * (double)errors[column] * (double)inputs[row] +
				momentum * (double)s->old_changes[i];

		/* Column 0 would lead to a hidden unit that does not exist. */
		weights[i] =
			column ? (float)((double)s->old_weights[i] + change) : s->old_weights[i];
		changes[i] = column ? (float)change : s->old_changes[i];
	}

	/* Summands may cancel, so the bound rests on the largest of them. */
	double scale = 1 / sqrt((double)s->n);

	for (size_t j = 1; j < COLUMNS; j++)
		scale = fmax(scale, rate * fabs((double)errors[j]));

	bool good = check_f32(s->weights, weights, count, 4 * 0x1p-24, scale, err) &&
		    check_f32(s->changes, changes, count, 4 * 0x1p-24, scale, err);

	free(weights);
	free(changes);
	return good && check_earlier(&s->wrong, err);
}

static void teardown(struct app *app)
{
	struct backprop *s = app->state;

	free(s->old_weights);
	free(s->old_changes);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "walks", .called = "BCK", .published = "108.03 MB", .class = "regular"},
	{.paper = "mask", .called = "BP", .class = "high L1, low L2", .at_paper = "inputs=65536"},
	{.paper = "uvm", .called = "backprop", .published = "17.6 MB", .at_paper = "inputs=128000"},
	{.paper = NULL},
};

const struct workload workload_backprop = {
	.name = "backprop",
	.suite = "Rodinia",
	.summary = "one training step of a neural network's layer",
	.params = params,
	.uses = uses,
	.extent = {{147664, 2, 1088}, {9437392, 2, 1088}, {113246416, 2, 1088}},
	.rounding = {.tolerance = 1e-6, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
