/*
 * Writes a recording (driver/recording) while a program runs. When a launch begins, everything that
 * is not as it follows from what was recorded is the program's: kernels note what they write. So
 * the program may prepare its next launches while one runs.
 */
#ifndef PROGRAM_RECORDER_H
#define PROGRAM_RECORDER_H

#include "driver/recording/recording.h"
#include "driver/workload/workload.h"

struct recorder;

/* NULL with one line when the file cannot be written. */
struct recorder *recorder_new(const char *path, struct error *err);
/* Drops what is left, ends the recording. False with one line when not all of it was written. */
bool recorder_finish(struct recorder *r, struct error *err);

/* The file behind the arena of the process that is recorded. */
void recorder_connect(struct recorder *r, int file);

void recorder_place(struct recorder *r, struct buffer *b);
/* What is kept for `from` shows here too; from is the address itself: no longer. */
void recorder_alias(struct recorder *r, uint64_t address, uint64_t bytes, uint64_t from);
void recorder_drop(struct recorder *r, const struct buffer *b);
/* After it was loaded. */
void recorder_load(struct recorder *r, uint64_t address, uint64_t bytes, const void *elf,
		   uint32_t elf_bytes);
void recorder_unload(struct recorder *r, size_t code);
/* Before and after it runs. */
void recorder_launch(struct recorder *r, const struct launch *l);
void recorder_launched(struct recorder *r);
/* The kernel that runs calls the program, which cannot be recorded: says so, once. */
void recorder_called(struct recorder *r, const char *kernel);

#endif
