/* Every policy there is, by socket, and what follows from the list of sockets (plan.h). */
#include "policy/registry.h"

#include <string.h>

#include "config/policies.h"

/* One row per policy: type of socket, parameter that chooses, name in C. A parameter has its
 * choices in this order. */
#define POLICIES(POLICY)                                                                           \
	POLICY(l1_org, P_L1_ORG, l1_private)                                                       \
	POLICY(l1_org, P_L1_ORG, l1_clustered)                                                     \
	POLICY(l1_org, P_L1_ORG, l1_adaptive)                                                      \
	POLICY(l1_addressing, P_L1_ADDRESSING, l1_physical)                                        \
	POLICY(l1_addressing, P_L1_ADDRESSING, l1_virtual)                                         \
	POLICY(tx_stage, P_L1_VICTIMS, stage_none)                                                 \
	POLICY(tx_stage, P_L1_VICTIMS, tx_lds)                                                     \
	POLICY(tx_stage, P_L1_VICTIMS, tx_icache)                                                  \
	POLICY(tx_stage, P_L1_VICTIMS, tx_both)                                                    \
	POLICY(tx_stage, P_BEYOND_L2, stage_none)                                                  \
	POLICY(tx_stage, P_BEYOND_L2, ducati)                                                      \
	POLICY(tlb_fill, P_L2_FILL, tlb_fill_always)                                               \
	POLICY(tlb_fill, P_L2_FILL, tlb_fill_tokens)                                               \
	POLICY(home_slice, P_HOME_SLICE, home_private)                                             \
	POLICY(home_slice, P_HOME_SLICE, home_modulo)                                              \
	POLICY(home_slice, P_HOME_SLICE, home_xor)                                                 \
	POLICY(home_slice, P_HOME_SLICE, home_dhsl)                                                \
	POLICY(home_slice, P_HOME_SLICE, home_dhsl_coarse)                                         \
	POLICY(home_slice, P_HOME_SLICE, home_dhsl_caching)                                        \
	POLICY(home_slice, P_HOME_SLICE, home_mgvm)                                                \
	POLICY(home_slice, P_HOME_SLICE, home_mgvm_magic)                                          \
	POLICY(walk_scheduler, P_WALK_SCHEDULER, walk_fcfs)                                        \
	POLICY(walk_scheduler, P_WALK_SCHEDULER, walk_random)                                      \
	POLICY(walk_scheduler, P_WALK_SCHEDULER, walk_simt)                                        \
	POLICY(walk_scheduler, P_WALK_SCHEDULER, walk_sjf)                                         \
	POLICY(walk_scheduler, P_WALK_SCHEDULER, walk_batch)                                       \
	POLICY(pwc_replacement, P_PWC_REPLACEMENT, pwc_lru)                                        \
	POLICY(pwc_replacement, P_PWC_REPLACEMENT, pwc_protected)                                  \
	POLICY(walk_caching, P_WALK_CACHING, walk_caching_always)                                  \
	POLICY(walk_caching, P_WALK_CACHING, walk_caching_levels)                                  \
	POLICY(dram_scheduler, P_DRAM_SCHEDULER, dram_fr_fcfs)                                     \
	POLICY(dram_scheduler, P_DRAM_SCHEDULER, dram_fcfs)                                        \
	POLICY(dram_scheduler, P_DRAM_SCHEDULER, dram_queues)                                      \
	POLICY(launch_advice, P_LAUNCH_ADVICE, advice_even)                                        \
	POLICY(launch_advice, P_LAUNCH_ADVICE, advice_index_notes)                                 \
	POLICY(data_placement, P_DATA_PLACEMENT, placement_interleaved)                            \
	POLICY(data_placement, P_DATA_PLACEMENT, placement_lasp)                                   \
	POLICY(data_placement, P_DATA_PLACEMENT, placement_first_touch)                            \
	POLICY(table_placement, P_TABLE_PLACEMENT, placement_tables_follow)                        \
	POLICY(table_placement, P_TABLE_PLACEMENT, placement_tables_spread)                        \
	POLICY(table_placement, P_TABLE_PLACEMENT, placement_tables_home)                          \
	POLICY(table_placement, P_TABLE_PLACEMENT, placement_tables_replicated)                    \
	POLICY(workgroup_dispatch, P_DISPATCH, dispatch_round_robin)                               \
	POLICY(workgroup_dispatch, P_DISPATCH, dispatch_contiguous)                                \
	POLICY(workgroup_dispatch, P_DISPATCH, dispatch_lasp)                                      \
	POLICY(fetch_ahead, P_PAGING_FETCH, fetch_none)                                            \
	POLICY(fetch_ahead, P_PAGING_FETCH, fetch_block)                                           \
	POLICY(fetch_ahead, P_PAGING_FETCH, fetch_tree)                                            \
	POLICY(fetch_ahead, P_PAGING_FETCH, fetch_sequential)                                      \
	POLICY(eviction, P_PAGING_EVICT, evict_lru_4k)                                             \
	POLICY(eviction, P_PAGING_EVICT, evict_lru_64k)                                            \
	POLICY(eviction, P_PAGING_EVICT, evict_lru_2m)                                             \
	POLICY(eviction, P_PAGING_EVICT, evict_tree)                                               \
	POLICY(eviction, P_PAGING_EVICT, evict_random)                                             \
	POLICY(eviction, P_PAGING_EVICT, evict_counters)                                           \
	POLICY(fault_service, P_PAGING_SERVICE, service_migrate)                                   \
	POLICY(fault_service, P_PAGING_SERVICE, service_map)                                       \
	POLICY(fault_service, P_PAGING_SERVICE, service_counters)

#define DECLARE(type, param, policy) extern const struct type##_ops policy;
POLICIES(DECLARE)
#undef DECLARE

static const struct {
	enum param param;
	const struct policy_base *policy;
} rows[] = {
#define ROW(type, param, policy) {param, &policy.base},
	POLICIES(ROW)
#undef ROW
};
static const size_t row_count = sizeof(rows) / sizeof(*rows);

const char *policy_socket_title(enum param param)
{
	switch (param) {
#define TITLE(type, socket, parameter, scope, title)                                               \
	case parameter:                                                                            \
		return title;
		PLAN_SOCKETS(TITLE)
#undef TITLE
	default:
		return NULL;
	}
}

const struct policy_base *policy_at(enum param param, size_t index)
{
	for (size_t i = 0; i < row_count; i++)
		if (rows[i].param == param && index-- == 0)
			return rows[i].policy;
	return NULL;
}

const struct policy_base *policy_find(enum param param, const char *name)
{
	for (size_t i = 0; i < row_count; i++)
		if (rows[i].param == param && !strcmp(rows[i].policy->name, name))
			return rows[i].policy;
	return NULL;
}

const char *policy_choice(enum param param, size_t index)
{
	const struct policy_base *policy = policy_at(param, index);

	return policy ? policy->name : NULL;
}

unsigned policy_needs(const struct params *p, enum param param)
{
	const struct policy_base *policy = policy_at(param, (size_t)p->i[param]);

	return policy ? policy->needs : 0;
}

/* Whether an earlier policy has the same check: those of one design may share it. */
static bool is_checked(size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (rows[i].policy->check == rows[row].policy->check)
			return true;
	return false;
}

bool policies_check(struct params *p, struct error *err)
{
	for (size_t i = 0; i < row_count; i++)
		if (rows[i].policy->check && !is_checked(i) && !rows[i].policy->check(p, err))
			return false;
	return true;
}

/* Every ops struct begins with its base, so a pointer to one is a pointer to the other. */
static const void *chosen_policy(const struct params *params, enum param id)
{
	const struct policy_base *policy = policy_at(id, (size_t)param(params, id));

	if (!policy)
		BUG("%s: no choice %d", policy_socket_title(id), (int)param(params, id));
	return policy;
}

void plan_choose(struct plan *plan, const struct params *params)
{
	memset(plan, 0, sizeof(*plan));
#define CHOOSE(type, socket, parameter, ...) plan->socket.ops = chosen_policy(params, parameter);
	PLAN_SOCKETS(CHOOSE)
#undef CHOOSE
}

enum { CHIPLET, MACHINE };

void plan_make(struct plan *plan, const struct plan_facts *facts)
{
#define MAKE(type, socket, parameter, scope, title)                                                \
	if (scope == MACHINE && plan->socket.ops->base.make)                                       \
		plan->socket.state = plan->socket.ops->base.make(facts);
	PLAN_SOCKETS(MAKE)
#undef MAKE
}

void plan_register_stats(struct plan *plan, struct stats *stats)
{
#define REGISTER(type, socket, parameter, scope, title)                                            \
	if (scope == MACHINE && plan->socket.ops->base.register_stats)                             \
		plan->socket.ops->base.register_stats(plan->socket.state, stats);
	PLAN_SOCKETS(REGISTER)
#undef REGISTER
}

void plan_describe(const struct plan *plan, FILE *out)
{
#define DESCRIBE(type, socket, parameter, scope, title)                                            \
	if (scope == MACHINE && plan->socket.ops->base.describe)                                   \
		plan->socket.ops->base.describe(plan->socket.state, out);
	PLAN_SOCKETS(DESCRIBE)
#undef DESCRIBE
}

void plan_shootdown(struct plan *plan, uint8_t asid, uint64_t vpn)
{
#define SHOOTDOWN(type, socket, parameter, scope, title)                                           \
	if (scope == MACHINE && plan->socket.ops->base.shootdown)                                  \
		plan->socket.ops->base.shootdown(plan->socket.state, asid, vpn);
	PLAN_SOCKETS(SHOOTDOWN)
#undef SHOOTDOWN
}

void plan_release(struct plan *plan)
{
#define RELEASE(type, socket, parameter, scope, title)                                             \
	if (scope == MACHINE && plan->socket.ops && plan->socket.ops->base.release)                \
		plan->socket.ops->base.release(plan->socket.state);
	PLAN_SOCKETS(RELEASE)
#undef RELEASE
	memset(plan, 0, sizeof(*plan));
}
