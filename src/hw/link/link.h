/*
 * The package's interconnect: a crossbar to which each chiplet has a link with one outgoing and one
 * incoming side of equal bandwidth. A message occupies the sender's outgoing side, then, a latency
 * later, the receiver's incoming side (cut-through: an idle link costs latency + bytes /
 * bandwidth). Leaves out flits, topology and errors. What arrives is always taken: who sends asks
 * the receiver's unit for room first (remote.h), so nothing can block the links for another kind of
 * message.
 */
#ifndef HW_LINK_LINK_H
#define HW_LINK_LINK_H

#include <stdio.h>

#include "sim/stats.h"
#include "socket/request.h"

/* Lives in what is transported. The sender sets from, to, bytes and arrived; arrived is called
 * once, after link_send has returned. */
struct link_message {
	struct event event;
	struct link_message *next;
	void (*arrived)(struct link_message *message);
	struct links *links; /* set by link_send */
	uint32_t bytes;
	uint8_t from, to; /* chiplets */
	cycle_t sent;
};

FIFO(link_fifo, struct link_message);

struct link_config {
	uint32_t chiplets;
	uint32_t latency;                     /* cycles, one way */
	uint32_t bytes_per_cycle, per_cycles; /* bandwidth: the first in each `per_cycles` cycles */
	uint32_t queue;                       /* messages waiting at a sender */
};

/* Times are in units of 1 / bytes_per_cycle of a cycle, so that serialisation is exact. */
struct link {
	uint64_t out_free, in_free; /* when each side has finished what it carries */
	struct link_fifo queue;
	uint32_t queued;
	struct event next_start;
	struct wait_list waiting;
	uint64_t messages_out, bytes_out, messages_in, bytes_in;
	struct occupancy occupancy; /* messages waiting to leave */
	struct links *links;
};

struct links {
	struct engine *engine;
	struct link_config config;
	struct link *link; /* per chiplet */
	struct latency latency;
};

/* bandwidth as a fraction: bytes_per_cycle / per_cycles, exact to 1/1000 byte per cycle. */
void link_config_bandwidth(struct link_config *config, double bytes_per_cycle);

void links_init(struct links *l, struct engine *engine, const struct link_config *config);
void links_release(struct links *l);
/* False: the sender's queue is full, and `waiter` will be woken. */
bool link_send(struct links *l, struct link_message *message, struct waiter *waiter);
void links_register_stats(struct links *l, struct stats *stats, const char *group);
void links_describe(const struct links *l, FILE *out);

#endif
