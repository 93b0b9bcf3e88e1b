/* Memory accesses as transfers: data goes with writes out, with reads and atomics back. */
#include "hw/link/rma.h"

static void rma_served(void *owner, struct mem_access *a)
{
	(void)a;
	remote_served(owner);
}

static bool rma_enter(struct remote *at, struct transfer *t, struct waiter *waiter)
{
	struct rma *r = container_of(at, struct rma, remote);

	return mem_send(&r->local, t->payload, waiter);
}

static void rma_answer(struct remote *at, void *payload)
{
	(void)at;
	mem_reply(payload);
}

static const struct remote_ops ops = {rma_enter, rma_answer};

static bool rma_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct rma *r = owner;
	uint32_t bare = r->config.request_bytes, full = bare + r->config.line_bytes;
	struct transfer *t =
		remote_take(&r->remote, memory_map_chiplet(r->map, a->address), a, waiter);

	if (!t)
		return false;
	t->request_bytes = a->op == MEM_OP_READ ? bare : full;
	t->answer_bytes = a->op == MEM_OP_WRITE ? bare : full;
	mem_push(a, rma_served, t);
	return true;
}

static void rma_warm(void *owner, struct mem_access *a)
{
	const struct rma *r = owner;
	const struct remote *there = r->remote.peer[memory_map_chiplet(r->map, a->address)].other;

	mem_warm(&container_of(there, struct rma, remote)->local, a);
}

void rma_init(struct rma *r, struct engine *engine, const struct rma_config *config,
	      const struct memory_map *map, struct links *links, struct pool *transfers,
	      struct mem_port local)
{
	remote_init(&r->remote, engine, &config->remote, &ops, links, transfers);
	r->config = *config;
	r->map = map;
	r->local = local;
}

void rma_release(struct rma *r)
{
	remote_release(&r->remote);
}

void rma_connect(struct rma *r, struct rma *other)
{
	remote_connect(&r->remote, &other->remote);
}

struct mem_port rma_port(struct rma *r)
{
	return (struct mem_port){rma_send, r, rma_warm};
}

void rma_register_stats(struct rma *r, struct stats *stats, const char *group)
{
	remote_register_stats(&r->remote, stats, group);
}

void rma_describe(const struct rma *r, FILE *out)
{
	remote_describe(&r->remote, "remote memory access unit", out);
}
