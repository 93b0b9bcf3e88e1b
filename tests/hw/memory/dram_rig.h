/* One channel of DDR3-1600, one core cycle per clock, and lists of accesses to it. */
#ifndef TESTS_HW_MEMORY_DRAM_RIG_H
#define TESTS_HW_MEMORY_DRAM_RIG_H

#include "harness.h"
#include "hw/memory/dram.h"
#include "memory_rig.h"
#include "policy/stock.h"

/*
 * DDR3-1600: CL 11, CWL 8, tRCD 11, tRP 11, tRAS 28, tRC 39, tRRD 5, tFAW 24, tWR 12, tWTR 6,
 * tRTP 6, tCCD 4, burst 4, tRFC 208, tREFI 6240. A first read: ACT, +11 RD, +11 data, +4 end = 26.
 */
enum { ROW = 2048, BANKS = 8, NEXT_ROW = ROW * BANKS };

static struct engine engine;
static struct dram *dram;
static struct rig rig;

static inline struct dram_config ddr3(void)
{
	return (struct dram_config){
		.timing = dram_timing_find("ddr3-1600"),
		.core_clock_khz = 800000,
		.ranks = 1,
		.banks = BANKS,
		.row_bytes = ROW,
		.line_bytes = 64,
		.queue = 64,
		.scheduler.ops = &dram_fr_fcfs,
	};
}

static inline void start(const struct dram_config *config)
{
	dram_free(dram);
	engine_init(&engine);
	dram = dram_new(&engine, config);
}

static inline struct rig_access at(cycle_t when, enum mem_op op, uint64_t address)
{
	struct rig_access x = {.at = when};

	x.access.op = (uint8_t)op;
	x.access.address = address;
	return x;
}

static inline struct rig_access rd(cycle_t when, uint64_t address)
{
	return at(when, MEM_OP_READ, address);
}

static inline struct rig_access wr(cycle_t when, uint64_t address)
{
	return at(when, MEM_OP_WRITE, address);
}

static inline struct rig_access walk(cycle_t when, uint64_t address)
{
	struct rig_access x = at(when, MEM_OP_READ, address);

	x.access.kind = KIND_WALK;
	return x;
}

static inline void run(struct rig_access *list, size_t count)
{
	rig_run(&rig, &engine, dram_port(dram), list, count);
	for (size_t i = 0; i < count; i++)
		CHECK_EQ(list[i].answers, 1);
}

#define RUN(list) run(list, sizeof(list) / sizeof(*(list)))

#endif
