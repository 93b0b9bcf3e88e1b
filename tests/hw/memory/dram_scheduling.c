/* Which request goes first: rows, caps, classes, places; exact cycles, computed by hand. */
#include "dram_rig.h"

TEST(fr_fcfs_and_fcfs)
{
	struct dram_config config = ddr3();
	struct rig_access list[] = {rd(0, 0), rd(0, NEXT_ROW), rd(0, 64)};
	struct rig_access same[] = {rd(0, 0), rd(0, NEXT_ROW), rd(0, 64)};

	/* RD 11, 15; PRE 28, ACT 39, end 65. */
	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 26);
	CHECK_EQ(list[2].answered, 30);
	CHECK_EQ(list[1].answered, 65);
	/* RD 11; PRE 28, ACT 39, RD 50; PRE 67, ACT 78, RD 89, end 104. */
	config.scheduler.ops = &dram_fcfs;
	start(&config);
	RUN(same);
	CHECK_EQ(same[0].answered, 26);
	CHECK_EQ(same[1].answered, 65);
	CHECK_EQ(same[2].answered, 104);
}

TEST(row_hit_cap)
{
	struct dram_config config = ddr3();
	struct rig_access list[] = {rd(0, 0), rd(0, NEXT_ROW), rd(0, 64), rd(0, 128), rd(0, 192)};

	config.hit_cap = 2;
	start(&config);
	RUN(list);
	CHECK_EQ(list[0].order, 1);
	CHECK_EQ(list[2].order, 2);
	CHECK_EQ(list[3].order, 3);
	CHECK_EQ(list[1].order, 4);
	CHECK_EQ(list[4].order, 5);
}

static unsigned walks_first(void *state, unsigned channel, const struct mem_access *a,
			    unsigned room)
{
	(void)state, (void)channel, (void)room;
	return a->kind == KIND_WALK ? 0 : 1;
}

static uint32_t two_walks(void *state, unsigned class)
{
	(void)state;
	return class == 0 ? 2 : 0;
}

static const struct dram_scheduler_ops priority = {
	.classify = walks_first,
	.row_first = {false, true, true},
};

static const struct dram_scheduler_ops priority_places = {
	.classify = walks_first,
	.row_first = {false, true, true},
	.capacity = two_walks,
};

TEST(class_decides_the_row)
{
	struct dram_config config = ddr3();
	/* ACT 0 is for the walk: RD 11. PRE 28, ACT 39, RD 50, 54. */
	struct rig_access list[] = {rd(0, 0), rd(0, 64), walk(0, NEXT_ROW)};

	config.scheduler.ops = &priority;
	start(&config);
	RUN(list);
	CHECK_EQ(list[2].answered, 26);
	CHECK_EQ(list[0].answered, 65);
	CHECK_EQ(list[1].answered, 69);
	CHECK_EQ(dram_stats(dram)->translation_bytes, 64);
	CHECK_EQ(dram_stats(dram)->data_bytes, 128);
	CHECK_EQ(dram_stats(dram)->walk_latency.sum, 26);
}

TEST(class_interrupts_row_hits)
{
	struct dram_config config = ddr3();
	/* RD 11, 15; the walk comes at 16: no more hits. PRE 28, ACT 39, RD 50, end 65. PRE 67, ACT
	 * 78, RD 89, end 104. */
	struct rig_access list[] = {rd(0, 0), rd(0, 64), rd(0, 128), walk(16, NEXT_ROW)};

	config.scheduler.ops = &priority;
	start(&config);
	RUN(list);
	CHECK_EQ(list[0].answered, 26);
	CHECK_EQ(list[1].answered, 30);
	CHECK_EQ(list[3].answered, 65);
	CHECK_EQ(list[2].answered, 104);
}

TEST(open_row_before_class)
{
	struct dram_config config = ddr3();
	/* As before, but RD 19 comes before the walk's PRE 28. */
	struct rig_access list[] = {rd(0, 0), rd(0, 64), rd(0, 128), walk(16, NEXT_ROW)};

	config.scheduler.ops = &priority;
	config.rows_before_classes = true;
	start(&config);
	RUN(list);
	CHECK_EQ(list[1].answered, 30);
	CHECK_EQ(list[2].answered, 34);
	CHECK_EQ(list[3].answered, 65);
}

TEST(class_goes_first_on_the_bus)
{
	struct dram_config config = ddr3();
	struct rig_access open[] = {rd(0, 0), rd(0, ROW)};
	struct rig_access list[] = {rd(100, 0), rd(100, 64), walk(100, ROW)};

	config.scheduler.ops = &priority;
	start(&config);
	RUN(open);
	RUN(list);
	CHECK_EQ(list[2].answered, 115);
	CHECK_EQ(list[0].answered, 119);
	CHECK_EQ(list[1].answered, 123);
}

TEST(class_places)
{
	struct dram_config config = ddr3();
	struct rig_access list[] = {walk(0, 0), walk(0, 64), walk(0, 128), rd(0, ROW)};

	config.scheduler.ops = &priority_places;
	start(&config);
	RUN(list);
	CHECK_EQ(list[1].accepted, 0);
	CHECK_EQ(list[2].accepted, 11); /* when the first has had its column access */
	CHECK_EQ(list[3].accepted, 11);
}

TEST(queue_back_pressure)
{
	struct dram_config config = ddr3();
	/* One place: each comes when the one before has had its column access. RD 11, 15 (tCCD),
	 * 19. */
	struct rig_access list[] = {rd(0, 0), rd(0, 64), rd(0, 128)};

	config.queue = 1;
	start(&config);
	RUN(list);
	CHECK_EQ(list[1].accepted, 11);
	CHECK_EQ(list[2].accepted, 15);
	CHECK_EQ(list[2].answered, 34);
	CHECK_EQ(dram_stats(dram)->queue.peak, 1);
}

TEST(hits_of_a_bank_keep_their_order)
{
	struct dram_config config = ddr3();
	/* RD 100; WR 109 (data 117..121); tWTR: RD 127, 131. */
	struct rig_access open[] = {rd(0, 0)};
	struct rig_access list[] = {rd(100, 0), wr(100, 64), rd(100, 128), rd(100, 192)};

	start(&config);
	RUN(open);
	RUN(list);
	CHECK_EQ(list[0].answered, 115);
	CHECK_EQ(list[1].answered, 121);
	CHECK_EQ(list[2].answered, 142);
	CHECK_EQ(list[3].answered, 146);
}

TEST(batches_end)
{
	struct dram_config config = ddr3();
	struct rig_access open[] = {rd(0, 0), rd(0, ROW)};
	struct rig_access list[32];

	list[0] = rd(200, 0);
	list[1] = wr(200, ROW);
	for (unsigned i = 2; i < 32; i++)
		list[i] = rd(200, 64 * (i % 32));
	start(&config);
	RUN(open);
	RUN(list);
	/* One read, DRAM_BATCH more, then the write though reads still wait. */
	CHECK_EQ(list[1].order, 1 + DRAM_BATCH + 1);
}
