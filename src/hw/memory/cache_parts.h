/* Inside of a cache, shared by cache.c (lookups), cache_fill.c (what goes down and comes back) and
 * cache_report.c (statistics). */
#ifndef HW_MEMORY_CACHE_PARTS_H
#define HW_MEMORY_CACHE_PARTS_H

#include "base/assoc.h"
#include "base/divide.h"
#include "base/pool.h"
#include "hw/memory/cache.h"
#include "hw/outbox.h"
#include "sim/port.h"

/* Invariant: free (in cache.free_mshrs), or in its bucket with a fill under way. */
struct cache_mshr {
	uint64_t key;
	struct mem_fifo waiting; /* for the line; may be empty */
	struct cache_mshr *next; /* in its bucket or among the free ones */
	bool used;
	bool dirty; /* a write or atomic is among those who wait */
	bool stale; /* invalidated meanwhile: not to be installed, and not to be joined */
};

/*
 * Invariants: the accesses counted in stats.queue have been accepted and are in the pipeline, in
 * `stalled`, or in `down` on their way there. While `stalled` is not empty every lookup joins it,
 * so lookups stay in order. `down` also holds fills (at most one per MSHR) and victims
 * (to_write_back of them).
 */
struct cache {
	/* Every access touches what follows, in the order of the host's cache lines. */
	struct engine *engine;
	struct port port;
	uint8_t line_shift;
	bool banked;
	bool prefetch; /* its tags are too many for the host's nearest cache */
	struct cache_stats stats;
	struct cache_config config;
	struct assoc tags;
	struct wait_list senders;
	struct mem_fifo stalled;
	struct cache_mshr *free_mshrs, **bucket;
	uint32_t bucket_shift;
	uint32_t dirty_lines;
	uint64_t *dirty; /* a bit for each assoc_slot */
	struct mem_outbox down;
	struct cache_tenant tenant; /* all NULL: none */
	struct port tenant_port;    /* slots the tenant takes, behind those of lookups */
	cycle_t port_used;          /* with config.port_idle: slot of the last lookup */
	struct divider unit_lines, stripe_lines; /* of one bank, of all banks */
	struct pool *accesses;                   /* fills and victims */
	struct pool own_accesses;

	const char *name;
	struct event retry;
	struct cache_mshr *mshr;

	uint32_t to_write_back;  /* victims that wait to go down */
	uint32_t unacknowledged; /* these and the victims below */

	bool flushing;      /* lines from slot flush_next on have not been looked at */
	bool flush_blocked; /* until a victim has been sent */
	uint32_t flush_next;
	struct event flush_step;
	struct wait_list flushers;
};

enum { CACHE_ASID_SHIFT = 56 };

static inline uint64_t cache_key(const struct cache *c, uint8_t asid, uint64_t address)
{
	uint64_t line = address >> c->line_shift;

	return c->config.virtual ? line | (uint64_t)asid << CACHE_ASID_SHIFT : line;
}

static inline uint64_t cache_key_of(const struct cache *c, const struct mem_access *a)
{
	return cache_key(c, a->who.asid, c->config.virtual ? a->vaddr : a->address);
}

static inline uint32_t cache_set_of(const struct cache *c, uint64_t key)
{
	uint64_t line = key & ((UINT64_C(1) << CACHE_ASID_SHIFT) - 1);

	if (c->banked)
		line = divide(&c->stripe_lines, line) * c->unit_lines.by +
		       remainder_of(&c->unit_lines, line);
	return assoc_set(&c->tags, line);
}

/* The addresses of a line, of an access whose `who` is set. */
static inline void cache_address(const struct cache *c, uint64_t key, struct mem_access *a)
{
	a->address = key << c->line_shift; /* shifts the address space out, too */
	a->vaddr = 0;
	if (c->config.virtual) {
		/* Who translates below sets the physical address. */
		a->vaddr = key << (64 - CACHE_ASID_SHIFT) >> (64 - CACHE_ASID_SHIFT)
								     << c->line_shift;
		a->address = 0;
		a->who.asid = (uint8_t)(key >> CACHE_ASID_SHIFT);
	}
}

/* A tenant's line has a key that no address has. */
static inline uint64_t cache_tenant_key(uint32_t line)
{
	return UINT64_C(1) << 63 | line;
}

static inline bool cache_is_tenant_key(uint64_t key)
{
	return key >> 63 && key != ASSOC_INVALID;
}

static inline bool cache_can_write_back(const struct cache *c)
{
	return c->to_write_back < c->config.mshrs;
}

static inline bool cache_is_dirty(const struct cache *c, uint32_t slot)
{
	return c->dirty[slot / 64] >> slot % 64 & 1;
}

static inline void cache_set_dirty(struct cache *c, uint32_t slot, bool dirty)
{
	uint64_t *word = &c->dirty[slot / 64], bit = UINT64_C(1) << slot % 64;

	c->dirty_lines += (uint32_t)dirty - (uint32_t)(*word >> slot % 64 & 1);
	*word = dirty ? *word | bit : *word & ~bit;
}

/* cache.c */
void cache_wake_senders(struct cache *c);
void cache_answer(struct cache *c, struct mem_access *a);
void cache_unstall(struct cache *c);

/* A place in the queue has become free. */
static inline void cache_leave(struct cache *c)
{
	occupancy_change(&c->stats.queue, c->engine->now, -1);
	if (__builtin_expect(c->senders.first != NULL, 0))
		cache_wake_senders(c);
}

/* cache_tenant.c */
unsigned cache_tenant_victim(const struct cache *c, uint32_t set);

/* The way of a set that a new line takes. */
static inline unsigned cache_victim(const struct cache *c, uint32_t set)
{
	if (__builtin_expect(c->tenant.lines_first, 0))
		return cache_tenant_victim(c, set);
	return assoc_victim(&c->tags, set);
}

/* cache_warm.c; fits mem_port.warm. */
void cache_warm(void *owner, struct mem_access *a);

/* cache_fill.c */
/* The fill under way that others may join; NULL when there is none. */
struct cache_mshr *cache_mshr_find(const struct cache *c, uint64_t key);
/* Starts a fill for this access, which does not wait for it yet; NULL when no MSHR is free. */
struct cache_mshr *cache_fill(struct cache *c, uint64_t key, const struct mem_access *a);
/* The access leaves the queue and waits for the fill. */
void cache_merge(struct cache *c, struct cache_mshr *m, struct mem_access *a);
/* Puts a line in; `by` is whose doing it is. */
void cache_install(struct cache *c, uint64_t key, bool dirty, const struct mem_access *by);
/* Sends a line down; by: NULL when nobody's in particular. */
void cache_write_back(struct cache *c, uint64_t key, const struct mem_access *by);
/* Sends an access of the queue down, its answer going past this cache. */
void cache_pass_down(struct cache *c, struct mem_access *a);
void cache_down_room(struct waiter *waiter);
void cache_flush_run(struct event *event);

#endif
