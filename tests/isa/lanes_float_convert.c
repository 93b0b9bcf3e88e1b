/* Float lane functions on chosen operands: conversions, compares, classes, corners of
 * transcendental functions. */
#include "lanes_float_bits.h"

TEST(conversions_to_integers)
{
	static const struct expect table[] = {
		{OP_V_CVT_I32_F32, "", 0xbfc00000, 0, 0, (uint32_t)-1},
		{OP_V_CVT_I32_F32, "", 0x4effffff, 0, 0, 0x7fffff80},
		{OP_V_CVT_I32_F32, "", 0x4f000000, 0, 0, 0x7fffffff},
		{OP_V_CVT_I32_F32, "", 0xcf000000, 0, 0, 0x80000000},
		{OP_V_CVT_I32_F32, "", 0xff800000, 0, 0, 0x80000000},
		{OP_V_CVT_I32_F32, "", QNAN, 0, 0, 0},
		{OP_V_CVT_U32_F32, "", 0xbfc00000, 0, 0, 0},
		{OP_V_CVT_U32_F32, "", 0x3f7fffff, 0, 0, 0},
		{OP_V_CVT_U32_F32, "", 0x4f000000, 0, 0, 0x80000000},
		{OP_V_CVT_U32_F32, "", 0x4f7fffff, 0, 0, 0xffffff00},
		{OP_V_CVT_U32_F32, "", 0x4f800000, 0, 0, 0xffffffff},
		{OP_V_CVT_U32_F32, "", INF, 0, 0, 0xffffffff},
		{OP_V_CVT_U32_F32, "", QNAN, 0, 0, 0},
		{OP_V_CVT_RPI_I32_F32, "", 0x40200000, 0, 0, 3},            /* 2.5 */
		{OP_V_CVT_RPI_I32_F32, "", 0xc0200000, 0, 0, (uint32_t)-2}, /* -2.5 */
		{OP_V_CVT_RPI_I32_F32, "", 0x3effffff, 0, 0, 0},            /* below 0.5 */
		{OP_V_CVT_RPI_I32_F32, "", 0x4f000000, 0, 0, 0x7fffffff},
		{OP_V_CVT_FLR_I32_F32, "", 0xbfc00000, 0, 0, (uint32_t)-2},
		{OP_V_CVT_FLR_I32_F32, "", DENORM | NEG, 0, 0, 0},
		{OP_V_CVT_FLR_I32_F32, "k", DENORM | NEG, 0, 0, (uint32_t)-1},
		{OP_V_CVT_FLR_I32_F32, "", QNAN, 0, 0, 0},
		{OP_V_CVT_I32_F64, "", 0xc1e0000000100000, 0, 0, 0x80000000},
		{OP_V_CVT_I32_F64, "", 0x41dfffffffe00000, 0, 0, 0x7fffffff}, /* 2^31 - 0.5 */
		{OP_V_CVT_I32_F64, "", 0xc1e0000000080000, 0, 0, 0x80000000}, /* -2^31 - 0.25 */
		{OP_V_CVT_I32_F64, "", D_QNAN, 0, 0, 0},
		{OP_V_CVT_U32_F64, "", 0x41efffffffe00000, 0, 0, 0xffffffff},
		{OP_V_CVT_U32_F64, "", 0x41e0000000200000, 0, 0, 0x80000001},
		{OP_V_CVT_U32_F64, "", D_INF, 0, 0, 0xffffffff},
		{OP_V_CVT_U32_F64, "", D_ONE | D_NEG, 0, 0, 0},
		{OP_V_CVT_U32_F64, "", D_QNAN, 0, 0, 0},
		{OP_V_CVT_U16_F16, "", 0x7bff, 0, 0, 65504},
		{OP_V_CVT_U16_F16, "", 0x7c00, 0, 0, 65535},
		{OP_V_CVT_U16_F16, "", 0xbc00, 0, 0, 0},
		{OP_V_CVT_I16_F16, "", 0xbe00, 0, 0, 0xffff},
		{OP_V_CVT_I16_F16, "", 0x7bff, 0, 0, 0x7fff},
		{OP_V_CVT_I16_F16, "", 0xfc00, 0, 0, 0x8000},
		{OP_V_CVT_I16_F16, "", 0x7e00, 0, 0, 0},
		{OP_V_CVT_PKNORM_I16_F32, "", ONE, ONE | NEG, 0, 0x80017fff},
		{OP_V_CVT_PKNORM_I16_F32, "", TWO, QNAN, 0, 0x00007fff},
		{OP_V_CVT_PKNORM_U16_F32, "", 0x3f000000, ONE | NEG, 0, 0x00008000},
		{OP_V_CVT_PKNORM_U16_F32, "", TWO, ONE, 0, 0xffffffff},
		{OP_V_CVT_PK_U16_U32, "", 0x10000, 5, 0, 0x0005ffff},
		{OP_V_CVT_PK_I16_I32, "", 0xffff0000, 0x12345, 0, 0x7fff8000},
		{OP_V_CVT_PK_I16_I32, "", 0xffffffff, 7, 0, 0x0007ffff},
		{OP_V_CVT_PK_U8_F32, "", 0x40200000, 1, 0xaabbccdd, 0xaabb02dd},
		{OP_V_CVT_PK_U8_F32, "u", 0x40200000, 5, 0xaabbccdd, 0xaabb03dd},
		{OP_V_CVT_PK_U8_F32, "", 0x43c80000, 3, 0xaabbccdd, 0xffbbccdd},
		{OP_V_CVT_PKACCUM_U8_F32, "", 0xbf800000, 0, 0xaabbccdd, 0xaabbcc00},
	};
	CHECK_TABLE(table);
}

TEST(conversions_to_floats)
{
	static const struct expect table[] = {
		{OP_V_CVT_F32_I32, "", (uint32_t)-3, 0, 0, 0xc0400000},
		{OP_V_CVT_F32_I32, "", 0x7fffffff, 0, 0, 0x4f000000},
		{OP_V_CVT_F32_I32, "t", 0x7fffffff, 0, 0, 0x4effffff},
		{OP_V_CVT_F32_I32, "d", 0x80000001, 0, 0, 0xcf000000},
		{OP_V_CVT_F32_I32, "u", 0x80000001, 0, 0, 0xceffffff},
		{OP_V_CVT_F32_I32, "d", 0, 0, 0, 0},
		{OP_V_CVT_F32_U32, "", 0xffffffff, 0, 0, 0x4f800000},
		{OP_V_CVT_F32_U32, "t", 0xffffffff, 0, 0, 0x4f7fffff},
		{OP_V_CVT_F32_U32, "", 0x01000001, 0, 0, 0x4b800000},
		{OP_V_CVT_F32_U32, "u", 0x01000001, 0, 0, 0x4b800001},
		{OP_V_CVT_F32_U32, "d", 0, 0, 0, 0},
		{OP_V_CVT_F64_I32, "", 0x80000000, 0, 0, 0xc1e0000000000000},
		{OP_V_CVT_F64_U32, "", 0xffffffff, 0, 0, 0x41efffffffe00000},
		{OP_V_CVT_F64_U32, "d", 0, 0, 0, 0},
		{OP_V_CVT_F32_UBYTE0, "", 0x807f01ff, 0, 0, 0x437f0000},
		{OP_V_CVT_F32_UBYTE1, "", 0x807f01ff, 0, 0, ONE},
		{OP_V_CVT_F32_UBYTE2, "", 0x807f01ff, 0, 0, 0x42fe0000},
		{OP_V_CVT_F32_UBYTE3, "", 0x807f01ff, 0, 0, 0x43000000},
		{OP_V_CVT_OFF_F32_I4, "", 0xfffffff8, 0, 0, 0xbf000000},
		{OP_V_CVT_OFF_F32_I4, "", 7, 0, 0, 0x3ee00000},
		{OP_V_CVT_OFF_F32_I4, "", 0xf0, 0, 0, 0},
		{OP_V_CVT_F32_F64, "", 0x3ff0000010000000, 0, 0, ONE},
		{OP_V_CVT_F32_F64, "", 0x3ff0000010000001, 0, 0, ONE + 1},
		{OP_V_CVT_F32_F64, "d", 0x3ff000001fffffff, 0, 0, ONE},
		{OP_V_CVT_F32_F64, "d", 0xbff0000000000001, 0, 0, (ONE + 1) | NEG},
		{OP_V_CVT_F32_F64, "", 0x47efffffffffffff, 0, 0, INF},
		{OP_V_CVT_F32_F64, "t", 0x7fefffffffffffff, 0, 0, MAX_NORMAL},
		{OP_V_CVT_F32_F64, "", 0x3800000000000000, 0, 0, 0}, /* 2^-127 */
		{OP_V_CVT_F32_F64, "k", 0x3800000000000000, 0, 0, DENORM},
		{OP_V_CVT_F32_F64, "ku", 1, 0, 0, 1},
		{OP_V_CVT_F32_F64, "kd", D_NEG | 1, 0, 0, NEG | 1},
		{OP_V_CVT_F32_F64, "", 0x7ff0000012345678, 0, 0, 0x7fc00000},
		{OP_V_CVT_F32_F64, "", 0xfff9000000000000, 0, 0, 0xffc80000},
		{OP_V_CVT_F64_F32, "", 1, 0, 0, 0},
		{OP_V_CVT_F64_F32, "k", 1, 0, 0, 0x36a0000000000000},
		{OP_V_CVT_F64_F32, "", SIGNAL, 0, 0, 0x7ff82468a0000000},
		{OP_V_CVT_F32_F16, "", 0xdead3c00, 0, 0, ONE},
		{OP_V_CVT_F32_F16, "", 0x8001, 0, 0, 0xb3800000},
		{OP_V_CVT_F32_F16, "z", 0x8001, 0, 0, NEG},
		{OP_V_CVT_F32_F16, "", 0x03ff, 0, 0, 0x387fc000},
		{OP_V_CVT_F32_F16, "", 0xfc00, 0, 0, 0xff800000},
		{OP_V_CVT_F32_F16, "", 0x7c01, 0, 0, 0x7fc02000},
		{OP_V_CVT_F16_F32, "", ONE, 0, 0, 0x3c00},
		{OP_V_CVT_F16_F32, "", 0x3f801000, 0, 0, 0x3c00},
		{OP_V_CVT_F16_F32, "", 0x3f803000, 0, 0, 0x3c02},
		{OP_V_CVT_F16_F32, "", 0x3f801001, 0, 0, 0x3c01},
		{OP_V_CVT_F16_F32, "u", 0x3f800001, 0, 0, 0x3c01},
		{OP_V_CVT_F16_F32, "", 0x477fefff, 0, 0, 0x7bff},
		{OP_V_CVT_F16_F32, "", 0x477ff000, 0, 0, 0x7c00},
		{OP_V_CVT_F16_F32, "t", 0x7f7fffff, 0, 0, 0x7bff},
		{OP_V_CVT_F16_F32, "u", 0xff7fffff, 0, 0, 0xfbff},
		{OP_V_CVT_F16_F32, "d", 0x477fe001, 0, 0, 0x7bff},
		{OP_V_CVT_F16_F32, "u", 0x477fe001, 0, 0, 0x7c00},
		{OP_V_CVT_F16_F32, "t", INF, 0, 0, 0x7c00},
		{OP_V_CVT_F16_F32, "", 0x387fe000, 0, 0, 0x0400}, /* between 3ff and 400: a tie */
		{OP_V_CVT_F16_F32, "", 0x387fdfff, 0, 0, 0x03ff},
		{OP_V_CVT_F16_F32, "z", 0x387fc000, 0, 0, 0},
		{OP_V_CVT_F16_F32, "", 0x33000000, 0, 0, 0}, /* 2^-25: a tie */
		{OP_V_CVT_F16_F32, "", 0x33000001, 0, 0, 1},
		{OP_V_CVT_F16_F32, "ku", 1, 0, 0, 1},
		{OP_V_CVT_F16_F32, "u", 1, 0, 0, 0},
		{OP_V_CVT_F16_F32, "u", NEG, 0, 0, 0x8000},
		{OP_V_CVT_F16_F32, "", 0xff802001, 0, 0, 0xfe01},
		{OP_V_CVT_PKRTZ_F16_F32, "", 0x3f801fff, 0x477ff000, 0, 0x7bff3c00},
		{OP_V_CVT_F16_U16, "", 0x1234ffff, 0, 0, 0x7c00},
		{OP_V_CVT_F16_U16, "t", 0xffff, 0, 0, 0x7bff},
		{OP_V_CVT_F16_U16, "", 2049, 0, 0, 0x6800},
		{OP_V_CVT_F16_I16, "", 0xffff, 0, 0, 0xbc00},
		{OP_V_CVT_F16_I16, "", 0x8000, 0, 0, 0xf800},
	};
	CHECK_TABLE(table);
}

/*
 * The sixteen predicates, in the order of their opcodes from bit 0: f lt eq le gt lg ge o, then
 * their opposites u nge nlg ngt nle neq nlt tru.
 */
enum { LESS = 0xaaaa, EQUAL = 0xcccc, GREATER = 0xf0f0, UNORDERED = 0xff00 };

static void check_compares(enum opcode first, enum opcode first_x, const char *mode, uint64_t a,
			   uint64_t b, unsigned want)
{
	for (unsigned p = 0; p < 16; p++) {
		if (eval(first + p, mode, a, b, 0) != (want >> p & 1))
			FAIL("%s(%" PRIx64 ", %" PRIx64 ") is not %u", op_infos[first + p].name, a,
			     b, want >> p & 1);
		CHECK_EQ(eval(first_x + p, mode, a, b, 0), want >> p & 1);
	}
}

TEST(compares)
{
	static const struct {
		uint32_t a, b;
		const char *mode;
		unsigned want;
	} pairs[] = {
		{ONE, TWO, "", LESS},           {TWO, ONE | NEG, "", GREATER},
		{ONE, ONE, "", EQUAL},          {0, NEG, "", EQUAL},
		{QNAN, ONE, "", UNORDERED},     {ONE, SIGNAL, "", UNORDERED},
		{INF, MAX_NORMAL, "", GREATER}, {INF | NEG, INF, "", LESS},
		{QNAN, QNAN, "", UNORDERED},    {DENORM, 0, "", EQUAL},
		{DENORM, 0, "k", GREATER},      {1, 2, "k", LESS},
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		check_compares(OP_V_CMP_F_F32, OP_V_CMPX_F_F32, pairs[i].mode, pairs[i].a,
			       pairs[i].b, pairs[i].want);
	check_compares(OP_V_CMP_F_F16, OP_V_CMPX_F_F16, "", 0xffff3c00, 0x4000, LESS);
	check_compares(OP_V_CMP_F_F16, OP_V_CMPX_F_F16, "", 0x0002, 0x8001, GREATER);
	check_compares(OP_V_CMP_F_F16, OP_V_CMPX_F_F16, "z", 0x0002, 0x8001, EQUAL);
	check_compares(OP_V_CMP_F_F16, OP_V_CMPX_F_F16, "", 0x7c01, 0, UNORDERED);
	check_compares(OP_V_CMP_F_F64, OP_V_CMPX_F_F64, "", D_ONE, D_ONE + 1, LESS);
	check_compares(OP_V_CMP_F_F64, OP_V_CMPX_F_F64, "", 1, 0, GREATER);
	check_compares(OP_V_CMP_F_F64, OP_V_CMPX_F_F64, "z", 1, D_NEG, EQUAL);
	check_compares(OP_V_CMP_F_F64, OP_V_CMPX_F_F64, "", D_QNAN, D_ONE, UNORDERED);
}

/* Each lane's own bit, in its own place. */
TEST(compare_masks)
{
	struct lane_env env = env_of("");
	struct lanes a, b, d;
	uint64_t want = 0;

	for (int i = 0; i < WAVE_LANES; i++) {
		bool less = 0x9e3779b97f4a7c15u >> i & 1;

		lane_put(&a, i, b32(less ? -1.0f : 1.0f));
		lane_put(&b, i, 0);
		want |= (uint64_t)less << i;
	}
	run(OP_V_CMP_LT_F32, &d, &a, &b, &b, &env);
	CHECK_EQ(env.mask_out, want);
	for (int i = 0; i < WAVE_LANES; i++)
		lane_put(&a, i, b64(f32(a.dword[i])));
	run(OP_V_CMP_NLT_F64, &d, &a, &b, &b, &env);
	CHECK_EQ(env.mask_out, ~want);
}

/* Bit of v_cmp_class that a value answers to: sNaN 0, qNaN 1, -inf 2 up to +inf 9. */
TEST(classes)
{
	static const struct {
		enum opcode op, op_x;
		uint64_t value[10];
	} rows[] = {
		{OP_V_CMP_CLASS_F32,
		 OP_V_CMPX_CLASS_F32,
		 {SIGNAL, QNAN2, INF | NEG, ONE | NEG, DENORM | NEG, NEG, 0, 1, MIN_NORMAL, INF}},
		{OP_V_CMP_CLASS_F64,
		 OP_V_CMPX_CLASS_F64,
		 {D_SIGNAL, D_QNAN, D_INF | D_NEG, D_ONE | D_NEG, D_NEG | 1, D_NEG, 0, 1, D_ONE,
		  D_INF}},
		{OP_V_CMP_CLASS_F16,
		 OP_V_CMPX_CLASS_F16,
		 {0x7c01, 0xffff, 0xfc00, 0xfbff, 0x83ff, 0x8000, 0xffff0000, 1, 0x400, 0x7c00}},
	};

	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		for (unsigned k = 0; k < 10; k++) {
			CHECK_EQ(eval(rows[r].op, "", rows[r].value[k], 1u << k, 0), 1);
			CHECK_EQ(eval(rows[r].op_x, "z", rows[r].value[k], 0x3ff & ~(1u << k), 0),
				 0);
		}
	}
}

TEST(transcendental_corners)
{
	static const struct expect table[] = {
		{OP_V_EXP_F32, "", 0, 0, 0, ONE},
		{OP_V_EXP_F32, "k", DENORM, 0, 0, ONE},
		{OP_V_EXP_F32, "", 0x40400000, 0, 0, 0x41000000},
		{OP_V_EXP_F32, "", 0x43000000, 0, 0, INF},
		{OP_V_EXP_F32, "", INF, 0, 0, INF},
		{OP_V_EXP_F32, "", INF | NEG, 0, 0, 0},
		{OP_V_EXP_F32, "", 0xc2fc0000, 0, 0, MIN_NORMAL}, /* -126 */
		{OP_V_EXP_F32, "k", 0xc2fe0000, 0, 0, 0},
		{OP_V_EXP_F32, "", MAX_NORMAL | NEG, 0, 0, 0},
		{OP_V_EXP_F32, "", SIGNAL, 0, 0, SIGNAL | 0x400000},
		{OP_V_EXP_LEGACY_F32, "", 0xbf800000, 0, 0, 0x3f000000},
		{OP_V_LOG_F32, "", ONE, 0, 0, 0},
		{OP_V_LOG_F32, "", MIN_NORMAL, 0, 0, 0xc2fc0000},
		{OP_V_LOG_F32, "", 0x41000000, 0, 0, 0x40400000},
		{OP_V_LOG_F32, "", 0, 0, 0, INF | NEG},
		{OP_V_LOG_F32, "", NEG, 0, 0, INF | NEG},
		{OP_V_LOG_F32, "k", DENORM, 0, 0, INF | NEG},
		{OP_V_LOG_F32, "", ONE | NEG, 0, 0, INVALID},
		{OP_V_LOG_F32, "", INF, 0, 0, INF},
		{OP_V_LOG_F32, "", QNAN2, 0, 0, QNAN2},
		{OP_V_LOG_LEGACY_F32, "", 0x3f000000, 0, 0, ONE | NEG},
		{OP_V_RCP_F32, "", TWO, 0, 0, 0x3f000000},
		{OP_V_RCP_F32, "", 0x40400000, 0, 0, 0x3eaaaaab},
		{OP_V_RCP_F32, "", NEG, 0, 0, INF | NEG},
		{OP_V_RCP_F32, "k", DENORM, 0, 0, INF},
		{OP_V_RCP_F32, "", INF | NEG, 0, 0, NEG},
		{OP_V_RCP_F32, "", 0x7e800000, 0, 0, MIN_NORMAL},
		{OP_V_RCP_F32, "k", 0x7f000000, 0, 0, 0},
		{OP_V_RCP_IFLAG_F32, "", 0x40800000, 0, 0, 0x3e800000},
		{OP_V_RSQ_F32, "", 0x40800000, 0, 0, 0x3f000000},
		{OP_V_RSQ_F32, "", 0, 0, 0, INF},
		{OP_V_RSQ_F32, "", NEG, 0, 0, INF | NEG},
		{OP_V_RSQ_F32, "", ONE | NEG, 0, 0, INVALID},
		{OP_V_RSQ_F32, "", INF, 0, 0, 0},
		{OP_V_SQRT_F32, "", TWO, 0, 0, 0x3fb504f3},
		{OP_V_SQRT_F32, "u", TWO, 0, 0, 0x3fb504f4},
		{OP_V_SQRT_F32, "", NEG, 0, 0, NEG},
		{OP_V_SQRT_F32, "", INF | NEG, 0, 0, INVALID},
		{OP_V_SIN_F32, "", 0, 0, 0, 0},
		{OP_V_SIN_F32, "", NEG, 0, 0, NEG},
		{OP_V_SIN_F32, "", 0x3e800000, 0, 0, ONE},        /* 0.25 */
		{OP_V_SIN_F32, "", 0x3f400000, 0, 0, ONE | NEG},  /* 0.75 */
		{OP_V_SIN_F32, "", 0x3f000000, 0, 0, 0},          /* 0.5 */
		{OP_V_SIN_F32, "", 0x3daaaaab, 0, 0, 0x3f000000}, /* 1/12: a half */
		{OP_V_SIN_F32, "", 0x437fc000, 0, 0, ONE | NEG},  /* 255.75 */
		{OP_V_SIN_F32, "", 0x43808000, 0, 0, 0},          /* 257 */
		{OP_V_SIN_F32, "", INF, 0, 0, INVALID},
		{OP_V_SIN_F32, "", QNAN, 0, 0, QNAN},
		{OP_V_COS_F32, "", 0, 0, 0, ONE},
		{OP_V_COS_F32, "", 0x3e800000, 0, 0, 0},
		{OP_V_COS_F32, "", 0xbf000000, 0, 0, ONE | NEG},
		{OP_V_COS_F32, "", 0xc3804000, 0, 0, ONE}, /* -256.5 */
		{OP_V_COS_F32, "", INF | NEG, 0, 0, INVALID},
		{OP_V_EXP_F16, "", 0x4200, 0, 0, 0x4800},
		{OP_V_EXP_F16, "", 0x4c00, 0, 0, 0x7c00},
		{OP_V_EXP_F16, "", 0xcd00, 0, 0, 0x0010}, /* -20 */
		{OP_V_EXP_F16, "z", 0xcd00, 0, 0, 0},
		{OP_V_LOG_F16, "", 0x0001, 0, 0, 0xce00}, /* -24 */
		{OP_V_LOG_F16, "z", 0x0001, 0, 0, 0xfc00},
		{OP_V_SIN_F16, "", 0x3400, 0, 0, 0x3c00},
		{OP_V_COS_F16, "", 0x3800, 0, 0, 0xbc00},
		{OP_V_COS_F16, "", 0x7c00, 0, 0, 0xfe00},
	};
	CHECK_TABLE(table);
}
