/* Launches of hand-written machine code: barriers, limits, faults, what step reports. */
#include "harness.h"

#include <stdlib.h>

#include "assemble.h"
#include "driver/process/emulator.h"
#include "launch/dispatch.h"

enum { MAX_LINES = 32 };

static struct workload workload = {.name = "test"};
static struct kernel kernel;
static struct code_object co;
static uint8_t image[MAX_LINES * 12];

/* Makes `lines` the only kernel: v0 the work-item id, s0 the workgroup id. */
static struct emulator *make(const char *const *lines)
{
	struct encoding encodings[MAX_LINES];
	size_t count = 0, bytes = 0;

	while (lines[count])
		count++;
	if (!assemble(lines, count, encodings))
		FAIL("llvm-mc is needed");
	memset(image, 0, sizeof(image));
	for (size_t i = 0; i < count; i++) {
		if (!encodings[i].size)
			FAIL("LLVM does not assemble '%s'", lines[i]);
		memcpy(image + bytes, encodings[i].bytes, encodings[i].size);
		bytes += encodings[i].size;
	}
	kernel =
		(struct kernel){.name = (char *)"k", .rsrc2 = 1 << 7, .vgprs = 8, .lds_bytes = 256};
	co = (struct code_object){.abi_version = 4,
				  .image = image,
				  .image_bytes = bytes,
				  .kernels = &kernel,
				  .kernel_count = 1};
	return emulator_new(&co);
}

static bool run(struct emulator *e, uint32_t grid, struct error *err)
{
	struct app *app = app_new(&workload, SIZE_TINY);
	struct launch l;
	bool ok;

	launch_1d(&l, "k", grid, grid < 256 ? grid : 256);
	ok = emulator_launch(e, app, &l, err);
	app_free(app);
	return ok;
}

TEST(every_wavefront_runs)
{
	static const char *const lines[] = {"v_mov_b32 v1, v0", "s_endpgm", NULL};
	struct emulator *e = make(lines);
	struct error err;

	CHECK(run(e, 1000, &err));
	/* 1000 work-items in workgroups of 256: 4 + 4 + 4 + 4 wavefronts, the last with 40 lanes.
	 */
	CHECK_EQ(emulator_stats(e)->workgroups, 4);
	CHECK_EQ(emulator_stats(e)->wavefronts, 16);
	CHECK_EQ(emulator_stats(e)->instructions, 32);
	CHECK_EQ(emulator_stats(e)->by_class[CLASS_VALU], 16);
	emulator_free(e);
}

TEST(barrier_orders_lds_between_wavefronts)
{
	/* Wavefront 0 reads what wavefront 3 wrote before the barrier; if it is not there, it
	 * traps. */
	static const char *const lines[] = {"s_mov_b32 m0, -1",
					    "v_lshlrev_b32 v1, 2, v0",
					    "v_and_b32 v1, 0xfc, v1",
					    "v_cmp_lt_u32 vcc, 0xbf, v0",
					    "s_and_saveexec_b64 s[2:3], vcc",
					    "ds_write_b32 v1, v0",
					    "s_mov_b64 exec, s[2:3]",
					    "s_barrier",
					    "ds_read_b32 v2, v1",
					    "v_and_b32 v3, 63, v0",
					    "v_add_u32 v3, vcc, 0xc0, v3",
					    "v_cmp_ne_u32 vcc, v2, v3",
					    "s_cbranch_vccz 1",
					    "s_trap 2",
					    "s_endpgm",
					    NULL};
	struct emulator *e = make(lines);
	struct error err = {0};

	if (!run(e, 256, &err))
		FAIL("%s", err.text);
	CHECK_EQ(emulator_stats(e)->by_class[CLASS_BARRIER], 4);
	emulator_free(e);
}

TEST(barrier_that_cannot_be_met_is_reported)
{
	static const char *const lines[] = {"v_readfirstlane_b32 s1, v0",
					    "s_cmp_lt_u32 s1, 64",
					    "s_cbranch_scc0 1",
					    "s_barrier",
					    "s_endpgm",
					    NULL};
	struct emulator *e = make(lines);
	struct error err = {0};

	CHECK(!run(e, 128, &err));
	CHECK_EQ(err.exit_status, 1);
	CHECK_CONTAINS(err.text, "barrier can never be met");
	CHECK_CONTAINS(err.text, "s_barrier");
	CHECK_CONTAINS(err.text, "wavefront 1 ended");
	emulator_options(e)->hardware_barriers = true;
	CHECK(run(e, 128, &err));
	emulator_free(e);
}

TEST(endless_loop_is_reported)
{
	static const char *const lines[] = {"s_nop 0", "s_branch -2", "s_endpgm", NULL};
	struct emulator *e = make(lines);
	struct error err = {0};

	emulator_options(e)->wavefront_limit = 12345;
	CHECK(!run(e, 64, &err));
	CHECK_EQ(err.exit_status, 1);
	CHECK_CONTAINS(err.text, "after 12345 instructions");
	CHECK_CONTAINS(err.text, "kernel 'k'");
	emulator_free(e);
}

TEST(limit_does_not_hit_a_wavefront_that_just_makes_it)
{
	static const char *const lines[] = {"s_nop 0", "s_nop 0", "s_endpgm", NULL};
	struct emulator *e = make(lines);
	struct error err = {0};

	emulator_options(e)->wavefront_limit = 3;
	CHECK(run(e, 64, &err));
	emulator_options(e)->wavefront_limit = 2;
	CHECK(!run(e, 64, &err));
	emulator_free(e);
}

TEST(unmapped_address_names_everything)
{
	static const char *const lines[] = {"v_mov_b32 v3, 0",
					    "v_mov_b32 v2, v0",
					    "s_mov_b64 exec, 0xf0",
					    "flat_load_dword v1, v[2:3]",
					    "s_endpgm",
					    NULL};
	struct emulator *e = make(lines);
	struct error err = {0};

	CHECK(!run(e, 128, &err));
	CHECK_EQ(err.exit_status, 1);
	CHECK_CONTAINS(err.text, "kernel 'k'");
	CHECK_CONTAINS(err.text, "flat_load_dword v1, v[2:3]");
	CHECK_CONTAINS(err.text, "workgroup (0,0,0), wavefront 0");
	CHECK_CONTAINS(err.text, "lane 4 reads 4 bytes at unmapped address 0x4");
	CHECK_CONTAINS(err.text, "bytes before the code object");
	emulator_free(e);
}

TEST(wrong_code_is_reported)
{
	static const char *const past_the_end[] = {"s_nop 0", NULL};
	static const char *const undeclared[] = {"v_mov_b32 v8, 0", "s_endpgm", NULL};
	static const char *const unimplemented[] = {"s_rfe_b64 s[0:1]", "s_endpgm", NULL};
	static const char *const trap[] = {"s_trap 3", NULL};
	static const struct {
		const char *const *lines;
		const char *part;
	} cases[] = {{past_the_end, "left the code object"},
		     {undeclared, "register 8"},
		     {unimplemented, "(s_rfe_b64 s[0:1])"},
		     {trap, "s_trap 3"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct emulator *e = make(cases[i].lines);
		struct error err = {0};

		CHECK(!run(e, 64, &err));
		CHECK_EQ(err.exit_status, 1);
		CHECK_CONTAINS(err.text, cases[i].part);
		emulator_free(e);
	}
}

TEST(illegal_words_are_reported)
{
	static const char *const lines[] = {"s_nop 0", "s_endpgm", NULL};
	struct emulator *e = make(lines);
	struct error err = {0};

	memset(image, 0xff, 4);
	CHECK(!run(e, 64, &err));
	CHECK_CONTAINS(err.text, "no gfx803 instruction");
	emulator_free(e);
}

TEST(code_that_goes_far_away)
{
	static const char *const lines[] = {"s_mov_b32 s2, 0", "s_mov_b32 s3, 0x7fffffff",
					    "s_setpc_b64 s[2:3]", "s_endpgm", NULL};
	struct emulator *e = make(lines);
	struct error err = {0};

	CHECK(!run(e, 64, &err));
	CHECK_CONTAINS(err.text, "execution left the code object");
	emulator_free(e);
}

TEST(unknown_kernel_is_bad_input)
{
	static const char *const lines[] = {"s_endpgm", NULL};
	struct emulator *e = make(lines);
	struct app *app = app_new(&workload, SIZE_TINY);
	struct error err = {0};
	struct launch l;

	launch_1d(&l, "kk", 64, 64);
	CHECK(!emulator_launch(e, app, &l, &err));
	CHECK_EQ(err.exit_status, 2);
	CHECK_CONTAINS(err.text, "'kk'");
	CHECK_CONTAINS(err.text, "'k'");
	app_free(app);
	emulator_free(e);
}

/* Workgroup 0 waits for what the last of them, which begins later, writes to memory. */
TEST(a_workgroup_waits_for_a_later_one)
{
	enum { GROUPS = 100 };
	static const char *const lines[] = {
		"v_mov_b32 v2, 0",
		"v_mov_b32 v3, 16",
		"s_cmp_eq_u32 s0, 99",
		"s_cbranch_scc1 7",
		"s_cmp_eq_u32 s0, 0",
		"s_cbranch_scc0 8",
		"flat_load_dword v4, v[2:3] glc",
		"v_cmp_eq_u32 vcc, 0, v4",
		"s_cbranch_vccnz -4",
		"s_branch 3",
		"v_mov_b32 v4, 7",
		"flat_store_dword v[2:3], v4",
		"s_endpgm",
		NULL,
	};

	for (unsigned threads = 1; threads <= 3; threads += 2) {
		struct emulator *e = make(lines);
		struct app *app = app_new(&workload, SIZE_TINY);
		struct buffer *b = app_buffer(app, "flag", 4);
		struct launch l;
		struct error err = {0};

		kernel.private_bytes = 64;
		emulator_options(e)->threads = threads;
		launch_1d(&l, "k", GROUPS * 256, 256);
		if (!emulator_launch(e, app, &l, &err))
			FAIL("%s", err.text);
		CHECK_EQ(*(uint32_t *)b->host, 7);
		CHECK_EQ(emulator_stats(e)->workgroups, GROUPS);
		CHECK_EQ(emulator_stats(e)->wavefronts, 4 * GROUPS);
		app_free(app);
		emulator_free(e);
	}
}

/* Each writes down when it begins and when it ends: barriers alone are no reason to begin another.
 */
TEST(workgroups_with_barriers_run_one_after_the_other)
{
	enum { GROUPS = 4 };
	static const char *const lines[] = {
		"s_mov_b64 exec, 1",
		"v_mov_b32 v2, 0",
		"v_mov_b32 v3, 16",
		"v_mov_b32 v5, 1",
		"v_mov_b32 v7, 16",
		"s_lshl_b32 s0, s0, 1",
		"flat_atomic_add v4, v[2:3], v5 glc",
		"v_lshlrev_b32 v4, 2, v4",
		"v_add_u32 v6, vcc, 4, v4",
		"v_mov_b32 v1, s0",
		"flat_store_dword v[6:7], v1",
		"s_mov_b32 s1, 100",
		"s_barrier",
		"s_sub_u32 s1, s1, 1",
		"s_cmp_lg_u32 s1, 0",
		"s_cbranch_scc1 -4",
		"flat_atomic_add v4, v[2:3], v5 glc",
		"v_lshlrev_b32 v4, 2, v4",
		"v_add_u32 v6, vcc, 4, v4",
		"v_add_u32 v1, vcc, 1, v1",
		"flat_store_dword v[6:7], v1",
		"s_endpgm",
		NULL,
	};
	struct emulator *e = make(lines);
	struct app *app = app_new(&workload, SIZE_TINY);
	struct buffer *b = app_buffer(app, "order", 4 + 2 * GROUPS * 4);
	struct launch l;
	struct error err = {0};

	launch_1d(&l, "k", GROUPS * 64, 64);
	if (!emulator_launch(e, app, &l, &err))
		FAIL("%s", err.text);
	for (uint32_t i = 0; i < 2 * GROUPS; i++)
		CHECK_EQ(((uint32_t *)b->host)[1 + i], i);
	app_free(app);
	emulator_free(e);
}

static uint32_t called_with;

/* Places a buffer at an address of its own; "gone" says that nobody is there. */
static bool called(struct app *app, uint32_t what)
{
	static uint32_t memory[16];

	called_with = what;
	memory[0] = 42;
	if (what == 1)
		app_place(app, "placed", UINT64_C(0x1000200000), sizeof(memory), sizeof(memory),
			  memory);
	return what != 2;
}

/* A wavefront interrupts the host, then reads what the host has put where nothing was. */
TEST(interrupts_reach_the_host)
{
	static const struct workload answering = {.name = "test", .called = called};
	static const char *const lines[] = {
		"s_mov_b32 m0, 1",
		"s_sendmsg sendmsg(MSG_INTERRUPT)",
		"v_mov_b32 v2, 0x200000",
		"v_mov_b32 v3, 16",
		"flat_load_dword v4, v[2:3]",
		"v_cmp_ne_u32 vcc, 42, v4",
		"s_cbranch_vccz 1",
		"s_trap 2",
		"s_endpgm",
		NULL,
	};
	static const char *const unheard[] = {"s_mov_b32 m0, 2", "s_sendmsg sendmsg(MSG_INTERRUPT)",
					      "s_endpgm", NULL};
	struct emulator *e = make(lines);
	struct app *app = app_new(&answering, SIZE_TINY);
	struct error err = {0};
	struct launch l;

	launch_1d(&l, "k", 64, 64);
	if (!emulator_launch(e, app, &l, &err))
		FAIL("%s", err.text);
	CHECK_EQ(called_with, 1);
	emulator_free(e);
	e = make(unheard);
	CHECK(!emulator_launch(e, app, &l, &err));
	CHECK_EQ(err.exit_status, 1);
	CHECK_CONTAINS(err.text, "none is there to answer");
	CHECK_CONTAINS(err.text, "s_sendmsg");
	app_free(app);
	/* Who does not listen does not mind. */
	CHECK(run(e, 64, &err));
	emulator_free(e);
}

/* Every workgroup writes its number; which threads did it cannot be seen. */
TEST(threads_give_the_same_results)
{
	enum { GROUPS = 500, ITEMS = 64 };
	static const char *const lines[] = {
		"v_mov_b32 v1, 0",
		"s_mul_i32 s1, s0, 256",
		"v_lshlrev_b32 v2, 2, v0",
		"v_add_u32 v2, vcc, s1, v2",
		"v_mov_b32 v3, 16",
		"v_mov_b32 v4, s0",
		"flat_store_dword v[2:3], v4",
		"s_endpgm",
		NULL,
	};

	for (unsigned threads = 1; threads <= 4; threads++) {
		struct emulator *e = make(lines);
		struct app *app = app_new(&workload, SIZE_TINY);
		struct buffer *b = app_buffer(app, "out", GROUPS * ITEMS * 4);
		struct launch l;
		struct error err;

		emulator_options(e)->threads = threads;
		launch_1d(&l, "k", GROUPS * ITEMS, ITEMS);
		CHECK(emulator_launch(e, app, &l, &err) && emulator_launch(e, app, &l, &err));
		for (uint32_t i = 0; i < GROUPS * ITEMS; i++)
			CHECK_EQ(((uint32_t *)b->host)[i], i / ITEMS);
		CHECK_EQ(emulator_stats(e)->workgroups, 2 * GROUPS);
		CHECK_EQ(emulator_stats(e)->instructions, 2 * GROUPS * 8);
		app_free(app);
		emulator_free(e);
	}
}

/* Of many workgroups that go wrong the first is named. */
TEST(threads_name_the_first_fault)
{
	static const char *const lines[] = {"s_cmp_lt_u32 s0, 37", "s_cbranch_scc1 1", "s_trap 2",
					    "s_endpgm", NULL};
	struct emulator *e = make(lines);
	struct error err;

	emulator_options(e)->threads = 4;
	for (int i = 0; i < 20; i++) {
		CHECK(!run(e, 256 * 200, &err));
		CHECK_CONTAINS(err.text, "workgroup (37,0,0)");
	}
	emulator_free(e);
}
