/* What the recorder takes for the program's, and what for its kernels'. */
#include "program/recorder.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/digest.h"
#include "harness.h"
#include "program/protocol.h"

enum { ARENA = 16 << 20, PAGE = 4096, SECOND = 4 << 20 };

static char path[64];
static int file;
static uint8_t *arena;
static struct buffer first, second;

static struct recorder *start(void)
{
	struct error err;
	struct recorder *r;

	snprintf(path, sizeof(path), "/tmp/recorder-%d.wwr", (int)getpid());
	file = memfd_create("arena", 0);
	CHECK(file >= 0 && !ftruncate(file, ARENA));
	arena = mmap(NULL, ARENA, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	CHECK(arena != MAP_FAILED);
	r = recorder_new(path, &err);
	if (!r)
		FAIL("%s", err.text);
	recorder_connect(r, file);
	first = (struct buffer){
		.name = "first", .address = ARENA_BASE, .bytes = 2 * PAGE, .host = arena};
	second = (struct buffer){.name = "second",
				 .address = ARENA_BASE + SECOND,
				 .bytes = PAGE,
				 .host = arena + SECOND};
	recorder_place(r, &first);
	recorder_place(r, &second);
	return r;
}

static void finish(struct recorder *r)
{
	struct error err;

	if (!recorder_finish(r, &err))
		FAIL("%s", err.text);
	munmap(arena, ARENA);
	close(file);
}

/* As a kernel does. */
static void kernel_writes(struct buffer *b, uint64_t at, uint8_t value)
{
	((uint8_t *)b->host)[at] = value;
	b->written[at] = 1;
}

/* Where bytes were written, in order, by number of the launch before: "0:0 1:4098". One byte of a
 * piece is not what it was; the others follow it. */
static void read_writes(char *out, size_t room)
{
	struct error err;
	struct recording_reader *r = recording_open(path, &err);
	struct record record;
	const uint8_t *bytes;
	unsigned launches = 0;
	static uint8_t known[ARENA];

	memset(known, 0, sizeof(known));
	*out = '\0';
	do {
		uint64_t at;

		CHECK(recording_next(r, &record, &bytes, &err));
		at = record.number[0] - ARENA_BASE;
		launches += record.kind == RECORD_LAUNCH;
		for (uint32_t i = 0; record.kind == RECORD_WRITE && i < record.bytes; i++) {
			if (known[at + i] == bytes[i])
				continue;
			known[at + i] = bytes[i];
			snprintf(out + strlen(out), room - strlen(out), "%u:%llu ", launches,
				 (unsigned long long)(at + i));
		}
	} while (record.kind != RECORD_END);
	recording_close(r);
	unlink(path);
}

static const struct launch launch = {.dims = 1, .grid = {1, 1, 1}, .workgroup = {1, 1, 1}};

TEST(what_the_program_writes_while_a_kernel_runs)
{
	struct recorder *r = start();
	char writes[256];

	arena[0] = 1;
	recorder_launch(r, &launch);
	kernel_writes(&first, 5, 2);
	arena[6] = 3;
	arena[PAGE + 7] = 4;
	kernel_writes(&second, 8, 5);
	recorder_launched(r);
	recorder_launch(r, &launch);
	arena[9] = 6;
	recorder_launched(r);
	kernel_writes(&first, 10, 7); /* notes are of one launch: this is nobody's */
	finish(r);
	read_writes(writes, sizeof(writes));
	/* The piece with byte 6 has the kernel's byte 5 in it. Byte 9 no launch has seen. */
	CHECK_STR(writes, "0:0 1:5 1:6 1:4103 ");
}

TEST(memory_that_shows_elsewhere)
{
	struct recorder *r = start();
	char writes[256];

	CHECK(mmap(arena + SECOND, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) !=
	      MAP_FAILED);
	recorder_alias(r, ARENA_BASE + SECOND, PAGE, ARENA_BASE);
	recorder_launch(r, &launch);
	kernel_writes(&first, 5, 2);
	recorder_launched(r);
	recorder_launch(r, &launch);
	recorder_launched(r);
	finish(r);
	read_writes(writes, sizeof(writes));
	CHECK_STR(writes, "1:4194309 ");
}

/* The digest is of what kernels leave, not of what the program wrote behind the last launch. */
TEST(buffers_end_as_launches_left_them)
{
	struct recorder *r = start();
	uint8_t want[PAGE] = {0};
	char text[DIGEST_DIGITS + 1];
	struct recording_reader *reader;
	struct record record;
	const uint8_t *bytes;
	struct digest d;
	struct error err;

	recorder_launch(r, &launch);
	kernel_writes(&second, 8, 5);
	recorder_launched(r);
	arena[SECOND + 9] = 6;
	recorder_drop(r, &second);
	finish(r);
	want[8] = 5;
	digest_init(&d);
	digest_add(&d, want, sizeof(want));
	digest_text(&d, text);
	reader = recording_open(path, &err);
	do
		CHECK(recording_next(reader, &record, &bytes, &err));
	while (record.kind != RECORD_DROP);
	CHECK_EQ(record.number[0], second.address);
	CHECK(record.bytes == DIGEST_DIGITS && !memcmp(bytes, text, DIGEST_DIGITS));
	recording_close(reader);
	unlink(path);
}
