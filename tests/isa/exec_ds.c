/* DS instructions: LDS accesses of each width, atomics, bounds, and the permutes between lanes. */
#include "wave_fixture.h"

/* Lane i's LDS offset: base + i * stride. */
static void set_offsets(unsigned reg, uint32_t base, uint32_t stride)
{
	for (unsigned i = 0; i < WAVE_LANES; i++)
		v(reg)[i] = base + i * stride;
}

static struct inst ds(enum opcode op, int dst, int data0, int data1, int32_t offset,
		      int32_t offset1)
{
	struct inst in = vector_inst(op, dst, 0, data0, data1);

	in.imm = offset;
	in.imm2 = offset1;
	return in;
}

TEST(reads_of_each_width)
{
	start();
	set_offsets(0, 0x7f, 2);
	run(ds(OP_DS_READ_U8, 4, -1, -1, 2, 0));
	check_step(1, MEM_READ, SPACE_LDS, true, ALL);
	CHECK_EQ(step.addr[0], 0x81);
	CHECK_EQ(v(4)[0], 0x81);
	run(ds(OP_DS_READ_I8, 4, -1, -1, 2, 0));
	CHECK_EQ(v(4)[0], 0xffffff81);
	run(ds(OP_DS_READ_U16, 4, -1, -1, 0, 0));
	CHECK_EQ(v(4)[0], 0x807f);
	run(ds(OP_DS_READ_I16, 4, -1, -1, 0, 0));
	CHECK_EQ(v(4)[0], 0xffff807f);
	run(ds(OP_DS_READ_B32, 4, -1, -1, 1, 0));
	CHECK_EQ(v(4)[1], 0x85848382);
	set_offsets(0, 0, 8);
	run(ds(OP_DS_READ_B64, 4, -1, -1, 8, 0));
	check_step(8, MEM_READ, SPACE_LDS, true, ALL);
	CHECK_EQ(v(5)[1], 0x17161514);
	run(ds(OP_DS_READ_B96, 4, -1, -1, 0, 0));
	CHECK_EQ(v(6)[1], 0x13121110);
	run(ds(OP_DS_READ_B128, 0, -1, -1, 0, 0)); /* over its own address */
	check_step(16, MEM_READ, SPACE_LDS, true, ALL);
	CHECK_EQ(v(0)[1], 0x0b0a0908);
	CHECK_EQ(v(3)[1], 0x17161514);
}

TEST(writes_of_each_width)
{
	start();
	set_offsets(0, 0, 16);
	for (unsigned k = 0; k < 4; k++)
		for (unsigned i = 0; i < WAVE_LANES; i++)
			v(4 + k)[i] = 0xa0b0c000 + 0x100 * k + i;
	run(ds(OP_DS_WRITE_B8, -1, 4, -1, 0, 0));
	check_step(1, MEM_WRITE, SPACE_LDS, false, ALL);
	CHECK_EQ(word_at(lds + 16), 0x13121101);
	run(ds(OP_DS_WRITE_B16, -1, 5, -1, 2, 0));
	CHECK_EQ(word_at(lds + 16), 0xc1011101);
	run(ds(OP_DS_WRITE_B32, -1, 4, -1, 4, 0));
	CHECK_EQ(word_at(lds + 16 * 63 + 4), 0xa0b0c03f);
	run(ds(OP_DS_WRITE_B64, -1, 4, -1, 0, 0));
	CHECK_EQ(word_at(lds + 16 + 4), 0xa0b0c101);
	run(ds(OP_DS_WRITE_B96, -1, 4, -1, 0, 0));
	CHECK_EQ(word_at(lds + 16 + 8), 0xa0b0c201);
	CHECK_EQ(lds[16 + 12], 0x1c);
	run(ds(OP_DS_WRITE_B128, -1, 4, -1, 0, 0));
	CHECK_EQ(word_at(lds + 16 + 12), 0xa0b0c301);
}

TEST(two_addresses)
{
	start();
	set_offsets(0, 0, 4);
	run(ds(OP_DS_READ2_B32, 4, -1, -1, 1, 3));
	check_step(4, MEM_READ, SPACE_LDS, true, ALL);
	CHECK(step.two);
	CHECK_EQ(step.addr[2], 12);
	CHECK_EQ(step.addr2[2], 20);
	CHECK_EQ(v(4)[2], 0x0f0e0d0c);
	CHECK_EQ(v(5)[2], 0x17161514);
	run(ds(OP_DS_READ2ST64_B32, 4, -1, -1, 0, 2));
	CHECK_EQ(step.addr2[1], 4 + 512);
	CHECK_EQ(v(5)[1], 0x07060504);
	run(ds(OP_DS_READ2_B64, 4, -1, -1, 0, 1));
	check_step(8, MEM_READ, SPACE_LDS, true, ALL);
	CHECK_EQ(v(4)[1], 0x07060504);
	CHECK_EQ(v(5)[1], 0x0b0a0908);
	CHECK_EQ(v(6)[1], 0x0f0e0d0c);
	CHECK_EQ(v(7)[1], 0x13121110);
	run(ds(OP_DS_READ2ST64_B64, 4, -1, -1, 1, 0));
	CHECK_EQ(step.addr[0], 512);
	for (unsigned i = 0; i < WAVE_LANES; i++) {
		v(8)[i] = 0x100 + i;
		v(9)[i] = 0x200 + i;
	}
	run(ds(OP_DS_WRITE2_B32, -1, 8, 9, 0, 64));
	check_step(4, MEM_WRITE, SPACE_LDS, false, ALL);
	CHECK_EQ(word_at(lds + 4 * 63), 0x13f);
	CHECK_EQ(word_at(lds + 4 * 63 + 256), 0x23f);
	run(ds(OP_DS_WRITE2ST64_B32, -1, 9, 8, 0, 1));
	CHECK_EQ(word_at(lds + 4 * 63), 0x23f);
	CHECK_EQ(word_at(lds + 4 * 63 + 256), 0x13f);
	set_offsets(0, 0, 8);
	run(ds(OP_DS_WRITE2_B64, -1, 8, 8, 0, 64));
	CHECK_EQ(word_at(lds + 8 * 5 + 4), 0x205);
	CHECK_EQ(word_at(lds + 512 + 8 * 5), 0x105);
}

TEST(exec_masks_lds)
{
	start();
	set_offsets(0, 0x80000000, 4); /* far outside, but not active */
	v(0)[5] = 8;
	wave_set_s64(w, SREG_EXEC, 1 << 5);
	v(4)[4] = 1;
	run(ds(OP_DS_READ_B32, 4, -1, -1, 0, 0));
	check_step(4, MEM_READ, SPACE_LDS, true, 1 << 5);
	CHECK_EQ(v(4)[5], 0x0b0a0908);
	CHECK_EQ(v(4)[4], 1);
	wave_set_s64(w, SREG_EXEC, 0);
	run(ds(OP_DS_WRITE_B32, -1, 4, -1, 0, 0));
	check_step(4, MEM_WRITE, SPACE_LDS, false, 0);
	run(ds(OP_DS_ADD_RTN_U32, 4, 4, -1, 0, 0));
	check_step(4, MEM_ATOMIC, SPACE_LDS, true, 0);
	run(ds(OP_DS_APPEND, 4, -1, -1, 0, 0));
	check_step(4, MEM_ATOMIC, SPACE_LDS, true, 0);
}

TEST(lds_bounds)
{
	start();
	set_offsets(0, 0, 4);
	v(0)[9] = LDS_BYTES - 3;
	run(ds(OP_DS_READ_B32, 4, -1, -1, 0, 0));
	check_fault(FAULT_LDS_BOUNDS, 9, LDS_BYTES - 3, 4, false);
	v(0)[9] = LDS_BYTES - 4;
	run(ds(OP_DS_READ_B32, 4, -1, -1, 0, 0));
	CHECK_EQ(w->fault.kind, FAULT_NONE);
	CHECK_EQ(v(4)[9], 0xfffefdfc);
	run(ds(OP_DS_WRITE_B64, -1, 4, -1, 0, 0));
	check_fault(FAULT_LDS_BOUNDS, 9, LDS_BYTES - 4, 8, true);
	v(0)[9] = 0xfffffffc; /* the sum with the offset wraps */
	run(ds(OP_DS_READ_B32, 4, -1, -1, 8, 0));
	CHECK_EQ(v(4)[9], 0x07060504);
	v(0)[9] = 2;
	run(ds(OP_DS_ADD_U32, -1, 4, -1, 0, 0));
	check_fault(FAULT_MISALIGNED, 9, 2, 4, true);
	group.lds_bytes = 0;
	run(ds(OP_DS_READ_U8, 4, -1, -1, 0, 0));
	check_fault(FAULT_LDS_BOUNDS, 0, 0, 1, false);
}

/* M0 below the size of LDS: beyond it reads give 0 and writes are dropped. */
TEST(m0_clamps)
{
	start();
	w->s[SREG_M0] = 8;
	set_offsets(0, 0, 4);
	run(ds(OP_DS_READ_B32, 4, -1, -1, 0, 0));
	check_step(4, MEM_READ, SPACE_LDS, true, 3);
	CHECK_EQ(v(4)[1], 0x07060504);
	CHECK_EQ(v(4)[2], 0);
	set_offsets(4, 0xaaaa0000, 1);
	run(ds(OP_DS_WRITE_B32, -1, 4, -1, 0, 0));
	CHECK_EQ(word_at(lds + 4), 0xaaaa0001);
	CHECK_EQ(word_at(lds + 8), 0x0b0a0908);
	run(ds(OP_DS_ADD_RTN_U32, 5, 4, -1, 0, 0));
	CHECK_EQ(word_at(lds + 8), 0x0b0a0908);
	CHECK_EQ(v(5)[2], 0);
	CHECK_EQ(v(5)[1], 0xaaaa0001);
}

struct ds_case {
	enum opcode op, rtn;
	uint64_t memory, data0, data1, result;
};

static void try_ds(const struct ds_case *t, bool returns)
{
	enum opcode op = returns ? t->rtn : t->op;
	bool is64 = operand_type_dwords(op_infos[op].src[1]) == 2;

	start();
	wave_set_s64(w, SREG_EXEC, 1 << 20);
	v(0)[20] = 40;
	v(4)[20] = (uint32_t)t->data0;
	v(5)[20] = (uint32_t)(t->data0 >> 32);
	v(6)[20] = (uint32_t)t->data1;
	v(7)[20] = (uint32_t)(t->data1 >> 32);
	if (is64)
		put_long(lds + 48, t->memory);
	else
		put_word(lds + 48, (uint32_t)t->memory);
	run(ds(op, returns ? 10 : -1, 4, 6, 8, 0));
	check_step(is64 ? 8 : 4, MEM_ATOMIC, SPACE_LDS, returns, 1 << 20);
	if ((is64 ? long_at(lds + 48) : word_at(lds + 48)) != t->result)
		FAIL("%s left 0x%" PRIx64 ", expected 0x%" PRIx64, op_infos[op].name,
		     is64 ? long_at(lds + 48) : word_at(lds + 48), t->result);
	if (returns)
		CHECK_EQ(v(10)[20] | (is64 ? (uint64_t)v(11)[20] << 32 : 0), t->memory);
}

#define PAIR(name, type) OP_DS_##name##_##type, OP_DS_##name##_RTN_##type

TEST(lds_atomics)
{
	static const struct ds_case cases[] = {
		{PAIR(ADD, U32), 0xffffffff, 3, 0, 2},
		{PAIR(SUB, U32), 1, 3, 0, 0xfffffffe},
		{PAIR(RSUB, U32), 1, 3, 0, 2},
		{PAIR(INC, U32), 5, 5, 0, 0},
		{PAIR(DEC, U32), 0, 5, 0, 5},
		{PAIR(MIN, I32), 1, 0xffffffff, 0, 0xffffffff},
		{PAIR(MAX, I32), 1, 0xffffffff, 0, 1},
		{PAIR(MIN, U32), 1, 0xffffffff, 0, 1},
		{PAIR(MAX, U32), 1, 0xffffffff, 0, 0xffffffff},
		{PAIR(AND, B32), 0xff0, 0x0ff, 0, 0x0f0},
		{PAIR(OR, B32), 0xff0, 0x0ff, 0, 0xfff},
		{PAIR(XOR, B32), 0xff0, 0x0ff, 0, 0xf0f},
		{PAIR(MSKOR, B32), 0xff, 0x0f, 0x100, 0x1f0},
		{PAIR(CMPST, B32), 5, 5, 9, 9}, /* compare first, new value second */
		{PAIR(CMPST, B32), 5, 9, 5, 5},
		{PAIR(CMPST, F32), 0x80000000, 0, 9, 9}, /* -0.0 equals 0.0 */
		{PAIR(CMPST, F32), 0x7fc00000, 0x7fc00000, 9, 0x7fc00000},
		{PAIR(MIN, F32), 0x3f800000, 0xbf800000, 0, 0xbf800000},
		{PAIR(MAX, F32), 0x3f800000, 0xbf800000, 0, 0x3f800000},
		{PAIR(MAX, F32), 0x3f800000, 0x7fc00000, 0, 0x3f800000},
		{PAIR(ADD, F32), 0x3f800000, 0x40000000, 0, 0x40400000},
		{PAIR(ADD, F32), 0x7f800000, 0xff800000, 0, 0x7fc00000},
		{PAIR(ADD, F32), 0x7f800001, 0x3f800000, 0, 0x7fc00001},
		{OP_DS_WRXCHG_RTN_B32, OP_DS_WRXCHG_RTN_B32, 5, 9, 0, 9},
		{OP_DS_WRAP_RTN_B32, OP_DS_WRAP_RTN_B32, 5, 3, 100, 2},
		{OP_DS_WRAP_RTN_B32, OP_DS_WRAP_RTN_B32, 2, 3, 100, 102},
		{PAIR(ADD, U64), 0xffffffff, 1, 0, 0x100000000},
		{PAIR(SUB, U64), 0, 1, 0, UINT64_MAX},
		{PAIR(RSUB, U64), 1, 0x100000000, 0, 0xffffffff},
		{PAIR(INC, U64), 0x100000000, 0x100000001, 0, 0x100000001},
		{PAIR(DEC, U64), 0x100000002, 0x100000001, 0, 0x100000001},
		{PAIR(MIN, I64), 1, UINT64_MAX, 0, UINT64_MAX},
		{PAIR(MAX, I64), 1, UINT64_MAX, 0, 1},
		{PAIR(MIN, U64), 1, UINT64_MAX, 0, 1},
		{PAIR(MAX, U64), 1, UINT64_MAX, 0, UINT64_MAX},
		{PAIR(AND, B64), 0xf0f00000000, 0xff000000000, 0, 0xf0000000000},
		{PAIR(OR, B64), 0x100000000, 1, 0, 0x100000001},
		{PAIR(XOR, B64), 0x100000001, 1, 0, 0x100000000},
		{PAIR(MSKOR, B64), 0xff00000000, 0x0f00000000, 7, 0xf000000007},
		{PAIR(CMPST, B64), 0x100000005, 0x100000005, 9, 9},
		{PAIR(CMPST, F64), 0x8000000000000000, 0, 9, 9},
		{PAIR(MIN, F64), 0x3ff0000000000000, 0xbff0000000000000, 0, 0xbff0000000000000},
		{PAIR(MAX, F64), 0x3ff0000000000000, 0x4000000000000000, 0, 0x4000000000000000},
		{OP_DS_WRXCHG_RTN_B64, OP_DS_WRXCHG_RTN_B64, 5, 0x900000009, 0, 0x900000009},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (cases[i].op != cases[i].rtn)
			try_ds(&cases[i], false);
		try_ds(&cases[i], true);
	}
}

/* Denormals count as zero when the mode says so. */
TEST(float_add_flushes)
{
	start();
	wave_set_s64(w, SREG_EXEC, 1);
	put_word(lds, 0x00000001);
	v(4)[0] = 0x00000002;
	run(ds(OP_DS_ADD_F32, -1, 4, -1, 0, 0));
	CHECK_EQ(word_at(lds), 3);
	wave_set_mode(w, 0xc0);
	run(ds(OP_DS_ADD_F32, -1, 4, -1, 0, 0));
	CHECK_EQ(word_at(lds), 0);
}

TEST(exchange_at_two_addresses)
{
	start();
	wave_set_s64(w, SREG_EXEC, 1);
	v(0)[0] = 0;
	v(4)[0] = 0x1111;
	v(5)[0] = 0x2222;
	run(ds(OP_DS_WRXCHG2_RTN_B32, 5, 4, 5, 1,
	       2)); /* the first result overwrites the second source */
	check_step(4, MEM_ATOMIC, SPACE_LDS, true, 1);
	CHECK_EQ(word_at(lds + 4), 0x1111);
	CHECK_EQ(word_at(lds + 8), 0x2222);
	CHECK_EQ(v(5)[0], 0x07060504);
	CHECK_EQ(v(6)[0], 0x0b0a0908);
	run(ds(OP_DS_WRXCHG2ST64_RTN_B64, 8, 4, 6, 0, 1));
	CHECK_EQ(word_at(lds), 0x1111);
	CHECK_EQ(word_at(lds + 512), 0x0b0a0908);
	CHECK_EQ(step.addr2[0], 512);
	CHECK_EQ(v(10)[0], 0x03020100);
}

/* Operand in LDS: 2 dwords further on by the offset field, 1 dword back by the address's top bits.
 */
TEST(operands_from_lds)
{
	start();
	wave_set_s64(w, SREG_EXEC, 1);
	put_word(lds + 16, 100);
	put_word(lds + 24, 11);
	put_word(lds + 12, 5);
	v(0)[0] = 16;
	run(ds(OP_DS_ADD_SRC2_U32, -1, -1, -1, 2, 0));
	CHECK_EQ(word_at(lds + 16), 111);
	CHECK_EQ(step.addr2[0], 24);
	v(0)[0] = 16 | 0xfffe0000;
	run(ds(OP_DS_SUB_SRC2_U32, -1, -1, -1, 0x8000, 0));
	CHECK_EQ(word_at(lds + 16), 106);
	v(0)[0] = 16;
	run(ds(OP_DS_WRITE_SRC2_B64, -1, -1, -1, 0x7ffc, 0)); /* -4 dwords */
	CHECK_EQ(long_at(lds + 16), 0x0706050403020100);
}

TEST(append_and_consume)
{
	start();
	w->s[SREG_M0] = 12;
	put_word(lds + 16, 50);
	wave_set_s64(w, SREG_EXEC, 0xf0);
	run(ds(OP_DS_APPEND, 4, -1, -1, 4, 0));
	check_step(4, MEM_ATOMIC, SPACE_LDS, true, 0x10);
	CHECK_EQ(step.addr[4], 16);
	CHECK_EQ(v(4)[4], 50);
	CHECK_EQ(v(4)[7], 50);
	CHECK_EQ(v(4)[8], 0);
	CHECK_EQ(word_at(lds + 16), 54);
	run(ds(OP_DS_CONSUME, 4, -1, -1, 4, 0));
	CHECK_EQ(v(4)[5], 54);
	CHECK_EQ(word_at(lds + 16), 50);
}

static void number_lanes(unsigned reg)
{
	for (unsigned i = 0; i < WAVE_LANES; i++)
		v(reg)[i] = 1000 + i;
}

TEST(swizzle)
{
	start();
	number_lanes(0);
	run(ds(OP_DS_SWIZZLE_B32, 4, -1, -1, 0x8000 | 0x1b, 0)); /* quads reversed: 3 2 1 0 */
	check_step(4, MEM_READ, SPACE_LDS, true, 0);
	CHECK_EQ(v(4)[0], 1003);
	CHECK_EQ(v(4)[62], 1061);
	run(ds(OP_DS_SWIZZLE_B32, 4, -1, -1, 0x1f | 0x10 << 10, 0)); /* xor 16 */
	CHECK_EQ(v(4)[0], 1016);
	CHECK_EQ(v(4)[50], 1034);
	run(ds(OP_DS_SWIZZLE_B32, 4, -1, -1, 0x18 | 0x01 << 5, 0)); /* and 0x18, or 1 */
	CHECK_EQ(v(4)[13], 1009);
	CHECK_EQ(v(4)[63], 1032 + 25);
	wave_set_s64(w, SREG_EXEC, 0x5);
	v(4)[1] = 77;
	run(ds(OP_DS_SWIZZLE_B32, 4, -1, -1, 0x8000 | 0xc6, 0)); /* 2 1 0 3 */
	CHECK_EQ(v(4)[0], 1002);
	CHECK_EQ(v(4)[2], 1000);
	CHECK_EQ(v(4)[1], 77);
	run(ds(OP_DS_SWIZZLE_B32, 4, -1, -1, 0x8000 | 0x55, 0)); /* all from lane 1, not active */
	CHECK_EQ(v(4)[0], 0);
}

TEST(permutes)
{
	start();
	number_lanes(5);
	set_offsets(0, 0, 0);
	v(0)[1] = 4 * 9;
	v(0)[2] = 4 * 64 + 4 * 9 + 3; /* lane 9 too: modulo 64, low bits ignored */
	run(ds(OP_DS_PERMUTE_B32, 4, 5, -1, 0, 0));
	check_step(4, MEM_READ, SPACE_LDS, true, 0);
	CHECK_EQ(v(4)[9], 1002); /* of two senders the higher lane */
	CHECK_EQ(v(4)[0], 1063); /* all others sent to lane 0 */
	CHECK_EQ(v(4)[30], 0);   /* nobody sent */
	run(ds(OP_DS_BPERMUTE_B32, 4, 5, -1, 0, 0));
	CHECK_EQ(v(4)[1], 1009);
	CHECK_EQ(v(4)[2], 1009);
	CHECK_EQ(v(4)[30], 1000);
	run(ds(OP_DS_BPERMUTE_B32, 4, 5, -1, 8, 0)); /* offset: two lanes further on */
	CHECK_EQ(v(4)[1], 1011);
	wave_set_s64(w, SREG_EXEC, 0x6);
	v(4)[9] = 77;
	run(ds(OP_DS_BPERMUTE_B32, 4, 5, -1, 0, 0));
	CHECK_EQ(v(4)[1], 0); /* lane 9 is not active */
	CHECK_EQ(v(4)[9], 77);
	v(0)[1] = 8;
	run(ds(OP_DS_PERMUTE_B32, 4, 5, -1, 0, 0));
	CHECK_EQ(v(4)[2], 1001);
	CHECK_EQ(v(4)[1], 0);
	CHECK_EQ(v(4)[9], 77); /* a target that is not active keeps its value */
}

TEST(what_ds_does_not_execute)
{
	struct inst in = ds(OP_DS_GWS_INIT, -1, -1, -1, 0, 0);

	CHECK(!exec_ds(&in));
	in = ds(OP_DS_READ_B32, 4, -1, -1, 0, 0);
	in.gds = true;
	CHECK(!exec_ds(&in));
	in = ds(OP_DS_NOP, -1, -1, -1, 0, 0);
	start();
	run(in);
	CHECK_EQ(step.lanes, 0);
}
