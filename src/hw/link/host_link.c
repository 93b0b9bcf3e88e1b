/* Two directions, each a queue in time: what is sent starts when all before it is through. */
#include "hw/link/host_link.h"

#include <string.h>

/* Takes the direction for a setup and bytes; the cycle in which the last of them is through. */
static cycle_t take_direction(struct host_link *l, enum host_direction direction, uint32_t setup,
			      uint64_t bytes)
{
	uint64_t unit = l->config.bytes_per_cycle, begin = l->engine->now * unit;

	if (begin < l->free[direction])
		begin = l->free[direction];
	l->free[direction] = begin + setup * unit + bytes * l->config.per_cycles;
	l->stats.bytes[direction] += bytes;
	return (l->free[direction] + unit - 1) / unit;
}

static void transfer_done(struct event *event)
{
	struct host_transfer *t = container_of(event, struct host_transfer, event);
	struct host_link *l = t->link;

	latency_add(&l->stats.transfer[t->direction], l->engine->now - t->sent);
	t->done(t);
}

void host_link_transfer(struct host_link *l, struct host_transfer *t)
{
	t->link = l;
	t->sent = l->engine->now;
	l->stats.transfers[t->direction]++;
	engine_at(l->engine, &t->event,
		  take_direction(l, t->direction, l->config.setup_cycles, t->bytes), transfer_done);
}

/* Accesses: a message to the host, one back */

static uint64_t message_bytes(const struct host_link *l, const struct mem_access *a,
			      enum host_direction direction)
{
	bool has_data = a->op == MEM_OP_ATOMIC || (a->op == MEM_OP_READ) == (direction == HOST_IN);

	return l->config.request_bytes + (has_data ? l->config.line_bytes : 0);
}

static void access_over(void *owner, struct mem_access *a)
{
	struct host_link *l = owner;

	latency_add(&l->stats.access, l->engine->now - a->entered);
	occupancy_change(&l->stats.accesses, l->engine->now, -1);
	mem_reply(a);
	while (l->stats.accesses.now < l->config.accesses && wait_list_wake(&l->senders))
		;
}

static void access_is_back(struct event *event)
{
	mem_reply(container_of(event, struct mem_access, event));
}

static void access_at_host(struct event *event)
{
	struct mem_access *a = container_of(event, struct mem_access, event);
	struct host_link *l = a->stage;

	engine_at(l->engine, event,
		  take_direction(l, HOST_IN, 0, message_bytes(l, a, HOST_IN)) +
			  l->config.latency_cycles,
		  access_is_back);
}

static bool host_link_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct host_link *l = owner;

	if (l->stats.accesses.now == l->config.accesses) {
		l->stats.refusals++;
		wait_list_add(&l->senders, waiter);
		return false;
	}
	if (a->op == MEM_OP_READ)
		l->stats.reads++;
	else
		l->stats.writes++;
	occupancy_change(&l->stats.accesses, l->engine->now, 1);
	a->entered = l->engine->now;
	a->stage = l;
	mem_push(a, access_over, l);
	engine_at(l->engine, &a->event,
		  take_direction(l, HOST_OUT, 0, message_bytes(l, a, HOST_OUT)) +
			  l->config.latency_cycles,
		  access_at_host);
	return true;
}

struct mem_port host_link_port(struct host_link *l)
{
	return (struct mem_port){.send = host_link_send, .owner = l};
}

void host_link_init(struct host_link *l, struct engine *engine,
		    const struct host_link_config *config)
{
	memset(l, 0, sizeof(*l));
	l->engine = engine;
	l->config = *config;
	wait_list_init(&l->senders);
}

void host_link_register_stats(const struct host_link *l, struct stats *stats, const char *group)
{
	const struct host_link_stats *s = &l->stats;

	stats_counter(stats, group, "transfers_in", &s->transfers[HOST_IN]);
	stats_counter(stats, group, "transfers_out", &s->transfers[HOST_OUT]);
	stats_counter(stats, group, "bytes_in", &s->bytes[HOST_IN]);
	stats_counter(stats, group, "bytes_out", &s->bytes[HOST_OUT]);
	stats_latency(stats, group, "transfer_in", &s->transfer[HOST_IN]);
	stats_latency(stats, group, "transfer_out", &s->transfer[HOST_OUT]);
	stats_counter(stats, group, "reads", &s->reads);
	stats_counter(stats, group, "writes", &s->writes);
	stats_counter(stats, group, "refusals", &s->refusals);
	stats_latency(stats, group, "access", &s->access);
	stats_occupancy(stats, group, "accesses", &s->accesses);
}

void host_link_describe(const struct host_link *l, FILE *out)
{
	if (l->stats.accesses.now)
		fprintf(out, "host link: %u accesses to host memory under way%s\n",
			l->stats.accesses.now, l->senders.first ? ", senders wait" : "");
}
