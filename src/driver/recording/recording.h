/*
 * Recordings of programs (warpwalk exec --record): what a program's GPU saw, in order, so that it
 * can be run again without the program. A line that says what it is, then records compressed with
 * zstd:
 *
 *   record    numbers                                            bytes
 *   PLACE     address, bytes                                     name
 *   DROP      address                                            SHA-256 of what the last launch
 * left there LOAD      address, bytes there                               the ELF file UNLOAD code
 *   WRITE     address                                            what the program wrote there
 *   LAUNCH    code, kernel, packet, queue, kernarg,              enum record_shape numbers
 *             LDS bytes, private bytes
 *   END       -                                                  -
 *
 * At the end every buffer that is left is dropped, so that each has its digest.
 */
#ifndef DRIVER_RECORDING_RECORDING_H
#define DRIVER_RECORDING_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define RECORDING_ENDING ".wwr"

enum record_kind {
	RECORD_PLACE = 1,
	RECORD_DROP,
	RECORD_LOAD,
	RECORD_UNLOAD,
	RECORD_WRITE,
	RECORD_LAUNCH,
	RECORD_END,
};

enum { RECORD_NUMBERS = 8, RECORD_MOST_BYTES = 1 << 30 };

/* The 32-bit numbers that are the bytes of a LAUNCH. */
enum record_shape {
	SHAPE_DIMS,
	SHAPE_GRID,
	SHAPE_WORKGROUP = SHAPE_GRID + 3,
	SHAPE_NUMBERS = SHAPE_WORKGROUP + 3,
};

struct record {
	uint32_t kind;
	uint32_t bytes; /* that follow */
	uint64_t number[RECORD_NUMBERS];
};

/* Writing: the file appears when it is complete. */
struct recording_writer;

struct recording_writer *recording_create(const char *path, struct error *err);
/* What goes wrong is said by recording_finish. */
void recording_put(struct recording_writer *w, const struct record *r, const void *bytes);
/* Ends it; false with one line when not all of it could be written (the file is then not there).
 * NULL is no recording. */
bool recording_finish(struct recording_writer *w, struct error *err);

/* Reading */
struct recording_reader;

struct recording_reader *recording_open(const char *path, struct error *err);
void recording_close(struct recording_reader *r);
/* The next record, and its bytes until the one after it, with a NUL behind. False with one line
 * when the file ends before END or has what no recording has. */
bool recording_next(struct recording_reader *r, struct record *record, const uint8_t **bytes,
		    struct error *err);

#endif
