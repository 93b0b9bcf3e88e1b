/* Lines of a cache that a design keeps something of its own in. */
#include "hw/memory/cache_parts.h"

void cache_set_tenant(struct cache *c, const struct cache_tenant *tenant)
{
	if (c->config.virtual || !c->config.write_through)
		BUG("%s: a tenant needs lines that are never dirty, by physical address", c->name);
	c->tenant = *tenant;
}

uint32_t cache_lines(const struct cache *c)
{
	return c->tags.sets * c->tags.ways;
}

enum cache_line_use cache_line_use(const struct cache *c, uint32_t line)
{
	uint32_t set = line / c->tags.ways;
	unsigned way = line % c->tags.ways;

	if (!assoc_valid(&c->tags, set, way))
		return CACHE_LINE_IDLE;
	return cache_is_tenant_key(assoc_key(&c->tags, set, way)) ? CACHE_LINE_TENANT
								  : CACHE_LINE_FILLED;
}

void cache_tenant_take(struct cache *c, uint32_t line)
{
	assoc_insert(&c->tags, line / c->tags.ways, line % c->tags.ways, cache_tenant_key(line));
}

void cache_tenant_leave(struct cache *c, uint32_t line)
{
	assoc_invalidate(&c->tags, line / c->tags.ways, line % c->tags.ways);
}

cycle_t cache_tenant_access(struct cache *c)
{
	cycle_t now = c->engine->now, first = c->port.cycle;

	/* The first cycle in which lookups leave a slot. */
	if (first < now)
		first = now;
	else if (c->port.used == c->port.per_cycle)
		first++;
	if (c->tenant_port.cycle < first || !c->tenant_port.used) {
		/* Enters a cycle in which lookups may have some of the slots. */
		c->tenant_port.cycle = first;
		c->tenant_port.used = c->port.cycle == first ? c->port.used : 0;
	}
	c->stats.tenant_lookups++;
	return port_reserve(&c->tenant_port, first);
}

/* An idle line, else the least recently used of the tenant's, else the least recently used. */
unsigned cache_tenant_victim(const struct cache *c, uint32_t set)
{
	unsigned last = assoc_victim(&c->tags, set);

	for (int way = (int)last; way >= 0; way = assoc_newer(&c->tags, set, (unsigned)way))
		if (!assoc_valid(&c->tags, set, (unsigned)way) ||
		    cache_is_tenant_key(assoc_key(&c->tags, set, (unsigned)way)))
			return (unsigned)way;
	return last;
}
