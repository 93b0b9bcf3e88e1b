/* A plain memory: each request gets the channel in turn and is answered after a fixed time. */
#include "hw/memory/plain_memory.h"

#include <string.h>

void plain_memory_init(struct plain_memory *m, struct engine *engine,
		       const struct plain_memory_config *config)
{
	memset(m, 0, sizeof(*m));
	m->engine = engine;
	m->config = *config;
	wait_list_init(&m->waiting);
	if (config->bandwidth_bytes && !config->bandwidth_cycles)
		BUG("plain memory: a bandwidth of %llu bytes in no time",
		    (unsigned long long)config->bandwidth_bytes);
}

void plain_memory_release(struct plain_memory *m)
{
	(void)m;
}

static bool plain_memory_has_place(const struct plain_memory *m)
{
	return !m->config.in_flight || m->stats.in_flight.now < m->config.in_flight;
}

static void plain_memory_done(void *owner, struct mem_access *a)
{
	struct plain_memory *m = owner;

	latency_add(a->kind == KIND_WALK ? &m->stats.walk_latency : &m->stats.data_latency,
		    m->engine->now - a->entered);
	occupancy_change(&m->stats.in_flight, m->engine->now, -1);
	mem_reply(a);
	while (m->waiting.first && plain_memory_has_place(m))
		wait_list_wake(&m->waiting);
}

static void plain_memory_reply(struct event *event)
{
	mem_reply(container_of(event, struct mem_access, event));
}

/* The cycle in which the next request gets the channel; takes it for one line. */
static cycle_t plain_memory_take_channel(struct plain_memory *m)
{
	const struct plain_memory_config *c = &m->config;
	cycle_t start;
	uint64_t end;

	if (!c->bandwidth_bytes)
		return m->engine->now;
	if (m->free_cycle < m->engine->now) {
		m->free_cycle = m->engine->now;
		m->free_part = 0;
	}
	start = m->free_cycle + (m->free_part > 0);
	end = m->free_part + c->line_bytes * c->bandwidth_cycles;
	m->free_cycle += end / c->bandwidth_bytes;
	m->free_part = end % c->bandwidth_bytes;
	return start;
}

static bool plain_memory_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct plain_memory *m = owner;
	struct plain_memory_stats *s = &m->stats;

	if (!plain_memory_has_place(m)) {
		wait_list_add(&m->waiting, waiter);
		return false;
	}
	if (a->op == MEM_OP_WRITE)
		s->writes++;
	else
		s->reads++;
	if (a->kind == KIND_WALK)
		s->translation_bytes += m->config.line_bytes;
	else
		s->data_bytes += m->config.line_bytes;
	occupancy_change(&s->in_flight, m->engine->now, 1);
	a->entered = m->engine->now;
	mem_push(a, plain_memory_done, m);
	engine_at(m->engine, &a->event, plain_memory_take_channel(m) + m->config.latency,
		  plain_memory_reply);
	return true;
}

struct mem_port plain_memory_port(struct plain_memory *m)
{
	return (struct mem_port){.send = plain_memory_send, .owner = m};
}

void plain_memory_register_stats(struct plain_memory *m, struct stats *stats, const char *group)
{
	struct plain_memory_stats *s = &m->stats;

	stats_counter(stats, group, "reads", &s->reads);
	stats_counter(stats, group, "writes", &s->writes);
	stats_counter(stats, group, "data_bytes", &s->data_bytes);
	stats_counter(stats, group, "translation_bytes", &s->translation_bytes);
	stats_latency(stats, group, "data_latency", &s->data_latency);
	stats_latency(stats, group, "walk_latency", &s->walk_latency);
	stats_occupancy(stats, group, "in_flight", &s->in_flight);
}

void plain_memory_describe(const struct plain_memory *m, FILE *out)
{
	if (m->stats.in_flight.now)
		fprintf(out, "plain memory: %u requests in flight\n", m->stats.in_flight.now);
	if (m->waiting.first)
		fprintf(out, "plain memory: senders wait for a place\n");
}

double plain_memory_peak_gb_per_s(const struct plain_memory *m, double core_mhz)
{
	if (!m->config.bandwidth_bytes)
		return 0;
	return (double)m->config.bandwidth_bytes / (double)m->config.bandwidth_cycles * core_mhz *
	       1e6 / 1e9;
}
