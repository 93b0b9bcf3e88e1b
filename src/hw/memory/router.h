/*
 * The way from many senders to several destinations: a hop latency each way, a bounded queue per
 * destination. A full destination refuses its own traffic only. Leaves out contention inside the
 * network: the rate is that of the destinations' ports.
 */
#ifndef HW_MEMORY_ROUTER_H
#define HW_MEMORY_ROUTER_H

#include <stdio.h>

#include "hw/outbox.h"
#include "sim/stats.h"

struct router_config {
	uint32_t latency; /* each way; 0: no event, accesses are passed straight on */
	uint32_t queue;   /* accepted and not yet taken, per destination */
	/* More cycles on the way there to the first so many destinations, which accesses that pass
	 * caches by (no_cache) do not take. */
	uint32_t pipe_latency, pipe_destinations;
	uint32_t destinations; /* 1 makes it a plain delay */
	/* The destination of an access, below `destinations`. NULL: always 0. */
	unsigned (*route)(const void *state, const struct mem_access *a);
	const void *route_state;
};

struct router_destination {
	struct router *router;
	struct mem_outbox down; /* what has arrived */
	uint32_t held;
	struct wait_list waiting; /* senders */
	struct occupancy occupancy;
};

struct router {
	struct engine *engine;
	struct router_config config;
	struct router_destination *destinations;
	uint64_t passed, refused;
};

void router_init(struct router *r, struct engine *engine, const struct router_config *config);
void router_release(struct router *r);
void router_connect(struct router *r, unsigned destination, struct mem_port down);
struct mem_port router_port(struct router *r);
void router_register_stats(struct router *r, struct stats *stats, const char *group);
void router_describe(const struct router *r, const char *name, FILE *out);

#endif
