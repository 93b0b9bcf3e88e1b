/*
 * Asks the home slice policy which chiplet's L2 TLB serves a page, marks the translation with it
 * and hands it to the chiplet's RTU, which knows the way.
 */
#ifndef HW_TRANSLATION_HOME_ROUTER_H
#define HW_TRANSLATION_HOME_ROUTER_H

#include "socket/home_slice.h"

struct home_router {
	struct home_slice policy;
	struct tx_port rtu;
	uint64_t local, remote; /* translations by where their home is */
};

static inline bool home_router_take(void *owner, struct translation *t, struct waiter *waiter)
{
	struct home_router *r = owner;
	bool taken;

	t->home = (uint8_t)r->policy.ops->home(r->policy.state, &t->who, t->vpn);
	taken = tx_send(&r->rtu, t, waiter);
	if (taken && t->home == t->who.chiplet)
		r->local++;
	else if (taken)
		r->remote++;
	return taken;
}

static inline void home_router_warm(void *owner, struct translation *t)
{
	struct home_router *r = owner;

	t->home = (uint8_t)r->policy.ops->home(r->policy.state, &t->who, t->vpn);
	tx_warm(&r->rtu, t);
}

/* Below an L2 TLB that keeps what others serve: to the own walkers, or to the page's home. */
struct miss_router {
	struct home_slice policy;
	unsigned chiplet;
	struct tx_port walkers, rtu;
};

static inline bool miss_router_take(void *owner, struct translation *t, struct waiter *waiter)
{
	struct miss_router *r = owner;
	unsigned home = r->policy.ops->serves(r->policy.state, HOME_L2_TLB, r->chiplet, t->who.asid,
					      t->vpn);

	if (home == r->chiplet)
		return tx_send(&r->walkers, t, waiter);
	t->home = (uint8_t)home;
	return tx_send(&r->rtu, t, waiter);
}

static inline void miss_router_warm(void *owner, struct translation *t)
{
	struct miss_router *r = owner;

	t->home = (uint8_t)r->policy.ops->serves(r->policy.state, HOME_L2_TLB, r->chiplet,
						 t->who.asid, t->vpn);
	tx_warm(t->home == r->chiplet ? &r->walkers : &r->rtu, t);
}

static inline struct tx_port miss_router_port(struct miss_router *r)
{
	return (struct tx_port){miss_router_take, r, miss_router_warm};
}

static inline struct tx_port home_router_port(struct home_router *r)
{
	return (struct tx_port){home_router_take, r, home_router_warm};
}

#endif
