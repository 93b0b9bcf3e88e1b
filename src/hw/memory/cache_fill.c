/* What a cache sends down and gets back: fills and their MSHRs, victims, accesses passed on. */
#include "hw/memory/cache_parts.h"

static struct cache_mshr **cache_mshr_bucket(const struct cache *c, uint64_t key)
{
	return &c->bucket[key * UINT64_C(0x9e3779b97f4a7c15) >> c->bucket_shift];
}

struct cache_mshr *cache_mshr_find(const struct cache *c, uint64_t key)
{
	struct cache_mshr *m = *cache_mshr_bucket(c, key);

	while (m && (m->key != key || m->stale))
		m = m->next;
	return m;
}

static void cache_mshr_free(struct cache *c, struct cache_mshr *m)
{
	struct cache_mshr **link = cache_mshr_bucket(c, m->key);

	while (*link != m)
		link = &(*link)->next;
	*link = m->next;
	m->used = false;
	m->next = c->free_mshrs;
	c->free_mshrs = m;
	occupancy_change(&c->stats.mshrs, c->engine->now, -1);
}

static void cache_fill_done(void *owner, struct mem_access *fill);

static void cache_victim_done(void *owner, struct mem_access *victim)
{
	struct cache *c = owner;

	pool_give(c->accesses, victim);
	if (--c->unacknowledged == 0)
		while (!c->flushing && !c->unacknowledged && wait_list_wake(&c->flushers))
			;
}

/* What follows from an access having been taken by the level below. */
enum passage { PASS_FILL, PASS_VICTIM, PASS_QUEUED };

static enum passage cache_passage_of(const struct cache *c, const struct mem_access *a)
{
	const struct mem_hop *hop = &a->hop[a->depth - 1];

	if (hop->owner != c)
		return PASS_QUEUED;
	return hop->reply == cache_fill_done ? PASS_FILL : PASS_VICTIM;
}

static void cache_passed(struct cache *c, enum passage passage)
{
	if (passage == PASS_QUEUED) {
		cache_leave(c);
	} else if (passage == PASS_VICTIM) {
		c->to_write_back--;
		cache_unstall(c);
		if (c->flush_blocked) {
			c->flush_blocked = false;
			engine_after(c->engine, &c->flush_step, 1, cache_flush_run);
		}
	}
}

static void cache_send_down(struct cache *c, struct mem_access *a, enum passage passage)
{
	if (mem_outbox_send(&c->down, a))
		cache_passed(c, passage);
}

void cache_down_room(struct waiter *waiter)
{
	struct cache *c = container_of(waiter, struct cache, down.waiter);
	const struct mem_access *a;

	while ((a = mem_outbox_first(&c->down))) {
		enum passage passage = cache_passage_of(c, a);

		if (!mem_outbox_retry(&c->down))
			return;
		cache_passed(c, passage);
	}
}

void cache_pass_down(struct cache *c, struct mem_access *a)
{
	cache_send_down(c, a, PASS_QUEUED);
}

/* A whole line of its own; the caller adds what differs. */
static struct mem_access *cache_make_access(struct cache *c, enum mem_op op, uint64_t key,
					    const struct mem_access *like)
{
	struct mem_access *a = pool_take(c->accesses);

	mem_access_init(a, op, KIND_VECTOR, c->engine->now);
	a->who = like ? like->who : (struct requester){0};
	a->bytes = (uint16_t)c->config.line_bytes;
	a->owner = NULL;
	cache_address(c, key, a);
	return a;
}

struct cache_mshr *cache_fill(struct cache *c, uint64_t key, const struct mem_access *a)
{
	struct cache_mshr *m = c->free_mshrs, **bucket = cache_mshr_bucket(c, key);
	struct mem_access *fill;

	if (!m)
		return NULL;
	c->free_mshrs = m->next;
	m->key = key;
	mem_fifo_init(&m->waiting);
	m->used = true;
	m->dirty = m->stale = false;
	m->next = *bucket;
	*bucket = m;
	occupancy_change(&c->stats.mshrs, c->engine->now, 1);
	c->stats.fills++;

	fill = cache_make_access(c, MEM_OP_READ, key, a);
	fill->kind = a->kind;
	fill->level = a->level;
	fill->flags = a->flags;
	fill->owner = m;
	if (!c->config.virtual)
		fill->vaddr = a->vaddr & ~(uint64_t)(c->config.line_bytes - 1);
	mem_push(fill, cache_fill_done, c);
	cache_send_down(c, fill, PASS_FILL);
	return m;
}

void cache_merge(struct cache *c, struct cache_mshr *m, struct mem_access *a)
{
	mem_fifo_append(&m->waiting, a);
	cache_leave(c);
}

void cache_write_back(struct cache *c, uint64_t key, const struct mem_access *by)
{
	struct mem_access *victim = cache_make_access(c, MEM_OP_WRITE, key, by);

	victim->full_line = true;
	c->to_write_back++;
	c->unacknowledged++;
	c->stats.writebacks++;
	mem_push(victim, cache_victim_done, c);
	cache_send_down(c, victim, PASS_VICTIM);
}

void cache_install(struct cache *c, uint64_t key, bool dirty, const struct mem_access *by)
{
	uint32_t set = cache_set_of(c, key);
	unsigned way = cache_victim(c, set);
	uint32_t slot = assoc_slot(&c->tags, set, way);
	bool old_dirty = cache_is_dirty(c, slot);
	uint64_t old = old_dirty ? assoc_key(&c->tags, set, way) : 0;

	if (__builtin_expect(c->tenant.displaced != NULL, 0) &&
	    cache_line_use(c, slot) == CACHE_LINE_TENANT)
		c->tenant.displaced(c->tenant.state, slot);
	else
		c->stats.evictions += assoc_valid(&c->tags, set, way);
	assoc_insert(&c->tags, set, way, key);
	if (dirty != old_dirty)
		cache_set_dirty(c, slot, dirty);
	if (old_dirty)
		cache_write_back(c, old, by);
}

static void cache_fill_done(void *owner, struct mem_access *fill)
{
	struct cache *c = owner;
	struct cache_mshr *m = fill->owner;
	struct mem_access *waiting = m->waiting.first;

	/* An atomic in a write-through cache, or a write whose line may not stay, goes down. */
	if (m->dirty && (m->stale || c->config.write_through))
		cache_write_back(c, m->key, fill);
	if (!m->stale)
		cache_install(c, m->key, m->dirty && !c->config.write_through, fill);
	cache_mshr_free(c, m);
	pool_give(c->accesses, fill);
	while (waiting) {
		struct mem_access *a = waiting;

		waiting = a->next;
		cache_answer(c, a);
	}
	cache_unstall(c);
}

/* One cycle of a flush: as many dirty lines as there are ports. */
void cache_flush_run(struct event *event)
{
	struct cache *c = container_of(event, struct cache, flush_step);

	for (uint32_t i = 0; i < c->config.ports && c->dirty_lines; i++) {
		if (!cache_can_write_back(c)) {
			c->flush_blocked = true;
			return;
		}
		while (c->flush_next < c->tags.sets * c->tags.ways &&
		       !cache_is_dirty(c, c->flush_next))
			c->flush_next++;
		if (c->flush_next == c->tags.sets * c->tags.ways)
			break;
		cache_set_dirty(c, c->flush_next, false);
		cache_write_back(c, c->tags.key[c->flush_next++], NULL);
	}
	if (c->dirty_lines && c->flush_next < c->tags.sets * c->tags.ways) {
		engine_after(c->engine, event, 1, cache_flush_run);
		return;
	}
	c->flushing = false;
	while (!c->flushing && !c->unacknowledged && wait_list_wake(&c->flushers))
		;
}

void cache_flush(struct cache *c, struct waiter *done)
{
	wait_list_add(&c->flushers, done);
	c->flushing = true;
	c->flush_next = 0;
	if (!c->flush_blocked && !event_scheduled(&c->flush_step))
		engine_after(c->engine, &c->flush_step, 0, cache_flush_run);
}
