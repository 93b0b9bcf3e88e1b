/*
 * Listening to a TLB: who wants to hear what happens in one, a policy or a measurement, hands its
 * operations to tlb_listen() before the first request. Any number may listen to a TLB.
 *
 * Each event is one call per listener, in the order in which they began to listen. A request is
 * heard of once, when its lookup succeeds: looked_up. After a TLB_MISS, and a TLB_MSHR_HIT for each
 * request that joins it, comes answered, then filled if the answer is installed. What waits for an
 * MSHR, is redirected, or is asked for again after a shootdown is not heard of meanwhile.
 *
 * A listener changes nothing but its own state: it may look at the TLB (tlb_probe), but sends
 * nothing, schedules nothing, and does not change what it is shown. Nothing is allocated while time
 * runs, except by recordings whose length nobody can know.
 */
#ifndef SOCKET_TLB_LISTENER_H
#define SOCKET_TLB_LISTENER_H

#include "socket/request.h"

/* MSHR_HIT: joins a miss under way. */
enum tlb_outcome { TLB_HIT, TLB_MSHR_HIT, TLB_MISS, TLB_OUTCOMES };

/* NULL: not wanted, and costs nothing. */
struct tlb_listener_ops {
	/* Before the reply, or before the miss goes down. */
	void (*looked_up)(void *state, const struct translation *t, enum tlb_outcome outcome);
	/* A miss has its answer, which may be a fault, so many cycles after it was sent here. It is
	 * not installed yet. merged: the requests that joined it, through ->next. */
	void (*answered)(void *state, const struct translation *t, const struct translation *merged,
			 cycle_t cycles);
	/* The answer is in the TLB. What tlb_insert() puts there is not heard of. */
	void (*filled)(void *state, const struct translation *t);
};

struct tlb_listener {
	const struct tlb_listener_ops *ops;
	void *state;
};

#endif
