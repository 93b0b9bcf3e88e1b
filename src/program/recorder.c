/* Records a program; see recorder.h. */
#include "program/recorder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"

/* What is compared at a time. */
enum { PIECE = 4096 };

/* A buffer, and what was in it after the last launch. */
struct shadow {
	uint64_t address, bytes;
	uint8_t *now, *before;
};

struct recorder {
	struct recording_writer *writer;
	int file;
	uint64_t base;
	struct shadow *shadows;
	size_t count, capacity;
};

struct recorder *recorder_new(const char *path, struct error *err)
{
	struct recording_writer *writer = recording_create(path, err);
	struct recorder *r;

	if (!writer)
		return NULL;
	r = xcalloc(1, sizeof(*r));
	r->writer = writer;
	return r;
}

static void put(struct recorder *r, enum record_kind kind, uint64_t a, uint64_t b,
		const void *bytes, size_t count)
{
	struct record record = {.kind = kind, .bytes = (uint32_t)count, .number = {a, b}};

	recording_put(r->writer, &record, bytes);
}

/* Without the digest of a buffer there is no verifying it. */
static void drop_shadow(struct recorder *r, size_t i)
{
	struct shadow *s = &r->shadows[i];
	char text[DIGEST_DIGITS + 1];
	struct digest d;

	digest_init(&d);
	digest_add(&d, s->before, s->bytes);
	digest_text(&d, text);
	put(r, RECORD_DROP, s->address, 0, text, DIGEST_DIGITS);
	free(s->before);
	*s = r->shadows[--r->count];
}

bool recorder_finish(struct recorder *r, struct error *err)
{
	bool ok;

	while (r->count > 0)
		drop_shadow(r, r->count - 1);
	put(r, RECORD_END, 0, 0, NULL, 0);
	ok = recording_finish(r->writer, err);
	free(r->shadows);
	free(r);
	return ok;
}

void recorder_connect(struct recorder *r, int file, uint64_t base)
{
	r->file = file;
	r->base = base;
}

void recorder_place(struct recorder *r, const struct buffer *b)
{
	if (r->count == r->capacity) {
		r->capacity = r->capacity ? 2 * r->capacity : 64;
		r->shadows = xrealloc(r->shadows, r->capacity * sizeof(*r->shadows));
	}
	r->shadows[r->count++] =
		(struct shadow){b->address, b->bytes, b->host, xcalloc(1, b->bytes)};
	put(r, RECORD_PLACE, b->address, b->bytes, b->name, strlen(b->name));
}

void recorder_drop(struct recorder *r, const struct buffer *b)
{
	for (size_t i = r->count; i-- > 0;)
		if (r->shadows[i].address == b->address) {
			drop_shadow(r, i);
			return;
		}
}

/* Calls visit with every piece that is not as it was. Where the file has holes nothing was written.
 */
static void each_change(struct recorder *r, struct shadow *s,
			void (*visit)(struct recorder *r, struct shadow *s, uint64_t at,
				      uint64_t bytes))
{
	off_t first = (off_t)(s->address - r->base), end = first + (off_t)s->bytes;
	off_t at = lseek(r->file, first, SEEK_DATA);

	while (at >= 0 && at < end) {
		off_t hole = lseek(r->file, at, SEEK_HOLE);

		hole = hole < end ? hole : end;
		for (; at < hole; at += PIECE) {
			uint64_t offset = (uint64_t)(at - first), left = (uint64_t)(hole - at);
			uint64_t bytes = left < PIECE ? left : PIECE;

			if (memcmp(s->now + offset, s->before + offset, bytes) != 0)
				visit(r, s, offset, bytes);
		}
		at = lseek(r->file, hole, SEEK_DATA);
	}
}

static void take_over(struct recorder *r, struct shadow *s, uint64_t at, uint64_t bytes)
{
	(void)r;
	memcpy(s->before + at, s->now + at, bytes);
}

static void put_change(struct recorder *r, struct shadow *s, uint64_t at, uint64_t bytes)
{
	put(r, RECORD_WRITE, s->address + at, 0, s->now + at, bytes);
	take_over(r, s, at, bytes);
}

void recorder_load(struct recorder *r, uint64_t address, uint64_t bytes, const void *elf,
		   uint32_t elf_bytes)
{
	put(r, RECORD_LOAD, address, bytes, elf, elf_bytes);
	for (size_t i = 0; i < r->count; i++)
		if (r->shadows[i].address == address)
			each_change(r, &r->shadows[i], take_over);
}

void recorder_unload(struct recorder *r, size_t code)
{
	put(r, RECORD_UNLOAD, code, 0, NULL, 0);
}

void recorder_launch(struct recorder *r, const struct launch *l)
{
	struct record record = {.kind = RECORD_LAUNCH,
				.number = {l->ready.code, l->ready.kernel, l->ready.packet,
					   l->ready.queue, l->ready.kernarg, l->ready.lds_bytes,
					   l->ready.private_bytes}};
	uint32_t shape[SHAPE_NUMBERS] = {l->dims};

	for (int i = 0; i < 3; i++) {
		shape[SHAPE_GRID + i] = l->grid[i];
		shape[SHAPE_WORKGROUP + i] = l->workgroup[i];
	}
	for (size_t i = 0; i < r->count; i++)
		each_change(r, &r->shadows[i], put_change);
	record.bytes = sizeof(shape);
	recording_put(r->writer, &record, shape);
}

void recorder_launched(struct recorder *r)
{
	for (size_t i = 0; i < r->count; i++)
		each_change(r, &r->shadows[i], take_over);
}
