/*
 * A recording of any content, opened and run functionally. What begins as such a file does is one,
 * container and all; anything else is what is in one, and compressed here.
 */
#include "driver/recording/recording.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include "driver/process/emulator.h"
#include "driver/recording/replay.h"
#include "fuzz.h"
#include "records.h"

static const char heading[] = "warpwalk recording 1\n";

/* Of one input: more is no mistake, but takes too long for a fuzzer. */
enum {
	MOST_BUFFER_BYTES = 1 << 20,
	MOST_PRIVATE_BYTES = 1 << 10,
	MOST_INSTRUCTIONS = 1000, /* of a wavefront */
	MOST_ROUNDS = 100,        /* of workgroups */
};

static char path[64];
static unsigned rounds;

static bool has_had_enough(void)
{
	return ++rounds > MOST_ROUNDS;
}

/* One file for all inputs, in memory. */
static int empty_file(void)
{
	static int file = -1;

	if (file < 0) {
		file = memfd_create("recording", 0);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	}
	must(!ftruncate(file, 0) && !lseek(file, 0, SEEK_SET));
	return file;
}

static bool is_file(const uint8_t *data, size_t size)
{
	return size >= strlen(heading) && !memcmp(data, heading, strlen(heading));
}

static void write_file(const uint8_t *data, size_t size)
{
	size_t room = ZSTD_compressBound(size), bytes;
	int file = empty_file();
	void *compressed;

	if (is_file(data, size)) {
		must(write(file, data, size) == (ssize_t)size);
		return;
	}
	compressed = xmalloc(room);
	bytes = ZSTD_compress(compressed, room, data, size, 1);
	must(!ZSTD_isError(bytes));
	must(write(file, heading, strlen(heading)) == (ssize_t)strlen(heading));
	must(write(file, compressed, bytes) == (ssize_t)bytes);
	free(compressed);
}

static bool is_large(void)
{
	struct error err;
	struct recording_reader *r = recording_open(path, &err);
	struct record record = {0};
	const uint8_t *bytes;
	uint64_t placed = 0;
	bool large = false;

	while (r && !large && record.kind != RECORD_END &&
	       recording_next(r, &record, &bytes, &err)) {
		if (record.kind == RECORD_PLACE) {
			large = record.number[1] > MOST_BUFFER_BYTES;
			placed += record.number[1];
		}
		large |= record.kind == RECORD_LAUNCH && record.number[6] > MOST_PRIVATE_BYTES;
	}
	recording_close(r);
	return large || placed > MOST_BUFFER_BYTES;
}

/* One line, whatever is in the recording. */
static void must_be_said(const struct error *err)
{
	must(memchr(err->text, '\0', sizeof(err->text)) != NULL);
	must(err->text[0] && !strchr(err->text, '\n'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct emulator *e;
	struct launch launch;
	struct error err = {0};
	struct app *app;

	write_file(data, size);
	if (is_large())
		return 0;
	app = replay_open(path, &err);
	if (!app) {
		must_say(&err, path);
		return 0;
	}
	rounds = 0;
	e = emulator_new(NULL);
	emulator_options(e)->wavefront_limit = MOST_INSTRUCTIONS;
	emulator_options(e)->is_interrupted = has_had_enough;
	while (app->workload->next(app, &launch))
		if (!emulator_launch(e, app, &launch, &err)) {
			must_be_said(&err);
			break;
		}
	if (!app->workload->verify(app, &err))
		must_be_said(&err);
	emulator_free(e);
	app_free(app);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	return is_file(data, size) ? LLVMFuzzerMutate(data, size, max_size)
				   : records_mutate(data, size, max_size, seed);
}
