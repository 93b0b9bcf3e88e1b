/*
 * Counts accesses by whether the memory they go to is the own chiplet's or another's, on their way
 * down from the chiplet's first-level caches: what hits there does not count [Pratheek22 §III].
 * Passes everything on at once.
 */
#ifndef MEASURE_LOCALITY_H
#define MEASURE_LOCALITY_H

#include "hw/memory/memory_map.h"

struct locality {
	const struct memory_map *map;
	uint32_t chiplet;
	struct mem_port down;
	uint64_t local, remote;
};

static inline bool locality_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct locality *l = owner;
	/* Before it is sent: from then on it is not ours. */
	bool remote = memory_map_chiplet(l->map, a->address) != l->chiplet;

	if (!mem_send(&l->down, a, waiter))
		return false;
	if (remote)
		l->remote++;
	else
		l->local++;
	return true;
}

static inline void locality_warm(void *owner, struct mem_access *a)
{
	const struct locality *l = owner;

	mem_warm(&l->down, a);
}

static inline struct mem_port locality_port(struct locality *l)
{
	return (struct mem_port){locality_send, l, locality_warm};
}

#endif
