/*
 * The two messages of the machine: a translation (one page for one instruction) and a memory access
 * (one line). Each says who asks, carries its own event and list link, and remembers the way back:
 * a part that passes a message on pushes a hop, and gets it back through that hop.
 *
 * Order of calls: send until it is accepted (a refused sender is woken and sends again); exactly
 * one reply follows, never before the send has returned.
 */
#ifndef SOCKET_REQUEST_H
#define SOCKET_REQUEST_H

#include "sim/engine.h"
#include "sim/fifo.h"
#include "sim/wait.h"

/* Who asks. The same in both messages, copied from one to the next. */
struct requester {
	uint16_t cu;          /* in the machine, not in the chiplet */
	uint16_t wave;        /* slot in the CU */
	uint32_t instruction; /* number of the wavefront instruction in the machine; wraps */
	uint8_t asid;         /* application, which is its address space */
	uint8_t chiplet;      /* of the CU */
};

enum request_kind { KIND_VECTOR, KIND_SCALAR, KIND_FETCH, KIND_WALK };

/* Where a translation was resolved, from near to far. */
enum tx_source {
	TX_NONE,
	TX_L1_TLB,
	TX_L1_MSHR, /* merged with an earlier miss of the same page in its L1 TLB */
	TX_VICTIM,  /* a design's structure between L1 and L2 TLB */
	TX_L2_TLB,
	TX_L2_MSHR,
	TX_BEYOND, /* a design's structure after the L2 TLB */
	TX_IOMMU_TLB,
	TX_WALK,
	TX_IDEAL, /* free: nothing was asked */
	TX_SOURCES,
};

struct translation;
struct mem_access;

enum { TX_MAX_HOPS = 12, MEM_MAX_HOPS = 8 };

struct tx_hop {
	void (*reply)(void *owner, struct translation *t);
	void *owner;
};

/* Laid out by lines of the host's cache: a hit in the first TLB touches the first two. */
struct translation {
	struct event event;
	void *stage;              /* the part whose event is under way */
	struct translation *next; /* in the list of whoever holds it */
	uint64_t vpn;             /* virtual address >> page_shift */
	uint64_t frame;           /* the answer: physical address of the page's first byte */
	uint8_t page_shift;
	uint8_t kind;       /* enum request_kind */
	uint8_t source;     /* enum tx_source, set by who resolves it */
	uint8_t home;       /* chiplet whose L2 TLB and walkers serve it */
	uint8_t walk_reads; /* PTE reads its walk made */
	bool faulted;       /* nothing is mapped there; the oracle reports it */
	uint8_t depth;      /* hops pushed */
	uint8_t flags;      /* a design's own */
	uint8_t reroutes;   /* times it came to a slice that does not serve it */

	struct requester who;
	cycle_t entered; /* when it came to the stage it is in */
	void *owner;     /* who made it: its instruction in the memory pipe */
	struct tx_hop hop[TX_MAX_HOPS];

	cycle_t born;                      /* when the coalescer made it */
	cycle_t walk_queued, walk_started; /* of its walk, 0 without one */
	cycle_t walked; /* when a walk found the answer; 0: none did, or somebody else asked for it
			 */
};

FIFO(tx_fifo, struct translation);

/* One from a pool, with no event under way; who, vpn and owner are the caller's to set. */
static inline void translation_init(struct translation *t, uint8_t kind, uint8_t page_shift,
				    cycle_t now)
{
	t->frame = 0;
	t->page_shift = page_shift;
	t->kind = kind;
	t->source = TX_NONE;
	t->home = 0;
	t->walk_reads = 0;
	t->faulted = false;
	t->depth = 0;
	t->flags = 0;
	t->reroutes = 0;
	t->entered = t->born = now;
	t->walk_queued = t->walk_started = t->walked = 0;
}

/* Inlined always: gcc takes a call of a function that only prefetches for one without effect. */
static inline __attribute__((always_inline)) void translation_prefetch(const struct translation *t)
{
	__builtin_prefetch(t);
	__builtin_prefetch(&t->who);
}

/*
 * Where translations go. send: false when there is no room, and `waiter` will be woken.
 *
 * warm: for launches that run functionally on a timed machine. Sets frame and faulted at once, and
 * leaves in every structure on its way what a request would have left there. Takes no time and no
 * bandwidth, counts nothing, needs neither hops nor `owner`. While a request of the same page is
 * out, only its answer fills.
 */
struct tx_port {
	bool (*send)(void *owner, struct translation *t, struct waiter *waiter);
	void *owner;
	void (*warm)(void *owner, struct translation *t);
};

static inline bool tx_send(const struct tx_port *port, struct translation *t, struct waiter *waiter)
{
	return port->send(port->owner, t, waiter);
}

static inline void tx_warm(const struct tx_port *port, struct translation *t)
{
	port->warm(port->owner, t);
}

static inline void tx_push(struct translation *t, void (*reply)(void *, struct translation *),
			   void *owner)
{
	if (__builtin_expect(t->depth == TX_MAX_HOPS, 0))
		BUG("translation of page 0x%llx: too many hops", (unsigned long long)t->vpn);
	t->hop[t->depth].reply = reply;
	t->hop[t->depth++].owner = owner;
}

/* Takes back the hop pushed last, which is the caller's own: what it pushed for was refused. */
static inline void tx_pop(struct translation *t)
{
	if (__builtin_expect(t->depth == 0, 0))
		BUG("translation of page 0x%llx: no hop to take back", (unsigned long long)t->vpn);
	t->depth--;
}

static inline void tx_reply(struct translation *t)
{
	const struct tx_hop *hop;

	if (__builtin_expect(t->depth == 0, 0))
		BUG("translation of page 0x%llx: nobody waits", (unsigned long long)t->vpn);
	hop = &t->hop[--t->depth];
	hop->reply(hop->owner, t);
}

enum mem_op { MEM_OP_READ, MEM_OP_WRITE, MEM_OP_ATOMIC };

struct mem_hop {
	void (*reply)(void *owner, struct mem_access *a);
	void *owner;
};

/*
 * One line or less. Atomics are performed at the L2. Writes are acknowledged like reads. Laid out
 * by lines of the host's cache: the first is what every stage needs.
 */
struct mem_access {
	struct event event;
	void *stage; /* the part whose event is under way */
	struct mem_access *next;
	uint64_t address; /* physical; of the first byte asked for */
	cycle_t entered;  /* when it came to the stage it is in */
	uint8_t op;       /* enum mem_op */
	uint8_t kind;     /* enum request_kind */
	uint8_t level;    /* of a walk's read: 4 (root) to 1 (leaf); 0: no page table */
	bool no_cache;    /* walk caching policy: neither probe nor fill caches */
	bool misses;      /* no cache has it, nor keeps it */
	bool full_line;   /* a write of every byte of its line */
	uint8_t depth;    /* hops pushed */
	uint8_t flags;    /* a design's own */

	uint16_t bytes; /* of the line that are wanted or written: sums over lanes may overlap */
	struct requester who;
	void *owner;    /* who made it */
	uint64_t vaddr; /* virtual, for virtually addressed caches and for messages */
	struct mem_hop hop[MEM_MAX_HOPS];

	cycle_t born;
};

FIFO(mem_fifo, struct mem_access);

/* Likewise; who, owner, address, vaddr and bytes are the caller's to set. */
static inline void mem_access_init(struct mem_access *a, uint8_t op, uint8_t kind, cycle_t now)
{
	a->entered = now;
	a->op = op;
	a->kind = kind;
	a->level = 0;
	a->no_cache = false;
	a->misses = false;
	a->full_line = false;
	a->depth = 0;
	a->flags = 0;
	a->born = now;
}

/* warm: likewise for accesses; NULL: nothing from here on keeps anything. */
struct mem_port {
	bool (*send)(void *owner, struct mem_access *a, struct waiter *waiter);
	void *owner;
	void (*warm)(void *owner, struct mem_access *a);
};

static inline bool mem_send(const struct mem_port *port, struct mem_access *a,
			    struct waiter *waiter)
{
	return port->send(port->owner, a, waiter);
}

static inline void mem_warm(const struct mem_port *port, struct mem_access *a)
{
	if (port->warm)
		port->warm(port->owner, a);
}

static inline void mem_push(struct mem_access *a, void (*reply)(void *, struct mem_access *),
			    void *owner)
{
	if (__builtin_expect(a->depth == MEM_MAX_HOPS, 0))
		BUG("access to 0x%llx: too many hops", (unsigned long long)a->address);
	a->hop[a->depth].reply = reply;
	a->hop[a->depth++].owner = owner;
}

static inline void mem_reply(struct mem_access *a)
{
	const struct mem_hop *hop;

	if (__builtin_expect(a->depth == 0, 0))
		BUG("access to 0x%llx: nobody waits", (unsigned long long)a->address);
	hop = &a->hop[--a->depth];
	hop->reply(hop->owner, a);
}

#endif
