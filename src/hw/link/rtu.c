/* Translations as transfers. */
#include "hw/link/rtu.h"

static unsigned rtu_chiplet(const struct rtu *r)
{
	return r->config.remote.chiplet;
}

static void rtu_tell_home(const struct rtu *r, enum home_event event, const struct translation *t)
{
	if (r->config.home.ops->heard)
		r->config.home.ops->heard(r->config.home.state, event, rtu_chiplet(r), t);
}

/* The slice that serves it as this unit knows; where nothing changes, the one it was sent to. */
static unsigned rtu_served_by(const struct rtu *r, const struct translation *t)
{
	if (!r->config.home.ops->serves)
		return t->home;
	return r->config.home.ops->serves(r->config.home.state, HOME_RTU, rtu_chiplet(r),
					  t->who.asid, t->vpn);
}

static void rtu_served(void *owner, struct translation *t)
{
	(void)t;
	remote_served(owner);
}

static bool rtu_leave(struct rtu *r, struct translation *t, struct waiter *waiter)
{
	struct transfer *transfer = remote_take(&r->remote, t->home, t, waiter);

	if (!transfer)
		return false;
	transfer->request_bytes = transfer->answer_bytes = r->config.message_bytes;
	tx_push(t, rtu_served, transfer);
	rtu_tell_home(r, HOME_SENT, t);
	return true;
}

static bool rtu_go_on(void *owner, struct translation *t, struct waiter *waiter)
{
	struct rtu *r = owner;

	t->home = (uint8_t)rtu_served_by(r, t);
	return t->home == rtu_chiplet(r) ? tx_send(&r->local, t, waiter) : rtu_leave(r, t, waiter);
}

/*
 * Parts that disagree for long could send a request round for ever, and each chiplet it comes to is
 * one more that its answer passes. One that has no hops to spare, or has gone round too often, is
 * served where it is; any slice can do that, since its walkers reach every page table.
 */
enum {
	HOPS_BELOW = 6
}; /* of the L2 TLB, a stage beyond it, the IOMMU and its TLBs, one to spare */

static bool rtu_keeps(const struct translation *t)
{
	return t->depth + HOPS_BELOW >= TX_MAX_HOPS || t->reroutes == UINT8_MAX;
}

/* Sends what came to the wrong place on, as soon as there is room. */
static void rtu_reroute(struct rtu *r, struct translation *t)
{
	t->reroutes++;
	tx_outbox_send(&r->rerouted, t);
}

static bool rtu_enter(struct remote *at, struct transfer *transfer, struct waiter *waiter)
{
	struct rtu *r = container_of(at, struct rtu, remote);
	struct translation *t = transfer->payload;

	if (rtu_keeps(t) || rtu_served_by(r, t) == rtu_chiplet(r)) {
		if (!tx_send(&r->local, t, waiter))
			return false;
		rtu_tell_home(r, HOME_RECEIVED, t);
		return true;
	}
	rtu_tell_home(r, HOME_RECEIVED, t);
	rtu_tell_home(r, HOME_REROUTED, t);
	rtu_reroute(r, t);
	return true;
}

static void rtu_answer(struct remote *at, void *payload)
{
	(void)at;
	tx_reply(payload);
}

static const struct remote_ops ops = {rtu_enter, rtu_answer};

/* To another chiplet goes only what this unit, too, takes for that chiplet's. */
static bool rtu_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct rtu *r = owner;
	bool returned = false;

	if (t->home != rtu_chiplet(r)) {
		t->home = (uint8_t)rtu_served_by(r, t);
		returned = t->home == rtu_chiplet(r);
	}
	if (t->home != rtu_chiplet(r))
		return rtu_leave(r, t, waiter);
	if (!tx_send(&r->local, t, waiter))
		return false;
	if (returned)
		rtu_tell_home(r, HOME_RETURNED, t);
	return true;
}

bool rtu_redirect(void *rtu, struct translation *t)
{
	struct rtu *r = rtu;
	const struct rtu_config *c = &r->config;

	if (rtu_keeps(t) || c->home.ops->serves(c->home.state, HOME_L2_TLB, rtu_chiplet(r),
						t->who.asid, t->vpn) == rtu_chiplet(r))
		return false;
	rtu_tell_home(r, HOME_REDIRECTED, t);
	rtu_reroute(r, t);
	return true;
}

static void rtu_l2_looked_up(void *rtu, const struct translation *t, enum tlb_outcome outcome)
{
	if (outcome != TLB_MSHR_HIT)
		rtu_tell_home(rtu, outcome == TLB_HIT ? HOME_HIT : HOME_MISS, t);
}

/* At the slice that serves it as this unit knows. */
static void rtu_warm(void *owner, struct translation *t)
{
	struct rtu *r = owner;
	unsigned home = t->home == rtu_chiplet(r) ? t->home : rtu_served_by(r, t);

	if (home != rtu_chiplet(r))
		r = container_of(r->remote.peer[home].other, struct rtu, remote);
	tx_warm(&r->local, t);
}

const struct tlb_listener_ops rtu_listener = {.looked_up = rtu_l2_looked_up};

void rtu_init(struct rtu *r, struct engine *engine, const struct rtu_config *config,
	      struct links *links, struct pool *transfers, struct tx_port local)
{
	remote_init(&r->remote, engine, &config->remote, &ops, links, transfers);
	r->config = *config;
	r->local = local;
	tx_outbox_init(&r->rerouted, (struct tx_port){.send = rtu_go_on, .owner = r}, NULL);
}

void rtu_release(struct rtu *r)
{
	remote_release(&r->remote);
}

void rtu_connect(struct rtu *r, struct rtu *other)
{
	remote_connect(&r->remote, &other->remote);
}

struct tx_port rtu_port(struct rtu *r)
{
	return (struct tx_port){rtu_send, r, rtu_warm};
}

static bool rtu_forward(void *owner, struct translation *t, struct waiter *waiter)
{
	(void)waiter;
	rtu_reroute(owner, t);
	return true;
}

struct tx_port rtu_forward_port(struct rtu *r)
{
	return (struct tx_port){rtu_forward, r, rtu_warm};
}

void rtu_register_stats(struct rtu *r, struct stats *stats, const char *group)
{
	remote_register_stats(&r->remote, stats, group);
}

void rtu_describe(const struct rtu *r, FILE *out)
{
	const struct translation *t = tx_outbox_first(&r->rerouted);

	remote_describe(&r->remote, "remote translation unit", out);
	if (t)
		fprintf(out,
			"remote translation unit of chiplet %u: page 0x%llx of address space %u "
			"waits to go on to its home\n",
			rtu_chiplet(r), (unsigned long long)t->vpn, t->who.asid);
}
