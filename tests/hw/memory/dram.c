/* Exact cycles of the DRAM channel, computed by hand. */
#include "dram_rig.h"

TEST(first_access_row_hit_row_conflict)
{
	struct dram_config config = ddr3();
	struct rig_access list[] = {
		rd(0, 0),          /* ACT 0, RD 11, data 22..26 */
		rd(100, 64),       /* RD 100, data 111..115 */
		rd(200, NEXT_ROW), /* PRE 200, ACT 211, RD 222, data 233..237 */
	};

	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 26);
	CHECK_EQ(list[1].answered, 115);
	CHECK_EQ(list[2].answered, 237);
	CHECK_EQ(dram_stats(dram)->row_misses, 1);
	CHECK_EQ(dram_stats(dram)->row_hits, 1);
	CHECK_EQ(dram_stats(dram)->row_conflicts, 1);
	CHECK_EQ(dram_stats(dram)->activates, 2);
	CHECK_EQ(dram_stats(dram)->precharges, 1);
	CHECK_EQ(dram_stats(dram)->bus_busy_clocks, 12);
}

TEST(few_events)
{
	struct dram_config config = ddr3();
	struct rig_access miss[] = {rd(0, 0)}, hit[] = {rd(100, 64)};

	start(&config);
	RUN(miss);
	CHECK_EQ(engine.executed, 1 + 3); /* the sender's, activate, column, answer */
	RUN(hit);
	CHECK_EQ(engine.executed, 4 + 1 + 2);
}

TEST(two_banks_in_parallel)
{
	struct dram_config config = ddr3();
	/* ACT 0 and, tRRD later, 5; RD 11 and 16. */
	struct rig_access list[] = {rd(0, 0), rd(0, ROW)};

	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 26);
	CHECK_EQ(list[1].answered, 31);
}

TEST(bus_contention)
{
	struct dram_config config = ddr3();
	/* RD 11, 15, 19: tCCD apart. Then both banks are open: one burst after the other. */
	struct rig_access list[] = {rd(0, 0),   rd(0, 64),  rd(0, 128),
				    rd(0, ROW), rd(100, 0), rd(100, ROW)};

	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 26);
	CHECK_EQ(list[1].answered, 30);
	/* The other bank is ready at 16: RD 19 goes to the older hit, RD 23 to the other bank. */
	CHECK_EQ(list[2].answered, 34);
	CHECK_EQ(list[3].answered, 38);
	CHECK_EQ(list[4].answered, 115);
	CHECK_EQ(list[5].answered, 119);
}

TEST(read_after_write_and_write_after_read)
{
	struct dram_config config = ddr3();
	struct rig_access list[] = {
		wr(0, 0),  /* ACT 0, WR 11, data 19..23 */
		rd(0, 64), /* RD 11 + 8 + 4 + 6 = 29, data 40..44 */
	};
	struct rig_access other[] = {
		rd(100, 0),  /* RD 100, data 111..115 */
		wr(100, 64), /* two idle clocks on the bus: data 117..121 */
	};

	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 23);
	CHECK_EQ(list[1].answered, 44);
	RUN(other);
	CHECK_EQ(other[0].answered, 115);
	CHECK_EQ(other[1].answered, 121);
}

TEST(conflict_right_after_a_read_or_a_write)
{
	struct dram_config config = ddr3();
	struct rig_access reads[] = {rd(0, 0), rd(0, NEXT_ROW)};
	struct rig_access writes[] = {wr(0, 0), rd(0, NEXT_ROW)};

	/* RD 11; PRE max(tRAS 28, 11 + tRTP 6); ACT 39; RD 50; data 61..65. */
	start(&config);
	RUN(reads);
	CHECK_EQ(reads[0].answered, 26);
	CHECK_EQ(reads[1].answered, 65);
	/* WR 11, data to 23; PRE 23 + tWR 12 = 35; ACT 46; RD 57; data 68..72. */
	start(&config);
	RUN(writes);
	CHECK_EQ(writes[0].answered, 23);
	CHECK_EQ(writes[1].answered, 72);
}

TEST(four_activates_in_a_window)
{
	struct dram_config config = ddr3();
	/* ACT 0, 5, 10, 15; the fifth waits for tFAW: 24. RD 35, data 46..50. */
	struct rig_access list[] = {rd(0, 0), rd(0, ROW), rd(0, 2 * ROW), rd(0, 3 * ROW),
				    rd(0, 4 * ROW)};

	start(&config);
	RUN(list);
	for (unsigned i = 0; i < 4; i++)
		CHECK_EQ(list[i].answered, 26 + 5 * i);
	CHECK_EQ(list[4].answered, 50);
}

TEST(refresh_delays)
{
	struct dram_config config = ddr3();
	struct rig_access closed[] = {rd(6240, 0)}, open[] = {rd(0, 0), rd(6240, 64)},
			  caught[] = {rd(6239, 0)};

	config.refresh = true;
	/* REF 6240, ACT 6240 + 208 = 6448, end 26 later. */
	start(&config);
	RUN(closed);
	CHECK_EQ(closed[0].answered, 6474);
	CHECK_EQ(dram_stats(dram)->refreshes, 1);
	/* The open row: PRE 6240, REF 6251, ACT 6459. */
	start(&config);
	RUN(open);
	CHECK_EQ(open[1].answered, 6485);
	/* ACT 6239, then the refresh: PRE 6239 + tRAS = 6267, REF 6278, ACT again 6486. */
	start(&config);
	RUN(caught);
	CHECK_EQ(caught[0].answered, 6512);
	CHECK_EQ(dram_stats(dram)->activates, 2);
}

TEST(no_events_while_idle)
{
	struct dram_config config = ddr3();
	struct rig_access list[] = {rd(0, 0), rd(1000000, 0)};

	config.refresh = true;
	start(&config);
	RUN(list);
	/* 160 refreshes, the last at 998400: the row is closed, the bank free. */
	CHECK_EQ(dram_stats(dram)->refreshes, 160);
	CHECK_EQ(list[1].answered, 1000026);
	CHECK(engine.executed < 12);
}

TEST(refresh_in_the_middle_of_many_intervals)
{
	struct dram_config config = ddr3();
	/* The fifth refresh, at 31200, blocks to 31408. */
	struct rig_access list[] = {rd(0, 0), rd(31300, 0)};

	config.refresh = true;
	start(&config);
	RUN(list);
	CHECK_EQ(list[1].answered, 31434);
	CHECK_EQ(dram_stats(dram)->refreshes, 5);
}

TEST(clock_ratio)
{
	struct dram_config config = ddr3();
	/* A 2 GHz core: 5 cycles are 2 clocks. Cycle 0 is clock 0, end 26 is cycle 65. Cycle 1001
	 * is clock 400.4, so 401; a hit ends at 416, cycle 1040. Cycle 2002: clock 800.8, 801; 816
	 * is 2040. Cycle 3004: 1201.6, 1202; 1217 is 3042.5, so 3043. */
	struct rig_access list[] = {rd(0, 0), rd(1001, 0), rd(2002, 0), rd(3004, 0)};

	config.core_clock_khz = 2000000;
	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 65);
	CHECK_EQ(list[1].answered, 1040);
	CHECK_EQ(list[2].answered, 2040);
	CHECK_EQ(list[3].answered, 3043);
}

TEST(memory_faster_than_the_core)
{
	struct dram_config config = ddr3();
	/* GDDR5, 3 clocks for 2 cycles, lines of 64 bytes are two bursts. ACT 0, RD 12 and 14, data
	 * 26..28: cycle 18.67, so 19. The next two hits: RD 16, 18 and 20, 22, ends 32 and 36:
	 * cycles 21.3 and 24. */
	struct rig_access list[] = {rd(0, 0), rd(0, 64), rd(0, 128)};

	config.timing = dram_timing_find("gddr5");
	config.clock_khz = 1500000;
	config.core_clock_khz = 1000000;
	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 19);
	CHECK_EQ(list[1].answered, 22);
	CHECK_EQ(list[2].answered, 24);
	CHECK_EQ(dram_stats(dram)->bus_busy_clocks, 12);
}

TEST(hbm_first_access)
{
	struct dram_config config = ddr3();
	/* ACT 0, RD 14 and 15, data 29..30; the hit behind it RD 16, 17, end 32. */
	struct rig_access list[] = {rd(0, 0), rd(0, 64)};

	config.timing = dram_timing_find("hbm");
	config.core_clock_khz = 1000000;
	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 30);
	CHECK_EQ(list[1].answered, 32);
	CHECK_EQ((uint64_t)(dram_peak_gb_per_s(dram) * 1000), 32000);
}

TEST(rank_switch)
{
	struct dram_config config = ddr3();
	/* Ranks activate apart from each other: ACT 0 and 0, RD 11; the other rank's data two
	 * clocks after the end of the first: RD 17, end 32. Back: RD 23, end 38. */
	struct rig_access list[] = {rd(0, 0), rd(0, NEXT_ROW)};
	struct rig_access writes[] = {wr(100, 0), rd(100, NEXT_ROW), rd(100, 0)};

	config.ranks = 2;
	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 26);
	CHECK_EQ(list[1].answered, 32);
	/* WR 100, data 108..112. Other rank: data from 114, RD 103, but tCCD: 104, end 119. Own
	 * rank: tWTR, RD 118, end 133. */
	RUN(writes);
	CHECK_EQ(writes[0].answered, 112);
	CHECK_EQ(writes[1].answered, 119);
	CHECK_EQ(writes[2].answered, 133);
}

TEST(closed_rows)
{
	struct dram_config config = ddr3();
	/* RD 11, 15; then PRE 28, ACT not before 39: the third begins there, end 65. Much later the
	 * bank is closed. */
	struct rig_access list[] = {rd(0, 0), rd(0, 64), rd(20, 128), rd(200, 192)};

	config.closed_rows = true;
	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 26);
	CHECK_EQ(list[1].answered, 30);
	CHECK_EQ(list[2].answered, 65);
	CHECK_EQ(list[3].answered, 226);
	CHECK_EQ(dram_stats(dram)->row_hits, 1);
	CHECK_EQ(dram_stats(dram)->row_misses, 3);
	CHECK_EQ(dram_stats(dram)->precharges, 3);
}

TEST(hit_stops_a_planned_precharge)
{
	struct dram_config config = ddr3();
	/* RD 11; the second wants to precharge at 28. The third hits at 20: RD 20, end 35. PRE
	 * still 28, ACT 39, end 65. A fourth comes at 29, too late: row 0 again. */
	struct rig_access list[] = {rd(0, 0), rd(1, NEXT_ROW), rd(20, 64), rd(29, 128)};

	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 26);
	CHECK_EQ(list[2].answered, 35);
	CHECK_EQ(list[1].answered, 65);
	/* ACT 39, RD 50, PRE 67, ACT 78, RD 89, end 104. */
	CHECK_EQ(list[3].answered, 104);
}

TEST(describe)
{
	struct dram_config config = ddr3();
	struct rig_access x = rd(0, NEXT_ROW);
	char text[1000] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");
	struct waiter waiter = {0};
	struct mem_port port;

	config.channel = 3;
	start(&config);
	dram_describe(dram, out);
	CHECK_EQ(ftell(out), 0);
	port = dram_port(dram);
	CHECK(mem_send(&port, &x.access, &waiter));
	dram_describe(dram, out);
	fclose(out);
	CHECK_CONTAINS(text, "dram channel 3: 1 requests wait\n");
	CHECK_CONTAINS(text, "bank 0 (closed");
}

TEST(timing_sets)
{
	CHECK(!dram_timing_find("ddr9"));
	for (unsigned i = 0; dram_timing_at(i); i++) {
		const struct dram_timing *t = dram_timing_at(i);

		CHECK(dram_timing_find(t->name) == t);
		CHECK(t->rc >= t->ras && t->ras >= t->rcd && t->refi > 10 * t->rfc);
	}
	dram_free(dram);
	dram = NULL;
}
