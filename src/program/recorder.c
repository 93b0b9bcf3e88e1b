/* Records a program; see recorder.h. */
#include "program/recorder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/digest.h"
#include "program/protocol.h"

/* What is compared at a time: a page. */
enum { PIECE = 4096 };

/* A buffer, and what is in it by what was recorded: what the program wrote, and what kernels do to
 * that. */
struct shadow {
	uint64_t address, bytes;
	uint8_t *now, *before;
};

/* Where the file behind the arena does not tell that there is something: it is kept for another
 * address. */
struct alias {
	uint64_t address;
	struct alias *next;
};

struct recorder {
	struct recording_writer *writer;
	int file;         /* behind the program's arena */
	int written_file; /* behind the notes of what kernels wrote */
	uint8_t *written; /* as large as the arena; almost all of it takes no memory */
	struct shadow *shadows;
	size_t count, capacity;
	struct alias *aliases; /* pages */
	bool has_warned;
};

static void free_recorder(struct recorder *r)
{
	while (r->aliases) {
		struct alias *a = r->aliases;

		r->aliases = a->next;
		free(a);
	}
	if (r->written)
		munmap(r->written, ARENA_BYTES);
	if (r->written_file >= 0)
		close(r->written_file);
	free(r->shadows);
	free(r);
}

static bool map_notes(struct recorder *r)
{
	void *at;

	r->written_file = memfd_create("warpwalk recorder", MFD_CLOEXEC);
	if (r->written_file < 0 || ftruncate(r->written_file, (off_t)ARENA_BYTES))
		return false;
	at = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
		  r->written_file, 0);
	r->written = at == MAP_FAILED ? NULL : at;
	return r->written != NULL;
}

struct recorder *recorder_new(const char *path, struct error *err)
{
	struct recorder *r = xcalloc(1, sizeof(*r));

	if (!map_notes(r))
		error_set(err, "%s: no memory to record with: %s", path, strerror(errno));
	else
		r->writer = recording_create(path, err);
	if (r->writer)
		return r;
	free_recorder(r);
	return NULL;
}

static void put(struct recorder *r, enum record_kind kind, uint64_t a, uint64_t b,
		const void *bytes, size_t count)
{
	struct record record = {.kind = kind, .bytes = (uint32_t)count, .number = {a, b}};

	recording_put(r->writer, &record, bytes);
}

static void forget_aliases(struct recorder *r, uint64_t address, uint64_t bytes)
{
	for (struct alias **at = &r->aliases; *at;) {
		struct alias *a = *at;

		if (a->address - address >= bytes) {
			at = &a->next;
			continue;
		}
		*at = a->next;
		free(a);
	}
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
	forget_aliases(r, s->address, s->bytes);
	*s = r->shadows[--r->count];
}

bool recorder_finish(struct recorder *r, struct error *err)
{
	bool ok;

	while (r->count > 0)
		drop_shadow(r, r->count - 1);
	put(r, RECORD_END, 0, 0, NULL, 0);
	ok = recording_finish(r->writer, err);
	free_recorder(r);
	return ok;
}

void recorder_connect(struct recorder *r, int file)
{
	r->file = file;
}

void recorder_place(struct recorder *r, struct buffer *b)
{
	if (r->count == r->capacity) {
		r->capacity = r->capacity ? 2 * r->capacity : 64;
		r->shadows = xrealloc(r->shadows, r->capacity * sizeof(*r->shadows));
	}
	r->shadows[r->count++] =
		(struct shadow){b->address, b->bytes, b->host, xcalloc(1, b->bytes)};
	b->written = r->written + (b->address - ARENA_BASE);
	put(r, RECORD_PLACE, b->address, b->bytes, b->name, strlen(b->name));
}

void recorder_alias(struct recorder *r, uint64_t address, uint64_t bytes, uint64_t from)
{
	forget_aliases(r, address, bytes);
	for (uint64_t at = address / PIECE * PIECE; from != address && at < address + bytes;
	     at += PIECE) {
		struct alias *a = xmalloc(sizeof(*a));

		*a = (struct alias){at, r->aliases};
		r->aliases = a;
	}
}

void recorder_drop(struct recorder *r, const struct buffer *b)
{
	for (size_t i = r->count; i-- > 0;)
		if (r->shadows[i].address == b->address) {
			drop_shadow(r, i);
			return;
		}
}

/* Calls visit with every piece of the buffer in which the file, whose layout is the arena's, has
 * data. */
static void each_piece(struct recorder *r, int file, struct shadow *s,
		       void (*visit)(struct recorder *r, struct shadow *s, uint64_t at,
				     uint64_t bytes))
{
	off_t first = (off_t)(s->address - ARENA_BASE), end = first + (off_t)s->bytes;
	off_t at = lseek(file, first, SEEK_DATA);

	while (at >= 0 && at < end) {
		off_t hole = lseek(file, at, SEEK_HOLE);

		hole = hole < end ? hole : end;
		for (; at < hole; at += PIECE) {
			uint64_t left = (uint64_t)(hole - at);

			visit(r, s, (uint64_t)(at - first), left < PIECE ? left : PIECE);
		}
		at = lseek(file, hole, SEEK_DATA);
	}
}

/* A copy is recorded, for the program's threads go on. */
static void put_change(struct recorder *r, struct shadow *s, uint64_t at, uint64_t bytes)
{
	uint8_t piece[PIECE];

	memcpy(piece, s->now + at, bytes);
	if (!memcmp(piece, s->before + at, bytes))
		return;
	put(r, RECORD_WRITE, s->address + at, 0, piece, bytes);
	memcpy(s->before + at, piece, bytes);
}

static void put_aliases(struct recorder *r, struct shadow *s)
{
	for (const struct alias *a = r->aliases; a; a = a->next) {
		uint64_t at = a->address - s->address;

		if (at < s->bytes)
			put_change(r, s, at, s->bytes - at < PIECE ? s->bytes - at : PIECE);
	}
}

/* What the kernel wrote follows from what is recorded; what the program wrote meanwhile does not.
 */
static void take_written(struct recorder *r, struct shadow *s, uint64_t at, uint64_t bytes)
{
	const uint8_t *written = r->written + (s->address - ARENA_BASE) + at;

	for (uint64_t i = 0; i < bytes; i++)
		if (written[i])
			s->before[at + i] = s->now[at + i];
}

void recorder_load(struct recorder *r, uint64_t address, uint64_t bytes, const void *elf,
		   uint32_t elf_bytes)
{
	put(r, RECORD_LOAD, address, bytes, elf, elf_bytes);
	for (size_t i = 0; i < r->count; i++) {
		const struct shadow *s = &r->shadows[i];
		uint64_t at = address - s->address;

		if (at < s->bytes)
			memcpy(s->before + at, s->now + at, bytes);
	}
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
	for (size_t i = 0; i < r->count; i++) {
		each_piece(r, r->file, &r->shadows[i], put_change);
		put_aliases(r, &r->shadows[i]);
	}
	record.bytes = sizeof(shape);
	recording_put(r->writer, &record, shape);
}

void recorder_launched(struct recorder *r)
{
	for (size_t i = 0; i < r->count; i++)
		each_piece(r, r->written_file, &r->shadows[i], take_written);
	/* All notes at once. */
	if (ftruncate(r->written_file, 0) || ftruncate(r->written_file, (off_t)ARENA_BYTES))
		BUG("recorder: %s", strerror(errno));
}

void recorder_called(struct recorder *r, const char *kernel)
{
	if (!r->has_warned)
		fprintf(stderr,
			"warpwalk: kernel '%s' asks its program for something (printf, malloc): "
			"a run of the recording will end there\n",
			kernel);
	r->has_warned = true;
}
