/* The dispatcher with CUs that only count: who gets which workgroup in which cycle. */
#include "timed_dispatch_rig.h"

TEST(cus_nobody_asked_for_are_divided_and_the_last_gets_the_rest)
{
	static const unsigned asked[] = {0, 12, 0}, all[] = {4, 5}, most[] = {28, 0, 0};
	struct cu_share share[4];
	struct error err;

	CHECK(partition_cus(30, 4, NULL, share, &err));
	CHECK(share[0].first == 0 && share[0].count == 7);
	CHECK(share[2].first == 14 && share[2].count == 7);
	CHECK(share[3].first == 21 && share[3].count == 9);
	/* 31 - 12 = 19: 9 and 10. */
	CHECK(partition_cus(31, 3, asked, share, &err));
	CHECK(share[0].first == 0 && share[0].count == 9);
	CHECK(share[1].first == 9 && share[1].count == 12);
	CHECK(share[2].first == 21 && share[2].count == 10);
	CHECK(partition_cus(30, 2, all, share, &err)); /* 21 CUs idle */
	CHECK(share[1].first == 4 && share[1].count == 5);
	CHECK(!partition_cus(8, 2, all, share, &err));
	CHECK(!partition_cus(29, 3, most, share, &err)); /* one CU for two */
	CHECK(partition_cus(30, 3, most, share, &err));
	CHECK(!partition_cus(3, 4, NULL, share, &err));
}

TEST(chiplets_and_their_cus_take_turns)
{
	make(2, 2, 1, 50, 3);
	launches[0][0] = 7;
	cus[0].cycles = 20;
	run();
	/* Cycle 50: both chiplets send one each, again at 53; then all four CUs are full. */
	CHECK_EQ(sent_count, 7);
	check_sent(0, 50, 0, 0);
	check_sent(1, 50, 2, 1);
	check_sent(2, 53, 1, 2);
	check_sent(3, 53, 3, 3);
	/* CU 0 has room at 70 and 91: used one cycle later. */
	check_sent(4, 71, 0, 4);
	check_sent(5, 92, 0, 5);
	check_sent(6, 113, 0, 6);
	CHECK_EQ(sent[3].order.scratch_slot, 30);
	CHECK_EQ(sent[6].order.scratch_slot, 0);
	CHECK(dispatcher_finished(dispatcher));
	/* The workgroup sent to CU 1 and 3 at 53 ends last. */
	CHECK_EQ(dispatcher_app(dispatcher, 0)->ended, 153);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->launches, 1);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->workgroups, 7);
	CHECK_EQ(app_ended_at[0], 153);
	end();
}

TEST(one_dispatcher_sends_to_all_chiplets_in_turn)
{
	one_for_all = true;
	make(2, 2, 1, 50, 3);
	one_for_all = false;
	launches[0][0] = 7;
	cus[0].cycles = 20;
	run();
	CHECK_EQ(sent_count, 7);
	/* One every three cycles, to chiplet 0, 1, 0, 1; then all four CUs are full. */
	check_sent(0, 50, 0, 0);
	check_sent(1, 53, 2, 1);
	check_sent(2, 56, 1, 2);
	check_sent(3, 59, 3, 3);
	/* Only chiplet 0 has room, whoever has the turn: CU 0, from 70, 91 and 112 on. */
	check_sent(4, 71, 0, 4);
	check_sent(5, 92, 0, 5);
	check_sent(6, 113, 0, 6);
	end();
}

/* Each from its own cycle on, which the cycles of its kernels and its end follow. */
TEST(applications_may_begin_apart)
{
	static const uint32_t starts[] = {70, 0};

	starting = starts;
	make(1, 2, 2, 50, 1);
	starting = NULL;
	launches[0][0] = launches[1][0] = 1;
	run();
	CHECK_EQ(sent_count, 2);
	check_sent(0, 50, 1, 0);
	check_sent(1, 120, 0, 0);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->started, 70);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->ended, 220);
	CHECK_EQ(dispatcher_app(dispatcher, 1)->started, 0);
	CHECK_EQ(dispatcher_app(dispatcher, 1)->ended, 150);
	end();
}

TEST(interval_holds_when_there_is_room)
{
	make(1, 2, 1, 0, 10);
	launches[0][0] = 6;
	cus[0].room = cus[1].room = 8;
	run();
	for (unsigned i = 0; i < 6; i++)
		check_sent(i, i * 10, i % 2, i);
	end();
}

TEST(next_launch_waits_for_workgroups_and_memory)
{
	make(1, 2, 1, 5, 1);
	launches[0][0] = 2;
	launches[0][1] = 1;
	cus[1].memory_cycles = 40;
	run();
	check_sent(0, 5, 0, 0);
	check_sent(1, 6, 1, 1);
	/* CU 1 ends at 106, its stores at 146, then the latency of the second launch. */
	check_sent(2, 151, 0, 0);
	CHECK_EQ(begun_count, 2);
	CHECK(begun[0].when == 5 && begun[1].when == 151);
	CHECK(begun[0].first_cu == 0 && begun[0].cus == 2);
	CHECK(!begun[0].again && begun[1].again); /* both of kernel 'k' */
	CHECK_EQ(dispatcher_app(dispatcher, 0)->launches, 2);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->ended, 251);
	end();
}

TEST(applications_hold_disjoint_cus)
{
	make(1, 5, 2, 0, 1);
	launches[0][0] = 3;
	launches[1][0] = 4;
	run();
	CHECK_EQ(sent_count, 7);
	/* CUs 0 and 1 belong to the first, 2 to 4 to the second; one dispatcher serves both in
	 * turn. */
	check_sent(0, 0, 0, 0);
	check_sent(1, 1, 2, 0);
	check_sent(2, 2, 1, 1);
	check_sent(3, 3, 3, 1);
	check_sent(4, 4, 4, 2);
	check_sent(5, 101, 0, 2);
	check_sent(6, 102, 2, 3);
	CHECK_EQ(sent[1].order.asid, 1);
	CHECK_EQ(sent[3].order.scratch_slot, 10);
	CHECK_EQ(app_ended_at[0], 201);
	CHECK_EQ(app_ended_at[1], 202);
	end();
}
