/*
 * Physical memory: which frames of each chiplet are taken. Frames of data have the size of a page,
 * those of page tables have 4 KB and lie in a region apart, at the top of each chiplet's memory. A
 * physical address is chiplet * stride + base + offset. Scattered frames follow a seeded
 * permutation that is computed, not stored: memory grows only with the frames given back.
 */
#ifndef DRIVER_MEMORY_FRAMES_H
#define DRIVER_MEMORY_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { TABLE_FRAME_SHIFT = 12 };

struct frames_config {
	unsigned chiplets;
	uint64_t memory_bytes; /* per chiplet */
	/* Of the memory of one chiplet only the memory_bytes from base on are handed out; stride:
	 * what the chiplet has in all. 0: memory_bytes. */
	uint64_t stride, base;
	unsigned page_shift; /* of data: 12, 16 or 21 */
	bool scattered;
	uint64_t seed;
};

struct frames;

struct frames *frames_new(const struct frames_config *config);
void frames_free(struct frames *f);

/*
 * A frame that nobody holds; its physical address in *pa. False with one line in err when the
 * chiplet has none left.
 */
bool frames_take(struct frames *f, unsigned chiplet, uint64_t *pa, struct error *err);
bool frames_take_table(struct frames *f, unsigned chiplet, uint64_t *pa, struct error *err);

/* Gives a frame of data or of a page table back; the last one given back is taken next. */
void frames_give(struct frames *f, uint64_t pa);

/* The chiplet that holds a physical address. */
unsigned frames_chiplet(const struct frames *f, uint64_t pa);

/* Frames of data on a chiplet, and those of them that nobody holds. */
uint64_t frames_count(const struct frames *f, unsigned chiplet);
uint64_t frames_left(const struct frames *f, unsigned chiplet);

/* Frames of data in use on a chiplet, and frames of page tables. */
uint64_t frames_used(const struct frames *f, unsigned chiplet);
uint64_t frames_used_tables(const struct frames *f, unsigned chiplet);

#endif
