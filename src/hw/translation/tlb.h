/*
 * A TLB of any level: ports, latency, a bounded queue, MSHRs with merging, LRU. Translations enter
 * through tlb_port(); what misses goes to `down` as the same object. One page size per machine.
 *
 * In order: a lookup that finds no MSHR (or a full one), or any that meets a miss under way in a
 * blocking TLB, stops all behind it; from the cycle after an MSHR is freed they are looked up
 * again, `ports` per cycle. Each request is counted once, when its lookup succeeds: lookups = hits
 * + mshr_hits + misses.
 */
#ifndef HW_TRANSLATION_TLB_H
#define HW_TRANSLATION_TLB_H

#include <stdio.h>

#include "base/assoc.h"
#include "hw/outbox.h"
#include "hw/translation/mshr.h"
#include "sim/port.h"
#include "sim/stats.h"
#include "socket/tlb_fill.h"
#include "socket/tlb_listener.h"

struct tlb_config {
	const char *name; /* for messages */
	uint32_t entries, ways;
	uint32_t latency; /* cycles; 0: answered in the cycle of its port slot */
	uint32_t ports;   /* lookups per cycle */
	uint32_t mshrs;
	uint32_t merges;        /* requests one MSHR holds, 0: no limit */
	bool blocking;          /* a miss stops the lookups behind it, hits too */
	bool merge_instruction; /* only misses of one instruction share an MSHR */
	uint32_t queue;         /* accepted and not answered or in an MSHR */
	enum assoc_index hash;  /* unless `set` is given */
	/* Set of a page; NULL: by hash. */
	uint32_t (*set)(void *state, uint64_t vpn, uint32_t sets);
	void *set_state;
	uint8_t hit_source, mshr_source; /* enum tx_source */
	uint8_t page_shift;
	uint32_t apps; /* address spaces counted apart, from 0 on; 0: none are */
};

/* A translation as it is handed out on eviction and to those who check. */
struct tlb_entry {
	uint64_t vpn, frame;
	uint8_t asid, page_shift;
};

/* Takes what a TLB gives up. warm: outside of time, see tx_port. */
typedef void tlb_evicted_fn(void *state, unsigned unit, const struct tlb_entry *entry, bool warm);

/* Lookups of one address space. */
struct tlb_app_stats {
	uint64_t outcome[TLB_OUTCOMES];
	uint64_t aside_hits; /* part of the hits */
};

struct tlb_stats {
	struct occupancy queue;
	uint64_t lookups, hits, mshr_hits, misses;
	uint64_t aside_hits; /* part of hits: found by the fill policy's own store */
	uint64_t fills, evictions;
	uint64_t inserts;  /* part of fills: given by another structure */
	uint64_t unfilled; /* answers not installed: policy said no, fault, shot down in flight */
	uint64_t refusals; /* sends that found the queue full */
	uint64_t stall_cycles; /* with a lookup that has no MSHR */
	uint64_t shot_down;    /* entries removed by shootdowns */
	uint64_t repeats;      /* answers asked for again: shot down while under way */
	struct occupancy mshrs;
	struct latency latency;
};

/* What a TLB has done so far, for who compares times. */
struct tlb_work {
	uint64_t lookups;
	uint64_t answer_cycles; /* from acceptance to answer, of all that were answered */
	uint64_t queue_cycles;  /* in the queue, of all; those in it now, until now */
};

/* MSHRs that neighbouring TLBs have in common: so many of all theirs may be in use at a time. */
struct tlb_pool {
	struct tlb *members;
	uint32_t member_count;
	uint32_t used, limit;
};

/*
 * Invariants: stats.queue counts the accepted requests that are in the pipeline or in `stalled`; a
 * request that went down (or waits in `down`) has an MSHR. While `stalled` is not
 * empty, a lookup that arrives joins it.
 */
struct tlb {
	/* Every request touches what follows, in the order of the host's cache lines. */
	struct engine *engine;
	struct port port;
	uint32_t latency, places; /* config.latency, config.queue */
	struct tlb_stats stats;
	struct tx_fifo stalled;
	struct wait_list senders;
	struct assoc tags;
	uint64_t *frame; /* by slot */
	struct mshr_table mshrs;
	struct tx_outbox down;
	struct tlb_pool *pool; /* NULL: MSHRs of its own only */
	/* By event, in the order in which they are told, up to one without ops. NULL: nobody. */
	struct {
		struct tlb_listener *looked_up, *answered, *filled;
	} listeners;
	bool own_set; /* config.set is given */
	bool blocked; /* the first of `stalled` waits for an MSHR */
	struct tlb_config config;

	struct event retry;
	cycle_t blocked_since;

	struct tlb_fill fill; /* ops NULL: all that comes is installed */
	tlb_evicted_fn *evicted;
	void *evicted_state;
	unsigned evicted_unit;
	bool (*redirect)(void *state, struct translation *t);
	void *slice_state;
	uint32_t reserved; /* MSHRs that requests which redirect would take leave to others */
	struct tlb_app_stats *by_app; /* config.apps of them */
};

void tlb_init(struct tlb *tlb, struct engine *engine, const struct tlb_config *config,
	      struct tx_port down);
void tlb_release(struct tlb *tlb);
/* For organisations that change: of lookups from now on. */
void tlb_set_latency(struct tlb *tlb, uint32_t latency);
/* Likewise: these TLBs, side by side in memory, have as many MSHRs in common; more may be in use
 * when it begins. */
void tlb_share_mshrs(struct tlb_pool *pool, struct tlb *members, uint32_t count, uint32_t limit);

/* Where requests are sent to. */
struct tx_port tlb_port(struct tlb *tlb);

/* Optional, before the first request: a fill policy, which may listen too; who takes what goes. */
void tlb_set_fill(struct tlb *tlb, const struct tlb_fill *fill);
void tlb_set_evicted(struct tlb *tlb, tlb_evicted_fn *evicted, void *state, unsigned unit);
/* One more who hears what happens, by the contract of socket/tlb_listener.h; ops NULL: nobody. */
void tlb_listen(struct tlb *tlb, const struct tlb_listener_ops *ops, void *state);

/* Puts in a translation that another structure gives up, in a port slot of its own. One that is
 * there becomes the most recently used; one that is being asked for comes anyway. */
void tlb_insert(struct tlb *tlb, const struct tlb_entry *entry);
/* Likewise outside of time. */
void tlb_warm_insert(struct tlb *tlb, const struct tlb_entry *entry);

/*
 * For a slice that may be asked for pages which it does not serve. redirect: takes such a request,
 * which has missed and found no MSHR of its page; it counts as no lookup here. reserved: it does so
 * only while no more than so many MSHRs are free; others miss as any.
 */
void tlb_set_slice(struct tlb *tlb, bool (*redirect)(void *state, struct translation *t),
		   uint32_t reserved, void *state);

/* Forgets a page, or with vpn UINT64_MAX an address space, also what is in flight. */
void tlb_shootdown(struct tlb *tlb, uint8_t asid, uint64_t vpn);

/* Takes back the first lookup that waits for an MSHR, which leaves the queue; NULL: none does. */
struct translation *tlb_recall(struct tlb *tlb);

/* Forgets the entries that `keep` does not want; returns how many. */
uint32_t tlb_sweep(struct tlb *tlb, bool (*keep)(void *state, const struct tlb_entry *entry),
		   void *state);

/* Whether the page is there; changes neither order nor counters. frame may be NULL. */
bool tlb_probe(const struct tlb *tlb, uint8_t asid, uint64_t vpn, uint64_t *frame);

/* Entries that hold a page. */
uint32_t tlb_valid_entries(const struct tlb *tlb);

struct tlb_work tlb_work_done(const struct tlb *tlb);

/* Calls visit for every valid entry. */
void tlb_each(const struct tlb *tlb, void (*visit)(void *state, const struct tlb_entry *entry),
	      void *state);

void tlb_register_stats(const struct tlb *tlb, struct stats *stats, const char *group);
void tlb_describe(const struct tlb *tlb, FILE *out);

/* Address space and page in one word. */
static inline uint64_t tlb_key(uint8_t asid, uint64_t vpn)
{
	return (uint64_t)asid << 56 | vpn;
}

static inline uint8_t tlb_key_asid(uint64_t key)
{
	return (uint8_t)(key >> 56);
}

static inline uint64_t tlb_key_vpn(uint64_t key)
{
	return key & ((UINT64_C(1) << 56) - 1);
}

#endif
