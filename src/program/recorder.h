/* Writes a recording (driver/recording) while a program runs: what it wrote since its last launch
 * is found by comparing its memory with how the launch left it. */
#ifndef PROGRAM_RECORDER_H
#define PROGRAM_RECORDER_H

#include "driver/recording/recording.h"
#include "driver/workload/workload.h"

struct recorder;

/* NULL with one line when the file cannot be written. */
struct recorder *recorder_new(const char *path, struct error *err);
/* Drops what is left, ends the recording. False with one line when not all of it was written. */
bool recorder_finish(struct recorder *r, struct error *err);

/* The memory of the process that is recorded: file is behind the arena, which begins at base. */
void recorder_connect(struct recorder *r, int file, uint64_t base);

void recorder_place(struct recorder *r, const struct buffer *b);
void recorder_drop(struct recorder *r, const struct buffer *b);
/* After it was loaded. */
void recorder_load(struct recorder *r, uint64_t address, uint64_t bytes, const void *elf,
		   uint32_t elf_bytes);
void recorder_unload(struct recorder *r, size_t code);
/* Before and after it runs. */
void recorder_launch(struct recorder *r, const struct launch *l);
void recorder_launched(struct recorder *r);

#endif
