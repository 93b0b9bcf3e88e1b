/*
 * Memory as the executor sees it: regions of simulated virtual addresses, each backed by host
 * memory. Knows exact bounds, so that a lane one byte past a buffer is caught. Knows nothing of
 * pages, frames or time.
 */
#ifndef ISA_EXEC_MEMORY_H
#define ISA_EXEC_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Invariant: base + bytes does not wrap; regions of one memory are disjoint and sorted by base. */
struct region {
	uint64_t base, bytes;
	uint64_t
		named_bytes; /* of what the name stands for: all, unless memory_extend was called */
	uint8_t *host;
	uint8_t *written; /* a byte for each: not 0 once something was written there; NULL: unwanted
			   */
	bool readonly;
	char name[48]; /* for messages: "buffer 'A'", "kernel arguments" */
};

struct memory {
	struct region *regions;
	size_t count, capacity;
	struct region *last; /* the region of the previous access; never NULL once one is mapped */
};

void memory_init(struct memory *mem);
void memory_release(struct memory *mem); /* does not free the host memory behind the regions */

/* Makes [base, base + bytes) refer to host. Overlap with a mapped region is a BUG. */
void memory_map(struct memory *mem, uint64_t base, uint64_t bytes, void *host, bool readonly,
		const char *name);
/* What lies behind the region that starts at base, up to so many bytes of it, may be touched too,
 * and is backed by the host memory there. */
void memory_extend(struct memory *mem, uint64_t base, uint64_t bytes);
/* From now on what is written to the region that starts at base is noted there. */
void memory_note_writes(struct memory *mem, uint64_t base, uint8_t *written);
void memory_unmap(struct memory *mem, uint64_t base);
void memory_clear(struct memory *mem); /* unmaps everything */

/* The region that holds all of [va, va + bytes), or NULL. */
struct region *memory_find(struct memory *mem, uint64_t va, uint64_t bytes);

/* The region nearest to va, NULL when nothing is mapped; for messages. */
const struct region *memory_nearest(const struct memory *mem, uint64_t va);

/* Host address of [va, va + bytes), NULL when not all of it is mapped (or, for a write, readonly).
 */
static inline uint8_t *memory_at(struct memory *mem, uint64_t va, uint64_t bytes, bool write)
{
	struct region *r = mem->last;

	if (__builtin_expect(!r || va - r->base >= r->bytes || r->bytes - (va - r->base) < bytes,
			     0)) {
		r = memory_find(mem, va, bytes);
		if (!r)
			return NULL;
		mem->last = r;
	}
	if (write && r->readonly)
		return NULL;
	return r->host + (va - r->base);
}

#endif
