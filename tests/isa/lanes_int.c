/* Integer lane functions: hand-computed results, carries, saturation, and equal bits at each level.
 */
#include "harness.h"

#include "base/rng.h"
#include "isa/exec/exec.h"

static const struct lane_ops *base_ops(void)
{
	static struct lane_ops ops;

	if (!ops.fn[OP_V_MOV_B32])
		lanes_int_base(&ops);
	return &ops;
}

/* 64 lanes of up to 128-bit operands. */
struct lanes {
	_Alignas(64) uint32_t word[4 * WAVE_LANES];
};

static void set(struct lanes *l, unsigned lane, uint64_t value)
{
	l->word[lane] = (uint32_t)value;
	l->word[64 + lane] = (uint32_t)(value >> 32);
}

static uint64_t get(const struct lanes *l, unsigned lane, bool is64)
{
	return l->word[lane] | (is64 ? (uint64_t)l->word[64 + lane] << 32 : 0);
}

/* One application, with the operands in all lanes; checks that all lanes agree. */
static uint64_t apply(enum opcode op, uint64_t a, uint64_t b, uint64_t c, struct lane_env *env)
{
	struct lanes d = {0}, x = {0}, y = {0}, z = {0};
	bool is64 = operand_type_dwords(op_infos[op].dst) == 2;

	for (unsigned i = 0; i < WAVE_LANES; i++) {
		set(&x, i, a);
		set(&y, i, b);
		set(&z, i, c);
	}
	base_ops()->fn[op](d.word, x.word, y.word, z.word, env);
	for (unsigned i = 1; i < WAVE_LANES; i++)
		CHECK_EQ(get(&d, i, is64), get(&d, 0, is64));
	return get(&d, 0, is64);
}

struct expectation {
	enum opcode op;
	bool clamp;
	uint64_t a, b, c, d;
};

static void check_all(const struct expectation *e, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct lane_env env = {.clamp = e[i].clamp};
		uint64_t got = apply(e[i].op, e[i].a, e[i].b, e[i].c, &env);

		if (got != e[i].d)
			FAIL("%s 0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 "%s is 0x%" PRIx64
			     ", expected 0x%" PRIx64,
			     op_infos[e[i].op].name, e[i].a, e[i].b, e[i].c,
			     e[i].clamp ? " clamp" : "", got, e[i].d);
	}
}

#define EXPECT(...)                                                                                \
	do {                                                                                       \
		static const struct expectation list[] = {__VA_ARGS__};                            \
		check_all(list, sizeof(list) / sizeof(list[0]));                                   \
	} while (0)

TEST(bits)
{
	EXPECT({OP_V_MOV_B32, 0, 0x12345678, 0, 0, 0x12345678},
	       {OP_V_NOT_B32, 0, 0x0f0f0f0f, 0, 0, 0xf0f0f0f0},
	       {OP_V_BFREV_B32, 0, 0x00000001, 0, 0, 0x80000000},
	       {OP_V_BFREV_B32, 0, 0x12345678, 0, 0, 0x1e6a2c48},
	       {OP_V_FFBH_U32, 0, 0, 0, 0, 0xffffffff}, {OP_V_FFBH_U32, 0, 1, 0, 0, 31},
	       {OP_V_FFBH_U32, 0, 0x80000000, 0, 0, 0}, {OP_V_FFBH_I32, 0, 0, 0, 0, 0xffffffff},
	       {OP_V_FFBH_I32, 0, 0xffffffff, 0, 0, 0xffffffff},
	       {OP_V_FFBH_I32, 0, 0x40000000, 0, 0, 1}, {OP_V_FFBH_I32, 0, 0xfffffffe, 0, 0, 31},
	       {OP_V_FFBL_B32, 0, 0, 0, 0, 0xffffffff}, {OP_V_FFBL_B32, 0, 0x80000000, 0, 0, 31},
	       {OP_V_FFBL_B32, 0, 0x00000c00, 0, 0, 10},
	       {OP_V_AND_B32, 0, 0xff00ff00, 0x0ff00ff0, 0, 0x0f000f00},
	       {OP_V_OR_B32, 0, 0xff00ff00, 0x0ff00ff0, 0, 0xfff0fff0},
	       {OP_V_XOR_B32, 0, 0xff00ff00, 0x0ff00ff0, 0, 0xf0f0f0f0},
	       {OP_V_BFM_B32, 0, 4, 8, 0, 0x00000f00},
	       {OP_V_BFM_B32, 0, 32, 8, 0, 0}, /* 32 is a width of 0 */
	       {OP_V_BFM_B32, 0, 31, 33, 0, 0xfffffffe},
	       {OP_V_BCNT_U32_B32, 0, 0xffffffff, 10, 0, 42},
	       {OP_V_BFE_U32, 0, 0x12345678, 8, 8, 0x56},
	       {OP_V_BFE_U32, 0, 0x12345678, 40, 32, 0}, /* width is taken modulo 32 */
	       {OP_V_BFE_U32, 0, 0xffffffff, 28, 8, 0xf},
	       {OP_V_BFE_I32, 0, 0x00008000, 8, 8, 0xffffff80},
	       {OP_V_BFE_I32, 0, 0x00007f00, 8, 8, 0x7f},
	       {OP_V_BFE_I32, 0, 0x80000000, 28, 8, 0xfffffff8},
	       {OP_V_BFE_I32, 0, 0xffffffff, 3, 0, 0},
	       {OP_V_BFI_B32, 0, 0x0000ffff, 0x12345678, 0xaaaaaaaa, 0xaaaa5678},
	       {OP_V_ALIGNBIT_B32, 0, 0x12345678, 0x9abcdef0, 4, 0x89abcdef},
	       {OP_V_ALIGNBIT_B32, 0, 0x12345678, 0x9abcdef0, 32, 0x9abcdef0},
	       {OP_V_ALIGNBIT_B32, 0, 0x12345678, 0x9abcdef0, 63, 0x2468acf1},
	       {OP_V_ALIGNBYTE_B32, 0, 0x12345678, 0x9abcdef0, 1, 0x789abcde},
	       {OP_V_ALIGNBYTE_B32, 0, 0x12345678, 0x9abcdef0, 7, 0x3456789a});
}

TEST(shifts)
{
	EXPECT({OP_V_LSHLREV_B32, 0, 31, 3, 0, 0x80000000}, {OP_V_LSHLREV_B32, 0, 32, 3, 0, 3},
	       {OP_V_LSHLREV_B32, 0, 33, 3, 0, 6},
	       {OP_V_LSHRREV_B32, 0, 4, 0x80000000, 0, 0x08000000},
	       {OP_V_LSHRREV_B32, 0, 64, 0x80000000, 0, 0x80000000},
	       {OP_V_ASHRREV_I32, 0, 4, 0x80000000, 0, 0xf8000000},
	       {OP_V_ASHRREV_I32, 0, 63, 0x80000000, 0, 0xffffffff},
	       {OP_V_LSHLREV_B16, 0, 15, 0xffff0003, 0, 0x8000}, {OP_V_LSHLREV_B16, 0, 16, 3, 0, 3},
	       {OP_V_LSHRREV_B16, 0, 1, 0xffff8000, 0, 0x4000},
	       {OP_V_ASHRREV_I16, 0, 1, 0x00008000, 0, 0xc000},
	       {OP_V_ASHRREV_I16, 0, 31, 0x00008000, 0, 0xffff},
	       {OP_V_LSHLREV_B64, 0, 0, 0x123456789abcdef0, 0, 0x123456789abcdef0},
	       {OP_V_LSHLREV_B64, 0, 4, 0x123456789abcdef0, 0, 0x23456789abcdef00},
	       {OP_V_LSHLREV_B64, 0, 32, 0x123456789abcdef0, 0, 0x9abcdef000000000},
	       {OP_V_LSHLREV_B64, 0, 36, 0x123456789abcdef0, 0, 0xabcdef0000000000},
	       {OP_V_LSHLREV_B64, 0, 65, 0x123456789abcdef0, 0, 0x2468acf13579bde0},
	       {OP_V_LSHRREV_B64, 0, 0, 0xf23456789abcdef0, 0, 0xf23456789abcdef0},
	       {OP_V_LSHRREV_B64, 0, 4, 0xf23456789abcdef0, 0, 0x0f23456789abcdef},
	       {OP_V_LSHRREV_B64, 0, 36, 0xf23456789abcdef0, 0, 0x000000000f234567},
	       {OP_V_LSHRREV_B64, 0, 63, 0xf23456789abcdef0, 0, 1},
	       {OP_V_ASHRREV_I64, 0, 4, 0xf23456789abcdef0, 0, 0xff23456789abcdef},
	       {OP_V_ASHRREV_I64, 0, 32, 0xf23456789abcdef0, 0, 0xfffffffff2345678},
	       {OP_V_ASHRREV_I64, 0, 63, 0xf23456789abcdef0, 0, UINT64_MAX},
	       {OP_V_ASHRREV_I64, 0, 64, 0xf23456789abcdef0, 0, 0xf23456789abcdef0});
}

TEST(multiply)
{
	EXPECT({OP_V_MUL_I32_I24, 0, 0xff000002, 0x00ffffff, 0, 0xfffffffe},
	       {OP_V_MUL_HI_I32_I24, 0, 0x00800000, 0x00800000, 0, 0x4000},
	       {OP_V_MUL_HI_I32_I24, 0, 0x00ffffff, 2, 0, 0xffffffff},
	       {OP_V_MUL_U32_U24, 0, 0xffffffff, 0xffffffff, 0, 0xfe000001},
	       {OP_V_MUL_HI_U32_U24, 0, 0xffffffff, 0xffffffff, 0, 0xffff},
	       {OP_V_MUL_LO_U32, 0, 0x10001, 0x10001, 0, 0x20001},
	       {OP_V_MUL_HI_U32, 0, 0xffffffff, 0xffffffff, 0, 0xfffffffe},
	       {OP_V_MUL_HI_I32, 0, 0xffffffff, 2, 0, 0xffffffff},
	       {OP_V_MUL_HI_I32, 0, 0x80000000, 0x80000000, 0, 0x40000000},
	       {OP_V_MAD_I32_I24, 0, 0x7fffff, 0x7fffff, 0, 0xff000001},
	       {OP_V_MAD_I32_I24, 1, 0x7fffff, 0x7fffff, 0, 0x7fffffff},
	       {OP_V_MAD_I32_I24, 1, 0x800000, 0x7fffff, 0, 0x80000000},
	       {OP_V_MAD_I32_I24, 1, 0xffffff, 3, 5, 2},
	       {OP_V_MAD_U32_U24, 0, 0xffffff, 0x101, 0xffffffff, 0x00fffefe},
	       {OP_V_MAD_U32_U24, 1, 0xffffff, 0x101, 0xffffffff, 0xffffffff},
	       {OP_V_MAD_U64_U32, 0, 0xffffffff, 0xffffffff, 1, 0xfffffffe00000002},
	       {OP_V_MAD_I64_I32, 0, 0xffffffff, 3, 1, 0xfffffffffffffffe},
	       {OP_V_MAD_I64_I32, 1, 0x7fffffff, 2, INT64_MAX, INT64_MAX},
	       {OP_V_MAD_I64_I32, 1, 0x80000000, 2, (uint64_t)INT64_MIN, (uint64_t)INT64_MIN},
	       {OP_V_MAD_I64_I32, 0, 0x80000000, 2, (uint64_t)INT64_MIN, 0x7fffffff00000000});
}

TEST(minimum_and_maximum)
{
	EXPECT({OP_V_MIN_I32, 0, 0xffffffff, 1, 0, 0xffffffff},
	       {OP_V_MAX_I32, 0, 0xffffffff, 1, 0, 1}, {OP_V_MIN_U32, 0, 0xffffffff, 1, 0, 1},
	       {OP_V_MAX_U32, 0, 0xffffffff, 1, 0, 0xffffffff},
	       {OP_V_MIN3_I32, 0, 5, 0xfffffff0, 3, 0xfffffff0},
	       {OP_V_MAX3_I32, 0, 5, 0xfffffff0, 3, 5}, {OP_V_MED3_I32, 0, 5, 0xfffffff0, 3, 3},
	       {OP_V_MIN3_U32, 0, 5, 0xfffffff0, 3, 3},
	       {OP_V_MAX3_U32, 0, 5, 0xfffffff0, 3, 0xfffffff0},
	       {OP_V_MED3_U32, 0, 5, 0xfffffff0, 3, 5}, {OP_V_MED3_U32, 0, 3, 5, 7, 5},
	       {OP_V_MED3_U32, 0, 7, 3, 5, 5}, {OP_V_MED3_U32, 0, 7, 5, 3, 5},
	       {OP_V_MED3_U32, 0, 5, 5, 9, 5});
}

TEST(sixteen_bits)
{
	EXPECT({OP_V_ADD_U16, 0, 0xabcdffff, 0x12340002, 0, 1},
	       {OP_V_ADD_U16, 1, 0xabcdffff, 0x12340002, 0, 0xffff},
	       {OP_V_SUB_U16, 0, 0xabcd0001, 2, 0, 0xffff}, {OP_V_SUB_U16, 1, 0xabcd0001, 2, 0, 0},
	       {OP_V_SUBREV_U16, 0, 2, 0xabcd0009, 0, 7}, {OP_V_SUBREV_U16, 1, 9, 2, 0, 0},
	       {OP_V_MUL_LO_U16, 0, 0x0101, 0x0101, 0, 0x0201},
	       {OP_V_MUL_LO_U16, 1, 0x0101, 0x0101, 0, 0xffff},
	       {OP_V_MAD_U16, 0, 0xffff, 0xffff, 0xffff, 0},
	       {OP_V_MAD_U16, 1, 0xffff, 2, 0, 0xffff}, {OP_V_MAD_I16, 0, 0xffff, 3, 1, 0xfffe},
	       {OP_V_MAD_I16, 1, 0x7fff, 2, 0, 0x7fff}, {OP_V_MAD_I16, 1, 0x8000, 2, 0, 0x8000},
	       {OP_V_MAD_I16, 0, 0x8000, 2, 7, 7}, {OP_V_MAX_U16, 0, 0x1ffff, 1, 0, 0xffff},
	       {OP_V_MAX_I16, 0, 0x1ffff, 1, 0, 1}, {OP_V_MIN_U16, 0, 0x1ffff, 1, 0, 1},
	       {OP_V_MIN_I16, 0, 0x1ffff, 1, 0, 0xffff});
}

TEST(packed_bytes)
{
	EXPECT({OP_V_LERP_U8, 0, 0x0105ff00, 0x0206ff01, 0x00010100, 0x0106ff00},
	       {OP_V_LERP_U8, 0, 0xffffffff, 0xfefefefe, 0xffffffff, 0xffffffff},
	       {OP_V_SAD_U8, 0, 0x01ff0010, 0x02000020, 100, 372},
	       {OP_V_SAD_U8, 0, 0xff000000, 0, 0xffffffff, 254},
	       {OP_V_SAD_U8, 1, 0xff000000, 0, 0xffffffff, 0xffffffff},
	       {OP_V_SAD_HI_U8, 0, 0x01ff0010, 0x02000020, 5, 0x01100005},
	       {OP_V_SAD_U16, 0, 0x00010010, 0x00030004, 1, 15}, {OP_V_SAD_U32, 0, 3, 10, 1, 8},
	       {OP_V_SAD_U32, 0, 10, 3, 1, 8},
	       {OP_V_MSAD_U8, 0, 0x01ff0010, 0x02000020, 0, 17}, /* two reference bytes are zero */
	       {OP_V_PERM_B32, 0, 0x88776655, 0x44332211, 0x07060100, 0x88772211},
	       {OP_V_PERM_B32, 0, 0x88776655, 0x44332211, 0x03020504, 0x44336655},
	       {OP_V_PERM_B32, 0, 0x80007fff, 0x7f008000, 0x0b0a0908, 0xff0000ff},
	       {OP_V_PERM_B32, 0, 0, 0, 0x800d0c00, 0xffff0000});
}

/*
 * Bytes 11 22 33 44 55 66 77 00, lowest first, in windows of four, against 22 33 44 00: distances
 * 0x77, 0x55, 0x99, 0xdd; without the zero byte of the reference 0x33, 0, 0x33, 0x66.
 */
TEST(quad_sad)
{
	struct lanes d = {0}, x = {0}, y = {0}, z = {0};
	struct lane_env env = {0};

	EXPECT({OP_V_QSAD_PK_U16_U8, 0, 0x0077665544332211, 0x00443322, 0x0004000300020001,
		0x00e1009c00570078},
	       {OP_V_QSAD_PK_U16_U8, 0, 0x0077665544332211, 0x00443322, 0xffff000300020001,
		0x00dc009c00570078},
	       {OP_V_QSAD_PK_U16_U8, 1, 0x0077665544332211, 0x00443322, 0xffff000300020001,
		0xffff009c00570078},
	       {OP_V_MQSAD_PK_U16_U8, 0, 0x0077665544332211, 0x00443322, 0x0004000300020001,
		0x006a003600020034});
	set(&x, 5, 0x0077665544332211);
	set(&y, 5, 0x00443322);
	for (unsigned n = 0; n < 4; n++)
		z.word[64 * n + 5] = 0x10000 * (n + 1);
	base_ops()->fn[OP_V_MQSAD_U32_U8](d.word, x.word, y.word, z.word, &env);
	CHECK_EQ(d.word[5], 0x10033);
	CHECK_EQ(d.word[64 + 5], 0x20000);
	CHECK_EQ(d.word[128 + 5], 0x30033);
	CHECK_EQ(d.word[192 + 5], 0x40066);
}

struct carry_case {
	enum opcode op;
	bool clamp, in;
	uint32_t a, b, d;
	bool out;
};

TEST(carries)
{
	static const struct carry_case cases[] = {
		{OP_V_ADD_U32, 0, 0, 0xffffffff, 1, 0, 1},
		{OP_V_ADD_U32, 0, 0, 0xfffffffe, 1, 0xffffffff, 0},
		{OP_V_ADD_U32, 1, 0, 0xffffffff, 5, 0xffffffff, 1},
		{OP_V_SUB_U32, 0, 0, 3, 5, 0xfffffffe, 1},
		{OP_V_SUB_U32, 0, 0, 5, 5, 0, 0},
		{OP_V_SUB_U32, 1, 0, 3, 5, 0, 1},
		{OP_V_SUBREV_U32, 0, 0, 3, 5, 2, 0},
		{OP_V_ADDC_U32, 0, 1, 0xffffffff, 0xffffffff, 0xffffffff, 1},
		{OP_V_ADDC_U32, 0, 1, 0xffffffff, 0, 0, 1},
		{OP_V_ADDC_U32, 0, 0, 0xffffffff, 0, 0xffffffff, 0},
		{OP_V_ADDC_U32, 1, 1, 0xffffffff, 0, 0xffffffff, 1},
		{OP_V_SUBB_U32, 0, 1, 5, 5, 0xffffffff, 1},
		{OP_V_SUBB_U32, 0, 1, 0, 0xffffffff, 0, 1},
		{OP_V_SUBB_U32, 0, 1, 6, 5, 0, 0},
		{OP_V_SUBB_U32, 1, 1, 5, 5, 0, 1},
		{OP_V_SUBBREV_U32, 0, 1, 5, 7, 1, 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct carry_case *t = &cases[i];
		struct lane_env env = {.clamp = t->clamp, .mask_in = t->in ? UINT64_MAX : 0};

		CHECK_EQ(apply(t->op, t->a, t->b, 0, &env), t->d);
		CHECK_EQ(env.mask_out, t->out ? UINT64_MAX : 0);
	}
}

TEST(wide_carries)
{
	struct lane_env env = {0};

	CHECK_EQ(apply(OP_V_MAD_U64_U32, 2, 3, UINT64_MAX, &env), 5);
	CHECK_EQ(env.mask_out, UINT64_MAX);
	CHECK_EQ(apply(OP_V_MAD_U64_U32, 2, 3, 1, &env), 7);
	CHECK_EQ(env.mask_out, 0);
	apply(OP_V_MAD_I64_I32, 0xffffffff, 3, 1, &env);
	CHECK_EQ(env.mask_out, UINT64_MAX);
	apply(OP_V_MAD_I64_I32, 2, 2, INT64_MAX, &env);
	CHECK_EQ(env.mask_out, 0);
	env.clamp = true;
	CHECK_EQ(apply(OP_V_MAD_U64_U32, 2, 3, UINT64_MAX, &env), UINT64_MAX);
}

/* MASKs are one bit per lane: lane 0 in bit 0, lane 63 in bit 63. */
TEST(masks_by_lane)
{
	const uint64_t pattern = 0x8000f00180000003;
	struct lane_env env = {.mask_in = pattern};
	struct lanes d, a, b;

	for (unsigned i = 0; i < WAVE_LANES; i++) {
		a.word[i] = i;
		b.word[i] = 100 + i;
	}
	base_ops()->fn[OP_V_CNDMASK_B32](d.word, a.word, b.word, NULL, &env);
	for (unsigned i = 0; i < WAVE_LANES; i++)
		CHECK_EQ(d.word[i], (pattern >> i & 1) ? 100 + i : i);
	for (unsigned i = 0; i < WAVE_LANES; i++) {
		a.word[i] = (pattern >> i & 1) ? 0xffffffff : 7;
		b.word[i] = 1;
	}
	base_ops()->fn[OP_V_ADD_U32](d.word, a.word, b.word, NULL, &env);
	CHECK_EQ(env.mask_out, pattern);
	base_ops()->fn[OP_V_CMP_EQ_U32](d.word, a.word, b.word, NULL, &env);
	CHECK_EQ(env.mask_out, 0);
	base_ops()->fn[OP_V_CMP_LT_I32](NULL, a.word, b.word, NULL, &env);
	CHECK_EQ(env.mask_out, pattern);
}

TEST(mbcnt_counts_lower_lanes)
{
	struct lane_env env = {0};
	struct lanes d, a, b;

	for (unsigned i = 0; i < WAVE_LANES; i++) {
		a.word[i] = 0xffffffff;
		b.word[i] = 1000;
	}
	base_ops()->fn[OP_V_MBCNT_LO_U32_B32](d.word, a.word, b.word, NULL, &env);
	CHECK_EQ(d.word[0], 1000);
	CHECK_EQ(d.word[31], 1031);
	CHECK_EQ(d.word[32], 1032);
	CHECK_EQ(d.word[63], 1032);
	base_ops()->fn[OP_V_MBCNT_HI_U32_B32](d.word, a.word, d.word, NULL, &env);
	CHECK_EQ(d.word[0], 1000);
	CHECK_EQ(d.word[32], 1032);
	CHECK_EQ(d.word[33], 1033);
	CHECK_EQ(d.word[63], 1063);
	a.word[3] = 0xa;
	base_ops()->fn[OP_V_MBCNT_LO_U32_B32](d.word, a.word, b.word, NULL, &env);
	CHECK_EQ(d.word[3], 1001); /* bit 1 of lanes 0 to 2; bit 3 is the lane itself */
}

/* Result of each predicate F LT EQ LE GT NE GE T, first one in bit 0, for pairs of each type. */
struct order_case {
	enum opcode first; /* v_cmp_f of the type */
	uint64_t a, b;
	uint8_t predicates;
};

enum {
	LESS = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7,
	EQUAL = 1 << 2 | 1 << 3 | 1 << 6 | 1 << 7,
	GREATER = 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7
};

TEST(compares)
{
	static const struct order_case cases[] = {
		{OP_V_CMP_F_I16, 0x8000, 0x7fff, LESS},
		{OP_V_CMP_F_I16, 0x1ffff, 0x2ffff, EQUAL},
		{OP_V_CMP_F_U16, 0x8000, 0x7fff, GREATER},
		{OP_V_CMP_F_U16, 0x50001, 0x40001, EQUAL},
		{OP_V_CMP_F_I32, 0x80000000, 0x7fffffff, LESS},
		{OP_V_CMP_F_I32, 5, 5, EQUAL},
		{OP_V_CMP_F_U32, 0x80000000, 0x7fffffff, GREATER},
		{OP_V_CMP_F_U32, 0, 0xffffffff, LESS},
		{OP_V_CMP_F_I64, 0x8000000000000000, 1, LESS},
		{OP_V_CMP_F_I64, 0x100000000, 0x0ffffffff, GREATER},
		{OP_V_CMP_F_I64, 0x1ffffffff, 0x100000000, GREATER},
		{OP_V_CMP_F_U64, 0x8000000000000000, 1, GREATER},
		{OP_V_CMP_F_U64, 0x500000001, 0x5f0000001, LESS},
		{OP_V_CMP_F_U64, 0x500000001, 0x500000001, EQUAL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (unsigned p = 0; p < 8; p++) {
			uint64_t want = (cases[i].predicates >> p & 1) ? UINT64_MAX : 0;
			struct lane_env env = {.mask_out = ~want};

			apply(cases[i].first + p, cases[i].a, cases[i].b, 0, &env);
			CHECK_EQ(env.mask_out, want);
			/* v_cmpx is 16 codes further on. */
			for (unsigned op = 0; op < OP_COUNT; op++) {
				const struct op_info *info = &op_infos[op];

				if (info->format != FMT_VOPC ||
				    info->code != op_infos[cases[i].first].code + 16 + p)
					continue;
				env.mask_out = ~want;
				apply(op, cases[i].a, cases[i].b, 0, &env);
				CHECK_EQ(env.mask_out, want);
			}
		}
	}
}

/* Random words, with many zeros, ones and equal operands among them. */
static void fill(struct lanes *l, struct rng *rng)
{
	for (unsigned i = 0; i < 4 * WAVE_LANES; i++) {
		uint64_t r = rng_u64(rng);

		l->word[i] = (uint32_t)(r >> 32) >> (r & 31);
		if ((r >> 8 & 7) == 0)
			l->word[i] = ~l->word[i];
	}
}

/* Result and MASK of a level against those of the base, result in place of a source included. */
static void check_level(const struct lane_ops *ops, enum opcode op, struct rng *rng)
{
	struct lanes a, b, c, want = {0}, got = {0};
	struct lane_env env = {0}, other;

	fill(&a, rng);
	fill(&b, rng);
	fill(&c, rng);
	env.mask_in = rng_u64(rng);
	env.clamp = rng_u64(rng) & 1;
	other = env;
	base_ops()->fn[op](want.word, a.word, b.word, c.word, &env);
	ops->fn[op](got.word, a.word, b.word, c.word, &other);
	if (memcmp(&want, &got, sizeof(want)) || env.mask_out != other.mask_out)
		FAIL("%s differs", op_infos[op].name);
	if (op_infos[op].format == FMT_VOPC)
		return;
	got = a;
	ops->fn[op](got.word, got.word, b.word, c.word, &other);
	if (memcmp(&want, &got, 4 * WAVE_LANES * operand_type_dwords(op_infos[op].dst)))
		FAIL("%s differs when it overwrites its source", op_infos[op].name);
}

TEST(levels_agree)
{
	struct lane_ops levels[3] = {0};
	size_t count = 1;
	struct rng rng;

	rng_seed(&rng, 1);
	lanes_int_base(&levels[0]);
#ifdef WARPWALK_X86_LEVELS
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
		lanes_int_v3(&levels[count++]);
	if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
		lanes_int_v4(&levels[count++]);
#endif
	for (size_t l = 0; l < count; l++) {
		for (unsigned op = 0; op < OP_COUNT; op++) {
			CHECK_EQ(levels[l].fn[op] != NULL, base_ops()->fn[op] != NULL);
			for (int round = 0; levels[l].fn[op] && round < 50; round++)
				check_level(&levels[l], op, &rng);
		}
	}
}
