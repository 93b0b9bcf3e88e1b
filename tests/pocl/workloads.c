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
 * is added; the workload's rounding says what that may amount to.
 */
static double number(const struct buffer *b, size_t i, bool doubles)
{
	return doubles ? ((const double *)b->host)[i] : (double)((const float *)b->host)[i];
}

static void compare(const struct buffer *ours, const struct buffer *theirs,
		    const struct workload *w, const char *kernel)
{
	double tolerance = w->rounding.tolerance;
	bool doubles = w->rounding.doubles;

	CHECK_EQ(ours->bytes, theirs->bytes);
	if (isinf(tolerance) || !memcmp(ours->host, theirs->host, ours->bytes))
		return;
	if (tolerance == 0)
		FAIL("after %s: buffer '%s' differs", kernel, ours->name);
	for (size_t i = 0; i < ours->bytes / (doubles ? sizeof(double) : sizeof(float)); i++) {
		double got = number(ours, i, doubles), want = number(theirs, i, doubles);

		if (!(fabs(got - want) <= tolerance * fmax(fabs(want), w->rounding.floor)))
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

static void run(struct pair *p)
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
			compare(p->ours->buffers[i], p->theirs->buffers[i], w, l.kernel);
	}
	CHECK(!w->next(p->theirs, &m));
	if (!w->verify(p->ours, &err) || !w->verify(p->theirs, &err))
		FAIL("%s", err.text);
}

static void test_workload(void)
{
	struct error err = {.text = ""};
	struct opencl *cl = opencl_open(&err);
	const struct workload_entry *entry = workload_find(test_name(), &err);
	struct pair pair = {NULL, NULL, NULL, NULL, NULL};

	if (!cl) {
		printf("skip pocl: %s\n", err.text);
		return;
	}
	open_pair(&pair, cl, entry);
	run(&pair);
	close_pair(&pair);
	opencl_close(cl);
}

/* A test for every workload, by its name. */
__attribute__((constructor)) static void register_workloads(void)
{
	struct test *tests = xcalloc(workload_count, sizeof(*tests));

	for (size_t i = 0; i < workload_count; i++) {
		tests[i] = (struct test){workload_table[i].workload->name, test_workload, NULL};
		test_register(&tests[i]);
	}
}
