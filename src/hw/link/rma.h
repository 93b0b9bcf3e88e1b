/*
 * Remote memory access unit of a chiplet [Pratheek22 §II]: accesses of its CUs and walkers to other
 * chiplets' memory cross the links, enter that chiplet's L2 banks, and come back.
 */
#ifndef HW_LINK_RMA_H
#define HW_LINK_RMA_H

#include "hw/link/remote.h"
#include "hw/memory/memory_map.h"

struct rma_config {
	struct remote_config remote;
	uint32_t request_bytes, line_bytes; /* of a message without data, and of the data */
};

struct rma {
	struct remote remote;
	struct rma_config config;
	const struct memory_map *map;
	struct mem_port local; /* where requests of other chiplets enter */
};

void rma_init(struct rma *r, struct engine *engine, const struct rma_config *config,
	      const struct memory_map *map, struct links *links, struct pool *transfers,
	      struct mem_port local);
void rma_release(struct rma *r);
void rma_connect(struct rma *r, struct rma *other);
/* Takes only accesses to other chiplets' memory. */
struct mem_port rma_port(struct rma *r);
void rma_register_stats(struct rma *r, struct stats *stats, const char *group);
void rma_describe(const struct rma *r, FILE *out);

#endif
