/*
 * Page table walkers with their walk buffer and page walk caches. A translation finds an idle
 * walker and starts at once, past the scheduler, or waits in the buffer, from which the scheduler
 * takes the next whenever a walk ends. A walk reads the levels the PWC does not know, one after the
 * other, through one mem_port (what lies beyond it knows where each address is), or takes a fixed
 * time. The frame is what the page table says when the walk ends.
 *
 * A walk that finds nothing for a page which can be brought hands its translation to the fault
 * buffer, where there is one. While that has no room the walk stays in its walker, stalled. What
 * comes back to be walked again goes before the scheduler's, and one walker more is kept for it
 * while walks are stalled: else those, and what they wait for, could wait for each other.
 */
#ifndef HW_TRANSLATION_WALKER_H
#define HW_TRANSLATION_WALKER_H

#include <stdio.h>

#include "hw/outbox.h"
#include "hw/translation/pwc.h"
#include "sim/port.h"
#include "sim/sampler.h"
#include "sim/stats.h"
#include "socket/request.h"
#include "socket/walk_caching.h"
#include "socket/walk_scheduler.h"

struct walker_config {
	const char *name; /* for messages */
	uint32_t walkers, buffer;
	uint32_t starts_per_cycle;
	uint32_t scan_latency; /* of choosing from the buffer, before the walk starts */
	bool fixed;            /* no reads, no PWC: each walk takes fixed_latency */
	uint32_t fixed_latency;
	uint8_t page_shift;
	uint8_t missing_levels; /* from the leaf on, whose reads miss the L2 cache in any case */
	struct pwc_config pwc;
};

/* The policies plugged in. caching may be NULL: every read may use the caches. */
struct walker_policies {
	struct walk_scheduler scheduler;
	struct pwc_replacement pwc_replacement;
	struct walk_caching caching;
};

struct walker_stats {
	uint64_t walks, faults, refusals;
	uint64_t replays;       /* walks of translations that had faulted before */
	uint64_t fault_stalls;  /* walks that found the fault buffer full */
	struct latency stalled; /* in their walkers, until it had room */
	uint64_t reads, reads_level[WALK_ROOT + 1];
	struct latency wait;  /* from arrival to start */
	struct latency walk;  /* from start to end */
	struct latency total; /* both */
	struct latency read;  /* one PTE read */
	struct occupancy buffer, busy;
};

struct walk;

/* Hears of walks, for measurements. Without a sampler nothing is called. */
struct walker_listener {
	void *state;
	struct sampler *sampler; /* of what is waiting and walking */
	/* A PTE read has been answered, so many cycles after it was sent; may be NULL. */
	void (*read)(void *state, const struct walk *walk, cycle_t cycles);
	/* A walk ends now; its walker still counts as busy. */
	void (*ended)(void *state, const struct walk *walk);
};

struct walker;

/* One walker. Invariant: t is NULL exactly when it is on the idle list. */
struct walk {
	struct event event;
	struct mem_access access; /* its one read at a time */
	struct translation *t;
	struct walker *owner;
	struct walk *next;    /* idle or stalled */
	uint8_t level;        /* of the read under way or to come; 0 before the first */
	bool stale;           /* shot down under way: does not fill the PWC */
	bool claimed;         /* has a claim on a PWC entry */
	bool follows;         /* the walk that started before it was of the same instruction */
	bool replayed;        /* its translation has faulted before */
	uint32_t read_cycles; /* spent waiting for its reads */
};

struct walker {
	struct engine *engine;
	struct walker_config config;
	struct walker_policies policies;
	struct page_source source;
	struct mem_outbox memory;
	struct pwc pwc;
	struct port starts;
	struct walk *walk; /* config.walkers of them, and one for replays */
	struct walk *idle;
	struct tx_port faults; /* send NULL: there is none */
	struct waiter fault_waiter;
	struct walk *stalled, **stalled_last; /* walks the fault buffer has no room for */
	struct tx_fifo replays;               /* wait for a walker, before all others */
	struct wait_list senders;
	uint32_t buffered;
	unsigned leaf;
	uint64_t last_started; /* kind and instruction of the last walk to start */
	struct walker_listener listener;
	struct walker_stats stats;
};

void walker_init(struct walker *w, struct engine *engine, const struct walker_config *config,
		 const struct walker_policies *policies, const struct page_source *source,
		 struct mem_port memory);
void walker_release(struct walker *w);

struct tx_port walker_port(struct walker *w);

/* Optional, before the first request: where faults go (page_source.paged), and the way back from
 * there, which never refuses. */
void walker_set_faults(struct walker *w, struct tx_port faults);
struct tx_port walker_replay_port(struct walker *w);

/* Optional, before the first request. */
void walker_set_listener(struct walker *w, const struct walker_listener *listener);

/* Forgets in the PWC, and lets walks under way not fill it. */
void walker_shootdown(struct walker *w, uint8_t asid, uint64_t vpn);

/* The PWC's are registered under pwc_group. */
void walker_register_stats(const struct walker *w, struct stats *stats, const char *group,
			   const char *pwc_group);
void walker_describe(const struct walker *w, FILE *out);

#endif
