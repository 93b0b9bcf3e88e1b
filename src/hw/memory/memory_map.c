/* Interleaving and the routes that follow from it. */
#include "hw/memory/memory_map.h"

/* Part number i of n takes what lies between i/n and (i+1)/n of them, and at least one. */
static void span_init(struct memory_span *span, uint32_t part, uint32_t parts, uint32_t whole)
{
	uint32_t end = whole * (part + 1) / parts;

	span->first = whole * part / parts;
	divider_init(&span->count, end > span->first ? end - span->first : 1);
}

static void divide_memory(struct memory_map *m, const struct memory_map_config *config)
{
	if (config->parts > MEMORY_MOST_PARTS || config->part_bytes % config->unit_bytes ||
	    config->parts * config->part_bytes > config->chiplet_bytes)
		BUG("memory map: %u parts of %llu bytes", config->parts,
		    (unsigned long long)config->part_bytes);
	divider_init(&m->part, config->part_bytes);
	for (uint32_t i = 0; i < config->parts; i++) {
		span_init(&m->part_banks[i], i, config->parts, config->banks);
		span_init(&m->part_channels[i], i, config->parts, config->channels);
	}
}

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
	m->host_base = config->host_base ? config->host_base : UINT64_MAX;
	m->parts = config->parts;
	if (m->parts > 1)
		divide_memory(m, config);
}

/* Part of an address, and the unit counted from the part's first byte. */
static uint32_t memory_part_of(const struct memory_map *m, uint64_t address, uint64_t *unit)
{
	uint64_t local = remainder_of(&m->chiplet, address);

	*unit = divide(&m->unit, remainder_of(&m->part, local));
	return (uint32_t)divide(&m->part, local);
}

uint32_t memory_map_part_bank(const struct memory_map *m, uint64_t address)
{
	uint64_t unit;
	const struct memory_span *span = &m->part_banks[memory_part_of(m, address, &unit)];

	return span->first + (uint32_t)remainder_of(&span->count, unit);
}

uint32_t memory_map_part_channel(const struct memory_map *m, uint64_t address)
{
	uint64_t unit;
	const struct memory_span *span = &m->part_channels[memory_part_of(m, address, &unit)];

	return span->first + (uint32_t)remainder_of(&span->count, unit);
}

/* Parts that share a channel lie one after the other in it. */
uint64_t memory_map_part_local(const struct memory_map *m, uint64_t address)
{
	uint64_t unit;
	uint32_t part = memory_part_of(m, address, &unit);

	return part * m->part.by + divide(&m->part_channels[part].count, unit) * m->unit.by +
	       remainder_of(&m->unit, address);
}

unsigned memory_route_to_bank(const void *state, const struct mem_access *a)
{
	const struct memory_route *route = state;

	if (__builtin_expect(a->address >= route->map->host_base, 0))
		return (unsigned)route->map->banks.by + 2;
	if (memory_map_chiplet(route->map, a->address) != route->chiplet)
		return (unsigned)route->map->banks.by;
	if (a->kind == KIND_WALK && a->level && route->walks_to_dram)
		return (unsigned)route->map->banks.by + 1;
	return memory_map_bank(route->map, a->address);
}

unsigned memory_route_to_channel(const void *state, const struct mem_access *a)
{
	const struct memory_route *route = state;

	return memory_map_channel(route->map, a->address);
}
