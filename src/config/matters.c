/* What each part of the machine, and each of its sockets, needs in order to matter; a policy may
 * need more. */
#include "config/matters.h"

#include <inttypes.h>
#include <string.h>

#include "config/policies.h"

/* The first that a name begins with counts. What is in none always matters. */
static const struct {
	const char *begins;
	unsigned needs;
} rows[] = {
	{"tlb.", NEED_TLBS},
	{"l1_tlb.organisation", NEED_TLBS | NEED_CUS},
	{"l1_tlb.", NEED_TLBS},
	{"itlb.", NEED_TLBS},
	{"stlb.", NEED_TLBS},
	{"l1_cache.addressing", NEED_TLBS},
	{"l2_tlb.latency", NEED_TLBS}, /* an L2 TLB that always hits has these three */
	{"l2_tlb.ports", NEED_TLBS},
	{"l2_tlb.queue", NEED_TLBS},
	{"l2_tlb.present", NEED_WALKS},
	{"l2_tlb.beyond", NEED_WALKS},
	{"l2_tlb.", NEED_WALKS | NEED_L2_TLB},
	{"iommu.", NEED_WALKS},
	{"walk.scheduler", NEED_WALKS | NEED_WAITING_WALKS},
	{"walk.caching", NEED_WALKS | NEED_CACHED_WALKS},
	{"walk.misses", NEED_WALKS | NEED_CACHED_WALKS},
	{"walk.index_bits", NEED_WALKS | NEED_WALK_READS},
	{"walk.pte_bytes", NEED_WALKS | NEED_WALK_READS},
	{"walk.", NEED_WALKS},
	{"pwc.kind", NEED_WALKS | NEED_WALK_READS},
	{"pwc.", NEED_WALKS | NEED_WALK_READS | NEED_PWC},
	{"dram.scheduler", NEED_DRAM_QUEUES},
	{"home_slice", NEED_CHIPLETS | NEED_TLBS},
	{"placement.tables", NEED_CHIPLETS | NEED_WALKS | NEED_WALK_READS},
	{"placement.", NEED_CHIPLETS},
	{"launch.advice", NEED_CHIPLETS},
	{"dispatch.policy", NEED_CHIPLETS},
	{"dispatch.shared", NEED_CHIPLETS},
	{"link.", NEED_CHIPLETS},
	{"rtu.", NEED_CHIPLETS},
	{"rma.", NEED_CHIPLETS},
	{"memory.sharing", NEED_APPS},
	{"memory.paging", NEED_WALKS},
	{"fault.", NEED_WALKS | NEED_PAGING},
	{"host.", NEED_WALKS | NEED_PAGING},
	{"paging.chiplet_threshold", NEED_WALKS | NEED_PAGING | NEED_CHIPLETS},
	{"paging.sharing", NEED_WALKS | NEED_PAGING | NEED_APPS},
	{"paging.", NEED_WALKS | NEED_PAGING},
};

/* As many misses as L1 TLBs may have under way, of all that walkers serve: with a shared L2 TLB one
 * chiplet may get those of all. Instructions and scalar data are too few pages to count. */
static int64_t most_misses(const struct params *p)
{
	return p->i[P_CHIPLETS] * p->i[P_CUS] * p->i[P_L1_TLB_MSHRS];
}

static bool has(const struct params *p, enum need need, unsigned apps)
{
	switch (need) {
	case NEED_TLBS:
		return !param_is(p, P_TRANSLATION, "ideal");
	case NEED_WALKS:
		return param_is(p, P_TRANSLATION, "walk");
	case NEED_L2_TLB:
		return p->i[P_L2_TLB_PRESENT];
	case NEED_WALK_READS:
		return !param_is(p, P_WALK_MODE, "fixed");
	case NEED_CACHED_WALKS:
		return param_is(p, P_WALK_MODE, "l2");
	case NEED_PWC:
		return !param_is(p, P_PWC_KIND, "none");
	case NEED_WAITING_WALKS:
		return most_misses(p) > p->i[P_WALKERS];
	case NEED_DRAM_QUEUES:
		return !param_is(p, P_DRAM_KIND, "plain");
	case NEED_CHIPLETS:
		return p->i[P_CHIPLETS] > 1;
	case NEED_CUS:
		return p->i[P_CUS] > 1;
	case NEED_APPS:
		return apps != 1;
	case NEED_PAGING:
		return param_is(p, P_PAGING, "demand");
	}
	return true;
}

/* In the order in which they are told; the parameter at fault, and how to have what is needed. */
static const struct {
	enum need need;
	const char *what;
	enum param fault; /* P_COUNT: none */
	const char *advice;
} needs[] = {
	{NEED_CHIPLETS, "more than one chiplet", P_CHIPLETS, "try another GPU or -s chiplets=4"},
	{NEED_APPS, "more than one application", P_COUNT, "name several workloads"},
	{NEED_TLBS, "TLBs", P_TRANSLATION, "try -s translation=walk"},
	{NEED_WALKS, "page table walks", P_TRANSLATION, "try -s translation=walk"},
	{NEED_L2_TLB, "an L2 TLB", P_L2_TLB_PRESENT, "try -s l2_tlb.present=true"},
	{NEED_WALK_READS, "walks that read page tables", P_WALK_MODE, "try -s walk.memory=l2"},
	{NEED_CACHED_WALKS, "walks through the L2 cache", P_WALK_MODE, "try -s walk.memory=l2"},
	{NEED_PWC, "a page walk cache", P_PWC_KIND, "try -s pwc.kind=split"},
	{NEED_WAITING_WALKS, "walks that wait", P_WALKERS, "try -s walk.walkers=8"},
	{NEED_DRAM_QUEUES, "DRAM that has requests to choose from", P_DRAM_KIND,
	 "try -s dram.kind=gddr5"},
	{NEED_PAGING, "demand paging", P_PAGING, "try -s memory.paging=demand"},
	{NEED_CUS, "more than one CU", P_CUS, "try -s cus=8"},
};

static unsigned needs_of(enum param id)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strncmp(param_rows[id].name, rows[i].begins, strlen(rows[i].begins)))
			return rows[i].needs;
	return 0;
}

/* ", but dram.kind is plain": and whose choice that is, where a design made it. */
static void tell_fault(const struct params *p, enum param fault, char *out, size_t bytes)
{
	const char *design = fault == P_COUNT ? NULL : p->origin[fault].design;
	char text[64], few[96] = "";

	if (fault == P_COUNT) {
		snprintf(out, bytes, ", but there is one");
		return;
	}
	if (fault == P_WALKERS)
		snprintf(few, sizeof(few),
			 ", enough for the %" PRId64 " misses of all l1_tlb.mshrs", most_misses(p));
	snprintf(out, bytes, ", but %s is %s%s%s%s%s", param_rows[fault].name,
		 param_text(p, fault, text, sizeof(text)), design ? " by design '" : "",
		 design ? design : "", design ? "'" : "", few);
}

bool param_matters(const struct params *p, enum param id, unsigned apps, struct error *why)
{
	unsigned wanted = needs_of(id) | policy_needs(p, id);
	char value[64], fault[320];

	for (size_t i = 0; i < sizeof(needs) / sizeof(*needs); i++) {
		enum param at = needs[i].fault;
		bool chosen = at != P_COUNT && p->origin[at].design;

		if (!(wanted & needs[i].need) || has(p, needs[i].need, apps))
			continue;
		tell_fault(p, at, fault, sizeof(fault));
		return error_set(why, "%s (%s) needs %s%s; %s", param_rows[id].name,
				 param_text(p, id, value, sizeof(value)), needs[i].what, fault,
				 chosen ? "leave out one of the two" : needs[i].advice);
	}
	return true;
}
