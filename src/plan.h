/*
 * Every socket of the machine on one screen. A socket is a question the conventional GPU answers in
 * one way and a published design in another: a struct of function pointers, each with its contract
 * in policy/<socket>.h or below, and its state. A design fills one or more sockets; the core calls
 * what is plugged in and knows no design's name. A parameter named after the socket chooses
 * ("walk.scheduler: fcfs"), policy/registry.c lists the choices.
 *
 * Common to all: make(params, machine facts) returns the state (NULL is a state like any other);
 * release frees it, NULL when there is nothing to free; register_stats may be NULL.
 */
#ifndef PLAN_H
#define PLAN_H

#include "socket/request.h"
#include "config/params.h"
#include "sim/stats.h"

struct tlb;
struct tlb_entry;
struct crossbar;
struct lds;
struct cache;
struct pwc_set_view;
struct buffer;
struct links;
struct system;

/* What every policy may want to know of the machine when it is made. */
struct plan_facts {
	struct engine *engine;
	const struct params *params;
	unsigned chiplets, cus; /* cus: of the whole machine */
	unsigned apps;
	unsigned page_shift;
	/* The home slice policy, for those made after it. */
	const struct home_slice_ops *home_slice;
	void *home_slice_state;
};

struct policy_base {
	const char *name;    /* as the parameter chooses it */
	const char *summary; /* one line for `list params` and the documentation */
	void *(*make)(const struct plan_facts *facts);
	void (*release)(void *state);
	void (*register_stats)(void *state, struct stats *stats);
};

/* L1 TLB organisation: which L1 TLB, through which crossbar, serves this CU and page? */
struct l1_org_ops {
	struct policy_base base;
	/* Number of L1 TLBs of one chiplet, and each one's shape; entries, ways, mshrs and latency
	 * hold the private TLB's values on entry. */
	void (*geometry)(void *state, unsigned cus, unsigned *tlbs, uint32_t *entries,
			 uint32_t *ways, uint32_t *mshrs, uint32_t *latency);
	/* The TLB for a page; NULL: TLB number = CU number. */
	unsigned (*route)(void *state, unsigned cu, uint64_t vpn);
	/* Whether crossbars lead there, their latency in cycles each way, and to how many TLBs each
	 * one leads; NULL: none. */
	bool (*crossbar)(void *state, uint32_t *latency, uint32_t *reach);
	/* Set of a page in its TLB; NULL: low bits of the page number. */
	uint32_t (*set)(void *state, uint64_t vpn, uint32_t sets);
	/* An organisation that changes while time runs has both, others none: a port of its own
	 * below each L1 TLB (of chiplet, number), which sees what misses and sends it to
	 * `down`; the parts that it may change, once per chiplet, before the first translation. */
	struct tx_port (*below)(void *state, unsigned chiplet, unsigned tlb, struct tx_port down);
	void (*attach)(void *state, unsigned chiplet, struct crossbar *crossbar, struct tlb *tlbs);
};

/*
 * A stage of a design's own in the way of translations: the L1 TLB victims (asked between L1 and L2
 * TLB) and what lies beyond the L2 TLB. It has its own port, sends what it cannot answer to `down`,
 * and may hear what the TLB before it evicts. Either all pointers but attach and evicted are set or
 * the whole stage is "none".
 */
struct tx_site {
	/* L1 TLB victims: what the CU of the L1 TLB has, for what is idle of it. */
	struct lds *lds;
	struct cache *fetch_cache;
	unsigned fetch_group; /* number of that cache in the machine */
	/* Takes a translation into the L2 TLB; NULL: there is none, or a bound that always hits. */
	void (*to_l2)(void *owner, const struct tlb_entry *entry);
	void *to_l2_owner;
	/* Beyond the L2 TLB: the chiplet's memory, L2 cache first, and where the memory.reserved
	 * bytes of it begin that nobody else uses. */
	struct mem_port memory;
	uint64_t reserved_base;
};

struct tx_stage_ops {
	struct policy_base base;
	/* Optional; called for each unit when the machine is wired, before time begins. */
	void (*attach)(void *state, unsigned unit, const struct tx_site *site);
	/* Wires the stage; `unit` counts L1 TLBs, or chiplets beyond the L2 TLB. */
	struct tx_port (*port)(void *state, unsigned unit, struct tx_port down);
	void (*evicted)(void *state, unsigned unit, const struct tlb_entry *entry);
	/* Forget a page (vpn) or, with UINT64_MAX, all pages of an address space. */
	void (*shootdown)(void *state, uint8_t asid, uint64_t vpn);
};

/* L2 TLB fill: may this translation be installed? Hears every lookup, and who is on the CUs. */
struct l2_fill_ops {
	struct policy_base base;
	/* Whether the answer is installed; if not, the policy may keep it beside the TLB. merged:
	 * requests that joined it, through ->next. */
	bool (*may_fill)(void *state, const struct translation *t,
			 const struct translation *merged);
	/* Asked in parallel with the L2 TLB; true with t->frame set: found. NULL: nothing there.
	 * A lookup that stalls for an MSHR asks again. */
	bool (*aside)(void *state, struct translation *t);
	void (*looked_up)(void *state, const struct translation *t, bool hit);
	/* A wavefront begins or ends in its slot of a CU; NULL: it makes no difference. */
	void (*wave)(void *state, const struct requester *who, bool begins);
	void (*shootdown)(void *state, uint8_t asid, uint64_t vpn);
	/* A page table entry that changes empties the whole L2 TLB, not only its page. */
	bool flush_all;
};

/* The parts of a chiplet that must know which slice serves a page; each has a register of its own.
 */
enum home_part { HOME_L1_TLBS, HOME_RTU, HOME_L2_TLB, HOME_PARTS };

/* What a home slice policy hears of. The last three happen only where parts disagree. */
enum home_event {
	HOME_SENT,       /* the RTU sends a request of its own chiplet to another */
	HOME_RECEIVED,   /* it has one of another chiplet */
	HOME_HIT,        /* lookups in the L2 TLB */
	HOME_MISS,       /* or joined a miss */
	HOME_RETURNED,   /* the L1 TLBs named another chiplet, the RTU its own */
	HOME_REROUTED,   /* one of another chiplet goes on to a third */
	HOME_REDIRECTED, /* a miss in the L2 TLB goes on to another chiplet */
};

/* Home slice: which chiplet's L2 TLB and walkers serve this page? */
struct home_slice_ops {
	struct policy_base base;
	/* As the L1 TLBs of who->chiplet know it. */
	unsigned (*home)(void *state, const struct requester *who, uint64_t vpn);
	/* The same as the RTU or the L2 TLB knows it; NULL: it never changes while a kernel runs,
	 * and nobody asks. A request that comes to the wrong RTU, or misses in the wrong L2 TLB,
	 * goes on. */
	unsigned (*serves)(void *state, enum home_part part, unsigned chiplet, uint8_t asid,
			   uint64_t vpn);
	/* With serves: L1 TLBs ask their own chiplet's L2 TLB first, and what it gets from another
	 * it keeps. */
	bool caches_remote;
	void (*heard)(void *state, enum home_event event, unsigned chiplet,
		      const struct translation *t);       /* optional */
	void (*wire)(void *state, struct links *links);   /* optional: for messages of its own */
	void (*kernel_begins)(void *state, uint8_t asid); /* optional */
	/* The chiplet whose walkers read a page's leaf entry, whoever asks, as long as nothing
	 * changes while a kernel runs; NULL: those of the chiplet that asks. */
	unsigned (*walks_at)(void *state, uint8_t asid, uint64_t vpn);
	/* Optional, before anything of an application is mapped: so many consecutive pages of its
	 * largest buffer lie on one chiplet. Returns the pages in a row that get one home; buffers
	 * are then given addresses at which the two go together. */
	uint64_t (*set_block)(void *state, uint8_t asid, uint64_t pages);
};

/* Walk scheduling: which waiting walk starts next? Holds the waiting walks. */
struct walk_scheduler_ops {
	struct policy_base base;
	/* Whether arrive() wants to know, in t->walk_reads, how many PTE reads the walk would make
	 * as the PWC stands now. The entry that answers counts the walk as waiting for it. */
	bool wants_reads;
	/* A request that found all walkers busy. */
	void (*arrive)(void *state, struct translation *t);
	/* One that found a walker idle, which is so only while none waits; may be NULL. */
	void (*passed)(void *state, const struct translation *t);
	/* Takes the next one out; NULL when none waits. */
	struct translation *(*next)(void *state);
};

/* PWC replacement: which entry of a set goes? */
struct pwc_replacement_ops {
	struct policy_base base;
	/* A way of the full set. */
	unsigned (*victim)(void *state, const struct pwc_set_view *set);
};

/* Walk caching: may this read of a page table entry use the L2 cache? Hears how reads fared. */
struct walk_caching_ops {
	struct policy_base base;
	bool (*may_cache)(void *state, const struct mem_access *a);
	void (*looked_up)(void *state, const struct mem_access *a, bool hit);
};

/*
 * DRAM scheduling: requests are put into classes when they arrive; a lower class always goes first,
 * and inside a class row hits go before older requests, or not.
 */
enum { DRAM_CLASSES = 3 };

struct dram_scheduler_ops {
	struct policy_base base;
	/* room: bit c is set when class c has a place. */
	unsigned (*classify)(void *state, unsigned channel, const struct mem_access *a,
			     unsigned room);
	bool row_first[DRAM_CLASSES];
	/* Places of each class in the queue; 0: all share dram.queue. */
	uint32_t (*capacity)(void *state, unsigned class);
	/* A request that classify put into this class has got its place (classify is asked again
	 * after a refusal). NULL: not wanted, as those below. */
	void (*accepted)(void *state, unsigned channel, const struct mem_access *a, unsigned class);
	/* For schedulers that weigh applications by their translations: a miss of the L2 TLB
	 * begins and ends; one of an L1 TLB ends, with the requests that joined it. */
	void (*l2_missed)(void *state, const struct translation *t);
	void (*l2_answered)(void *state, const struct translation *t,
			    const struct translation *merged);
	void (*l1_answered)(void *state, const struct translation *t,
			    const struct translation *merged);
};

/* Data placement: which chiplet holds this page of a buffer? */
struct data_placement_ops {
	struct policy_base base;
	/* Buffers are placed when the first launch that uses them is prepared, not before: range()
	 * then has that launch's advice. */
	bool by_launch;
	/* Pages are mapped when they are first asked for, on the chiplet that asks; chiplet() is
	 * not called. */
	bool first_touch;
	/* Optional: the pages that follow are those of a buffer of which `block` consecutive pages
	 * should lie on one chiplet; 0: nothing is known of it, as of code and private memory. */
	void (*range)(void *state, uint8_t asid, uint64_t block);
	/* page: index in the buffer, pages: how many it has. */
	unsigned (*chiplet)(void *state, uint8_t asid, uint64_t vpn, uint64_t page, uint64_t pages);
};

/* Page-table placement: which chiplet holds this page of PTEs? */
struct table_placement_ops {
	struct policy_base base;
	/* level 4 (root) to 1 (leaf); vpn: a page it covers; data_chiplet: where that page's data
	 * lies. */
	unsigned (*chiplet)(void *state, uint8_t asid, unsigned level, uint64_t vpn,
			    unsigned data_chiplet);
	/* Every chiplet has a copy and reads its own; chiplet() is not called. */
	bool replicated;
};

/* Workgroup dispatch: which CU runs this workgroup? */
struct dispatch_ops {
	struct policy_base base;
	/* Optional, before each launch: the dimension along which to divide the grid so that
	 * workgroups run where their data lies. */
	void (*advise)(void *state, uint8_t asid, unsigned dimension);
	/* Of `groups` (per dimension) the next workgroup for this CU, which has room for one;
	 * UINT64_MAX when there is none left for it. Each index is given out once. */
	void (*launch)(void *state, uint8_t asid, const uint32_t groups[3], const uint16_t *cus,
		       unsigned cu_count);
	uint64_t (*next)(void *state, uint8_t asid, unsigned cu);
	/* Whether any workgroup of this launch has not been given out. */
	bool (*left)(void *state, uint8_t asid);
};

/* All sockets, filled. VIVT or PIPT is wiring (system_vivt.c), chosen by a parameter. */
struct plan {
	const struct l1_org_ops *l1_org;
	const struct tx_stage_ops *l1_victims;
	const struct tx_stage_ops *beyond_l2;
	const struct l2_fill_ops *l2_fill;
	const struct home_slice_ops *home_slice;
	const struct walk_scheduler_ops *walk_scheduler;
	const struct pwc_replacement_ops *pwc_replacement;
	const struct walk_caching_ops *walk_caching;
	const struct dram_scheduler_ops *dram_scheduler;
	const struct data_placement_ops *data_placement;
	const struct table_placement_ops *table_placement;
	const struct dispatch_ops *dispatch;
};

#endif
