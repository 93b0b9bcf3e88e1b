/* Serialisation on both sides of a crossing, in exact fractions of a cycle. */
#include "hw/link/link.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Keeps 2^40 cycles representable in 64 bits of units. */
static const double largest_numerator = 1 << 24;

void link_config_bandwidth(struct link_config *config, double bytes_per_cycle)
{
	uint32_t a, b, denominator = 1;

	while (denominator < 1000000 && bytes_per_cycle * denominator * 10 <= largest_numerator)
		denominator *= 10;
	a = (uint32_t)llround(fmin(bytes_per_cycle * denominator, UINT32_MAX));
	if (!a)
		a = 1;
	config->bytes_per_cycle = a;
	config->per_cycles = b = denominator;
	while (b) {
		uint32_t rest = a % b;

		a = b;
		b = rest;
	}
	config->bytes_per_cycle /= a;
	config->per_cycles /= a;
}

static void link_arrive(struct event *event)
{
	struct link_message *m = container_of(event, struct link_message, event);
	struct links *l = m->links;
	struct link *to = &l->link[m->to];

	to->messages_in++;
	to->bytes_in += m->bytes;
	latency_add(&l->latency, l->engine->now - m->sent);
	m->arrived(m);
}

/* Whether the outgoing side becomes free before this cycle is over. */
static bool link_can_start(const struct link *link)
{
	const struct links *l = link->links;

	return link->out_free < (l->engine->now + 1) * l->config.bytes_per_cycle;
}

/*
 * All messages take equally long to the receiver, so the order in which they start is the order in
 * which they reach it, and the receiver's side can be reserved now.
 */
static void link_start(struct link *link, struct link_message *m)
{
	struct links *l = link->links;
	struct link *to = &l->link[m->to];
	uint64_t unit = l->config.bytes_per_cycle;
	uint64_t duration = (uint64_t)m->bytes * l->config.per_cycles;
	uint64_t begin = l->engine->now * unit;

	if (begin < link->out_free)
		begin = link->out_free;
	link->out_free = begin + duration;
	begin += l->config.latency * unit;
	if (begin < to->in_free)
		begin = to->in_free;
	to->in_free = begin + duration;
	link->messages_out++;
	link->bytes_out += m->bytes;
	engine_at(l->engine, &m->event, (to->in_free + unit - 1) / unit, link_arrive);
}

static void link_next_start(struct event *event)
{
	struct link *link = container_of(event, struct link, next_start);
	struct links *l = link->links;

	while (link->queue.first && link_can_start(link)) {
		struct link_message *m = link_fifo_take(&link->queue);

		link->queued--;
		occupancy_change(&link->occupancy, l->engine->now, -1);
		link_start(link, m);
	}
	if (link->queue.first)
		engine_at(l->engine, event, link->out_free / l->config.bytes_per_cycle,
			  link_next_start);
	while (link->queued < l->config.queue && wait_list_wake(&link->waiting))
		;
}

bool link_send(struct links *l, struct link_message *m, struct waiter *waiter)
{
	struct link *link = &l->link[m->from];
	bool at_once = !link->queue.first && link_can_start(link);

	if (!at_once && link->queued == l->config.queue) {
		wait_list_add(&link->waiting, waiter);
		return false;
	}
	m->links = l;
	m->sent = l->engine->now;
	if (at_once) {
		link_start(link, m);
		return true;
	}
	link_fifo_append(&link->queue, m);
	link->queued++;
	occupancy_change(&link->occupancy, l->engine->now, 1);
	if (!event_scheduled(&link->next_start))
		engine_at(l->engine, &link->next_start, link->out_free / l->config.bytes_per_cycle,
			  link_next_start);
	return true;
}

void links_init(struct links *l, struct engine *engine, const struct link_config *config)
{
	memset(l, 0, sizeof(*l));
	l->engine = engine;
	l->config = *config;
	l->link = xcalloc(config->chiplets, sizeof(*l->link));
	for (unsigned i = 0; i < config->chiplets; i++) {
		struct link *link = &l->link[i];

		link->links = l;
		link_fifo_init(&link->queue);
		wait_list_init(&link->waiting);
	}
}

void links_release(struct links *l)
{
	free(l->link);
	l->link = NULL;
}

void links_register_stats(struct links *l, struct stats *stats, const char *group)
{
	stats_latency(stats, group, "latency", &l->latency);
	for (unsigned i = 0; i < l->config.chiplets; i++) {
		struct link *link = &l->link[i];

		stats_counter(stats, group, "messages", &link->messages_out);
		stats_counter(stats, group, "bytes", &link->bytes_out);
		stats_occupancy(stats, group, "queue", &link->occupancy);
	}
}

void links_describe(const struct links *l, FILE *out)
{
	for (unsigned i = 0; i < l->config.chiplets; i++)
		if (l->link[i].queued)
			fprintf(out, "link: %u messages wait to leave chiplet %u\n",
				l->link[i].queued, i);
}
