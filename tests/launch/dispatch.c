/* A launch in the terms of the HSA ABI: packet, arguments, registers, partial workgroups. */
#include "harness.h"

#include <stdlib.h>

#include "launch/dispatch.h"

static struct kernel_arg args[] = {
	{"a", "float*", ARG_GLOBAL_BUFFER, 0, 8, .is_const = false},
	{"l", "float*", ARG_DYNAMIC_SHARED, 8, 4, .is_const = false},
	{"n", "int", ARG_BY_VALUE, 12, 4, .is_const = false},
	{"m", "float*", ARG_DYNAMIC_SHARED, 16, 4, .is_const = false},
	{"", "", ARG_HIDDEN_GLOBAL_OFFSET_X, 24, 8, .is_const = false},
	{"", "", ARG_HIDDEN_GLOBAL_OFFSET_Y, 32, 8, .is_const = false},
	{"", "", ARG_HIDDEN_NONE, 40, 8, .is_const = false},
	{"", "", ARG_HIDDEN_REMAINDER_X, 48, 2, .is_const = false},
	{"", "", ARG_HIDDEN_BLOCK_COUNT_X, 52, 4, .is_const = false},
};

static struct kernel kernel = {
	.name = (char *)"k",
	.entry = 0x40,
	.descriptor = 0x10,
	.rsrc1 = 0xc0 << 12 | 1 << 21 | 1 << 23,
	.rsrc2 = 1 | 8 << 1 | 7 << 7 |
		 2 << 11, /* scratch, 8 user SGPRs, group ids x y z, item ids x y z */
	.properties = KERNEL_PRIVATE_SEGMENT_BUFFER | KERNEL_DISPATCH_PTR | KERNEL_KERNARG_PTR,
	.vgprs = 4,
	.sgprs = 16,
	.lds_bytes = 100,
	.private_bytes = 8,
	.kernarg_bytes = 56,
	.max_workgroup_size = 256,
	.args = args,
	.arg_count = sizeof(args) / sizeof(*args),
};

static struct program program = {.base = ADDRESS_CODE, .bytes = 4096};
static struct memory memory;
static struct runtime_area area;
static struct buffer buffer = {.name = "a", .address = 0x1234500000, .bytes = 64};
static _Alignas(64) uint32_t registers[5 * WAVE_LANES];

static void describe(struct launch *l)
{
	static const uint32_t grid[3] = {20, 5, 2}, workgroup[3] = {16, 4, 1};

	launch_3d(l, "k", grid, workgroup);
	launch_buffer(l, &buffer);
	launch_local(l, 40);
	launch_i32(l, -7);
	launch_local(l, 4);
	l->offset[0] = 11;
	l->offset[1] = 22;
}

static uint64_t kernarg(size_t offset, size_t bytes)
{
	uint64_t value = 0;

	memcpy(&value, area.kernarg + offset, bytes);
	return value;
}

TEST(arguments_follow_the_metadata)
{
	struct launch l;
	struct dispatch d;
	struct error err;

	describe(&l);
	CHECK(dispatch_init(&d, &kernel, &l, &program, &memory, &area, &err));
	CHECK_EQ(kernarg(0, 8), 0x1234500000);
	CHECK_EQ(kernarg(8, 4), 112); /* 100 bytes of static LDS, rounded up to 16 */
	CHECK_EQ(kernarg(12, 4), 0xfffffff9);
	CHECK_EQ(kernarg(16, 4), 160); /* 112 + 40, rounded up */
	CHECK_EQ(kernarg(24, 8), 11);
	CHECK_EQ(kernarg(32, 8), 22);
	CHECK_EQ(kernarg(48, 2), 4);
	CHECK_EQ(kernarg(52, 4), 1);
	CHECK_EQ(d.lds_bytes, 164);
	CHECK_EQ(dispatch_group_count(&d), 2 * 2 * 2);
}

TEST(packet_is_what_compiled_code_reads)
{
	struct launch l;
	struct dispatch d;
	struct error err;
	uint16_t halves[3];
	uint32_t words[3];

	describe(&l);
	CHECK(dispatch_init(&d, &kernel, &l, &program, &memory, &area, &err));
	memcpy(halves, area.packet + 4, 6);
	memcpy(words, area.packet + 12, 12);
	CHECK(halves[0] == 16 && halves[1] == 4 && halves[2] == 1);
	CHECK(words[0] == 20 && words[1] == 5 && words[2] == 2);
	memcpy(words, area.queue + 0x40, 8);
	CHECK_EQ(words[0], APERTURE_LDS_HI);
	CHECK_EQ(words[1], APERTURE_PRIVATE_HI);
}

TEST(partial_workgroups_have_fewer_lanes)
{
	struct launch l;
	struct dispatch d;
	struct error err;
	struct workgroup group;
	static struct wavefront w;

	describe(&l);
	CHECK(dispatch_init(&d, &kernel, &l, &program, &memory, &area, &err));
	CHECK_EQ(dispatch_workgroup(&d, 0, &group), 1);
	CHECK_EQ(dispatch_workgroup(&d, 7, &group), 1);
	CHECK(group.id[0] == 1 && group.id[1] == 1 && group.id[2] == 1);
	w.v = registers;
	dispatch_wavefront(&d, &group, 0, 3, &w);
	/* The last group has 4 x 1 x 1 work-items. */
	CHECK_EQ(wave_exec(&w), 0xf);
	CHECK_EQ(wave_vgpr(&w, 0)[3], 3);
	CHECK_EQ(wave_vgpr(&w, 1)[3], 0);

	dispatch_workgroup(&d, 0, &group);
	dispatch_wavefront(&d, &group, 0, 0, &w);
	CHECK_EQ(wave_exec(&w), UINT64_MAX);
	CHECK_EQ(wave_vgpr(&w, 0)[35], 3);
	CHECK_EQ(wave_vgpr(&w, 1)[35], 2);
}

TEST(scalar_registers_in_the_order_of_the_abi)
{
	struct launch l;
	struct dispatch d;
	struct error err;
	struct workgroup group;
	static struct wavefront w;

	describe(&l);
	CHECK(dispatch_init(&d, &kernel, &l, &program, &memory, &area, &err));
	dispatch_workgroup(&d, 1 + 2 * 2, &group);
	w.v = registers;
	dispatch_wavefront(&d, &group, 0, 3, &w);
	CHECK_EQ(w.s[0], (uint32_t)ADDRESS_SCRATCH);
	CHECK_EQ(w.s[1], ADDRESS_SCRATCH >> 32 | 1u << 31);
	CHECK_EQ(wave_s64(&w, 4), ADDRESS_RUNTIME); /* dispatch packet */
	CHECK_EQ(wave_s64(&w, 6), ADDRESS_RUNTIME + offsetof(struct runtime_area, kernarg));
	CHECK_EQ(w.s[8], 1); /* workgroup id */
	CHECK_EQ(w.s[9], 0);
	CHECK_EQ(w.s[10], 1);
	CHECK_EQ(w.s[11], 3 * 8 * 64); /* scratch offset of the wavefront in slot 3 */
	CHECK_EQ(w.scratch_base, ADDRESS_SCRATCH + 3 * 8 * 64);
	CHECK_EQ(w.pc, ADDRESS_CODE + 0x40);
	CHECK_EQ(w.mode, 0x3c0);
	CHECK(!w.env.fp.denorm32_in && w.env.fp.denorm64_out && w.env.fp.ieee);
}

static void check_refused(const struct launch *l, const char *part)
{
	struct dispatch d;
	struct error err = {0};

	CHECK(!dispatch_init(&d, &kernel, l, &program, &memory, &area, &err));
	CHECK_EQ(err.exit_status, 2);
	CHECK_CONTAINS(err.text, part);
}

TEST(impossible_launches_are_refused)
{
	struct launch l;

	describe(&l);
	l.workgroup[0] = 0;
	check_refused(&l, "at least 1");
	describe(&l);
	l.dims = 4;
	check_refused(&l, "1 to 3 dimensions, not 4");
	describe(&l);
	l.grid[0] = l.grid[1] = 1u << 31;
	l.grid[2] = 4;
	l.workgroup[0] = l.workgroup[1] = l.workgroup[2] = 1;
	check_refused(&l, "more workgroups than can be run");
	describe(&l);
	l.workgroup[0] = 128;
	check_refused(&l, "at most 256");
	describe(&l);
	l.arg_count = 3;
	check_refused(&l, "takes 4 arguments, 3 given");
	describe(&l);
	l.args[0].kind = LAUNCH_VALUE;
	check_refused(&l, "argument 1 'a' is a buffer, but a value was given");
	describe(&l);
	l.args[2].bytes = 8;
	check_refused(&l, "argument 3 'n' has 4 bytes, but 8 were given");
	describe(&l);
	l.args[1].bytes = 65536;
	check_refused(&l, "LDS");
	describe(&l);
	l.args[1].bytes = UINT32_MAX;
	check_refused(&l, "LDS");
	kernel.required_workgroup[0] = 64;
	kernel.required_workgroup[1] = kernel.required_workgroup[2] = 1;
	describe(&l);
	check_refused(&l, "requires 64 x 1 x 1");
	memset(kernel.required_workgroup, 0, sizeof(kernel.required_workgroup));
}
