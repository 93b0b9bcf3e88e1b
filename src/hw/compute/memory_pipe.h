/*
 * The way of memory instructions from issue to their last answer: coalescer, one translation per
 * page (or line), one access per line. A CU has one for vector and one for scalar memory.
 * Instructions go through the coalescer in order; a page's lines go to the cache as soon as it is
 * translated. A reorder buffer, where there is one, has a place for each line from before its
 * translation until it and all before it are answered.
 */
#ifndef HW_COMPUTE_MEMORY_PIPE_H
#define HW_COMPUTE_MEMORY_PIPE_H

#include <stdio.h>

#include "base/pool.h"
#include "hw/compute/coalescer.h"
#include "hw/translation/resolution.h"
#include "sim/stats.h"
#include "socket/request.h"

struct memory_pipe_config {
	uint32_t queue;           /* instructions in flight at most */
	uint32_t pages_per_cycle; /* to the TLB */
	uint32_t lines_per_cycle; /* to the cache */
	uint32_t latency;         /* from issue to the first translation */
	uint32_t reorder;         /* lines that the reorder buffer holds; 0: there is none */
	struct coalescing coalescing;
	uint8_t kind;        /* enum request_kind of its messages */
	bool translate_free; /* translations take no time and no bandwidth: hooks->translate */
	bool untranslated;   /* accesses go out with virtual addresses; who is below translates */
};

/* A page of an instruction, or a line of it that is translated on its own. Invariant: in the list
 * of ready pages from its answer until the last of its lines is sent. */
struct pipe_page {
	struct pipe_page *next;
	struct memory_op *op;
	uint64_t vpn, frame;
	uint16_t first, last;       /* of its lines */
	uint16_t lines, lines_left; /* left: not yet answered */
	uint16_t lanes;
};

/* One instruction. The owner's fields are set by who pushes it. */
struct memory_op {
	struct memory_op *next;
	struct memory_op *younger; /* in the reorder buffer */
	void *owner;               /* its wavefront */
	void *group;               /* its workgroup */
	uint32_t generation;       /* of the wavefront's slot */
	uint8_t sequence;          /* of the wavefront's memory instructions */
	uint8_t op;                /* enum mem_op */
	uint8_t storage;           /* which pool the pages and lines come from */
	struct requester who;
	cycle_t issued, ready;
	uint16_t pages, pages_sent, pages_left; /* left: not yet answered */
	uint16_t lines_unsent, lines_left;
	struct pipe_page *page;
	struct coalesced_line *line;
};

/* What the pipe tells its CU. All but the last two are set; ctx comes first. */
struct memory_pipe_hooks {
	void *ctx;
	void (*translated)(void *ctx, struct memory_op *op); /* the last of its pages */
	void (*data_left)(void *ctx, struct memory_op *op);  /* the last of its lines was sent */
	/* All answered; op is given back on return. */
	void (*done)(void *ctx, struct memory_op *op);
	/* For each answered translation: the oracle, and the CU's error path when it faulted. */
	void (*check)(void *ctx, const struct translation *t);
	void (*translate)(void *ctx, struct translation *t); /* sets frame and source */
	/* A translated page is accessed, until the last of its lines is answered. Both NULL: nobody
	 * wants to know. */
	void (*page_begins)(void *ctx, const struct memory_op *op, const struct pipe_page *page);
	void (*page_ends)(void *ctx, const struct memory_op *op, const struct pipe_page *page);
};

struct memory_pipe_stats {
	uint64_t instructions, pages, lines, bytes;
	struct occupancy in_flight;
	struct resolution resolution;
	uint64_t tlb_refused, cache_refused;
	struct latency instruction; /* issued to done */
};

enum { PIPE_STORAGES = 4 };

/* Pages and lines of ops under way, by how many; shared by the pipes of a machine. */
struct pipe_storage {
	struct pool pool[PIPE_STORAGES];
};

void pipe_storage_init(struct pipe_storage *s);
void pipe_storage_release(struct pipe_storage *s);

/* Laid out by lines of the host's cache: what sends accesses, what sends translations, the rest. */
struct memory_pipe {
	struct engine *engine;
	struct pool *translations, *accesses;
	struct memory_pipe_config config;
	struct mem_port cache;

	/* Accesses: translated pages whose lines are not all sent */
	struct pipe_page *ready, **ready_last;
	struct mem_access *refused_access;
	cycle_t line_cycle;
	uint32_t line_sent;  /* in line_cycle */
	uint16_t ready_line; /* next line of the first of the ready pages */
	struct waiter cache_waiter;
	struct event line_event;

	/* Translations: ops not fully sent, the first sends */
	struct memory_op *front, **front_last;
	struct translation *refused_translation;
	cycle_t front_cycle;
	uint32_t front_sent; /* in front_cycle */
	struct tx_port tlb;
	struct waiter tlb_waiter;
	struct event front_event;

	/* Reorder buffer: ops that are not done, and the places taken */
	struct memory_op *oldest, **youngest;
	uint16_t oldest_page; /* the first of the oldest op with a line that is not answered */
	uint32_t reordered;
	bool reorder_full; /* the front waits for a place */

	struct memory_pipe_hooks hooks;
	struct memory_op *ops, *free;
	struct pipe_storage *storage;
	struct memory_pipe_stats stats;
};

void memory_pipe_init(struct memory_pipe *p, struct engine *engine,
		      const struct memory_pipe_config *config,
		      const struct memory_pipe_hooks *hooks, struct tx_port tlb,
		      struct mem_port cache, struct pool *translations, struct pool *accesses,
		      struct pipe_storage *storage);
void memory_pipe_release(struct memory_pipe *p);
void memory_pipe_register_stats(const struct memory_pipe *p, struct stats *stats,
				const char *group);
void memory_pipe_describe(const struct memory_pipe *p, FILE *out);

static inline bool memory_pipe_full(const struct memory_pipe *p)
{
	return !p->free;
}

/* A place in the pipe, which must not be full; the caller sets the owner's fields. */
struct memory_op *memory_pipe_take(struct memory_pipe *p);
/* Sends the instruction just executed on its way. */
void memory_pipe_push(struct memory_pipe *p, struct memory_op *op, const struct step *step);

/* The same outside of time (socket/request.h): what it leaves in TLBs and, with `lines`, in caches.
 */
void memory_pipe_warm(struct memory_pipe *p, const struct requester *who, const struct step *step,
		      bool lines);

#endif
