/* The stock policies: what the conventional GPU does at each socket. */
#include "harness.h"

#include "policy/stock.h"

static const struct plan_facts facts = {.chiplets = 4, .cus = 16, .apps = 2, .page_shift = 12};

TEST(private_l1_tlbs_keep_their_shape)
{
	uint32_t entries = 32, ways = 8, mshrs = 5, latency = 2;
	unsigned tlbs = 0;

	l1_private.geometry(NULL, 7, &tlbs, &entries, &ways, &mshrs, &latency);
	CHECK_EQ(tlbs, 7);
	CHECK(entries == 32 && ways == 8 && mshrs == 5 && latency == 2);
	CHECK(!l1_private.route && !l1_private.crossbar);
}

TEST(no_stage_has_no_port)
{
	CHECK(!stage_none.port && !stage_none.evicted && !stage_none.base.shootdown);
}

TEST(every_translation_may_fill)
{
	struct translation t = {.vpn = 5};

	CHECK(tlb_fill_always.may_fill(NULL, &t, NULL));
}

TEST(home_is_where_the_request_comes_from)
{
	for (uint8_t chiplet = 0; chiplet < 4; chiplet++) {
		struct requester who = {.chiplet = chiplet};

		CHECK_EQ(home_private.home(NULL, &who, 12345), chiplet);
	}
}

TEST(pages_are_interleaved)
{
	void *state = placement_interleaved.base.make(&facts);

	for (uint64_t vpn = 1000; vpn < 1016; vpn++)
		CHECK_EQ(placement_interleaved.chiplet(state, 0, vpn, vpn - 1000, 16), vpn % 4);
	placement_interleaved.base.release(state);
}

TEST(tables_follow_their_data)
{
	for (unsigned chiplet = 0; chiplet < 4; chiplet++)
		CHECK_EQ(placement_tables_follow.chiplet(NULL, 0, 1, 99, chiplet), chiplet);
}

TEST(workgroups_go_out_in_order)
{
	static const uint16_t cus[] = {0, 1, 2, 3};
	void *state = dispatch_round_robin.base.make(&facts);

	dispatch_round_robin.launch(state, 0, (uint32_t[3]){3, 2, 1}, cus, 4);
	dispatch_round_robin.launch(state, 1, (uint32_t[3]){1, 1, 2}, cus, 4);
	for (uint64_t i = 0; i < 6; i++) {
		CHECK(dispatch_round_robin.has_left(state, 0));
		CHECK_EQ(dispatch_round_robin.next(state, 0, (unsigned)(i * 3 % 4)), i);
	}
	CHECK(!dispatch_round_robin.has_left(state, 0));
	CHECK_EQ(dispatch_round_robin.next(state, 0, 0), UINT64_MAX);
	CHECK_EQ(dispatch_round_robin.next(state, 1, 0), 0);
	CHECK_EQ(dispatch_round_robin.next(state, 1, 1), 1);
	CHECK_EQ(dispatch_round_robin.next(state, 1, 1), UINT64_MAX);
	dispatch_round_robin.launch(state, 0, (uint32_t[3]){1, 1, 1}, cus, 4);
	CHECK_EQ(dispatch_round_robin.next(state, 0, 2), 0);
	dispatch_round_robin.base.release(state);
}
