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

static void check_socket(enum param param)
{
	char names[256] = "";
	const struct policy_base *policy;

	CHECK(policy_socket_title(param));
	for (size_t i = 0; (policy = policy_at(param, i)); i++) {
		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s", i ? "|" : "",
			 policy->name);
		CHECK(policy->summary);
		CHECK(policy_find(param, policy->name) == policy);
	}
	CHECK_STR(names, rows[param].choices);
	CHECK(policy_find(param, rows[param].fallback));
}

TEST(choices_and_policies_agree)
{
#define CHECK_SOCKET(type, socket, parameter, ...) check_socket(parameter);
	PLAN_SOCKETS(CHECK_SOCKET)
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
