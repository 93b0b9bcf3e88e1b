/*
 * The link between the GPU and the host's memory, with two directions of equal bandwidth. A
 * transfer of pages takes its direction, in turn, for a setup and its bytes: what is published is
 * their sum. An access to host memory line by line is a message each way, a latency apart from
 * where it starts; both kinds share the bandwidth. Leaves out packets, and the host's memory, which
 * answers at once.
 */
#ifndef HW_LINK_HOST_LINK_H
#define HW_LINK_HOST_LINK_H

#include <stdio.h>

#include "sim/stats.h"
#include "socket/request.h"

enum host_direction { HOST_IN, HOST_OUT, HOST_DIRECTIONS }; /* to the GPU, to the host */

struct host_link_config {
	uint32_t setup_cycles;   /* of a transfer, before its first byte */
	uint32_t latency_cycles; /* of a message of an access, one way */
	/* The first in each `per_cycles` cycles; see link_config_bandwidth. */
	uint32_t bytes_per_cycle, per_cycles;
	uint32_t request_bytes; /* of a message without data */
	uint32_t line_bytes;
	uint32_t accesses; /* under way at most */
};

/* Pages on their way. The sender sets bytes, direction and done, which is called once when the last
 * byte is there, after host_link_transfer has returned. */
struct host_transfer {
	struct event event;
	uint64_t bytes;
	enum host_direction direction;
	void (*done)(struct host_transfer *transfer);
	struct host_link *link; /* set by host_link_transfer */
	cycle_t sent;
};

struct host_link_stats {
	uint64_t transfers[HOST_DIRECTIONS], bytes[HOST_DIRECTIONS]; /* bytes: of all messages */
	struct latency transfer[HOST_DIRECTIONS], access;
	struct occupancy accesses;
	uint64_t reads, writes, refusals;
};

/* Times are in units of 1 / bytes_per_cycle of a cycle, so that bandwidth is exact. */
struct host_link {
	struct engine *engine;
	struct host_link_config config;
	uint64_t free[HOST_DIRECTIONS]; /* when it has carried all that was sent */
	struct wait_list senders;       /* of accesses */
	struct host_link_stats stats;
};

void host_link_init(struct host_link *l, struct engine *engine,
		    const struct host_link_config *config);
void host_link_transfer(struct host_link *l, struct host_transfer *transfer);
struct mem_port host_link_port(struct host_link *l); /* accesses to host memory */
void host_link_register_stats(const struct host_link *l, struct stats *stats, const char *group);
void host_link_describe(const struct host_link *l, FILE *out);

#endif
