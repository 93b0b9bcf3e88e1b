/* Hop latency out, hop latency back; per destination a FIFO of what it did not take at once. */
#include "hw/memory/router.h"

#include <stdlib.h>
#include <string.h>

static void router_left(struct router_destination *d)
{
	const struct router *r = d->router;

	d->held--;
	occupancy_change(&d->occupancy, r->engine->now, -1);
	while (d->held < r->config.queue && wait_list_wake(&d->waiting))
		;
}

static void router_arrive(struct event *event)
{
	struct mem_access *a = container_of(event, struct mem_access, event);
	struct router_destination *d = a->stage;

	if (mem_outbox_send(&d->down, a))
		router_left(d);
}

/* There is room at the destination. */
static void router_has_room(struct waiter *waiter)
{
	struct router_destination *d = container_of(waiter, struct router_destination, down.waiter);

	while (mem_outbox_retry(&d->down))
		router_left(d);
}

static void router_answer(struct event *event)
{
	mem_reply(container_of(event, struct mem_access, event));
}

static void router_replied(void *owner, struct mem_access *a)
{
	struct router_destination *d = owner;

	engine_after(d->router->engine, &a->event, d->router->config.latency, router_answer);
}

static unsigned router_destination_of(const struct router *r, const struct mem_access *a)
{
	unsigned to = r->config.route ? r->config.route(r->config.route_state, a) : 0;

	if (__builtin_expect(to >= r->config.destinations, 0))
		BUG("cycle %llu: router: no destination for 0x%llx",
		    (unsigned long long)r->engine->now, (unsigned long long)a->address);
	return to;
}

static void router_warm(void *owner, struct mem_access *a)
{
	const struct router *r = owner;

	mem_warm(&r->destinations[router_destination_of(r, a)].down.port, a);
}

static bool router_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct router *r = owner;
	unsigned to = router_destination_of(r, a);
	struct router_destination *d = &r->destinations[to];
	uint32_t latency = r->config.latency;

	if (to < r->config.pipe_destinations && !a->no_cache)
		latency += r->config.pipe_latency;
	if (!latency) {
		bool taken = mem_send(&d->down.port, a, waiter);

		r->passed += taken;
		r->refused += !taken;
		return taken;
	}
	if (d->held == r->config.queue) {
		wait_list_add(&d->waiting, waiter);
		r->refused++;
		return false;
	}
	r->passed++;
	d->held++;
	occupancy_change(&d->occupancy, r->engine->now, 1);
	a->stage = d;
	mem_push(a, router_replied, d);
	engine_after(r->engine, &a->event, latency, router_arrive);
	return true;
}

void router_init(struct router *r, struct engine *engine, const struct router_config *config)
{
	memset(r, 0, sizeof(*r));
	r->engine = engine;
	r->config = *config;
	r->destinations = xcalloc(config->destinations, sizeof(*r->destinations));
	for (unsigned i = 0; i < config->destinations; i++) {
		struct router_destination *d = &r->destinations[i];

		d->router = r;
		mem_outbox_init(&d->down, (struct mem_port){0}, router_has_room);
		wait_list_init(&d->waiting);
	}
}

void router_release(struct router *r)
{
	free(r->destinations);
	r->destinations = NULL;
}

void router_connect(struct router *r, unsigned destination, struct mem_port down)
{
	r->destinations[destination].down.port = down;
}

struct mem_port router_port(struct router *r)
{
	return (struct mem_port){router_send, r, router_warm};
}

void router_register_stats(struct router *r, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "passed", &r->passed);
	stats_counter(stats, group, "refused", &r->refused);
	if (r->config.latency)
		for (unsigned i = 0; i < r->config.destinations; i++)
			stats_occupancy(stats, group, "queue", &r->destinations[i].occupancy);
}

void router_describe(const struct router *r, const char *name, FILE *out)
{
	for (unsigned i = 0; i < r->config.destinations; i++) {
		const struct router_destination *d = &r->destinations[i];
		const struct mem_access *a = mem_outbox_first(&d->down);

		if (a)
			fprintf(out,
				"%s: %u accesses for destination %u, the first to 0x%llx, wait for "
				"room there\n",
				name, d->held, i, (unsigned long long)a->address);
	}
}
