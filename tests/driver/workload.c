/* Workloads: parameters, buffers, checks, launches; each runs at odd sizes, and notices a wrong
 * result. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>

#include "driver/process/emulator.h"
#include "driver/workload/reference.h"
#include "driver/workload/workload.h"

static const struct workload_param params[] = {
	{"width", "columns", {1, 20, 300}, 1, 400},
	{"depth", "layers", {4, 5, 6}, -8, 8},
	{.name = NULL},
};
static const struct workload sample = {.name = "sample", .params = params};

TEST(parameters_have_the_value_of_the_size)
{
	struct app *app = app_new(&sample, SIZE_SMALL);

	CHECK_EQ(app_param(app, "width"), 20);
	CHECK_EQ(app_param(app, "depth"), 5);
	app_free(app);
}

TEST(parameters_can_be_set)
{
	struct app *app = app_new(&sample, SIZE_TINY);
	struct error err = {.text = ""};

	CHECK(app_set_param(app, "width=0x40", &err));
	CHECK(app_set_param(app, "depth=-8", &err));
	CHECK_EQ(app_param(app, "width"), 64);
	CHECK_EQ(app_param(app, "depth"), -8);
	app_free(app);
}

TEST(bad_parameters_are_named)
{
	static const struct {
		const char *assignment, *message;
	} cases[] = {
		{"width=0", "width=0 is not within 1 .. 400"},
		{"width=401", "width=401 is not within 1 .. 400"},
		{"width=ten", "width: 'ten' is not an integer"},
		{"width=", "width: '' is not an integer"},
		{"width", "expected PARAMETER=VALUE, got 'width'"},
		{"=3", "expected PARAMETER=VALUE, got '=3'"},
		{"", "expected PARAMETER=VALUE, got ''"},
		{"with=3", "no parameter 'with'; did you mean 'width'?"},
	};
	struct app *app = app_new(&sample, SIZE_TINY);

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct error err = {.text = ""};

		CHECK(!app_set_param(app, cases[i].assignment, &err));
		CHECK_CONTAINS(err.text, cases[i].message);
		CHECK_CONTAINS(err.text, "workload 'sample'");
	}
	CHECK_EQ(app_param(app, "width"), 1);
	app_free(app);
}

static const char *const colours[] = {"red", "green", NULL};
static const struct workload_text texts[] = {
	{"file", "what to read", "", NULL},
	{"colour", "of the result", "red", colours},
	{.name = NULL},
};
static const struct workload sample_with_texts = {
	.name = "sample", .params = params, .texts = texts};

TEST(parameters_may_hold_text)
{
	struct app *app = app_new(&sample_with_texts, SIZE_SMALL);
	struct error err = {.text = ""};

	CHECK_STR(app_param_text(app, "file"), "");
	CHECK_STR(app_param_text(app, "colour"), "red");
	CHECK(app_set_param(app, "file=a=b/c:d.mtx", &err));
	CHECK(app_set_param(app, "file=x", &err));
	CHECK(app_set_param(app, "colour=green", &err));
	CHECK(app_set_param(app, "width=7", &err));
	CHECK_STR(app_param_text(app, "file"), "x");
	CHECK_STR(app_param_text(app, "colour"), "green");
	CHECK_EQ(app_param(app, "width"), 7);
	app_free(app);
}

TEST(bad_texts_are_named)
{
	static const char *const cases[][2] = {
		{"colour=gren",
		 "workload 'sample': colour cannot be 'gren'; did you mean 'green' or 'red'?"},
		{"colour=", "workload 'sample': colour cannot be ''; known: red, green"},
		{"fil=x", "workload 'sample' has no parameter 'fil'; did you mean 'file'?"},
		{"zzzzz=x",
		 "workload 'sample' has no parameter 'zzzzz'; known: width, depth, file, colour"},
	};
	struct app *app = app_new(&sample_with_texts, SIZE_SMALL);

	for (size_t i = 0; i < 4; i++) {
		struct error err = {.text = ""};

		CHECK(!app_set_param(app, cases[i][0], &err));
		CHECK_STR(err.text, cases[i][1]);
	}
	CHECK_STR(app_param_text(app, "colour"), "red");
	app_free(app);
}

TEST(workload_without_parameters)
{
	static const struct workload bare = {.name = "bare"};
	struct app *app = app_new(&bare, SIZE_PAPER);
	struct error err = {.text = ""};

	CHECK(!app_set_param(app, "n=1", &err));
	CHECK_STR(err.text, "workload 'bare' has no parameters");
	app_free(app);
}

TEST(buffers_are_aligned_and_apart)
{
	struct app *app = app_new(&sample, SIZE_TINY);
	static const uint64_t sizes[] = {1, 2 << 20, (2 << 20) + 1, 100, 4096};
	const uint64_t block = 2 << 20;
	uint64_t end = 0, total = 0;

	for (size_t i = 0; i < 5; i++) {
		struct buffer *b = app_buffer(app, "b", sizes[i]);

		CHECK_EQ(b->address % block, 0);
		CHECK_EQ((uintptr_t)b->host % 64, 0);
		CHECK(b->address >= end + block || i == 0);
		for (uint64_t k = 0; k < sizes[i]; k += 61)
			CHECK_EQ(((uint8_t *)b->host)[k], 0);
		end = b->address + sizes[i];
		total += sizes[i];
		CHECK_EQ(app_footprint(app), total);
	}
	CHECK_EQ(app->buffer_count, 5);
	app_free(app);
}

TEST(float_checks)
{
	struct app *app = app_new(&sample, SIZE_TINY);
	struct buffer *b = app_buffer(app, "y", 16);
	struct error err = {.text = ""};
	const float got[4] = {1, 1000, 0.001f, NAN};

	memcpy(b->host, got, sizeof(got));
	CHECK(check_f32(b, (float[]){1, 1000.5f, 0.0015f}, 3, 1e-3, 1, &err));
	CHECK(!check_f32(b, (float[]){1, 1002}, 2, 1e-3, 1, &err));
	CHECK_STR(err.text, "buffer 'y': element 1 is 1000, expected 1002");
	/* Without a floor only the value itself counts. */
	CHECK(!check_f32(b, (float[]){1, 1000, 0.0015f}, 3, 1e-3, 0, &err));
	CHECK(!check_f32(b, (float[]){1, 1000, 0.001f, 7}, 4, 1, 1, &err));
	CHECK_STR(err.text, "buffer 'y': element 3 is nan, expected 7");
	CHECK(check_f32(b, (float[]){1, 1000, 0.001f, NAN}, 4, 0, 0, &err));
	CHECK(!check_f32(b, (float[]){INFINITY}, 1, 1e9, 1, &err));
	app_free(app);
}

TEST(double_and_integer_checks)
{
	struct app *app = app_new(&sample, SIZE_TINY);
	struct buffer *b = app_buffer(app, "z", 16);
	struct error err = {.text = ""};

	memcpy(b->host, (double[]){0.5, -2}, 16);
	CHECK(check_f64(b, (double[]){0.5, -2.0000001}, 2, 1e-6, 0, &err));
	CHECK(!check_f64(b, (double[]){0.5, 2}, 2, 1e-6, 0, &err));
	CHECK_STR(err.text, "buffer 'z': element 1 is -2, expected 2");
	memcpy(b->host, (uint32_t[]){1, 2, 4000000000, 4}, 16);
	CHECK(check_u32(b, (uint32_t[]){1, 2, 4000000000, 4}, 4, &err));
	CHECK(!check_u32(b, (uint32_t[]){1, 2, 3, 4}, 4, &err));
	CHECK_STR(err.text, "buffer 'z': element 2 is 4000000000, expected 3");
	memcpy(b->host, (uint64_t[]){UINT64_MAX, 7}, 16);
	CHECK(check_u64(b, (uint64_t[]){UINT64_MAX, 7}, 2, &err));
	CHECK(!check_u64(b, (uint64_t[]){UINT64_MAX, 8}, 2, &err));
	CHECK_STR(err.text, "buffer 'z': element 1 is 7, expected 8");
	app_free(app);
}

TEST(random_fill_stays_in_range)
{
	struct rng rng;
	float data[1000];
	double sum = 0;

	rng_seed(&rng, 1);
	fill_f32_uniform(&rng, data, 1000, -2, 6);
	for (int i = 0; i < 1000; i++) {
		CHECK(data[i] >= -2 && data[i] < 6);
		sum += (double)data[i];
	}
	CHECK(fabs(sum / 1000 - 2) < 0.3);
}

TEST(launches_hold_what_was_said)
{
	struct buffer b = {.name = "b"};
	struct launch l;

	launch_2d(&l, "k", 40, 30, 8, 4);
	launch_buffer(&l, &b);
	launch_f64(&l, 2.5);
	launch_local(&l, 256);
	launch_i32(&l, -3);
	CHECK_STR(l.kernel, "k");
	CHECK_EQ(l.dims, 2);
	CHECK_EQ(l.grid[1], 30);
	CHECK_EQ(l.grid[2], 1);
	CHECK_EQ(l.workgroup[0], 8);
	CHECK_EQ(l.arg_count, 4);
	CHECK(l.args[0].kind == LAUNCH_BUFFER && l.args[0].buffer == &b);
	CHECK(l.args[1].kind == LAUNCH_VALUE && l.args[1].bytes == 8);
	CHECK(!memcmp(l.args[1].value, &(double){2.5}, 8));
	CHECK(l.args[2].kind == LAUNCH_LOCAL && l.args[2].bytes == 256);
	CHECK(!memcmp(l.args[3].value, &(int32_t){-3}, 4));
	launch_1d(&l, "other", 7, 7);
	CHECK_EQ(l.arg_count, 0);
	CHECK_EQ(launch_round_up(1, 256), 256);
	CHECK_EQ(launch_round_up(256, 256), 256);
	CHECK_EQ(launch_round_up(257, 256), 512);
}

TEST(matrix_references)
{
	/* 1 2 3
	 * 4 5 6 */
	const float a[] = {1, 2, 3, 4, 5, 6};
	double y[3] = {100, 0, 0}, z[3] = {0, 0, 1};

	reference_matvec(a, 2, 3, (double[]){1, 10, 100}, y);
	CHECK(y[0] == 421 && y[1] == 654);
	reference_matvec_transposed(a, 2, 3, (double[]){1, 10}, z);
	CHECK(z[0] == 41 && z[1] == 52 && z[2] == 64);
}

TEST(unknown_workloads_and_sizes)
{
	const struct workload_entry *entry;
	struct error err = {.text = ""};
	enum workload_size size;

	CHECK(!app_open("atx", SIZE_TINY, &entry, &err));
	CHECK_CONTAINS(err.text, "unknown workload 'atx'; did you mean 'atax'");
	CHECK(!app_open("", SIZE_TINY, &entry, &err));
	CHECK(!app_open("atax:", SIZE_TINY, &entry, &err));
	CHECK(!app_open("atax:nx=2,", SIZE_TINY, &entry, &err));
	CHECK(!app_open("atax:nx=2,nz=3", SIZE_TINY, &entry, &err));
	CHECK_CONTAINS(err.text, "no parameter 'nz'");
	CHECK(workload_size_parse("paper", &size, &err) && size == SIZE_PAPER);
	CHECK(!workload_size_parse("huge", &size, &err));
	CHECK_CONTAINS(err.text, "tiny, small, medium, paper");
}

TEST(parameters_that_do_not_go_together)
{
	static const char *const specs[][2] = {
		{"mm:n=100", "workload 'mm': n=100 is not a multiple of 4 x block = 64"},
		{"bfs:degree=5", "workload 'bfs': degree=5 is odd"},
		{"reduction:elements=1000",
		 "workload 'reduction': elements=1000 is not a multiple"},
		{"gups:words=1000", "workload 'gups': words=1000 is not a power of two"},
		{"triad:kilobytes=192", "kilobytes=192 is not block=64 times a power of two"},
		{"stockham:points=96", "points=96 is not a power of two"},
		{"triad:block=100", "kilobytes=256 is not block=100 times a power of two"},
		{"histo256:bytes=7", "bytes=7 is not a multiple of 4"},
		{"sgemm:m=64", "workload 'sgemm': m=64 is not within 128 .. 16384"},
		{"sgemm:m=192", "m=192 is not a multiple of 128"},
		{"sgemm:n=24", "n=24 is not a multiple of 16"},
		{"sgemm:k=12", "k=12 is not a multiple of 8"},
		{"fd3d:nx=48", "nx=48 is not a multiple of 32"},
		{"fd3d:ny=12", "ny=12 is not a multiple of 8"},
		{"fd3d:nx=4096,ny=4096,nz=4096", "elements are more than 2^31 - 1"},
	};

	for (size_t i = 0; i < sizeof(specs) / sizeof(*specs); i++) {
		const struct workload_entry *entry;
		struct error err = {.text = ""};

		CHECK(!app_open(specs[i][0], SIZE_TINY, &entry, &err));
		CHECK_CONTAINS(err.text, specs[i][1]);
	}
}

/* Runs it to the end; the app is left as it was before verify. */
static struct app *run(const char *spec)
{
	const struct workload_entry *entry;
	struct error err = {.text = ""};
	struct app *app = app_open(spec, SIZE_TINY, &entry, &err);
	struct launch l;

	if (!app)
		FAIL("%s", err.text);

	struct code_object *co =
		code_object_read(entry->code_object, entry->code_object_bytes, spec, &err);

	if (!co)
		FAIL("%s", err.text);

	struct emulator *e = emulator_new(co);

	while (app->workload->next(app, &l))
		if (!emulator_launch(e, app, &l, &err))
			FAIL("%s: %s", spec, err.text);
	emulator_free(e);
	code_object_free(co);
	return app;
}

TEST(odd_sizes_are_right)
{
	static const char *const specs[] = {
		"atax:nx=1,ny=1",
		"atax:nx=300,ny=77",
		"atax:nx=64,ny=511",
		"bicg:nx=77,ny=300",
		"bicg:nx=257,ny=3",
		"mvt:n=1",
		"mvt:n=259",
		"mvt:n=1,type=double",
		"mvt:n=259,type=double",
		"gesummv:n=130",
		"mm:n=4,block=1",
		"mm:n=96,block=8",
		"mm:n=60,block=5",
		"bfs:nodes=1",
		"bfs:nodes=777,degree=2",
		"bfs:nodes=300,degree=64",
		"fft:batch=1",
		"fft:batch=3",
		"gups:words=256,groups=3,workgroup=17,updates=5",
		"gups:words=512,groups=1,workgroup=256,updates=1",
		"reduction:elements=512,groups=1",
		"reduction:elements=7680,groups=3,passes=3",
	};

	for (size_t i = 0; i < sizeof(specs) / sizeof(*specs); i++) {
		struct error err = {.text = ""};
		struct app *app = run(specs[i]);

		if (!app->workload->verify(app, &err))
			FAIL("%s: %s", specs[i], err.text);
		app_free(app);
	}
}

/* One element of the result changed by a factor or a bit must not go unnoticed. */
static void check_notices(const char *spec, const char *buffer, size_t word, uint32_t flip)
{
	struct error err = {.text = ""};
	struct app *app = run(spec);
	bool found = false;

	for (size_t i = 0; i < app->buffer_count; i++) {
		if (strcmp(app->buffers[i]->name, buffer))
			continue;
		((uint32_t *)app->buffers[i]->host)[word] ^= flip;
		found = true;
	}
	CHECK(found);
	if (app->workload->verify(app, &err))
		FAIL("%s: a wrong word %zu of '%s' goes unnoticed", spec, word, buffer);
	CHECK_CONTAINS(err.text, buffer);
	app_free(app);
}

TEST(wrong_results_are_noticed)
{
	/* A bit that is about a thousandth of a float, the weight of one missing term. */
	const uint32_t small = 1 << 13;

	check_notices("atax:nx=64,ny=64", "tmp", 63, small);
	check_notices("atax:nx=64,ny=64", "y", 0, small);
	check_notices("bicg:nx=64,ny=64", "q", 17, small);
	check_notices("bicg:nx=64,ny=64", "s", 63, small);
	check_notices("mvt:n=64", "x1", 1, small);
	check_notices("mvt:n=64", "x2", 62, small);
	check_notices("mvt:n=64,type=double", "x1", 2 * 62, small); /* the low word */
	check_notices("mvt:n=64,type=double", "x2", 1, 1);
	check_notices("gesummv:n=64", "y", 5, small);
	check_notices("mm:n=64", "C", 4095, 1);
	check_notices("mm:n=64", "C", 0, 1u << 31);
	check_notices("bfs:nodes=500", "cost", 499, 1);
	check_notices("fft:batch=2", "data", 2047, 1 << 18);
	check_notices("gups:words=256", "table", 511, 1u << 31);
	check_notices("reduction:elements=32768", "out", 63, small);
}
