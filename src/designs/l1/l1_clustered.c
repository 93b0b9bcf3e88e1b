/*
 * L1 TLB organisation: the private TLBs of N CUs merged into T larger ones (aggregation), and these
 * grouped into C clusters in which a page has one place (clustering); after [Choudhary22 ch. 5, 6].
 * All sizes follow from N, T and C, each a multiple of the next: sets, MSHRs and entries of N / T
 * private TLBs, 2 log2(sets) cycles a lookup, crossbars of N / C CUs by T / C TLBs. C = T is
 * aggregation alone, and T = N then the conventional GPU. The paper has powers of two; logarithms
 * of other numbers are rounded up.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "config/check.h"
#include "designs/l1/l1.h"

struct clustered {
	unsigned cluster_cus, cluster_tlbs;
	unsigned merged; /* private TLBs in one of the TLBs */
	struct {
		uint64_t tlbs, clusters; /* of a chiplet */
		uint64_t entries, sets, ways, mshrs, latency;
		uint64_t crossbar_latency; /* each way */
	} shape;
};

static uint32_t ceil_log2(uint32_t number)
{
	return number > 1 ? 32 - (uint32_t)__builtin_clz(number - 1) : 0;
}

static void *clustered_make(const struct plan_facts *facts)
{
	struct clustered *c = xcalloc(1, sizeof(*c));
	uint64_t cus = facts->cus / facts->chiplets;
	uint64_t tlbs = (uint64_t)param(facts->params, P_L1_TLB_COUNT);
	uint64_t clusters = (uint64_t)param(facts->params, P_L1_TLB_CLUSTERS);

	if (!tlbs)
		tlbs = cus;
	if (!clusters)
		clusters = tlbs;
	c->shape.tlbs = tlbs;
	c->shape.clusters = clusters;
	c->cluster_cus = (unsigned)(cus / clusters);
	c->cluster_tlbs = (unsigned)(tlbs / clusters);
	c->merged = (unsigned)(cus / tlbs);
	/* An M x N crossbar is a multiplexer and a demultiplexer: log2(M) + log2(N) cycles (5.1).
	 */
	c->shape.crossbar_latency = ceil_log2(c->cluster_cus) + ceil_log2(c->cluster_tlbs);
	return c;
}

/*
 * [Choudhary22 §5.1]: entries and MSHRs of the private TLBs are merged, the ways stay, and what
 * becomes more are the sets. A lookup takes 2 log2(sets) cycles, as decoding the set number does,
 * and never less than in a private TLB.
 */
static void clustered_geometry(void *state, unsigned cus, unsigned *tlbs, uint32_t *entries,
			       uint32_t *ways, uint32_t *mshrs, uint32_t *latency)
{
	struct clustered *c = state;
	uint32_t sets = *entries / *ways * c->merged, decode = 2 * ceil_log2(sets);

	*tlbs = cus / c->merged;
	*entries *= c->merged;
	*mshrs *= c->merged;
	if (c->merged > 1 && decode > *latency)
		*latency = decode;
	c->shape.entries = *entries;
	c->shape.sets = sets;
	c->shape.ways = *ways;
	c->shape.mshrs = *mshrs;
	c->shape.latency = *latency;
}

/* [Choudhary22 §6.1]: consecutive pages go to consecutive TLBs of the CU's cluster, and only then
 * to the next set of a TLB, so that neighbours are served side by side. */
static unsigned clustered_route(void *state, unsigned cu, uint64_t vpn)
{
	const struct clustered *c = state;
	return cu / c->cluster_cus * c->cluster_tlbs + (unsigned)(vpn % c->cluster_tlbs);
}

static uint32_t clustered_set(void *state, uint64_t vpn, uint32_t sets)
{
	const struct clustered *c = state;

	return (uint32_t)(vpn / c->cluster_tlbs % sets);
}

static bool clustered_crossbar(void *state, uint32_t *latency, uint32_t *reach)
{
	const struct clustered *c = state;

	*latency = (uint32_t)c->shape.crossbar_latency;
	*reach = c->cluster_tlbs;
	return c->cluster_cus > 1;
}

static void clustered_register_stats(void *state, struct stats *stats)
{
	const struct clustered *c = state;

	stats_counter(stats, "l1_organisation", "tlbs", &c->shape.tlbs);
	stats_counter(stats, "l1_organisation", "clusters", &c->shape.clusters);
	stats_counter(stats, "l1_organisation", "entries", &c->shape.entries);
	stats_counter(stats, "l1_organisation", "sets", &c->shape.sets);
	stats_counter(stats, "l1_organisation", "ways", &c->shape.ways);
	stats_counter(stats, "l1_organisation", "mshrs", &c->shape.mshrs);
	stats_counter(stats, "l1_organisation", "latency", &c->shape.latency);
	stats_counter(stats, "l1_organisation", "crossbar_latency", &c->shape.crossbar_latency);
}

/* What says how CUs share is not set where they do not. */
static bool check_sharing(struct params *p, struct error *err)
{
	static const enum param ids[] = {P_L1_TLB_COUNT, P_L1_TLB_CLUSTERS, P_L1_TLB_LEAST_CUS,
					 P_L1_TLB_LEAST_TLBS};
	char organisation[32];

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		if (!p->i[ids[i]] || param_is(p, P_L1_ORG, "clustered"))
			continue;
		error_set(err,
			  "%s (%" PRId64 ") says how CUs share L1 TLBs when l1_tlb.organisation is "
			  "clustered, but it is %s",
			  param_rows[ids[i]].name, p->i[ids[i]],
			  param_text(p, P_L1_ORG, organisation, sizeof(organisation)));
		return check_contradiction(p, ids[i], P_L1_ORG, err);
	}
	return true;
}

/* CUs of a chiplet, L1 TLBs, clusters: each divides the one before. */
static bool check_part(struct params *p, enum param part, enum param whole, struct error *err)
{
	if (!p->i[part])
		return true;
	if (p->i[part] <= p->i[whole])
		return check_divides(p, whole, part, err);
	error_set(err, "%s (%" PRId64 ") is more than %s (%" PRId64 ")", param_rows[part].name,
		  p->i[part], param_rows[whole].name, p->i[whole]);
	return check_contradiction(p, part, whole, err);
}

/*
 * A number that a design states for large machines becomes the most that leaves each `least` of
 * the whole and divides it; one that was set for this machine stays. `least` stands for it.
 */
static bool fit(struct params *p, enum param part, enum param whole, enum param least,
		struct error *err)
{
	bool is_set = p->origin[part].file && !p->origin[part].line;
	int64_t most = p->i[least] ? p->i[whole] / p->i[least] : 0;

	if (p->i[least] && !is_set && !most) {
		error_set(err, "%s (%" PRId64 ") is less than %s (%" PRId64 ")",
			  param_rows[whole].name, p->i[whole], param_rows[least].name, p->i[least]);
		return check_contradiction(p, whole, least, err);
	}
	if (p->i[least] && !is_set) {
		if (p->i[part] && p->i[part] < most)
			most = p->i[part];
		while (p->i[whole] % most)
			most--;
		p->f[part] = (double)(p->i[part] = most);
	}
	p->f[least] = (double)(p->i[least] = 0);
	return true;
}

static bool clustered_check(struct params *p, struct error *err)
{
	enum param tlbs;

	if (!check_sharing(p, err) || !fit(p, P_L1_TLB_COUNT, P_CUS, P_L1_TLB_LEAST_CUS, err) ||
	    !check_part(p, P_L1_TLB_COUNT, P_CUS, err))
		return false;
	tlbs = p->i[P_L1_TLB_COUNT] ? P_L1_TLB_COUNT : P_CUS;
	return fit(p, P_L1_TLB_CLUSTERS, tlbs, P_L1_TLB_LEAST_TLBS, err) &&
	       check_part(p, P_L1_TLB_CLUSTERS, tlbs, err);
}

const struct l1_org_ops l1_clustered = {
	.base = {.name = "clustered",
		 .summary = "shared by groups of CUs: l1_tlb.count of them in l1_tlb.clusters",
		 .check = clustered_check,
		 .make = clustered_make,
		 .release = free,
		 .register_stats = clustered_register_stats},
	.geometry = clustered_geometry,
	.route = clustered_route,
	.crossbar = clustered_crossbar,
	.set = clustered_set,
};
