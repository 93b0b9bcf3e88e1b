/* Interleaving and the routes that follow from it. */
#include "hw/memory_map.h"

void memory_map_init(struct memory_map *m, const struct memory_map_config *config)
{
	/* A unit must not straddle two chiplets, or its local addresses would overlap. */
	if (config->chiplets > 1 && config->chiplet_bytes % config->unit_bytes)
		BUG("memory map: chiplets of %llu bytes do not hold whole units of %llu",
		    (unsigned long long)config->chiplet_bytes,
		    (unsigned long long)config->unit_bytes);
	divider_init(&m->chiplet, config->chiplet_bytes);
	divider_init(&m->unit, config->unit_bytes);
	divider_init(&m->banks, config->banks);
	divider_init(&m->channels, config->channels);
	m->chiplets = config->chiplets;
}

unsigned memory_route_to_bank(const void *state, const struct mem_access *a)
{
	const struct memory_route *route = state;

	if (memory_map_chiplet(route->map, a->address) != route->chiplet)
		return (unsigned)route->map->banks.by;
	if (a->kind == KIND_WALK && route->walks_to_dram)
		return (unsigned)route->map->banks.by + 1;
	return memory_map_bank(route->map, a->address);
}

unsigned memory_route_to_channel(const void *state, const struct mem_access *a)
{
	const struct memory_route *route = state;

	return memory_map_channel(route->map, a->address);
}
