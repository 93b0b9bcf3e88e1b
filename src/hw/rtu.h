/*
 * Remote translation unit of a chiplet (seed 003, section II): a translation whose home slice is
 * another chiplet crosses the links to that chiplet's L2 TLB, and its answer comes back.
 */
#ifndef HW_RTU_H
#define HW_RTU_H

#include "hw/remote.h"

struct rtu_config {
	struct remote_config remote;
	uint32_t message_bytes; /* request and answer alike */
};

struct rtu {
	struct remote remote;
	struct rtu_config config;
	struct tx_port local; /* the own chiplet's L2 TLB */
};

void rtu_init(struct rtu *r, struct engine *engine, const struct rtu_config *config,
	      struct links *links, struct pool *transfers, struct tx_port local);
void rtu_release(struct rtu *r);
void rtu_connect(struct rtu *r, struct rtu *other);
/* Sends by t->home, which must be set: to the own L2 TLB at once and at no cost, or over the link.
 */
struct tx_port rtu_port(struct rtu *r);
void rtu_register_stats(struct rtu *r, struct stats *stats, const char *group);
void rtu_describe(const struct rtu *r, FILE *out);

#endif
