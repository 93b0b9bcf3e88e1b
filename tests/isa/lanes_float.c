/*
 * Floating-point lane functions: hand-computed results with the odd corners of each opcode, and
 * the same bits at every x86-64 level. Conversions and compares are in lanes_float_convert.c,
 * sweeps over many operands in lanes_float_sweep.c.
 */
#include "lanes_float_bits.h"

TEST(every_float_opcode_has_a_function)
{
	int count = 0;

	set_up();
	for (int op = 0; op < OP_COUNT; op++) {
		const struct op_info *info = &op_infos[op];
		bool vector = info->format == FMT_VOP1 || info->format == FMT_VOP2 ||
			      info->format == FMT_VOPC || info->format == FMT_VOP3;
		uint8_t types[] = {info->dst, info->src[0], info->src[1], info->src[2]};
		bool is_float = strstr(info->name, "v_cvt_") == info->name;

		for (int i = 0; i < 4; i++)
			is_float |= types[i] == T_F16 || types[i] == T_F32 || types[i] == T_F64;
		/* Interpolation belongs to graphics. */
		if (!vector || !is_float || strstr(info->name, "v_interp") == info->name)
			continue;
		if (!levels[0].fn[op])
			FAIL("%s has no lane function", info->name);
		count++;
	}
	CHECK(count > 200);
}

static uint64_t hash(uint64_t h, uint64_t value)
{
	return (h ^ value) * 0x100000001b3 ^ value >> 32;
}

/* Random operands and modes for one opcode, the same on every machine; returns a hash of the
 * results. */
static uint64_t sweep(enum opcode op)
{
	uint64_t h = 0xcbf29ce484222325;
	struct rng rng;

	rng_seed(&rng, rng_seed_of(op_infos[op].name));
	for (int round = 0; round < 60; round++) {
		uint64_t r = rng_u64(&rng);
		struct lane_env env = {.exec = ~0ull,
				       .mask_in = rng_u64(&rng),
				       .fp = {r & 3, r >> 2 & 3, r >> 4 & 1, r >> 5 & 1, r >> 6 & 1,
					      r >> 7 & 1, r >> 8 & 1, 0}};
		struct lanes src[3], d;

		for (int s = 0; s < 3; s++) {
			for (int i = 0; i < WAVE_LANES; i++) {
				uint64_t bits = pick32(&rng);

				if (op_infos[op].src[s] == T_F64)
					bits = pick64(&rng);
				else if (op_infos[op].src[s] == T_F16)
					bits = bits >> 16 | bits << 16;
				else if (op_infos[op].src[s] == T_B32 && (r >> 9 & 1))
					bits = rng_below(&rng, 2200) - 1100;
				lane_put(&src[s], i, bits);
			}
		}
		run(op, &d, &src[0], &src[1], &src[2], &env);
		h = hash(h, env.mask_out);
		for (int i = 0; i < WAVE_LANES; i++)
			h = hash(h, lane_get(&d, i, true));
	}
	return h;
}

/*
 * Every level, compiler and host gives the same bits: levels are compared by run, the rest by a
 * hash over all opcodes. It changes with the table of opcodes and with any result.
 */
TEST(same_bits_everywhere)
{
	uint64_t h = 0;

	set_up();
	for (int op = 0; op < OP_COUNT; op++)
		if (levels[0].fn[op])
			h += sweep((enum opcode)op);
	CHECK_EQ(h, 0x1f17cd40e719ea55);
}

/* The destination is also a source: the same result as into another register. */
TEST(destination_may_be_a_source)
{
	struct rng rng;

	set_up();
	rng_seed(&rng, 2);
	for (int op = 0; op < OP_COUNT; op++) {
		for (int l = 0; l < level_count; l++) {
			struct lane_env env = env_of("");
			struct lanes src[3], d, same;

			if (!levels[l].fn[op] || op_infos[op].format == FMT_VOPC)
				continue;
			for (int s = 0; s < 3; s++)
				for (int i = 0; i < 2 * WAVE_LANES; i++)
					src[s].dword[i] = pick32(&rng);
			memset(&d, 0, sizeof d);
			levels[l].fn[op](d.dword, src[0].dword, src[1].dword, src[2].dword, &env);
			for (int s = 0; s < 3; s++) {
				struct lanes *from[3] = {&src[0], &src[1], &src[2]};

				same = src[s];
				from[s] = &same;
				levels[l].fn[op](same.dword, from[0]->dword, from[1]->dword,
						 from[2]->dword, &env);
				for (int i = 0; i < WAVE_LANES; i++)
					if (lane_get(&same, i, is_wide((enum opcode)op)) !=
					    lane_get(&d, i, is_wide((enum opcode)op)))
						FAIL("%s, level %d, into source %d",
						     op_infos[op].name, l, s);
			}
		}
	}
}

TEST(f32_arithmetic)
{
	static const struct expect table[] = {
		{OP_V_ADD_F32, "", ONE, TWO, 0, 0x40400000},
		{OP_V_ADD_F32, "", INF, INF | NEG, 0, INVALID},
		{OP_V_ADD_F32, "", 0, NEG, 0, 0},
		{OP_V_ADD_F32, "d", 0, NEG, 0, NEG},
		{OP_V_ADD_F32, "d", ONE, ONE | NEG, 0, NEG},
		{OP_V_ADD_F32, "", NEG, NEG, 0, NEG},
		/* 1 + 2^-24 lies halfway; 1 + 3 * 2^-24 too, with an odd lower neighbour. */
		{OP_V_ADD_F32, "", ONE, 0x33800000, 0, ONE},
		{OP_V_ADD_F32, "", ONE + 1, 0x33800000, 0, ONE + 2},
		{OP_V_ADD_F32, "u", ONE, 0x33800000, 0, ONE + 1},
		{OP_V_ADD_F32, "d", ONE + 1, 0x33800000, 0, ONE + 1},
		{OP_V_ADD_F32, "t", ONE | NEG, 0xb3800000, 0, ONE | NEG},
		{OP_V_ADD_F32, "d", ONE | NEG, 0xb3800000, 0, (ONE + 1) | NEG},
		{OP_V_ADD_F32, "", MAX_NORMAL, MAX_NORMAL, 0, INF},
		{OP_V_ADD_F32, "t", MAX_NORMAL, MAX_NORMAL, 0, MAX_NORMAL},
		/* Denormal sources, then a denormal result. */
		{OP_V_ADD_F32, "", DENORM, DENORM, 0, 0},
		{OP_V_ADD_F32, "k", DENORM, DENORM, 0, MIN_NORMAL},
		{OP_V_ADD_F32, "", DENORM | NEG, NEG, 0, NEG},
		{OP_V_SUB_F32, "", MIN_NORMAL, 0x00c00000, 0, NEG},
		{OP_V_SUB_F32, "k", MIN_NORMAL, 0x00c00000, 0, DENORM | NEG},
		{OP_V_SUBREV_F32, "", ONE, TWO, 0, ONE},
		/* The first NaN wins and is made quiet. */
		{OP_V_ADD_F32, "", QNAN, QNAN2, 0, QNAN},
		{OP_V_ADD_F32, "", QNAN2, QNAN, 0, QNAN2},
		{OP_V_ADD_F32, "", ONE, SIGNAL, 0, SIGNAL | 0x400000},
		{OP_V_SUBREV_F32, "", QNAN2, QNAN, 0, QNAN2},
		{OP_V_MUL_F32, "", QNAN, QNAN2, 0, QNAN},
		{OP_V_MUL_F32, "", 0, INF, 0, INVALID},
		{OP_V_MUL_F32, "", NEG, ONE, 0, NEG},
		/* 2^-63 squared is the least normal, 2^-75 squared twice the least denormal's half.
		 */
		{OP_V_MUL_F32, "", 0x20000000, 0x20000000, 0, MIN_NORMAL},
		{OP_V_MUL_F32, "k", 0x1a000000, 0x1a000000, 0, 0},
		{OP_V_MUL_F32, "k", 0x1a000000, 0x1a000001, 0, 1},
		{OP_V_MUL_F32, "ku", 0x1a000000, 0x1a000000, 0, 1},
		{OP_V_MUL_F32, "", 0x20000000, 0x1f800000, 0, 0},
		{OP_V_MUL_LEGACY_F32, "", 0, INF, 0, 0},
		{OP_V_MUL_LEGACY_F32, "", QNAN, 0, 0, 0},
		{OP_V_MUL_LEGACY_F32, "", NEG, ONE, 0, 0},
		{OP_V_MUL_LEGACY_F32, "", TWO, TWO, 0, 0x40800000},
	};
	CHECK_TABLE(table);
}

TEST(f32_multiply_add)
{
	/* (1 + 2^-23)^2 = 1 + 2^-22 + 2^-46: less 1 + 2^-22, only the fused form keeps 2^-46. */
	static const struct expect table[] = {
		{OP_V_FMA_F32, "", ONE + 1, ONE + 1, 0xbf800002, 0x28800000},
		{OP_V_MAD_F32, "", ONE + 1, ONE + 1, 0xbf800002, 0},
		{OP_V_MAC_F32, "", ONE + 1, ONE + 1, 0xbf800002, 0},
		{OP_V_MADMK_F32, "", TWO, TWO, ONE, 0x40a00000},
		{OP_V_MADAK_F32, "", TWO, TWO, ONE, 0x40a00000},
		/* Flushed in every mode: sources, the product, the result. */
		{OP_V_MAC_F32, "k", DENORM, TWO, ONE, ONE},
		{OP_V_MAC_F32, "k", DENORM, 0x7f000000, ONE, ONE},
		{OP_V_MAC_F32, "k", 0x20000000, 0x1f800000, MIN_NORMAL, MIN_NORMAL},
		{OP_V_MAC_F32, "k", 0xa0000000, 0x1f800000, 0, 0},
		{OP_V_MAC_F32, "k", ONE, 0x00c00000, MIN_NORMAL | NEG, 0},
		{OP_V_FMA_F32, "k", 0x20000000, 0x1f800000, 0, DENORM},
		{OP_V_FMA_F32, "", 0x20000000, 0x1f800000, 0, 0},
		{OP_V_FMA_F32, "k", ONE, 0x00c00000, MIN_NORMAL | NEG, DENORM},
		{OP_V_MAC_F32, "u", ONE + 1, ONE + 1, 0, ONE + 3},
		{OP_V_MAC_F32, "", QNAN, QNAN2, SIGNAL, QNAN},
		{OP_V_MAC_F32, "", ONE, QNAN2, QNAN, QNAN2},
		{OP_V_MAC_F32, "", 0, INF, QNAN, QNAN},
		{OP_V_FMA_F32, "", 0, INF, QNAN, QNAN},
		{OP_V_FMA_F32, "", QNAN2, QNAN, SIGNAL, QNAN2},
		{OP_V_MAC_F32, "", 0, INF, ONE, INVALID},
		{OP_V_MAC_F32, "", INF, ONE, INF | NEG, INVALID},
		{OP_V_MAD_LEGACY_F32, "", 0, INF, ONE, ONE},
		{OP_V_MAD_LEGACY_F32, "", TWO, TWO, ONE, 0x40a00000},
		{OP_V_FMA_F32, "u", ONE, ONE, 1, ONE},
		{OP_V_FMA_F32, "uk", ONE, ONE, 1, ONE + 1},
	};
	CHECK_TABLE(table);
}

TEST(f32_min_max)
{
	static const struct expect table[] = {
		{OP_V_MIN_F32, "", ONE, TWO, 0, ONE},
		{OP_V_MAX_F32, "", ONE, TWO, 0, TWO},
		{OP_V_MIN_F32, "", 0, NEG, 0, NEG},
		{OP_V_MIN_F32, "", NEG, 0, 0, NEG},
		{OP_V_MAX_F32, "", NEG, 0, 0, 0},
		{OP_V_MAX_F32, "", ONE | NEG, INF | NEG, 0, ONE | NEG},
		{OP_V_MIN_F32, "", QNAN, ONE, 0, ONE},
		{OP_V_MAX_F32, "", ONE, QNAN, 0, ONE},
		{OP_V_MAX_F32, "i", ONE, QNAN, 0, ONE},
		{OP_V_MIN_F32, "", SIGNAL, ONE, 0, ONE},
		{OP_V_MIN_F32, "i", SIGNAL, ONE, 0, SIGNAL | 0x400000},
		{OP_V_MAX_F32, "i", ONE, SIGNAL, 0, SIGNAL | 0x400000},
		{OP_V_MIN_F32, "", QNAN2, QNAN, 0, QNAN2},
		/* No flush: the canonicalising multiplication before it does that. */
		{OP_V_MIN_F32, "", DENORM, ONE, 0, DENORM},
		{OP_V_MAX_F32, "", DENORM | NEG, INF | NEG, 0, DENORM | NEG},
		{OP_V_MIN3_F32, "", TWO, ONE, INF, ONE},
		{OP_V_MIN3_F32, "", TWO, QNAN, ONE, ONE},
		{OP_V_MAX3_F32, "", TWO, ONE, INF | NEG, TWO},
		{OP_V_MED3_F32, "", ONE, INF, TWO, TWO},
		{OP_V_MED3_F32, "", INF, TWO, ONE, TWO},
		{OP_V_MED3_F32, "", TWO, ONE | NEG, INF, TWO},
		{OP_V_MED3_F32, "", ONE, ONE, TWO, ONE},
		{OP_V_MED3_F32, "", QNAN, TWO, ONE, ONE},
		{OP_V_MED3_F32, "", NEG, 0, NEG, NEG},
	};
	CHECK_TABLE(table);
}

TEST(f32_integral_and_parts)
{
	static const struct expect table[] = {
		{OP_V_TRUNC_F32, "", 0xbfc00000, 0, 0, ONE | NEG}, /* -1.5 */
		{OP_V_TRUNC_F32, "", 0xbf000000, 0, 0, NEG},       /* -0.5 */
		{OP_V_CEIL_F32, "", 0xbf000000, 0, 0, NEG},
		{OP_V_CEIL_F32, "u", 0x3f000000, 0, 0, ONE},
		{OP_V_CEIL_F32, "", DENORM, 0, 0, 0},
		{OP_V_CEIL_F32, "k", DENORM, 0, 0, ONE},
		{OP_V_FLOOR_F32, "k", DENORM | NEG, 0, 0, ONE | NEG},
		{OP_V_FLOOR_F32, "", 0x40200000, 0, 0, TWO}, /* 2.5 */
		{OP_V_RNDNE_F32, "", 0x40200000, 0, 0, TWO},
		{OP_V_RNDNE_F32, "u", 0x40200000, 0, 0, TWO},
		{OP_V_RNDNE_F32, "", 0x3fc00000, 0, 0, TWO}, /* 1.5 */
		{OP_V_RNDNE_F32, "", 0xbf000000, 0, 0, NEG},
		{OP_V_RNDNE_F32, "", SIGNAL, 0, 0, SIGNAL | 0x400000},
		{OP_V_TRUNC_F32, "", INF, 0, 0, INF},
		{OP_V_FRACT_F32, "", 0x40200000, 0, 0, 0x3f000000},
		{OP_V_FRACT_F32, "", 0xbe800000, 0, 0, 0x3f400000}, /* -0.25 */
		{OP_V_FRACT_F32, "", 0xb0000000, 0, 0, 0x3f7fffff}, /* just below 0 */
		{OP_V_FRACT_F32, "d", ONE, 0, 0, 0},
		{OP_V_FRACT_F32, "u", 0xb0000000, 0, 0, 0x3f7fffff},
		{OP_V_FRACT_F32, "t", 0xbdcccccd, 0, 0, 0x3f666666}, /* -0.1 */
		{OP_V_FRACT_F32, "u", 0xbdcccccd, 0, 0, 0x3f666667},
		{OP_V_FRACT_F32, "", INF, 0, 0, INVALID},
		{OP_V_LDEXP_F32, "", ONE, 3, 0, 0x41000000},
		{OP_V_LDEXP_F32, "", ONE, (uint32_t)-126, 0, MIN_NORMAL},
		{OP_V_LDEXP_F32, "", ONE, (uint32_t)-127, 0, 0},
		{OP_V_LDEXP_F32, "k", ONE, (uint32_t)-127, 0, DENORM},
		{OP_V_LDEXP_F32, "k", ONE + 1, (uint32_t)-149, 0, 1},
		{OP_V_LDEXP_F32, "k", ONE, (uint32_t)-150, 0, 0},
		{OP_V_LDEXP_F32, "k", ONE + 1, (uint32_t)-150, 0, 1},
		{OP_V_LDEXP_F32, "ku", ONE, 0x80000000, 0, 1},
		{OP_V_LDEXP_F32, "", ONE | NEG, 0x7fffffff, 0, INF | NEG},
		{OP_V_LDEXP_F32, "t", ONE | NEG, 0x7fffffff, 0, MAX_NORMAL | NEG},
		{OP_V_LDEXP_F32, "k", 1, 149, 0, ONE},
		{OP_V_LDEXP_F32, "", SIGNAL, 1, 0, SIGNAL | 0x400000},
		{OP_V_FREXP_EXP_I32_F32, "", ONE, 0, 0, 1},
		{OP_V_FREXP_EXP_I32_F32, "", 0xbf000000, 0, 0, 0},
		{OP_V_FREXP_EXP_I32_F32, "k", 1, 0, 0, (uint32_t)-148},
		{OP_V_FREXP_EXP_I32_F32, "", 1, 0, 0, 0},
		{OP_V_FREXP_EXP_I32_F32, "", INF, 0, 0, 0},
		{OP_V_FREXP_EXP_I32_F32, "", 0, 0, 0, 0},
		{OP_V_FREXP_MANT_F32, "", 0xc0400000, 0, 0, 0xbf400000}, /* -3 */
		{OP_V_FREXP_MANT_F32, "k", 1, 0, 0, 0x3f000000},
		{OP_V_FREXP_MANT_F32, "", NEG, 0, 0, NEG},
		{OP_V_FREXP_MANT_F32, "", INF, 0, 0, INF},
		{OP_V_CUBEID_F32, "", ONE, TWO, 0xc0000000, 0x40a00000},
		{OP_V_CUBEID_F32, "", ONE, TWO, ONE, TWO},
		{OP_V_CUBEID_F32, "", 0xc0000000, ONE, ONE, ONE},
		{OP_V_CUBESC_F32, "", ONE, TWO, 0xc0400000, ONE | NEG},
		{OP_V_CUBETC_F32, "", ONE, TWO, 0xc0400000, 0xc0000000},
		{OP_V_CUBETC_F32, "", ONE, 0xc0000000, ONE, ONE | NEG},
		{OP_V_CUBEMA_F32, "", ONE, TWO, 0xc0400000, 0xc0c00000},
	};
	CHECK_TABLE(table);
}

TEST(f64_arithmetic)
{
	static const struct expect table[] = {
		{OP_V_ADD_F64, "", D_ONE, D_ONE, 0, 0x4000000000000000},
		{OP_V_ADD_F64, "", D_ONE, 0x3ca0000000000000, 0, D_ONE},
		{OP_V_ADD_F64, "u", D_ONE, 0x3ca0000000000000, 0, D_ONE + 1},
		{OP_V_ADD_F64, "", 1, 1, 0, 2},
		{OP_V_ADD_F64, "z", 1, 1, 0, 0},
		{OP_V_ADD_F64, "", D_INF, D_INF | D_NEG, 0, 0xfff8000000000000},
		{OP_V_ADD_F64, "", D_ONE, D_SIGNAL, 0, D_SIGNAL | D_QUIET},
		{OP_V_ADD_F64, "", D_QNAN, D_SIGNAL, 0, D_QNAN},
		{OP_V_MUL_F64, "", 0x1ff0000000000000, 0x1ff0000000000000, 0, 0x0004000000000000},
		{OP_V_MUL_F64, "z", 0x9ff0000000000000, 0x1ff0000000000000, 0, D_NEG},
		{OP_V_FMA_F64, "", D_ONE + 1, D_ONE + 1, 0xbff0000000000002, 0x3970000000000000},
		{OP_V_FMA_F64, "", 0, D_INF, D_QNAN, D_QNAN},
		{OP_V_MIN_F64, "", 0, D_NEG, 0, D_NEG},
		{OP_V_MAX_F64, "", D_NEG, 0, 0, 0},
		{OP_V_MAX_F64, "", D_QNAN, D_ONE, 0, D_ONE},
		{OP_V_MIN_F64, "i", D_ONE, D_SIGNAL, 0, D_SIGNAL | D_QUIET},
		{OP_V_MIN_F64, "", D_ONE | D_NEG, D_INF | D_NEG, 0, D_INF | D_NEG},
		{OP_V_SQRT_F64, "", 0x4000000000000000, 0, 0, 0x3ff6a09e667f3bcd},
		{OP_V_SQRT_F64, "t", 0x4000000000000000, 0, 0, 0x3ff6a09e667f3bcc},
		{OP_V_SQRT_F64, "", D_NEG, 0, 0, D_NEG},
		{OP_V_SQRT_F64, "", D_ONE | D_NEG, 0, 0, 0xfff8000000000000},
		{OP_V_RCP_F64, "", D_NEG, 0, 0, D_INF | D_NEG},
		{OP_V_RCP_F64, "", 0x4000000000000000, 0, 0, 0x3fe0000000000000},
		{OP_V_RSQ_F64, "", 0x4010000000000000, 0, 0, 0x3fe0000000000000},
		{OP_V_RSQ_F64, "", 0, 0, 0, D_INF},
		{OP_V_TRUNC_F64, "", 0xbff8000000000000, 0, 0, D_ONE | D_NEG},
		{OP_V_CEIL_F64, "", 1, 0, 0, D_ONE},
		{OP_V_CEIL_F64, "z", 1, 0, 0, 0},
		{OP_V_FLOOR_F64, "", 0xbff8000000000000, 0, 0, 0xc000000000000000},
		{OP_V_RNDNE_F64, "", 0x4004000000000000, 0, 0, 0x4000000000000000},
		{OP_V_FRACT_F64, "", 0xbfd0000000000000, 0, 0, 0x3fe8000000000000},
		{OP_V_FRACT_F64, "", D_NEG | 1, 0, 0, 0x3fefffffffffffff},
		{OP_V_LDEXP_F64, "", D_ONE, 3, 0, 0x4020000000000000},
		{OP_V_LDEXP_F64, "", D_ONE, (uint32_t)-1074, 0, 1},
		{OP_V_LDEXP_F64, "", D_ONE, (uint32_t)-1075, 0, 0},
		{OP_V_LDEXP_F64, "", D_ONE + 1, (uint32_t)-1075, 0, 1},
		{OP_V_LDEXP_F64, "u", D_ONE, 0x80000000, 0, 1},
		{OP_V_LDEXP_F64, "z", D_ONE, (uint32_t)-1074, 0, 0},
		{OP_V_LDEXP_F64, "", 1, 2097, 0, 0x7fe0000000000000},
		{OP_V_LDEXP_F64, "", 1, 2098, 0, D_INF},
		{OP_V_LDEXP_F64, "t", D_ONE | D_NEG, 0x7fffffff, 0, 0xffefffffffffffff},
		{OP_V_LDEXP_F64, "d", 0, 5, 0, 0},
		{OP_V_LDEXP_F64, "", D_SIGNAL, 5, 0, D_SIGNAL | D_QUIET},
		{OP_V_FREXP_EXP_I32_F64, "", D_ONE, 0, 0, 1},
		{OP_V_FREXP_EXP_I32_F64, "", 1, 0, 0, (uint32_t)-1073},
		{OP_V_FREXP_EXP_I32_F64, "", D_INF, 0, 0, 0},
		{OP_V_FREXP_MANT_F64, "", 0xc008000000000000, 0, 0, 0xbfe8000000000000},
		{OP_V_FREXP_MANT_F64, "", 1, 0, 0, 0x3fe0000000000000},
		{OP_V_FREXP_MANT_F64, "z", 1, 0, 0, 0},
		/* 2/pi = 0.a2f9836e4e4415 29fc2757d1f534ddc0... in hexadecimal. */
		{OP_V_TRIG_PREOP_F64, "", D_ONE, 0, 0, 0x3fe45f306dc9c882},
		{OP_V_TRIG_PREOP_F64, "", D_ONE, 1, 0, 0x3c94a7f09d5f47d4},
		/* 2/pi - 1/2: one bit further on. */
		{OP_V_TRIG_PREOP_F64, "", 0x4360000000000000, 0, 0, 0x3fc17cc1b727220a},
	};
	CHECK_TABLE(table);
}

TEST(f16_arithmetic)
{
	static const struct expect table[] = {
		{OP_V_ADD_F16, "", 0x3c00, 0x4000, 0, 0x4200},
		/* High halves are not looked at. */
		{OP_V_ADD_F16, "", 0xffff3c00, 0x12344000, 0, 0x4200},
		{OP_V_ADD_F16, "", 0x3c00, 0x1000, 0, 0x3c00}, /* 2^-11: halfway */
		{OP_V_ADD_F16, "", 0x3c01, 0x1000, 0, 0x3c02},
		{OP_V_ADD_F16, "u", 0x3c00, 0x0001, 0, 0x3c01},
		{OP_V_ADD_F16, "d", 0xbc00, 0x8001, 0, 0xbc01},
		{OP_V_ADD_F16, "t", 0xbc00, 0x8001, 0, 0xbc00},
		{OP_V_ADD_F16, "", 0x7bff, 0x4c00, 0, 0x7c00}, /* 65504 + 16 */
		{OP_V_ADD_F16, "", 0x7bff, 0x4bff, 0, 0x7bff},
		{OP_V_ADD_F16, "t", 0x7bff, 0x7bff, 0, 0x7bff},
		{OP_V_ADD_F16, "", 0x0001, 0x0001, 0, 0x0002},
		{OP_V_ADD_F16, "z", 0x0001, 0x0001, 0, 0},
		{OP_V_SUB_F16, "z", 0x0400, 0x0600, 0, 0x8000},
		{OP_V_SUB_F16, "", 0x0400, 0x0600, 0, 0x8200},
		{OP_V_SUBREV_F16, "", 0x3c00, 0x4000, 0, 0x3c00},
		{OP_V_ADD_F16, "", 0x7c00, 0xfc00, 0, 0xfe00},
		{OP_V_ADD_F16, "", 0x7e01, 0xfe02, 0, 0x7e01},
		{OP_V_ADD_F16, "", 0x3c00, 0x7c05, 0, 0x7e05},
		{OP_V_MUL_F16, "", 0x0c00, 0x0c00, 0, 0x0001}, /* 2^-12 squared */
		{OP_V_MUL_F16, "", 0x0800, 0x0a00, 0, 0x0000}, /* 2^-13 * 2^-13 * 1.5 */
		{OP_V_MUL_F16, "", 0x0801, 0x0c00, 0, 0x0001}, /* just above half of 2^-24 */
		{OP_V_MUL_F16, "", 0x0800, 0x0c00, 0, 0x0000}, /* half of it */
		/* (1 + 2^-10)^2 - (1 + 2^-9) = 2^-20, lost when the product is rounded. */
		{OP_V_FMA_F16, "", 0x3c01, 0x3c01, 0xbc02, 0x0010},
		{OP_V_MAD_F16, "", 0x3c01, 0x3c01, 0xbc02, 0},
		{OP_V_MAC_F16, "", 0x4000, 0x4000, 0x3c00, 0x4500},
		{OP_V_MADMK_F16, "", 0x4000, 0x4000, 0x3c00, 0x4500},
		{OP_V_MADAK_F16, "", 0x4000, 0x4000, 0x3c00, 0x4500},
		{OP_V_MAC_F16, "", 0x0001, 0x7800, 0x3c00, 0x3c00},
		/* 1 + 2^-11 (a tie) + 2^-24: f32 would lose the last bit. */
		{OP_V_FMA_F16, "", 0x3c01, 0x1000, 0x3c00, 0x3c01},
		{OP_V_FMA_F16, "", 0x1000, 0x3c00, 0x3c00, 0x3c00},
		{OP_V_FMA_F16, "", 0, 0x7c00, 0x7e07, 0x7e07},
		{OP_V_MIN_F16, "", 0, 0x8000, 0, 0x8000},
		{OP_V_MAX_F16, "", 0xffff8000, 0, 0, 0},
		{OP_V_MAX_F16, "", 0x7e00, 0x3c00, 0, 0x3c00},
		{OP_V_MIN_F16, "i", 0x7c01, 0x3c00, 0, 0x7e01},
		{OP_V_MIN_F16, "z", 0x0001, 0x3c00, 0, 0x0001},
		{OP_V_SQRT_F16, "", 0x4000, 0, 0, 0x3da8},
		{OP_V_SQRT_F16, "", 0xbc00, 0, 0, 0xfe00},
		{OP_V_RCP_F16, "", 0x4200, 0, 0, 0x3555},
		{OP_V_RCP_F16, "", 0x8000, 0, 0, 0xfc00},
		{OP_V_RCP_F16, "", 0x7bff, 0, 0,
		 0x0100}, /* 1/65504 = 2^-16 and a bit: 256.1 * 2^-24 */
		{OP_V_RSQ_F16, "", 0x4400, 0, 0, 0x3800},
		{OP_V_TRUNC_F16, "", 0xbe00, 0, 0, 0xbc00},
		{OP_V_CEIL_F16, "", 0x0001, 0, 0, 0x3c00},
		{OP_V_CEIL_F16, "z", 0x0001, 0, 0, 0},
		{OP_V_FLOOR_F16, "", 0xbe00, 0, 0, 0xc000},
		{OP_V_RNDNE_F16, "", 0x4100, 0, 0, 0x4000},
		{OP_V_FRACT_F16, "", 0xb400, 0, 0, 0x3a00},
		{OP_V_FRACT_F16, "", 0x8001, 0, 0, 0x3bff},
		{OP_V_LDEXP_F16, "", 0x3c00, 0x3, 0, 0x4800},
		{OP_V_LDEXP_F16, "", 0x3c00, 0xffe8, 0, 0x0001}, /* 2^-24 */
		{OP_V_LDEXP_F16, "", 0x3c00, 0xffe7, 0, 0},
		{OP_V_LDEXP_F16, "u", 0x3c00, 0x8000, 0, 0x0001},
		{OP_V_LDEXP_F16, "", 0xbc00, 0x7fff, 0, 0xfc00},
		{OP_V_LDEXP_F16, "", 0x7c03, 1, 0, 0x7e03},
		{OP_V_FREXP_EXP_I16_F16, "", 0x3c00, 0, 0, 1},
		{OP_V_FREXP_EXP_I16_F16, "", 0x0001, 0, 0, 0xffe9}, /* -23 */
		{OP_V_FREXP_EXP_I16_F16, "", 0x7c00, 0, 0, 0},
		{OP_V_FREXP_MANT_F16, "", 0xc200, 0, 0, 0xba00},
		{OP_V_FREXP_MANT_F16, "", 0x0001, 0, 0, 0x3800},
		{OP_V_DIV_FIXUP_F16, "", 0x3c00, 0xc000, 0x3c00, 0xbc00},
		{OP_V_DIV_FIXUP_F16, "", 0x3c00, 0, 0, 0xfe00},
		{OP_V_DIV_FIXUP_F16, "", 0x3c00, 0x8000, 0x3c00, 0xfc00},
		{OP_V_DIV_FIXUP_F16, "", 0x3c00, 0x7c00, 0xbc00, 0x8000},
	};
	CHECK_TABLE(table);
}
