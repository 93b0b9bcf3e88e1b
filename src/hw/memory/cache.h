/*
 * A non-blocking set-associative cache: L1 data, scalar and instruction caches, and each bank of an
 * L2. Pipelined lookups, MSHRs that merge, exact LRU, write-through or write-back, in-order stalls
 * when it runs out of MSHRs. Holds no data and leaves out sectors, prefetching and coherence:
 * values are the executor's business.
 *
 * Order of things for one access: a port slot, `latency` cycles later the lookup; a hit answers in
 * that cycle. A read that misses sends a fill of its own down in that cycle; when it comes back the
 * line is installed and all who wait are answered, oldest first, in that cycle.
 */
#ifndef HW_MEMORY_CACHE_H
#define HW_MEMORY_CACHE_H

#include <stdio.h>

#include "base/assoc.h"
#include "base/pool.h"
#include "sim/stats.h"
#include "socket/request.h"

struct cache_config {
	uint64_t bytes;
	uint32_t ways, line_bytes;
	enum assoc_index hash;
	uint32_t latency;    /* from port slot to lookup and answer */
	uint32_t ports;      /* lookups per cycle */
	uint32_t mshrs;      /* outstanding fills; as many victims can wait to be written back */
	uint32_t queue;      /* accepted and not answered, moved to an MSHR or passed down */
	bool write_through;  /* writes go down and are acknowledged from there */
	bool write_allocate; /* a write that misses fills its line, unless it writes it whole */
	bool atomics; /* performs atomics (an L2); otherwise they pass down, and the line goes */
	bool virtual; /* lines are known by virtual address and address space */
	/* A bank of several: it sees every banks-th unit of bank_unit_bytes and indexes its sets by
	 * its own consecutive lines. banks 0 or 1: not banked. */
	uint32_t banks, bank_unit_bytes;
	/* Hears of every lookup (walk caching policies); NULL: nobody listens. A merge into an MSHR
	 * is no hit. */
	void (*looked_up)(void *state, const struct mem_access *a, bool hit);
	void *looked_up_state;
	struct pool *accesses;     /* for fills and victims; NULL: one of its own */
	struct latency *port_idle; /* gets the cycles between two lookups; NULL: not wanted */
};

/*
 * A design that keeps something of its own in lines of a cache that is never dirty and is known by
 * physical address. Lines are numbered set by set. A tenant's line takes part in the LRU order of
 * its set; with lines_first it gives way before any other.
 */
struct cache_tenant {
	/* A fill has overwritten this line of the tenant's. */
	void (*displaced)(void *state, uint32_t line);
	void *state;
	bool lines_first;
};

enum cache_line_use { CACHE_LINE_IDLE, CACHE_LINE_FILLED, CACHE_LINE_TENANT };

enum { CACHE_WALK_LEVELS = 5 }; /* indexed by mem_access.level, 1 (leaf) to 4 (root) */

struct cache_stats {
	struct occupancy queue, mshrs;
	union { /* data: everything but walks */
		struct {
			uint64_t read_hits, read_misses, read_mshr_hits;
			uint64_t write_hits, write_misses, write_mshr_hits;
			uint64_t atomic_hits, atomic_misses, atomic_mshr_hits; /* where performed */
		};
		uint64_t outcome[3][3]; /* by enum mem_op */
	};
	uint64_t walk_hits[CACHE_WALK_LEVELS], walk_misses[CACHE_WALK_LEVELS],
		walk_mshr_hits[CACHE_WALK_LEVELS];
	uint64_t atomics_passed; /* to the level that performs them */
	uint64_t bypassed;       /* no_cache */
	uint64_t fills, evictions, writebacks;
	uint64_t tenant_lookups;
	uint64_t stalls; /* lookups that had to wait for an MSHR or a place to write back from */
	struct latency read_latency; /* data reads, from acceptance to answer */
	struct latency walk_latency;
};

struct cache;

/* `name` is for messages and must outlive the cache. */
struct cache *cache_new(struct engine *engine, const char *name, const struct cache_config *config,
			struct mem_port down);
void cache_free(struct cache *c);
struct mem_port cache_port(struct cache *c);

/* Writes back all dirty lines, which stay as clean ones; wakes `done`, never before returning, when
 * the last is acknowledged. */
void cache_flush(struct cache *c, struct waiter *done);
/* Forgets all lines but a tenant's, dirty ones too: flush first. Fills under way are answered but
 * not installed, and nobody joins them any more. */
void cache_invalidate_all(struct cache *c);
/* Likewise for the line of an address (virtual: of this address space). */
void cache_invalidate_line(struct cache *c, uint8_t asid, uint64_t address);
/* Likewise for all lines of a page, that of an address; returns how many it held. */
uint32_t cache_invalidate_page(struct cache *c, uint8_t asid, uint64_t address,
			       unsigned page_shift);
bool cache_holds(const struct cache *c, uint8_t asid, uint64_t address);
bool cache_is_idle(const struct cache *c);

/* Before the first access. */
void cache_set_tenant(struct cache *c, const struct cache_tenant *tenant);
uint32_t cache_lines(const struct cache *c);
enum cache_line_use cache_line_use(const struct cache *c, uint32_t line);
/* The line becomes the tenant's, or is so already, and the most recently used; what was there is
 * forgotten. */
void cache_tenant_take(struct cache *c, uint32_t line);
void cache_tenant_leave(struct cache *c, uint32_t line);
/* The tenant's access takes a port slot that no lookup needs; its cycle. Lookups that come later go
 * before what has not had its slot, which delays the next one. */
cycle_t cache_tenant_access(struct cache *c);

const struct cache_stats *cache_statistics(const struct cache *c);
/* Walks' reads are reported by an L2 (which performs atomics); they do not come to other caches. */
void cache_register_stats(struct cache *c, struct stats *stats, const char *group);
void cache_describe(const struct cache *c, FILE *out);

#endif
