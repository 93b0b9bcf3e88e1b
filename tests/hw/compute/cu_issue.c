/* Issue, fetch, barriers and residency of a CU, cycle by cycle. */
#include "cu_fixture.h"

/* GCN: four SIMDs of 16 lanes, that issue in turn. */
static void four_simds(void)
{
	simple_machine();
	config.simds = 4;
	config.simd_width = 16;
	config.salu_latency = 4;
	config.branch_latency = 8;
}

#define VALU4 "v_mov_b32 v1, 1", "v_mov_b32 v2, v1", "v_mov_b32 v3, v2", "v_mov_b32 v4, v3"

TEST(valu_chain_on_one_simd)
{
	four_simds();
	run(PROGRAM(VALU4, "s_endpgm"), 1, 64);
	/* From 3 on, SIMD 0 has its turns at 4, 8, 12, 16, 20. */
	CHECK_EQ(ended[0], 20);
	CHECK_EQ(cu->busy_cycles, 5);
	CHECK_EQ(cu->stall[STALL_FETCH], 2);
	CHECK_EQ(cu->stall[STALL_EXECUTION], 14);
	CHECK_EQ(cu->active_cycles, 21);
	finish();
}

TEST(valu_chains_on_four_simds)
{
	four_simds();
	run(PROGRAM(VALU4, "s_endpgm"), 4, 64);
	/* SIMD 3 from 3 on ends at 19, SIMD 0 from 4 on at 20, then 1 and 2. */
	for (unsigned i = 0; i < 4; i++)
		CHECK_EQ(ended[i], 19 + i);
	CHECK_EQ(cu->busy_cycles, 20);
	finish();
}

TEST(one_valu_for_two_wavefronts)
{
	simple_machine();
	config.simd_width = 16;
	run(PROGRAM("v_mov_b32 v1, 1", "v_mov_b32 v2, 1", "s_endpgm"), 2, 64);
	/*
	 * The VALU is taken for 4 cycles each time, the older goes first: 3, 7, then it ends at 11
	 * while the younger has the VALU at 11 and 15 and ends at 19.
	 */
	CHECK_EQ(ended[0], 11);
	CHECK_EQ(ended[1], 19);
	finish();
}

TEST(slow_operations)
{
	simple_machine();
	config.simd_width = 16;
	run(PROGRAM("v_add_f64 v[2:3], v[2:3], v[2:3]", "v_rcp_f32 v1, v1",
		    "v_mul_lo_u32 v1, v1, v1", "v_mov_b32 v1, 1", "s_endpgm"),
	    1, 64);
	/* 3, 19, 35, 51, 55. */
	CHECK_EQ(ended[0], 55);
	finish();
}

TEST(scalar_latency_sleep_and_branch)
{
	four_simds();
	run(PROGRAM("s_mov_b32 s1, 0", "s_nop 1", "s_sleep 2", "s_branch 1", "s_nop 0", "s_endpgm"),
	    1, 64);
	/* 4; nop at 8 for 8; sleep at 16 for 4 + 128; branch at 148 for 8; end at 156. */
	CHECK_EQ(ended[0], 156);
	finish();
}

TEST(units_of_one_turn)
{
	four_simds();
	config.simds = 1;
	run(PROGRAM("s_cmp_eq_u32 s0, 0", "s_cbranch_scc1 2", "s_mov_b32 s1, 0", "s_endpgm",
		    "v_mov_b32 v1, 0", "s_endpgm"),
	    2, 64);
	/*
	 * One scalar unit, so the compare issues at 3 and 4, the branch 4 later, what follows 8
	 * later: VALU at 15 and, in another turn, SALU at 16; both ends 4 later.
	 */
	CHECK_EQ(ended[0], 19);
	CHECK_EQ(ended[1], 20);
	finish();
}

/* Two workgroups of one wavefront; the older is held up, then both want the VALU. */
static void schedulers(bool greedy, cycle_t first, cycle_t second)
{
	simple_machine();
	config.simd_width = 16;
	config.greedy = greedy;
	run(PROGRAM("s_cmp_eq_u32 s0, 1", "s_cbranch_scc1 1", "s_nop 15", "v_mov_b32 v1, 0",
		    "v_mov_b32 v1, 0", "v_mov_b32 v1, 0", "v_mov_b32 v1, 0", "v_mov_b32 v1, 0",
		    "s_endpgm"),
	    2, 64);
	CHECK_EQ(ended[0], first);
	CHECK_EQ(ended[1], second);
	finish();
}

TEST(oldest_and_greedy)
{
	/*
	 * Compares at 3 and 4, branches (4 cycles) at 4 and 5. The older: s_nop at 8 for 16, so
	 * from 24 on. The younger: VALU at 9, 13, 17, 21. At 25 both are ready.
	 * Oldest: the older at 25, 29, 33, 37, 41, ends at 45; the younger at 45, ends at 49.
	 * Greedy: the younger at 25, ends at 29; the older from 29 on, ends at 49.
	 */
	schedulers(false, 45, 49);
	schedulers(true, 29, 49);
}

TEST(barrier_of_two_wavefronts)
{
	four_simds();
	run(PROGRAM("v_readfirstlane_b32 s1, v0", "s_cmp_eq_u32 s1, 0", "s_cbranch_scc1 1",
		    "s_sleep 1", "s_barrier", "s_endpgm"),
	    1, 128);
	/*
	 * Wavefront 0 on SIMD 0: 4, 8, 12, barrier at 20. Wavefront 1 on SIMD 1: 5, 9, 13, sleep at
	 * 21 for 4 + 64, barrier at 89. Both go on from 90: SIMD 0 at 92, SIMD 1 at 93.
	 */
	CHECK_EQ(ended_count, 1);
	CHECK_EQ(ended[0], 93);
	CHECK_EQ(cu->barriers, 1);
	/* Oldest: at the barrier from 21 on; the other issues at 21 and 89. */
	CHECK_EQ(cu->stall[STALL_BARRIER], 67);
	finish();
}

static void early_exit(bool hardware)
{
	simple_machine();
	config.hardware_barriers = hardware;
	load(PROGRAM("v_readfirstlane_b32 s1, v0", "s_cmp_eq_u32 s1, 0", "s_cbranch_scc1 1",
		     "s_barrier", "s_endpgm"),
	     1, 128);
	CHECK_EQ(start(), 1);
	engine_run(&engine, &control.stop, UINT64_MAX);
}

TEST(barrier_that_one_never_reaches)
{
	early_exit(false);
	CHECK(control.failed);
	CHECK_EQ(control.err.exit_status, 1);
	CHECK_CONTAINS(control.err.text, "barrier");
	discard();
	early_exit(true);
	CHECK(!control.failed);
	CHECK_EQ(ended_count, 1);
	finish();
}

TEST(faults_are_reported)
{
	simple_machine();
	load(PROGRAM("v_mov_b32 v1, 7", "flat_load_dword v2, v[0:1]", "s_endpgm"), 1, 64);
	start();
	engine_run(&engine, &control.stop, UINT64_MAX);
	CHECK(control.failed);
	CHECK_EQ(control.err.exit_status, 1);
	discard();
	simple_machine();
	load(PROGRAM("s_branch 0xffff"), 1, 64);
	start();
	engine_run(&engine, &control.stop, UINT64_MAX);
	CHECK(control.failed);
	CHECK_EQ(control.instructions, 99999);
	discard();
}

TEST(instruction_limit)
{
	simple_machine();
	load(PROGRAM("s_branch 0xffff"), 1, 64);
	control.max_instructions = 50;
	start();
	engine_run(&engine, &control.stop, UINT64_MAX);
	CHECK(control.stop && control.cut_short && !control.failed);
	CHECK_EQ(control.instructions, 50);
	discard();
}

/* Residency */

static unsigned resident(uint32_t items)
{
	unsigned count;

	load(PROGRAM("s_sleep 127", "s_endpgm"), 100, items);
	count = start();
	CHECK_EQ(cu->workgroups, count);
	CHECK_EQ(waves_there, count * ((items + 63) / 64));
	dispatch.groups[0] = count;
	drain();
	finish();
	return count;
}

TEST(occupancy)
{
	struct error err = {0};

	four_simds();
	CHECK_EQ(resident(64), 40); /* 4 times 10 slots; no barriers, so no limit of 16 */
	CHECK_EQ(resident(128), 16);
	config.workgroups = 32;
	CHECK_EQ(resident(128), 20);
	kernel.vgprs = 85; /* in granules 88: two wavefronts in 256 registers */
	CHECK_EQ(resident(64), 8);
	CHECK_EQ(resident(192), 2); /* whole or not at all: 2 of 8 places stay empty */
	kernel.vgprs = 16;
	kernel.sgprs = 102; /* 112 of 800: seven */
	CHECK_EQ(resident(64), 28);
	dispatch.lds_bytes = 5000; /* in granules 5120: twelve of 65536 */
	CHECK_EQ(resident(64), 12);
	dispatch.workgroup[0] = 1024;
	CHECK(cu_could_take(&config, &dispatch, &err));
	dispatch.lds_bytes = 65537;
	CHECK(!cu_could_take(&config, &dispatch, &err));
	CHECK_CONTAINS(err.text, "LDS");
	dispatch.lds_bytes = 0;
	kernel.vgprs = 256;
	CHECK(!cu_could_take(&config, &dispatch, &err));
	CHECK_CONTAINS(err.text, "registers");
}

/* The room of a workgroup is free when it ends, and the next one gets the first gap that fits. */
TEST(lds_is_allocated_first_fit)
{
	four_simds();
	dispatch.lds_bytes = 30000;
	load(PROGRAM("s_sleep 1", "s_endpgm"), 3, 64);
	CHECK_EQ(start(), 2);
	CHECK_EQ(cu->resident_groups->lds_start, 0);
	CHECK_EQ(cu->resident_groups->next->lds_start, 30208);
	engine_run(&engine, &control.stop, UINT64_MAX);
	CHECK_EQ(ended_count, 2);
	CHECK(cu_can_take(cu, &order));
	cu_start(cu, &order);
	CHECK_EQ(cu->resident_groups->lds_start, 0);
	drain();
	finish();
}

/* Fetch */

TEST(fetch_stalls)
{
	const char *lines[48];

	simple_machine();
	config.line_bytes = 64;
	config.fetch_buffer_bytes = 128;
	fetch_cache.latency = 30;
	for (unsigned i = 0; i < 32; i++)
		lines[i] = "v_mov_b32 v1, 0";
	lines[32] = "s_endpgm";
	lines[33] = NULL;
	run(lines, 1, 64);
	/*
	 * Lines of 16 instructions. The first: translated at 1, there at 31; the second is asked
	 * for at 31, there at 61. Instructions 0 to 15 issue at 32 to 47, 16 to 31 at 62 to 77.
	 * With the first gone at 47 there is room, but the second is still out: the third is asked
	 * for at 61, there at 91; end at 92.
	 */
	CHECK_EQ(fetch_tlb.count, 1);
	CHECK_EQ(fetch_cache.count, 3);
	CHECK_EQ(fetch_cache.log[0].cycle, 1);
	CHECK_EQ(fetch_cache.log[1].cycle, 31);
	CHECK_EQ(fetch_cache.log[2].cycle, 61);
	CHECK_EQ(ended[0], 92);
	CHECK_EQ(cu->stall[STALL_FETCH], 31 + 13 + 13);
	finish();
}

/* A branch to what the buffer does not hold throws it away; what was under way is ignored. */
TEST(branch_out_of_the_buffer)
{
	const char *lines[128];

	simple_machine();
	config.line_bytes = 64;
	config.fetch_buffer_bytes = 128;
	fetch_cache.latency = 30;
	for (unsigned i = 0; i < 100; i++)
		lines[i] = "s_nop 0";
	lines[0] = "s_branch 63"; /* to number 64, at byte 256 */
	lines[64] = "s_endpgm";
	lines[100] = NULL;
	run(lines, 1, 64);
	/*
	 * Branch at 32, when the second line is under way (31); the target's line is asked for at
	 * once, there at 62; end at 63. The line after it has been asked for as well.
	 */
	CHECK_EQ(fetch_cache.log[2].cycle, 32);
	CHECK_EQ(fetch_cache.log[2].what, ADDRESS_CODE + 256);
	CHECK_EQ(ended[0], 63);
	CHECK_EQ(cu->fetch.flushes, 1);
	finish();
}

TEST(loop_in_the_buffer)
{
	simple_machine();
	run(PROGRAM("s_movk_i32 s1, 3", "s_sub_u32 s1, s1, 1", "s_cmp_lg_u32 s1, 0",
		    "s_cbranch_scc1 0xfffd", "s_endpgm"),
	    1, 64);
	/* 3; three times subtract, compare, branch of 4: 4 + 3 * 6 = 22. One line is enough. */
	CHECK_EQ(ended[0], 22);
	CHECK_EQ(fetch_cache.count, 1);
	CHECK_EQ(cu->fetch.flushes, 0);
	finish();
}

TEST(instruction_on_a_border)
{
	const char *lines[64];

	simple_machine();
	config.line_bytes = 64;
	config.fetch_buffer_bytes = 16; /* chunks of 8 bytes */
	lines[0] = "s_nop 0";
	for (unsigned i = 1; i < 20; i++)
		lines[i] = "v_add_f64 v[2:3], v[2:3], v[2:3]"; /* 8 bytes, each in two chunks */
	lines[20] = "s_endpgm";
	lines[21] = NULL;
	run(lines, 1, 64);
	CHECK_EQ(fetch_cache.count, 20);
	CHECK_EQ(control.instructions, 21);
	finish();
}

/* Instruction TLB and cache that take one request at a time, four wavefronts that want them. */
TEST(fetch_under_pressure)
{
	four_simds();
	fetch_tlb.room = fetch_cache.room = 1;
	fetch_tlb.latency = 10;
	fetch_cache.latency = 10;
	run(PROGRAM("s_nop 0", "s_endpgm"), 4, 64);
	for (unsigned i = 0; i < 4; i++) {
		CHECK_EQ(fetch_tlb.log[i].cycle, 10 * i);
		CHECK_EQ(fetch_cache.log[i].cycle, 10 * i + 10);
	}
	/* The last chunk is there at 50; SIMD 3 issues at 51 and 55. */
	CHECK_EQ(ended[3], 55);
	finish();
}

/* Odd numbers of SIMDs and widths have their turns too. */
TEST(three_simds)
{
	simple_machine();
	config.simds = 3;
	config.simd_width = 16;
	run(PROGRAM("v_mov_b32 v1, 0", "v_mov_b32 v1, 0", "s_endpgm"), 3, 64);
	/* SIMD 0: 3, then 4 cycles later at its next turn, 9, then 15. SIMD 1: 4, 10, 16. */
	CHECK_EQ(ended[0], 15);
	CHECK_EQ(ended[1], 16);
	CHECK_EQ(ended[2], 17);
	finish();
}

/* A page that the wavefront remembers is translated again after a shootdown, no other is. */
TEST(shootdown_reaches_the_instruction_buffers)
{
	uint64_t page = ADDRESS_CODE >> 12;
	const char *lines[64];

	for (unsigned mode = 0; mode < 3; mode++) {
		simple_machine();
		config.line_bytes = 64;
		config.fetch_buffer_bytes = 128;
		for (unsigned i = 0; i < 50; i++)
			lines[i] = "s_nop 0";
		lines[50] = "s_endpgm";
		lines[51] = NULL;
		load(lines, 1, 64);
		CHECK_EQ(start(), 1);
		engine_run(&engine, &control.stop, 5);
		CHECK_EQ(fetch_tlb.count, 1);
		cu_shootdown(cu, mode == 0 ? 1 : 2, mode == 1 ? page + 1 : page);
		drain();
		CHECK_EQ(fetch_tlb.count, mode == 2 ? 2 : 1);
		finish();
	}
}

TEST(says_what_it_waits_for)
{
	char text[512] = "";
	FILE *out;

	simple_machine();
	vector_tlb.latency = 1000;
	load(PROGRAM("v_mov_b32 v1, 5", "v_lshlrev_b32 v0, 2, v0", "flat_load_dword v2, v[0:1]",
		     "s_waitcnt vmcnt(0)", "s_endpgm"),
	     1, 64);
	start();
	while (vector_tlb.count == 0)
		engine_run(&engine, &control.stop, engine.executed + 1);
	out = fmemopen(text, sizeof(text), "w");
	cu_describe(cu, out);
	fclose(out);
	CHECK_CONTAINS(text, "CU 3: wave 0 at 0x100000014 waits for s_waitcnt (vmcnt 1, lgkmcnt 0");
	CHECK_CONTAINS(text, "vector memory: instruction 3 of wave 0 waits for 1 translations");
	drain();
	memset(text, 0, sizeof(text));
	out = fmemopen(text, sizeof(text), "w");
	cu_describe(cu, out);
	fclose(out);
	CHECK_STR(text, "");
	finish();
}

TEST(statistics_by_name)
{
	struct stats *stats;

	simple_machine();
	load(PROGRAM("v_mov_b32 v1, 5", "v_lshlrev_b32 v0, 2, v0", "flat_load_dword v2, v[0:1]",
		     "s_waitcnt vmcnt(0)", "s_endpgm"),
	     2, 64);
	stats = stats_new();
	cu_register_stats(cu, stats, "cu");
	CHECK_EQ(start(), 2);
	drain();
	CHECK_EQ(stats_get(stats, "cu", "instructions"), 10);
	CHECK_EQ(stats_get(stats, "cu", "valu"), 4);
	CHECK_EQ(stats_get(stats, "cu", "vmem"), 2);
	CHECK_EQ(stats_get(stats, "cu", "wavefronts"), 2);
	CHECK_EQ(stats_get(stats, "vmem", "pages"), 2);
	CHECK_EQ(stats_get(stats, "vmem", "bytes"), 512);
	CHECK_EQ(stats_get(stats, "vmem", "resolved_l1_tlb"), 2);
	CHECK_EQ(stats_get(stats, "fetch", "translations"), 2);
	CHECK_EQ(cu_instructions(cu), 10);
	stats_free(stats);
	finish();
}
