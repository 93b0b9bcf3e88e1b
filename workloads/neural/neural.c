/*
 * The neural network (NN) of GPGPU-Sim's benchmarks: reads images of handwritten digits, 28 at a
 * time, in four layers. Not nn, which looks for nearest neighbours. MASK calls it NN; paper is what
 * its simulator ships, but weights and images are random.
 */
#include <math.h>
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { IMAGE = 29, MAP = 13, FEATURE = 5, WINDOW = 5, MAPS = 6, FEATURES = 50, DIGITS = 10 };
enum {
	WINDOW_WEIGHTS = WINDOW * WINDOW + 1, /* one is the bias */
	FEATURE_COUNT = FEATURES * FEATURE * FEATURE,
	LAYERS = 4,
};

struct neural {
	struct buffer *weights[LAYERS];
	struct buffer *neurons[LAYERS + 1]; /* of the images, then of each layer */
	size_t images, hidden;
	int layer;
};

static const struct workload_param params[] = {
	{"images", "read at a time; paper: 28, as GPGPU-Sim's README has it", {1, 4, 28}, 1, 10000},
	{"hidden", "neurons of the third layer", {3, 100, 100}, 1, 4096},
	{.name = NULL},
};

/* Around 0, and the smaller the more of them a neuron has: sums are about as large as inputs. */
static struct buffer *make_weights(struct app *app, const char *name, size_t count, size_t inputs)
{
	struct buffer *b = app_buffer(app, name, count * sizeof(float));
	float most = (float)sqrt(3.0 / (double)inputs);

	fill_f32_uniform(&app->rng, b->host, count, -most, most);
	return b;
}

static bool setup(struct app *app, struct error *err)
{
	struct neural *s = app->state = xcalloc(1, sizeof(*s));
	size_t images = s->images = (size_t)app_param(app, "images");
	size_t hidden = s->hidden = (size_t)app_param(app, "hidden");

	(void)err;
	s->neurons[0] = app_buffer(app, "images", images * IMAGE * IMAGE * sizeof(float));
	fill_f32_uniform(&app->rng, s->neurons[0]->host, images * IMAGE * IMAGE, 0, 1);
	s->weights[0] = make_weights(app, "map weights", (size_t)MAPS * WINDOW_WEIGHTS,
				     (size_t)WINDOW * WINDOW);
	s->neurons[1] = app_buffer(app, "maps", images * MAPS * MAP * MAP * sizeof(float));
	s->weights[1] =
		make_weights(app, "feature weights", (size_t)FEATURES * WINDOW_WEIGHTS * MAPS,
			     (size_t)WINDOW * WINDOW * MAPS);
	s->neurons[2] = app_buffer(app, "features", images * FEATURE_COUNT * sizeof(float));
	s->weights[2] =
		make_weights(app, "hidden weights", hidden * (FEATURE_COUNT + 1), FEATURE_COUNT);
	s->neurons[3] = app_buffer(app, "hidden", images * hidden * sizeof(float));
	s->weights[3] = make_weights(app, "digit weights", DIGITS * (hidden + 1), hidden);
	s->neurons[4] = app_buffer(app, "digits", images * DIGITS * sizeof(float));
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct neural *s = app->state;
	uint32_t images = (uint32_t)s->images, hidden = (uint32_t)s->hidden;
	int layer = s->layer++;

	switch (layer) {
	case 0:
		launch_2d(l, "neural_maps", MAPS * MAP, images * MAP, MAP, MAP);
		break;
	case 1:
		launch_2d(l, "neural_features", FEATURES * FEATURE, images * FEATURE, FEATURE,
			  FEATURE);
		break;
	case 2:
		launch_2d(l, "neural_connect", hidden, images, 1, 1);
		break;
	case 3:
		launch_2d(l, "neural_connect", DIGITS, images, 1, 1);
		break;
	default:
		return false;
	}
	launch_buffer(l, s->neurons[layer]);
	launch_buffer(l, s->weights[layer]);
	launch_buffer(l, s->neurons[layer + 1]);
	if (layer == 2)
		launch_i32(l, FEATURE_COUNT);
	else if (layer == 3)
		launch_i32(l, (int32_t)hidden);
	return true;
}

static float squash(double x)
{
	return (float)(1.7159 * tanh(0.66666667 * x));
}

/* A layer of windows of WINDOW x WINDOW, two places apart, through all planes of an image. */
struct windows {
	size_t planes, edge;   /* of the input */
	size_t outputs, width; /* planes, and their edges */
	size_t stride;         /* weights of an output */
};

static const struct windows first = {1, IMAGE, MAPS, MAP, WINDOW_WEIGHTS};
static const struct windows second = {MAPS, MAP, FEATURES, FEATURE, (size_t)WINDOW_WEIGHTS *MAPS};

static void reference_windows(const struct windows *w, const float *in, const float *weights,
			      float *out)
{
	for (size_t o = 0; o < w->outputs; o++)
		for (size_t place = 0; place < w->width * w->width; place++) {
			size_t y = place / w->width * 2, x = place % w->width * 2;
			const float *weight = weights + o * w->stride;
			double sum = (double)*weight++;

			for (size_t i = 0; i < (size_t)WINDOW * WINDOW; i++)
				for (size_t p = 0; p < w->planes; p++)
					sum += (double)*weight++ *
					       (double)in[(p * w->edge + y + i / WINDOW) * w->edge +
							  x + i % WINDOW];
			*out++ = squash(sum);
		}
}

static void reference_connect(const float *in, size_t inputs, const float *weights, size_t outputs,
			      float *out)
{
	for (size_t o = 0; o < outputs; o++) {
		double sum = (double)*weights++;

		for (size_t i = 0; i < inputs; i++)
			sum += (double)in[i] * (double)*weights++;
		out[o] = squash(sum);
	}
}

/* Layer by layer from the layer before as the GPU has it. Sums are a few units at most. */
static bool check_layer(const struct neural *s, int layer, struct error *err)
{
	const struct buffer *in = s->neurons[layer], *out = s->neurons[layer + 1];
	const float *weights = s->weights[layer]->host;
	size_t inputs = in->bytes / sizeof(float) / s->images;
	size_t outputs = out->bytes / sizeof(float) / s->images;
	float *want = xcalloc(outputs, sizeof(*want));
	bool good = true;

	for (size_t i = 0; i < s->images && good; i++) {
		const float *from = (const float *)in->host + i * inputs;

		if (layer == 0)
			reference_windows(&first, from, weights, want);
		else if (layer == 1)
			reference_windows(&second, from, weights, want);
		else
			reference_connect(from, inputs, weights, outputs, want);
		good = check_f32_from(out, i * outputs, want, outputs, 1e-5, 1, err);
	}
	free(want);
	return good;
}

static bool verify(struct app *app, struct error *err)
{
	for (int layer = 0; layer < LAYERS; layer++)
		if (!check_layer(app->state, layer, err))
			return false;
	return true;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "NN", .class = "low L1, low L2"},
	{.paper = NULL},
};

const struct workload workload_neural = {
	.name = "neural",
	.suite = "GPGPU-Sim",
	.summary = "neural network of four layers that reads handwritten digits",
	.params = params,
	.uses = uses,
	.extent = {{59468, 4, 0}, {587704, 4, 0}, {896344, 4, 0}},
	.rounding = {.tolerance = 1e-5, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
