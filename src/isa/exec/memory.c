/* Regions of simulated virtual addresses, sorted, found by binary search. */
#include "isa/exec/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void memory_init(struct memory *mem)
{
	memset(mem, 0, sizeof(*mem));
}

void memory_release(struct memory *mem)
{
	free(mem->regions);
	memset(mem, 0, sizeof(*mem));
}

/* Index of the first region whose base is above va. */
static size_t upper_bound(const struct memory *mem, uint64_t va)
{
	size_t low = 0, high = mem->count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (mem->regions[mid].base <= va)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void memory_map(struct memory *mem, uint64_t base, uint64_t bytes, void *host, bool readonly,
		const char *name)
{
	size_t at = upper_bound(mem, base);
	struct region *r;

	if (at > 0 && base - mem->regions[at - 1].base < mem->regions[at - 1].bytes)
		BUG("region '%s' overlaps '%s'", name, mem->regions[at - 1].name);
	if (at < mem->count && mem->regions[at].base - base < bytes)
		BUG("region '%s' overlaps '%s'", name, mem->regions[at].name);
	if (mem->count == mem->capacity) {
		mem->capacity = mem->capacity ? 2 * mem->capacity : 16;
		mem->regions = xrealloc(mem->regions, mem->capacity * sizeof(*mem->regions));
	}
	r = &mem->regions[at];
	memmove(r + 1, r, (mem->count - at) * sizeof(*r));
	mem->count++;
	*r = (struct region){.base = base,
			     .bytes = bytes,
			     .named_bytes = bytes,
			     .host = host,
			     .readonly = readonly};
	snprintf(r->name, sizeof(r->name), "%s", name);
	mem->last = r;
}

/* Index of the region behind the one that starts at base. */
static size_t behind(const struct memory *mem, uint64_t base)
{
	size_t at = upper_bound(mem, base);

	if (at == 0 || mem->regions[at - 1].base != base)
		BUG("no region starts at 0x%llx", (unsigned long long)base);
	return at;
}

void memory_extend(struct memory *mem, uint64_t base, uint64_t bytes)
{
	size_t at = behind(mem, base);
	struct region *r = &mem->regions[at - 1];

	if (bytes < r->bytes || (at < mem->count && mem->regions[at].base - base < bytes))
		BUG("region '%s' cannot have %llu bytes", r->name, (unsigned long long)bytes);
	r->bytes = bytes;
}

void memory_note_writes(struct memory *mem, uint64_t base, uint8_t *written)
{
	mem->regions[behind(mem, base) - 1].written = written;
}

void memory_unmap(struct memory *mem, uint64_t base)
{
	size_t at = behind(mem, base);

	memmove(&mem->regions[at - 1], &mem->regions[at],
		(mem->count - at) * sizeof(*mem->regions));
	mem->count--;
	mem->last = mem->count ? mem->regions : NULL;
}

void memory_clear(struct memory *mem)
{
	mem->count = 0;
	mem->last = NULL;
}

struct region *memory_find(struct memory *mem, uint64_t va, uint64_t bytes)
{
	size_t at = upper_bound(mem, va);
	struct region *r;

	if (at == 0)
		return NULL;
	r = &mem->regions[at - 1];
	if (va - r->base >= r->bytes || r->bytes - (va - r->base) < bytes)
		return NULL;
	return r;
}

static uint64_t region_distance(const struct region *r, uint64_t va)
{
	if (va < r->base)
		return r->base - va;
	if (va - r->base < r->bytes)
		return 0;
	return va - (r->base + r->bytes - 1);
}

const struct region *memory_nearest(const struct memory *mem, uint64_t va)
{
	const struct region *best = NULL;

	for (size_t i = 0; i < mem->count; i++)
		if (!best || region_distance(&mem->regions[i], va) < region_distance(best, va))
			best = &mem->regions[i];
	return best;
}
