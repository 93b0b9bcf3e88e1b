/* A cache under launches that run functionally: its lines change, time and counters do not. */
#include "hw/memory/cache_parts.h"

/* A whole line of this cache on its way down. */
static void warm_below(const struct cache *c, const struct mem_access *by, uint64_t key,
		       enum mem_op op)
{
	struct mem_access a;

	mem_access_init(&a, (uint8_t)op, by->kind, c->engine->now);
	a.who = by->who;
	cache_address(c, key, &a);
	a.level = by->level;
	a.flags = by->flags;
	a.bytes = (uint16_t)c->config.line_bytes;
	a.full_line = true;
	mem_warm(&c->down.port, &a);
}

/* A fill that is under way installs its line itself. */
static void warm_install(struct cache *c, const struct mem_access *by, uint64_t key, bool dirty)
{
	uint32_t set = cache_set_of(c, key), slot;
	unsigned way = cache_victim(c, set);

	if (cache_mshr_find(c, key))
		return;
	slot = assoc_slot(&c->tags, set, way);
	if (__builtin_expect(c->tenant.displaced != NULL, 0) &&
	    cache_line_use(c, slot) == CACHE_LINE_TENANT)
		c->tenant.displaced(c->tenant.state, slot);
	else if (cache_is_dirty(c, slot))
		warm_below(c, by, assoc_key(&c->tags, set, way), MEM_OP_WRITE);
	assoc_insert(&c->tags, set, way, key);
	cache_set_dirty(c, slot, dirty);
}

/* What an atomic that is performed below leaves of its line. */
static void warm_drop(struct cache *c, const struct mem_access *a, uint64_t key, int way)
{
	uint32_t set = cache_set_of(c, key), slot;

	if (way < 0)
		return;
	slot = assoc_slot(&c->tags, set, (unsigned)way);
	if (cache_is_dirty(c, slot))
		warm_below(c, a, key, MEM_OP_WRITE);
	cache_set_dirty(c, slot, false);
	assoc_invalidate(&c->tags, set, (unsigned)way);
}

/* The line is there afterwards, changed or not. */
static void warm_use(struct cache *c, const struct mem_access *a, uint64_t key, int way, bool dirty)
{
	uint32_t set = cache_set_of(c, key);

	if (way < 0) {
		if (!(a->op == MEM_OP_WRITE && a->full_line))
			warm_below(c, a, key, MEM_OP_READ);
		warm_install(c, a, key, dirty);
		return;
	}
	assoc_touch(&c->tags, set, (unsigned)way);
	if (dirty)
		cache_set_dirty(c, assoc_slot(&c->tags, set, (unsigned)way), true);
}

/* In the order of cache_look_up. */
void cache_warm(void *owner, struct mem_access *a)
{
	struct cache *c = owner;
	uint64_t key = cache_key_of(c, a);
	bool stays_away = a->no_cache || a->misses;
	int way = stays_away ? -1 : assoc_find(&c->tags, cache_set_of(c, key), key);
	bool passes = stays_away || (a->op == MEM_OP_ATOMIC && !c->config.atomics) ||
		      (a->op == MEM_OP_WRITE && c->config.write_through);

	if (!passes && (way >= 0 || a->op != MEM_OP_WRITE || c->config.write_allocate)) {
		warm_use(c, a, key, way, a->op != MEM_OP_READ && !c->config.write_through);
		return;
	}
	if (!stays_away && a->op == MEM_OP_ATOMIC)
		warm_drop(c, a, key, way);
	else if (!stays_away && (way >= 0 || c->config.write_allocate))
		warm_use(c, a, key, way, false);
	mem_warm(&c->down.port, a);
}
