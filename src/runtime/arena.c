/* First fit over blocks sorted by address; see arena.h. */
#include "runtime/arena.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void arena_init(struct arena *a, uint64_t base, uint64_t bytes, uint64_t page_bytes)
{
	*a = (struct arena){.base = base, .bytes = bytes, .page_bytes = page_bytes};
}

uint64_t arena_whole_pages(const struct arena *a, uint64_t bytes)
{
	return (bytes + a->page_bytes - 1) & ~(a->page_bytes - 1);
}

/* With the page that stays free behind it: what a kernel does beyond the end is noticed. */
static uint64_t end_of(const struct arena *a, const struct arena_block *b)
{
	return b->address + arena_whole_pages(a, b->bytes) + a->page_bytes;
}

/* Where the room before block i begins (of the last: behind all). */
static uint64_t gap_start(const struct arena *a, size_t i)
{
	return i ? end_of(a, &a->blocks[i - 1]) : a->base;
}

static uint64_t gap_end(const struct arena *a, size_t i)
{
	return i < a->count ? a->blocks[i].address : a->base + a->bytes;
}

static void insert(struct arena *a, size_t at, struct arena_block block)
{
	if (a->count == a->capacity) {
		a->capacity = a->capacity ? 2 * a->capacity : 64;
		a->blocks = xrealloc(a->blocks, a->capacity * sizeof(*a->blocks));
	}
	memmove(&a->blocks[at + 1], &a->blocks[at], (a->count - at) * sizeof(*a->blocks));
	a->blocks[at] = block;
	a->count++;
}

uint64_t arena_take(struct arena *a, uint64_t bytes, uint64_t align, uint64_t host)
{
	uint64_t need;

	if (align < a->page_bytes)
		align = a->page_bytes;
	if (bytes > a->bytes)
		return 0;
	need = arena_whole_pages(a, bytes) + a->page_bytes;
	for (size_t i = a->first_gap; i <= a->count; i++) {
		uint64_t start = gap_start(a, i), end = gap_end(a, i);
		uint64_t at = (start + align - 1) & ~(align - 1);

		if (i == a->first_gap && start == end)
			a->first_gap++;
		if (at <= end && end - at >= need) {
			insert(a, i, (struct arena_block){at, bytes, host});
			return at;
		}
	}
	return 0;
}

/* Index of the first block above the address. */
static size_t above(const struct arena *a, uint64_t address)
{
	size_t low = 0, high = a->count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (a->blocks[mid].address <= address)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void arena_give(struct arena *a, uint64_t address)
{
	size_t at = above(a, address);

	if (at == 0 || a->blocks[at - 1].address != address)
		BUG("nothing begins at 0x%llx", (unsigned long long)address);
	at--;
	memmove(&a->blocks[at], &a->blocks[at + 1], (a->count - at - 1) * sizeof(*a->blocks));
	a->count--;
	if (at < a->first_gap)
		a->first_gap = at;
}

bool arena_find(const struct arena *a, uint64_t address, struct arena_block *block)
{
	size_t at = above(a, address);

	if (at == 0 || address - a->blocks[at - 1].address >= a->blocks[at - 1].bytes)
		return false;
	*block = a->blocks[at - 1];
	return true;
}

bool arena_find_host(const struct arena *a, uint64_t host, struct arena_block *block)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->blocks[i].host && host - a->blocks[i].host < a->blocks[i].bytes) {
			*block = a->blocks[i];
			return true;
		}
	return false;
}
