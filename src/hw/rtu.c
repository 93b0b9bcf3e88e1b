/* Translations as transfers. */
#include "hw/rtu.h"

static void served(void *owner, struct translation *t)
{
	(void)t;
	remote_served(owner);
}

static bool enter(struct remote *at, struct transfer *t, struct waiter *waiter)
{
	struct rtu *r = container_of(at, struct rtu, remote);

	return tx_send(&r->local, t->payload, waiter);
}

static void answer(struct remote *at, void *payload)
{
	(void)at;
	tx_reply(payload);
}

static const struct remote_ops ops = {enter, answer};

static bool send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct rtu *r = owner;
	struct transfer *transfer;

	if (t->home == r->config.remote.chiplet)
		return tx_send(&r->local, t, waiter);
	transfer = remote_take(&r->remote, t->home, t, waiter);
	if (!transfer)
		return false;
	transfer->request_bytes = transfer->answer_bytes = r->config.message_bytes;
	tx_push(t, served, transfer);
	return true;
}

void rtu_init(struct rtu *r, struct engine *engine, const struct rtu_config *config,
	      struct links *links, struct pool *transfers, struct tx_port local)
{
	remote_init(&r->remote, engine, &config->remote, &ops, links, transfers);
	r->config = *config;
	r->local = local;
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

void rtu_register_stats(struct rtu *r, struct stats *stats, const char *group)
{
	remote_register_stats(&r->remote, stats, group);
}

void rtu_describe(const struct rtu *r, FILE *out)
{
	remote_describe(&r->remote, "remote translation unit", out);
}
