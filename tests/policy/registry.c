/* The registry of policies: one for every choice of every socket, each with what it must have. */
#include "harness.h"

#include "policy/registry.h"
#include "policy/stock.h"

static void check_socket(enum param param)
{
	const struct policy_base *policy;
	char choice[64];
	size_t i = 0;

	CHECK(policy_socket_title(param));
	for (; (policy = policy_at(param, i)); i++) {
		CHECK(policy->summary);
		CHECK(policy_find(param, policy->name) == policy);
		CHECK_STR(param_choice(param, i, choice, sizeof(choice)), policy->name);
	}
	CHECK(!param_choice(param, i, choice, sizeof(choice)));
	CHECK(policy_find(param, param_rows[param].fallback));
}

TEST(choices_are_the_policies)
{
#define CHECK_SOCKET(type, socket, parameter, ...) check_socket(parameter);
	PLAN_SOCKETS(CHECK_SOCKET)
}

/* A row without choices of its own is that of a socket, and the other way round. */
TEST(sockets_have_no_other_choices)
{
	for (int id = 0; id < P_COUNT; id++) {
		bool asks = param_rows[id].type == PARAM_CHOICE && !param_rows[id].choices;

		if (asks != (policy_socket_title((enum param)id) != NULL))
			FAIL("%s", param_rows[id].name);
	}
}

TEST(unknown_names_are_not_found)
{
	CHECK(!policy_find(P_L1_ORG, "nonesuch"));
	CHECK(!policy_find(P_CLOCK, "private"));
	CHECK(!policy_at(P_CLOCK, 0));
	CHECK(!policy_socket_title(P_CLOCK));
}

TEST(choice_zero_fills_every_socket)
{
	static struct params params;
	struct plan plan;

	plan_choose(&plan, &params);
	CHECK(plan.l1_org.ops == &l1_private);
	CHECK(plan.l1_victims.ops == &stage_none);
	CHECK(plan.beyond_l2.ops == &stage_none);
	CHECK(plan.tlb_fill.ops == &tlb_fill_always);
	CHECK(plan.home_slice.ops == &home_private);
	CHECK(plan.launch_advice.ops == &advice_even);
	CHECK(plan.data_placement.ops == &placement_interleaved);
	CHECK(plan.table_placement.ops == &placement_tables_follow);
	CHECK(plan.dispatch.ops == &dispatch_round_robin);
	CHECK(plan.walk_scheduler.ops == &walk_fcfs);
	CHECK(plan.pwc_replacement.ops == &pwc_lru);
	CHECK(plan.walk_caching.ops == &walk_caching_always);
	CHECK(plan.dram_scheduler.ops == &dram_fr_fcfs);
}
