/* Recordings: what was written comes back, kernels leave the same memory behind, and damage is
 * said. */
#include "driver/recording/recording.h"

#include <stdlib.h>

#include "base/rng.h"
#include "driver/recording/replay.h"
#include "recorded.h"

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

static void loses_its_code(struct record *r, uint32_t shape[SHAPE_NUMBERS])
{
	(void)shape;
	r->number[0] = 1;
}

/* Code whose buffer is gone is gone as well; a number that nothing was loaded for is none. */
TEST(launches_of_code_that_is_not_there)
{
	struct error err = {0};
	uint64_t launches;

	change_launch = loses_its_code;
	record_workload("relu");
	change_launch = NULL;
	CHECK(!replays(&launches, &err));
	CHECK_CONTAINS(err.text, "damaged");
	CHECK_EQ(launches, 0);
	unlink(path);

	drops_code = true;
	record_workload("relu");
	drops_code = false;
	CHECK(!replays(&launches, &err));
	CHECK_EQ(launches, 0);
	unlink(path);
}

TEST(more_memory_than_there_is)
{
	struct error err = {0};
	struct recording_writer *w = recording_create(new_path(), &err);
	uint64_t launches;

	put(w, RECORD_PLACE, UINT64_C(1) << 40, UINT64_C(1) << 44, "b", 1);
	finish(w);
	CHECK(!replays(&launches, &err));
	CHECK_CONTAINS(err.text, "larger than this host's memory");
	CHECK_EQ(err.exit_status, 2);
	unlink(path);
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
