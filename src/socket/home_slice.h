/* Home slice: which chiplet's L2 TLB and walkers serve this page? */
#ifndef SOCKET_HOME_SLICE_H
#define SOCKET_HOME_SLICE_H

#include "socket/policy.h"

struct links;

/* The parts of a chiplet that must know which slice serves a page; each has a register of its
 * own. */
enum home_part { HOME_L1_TLBS, HOME_RTU, HOME_L2_TLB, HOME_PARTS };

/* What a home slice policy hears of. The last three happen only where parts disagree. */
enum home_event {
	HOME_SENT,       /* the RTU sends a request of its own chiplet to another */
	HOME_RECEIVED,   /* it has one of another chiplet */
	HOME_HIT,        /* a lookup in the L2 TLB */
	HOME_MISS,       /* likewise; one that joins a miss under way is neither */
	HOME_RETURNED,   /* the L1 TLBs named another chiplet, the RTU its own */
	HOME_REROUTED,   /* one of another chiplet goes on to a third */
	HOME_REDIRECTED, /* a miss in the L2 TLB goes on to another chiplet */
};

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

struct home_slice {
	const struct home_slice_ops *ops;
	void *state;
};

#endif
