/*
 * DRAM scheduling: which request next? Requests are put into classes when they arrive; a lower
 * class always goes first, and inside a class row hits go before older requests, or not.
 */
#ifndef SOCKET_DRAM_SCHEDULER_H
#define SOCKET_DRAM_SCHEDULER_H

#include "socket/policy.h"
#include "socket/tlb_listener.h"

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
	/* For schedulers that weigh applications by their translations: what they hear of every L1
	 * TLB, and of every L2 TLB. */
	const struct tlb_listener_ops *l1_tlb_listener, *l2_tlb_listener;
};

struct dram_scheduler {
	const struct dram_scheduler_ops *ops;
	void *state;
};

#endif
