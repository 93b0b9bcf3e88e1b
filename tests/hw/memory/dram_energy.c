/*
 * Energy of a DRAM channel by hand, DDR3-1600 with one core cycle per clock of 1.25 ns, in pJ for
 * the eight devices of a rank at 1.5 V. A mA for a clock is 1.5 * 1.25 * 8 = 15 pJ, so activate (55
 * - 38) * 28 clocks = 7140     precharge (55 - 32) * 11 = 3795 read burst (157 - 38) * 4        =
 * 7140     write     (125 - 38) * 4 = 5220 refresh    (235 - 38) * 208      = 614640 a clock of
 * standby: a row open 38 * 15 = 570, all precharged 32 * 15 = 480
 */
#include "hw/memory/dram_energy.h"
#include "harness.h"
#include "hw/memory/dram.h"
#include "memory_rig.h"
#include "policy/stock.h"

enum { ROW = 2048, BANKS = 8, NEXT_ROW = ROW * BANKS };

static struct engine engine;
static struct dram *dram;
static struct rig rig;

static void start(uint32_t ranks, bool refresh)
{
	struct dram_config config = {
		.timing = dram_timing_find("ddr3-1600"),
		.currents = dram_currents_at(0),
		.core_clock_khz = 800000,
		.ranks = ranks,
		.banks = BANKS,
		.row_bytes = ROW,
		.line_bytes = 64,
		.queue = 64,
		.refresh = refresh,
		.scheduler.ops = &dram_fr_fcfs,
	};

	dram_free(dram);
	engine_init(&engine);
	dram = dram_new(&engine, &config);
}

static struct rig_access at(cycle_t when, enum mem_op op, enum request_kind kind, uint64_t address)
{
	struct rig_access x = {.at = when};

	x.access.op = (uint8_t)op;
	x.access.kind = (uint8_t)kind;
	x.access.address = address;
	return x;
}

static struct rig_access rd(cycle_t when, uint64_t address)
{
	return at(when, MEM_OP_READ, KIND_VECTOR, address);
}

static void nothing(struct event *event)
{
	(void)event;
}

/* Runs the list, lets time go on to `end`, and completes the accounts. */
static void run_to(struct rig_access *list, size_t count, cycle_t end)
{
	struct event last = {0};
	bool stop = false;

	rig_run(&rig, &engine, dram_port(dram), list, count);
	engine_at(&engine, &last, end, nothing);
	engine_run(&engine, &stop, UINT64_MAX);
	dram_settle(dram);
}

#define RUN_TO(list, end) run_to(list, sizeof(list) / sizeof(*(list)), end)

TEST(commands_and_standby)
{
	/* ACT 0, RD 11; RD 100; PRE 200, ACT 211, WR 222: open in [0, 200) and [211, 300). */
	struct rig_access list[] = {rd(0, 0), rd(100, 64),
				    at(200, MEM_OP_WRITE, KIND_VECTOR, NEXT_ROW)};
	const struct dram_energy *e;

	start(1, false);
	RUN_TO(list, 300);
	e = dram_energy(dram);
	CHECK_EQ(dram_usage(dram)->active_clocks, 289);
	CHECK_EQ(dram_usage(dram)->precharged_clocks, 11);
	CHECK_EQ(e->activate[DRAM_FOR_DATA], 2 * 7140);
	CHECK_EQ(e->precharge[DRAM_FOR_DATA], 3795);
	CHECK_EQ(e->read[DRAM_FOR_DATA], 2 * 7140);
	CHECK_EQ(e->write[DRAM_FOR_DATA], 5220);
	CHECK_EQ(e->active_standby, 289 * 570);
	CHECK_EQ(e->precharged_standby, 11 * 480);
	CHECK_EQ(e->refresh, 0);
	CHECK_EQ(e->total, 4 * 7140 + 3795 + 5220 + 289 * 570 + 11 * 480);
}

TEST(data_and_translation_apart)
{
	/* A walk opens a row, data of another follow (the row, its activate and its precharge are
	 * the walk's), then a walk reads in the row that data opened: only its burst is the walk's.
	 */
	struct rig_access list[] = {at(0, MEM_OP_READ, KIND_WALK, 0), rd(200, NEXT_ROW),
				    at(400, MEM_OP_READ, KIND_WALK, NEXT_ROW + 64)};
	const struct dram_energy *e;

	start(1, false);
	RUN_TO(list, 500);
	e = dram_energy(dram);
	CHECK_EQ(e->activate[DRAM_FOR_TRANSLATION], 7140);
	CHECK_EQ(e->precharge[DRAM_FOR_TRANSLATION], 3795);
	CHECK_EQ(e->read[DRAM_FOR_TRANSLATION], 2 * 7140);
	CHECK_EQ(e->activate[DRAM_FOR_DATA], 7140);
	CHECK_EQ(e->precharge[DRAM_FOR_DATA], 0);
	CHECK_EQ(e->read[DRAM_FOR_DATA], 7140);
}

TEST(standby_of_each_rank)
{
	/* Rank 0 opens its row at 0, rank 1 never: one of two ranks is active for 400 clocks. */
	struct rig_access list[] = {rd(0, 0)};

	start(2, false);
	RUN_TO(list, 400);
	CHECK_EQ(dram_usage(dram)->active_clocks, 400);
	CHECK_EQ(dram_usage(dram)->precharged_clocks, 400);
}

TEST(one_open_bank_is_enough)
{
	/* Banks 0 and 1 are open; bank 0 changes its row at 200, all the while bank 1 is open. */
	struct rig_access list[] = {rd(50, 0), rd(50, ROW), rd(200, NEXT_ROW)};

	start(1, false);
	RUN_TO(list, 300);
	CHECK_EQ(dram_usage(dram)->active_clocks, 250);
}

TEST(refreshes_of_idle_time_count)
{
	/* The row opened at 0 is closed by the refresh of 6240; those of 12480 and 18720 find none
	 * open. Nobody asks for anything, so that the channel itself makes none of them. */
	struct rig_access list[] = {rd(0, 0)};

	start(1, true);
	RUN_TO(list, 20000);
	CHECK_EQ(dram_usage(dram)->refreshes, 3);
	CHECK_EQ(dram_energy(dram)->refresh, 3 * 614640);
	CHECK_EQ(dram_usage(dram)->active_clocks, 6240 + 3 * 208);
	CHECK_EQ(dram_usage(dram)->precharged_clocks, 20000 - 6240 - 3 * 208);
}

TEST(every_timing_set_has_currents)
{
	for (unsigned i = 0; dram_timing_at(i); i++) {
		const struct dram_currents *c = dram_currents_at(i);

		CHECK(c && c->devices && c->vdd > 1);
		CHECK(c->idd2n < c->idd3n && c->idd3n < c->idd0 && c->idd3n < c->idd4r);
	}
	dram_free(dram);
	dram = NULL;
}
