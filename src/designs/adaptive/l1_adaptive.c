/*
 * L1 TLB organisation: clusters that grow and shrink while the program runs, the adaptive scheme
 * left as future work [Choudhary22 ch. 9]. It starts with private TLBs.
 *
 * Here the parts of it are wired: what there is and how it changes (l1_clusters.h), what decides
 * (l1_level.h), and between each L1 TLB and the level below a port that sees the misses.
 */
#include <stdlib.h>

#include "config/check.h"
#include "designs/adaptive/adaptive.h"
#include "designs/adaptive/l1_clusters.h"
#include "designs/adaptive/l1_level.h"

/* What is below an L1 TLB. */
struct adaptive_port {
	struct adaptive *adaptive;
	struct tx_port down;
};

struct adaptive {
	struct l1_clusters clusters;
	struct l1_level level;
	struct adaptive_port *ports; /* by chiplet and TLB */
};

/* Misses */

static void adaptive_answered(void *owner, struct translation *t)
{
	struct adaptive *a = owner;

	l1_level_answered(&a->level, t);
	tx_reply(t);
}

static bool adaptive_send(void *owner, struct translation *t, struct waiter *waiter)
{
	const struct adaptive_port *port = owner;

	tx_push(t, adaptive_answered, port->adaptive);
	if (!tx_send(&port->down, t, waiter)) {
		tx_pop(t);
		return false;
	}
	l1_level_missed(&port->adaptive->level, t);
	return true;
}

static void adaptive_warm(void *owner, struct translation *t)
{
	const struct adaptive_port *port = owner;

	tx_warm(&port->down, t);
}

/* The socket */

static unsigned adaptive_place(void *state, unsigned cu, uint64_t vpn)
{
	const struct adaptive *a = state;

	return l1_clusters_place(&a->clusters, cu, vpn);
}

static unsigned adaptive_route(void *state, unsigned cu, uint64_t vpn)
{
	struct adaptive *a = state;

	l1_level_translates(&a->level);
	return adaptive_place(a, cu, vpn);
}

static struct tx_port adaptive_below(void *state, unsigned chiplet, unsigned tlb,
				     struct tx_port down)
{
	struct adaptive *a = state;
	struct adaptive_port *port = &a->ports[chiplet * a->clusters.cus + tlb];

	*port = (struct adaptive_port){a, down};
	return (struct tx_port){adaptive_send, port, adaptive_warm};
}

static void adaptive_attach(void *state, unsigned chiplet, struct crossbar *crossbar,
			    struct tlb *tlbs)
{
	struct adaptive *a = state;

	l1_clusters_attach(&a->clusters, chiplet, crossbar, tlbs);
}

static bool adaptive_crossbar(void *state, uint32_t *latency, uint32_t *reach)
{
	(void)state;
	*latency = 0;
	*reach = 1;
	return true;
}

static void adaptive_geometry(void *state, unsigned cus, unsigned *tlbs, uint32_t *entries,
			      uint32_t *ways, uint32_t *mshrs, uint32_t *latency)
{
	struct adaptive *a = state;

	(void)ways;
	*tlbs = cus;
	l1_clusters_set_shape(&a->clusters, *entries, *latency, *mshrs);
	l1_level_set_entries(&a->level, *entries);
	*mshrs <<= a->clusters.top; /* any of a cluster's may be a TLB's */
}

static void *adaptive_make(const struct plan_facts *facts)
{
	struct adaptive *a = xcalloc(1, sizeof(*a));
	const struct params *p = facts->params;

	l1_clusters_init(&a->clusters, facts->engine, facts->chiplets, facts->cus / facts->chiplets,
			 param(p, P_L1_CROSSBAR) != 0, (uint32_t)param(p, P_ADAPTIVE_PAUSE));
	l1_level_init(&a->level, facts->engine, &a->clusters, (uint64_t)param(p, P_ADAPTIVE_EPOCH),
		      (uint64_t)param(p, P_ADAPTIVE_MISSES), (uint32_t)param(p, P_ADAPTIVE_TABLE));
	a->ports = xcalloc(facts->cus, sizeof(*a->ports));
	return a;
}

static void adaptive_release(void *state)
{
	struct adaptive *a = state;

	l1_clusters_release(&a->clusters);
	l1_level_release(&a->level);
	free(a->ports);
	free(a);
}

static void adaptive_register_stats(void *state, struct stats *stats)
{
	const struct adaptive *a = state;

	l1_level_register_stats(&a->level, stats, "l1_adaptive");
	l1_clusters_register_stats(&a->clusters, stats, "l1_adaptive");
}

static bool adaptive_check(struct params *p, struct error *err)
{
	if (param_is(p, P_L1_ORG, "adaptive") &&
	    !check_power_for(p, P_CUS, "CUs that share L1 TLBs", P_L1_ORG, err))
		return false;
	return check_power(p, P_ADAPTIVE_TABLE, err);
}

const struct l1_org_ops l1_adaptive = {
	.base = {.name = "adaptive",
		 .summary = "private at first, then in clusters as large as misses are worth",
		 .check = adaptive_check,
		 .make = adaptive_make,
		 .release = adaptive_release,
		 .register_stats = adaptive_register_stats},
	.geometry = adaptive_geometry,
	.route = adaptive_route,
	.place = adaptive_place,
	.crossbar = adaptive_crossbar,
	.below = adaptive_below,
	.attach = adaptive_attach,
};
