/*
 * Every workload at size tiny, launch by launch in the simulator and on pocl: after each launch all
 * buffers must agree, and at the end both must pass the workload's own check.
 */
#include <math.h>
#include <stdlib.h>

#include "harness.h"
#include "opencl.h"
#include "simulator.h"

/*
 * Sums are made in the same order on both sides, but only one of them may round a product before it
 * is added; an error of half an ulp in each term, as in reference_sum_tolerance. Integers are the
 * same.
 */
static const struct {
	const char *name;
	double tolerance, floor; /* 0: bit for bit */
} bounds[] = {
	{"atax", 1e-5, 0}, {"bfs", 0, 0},        {"bicg", 1e-5, 0},
	{"fft", 1e-5, 13}, {"gesummv", 1e-5, 0}, {"gups", 0, 0},
	{"mm", 0, 0},      {"mvt", 1e-5, 0},     {"reduction", 1e-5, 0},
};

static void compare(const struct buffer *ours, const struct buffer *theirs, double tolerance,
		    double floor, const char *kernel)
{
	const float *a = ours->host, *b = theirs->host;

	CHECK_EQ(ours->bytes, theirs->bytes);
	if (!memcmp(a, b, ours->bytes))
		return;
	if (tolerance == 0)
		FAIL("after %s: buffer '%s' differs", kernel, ours->name);
	for (size_t i = 0; i < ours->bytes / sizeof(float); i++) {
		double got = (double)a[i], want = (double)b[i];

		if (!(fabs(got - want) <= tolerance * fmax(fabs(want), floor)))
			FAIL("after %s: buffer '%s': element %zu is %.9g, on pocl %.9g", kernel,
			     ours->name, i, got, want);
	}
}

struct pair {
	struct app *ours, *theirs;
	struct code_object *co;
	struct emulator *emulator;
	struct opencl_program *program;
};

static void open_pair(struct pair *p, struct opencl *cl, const struct workload_entry *entry)
{
	const char *name = entry->workload->name;
	struct error err = {.text = ""};
	char path[256];

	snprintf(path, sizeof(path), "%s/workloads/%s/%s.cl", SOURCE_FOLDER, name, name);

	char *source = read_text(path, &err);

	p->ours = app_open(name, SIZE_TINY, &entry, &err);
	p->theirs = app_open(name, SIZE_TINY, &entry, &err);
	p->co = code_object_read(entry->code_object, entry->code_object_bytes, name, &err);
	p->program = source ? opencl_build(cl, source, "", &err) : NULL;
	free(source);
	if (!p->ours || !p->theirs || !p->co || !p->program)
		FAIL("%s", err.text);
	p->emulator = emulator_new(p->co);
}

static void close_pair(struct pair *p)
{
	emulator_free(p->emulator);
	code_object_free(p->co);
	opencl_program_free(p->program);
	app_free(p->ours);
	app_free(p->theirs);
}

static void run(struct pair *p, double tolerance, double floor)
{
	const struct workload *w = p->ours->workload;
	struct error err = {.text = ""};
	struct launch l, m;

	while (w->next(p->ours, &l)) {
		CHECK(w->next(p->theirs, &m));
		CHECK_STR(l.kernel, m.kernel);
		if (!emulator_launch(p->emulator, p->ours, &l, &err) ||
		    !opencl_launch(p->program, &m, &err))
			FAIL("%s", err.text);
		CHECK_EQ(p->ours->buffer_count, p->theirs->buffer_count);
		for (size_t i = 0; i < p->ours->buffer_count; i++)
			compare(p->ours->buffers[i], p->theirs->buffers[i], tolerance, floor,
				l.kernel);
	}
	CHECK(!w->next(p->theirs, &m));
	if (!w->verify(p->ours, &err) || !w->verify(p->theirs, &err))
		FAIL("%s", err.text);
}

static void test_workload(const char *name)
{
	struct error err = {.text = ""};
	struct opencl *cl = opencl_open(&err);

	if (!cl) {
		printf("skip pocl: %s\n", err.text);
		return;
	}
	for (size_t i = 0; i < sizeof(bounds) / sizeof(*bounds); i++) {
		if (strcmp(bounds[i].name, name))
			continue;

		const struct workload_entry *entry = workload_find(name, &err);
		struct pair pair = {NULL, NULL, NULL, NULL, NULL};

		if (!entry)
			FAIL("%s", err.text);
		open_pair(&pair, cl, entry);
		run(&pair, bounds[i].tolerance, bounds[i].floor);
		close_pair(&pair);
		opencl_close(cl);
		return;
	}
	FAIL("no bound is known for workload '%s'", name);
}

#define WORKLOAD_TEST(name)                                                                        \
	TEST(name)                                                                                 \
	{                                                                                          \
		test_workload(#name);                                                              \
	}

WORKLOAD_TEST(atax)
WORKLOAD_TEST(bfs)
WORKLOAD_TEST(bicg)
WORKLOAD_TEST(fft)
WORKLOAD_TEST(gesummv)
WORKLOAD_TEST(gups)
WORKLOAD_TEST(mm)
WORKLOAD_TEST(mvt)
WORKLOAD_TEST(reduction)

TEST(every_workload_is_compared)
{
	CHECK_EQ(workload_count, sizeof(bounds) / sizeof(*bounds));
}
