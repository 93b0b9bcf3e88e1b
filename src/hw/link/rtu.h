/*
 * Remote translation unit of a chiplet [Pratheek22 §II]: a translation whose home slice is another
 * chiplet crosses the links to that chiplet's L2 TLB, and its answer comes back the same way.
 *
 * Where the home of a page may change while requests are under way [Pratheek22 §V, Figure 6b], a
 * request can come to a chiplet that does not serve it, and goes on: from the unit itself, or from
 * the L2 TLB after a miss. What goes on waits in a list without bound, so that requests that go on
 * in opposite directions never wait for each other; there are never more of them than misses of L1
 * TLBs.
 */
#ifndef HW_LINK_RTU_H
#define HW_LINK_RTU_H

#include "hw/link/remote.h"
#include "socket/home_slice.h"
#include "socket/tlb_listener.h"

struct rtu_config {
	struct remote_config remote;
	uint32_t message_bytes; /* request and answer alike */
	struct home_slice home;
};

struct rtu {
	struct remote remote;
	struct rtu_config config;
	struct tx_port local;      /* the own chiplet's L2 TLB */
	struct tx_outbox rerouted; /* to where each is served, as known when it goes */
};

void rtu_init(struct rtu *r, struct engine *engine, const struct rtu_config *config,
	      struct links *links, struct pool *transfers, struct tx_port local);
void rtu_release(struct rtu *r);
void rtu_connect(struct rtu *r, struct rtu *other);
/* Sends by t->home, which must be set: to the own L2 TLB at once and at no cost, or over the link.
 */
struct tx_port rtu_port(struct rtu *r);

/* To its home, of what the own L2 TLB has missed. Never refuses, so that walks of the own chiplet's
 * pages never wait behind it; MSHRs limit how many there are. */
struct tx_port rtu_forward_port(struct rtu *r);

/* For the L2 TLB of the chiplet, with the RTU as state: tlb_set_slice, and tlb_listen for a home
 * slice policy that wants to hear. */
bool rtu_redirect(void *rtu, struct translation *t);
extern const struct tlb_listener_ops rtu_listener;

void rtu_register_stats(struct rtu *r, struct stats *stats, const char *group);
void rtu_describe(const struct rtu *r, FILE *out);

#endif
