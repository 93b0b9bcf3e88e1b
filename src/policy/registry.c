/* Every policy there is, by socket; the order is that of the choices in params.def. */
#include "policy/registry.h"

#include <string.h>

#include "designs/ducati/ducati.h"
#include "policy/stock.h"
#include "designs/reach/tx_victims.h"
#include "designs/walks/walk_scheduling.h"

#define POLICIES(name, ...) static const struct policy_base *const name[] = {__VA_ARGS__, NULL}

POLICIES(l1_orgs, &l1_private.base, &l1_clustered.base, &l1_adaptive.base);
POLICIES(l1_victims, &stage_none.base, &tx_lds.base, &tx_icache.base, &tx_both.base);
POLICIES(l2_fills, &l2_fill_always.base, &l2_fill_tokens.base);
POLICIES(beyond_l2s, &stage_none.base, &ducati.base);
POLICIES(home_slices, &home_private.base, &home_modulo.base, &home_xor.base, &home_dhsl.base,
	 &home_dhsl_coarse.base, &home_dhsl_caching.base, &home_mgvm.base, &home_mgvm_magic.base);
POLICIES(walk_schedulers, &walk_fcfs.base, &walk_random.base, &walk_simt.base, &walk_sjf.base,
	 &walk_batch.base);
POLICIES(pwc_replacements, &pwc_lru.base, &pwc_protected.base);
POLICIES(walk_cachings, &walk_caching_always.base, &walk_caching_levels.base);
POLICIES(dram_schedulers, &dram_fr_fcfs.base, &dram_fcfs.base, &dram_queues.base);
POLICIES(data_placements, &placement_interleaved.base, &placement_lasp.base,
	 &placement_first_touch.base);
POLICIES(table_placements, &placement_tables_follow.base, &placement_tables_spread.base,
	 &placement_tables_home.base, &placement_tables_replicated.base);
POLICIES(dispatches, &dispatch_round_robin.base, &dispatch_contiguous.base, &dispatch_lasp.base);

const struct policy_socket policy_sockets[] = {
	{P_L1_ORG, "L1 TLB organisation", l1_orgs},
	{P_L1_VICTIMS, "L1 TLB victims", l1_victims},
	{P_L2_FILL, "L2 TLB fill", l2_fills},
	{P_BEYOND_L2, "beyond the L2 TLB", beyond_l2s},
	{P_HOME_SLICE, "home slice", home_slices},
	{P_WALK_SCHEDULER, "walk scheduling", walk_schedulers},
	{P_PWC_REPLACEMENT, "PWC replacement", pwc_replacements},
	{P_WALK_CACHING, "walk caching", walk_cachings},
	{P_DRAM_SCHEDULER, "DRAM scheduling", dram_schedulers},
	{P_DATA_PLACEMENT, "data placement", data_placements},
	{P_TABLE_PLACEMENT, "page-table placement", table_placements},
	{P_DISPATCH, "workgroup dispatch", dispatches},
};
const size_t policy_socket_count = sizeof(policy_sockets) / sizeof(*policy_sockets);

const struct policy_socket *policy_socket_find(enum param param)
{
	for (size_t i = 0; i < policy_socket_count; i++)
		if (policy_sockets[i].param == param)
			return &policy_sockets[i];
	return NULL;
}

const struct policy_base *policy_find(enum param param, const char *name)
{
	const struct policy_socket *socket = policy_socket_find(param);

	for (size_t i = 0; socket && socket->policies[i]; i++)
		if (!strcmp(socket->policies[i]->name, name))
			return socket->policies[i];
	return NULL;
}

/* Every ops struct begins with its base, so a pointer to one is a pointer to the other. */
static const void *chosen(const struct params *params, enum param id)
{
	const struct policy_socket *socket = policy_socket_find(id);
	int64_t count = 0;

	if (!socket)
		BUG("parameter %d chooses no policy", (int)id);
	while (socket->policies[count])
		count++;
	if (param(params, id) < 0 || param(params, id) >= count)
		BUG("%s: choice %d of %d", socket->title, (int)param(params, id), (int)count);
	return socket->policies[param(params, id)];
}

void plan_choose(struct plan *plan, const struct params *params)
{
	memset(plan, 0, sizeof(*plan));
	plan->l1_org = chosen(params, P_L1_ORG);
	plan->l1_victims = chosen(params, P_L1_VICTIMS);
	plan->beyond_l2 = chosen(params, P_BEYOND_L2);
	plan->l2_fill = chosen(params, P_L2_FILL);
	plan->home_slice = chosen(params, P_HOME_SLICE);
	plan->walk_scheduler = chosen(params, P_WALK_SCHEDULER);
	plan->pwc_replacement = chosen(params, P_PWC_REPLACEMENT);
	plan->walk_caching = chosen(params, P_WALK_CACHING);
	plan->dram_scheduler = chosen(params, P_DRAM_SCHEDULER);
	plan->data_placement = chosen(params, P_DATA_PLACEMENT);
	plan->table_placement = chosen(params, P_TABLE_PLACEMENT);
	plan->dispatch = chosen(params, P_DISPATCH);
}
