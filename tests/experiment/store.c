/* Results in and out of a store; what stays, what gives way, what is copied. */
#include "experiment/store/store.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiment/run/worker.h"
#include "harness.h"

static char folder[] = "/tmp/warpwalk-test-XXXXXX";

/* A path in a folder of our own; in one of a few buffers. */
static const char *place(const char *name)
{
	static char paths[4][128];
	static unsigned next;
	static bool made;
	char *out = paths[next++ % 4];

	if (!made)
		CHECK(mkdtemp(folder));
	made = true;
	snprintf(out, sizeof(paths[0]), "%s/%s", folder, name);
	return out;
}

__attribute__((destructor)) static void clean(void)
{
	char command[160];

	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	if (strcmp(folder, "/tmp/warpwalk-test-XXXXXX") != 0 && system(command))
		fprintf(stderr, "%s is left behind\n", folder);
}

static struct store *open_store(const char *path, enum store_mode mode)
{
	struct error err;
	struct store *store = store_open(path, mode, &err);

	if (!store)
		FAIL("%s", err.text);
	return store;
}

static void make_spec(struct run_spec *spec, const char *workload)
{
	struct error err;

	run_spec_init(spec, "apu18", SIZE_TINY);
	text_list_add(&spec->workloads, workload);
	if (!run_spec_resolve(spec, &err))
		FAIL("%s", err.text);
}

static void put(struct store *store, const struct run_spec *spec, const struct result *r)
{
	struct error err;

	if (!store_put(store, spec, r, &err))
		FAIL("%s", err.text);
}

static void put_failed(struct store *store, const struct run_spec *spec, enum run_status status,
		       const char *reason)
{
	struct result r;

	result_init(&r);
	result_fail(&r, status, reason);
	put(store, spec, &r);
	result_release(&r);
}

static void put_good(struct store *store, const struct run_spec *spec, int64_t cycles)
{
	struct result r;

	result_init(&r);
	r.status = RUN_OK;
	result_add_whole(&r, "cycles", cycles);
	result_add_real(&r, "ipc", 2);
	result_add_real(&r, "share", 0.1);
	result_add_whole(&r, "large", INT64_MAX);
	r.wall_seconds = 1.5;
	r.peak_rss_bytes = 1 << 20;
	put(store, spec, &r);
	result_release(&r);
}

static void get(struct store *store, const struct run_spec *spec, struct result *r)
{
	struct error err;

	if (!store_get(store, spec, r, &err))
		FAIL("%s", err.text);
}

static int64_t ask(struct store *store, const char *sql)
{
	sqlite3_stmt *statement;
	int64_t value;

	CHECK_EQ(sqlite3_prepare_v2(store_database(store), sql, -1, &statement, NULL), SQLITE_OK);
	CHECK_EQ(sqlite3_step(statement), SQLITE_ROW);
	value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

TEST(round_trip)
{
	struct store *store = open_store(place("trip.db"), STORE_WRITE);
	struct run_spec spec;
	struct result r;
	double value;

	make_spec(&spec, "mm");
	get(store, &spec, &r);
	CHECK_EQ(r.status, RUN_ABSENT);
	result_release(&r);
	put_good(store, &spec, 123);
	store_close(store);
	store = open_store(place("trip.db"), STORE_READ);
	get(store, &spec, &r);
	CHECK_EQ(r.status, RUN_OK);
	CHECK(!r.reason);
	CHECK_EQ(r.count, 4);
	CHECK(result_get(&r, "cycles", &value) && value == 123);
	CHECK(result_get(&r, "share", &value) && value == 0.1);
	CHECK(!strcmp(r.values[1].name, "ipc") && !r.values[1].whole);
	CHECK(!strcmp(r.values[2].name, "large") && r.values[2].whole);
	CHECK_EQ(r.values[2].i, INT64_MAX);
	CHECK(r.wall_seconds == 1.5);
	CHECK_EQ(r.peak_rss_bytes, 1 << 20);
	CHECK_EQ(ask(store, "SELECT count(*) FROM params"), P_COUNT);
	CHECK_EQ(ask(store, "SELECT cycles FROM results WHERE workloads = 'mm'"), 123);
	result_release(&r);
	run_spec_release(&spec);
	store_close(store);
}

TEST(what_is_there_stays)
{
	struct store *store = open_store(place("stays.db"), STORE_WRITE);
	struct run_spec a, b;
	enum run_status status;
	struct error err;
	struct result r;
	char *reason;

	make_spec(&a, "mm");
	make_spec(&b, "atax");
	put_good(store, &a, 1);
	put_good(store, &a, 2);
	put_failed(store, &a, RUN_FAILED, "no");
	CHECK_EQ(ask(store, "SELECT cycles FROM results"), 1);
	/* A crash gives way to another crash, and to the end of it. */
	put_failed(store, &b, RUN_CRASHED, "first");
	put_failed(store, &b, RUN_CRASHED, "second");
	CHECK(store_find(store, &b, &status, &reason, &err));
	CHECK_EQ(status, RUN_CRASHED);
	CHECK_STR(reason, "second");
	free(reason);
	put_good(store, &b, 3);
	get(store, &b, &r);
	CHECK_EQ(r.status, RUN_OK);
	CHECK_EQ(r.count, 4);
	CHECK_EQ(ask(store, "SELECT count(*) FROM runs"), 2);
	CHECK_EQ(ask(store, "SELECT count(*) FROM run_host"), 2);
	result_release(&r);
	run_spec_release(&a);
	run_spec_release(&b);
	store_close(store);
}

TEST(latest_word_on_a_spec)
{
	struct store *store = open_store(place("latest.db"), STORE_WRITE);
	struct run_spec old, new;
	struct error err;

	make_spec(&old, "mm");
	make_spec(&new, "mm");
	/* As if the model had changed: another key for the same question. */
	memset(new.key, 'a', RUN_KEY_DIGITS);
	CHECK(store_note(store, &old, 1, &err));
	CHECK_EQ(ask(store, "SELECT count(*) FROM specs"), 0);
	put_good(store, &old, 1);
	put_good(store, &new, 2);
	CHECK_EQ(ask(store, "SELECT count(*) FROM runs"), 2);
	CHECK_EQ(ask(store, "SELECT count(*) FROM results"), 1);
	CHECK_EQ(ask(store, "SELECT cycles FROM results"), 2);
	CHECK(store_note(store, &old, 1, &err));
	CHECK_EQ(ask(store, "SELECT cycles FROM results"), 1);
	run_spec_release(&old);
	run_spec_release(&new);
	store_close(store);
}

TEST(take_what_is_missing)
{
	struct store *ours = open_store(place("ours.db"), STORE_WRITE);
	struct store *theirs = open_store(place("theirs.db"), STORE_WRITE);
	struct run_spec both, only, crashed;
	struct error err;

	make_spec(&both, "mm");
	make_spec(&only, "atax");
	make_spec(&crashed, "gups");
	put_good(ours, &both, 1);
	put_failed(ours, &crashed, RUN_CRASHED, "x");
	put_good(theirs, &both, 2);
	put_good(theirs, &only, 3);
	put_good(theirs, &crashed, 4);
	for (int i = 0; i < 2; i++) {
		if (!store_take(ours, place("theirs.db"), &err))
			FAIL("%s", err.text);
		CHECK_EQ(ask(ours, "SELECT count(*) FROM runs WHERE status = 'ok'"), 3);
		CHECK_EQ(ask(ours, "SELECT sum(cycles) FROM results"), 1 + 3 + 4);
		CHECK_EQ(ask(ours, "SELECT count(*) FROM stats"), 12);
	}
	run_spec_release(&both);
	run_spec_release(&only);
	run_spec_release(&crashed);
	store_close(ours);
	store_close(theirs);
}

TEST(reading_what_is_not_there)
{
	struct error err;

	CHECK(!store_open(place("none.db"), STORE_READ, &err));
	CHECK_CONTAINS(err.text, "none.db: cannot be opened: No such file");
	CHECK_EQ(err.exit_status, 2);
	fclose(fopen(place("empty.db"), "w"));
	CHECK(!store_open(place("empty.db"), STORE_READ, &err));
	CHECK_CONTAINS(err.text, "empty.db: holds no results");
	store_close(open_store(place("empty.db"), STORE_WRITE));
	store_close(open_store(place("odd?name#100%.db"), STORE_WRITE));
	CHECK(!access(place("odd?name#100%.db"), R_OK));
	store_close(open_store(place("odd?name#100%.db"), STORE_READ));
}

TEST(a_run_in_another_process)
{
	struct worker w;
	struct run_spec spec;
	struct result r;
	struct error err;
	double value;

	make_spec(&spec, "mm:n=64");
	CHECK(worker_start(&w, &spec, &err));
	while (!worker_receive(&w))
		usleep(1000);
	worker_finish(&w, &r);
	CHECK_EQ(r.status, RUN_OK);
	CHECK(result_get(&r, "cycles", &value) && value > 1000);
	CHECK(result_get(&r, "verified", &value) && value == 1);
	CHECK(result_get(&r, "l1_tlb.lookups", &value) && value > 0);
	CHECK(!result_get(&r, "config.cus", &value));
	CHECK(!result_get(&r, "wall_seconds", &value));
	CHECK(r.wall_seconds > 0 && r.peak_rss_bytes > 0);
	result_release(&r);
	run_spec_release(&spec);
}
