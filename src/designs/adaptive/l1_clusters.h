/*
 * Clusters of L1 TLBs that can change their size while translations are under way (l1_adaptive.c).
 *
 * Each CU has an L1 TLB with its MSHRs; at level k 2^k neighbouring ones form a cluster in which a
 * page has one place and all MSHRs are everybody's [Choudhary22 §5.1]. At level 0 nothing is in the
 * way. Above it there are two ways to build the same 2^k sets, equal in latency to a cycle, and the
 * kind of crossbar decides which is better:
 * - pipelined crossbars: 2^k TLBs with a port each behind 2^k x 2^k ports, 2k cycles each way (T =
 *   N TLBs in C = N / 2^k clusters);
 * - circuits, which one translation holds at a time: the smaller the better, so the TLBs become the
 *   sets of one larger TLB (T = C = N / 2^k) behind 2^k x 1, k cycles each way, and a lookup takes
 *   2k.
 * Which TLB of the cluster has a page is an XOR of fields of the page number: with its lowest bits
 * alone the strides of matrices would leave TLBs idle.
 *
 * A change costs: for `pause` cycles no translation is taken, while each TLB looks through its
 * entries and sends those whose place is elsewhere now to their new TLB, and of a cluster cut in
 * two copies to the other half, where they take port slots and push out others when there are too
 * many. Translations that waited for an MSHR go back and are sent once more. Misses under way end
 * where they began; they are answered, but installed only if the place is still theirs.
 */
#ifndef DESIGNS_ADAPTIVE_L1_CLUSTERS_H
#define DESIGNS_ADAPTIVE_L1_CLUSTERS_H

#include "hw/translation/crossbar.h"
#include "hw/translation/tlb.h"

/* A TLB as the hooks of sweeps and fills know it. */
struct l1_home {
	struct l1_clusters *clusters;
	unsigned index; /* in its chiplet */
};

/* An entry on its way to another TLB of its chiplet. */
struct l1_move {
	struct tlb_entry entry;
	unsigned to;
};

/* Of all TLBs and crossbars, so far. */
struct l1_work {
	struct tlb_work tlbs;
	uint64_t passing; /* cycles that translations waited for a crossbar */
};

/*
 * Invariants, outside of l1_clusters_change: level <= top; an entry of an L1 TLB is in the TLB
 * where the present level wants it; TLBs have MSHRs in common just when they are of one cluster.
 */
struct l1_clusters {
	struct engine *engine;
	unsigned chiplets, cus; /* of a chiplet, a power of two */
	unsigned level, top;
	bool cut;                         /* the present change of level is one down */
	bool circuit;                     /* one translation at a time holds a crossbar */
	uint32_t entries, latency, mshrs; /* of a private TLB */
	uint32_t pause;
	struct l1_home *homes;      /* by chiplet and TLB */
	struct crossbar **crossbar; /* by chiplet */
	struct tlb **tlbs;          /* by chiplet: `cus` of them */
	struct tlb_pool *pools;     /* MSHRs of clusters, by chiplet and first TLB */
	struct l1_move *moving;     /* room for all entries of a chiplet */
	uint32_t moving_count;

	uint64_t moved;
	struct occupancy levels;
};

/* Order of calls: init, set_shape, attach for every chiplet, all others. */
void l1_clusters_init(struct l1_clusters *c, struct engine *engine, unsigned chiplets, unsigned cus,
		      bool circuit, uint32_t pause);
void l1_clusters_release(struct l1_clusters *c);
void l1_clusters_set_shape(struct l1_clusters *c, uint32_t entries, uint32_t latency,
			   uint32_t mshrs);
void l1_clusters_attach(struct l1_clusters *c, unsigned chiplet, struct crossbar *crossbar,
			struct tlb *tlbs);
void l1_clusters_register_stats(const struct l1_clusters *c, struct stats *stats,
				const char *group);

/* Cycles at a level: the crossbar one way, and both; a lookup. */
uint32_t l1_clusters_way(const struct l1_clusters *c, unsigned level);
double l1_clusters_crossing(const struct l1_clusters *c, unsigned level);
uint32_t l1_clusters_lookup(const struct l1_clusters *c, unsigned level);

/* The TLB of its chiplet in which a page is for this CU, now. */
unsigned l1_clusters_place(const struct l1_clusters *c, unsigned cu, uint64_t vpn);

/* From now on clusters have this level. Not in the call of a TLB: they are swept. */
void l1_clusters_change(struct l1_clusters *c, unsigned level);

struct l1_work l1_clusters_work(const struct l1_clusters *c);
/* Translations of a CU, by its number in the machine, so far. */
uint64_t l1_clusters_sent(const struct l1_clusters *c, unsigned cu);
/* Whether what each cluster holds would fit twice into half of it; `held`: what all hold, if so. */
bool l1_clusters_have_room(const struct l1_clusters *c, uint64_t *held);

#endif
