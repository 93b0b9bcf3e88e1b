/* Which part of the arena is whose: whole pages, first fit from the bottom, so that the same calls
 * give the same addresses. */
#ifndef RUNTIME_ARENA_H
#define RUNTIME_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Invariant: blocks are disjoint and sorted by address; a page lies free behind each. */
struct arena_block {
	uint64_t address, bytes;
	uint64_t host; /* where the program sees it; 0: at its address */
};

struct arena {
	uint64_t base, bytes, page_bytes;
	struct arena_block *blocks;
	size_t count, capacity;
	size_t first_gap; /* no block before it has room behind it for even a page */
};

void arena_init(struct arena *a, uint64_t base, uint64_t bytes, uint64_t page_bytes);

/* The address, 0 when there is no room. align is a power of two. */
uint64_t arena_take(struct arena *a, uint64_t bytes, uint64_t align, uint64_t host);
/* The block that begins there. */
void arena_give(struct arena *a, uint64_t address);

/* The block that holds the address, by the GPU's or by the program's. */
bool arena_find(const struct arena *a, uint64_t address, struct arena_block *block);
bool arena_find_host(const struct arena *a, uint64_t host, struct arena_block *block);

/* Rounded up. */
uint64_t arena_whole_pages(const struct arena *a, uint64_t bytes);

#endif
