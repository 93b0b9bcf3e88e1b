/*
 * Asks the home slice policy which chiplet's L2 TLB serves a page, marks the translation with it
 * and hands it to the chiplet's RTU, which knows the way.
 */
#ifndef HW_HOME_ROUTER_H
#define HW_HOME_ROUTER_H

#include "plan.h"

struct home_router {
	const struct home_slice_ops *policy;
	void *state;
	struct tx_port rtu;
	uint64_t local, remote; /* translations by where their home is */
};

static inline bool home_router_take(void *owner, struct translation *t, struct waiter *waiter)
{
	struct home_router *r = owner;
	bool taken;

	t->home = (uint8_t)r->policy->home(r->state, &t->who, t->vpn);
	taken = tx_send(&r->rtu, t, waiter);
	if (taken && t->home == t->who.chiplet)
		r->local++;
	else if (taken)
		r->remote++;
	return taken;
}

static inline struct tx_port home_router_port(struct home_router *r)
{
	return (struct tx_port){home_router_take, r};
}

#endif
