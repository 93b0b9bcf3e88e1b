/* The registry of policies agrees with the choices of the parameter table. */
#include "harness.h"

#include "policy/registry.h"
#include "policy/stock.h"

static const struct {
	const char *name, *choices, *fallback;
} rows[] = {
#define PARAM(id, name, type, unit, min, max, fallback, choices, help) {name, choices, fallback},
#include "config/params.def"
#undef PARAM
};

TEST(choices_and_policies_agree)
{
	for (size_t i = 0; i < policy_socket_count; i++) {
		const struct policy_socket *socket = &policy_sockets[i];
		char names[256] = "";

		CHECK(rows[socket->param].choices);
		for (size_t k = 0; socket->policies[k]; k++) {
			const struct policy_base *policy = socket->policies[k];

			snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
				 k ? "|" : "", policy->name);
			CHECK(policy->summary);
			CHECK(policy_find(socket->param, policy->name) == policy);
		}
		CHECK_STR(names, rows[socket->param].choices);
		CHECK(policy_find(socket->param, rows[socket->param].fallback));
		CHECK(policy_socket_find(socket->param) == socket);
	}
}

TEST(unknown_names_are_not_found)
{
	CHECK(!policy_find(P_L1_ORG, "nonesuch"));
	CHECK(!policy_find(P_CLOCK, "private"));
	CHECK(!policy_socket_find(P_CLOCK));
}

TEST(choice_zero_fills_every_socket)
{
	static struct params params;
	struct plan plan;

	plan_choose(&plan, &params);
	CHECK(plan.l1_org == &l1_private);
	CHECK(plan.l1_victims == &stage_none);
	CHECK(plan.beyond_l2 == &stage_none);
	CHECK(plan.l2_fill == &l2_fill_always);
	CHECK(plan.home_slice == &home_private);
	CHECK(plan.data_placement == &placement_interleaved);
	CHECK(plan.table_placement == &placement_tables_follow);
	CHECK(plan.dispatch == &dispatch_round_robin);
	CHECK(plan.walk_scheduler == &walk_fcfs);
	CHECK(plan.pwc_replacement == &pwc_lru);
	CHECK(plan.walk_caching == &walk_caching_always);
	CHECK(plan.dram_scheduler == &dram_fr_fcfs);
	for (size_t i = 0; i < sizeof(plan) / sizeof(void *); i++)
		CHECK(((const void **)(void *)&plan)[i]);
}
