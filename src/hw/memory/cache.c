/* Lookups: the pipeline, what each kind of access does on a hit and on a miss, in-order stalls. */
#include <stdlib.h>
#include <string.h>

#include "hw/memory/cache_parts.h"

/* From so many lines on the tags of a cache are prefetched: those of smaller ones stay near. */
enum { PREFETCH_SLOTS = 1024 };

void cache_wake_senders(struct cache *c)
{
	while (c->stats.queue.now < c->config.queue && wait_list_wake(&c->senders))
		;
}

void cache_answer(struct cache *c, struct mem_access *a)
{
	if (a->kind == KIND_WALK)
		latency_add(&c->stats.walk_latency, c->engine->now - a->entered);
	else if (a->op == MEM_OP_READ)
		latency_add(&c->stats.read_latency, c->engine->now - a->entered);
	mem_reply(a);
}

enum outcome { HIT, MISS, MSHR_HIT }; /* in the order of cache_stats.outcome */

static void cache_count_lookup(struct cache *c, const struct mem_access *a, enum outcome outcome)
{
	struct cache_stats *s = &c->stats;

	if (a->kind == KIND_WALK) {
		unsigned level = a->level < CACHE_WALK_LEVELS ? a->level : 0;

		++*(outcome == HIT    ? &s->walk_hits[level]
		    : outcome == MISS ? &s->walk_misses[level]
				      : &s->walk_mshr_hits[level]);
	} else {
		s->outcome[a->op][outcome]++;
	}
	if (c->config.looked_up)
		c->config.looked_up(c->config.looked_up_state, a, outcome == HIT);
}

static void cache_hit(struct cache *c, struct mem_access *a)
{
	cache_count_lookup(c, a, HIT);
	cache_leave(c);
	cache_answer(c, a);
}

/* Joins a fill under way, or starts one; false when no MSHR is free. */
static bool cache_wait_for_fill(struct cache *c, struct mem_access *a, uint64_t key, bool dirties)
{
	struct cache_mshr *m = cache_mshr_find(c, key);

	if (m) {
		cache_count_lookup(c, a, MSHR_HIT);
	} else {
		m = cache_fill(c, key, a);
		if (!m)
			return false;
		cache_count_lookup(c, a, MISS);
	}
	m->dirty |= dirties;
	cache_merge(c, m, a);
	return true;
}

/* A write that goes down in any case; with allocation, a copy of the line is made to follow. */
static bool cache_take_write_through(struct cache *c, struct mem_access *a, uint64_t key,
				     uint32_t set, int way)
{
	if (way >= 0) {
		assoc_touch(&c->tags, set, (unsigned)way);
	} else if (c->config.write_allocate && !cache_mshr_find(c, key)) {
		if (a->full_line)
			cache_install(c, key, false, a);
		else if (!cache_fill(c, key, a))
			return false;
	}
	cache_count_lookup(c, a, way >= 0 ? HIT : MISS);
	cache_pass_down(c, a);
	return true;
}

static bool cache_take_write_back(struct cache *c, struct mem_access *a, uint64_t key, uint32_t set,
				  int way)
{
	if (way >= 0) {
		assoc_touch(&c->tags, set, (unsigned)way);
		cache_set_dirty(c, assoc_slot(&c->tags, set, (unsigned)way), true);
		cache_hit(c, a);
		return true;
	}
	if (c->config.write_allocate && !a->full_line)
		return cache_wait_for_fill(c, a, key, true);
	if (cache_mshr_find(c, key))
		return cache_wait_for_fill(c, a, key, true);
	if (!c->config.write_allocate) {
		cache_count_lookup(c, a, MISS);
		cache_pass_down(c, a);
		return true;
	}
	if (!cache_can_write_back(c))
		return false;
	cache_install(c, key, true, a);
	cache_count_lookup(c, a, MISS);
	cache_leave(c);
	cache_answer(c, a);
	return true;
}

/* Performed here: read, change, and dirty (or written through, the answer not waiting for it). */
static bool cache_atomic(struct cache *c, struct mem_access *a, uint64_t key, uint32_t set, int way)
{
	if (way < 0)
		return cache_wait_for_fill(c, a, key, true);
	if (c->config.write_through) {
		if (!cache_can_write_back(c))
			return false;
		cache_write_back(c, key, a);
	} else {
		cache_set_dirty(c, assoc_slot(&c->tags, set, (unsigned)way), true);
	}
	assoc_touch(&c->tags, set, (unsigned)way);
	cache_hit(c, a);
	return true;
}

/* Performed below: this cache must not keep the line, and what it changed goes down first. */
static bool cache_pass_atomic(struct cache *c, struct mem_access *a, uint64_t key, uint32_t set,
			      int way)
{
	struct cache_mshr *m = cache_mshr_find(c, key);

	if (way >= 0) {
		uint32_t slot = assoc_slot(&c->tags, set, (unsigned)way);

		if (cache_is_dirty(c, slot)) {
			if (!cache_can_write_back(c))
				return false;
			cache_write_back(c, key, a);
			cache_set_dirty(c, slot, false);
		}
		assoc_invalidate(&c->tags, set, (unsigned)way);
	}
	if (m)
		m->stale = true;
	c->stats.atomics_passed++;
	cache_pass_down(c, a);
	return true;
}

/* False: there is no MSHR or no place for a victim, and nothing has happened. */
static bool cache_look_up(struct cache *c, struct mem_access *a)
{
	uint64_t key = cache_key_of(c, a);
	uint32_t set = cache_set_of(c, key);
	int way = assoc_find(&c->tags, set, key);

	if (__builtin_expect(a->misses, 0)) {
		cache_count_lookup(c, a, MISS);
		cache_pass_down(c, a);
		return true;
	}
	if (__builtin_expect(a->op == MEM_OP_READ, 1)) {
		if (way < 0)
			return cache_wait_for_fill(c, a, key, false);
		assoc_touch(&c->tags, set, (unsigned)way);
		cache_hit(c, a);
		return true;
	}
	if (a->op == MEM_OP_WRITE)
		return c->config.write_through ? cache_take_write_through(c, a, key, set, way)
					       : cache_take_write_back(c, a, key, set, way);
	return c->config.atomics ? cache_atomic(c, a, key, set, way)
				 : cache_pass_atomic(c, a, key, set, way);
}

static void cache_lookup_event(struct event *event)
{
	struct mem_access *a = container_of(event, struct mem_access, event);
	struct cache *c = a->stage;

	if (!c->stalled.first && cache_look_up(c, a))
		return;
	c->stats.stalls++;
	mem_fifo_append(&c->stalled, a);
}

static void cache_retry(struct event *event)
{
	struct cache *c = container_of(event, struct cache, retry);

	for (uint32_t i = 0; i < c->config.ports && c->stalled.first; i++) {
		struct mem_access *next = c->stalled.first->next;

		if (!cache_look_up(c, c->stalled.first))
			return;
		mem_fifo_drop(&c->stalled, next);
	}
	cache_unstall(c);
}

void cache_unstall(struct cache *c)
{
	if (c->stalled.first && !event_scheduled(&c->retry))
		engine_after(c->engine, &c->retry, 1, cache_retry);
}

/* Cycles in which the port had nothing to do since the lookup before. */
static void cache_note_idle(struct cache *c, cycle_t slot)
{
	if (c->port_used)
		latency_add(c->config.port_idle,
			    slot >= c->port_used ? slot + 1 - c->port_used : 0);
	c->port_used = slot + 2; /* the next slot, plus one to tell it from never */
}

static bool cache_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct cache *c = owner;
	cycle_t now = c->engine->now, slot;

	if (a->no_cache) {
		if (!mem_send(&c->down.port, a, waiter))
			return false;
		c->stats.bypassed++;
		return true;
	}
	if (c->stats.queue.now == c->config.queue) {
		wait_list_add(&c->senders, waiter);
		return false;
	}
	occupancy_change(&c->stats.queue, now, 1);
	a->entered = now;
	a->stage = c;
	if (c->prefetch)
		assoc_prefetch(&c->tags, cache_set_of(c, cache_key_of(c, a)));
	slot = port_reserve(&c->port, now);
	if (__builtin_expect(c->tenant_port.cycle >= slot && c->tenant_port.used, 0))
		port_reserve(&c->tenant_port, c->tenant_port.cycle); /* takes one of its slots */
	if (__builtin_expect(c->config.port_idle != NULL, 0))
		cache_note_idle(c, slot);
	engine_at(c->engine, &a->event, slot + c->config.latency, cache_lookup_event);
	return true;
}

struct mem_port cache_port(struct cache *c)
{
	return (struct mem_port){cache_send, c, cache_warm};
}

static size_t dirty_bytes(const struct cache *c)
{
	return ((size_t)c->tags.sets * c->tags.ways + 63) / 64 * sizeof(*c->dirty);
}

static void forget_lines(struct cache *c)
{
	if (!c->tenant.displaced) {
		assoc_invalidate_all(&c->tags);
		return;
	}
	for (uint32_t line = 0; line < cache_lines(c); line++)
		if (cache_line_use(c, line) == CACHE_LINE_FILLED)
			assoc_invalidate(&c->tags, line / c->tags.ways, line % c->tags.ways);
}

void cache_invalidate_all(struct cache *c)
{
	forget_lines(c);
	if (c->dirty_lines)
		memset(c->dirty, 0, dirty_bytes(c));
	c->dirty_lines = 0;
	for (uint32_t i = 0; i < c->config.mshrs; i++) {
		c->mshr[i].stale = c->mshr[i].used;
		c->mshr[i].dirty = false;
	}
}

void cache_invalidate_line(struct cache *c, uint8_t asid, uint64_t address)
{
	uint64_t key = cache_key(c, asid, address);
	uint32_t set = cache_set_of(c, key);
	int way = assoc_find(&c->tags, set, key);
	struct cache_mshr *m = cache_mshr_find(c, key);

	if (way >= 0) {
		cache_set_dirty(c, assoc_slot(&c->tags, set, (unsigned)way), false);
		assoc_invalidate(&c->tags, set, (unsigned)way);
	}
	if (m) {
		m->stale = true;
		m->dirty = false;
	}
}

uint32_t cache_invalidate_page(struct cache *c, uint8_t asid, uint64_t address, unsigned page_shift)
{
	unsigned shift = page_shift - c->line_shift;
	uint64_t page = cache_key(c, asid, address) >> shift;
	uint32_t slots = c->tags.sets * c->tags.ways, dropped = 0;

	for (uint32_t slot = 0; c->tags.valid && slot < slots; slot++) {
		if (c->tags.key[slot] == ASSOC_INVALID || c->tags.key[slot] >> shift != page)
			continue;
		cache_set_dirty(c, slot, false);
		assoc_invalidate(&c->tags, slot / c->tags.ways, slot % c->tags.ways);
		dropped++;
	}
	for (uint32_t i = 0; i < c->config.mshrs; i++) {
		struct cache_mshr *m = &c->mshr[i];

		if (m->used && m->key >> shift == page) {
			m->stale = true;
			m->dirty = false;
		}
	}
	return dropped;
}

static void make_mshrs(struct cache *c)
{
	uint32_t mshrs = c->config.mshrs;
	unsigned bits = 2;

	while (UINT32_C(1) << bits < 2 * mshrs)
		bits++;
	c->bucket = xcalloc((size_t)1 << bits, sizeof(*c->bucket));
	c->bucket_shift = 64 - bits;
	c->mshr = xcalloc(mshrs, sizeof(*c->mshr));
	for (uint32_t i = mshrs; i-- > 0;) {
		c->mshr[i].next = c->free_mshrs;
		c->free_mshrs = &c->mshr[i];
	}
}

struct cache *cache_new(struct engine *engine, const char *name, const struct cache_config *config,
			struct mem_port down)
{
	struct cache *c = xcalloc_lines(1, sizeof(*c));
	uint64_t sets = config->bytes / config->line_bytes / config->ways;

	if (!sets || config->line_bytes & (config->line_bytes - 1) || !config->mshrs ||
	    !config->queue || !config->ports ||
	    (config->banks > 1 && config->bank_unit_bytes % config->line_bytes))
		BUG("%s: %llu bytes, %u ways, lines of %u: no cache", name,
		    (unsigned long long)config->bytes, config->ways, config->line_bytes);
	c->engine = engine;
	c->name = name;
	c->config = *config;
	c->line_shift = (uint8_t)__builtin_ctz(config->line_bytes);
	c->banked = config->banks > 1;
	c->prefetch = config->latency && sets * config->ways >= PREFETCH_SLOTS;
	divider_init(&c->unit_lines, config->bank_unit_bytes >> c->line_shift);
	divider_init(&c->stripe_lines, c->unit_lines.by * config->banks);
	assoc_init(&c->tags, (uint32_t)sets, config->ways, config->hash);
	c->dirty = xcalloc(1, dirty_bytes(c));
	port_init(&c->port, config->ports);
	port_init(&c->tenant_port, config->ports);
	wait_list_init(&c->senders);
	wait_list_init(&c->flushers);
	mem_fifo_init(&c->stalled);
	mem_outbox_init(&c->down, down, cache_down_room);
	pool_init(&c->own_accesses, sizeof(struct mem_access));
	c->accesses = config->accesses ? config->accesses : &c->own_accesses;
	make_mshrs(c);
	return c;
}

void cache_free(struct cache *c)
{
	if (!c)
		return;
	assoc_release(&c->tags);
	pool_release(&c->own_accesses);
	free(c->dirty);
	free(c->mshr);
	free(c->bucket);
	free(c);
}
