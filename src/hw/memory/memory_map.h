/*
 * Where a physical address lies: chiplets hold consecutive ranges; inside a chiplet consecutive
 * units (a few lines, or a page) go to consecutive L2 banks and DRAM channels. With as many banks
 * as channels each bank has a channel of its own. A chiplet's memory may be divided into parts,
 * each of which lies in banks and channels of its own as far as there are enough.
 */
#ifndef HW_MEMORY_MEMORY_MAP_H
#define HW_MEMORY_MEMORY_MAP_H

#include "base/divide.h"
#include "socket/request.h"

struct memory_map_config {
	uint64_t chiplet_bytes; /* physical memory of each chiplet */
	uint64_t unit_bytes;    /* of interleaving: so many bytes, or a page */
	uint32_t chiplets, banks, channels;
	uint32_t parts;      /* of a chiplet's memory; 0 or 1: undivided */
	uint64_t part_bytes; /* of each, whole units; parts * part_bytes <= chiplet_bytes */
	uint64_t host_base;  /* from here on addresses are host memory's; 0: none are */
};

enum { MEMORY_MOST_PARTS = 64 };

/* The banks or channels of a part of memory. */
struct memory_span {
	uint32_t first;
	struct divider count;
};

struct memory_map {
	struct divider chiplet, unit, banks, channels;
	uint32_t chiplets, parts;
	uint64_t host_base; /* beyond all addresses where there is no host memory */
	struct divider part;
	struct memory_span part_banks[MEMORY_MOST_PARTS], part_channels[MEMORY_MOST_PARTS];
};

void memory_map_init(struct memory_map *m, const struct memory_map_config *config);

/* The same questions, of a memory in parts. */
uint32_t memory_map_part_bank(const struct memory_map *m, uint64_t address);
uint32_t memory_map_part_channel(const struct memory_map *m, uint64_t address);
uint64_t memory_map_part_local(const struct memory_map *m, uint64_t address);

static inline uint32_t memory_map_chiplet(const struct memory_map *m, uint64_t address)
{
	return m->chiplets == 1 ? 0 : (uint32_t)divide(&m->chiplet, address);
}

static inline uint64_t memory_map_unit(const struct memory_map *m, uint64_t address)
{
	return divide(&m->unit, remainder_of(&m->chiplet, address));
}

static inline uint32_t memory_map_bank(const struct memory_map *m, uint64_t address)
{
	if (__builtin_expect(m->parts > 1, 0))
		return memory_map_part_bank(m, address);
	return (uint32_t)remainder_of(&m->banks, memory_map_unit(m, address));
}

static inline uint32_t memory_map_channel(const struct memory_map *m, uint64_t address)
{
	if (__builtin_expect(m->parts > 1, 0))
		return memory_map_part_channel(m, address);
	return (uint32_t)remainder_of(&m->channels, memory_map_unit(m, address));
}

/* The address inside its channel: consecutive there, without the interleaved part. */
static inline uint64_t memory_map_local(const struct memory_map *m, uint64_t address)
{
	if (__builtin_expect(m->parts > 1, 0))
		return memory_map_part_local(m, address);
	return divide(&m->channels, memory_map_unit(m, address)) * m->unit.by +
	       remainder_of(&m->unit, address);
}

/*
 * Routes for router.h, each with a struct memory_route as its state.
 * to_bank: the L2 bank, or `banks` for another chiplet's memory, or `banks + 1` for a walk's read
 * of a page table in local memory when walks go to DRAM (then the wiring puts the DRAM router
 * there), or `banks + 2` for host memory. to_channel: the DRAM channel.
 */
struct memory_route {
	const struct memory_map *map;
	uint32_t chiplet;
	bool walks_to_dram;
};

unsigned memory_route_to_bank(const void *state, const struct mem_access *a);
unsigned memory_route_to_channel(const void *state, const struct mem_access *a);

#endif
