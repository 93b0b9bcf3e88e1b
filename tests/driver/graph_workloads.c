/*
 * Workloads on graphs and sparse matrices: every variant and shape at odd sizes and from files,
 * wrong results, parameters and files they refuse.
 */
#include "harness.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "driver/process/emulator.h"
#include "driver/workload/workload.h"

/* Runs it to the end; the app is left as it was before verify. */
static struct app *run(const char *spec, uint64_t *launches)
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
	*launches = emulator_stats(e)->launches;
	emulator_free(e);
	code_object_free(co);
	return app;
}

static uint64_t check_runs(const char *spec)
{
	struct error err = {.text = ""};
	uint64_t launches;
	struct app *app = run(spec, &launches);

	if (!app->workload->verify(app, &err))
		FAIL("%s: %s", spec, err.text);
	app_free(app);
	return launches;
}

TEST(odd_sizes_and_variants_are_right)
{
	static const char *const specs[] = {
		"bfs:shape=rmat,nodes=1000",
		"bfs:shape=grid,nodes=331,source=17",
		"sssp:nodes=1",
		"sssp:nodes=2,iterations=1",
		"sssp:nodes=331,degree=3,source=200",
		"sssp:nodes=300,iterations=5",
		"sssp:nodes=500,shape=rmat,degree=6",
		"sssp:nodes=500,shape=uniform,degree=6",
		"mis:nodes=1",
		"mis:nodes=3",
		"mis:nodes=777,degree=2",
		"mis:nodes=777,iterations=1",
		"mis:nodes=777,iterations=2",
		"mis:nodes=500,shape=rmat,degree=8",
		"mis:nodes=500,shape=uniform,degree=2,iterations=1",
		"color:nodes=1",
		"color:nodes=1,variant=maxmin",
		"color:nodes=777,degree=3",
		"color:nodes=777,degree=3,variant=maxmin",
		"color:nodes=500,shape=rmat,degree=8",
		"color:nodes=500,shape=rmat,degree=8,variant=maxmin",
		"color:nodes=500,shape=uniform,degree=6,iterations=2",
		"color:nodes=500,shape=uniform,degree=6,iterations=2,variant=maxmin",
		"pagerank:nodes=1,degree=1",
		"pagerank:nodes=65,degree=65,iterations=2",
		"pagerank:nodes=100,degree=3,iterations=3",
		"pagerank:nodes=100,shape=grid",
		"pagerank:variant=push,nodes=1,degree=1",
		"pagerank:variant=push,nodes=333,degree=7,iterations=4",
		"pagerank:variant=push,nodes=300,shape=rmat,degree=4,iterations=2",
		"spmv:rows=1,nonzeros=1",
		"spmv:rows=333,nonzeros=4000,passes=2",
		"spmv:rows=333,nonzeros=4000,lengths=even",
		"spmv:rows=333,nonzeros=4000,lengths=skewed",
		"spmv:rows=33,nonzeros=1089,kernel=vector",
		"spmv:rows=333,nonzeros=40,kernel=vector",
		"spmv:rows=333,nonzeros=30000,kernel=vector,lengths=skewed",
	};

	for (size_t i = 0; i < sizeof(specs) / sizeof(*specs); i++)
		check_runs(specs[i]);
}

TEST(launches_follow_the_published_pattern)
{
	/* One to initialise, then two or three a round. */
	CHECK_EQ(check_runs("sssp:nodes=400,iterations=7"), 1 + 3 * 7);
	CHECK_EQ(check_runs("mis:nodes=400,iterations=2"), 1 + 3 * 2);
	CHECK_EQ(check_runs("color:nodes=400,iterations=3"), 2 * 3);
	CHECK_EQ(check_runs("color:nodes=400,iterations=3,variant=maxmin"), 1 + 2 * 3);
	CHECK_EQ(check_runs("pagerank:nodes=64,degree=8,variant=push,iterations=20"), 41);
	CHECK_EQ(check_runs("pagerank:nodes=64,degree=8,iterations=3"), 3);
}

static void check_notices(const char *spec, const char *buffer, size_t word, uint32_t flip)
{
	struct error err = {.text = ""};
	uint64_t launches;
	struct app *app = run(spec, &launches);
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

	check_notices("sssp:nodes=500", "distance", 499, 1);
	check_notices("mis:nodes=500", "set", 250, 2);
	check_notices("color:nodes=500", "color", 0, 1);
	check_notices("color:nodes=500,variant=maxmin", "color", 499, 2);
	check_notices("pagerank:nodes=200,degree=50", "rank2", 199, small);
	check_notices("pagerank:nodes=200,degree=50,variant=push", "rank", 0, small);
	check_notices("spmv:rows=500,nonzeros=5000", "y", 17, small);
}

/* A file that the test removes. */
static char *write_file(const char *name, const char *content)
{
	char *path = xasprintf("/tmp/warpwalk-%d-%s", (int)getpid(), name);
	FILE *f = fopen(path, "w");

	CHECK(f);
	fputs(content, f);
	CHECK(!fclose(f));
	return path;
}

/* Directed, with a loop, a repetition and a node that nothing leads to. */
static const char road[] = "p sp 6 9\na 1 2 5\na 2 3 5\na 1 3 11\na 3 4 1\na 4 4 2\na 4 1 8\n"
			   "a 1 2 6\na 5 1 1\na 3 6 0\n";
/* Not square. */
static const char matrix[] = "%%MatrixMarket matrix coordinate real general\n"
			     "3 5 4\n1 5 -2.5\n3 1 1e-3\n3 2 4\n1 1 2.5\n";

TEST(files_run)
{
	static const char *const specs[] = {
		"bfs",
		"bfs:source=4",
		"sssp",
		"sssp:source=4",
		"sssp:weights=random",
		"mis",
		"color:variant=maxmin",
		"color",
		"pagerank:iterations=2",
		"spmv",
		"pagerank:variant=push",
		"spmv:kernel=vector",
	};
	char *path = write_file("road.gr", road), *wide = write_file("wide.mtx", matrix);

	for (size_t i = 0; i < sizeof(specs) / sizeof(*specs); i++) {
		char *spec = xasprintf("%s%s%s=%s", specs[i], strchr(specs[i], ':') ? "," : ":",
				       strstr(specs[i], "spmv") ? "matrix" : "graph", path);

		check_runs(spec);
		free(spec);
	}

	char *spec = xasprintf("spmv:matrix=%s", wide);

	check_runs(spec);
	free(spec);
	unlink(path);
	unlink(wide);
	free(path);
	free(wide);
}

static void check_buffer(const char *spec, const char *buffer, const int32_t *want, size_t count)
{
	uint64_t launches;
	struct app *app = run(spec, &launches);

	for (size_t i = 0; i < app->buffer_count; i++)
		if (!strcmp(app->buffers[i]->name, buffer))
			for (size_t k = 0; k < count; k++)
				CHECK_EQ(((int32_t *)app->buffers[i]->host)[k], want[k]);
	app_free(app);
}

/* By hand: edges are followed in their direction, the lighter of two counts. */
TEST(a_small_road_has_known_distances)
{
	static const int32_t from_1[] = {0, 5, 10, 11, 0x3fffffff, 10};
	static const int32_t levels[] = {0, 1, 1, 2, -1, 2};
	char *path = write_file("road.gr", road);
	char *sssp = xasprintf("sssp:graph=%s", path), *bfs = xasprintf("bfs:graph=%s", path);

	check_buffer(sssp, "distance", from_1, 6);
	check_buffer(bfs, "cost", levels, 6);
	unlink(path);
	free(path);
	free(sssp);
	free(bfs);
}

static void check_refused(const char *spec, const char *message)
{
	const struct workload_entry *entry;
	struct error err = {.text = ""};

	CHECK(!app_open(spec, SIZE_TINY, &entry, &err));
	CHECK_CONTAINS(err.text, message);
}

TEST(what_does_not_go_together_is_refused)
{
	char *path = write_file("half.mtx", matrix), *wide = xasprintf("mis:graph=%s", path);
	char *negative = write_file("minus.gr", "p sp 2 1\na 1 2 -3\n");
	char *sssp = xasprintf("sssp:graph=%s", negative);

	check_refused("sssp:nodes=10,source=10", "workload 'sssp': source=10 is not one of the 10");
	check_refused("sssp:shape=uniform,degree=3", "degree=3 is odd");
	check_refused("pagerank:nodes=10,degree=11", "degree=11 is more than nodes=10");
	check_refused("pagerank:nodes=16777216,degree=65536", "is more than 2147483647");
	check_refused("spmv:rows=10,nonzeros=101", "nonzeros=101 do not fit into 10 x 10");
	check_refused("spmv:kernel=tensor", "kernel cannot be 'tensor'; known: scalar, vector");
	check_refused("color:variant=min", "variant cannot be 'min'");
	check_refused(wide, "a graph has as many rows as columns, not 3 x 5");
	check_refused(sssp, "weight -3 is not a whole number from 0");
	check_refused("mis:graph=/nonexistent/a.gr", "workload 'mis': /nonexistent/a.gr: No such");
	unlink(path);
	unlink(negative);
	free(path);
	free(wide);
	free(negative);
	free(sssp);
}
