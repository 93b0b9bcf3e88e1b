/* Recordings: what was written comes back, kernels leave the same memory behind, and damage is
 * said. */
#include "driver/recording/recording.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/rng.h"
#include "driver/process/emulator.h"
#include "driver/process/process.h"
#include "driver/recording/replay.h"
#include "harness.h"

static char path[64];

static const char *new_path(void)
{
	static int count;

	snprintf(path, sizeof(path), "/tmp/recording-%d-%d.wwr", (int)getpid(), count++);
	return path;
}

static void put(struct recording_writer *w, uint32_t kind, uint64_t a, uint64_t b,
		const void *bytes, size_t count)
{
	struct record r = {.kind = kind, .bytes = (uint32_t)count, .number = {a, b}};

	recording_put(w, &r, bytes);
}

static void finish(struct recording_writer *w)
{
	struct error err;

	if (!recording_finish(w, &err))
		FAIL("%s", err.text);
}

TEST(records_come_back)
{
	struct error err;
	struct recording_writer *w = recording_create(new_path(), &err);
	struct recording_reader *r;
	struct record record;
	const uint8_t *bytes;
	static uint8_t large[3 << 20];

	memset(large, 7, sizeof(large));
	put(w, RECORD_PLACE, 1, UINT64_MAX, "name", 4);
	put(w, RECORD_WRITE, 3, 0, large, sizeof(large));
	put(w, RECORD_END, 0, 0, NULL, 0);
	finish(w);
	r = recording_open(path, &err);
	CHECK(r && recording_next(r, &record, &bytes, &err));
	CHECK_EQ(record.kind, RECORD_PLACE);
	CHECK_EQ(record.number[1], UINT64_MAX);
	CHECK_STR((const char *)bytes, "name");
	CHECK(recording_next(r, &record, &bytes, &err));
	CHECK(record.bytes == sizeof(large) && !memcmp(bytes, large, sizeof(large)));
	CHECK(recording_next(r, &record, &bytes, &err) && record.kind == RECORD_END);
	CHECK(!recording_next(r, &record, &bytes, &err));
	CHECK_CONTAINS(err.text, "ends before its record 4");
	recording_close(r);
	unlink(path);
}

/* Where packet, queue and arguments lie in these recordings: above the buffers of workloads. */
static const uint64_t area_address = UINT64_C(1) << 40;

static void put_drop(struct recording_writer *w, const struct buffer *b)
{
	char text[DIGEST_DIGITS + 1];
	struct digest d;

	digest_init(&d);
	digest_add(&d, b->host, b->bytes);
	digest_text(&d, text);
	put(w, RECORD_DROP, b->address, 0, text, DIGEST_DIGITS);
}

/* One launch as a runtime lays it out. */
static void put_launch(struct recording_writer *w, const struct code_object *co,
		       const struct launch *l)
{
	struct error err;
	const struct kernel *k = code_object_kernel(co, l->kernel, &err);
	struct program program = {.base = ADDRESS_CODE};
	struct memory memory;
	struct runtime_area area;
	struct dispatch d;
	struct record r = {.kind = RECORD_LAUNCH, .bytes = SHAPE_NUMBERS * 4};
	uint32_t shape[SHAPE_NUMBERS] = {l->dims};

	memory_init(&memory);
	CHECK(dispatch_init(&d, k, l, &program, &memory, &area, &err));
	put(w, RECORD_WRITE, area_address, 0, &area, sizeof(area));
	for (int i = 0; i < 3; i++) {
		shape[SHAPE_GRID + i] = l->grid[i];
		shape[SHAPE_WORKGROUP + i] = l->workgroup[i];
	}
	r.number[1] = (uint64_t)(k - co->kernels);
	r.number[2] = area_address + offsetof(struct runtime_area, packet);
	r.number[3] = area_address + offsetof(struct runtime_area, queue);
	r.number[4] = area_address + offsetof(struct runtime_area, kernarg);
	r.number[5] = d.lds_bytes;
	r.number[6] = d.private_bytes;
	recording_put(w, &r, shape);
}

static const uint64_t code_address = UINT64_C(1) << 41;

/* A workload's launches as a recording; its kernels run on the way, so that digests are known. */
static void record_workload(const char *name)
{
	const struct workload_entry *entry;
	struct error err;
	struct app *app = app_open(name, SIZE_TINY, &entry, &err);
	struct code_object *co =
		code_object_read(entry->code_object, entry->code_object_bytes, name, &err);
	struct emulator *e = emulator_new(co);
	struct recording_writer *w = recording_create(new_path(), &err);
	struct launch l;

	put(w, RECORD_PLACE, code_address, co->image_bytes, "code", 4);
	put(w, RECORD_LOAD, code_address, co->image_bytes, entry->code_object,
	    entry->code_object_bytes);
	put(w, RECORD_PLACE, area_address, sizeof(struct runtime_area), "area", 4);
	for (size_t i = 0; i < app->buffer_count; i++) {
		struct buffer *b = app->buffers[i];

		put(w, RECORD_PLACE, b->address, b->bytes, b->name, strlen(b->name));
	}
	while (app->workload->next(app, &l)) {
		for (size_t i = 0; i < app->buffer_count; i++)
			put(w, RECORD_WRITE, app->buffers[i]->address, 0, app->buffers[i]->host,
			    app->buffers[i]->bytes);
		put_launch(w, co, &l);
		CHECK(emulator_launch(e, app, &l, &err));
	}
	for (size_t i = 0; i < app->buffer_count; i++)
		put_drop(w, app->buffers[i]);
	put(w, RECORD_END, 0, 0, NULL, 0);
	finish(w);
	emulator_free(e);
	app_free(app);
	code_object_free(co);
}

/* Runs the recording at path; whether its memory was as expected. */
static bool replays(uint64_t *launches, struct error *err)
{
	struct app *app = replay_open(path, err);
	struct emulator *e;
	struct launch l;
	bool ok = true;

	*launches = 0;
	if (!app)
		return false;
	e = emulator_new(NULL);
	while (ok && app->workload->next(app, &l))
		ok = emulator_launch(e, app, &l, err);
	*launches = emulator_stats(e)->launches;
	ok = ok && app->workload->verify(app, err);
	emulator_free(e);
	app_free(app);
	return ok;
}

TEST(a_recorded_program_leaves_the_same_memory)
{
	static const char *const names[] = {"relu", "fft", "bfs", "scan"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct error err = {0};
		uint64_t launches;

		record_workload(names[i]);
		if (!replays(&launches, &err))
			FAIL("%s: %s", names[i], err.text);
		CHECK(launches > 0);
		unlink(path);
	}
}

TEST(another_result_is_noticed)
{
	struct error err;
	struct recording_writer *w = recording_create(new_path(), &err);
	char digest[DIGEST_DIGITS + 1];
	uint64_t launches;

	memset(digest, '0', sizeof(digest));
	put(w, RECORD_PLACE, area_address, 100, "b", 1);
	put(w, RECORD_DROP, area_address, 0, digest, DIGEST_DIGITS);
	put(w, RECORD_END, 0, 0, NULL, 0);
	finish(w);
	CHECK(!replays(&launches, &err));
	CHECK_CONTAINS(err.text, "does not end as it did when it was recorded");
	unlink(path);
}

/* Cut off anywhere, or with a byte changed: an error or the right result, never a crash. */
TEST(damage_is_said)
{
	struct rng rng;
	FILE *f;
	long size;
	uint8_t *bytes;

	record_workload("relu");
	f = fopen(path, "rb");
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	bytes = malloc((size_t)size);
	rewind(f);
	CHECK_EQ(fread(bytes, 1, (size_t)size, f), size);
	fclose(f);
	rng_seed(&rng, 5);
	for (int i = 0; i < 60; i++) {
		size_t length = i % 2 ? (size_t)size : rng_below(&rng, (uint64_t)size);
		size_t at = rng_below(&rng, (uint64_t)size);
		struct error err = {0};
		uint64_t launches;

		bytes[at] ^= i % 2;
		f = fopen(path, "wb");
		CHECK_EQ(fwrite(bytes, 1, length, f), length);
		fclose(f);
		bytes[at] ^= i % 2;
		if (!replays(&launches, &err))
			CHECK(err.text[0]);
		else
			CHECK(i % 2);
	}
	free(bytes);
	unlink(path);
}

TEST(records_that_fit_nothing)
{
	static const struct record wrong[] = {
		{.kind = RECORD_PLACE, .number = {0, 100}},
		{.kind = RECORD_PLACE, .number = {(UINT64_C(1) << 40) + 4096, 100}},
		{.kind = RECORD_PLACE, .number = {UINT64_C(1) << 40, 0}},
		{.kind = RECORD_PLACE, .number = {UINT64_C(1) << 40, UINT64_MAX}},
		{.kind = RECORD_PLACE, .number = {UINT64_C(1) << 40, UINT64_C(1) << 44}},
		{.kind = RECORD_DROP, .number = {UINT64_C(1) << 40}},
		{.kind = RECORD_LOAD, .number = {UINT64_C(1) << 40, 100}},
		{.kind = RECORD_UNLOAD},
		{.kind = RECORD_WRITE, .number = {UINT64_C(1) << 40}},
		{.kind = RECORD_LAUNCH, .number = {0, 0, 1}},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct error err = {0};
		struct recording_writer *w = recording_create(new_path(), &err);
		uint64_t launches;

		recording_put(w, &wrong[i], NULL);
		finish(w);
		CHECK(!replays(&launches, &err));
		CHECK_CONTAINS(err.text, "damaged");
		unlink(path);
	}
}

TEST(other_files_are_no_recordings)
{
	struct error err;
	FILE *f = fopen(new_path(), "w");

	fputs("hello\n", f);
	fclose(f);
	CHECK(!replay_open(path, &err));
	CHECK_CONTAINS(err.text, "is no recording");
	unlink(path);
	CHECK(!replay_open("/nonexistent.wwr", &err));
	CHECK_CONTAINS(err.text, "/nonexistent.wwr");
}
