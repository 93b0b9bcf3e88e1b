/* Records through zstd, to and from a file; see recording.h. */
#include "driver/recording/recording.h"

#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "base/input_file.h"

static const char heading[] = "warpwalk recording 1\n";

struct recording_writer {
	char *path, *temporary;
	FILE *file;
	ZSTD_CStream *stream;
	char *buffer;
	size_t buffer_bytes;
	bool has_failed;
};

struct recording_writer *recording_create(const char *path, struct error *err)
{
	struct recording_writer *w = xcalloc(1, sizeof(*w));

	w->path = xstrdup(path);
	w->temporary = xasprintf("%s.%d", path, (int)getpid());
	w->file = fopen(w->temporary, "wb");
	if (!w->file) {
		error_set(err, "%s: %s", path, strerror(errno));
		free(w->path);
		free(w->temporary);
		free(w);
		return NULL;
	}
	w->stream = ZSTD_createCStream();
	w->buffer_bytes = ZSTD_CStreamOutSize();
	w->buffer = xmalloc(w->buffer_bytes);
	fputs(heading, w->file);
	return w;
}

static void compress(struct recording_writer *w, const void *bytes, size_t count,
		     ZSTD_EndDirective directive)
{
	ZSTD_inBuffer in = {bytes, count, 0};
	size_t left;

	do {
		ZSTD_outBuffer out = {w->buffer, w->buffer_bytes, 0};

		left = ZSTD_compressStream2(w->stream, &out, &in, directive);
		if (ZSTD_isError(left) || fwrite(w->buffer, 1, out.pos, w->file) != out.pos) {
			w->has_failed = true;
			return;
		}
	} while (in.pos < in.size || (directive == ZSTD_e_end && left > 0));
}

/* Little endian on every host. */
static void convert(struct record *r)
{
	r->kind = htole32(r->kind);
	r->bytes = htole32(r->bytes);
	for (int i = 0; i < RECORD_NUMBERS; i++)
		r->number[i] = htole64(r->number[i]);
}

void recording_put(struct recording_writer *w, const struct record *r, const void *bytes)
{
	struct record stored = *r;

	convert(&stored);
	compress(w, &stored, sizeof(stored), ZSTD_e_continue);
	if (r->bytes)
		compress(w, bytes, r->bytes, ZSTD_e_continue);
}

bool recording_finish(struct recording_writer *w, struct error *err)
{
	bool ok;

	if (!w)
		return true;
	compress(w, NULL, 0, ZSTD_e_end);
	ok = !fclose(w->file) && !w->has_failed && !rename(w->temporary, w->path);
	if (!ok) {
		error_set(err, "%s: the recording could not be written: %s", w->path,
			  strerror(errno));
		unlink(w->temporary);
	}
	ZSTD_freeCStream(w->stream);
	free(w->buffer);
	free(w->path);
	free(w->temporary);
	free(w);
	return ok;
}

struct recording_reader {
	char *path;
	FILE *file;
	ZSTD_DStream *stream;
	char *buffer;
	size_t buffer_bytes;
	ZSTD_inBuffer in;
	uint8_t *bytes; /* of the last record */
	size_t capacity;
	uint64_t records;
};

struct recording_reader *recording_open(const char *path, struct error *err)
{
	struct recording_reader *r;
	char line[sizeof(heading)] = "";
	const char *why;
	FILE *file = input_file_open(path, &why);

	if (!file) {
		error_set(err, "%s: %s", path, why);
		return NULL;
	}
	if (!fgets(line, sizeof(line), file) || strcmp(line, heading) != 0) {
		fclose(file);
		error_set(err,
			  "%s is no recording of warpwalk exec --record, or of another version",
			  path);
		return NULL;
	}
	r = xcalloc(1, sizeof(*r));
	r->path = xstrdup(path);
	r->file = file;
	r->stream = ZSTD_createDStream();
	r->buffer_bytes = ZSTD_DStreamInSize();
	r->buffer = xmalloc(r->buffer_bytes);
	r->in.src = r->buffer;
	return r;
}

void recording_close(struct recording_reader *r)
{
	if (!r)
		return;
	fclose(r->file);
	ZSTD_freeDStream(r->stream);
	free(r->buffer);
	free(r->bytes);
	free(r->path);
	free(r);
}

/* False when the file ends or zstd cannot make sense of it. */
static bool decompress(struct recording_reader *r, void *bytes, size_t count)
{
	ZSTD_outBuffer out = {bytes, count, 0};

	while (out.pos < count) {
		size_t before = out.pos;

		if (r->in.pos == r->in.size) {
			r->in.size = fread(r->buffer, 1, r->buffer_bytes, r->file);
			r->in.pos = 0;
		}
		if (ZSTD_isError(ZSTD_decompressStream(r->stream, &out, &r->in)) ||
		    (r->in.size == 0 && out.pos == before))
			return false;
	}
	return true;
}

/* In pieces: a damaged size costs no more memory than the file has bytes for. */
static bool read_bytes(struct recording_reader *r, size_t count)
{
	enum { PIECE = 1 << 20 };
	size_t have = 0;

	while (have < count) {
		size_t piece = count - have < PIECE ? count - have : PIECE;

		if (have + piece + 1 > r->capacity) {
			r->capacity = 2 * (have + piece) + 1;
			r->bytes = xrealloc(r->bytes, r->capacity);
		}
		if (!decompress(r, r->bytes + have, piece))
			return false;
		have += piece;
	}
	return true;
}

bool recording_next(struct recording_reader *r, struct record *record, const uint8_t **bytes,
		    struct error *err)
{
	r->records++;
	if (!r->bytes) {
		r->capacity = 64;
		r->bytes = xmalloc(r->capacity);
	}
	if (!decompress(r, record, sizeof(*record)))
		return error_set(err, "%s: damaged: it ends before its record %llu", r->path,
				 (unsigned long long)r->records);
	convert(record);
	if (record->kind < RECORD_PLACE || record->kind > RECORD_END ||
	    record->bytes > RECORD_MOST_BYTES || !read_bytes(r, record->bytes))
		return error_set(err, "%s: damaged: record %llu is none", r->path,
				 (unsigned long long)r->records);
	r->bytes[record->bytes] = '\0';
	*bytes = r->bytes;
	return true;
}
