/* Translations as transfers. */
#include "hw/link/rtu.h"

static unsigned own(const struct rtu *r)
{
	return r->config.remote.chiplet;
}

static void heard(const struct rtu *r, enum home_event event, const struct translation *t)
{
	if (r->config.home.ops->heard)
		r->config.home.ops->heard(r->config.home.state, event, own(r), t);
}

/* The slice that serves it as this unit knows; where nothing changes, the one it was sent to. */
static unsigned served_by(const struct rtu *r, const struct translation *t)
{
	if (!r->config.home.ops->serves)
		return t->home;
	return r->config.home.ops->serves(r->config.home.state, HOME_RTU, own(r), t->who.asid,
					  t->vpn);
}

static void served(void *owner, struct translation *t)
{
	(void)t;
	remote_served(owner);
}

static bool leave(struct rtu *r, struct translation *t, struct waiter *waiter)
{
	struct transfer *transfer = remote_take(&r->remote, t->home, t, waiter);

	if (!transfer)
		return false;
	transfer->request_bytes = transfer->answer_bytes = r->config.message_bytes;
	tx_push(t, served, transfer);
	heard(r, HOME_SENT, t);
	return true;
}

static bool go_on(void *owner, struct translation *t, struct waiter *waiter)
{
	struct rtu *r = owner;

	t->home = (uint8_t)served_by(r, t);
	return t->home == own(r) ? tx_send(&r->local, t, waiter) : leave(r, t, waiter);
}

/* Sends what came to the wrong place on, as soon as there is room. */
static void reroute(struct rtu *r, struct translation *t)
{
	if (__builtin_expect(++t->reroutes == UINT8_MAX, 0))
		BUG("cycle %llu: translation of page 0x%llx goes round in circles",
		    (unsigned long long)r->remote.engine->now, (unsigned long long)t->vpn);
	tx_outbox_send(&r->rerouted, t);
}

static bool enter(struct remote *at, struct transfer *transfer, struct waiter *waiter)
{
	struct rtu *r = container_of(at, struct rtu, remote);
	struct translation *t = transfer->payload;

	if (served_by(r, t) == own(r)) {
		if (!tx_send(&r->local, t, waiter))
			return false;
		heard(r, HOME_RECEIVED, t);
		return true;
	}
	heard(r, HOME_RECEIVED, t);
	heard(r, HOME_REROUTED, t);
	reroute(r, t);
	return true;
}

static void answer(struct remote *at, void *payload)
{
	(void)at;
	tx_reply(payload);
}

static const struct remote_ops ops = {enter, answer};

/* To another chiplet goes only what this unit, too, takes for that chiplet's. */
static bool send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct rtu *r = owner;
	bool returned = false;

	if (t->home != own(r)) {
		t->home = (uint8_t)served_by(r, t);
		returned = t->home == own(r);
	}
	if (t->home != own(r))
		return leave(r, t, waiter);
	if (!tx_send(&r->local, t, waiter))
		return false;
	if (returned)
		heard(r, HOME_RETURNED, t);
	return true;
}

bool rtu_redirect(void *rtu, struct translation *t)
{
	struct rtu *r = rtu;
	const struct rtu_config *c = &r->config;

	if (c->home.ops->serves(c->home.state, HOME_L2_TLB, own(r), t->who.asid, t->vpn) == own(r))
		return false;
	heard(r, HOME_REDIRECTED, t);
	reroute(r, t);
	return true;
}

void rtu_looked_up(void *rtu, const struct translation *t, bool hit)
{
	heard(rtu, hit ? HOME_HIT : HOME_MISS, t);
}

void rtu_init(struct rtu *r, struct engine *engine, const struct rtu_config *config,
	      struct links *links, struct pool *transfers, struct tx_port local)
{
	remote_init(&r->remote, engine, &config->remote, &ops, links, transfers);
	r->config = *config;
	r->local = local;
	tx_outbox_init(&r->rerouted, (struct tx_port){go_on, r}, NULL);
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
	return (struct tx_port){send, r};
}

static bool forward(void *owner, struct translation *t, struct waiter *waiter)
{
	(void)waiter;
	reroute(owner, t);
	return true;
}

struct tx_port rtu_forward_port(struct rtu *r)
{
	return (struct tx_port){forward, r};
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
			own(r), (unsigned long long)t->vpn, t->who.asid);
}
