/* Memory instructions of a CU, cycle by cycle: coalescing, translation, lines, waits, pressure. */
#include "cu_fixture.h"

/* v1:v0 becomes the address of lane i: DATA + i << shift. */
#define ADDRESS(shift) "v_mov_b32 v1, 5", "v_lshlrev_b32 v0, " #shift ", v0"

TEST(one_load_cold)
{
	simple_machine();
	config.line_bytes = 64;
	run(PROGRAM(ADDRESS(2), "flat_load_dword v2, v[0:1]", "s_waitcnt vmcnt(0)", "s_endpgm"), 1,
	    64);
	/*
	 * 3 and 4 VALU, 5 load, 6 wait; 5 + 4 coalesced, one page: 9 + 10 = 19 translated; four
	 * lines of 64 bytes at 19, 20, 21, 22; the last is there at 42; 43 end.
	 */
	CHECK_EQ(vector_tlb.count, 1);
	CHECK_EQ(vector_tlb.log[0].cycle, 9);
	CHECK_EQ(vector_tlb.log[0].what, DATA >> 12);
	CHECK_EQ(vector_tlb.log[0].who.cu, 3);
	CHECK_EQ(vector_tlb.log[0].who.chiplet, 1);
	CHECK_EQ(vector_tlb.log[0].who.asid, 2);
	CHECK_EQ(vector_tlb.log[0].who.instruction, 3);
	CHECK_EQ(vector_cache.count, 4);
	for (unsigned i = 0; i < 4; i++) {
		CHECK_EQ(vector_cache.log[i].cycle, 19 + i);
		CHECK_EQ(vector_cache.log[i].what, DATA + 64 * i);
		CHECK_EQ(vector_cache.log[i].bytes, 64);
	}
	CHECK_EQ(ended[0], 43);
	CHECK_EQ(memory_done[0], 43);
	CHECK_EQ(cu->vmem.stats.instruction.sum, 42 - 5);
	CHECK_EQ(cu->vmem.stats.resolution.latency.sum, 10);
	CHECK_EQ(cu->vmem.stats.resolution.source[TX_L1_TLB].count, 1);
	/* Idle: 0, 1 fetch, 7..18 translation, 19..41 data; in 2 and 42 what was awaited came. */
	CHECK_EQ(cu->stall[STALL_FETCH], 2);
	CHECK_EQ(cu->stall[STALL_TRANSLATION], 12);
	CHECK_EQ(cu->stall[STALL_DATA], 23);
	CHECK_EQ(cu->stall[STALL_EXECUTION], 2);
	CHECK_EQ(cu->busy_cycles, 5);
	finish();
}

TEST(two_lanes_on_one_page)
{
	simple_machine();
	run(PROGRAM("s_mov_b64 exec, 3", ADDRESS(11), "flat_load_dword v2, v[0:1]",
		    "s_waitcnt vmcnt(0)", "s_endpgm"),
	    1, 64);
	/* Load at 6; one translation at 10, there at 20; lines at 20 and 21; 41, then 42. */
	CHECK_EQ(vector_tlb.count, 1);
	CHECK_EQ(vector_tlb.log[0].cycle, 10);
	CHECK_EQ(vector_cache.count, 2);
	CHECK_EQ(vector_cache.log[0].cycle, 20);
	CHECK_EQ(vector_cache.log[1].cycle, 21);
	CHECK_EQ(vector_cache.log[1].what, DATA + 2048);
	CHECK_EQ(vector_cache.log[1].bytes, 4);
	CHECK_EQ(ended[0], 42);
	finish();
}

/* The lines of one_load_cold, each with a translation of its own. */
TEST(each_line_is_translated)
{
	simple_machine();
	config.line_bytes = 64;
	config.translate_lines = true;
	run(PROGRAM(ADDRESS(2), "flat_load_dword v2, v[0:1]", "s_waitcnt vmcnt(0)", "s_endpgm"), 1,
	    64);
	/* Translations at 9, 10, 11, 12, one a cycle; each line goes when it is translated. */
	CHECK_EQ(vector_tlb.count, 4);
	CHECK_EQ(vector_cache.count, 4);
	for (unsigned i = 0; i < 4; i++) {
		CHECK_EQ(vector_tlb.log[i].cycle, 9 + i);
		CHECK_EQ(vector_tlb.log[i].what, DATA >> 12);
		CHECK_EQ(vector_cache.log[i].cycle, 19 + i);
		CHECK_EQ(vector_cache.log[i].what, DATA + 64 * i);
	}
	CHECK_EQ(cu->vmem.stats.pages, 4);
	CHECK_EQ(cu->vmem.stats.resolution.source[TX_L1_TLB].lanes, 64);
	CHECK_EQ(ended[0], 43);
	finish();
}

static void reorder_machine(unsigned places)
{
	simple_machine();
	config.line_bytes = 64;
	config.translate_lines = true;
	config.vmem_reorder = places;
	vector_cache.first_more = 30;
}

TEST(reorder_buffer_holds_lines_in_order)
{
	reorder_machine(2);
	run(PROGRAM("s_mov_b64 exec, 7", ADDRESS(6), "flat_load_dword v2, v[0:1]",
		    "s_waitcnt vmcnt(0)", "s_endpgm"),
	    1, 64);
	/*
	 * Load at 6; translations at 10 and 11, lines at 20 and 21, answers at 70 and 41. The
	 * second has to wait for the first: the third finds a place at 70, 80, 100; end at 101.
	 */
	CHECK_EQ(vector_tlb.log[1].cycle, 11);
	CHECK_EQ(vector_tlb.log[2].cycle, 70);
	CHECK_EQ(vector_cache.log[2].cycle, 80);
	CHECK_EQ(ended[0], 101);
	finish();
}

/* A refused translation keeps its place and takes no second one. */
TEST(reorder_buffer_and_full_tlb)
{
	reorder_machine(3);
	vector_cache.first_more = 0;
	vector_tlb.room = 1;
	run(PROGRAM("s_mov_b64 exec, 15", ADDRESS(6), "flat_load_dword v2, v[0:1]",
		    "s_waitcnt vmcnt(0)", "s_endpgm"),
	    1, 64);
	/* Translations at 10, 20, 30, lines 10 later, answers at 40, 50, 60: the fourth is sent
	 * when the third is translated and the first answered, both at 40. */
	for (unsigned i = 0; i < 4; i++)
		CHECK_EQ(vector_tlb.log[i].cycle, 10 + 10 * i);
	CHECK_EQ(ended[0], 71);
	finish();
}

/* The line of the second wavefront is there long before that of the first. */
TEST(reorder_buffer_keeps_order_among_wavefronts)
{
	cycle_t first, alone;

	reorder_machine(0);
	run(PROGRAM("s_mov_b64 exec, 1", ADDRESS(6), "flat_load_dword v2, v[0:1]",
		    "s_waitcnt vmcnt(0)", "s_endpgm"),
	    2, 64);
	alone = ended[0];
	finish();
	reorder_machine(8);
	run(PROGRAM("s_mov_b64 exec, 1", ADDRESS(6), "flat_load_dword v2, v[0:1]",
		    "s_waitcnt vmcnt(0)", "s_endpgm"),
	    2, 64);
	first = vector_cache.log[0].cycle + 50;
	CHECK_EQ(vector_cache.count, 2);
	CHECK(alone < first);
	CHECK(ended[0] > first && ended[1] > first);
	finish();
}

static void two_pages(unsigned pages_per_cycle, unsigned lines_per_cycle, cycle_t second_page,
		      cycle_t second_line, cycle_t end)
{
	simple_machine();
	config.coalescer_pages = pages_per_cycle;
	config.coalescer_lines = lines_per_cycle;
	run(PROGRAM("s_mov_b64 exec, 3", ADDRESS(12), "flat_load_dword v2, v[0:1]",
		    "s_waitcnt vmcnt(0)", "s_endpgm"),
	    1, 64);
	CHECK_EQ(vector_tlb.count, 2);
	CHECK_EQ(vector_tlb.log[0].cycle, 10);
	CHECK_EQ(vector_tlb.log[1].cycle, second_page);
	CHECK_EQ(vector_tlb.log[1].what, (DATA >> 12) + 1);
	CHECK_EQ(vector_cache.log[0].cycle, 20);
	CHECK_EQ(vector_cache.log[1].cycle, second_line);
	CHECK_EQ(ended[0], end);
	finish();
}

TEST(two_lanes_on_two_pages)
{
	two_pages(1, 1, 11, 21, 42);
	two_pages(2, 1, 10, 21, 42);
	two_pages(2, 2, 10, 20, 41);
}

TEST(translation_for_nothing)
{
	simple_machine();
	config.translate_free = true;
	run(PROGRAM("s_mov_b64 exec, 3", ADDRESS(12), "flat_load_dword v2, v[0:1]",
		    "s_waitcnt vmcnt(0)", "s_endpgm"),
	    1, 64);
	/* Load at 5 (fetch is one cycle earlier), coalesced at 9, lines at 9 and 10. */
	CHECK_EQ(vector_tlb.count + fetch_tlb.count, 0);
	CHECK_EQ(vector_cache.log[0].cycle, 9);
	CHECK_EQ(vector_cache.log[1].cycle, 10);
	CHECK_EQ(ended[0], 31);
	CHECK_EQ(cu->vmem.stats.resolution.source[TX_IDEAL].count, 2);
	CHECK_EQ(checked, 3);
	finish();
}

TEST(wait_for_the_first_of_two_loads)
{
	simple_machine();
	config.line_bytes = 64;
	run(PROGRAM("s_mov_b64 exec, 1", ADDRESS(2), "flat_load_dword v2, v[0:1]",
		    "flat_load_dword v3, v[0:1] slc", "s_waitcnt vmcnt(1)", "v_mov_b32 v4, v2",
		    "s_waitcnt vmcnt(0)", "s_endpgm"),
	    1, 64);
	/*
	 * Loads at 6 and 7; translations at 10 and 11; lines at 20 and 21; answers at 40 and 41.
	 * The first wait is over at 40: VALU at 41, second wait at 42 has nothing to wait for.
	 */
	CHECK_EQ(vector_cache.log[1].cycle, 21);
	CHECK_EQ(ended[0], 43);
	finish();
}

/* The second load is answered first, but vmcnt counts in order. */
TEST(loads_return_in_order)
{
	simple_machine();
	config.line_bytes = 64;
	run(PROGRAM(ADDRESS(6), "flat_load_dword v2, v[0:1]", "s_mov_b64 exec, 1",
		    "flat_load_dword v3, v[0:1]", "s_waitcnt vmcnt(1)", "s_endpgm"),
	    1, 64);
	/*
	 * First load at 5: 64 lines on one page, translated 9 to 19, sent at 19 to 82, the last
	 * answered at 102. The second at 7: translated at 21, its line sent at 83, answered at 103.
	 */
	CHECK_EQ(vector_cache.count, 65);
	CHECK_EQ(vector_cache.log[63].cycle, 82);
	CHECK_EQ(vector_cache.log[64].cycle, 83);
	CHECK_EQ(ended[0], 103);
	CHECK_EQ(memory_done[0], 103);
	finish();
}

TEST(stores_outlive_their_wavefront)
{
	simple_machine();
	run(PROGRAM(ADDRESS(2), "flat_store_dword v[0:1], v0", "s_waitcnt expcnt(0)", "s_endpgm"),
	    1, 64);
	/* Store at 5: one full line of 256 bytes at 19, which is when its data has left. */
	CHECK_EQ(vector_cache.count, 1);
	CHECK_EQ(vector_cache.log[0].op, MEM_OP_WRITE);
	CHECK_EQ(vector_cache.log[0].bytes, 256);
	CHECK(vector_cache.log[0].full);
	CHECK_EQ(ended[0], 20);
	CHECK_EQ(memory_done[0], 39);
	for (unsigned i = 0; i < 64; i++)
		CHECK_EQ(((uint32_t *)data)[i], 4 * i);
	finish();
}

TEST(no_lanes_no_requests)
{
	simple_machine();
	run(PROGRAM("s_mov_b64 exec, 0", ADDRESS(2), "flat_store_dword v[0:1], v0",
		    "s_waitcnt vmcnt(0) expcnt(0)", "s_endpgm"),
	    1, 64);
	/* Store at 6, through the coalescer at 10, end at 11. */
	CHECK_EQ(vector_tlb.count + vector_cache.count, 0);
	CHECK_EQ(ended[0], 11);
	finish();
}

TEST(full_tlb_and_cache)
{
	simple_machine();
	vector_tlb.room = 1;
	vector_cache.room = 1;
	run(PROGRAM("s_mov_b64 exec, 7", ADDRESS(12), "flat_load_dword v2, v[0:1]",
		    "s_waitcnt vmcnt(0)", "s_endpgm"),
	    1, 64);
	/* One at a time: translations at 10, 20, 30; lines at 20, 40, 60; end at 81. */
	for (unsigned i = 0; i < 3; i++) {
		CHECK_EQ(vector_tlb.log[i].cycle, 10 + 10 * i);
		CHECK_EQ(vector_cache.log[i].cycle, 20 + 20 * i);
	}
	CHECK_EQ(ended[0], 81);
	CHECK_EQ(cu->vmem.stats.tlb_refused, 2);
	CHECK_EQ(cu->vmem.stats.cache_refused, 2);
	finish();
}

TEST(full_memory_pipe)
{
	simple_machine();
	config.vmem_queue = 1;
	run(PROGRAM("s_mov_b64 exec, 1", ADDRESS(2), "flat_load_dword v2, v[0:1]",
		    "flat_load_dword v3, v[0:1]", "s_waitcnt vmcnt(0)", "s_endpgm"),
	    1, 64);
	/* First load 6 to 40; the second issues at 41, is translated at 45, answered at 75. */
	CHECK_EQ(vector_tlb.log[1].cycle, 45);
	CHECK_EQ(ended[0], 76);
	CHECK_EQ(cu->stall[STALL_PIPE], 33); /* 7 to 39 */
	finish();
}

TEST(more_loads_than_vmcnt_counts)
{
	const char *lines[32] = {"s_mov_b64 exec, 1", ADDRESS(2)};

	simple_machine();
	for (unsigned i = 0; i < 16; i++)
		lines[3 + i] = "flat_load_dword v2, v[0:1]";
	lines[19] = "s_endpgm";
	run(lines, 1, 64);
	/* Loads from 6 to 20; the sixteenth when the first is answered at 40: 41, end at 42. */
	CHECK_EQ(vector_tlb.log[14].cycle, 24);
	CHECK_EQ(vector_tlb.log[15].cycle, 45);
	CHECK_EQ(ended[0], 42);
	finish();
}

TEST(scalar_load)
{
	simple_machine();
	config.line_bytes = 64;
	run(PROGRAM("s_mov_b32 s2, 0x1fe0", "s_mov_b32 s3, 5",
		    "s_load_dwordx16 s[16:31], s[2:3], 0x0", "s_load_dword s4, s[2:3], 0x100",
		    "s_waitcnt lgkmcnt(0)", "s_dcache_inv", "s_endpgm"),
	    1, 64);
	/*
	 * Load at 5 of 64 bytes from 0x1fe0: two pages, two lines. Translations at 5 and 6, lines
	 * at 15 and 16. The other at 6: translation at 7, line at 17, there at 37. 38 and 39.
	 */
	CHECK_EQ(scalar_tlb.count, 3);
	CHECK_EQ(scalar_tlb.log[0].cycle, 5);
	CHECK_EQ(scalar_tlb.log[1].cycle, 6);
	CHECK_EQ(scalar_tlb.log[1].what, (DATA >> 12) + 2);
	CHECK_EQ(scalar_tlb.log[2].cycle, 7);
	CHECK_EQ(scalar_cache.log[0].what, DATA + 0x1fe0);
	CHECK_EQ(scalar_cache.log[0].bytes, 32);
	CHECK_EQ(scalar_cache.log[2].cycle, 17);
	CHECK_EQ(ended[0], 39);
	CHECK_EQ(invalidated, 1 << KIND_SCALAR);
	finish();
}

static void lds_reads(unsigned shift, unsigned cycles, unsigned conflicts)
{
	char text[64];

	simple_machine();
	dispatch.lds_bytes = 32768;
	snprintf(text, sizeof(text), "v_lshlrev_b32 v0, %u, v0", shift);
	run(PROGRAM("s_mov_b32 m0, -1", text, "ds_read_b32 v1, v0", "s_waitcnt lgkmcnt(0)",
		    "s_endpgm"),
	    1, 64);
	/* Read at 5, the last cycle of the LDS at 5 + cycles - 1, 16 later it is there. */
	CHECK_EQ(ended[0], 5 + cycles - 1 + 16 + 1);
	CHECK_EQ(cu->lds.busy_cycles, cycles);
	CHECK_EQ(cu->lds.conflict_cycles, conflicts);
	CHECK_EQ(cu->stall[STALL_LDS], ended[0] - 1 - 7);
	finish();
}

TEST(lds_bank_conflicts)
{
	lds_reads(2, 2, 0);   /* 32 lanes at a time on 32 banks */
	lds_reads(3, 4, 2);   /* every other bank: two lanes each */
	lds_reads(7, 64, 62); /* all on bank 0 */
	lds_reads(9, 64, 62); /* likewise, over 32 KB */
}

TEST(lds_shares_a_dword)
{
	struct lds_config lds = {65536, 256, 32, 16, 32};
	struct step step = {.width = 4, .space = SPACE_LDS, .direction = MEM_READ};
	unsigned conflicts;

	for (unsigned i = 0; i < 64; i++)
		step.addr[i] = 128;
	CHECK_EQ(lds_cycles(&lds, &step, UINT64_MAX, &conflicts), 2);
	step.direction = MEM_ATOMIC;
	CHECK_EQ(lds_cycles(&lds, &step, UINT64_MAX, &conflicts), 64);
	step.direction = MEM_READ;
	/* 8 bytes a lane: 16 lanes at a time. */
	step.width = 8;
	for (unsigned i = 0; i < 64; i++)
		step.addr[i] = 8 * i;
	CHECK_EQ(lds_cycles(&lds, &step, UINT64_MAX, &conflicts), 4);
	CHECK_EQ(conflicts, 0);
	/* Lanes 16 on only. */
	CHECK_EQ(lds_cycles(&lds, &step, ~UINT64_C(0xffff), &conflicts), 3);
	step.width = 16;
	for (unsigned i = 0; i < 64; i++)
		step.addr[i] = 16 * i;
	CHECK_EQ(lds_cycles(&lds, &step, UINT64_MAX, &conflicts), 8);
	/* Permutes use the crossbar only. */
	CHECK_EQ(lds_cycles(&lds, &step, 0, &conflicts), 2);
}

/* A flat instruction whose lanes go both ways counts in both counters. */
TEST(flat_and_lds_lanes_apart)
{
	simple_machine();
	dispatch.lds_bytes = 1024;
	/* Odd lanes at DATA + 4 * i, even ones in the LDS (aperture 0x10000) at 4 * i. */
	run(PROGRAM("v_lshlrev_b32 v0, 2, v0", "v_mov_b32 v2, 5", "s_mov_b32 vcc_lo, 0x55555555",
		    "s_mov_b32 vcc_hi, vcc_lo", "v_mov_b32 v3, 0x10000",
		    "v_cndmask_b32 v1, v2, v3, vcc", "flat_load_dword v2, v[0:1]",
		    "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_endpgm"),
	    1, 64);
	/* Load at 9: LDS in two passes, there at 10 + 16 = 26; memory: 13, 23, 43; end at 44. */
	CHECK_EQ(cu->lds.accesses, 1);
	CHECK_EQ(cu->lds.busy_cycles, 2);
	CHECK_EQ(vector_cache.count, 1);
	CHECK_EQ(vector_cache.log[0].what, DATA + 4);
	CHECK_EQ(vector_cache.log[0].bytes, 128);
	CHECK_EQ(ended[0], 44);
	finish();
}
