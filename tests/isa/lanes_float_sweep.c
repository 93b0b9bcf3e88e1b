/*
 * Floating-point lane functions over many operands: against the host's own arithmetic in every
 * rounding mode, f16 against exact integers, division by the sequences LLVM emits. How accurate the
 * transcendental functions are: lanes_float_accuracy.c.
 */
#include <fenv.h>
#include <math.h>

#include "lanes_float_bits.h"

static const char *const modes[] = {"", "u", "d", "t", "k", "ku", "kd", "kt", "z", "zu"};
enum { MODES = sizeof modes / sizeof *modes };

static uint32_t flushed32(uint32_t bits, bool keep)
{
	return keep || (bits & 0x7f800000) ? bits : bits & 0x80000000;
}

static uint64_t flushed64(uint64_t bits, bool keep)
{
	return keep || (bits & 0x7ff0000000000000) ? bits : bits & 0x8000000000000000;
}

static void set_host(unsigned mode)
{
	static const int host[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

	fesetround(host[mode]);
}

/* What the host computes, one lane at a time, by volatile operands. */
static float host32(enum opcode op, float a, float b, float c)
{
	volatile float x = a, y = b, z = c, t;

	switch (op) {
	case OP_V_ADD_F32:
		return x + y;
	case OP_V_SUB_F32:
		return x - y;
	case OP_V_MUL_F32:
		return x * y;
	case OP_V_MAD_F32:
		t = x * y;
		t = f32(flushed32(b32(t), false));
		return t + z;
	default:
		return fmaf(x, y, z);
	}
}

static double host64(enum opcode op, double a, double b, double c)
{
	volatile double x = a, y = b, z = c;

	switch (op) {
	case OP_V_ADD_F64:
		return x + y;
	case OP_V_MUL_F64:
		return x * y;
	default:
		return fma(x, y, z);
	}
}

TEST(f32_against_the_host)
{
	static const enum opcode ops[] = {OP_V_ADD_F32, OP_V_SUB_F32, OP_V_MUL_F32, OP_V_MAD_F32,
					  OP_V_FMA_F32};
	struct rng rng;

	rng_seed(&rng, 11);
	for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {
		for (int round = 0; round < 40 * MODES; round++) {
			struct lane_env env = env_of(modes[round % MODES]);
			bool keep = env.fp.denorm32_in && ops[o] != OP_V_MAD_F32;
			struct lanes src[3], d;

			for (int i = 0; i < WAVE_LANES; i++)
				for (int s = 0; s < 3; s++)
					lane_put(&src[s], i, pick32(&rng));
			run(ops[o], &d, &src[0], &src[1], &src[2], &env);
			for (int i = 0; i < WAVE_LANES; i++) {
				float x = f32(flushed32(src[0].dword[i], keep));
				float y = f32(flushed32(src[1].dword[i], keep));
				float z = f32(flushed32(src[2].dword[i], keep)), want;

				set_host(env.fp.round32);
				want = host32(ops[o], x, y, z);
				set_host(0);
				if (isnan(want))
					CHECK(isnan(f32(d.dword[i])));
				else if (d.dword[i] != flushed32(b32(want), keep))
					FAIL("%s(%a, %a, %a) is %a, not %a", op_infos[ops[o]].name,
					     x, y, z, f32(d.dword[i]), want);
			}
		}
	}
}

TEST(f64_against_the_host)
{
	static const enum opcode ops[] = {OP_V_ADD_F64, OP_V_MUL_F64, OP_V_FMA_F64};
	struct rng rng;

	rng_seed(&rng, 12);
	for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {
		for (int round = 0; round < 40 * MODES; round++) {
			struct lane_env env = env_of(modes[round % MODES]);
			bool keep = env.fp.denorm64_in;
			struct lanes src[3], d;

			for (int i = 0; i < WAVE_LANES; i++)
				for (int s = 0; s < 3; s++)
					lane_put(&src[s], i, pick64(&rng));
			run(ops[o], &d, &src[0], &src[1], &src[2], &env);
			for (int i = 0; i < WAVE_LANES; i++) {
				double x = f64(flushed64(lane_get(&src[0], i, true), keep));
				double y = f64(flushed64(lane_get(&src[1], i, true), keep));
				double z = f64(flushed64(lane_get(&src[2], i, true), keep)), want;

				set_host(env.fp.round64);
				want = host64(ops[o], x, y, z);
				set_host(0);
				if (isnan(want))
					CHECK(isnan(f64(lane_get(&d, i, true))));
				else if (lane_get(&d, i, true) != flushed64(b64(want), keep))
					FAIL("%s(%a, %a, %a) is %a, not %a", op_infos[ops[o]].name,
					     x, y, z, f64(lane_get(&d, i, true)), want);
			}
		}
	}
}

/* The f16 for a count of 2^-48; zero_sign for an exact zero. */
static uint32_t f16_of_count(__int128 count, unsigned mode, uint32_t zero_sign)
{
	uint32_t sign = count < 0 ? 0x8000 : 0;
	unsigned __int128 m = (unsigned __int128)(count < 0 ? -count : count), step, rest;
	bool away = mode == (sign ? 2u : 1u);
	unsigned shift = 24;
	uint32_t half;

	if (count == 0)
		return zero_sign;
	while (m >> shift > 0x7ff)
		shift++;
	step = (unsigned __int128)1 << shift;
	rest = m & (step - 1);
	half = (uint32_t)(m >> shift);
	if (mode == 0 ? rest * 2 > step || (rest * 2 == step && (half & 1)) : away && rest)
		half++;
	/* A carry into the next power of two comes out right by itself. */
	half += (shift - 24) << 10;
	if (half > 0x7bff)
		half = mode == 0 || away ? 0x7c00 : 0x7bff;
	return sign | half;
}

static uint32_t pick16(struct rng *rng)
{
	uint32_t half = (uint32_t)rng_below(rng, 0x7c00);

	if (rng_below(rng, 3) == 0)
		half &= 0x7c03;
	return half | (uint32_t)rng_below(rng, 2) << 15;
}

TEST(f16_against_integers)
{
	struct rng rng;

	rng_seed(&rng, 13);
	for (int round = 0; round < 4000; round++) {
		struct lane_env env = env_of(modes[round % 4]);
		enum opcode op = round & 8 ? OP_V_FMA_F16 : round & 4 ? OP_V_ADD_F16 : OP_V_MUL_F16;
		unsigned mode = env.fp.round64;
		struct lanes src[3], d;

		for (int i = 0; i < WAVE_LANES; i++)
			for (int s = 0; s < 3; s++)
				lane_put(&src[s], i, pick16(&rng));
		run(op, &d, &src[0], &src[1], &src[2], &env);
		for (int i = 0; i < WAVE_LANES; i++) {
			uint32_t a = src[0].dword[i], b = src[1].dword[i], c = src[2].dword[i];
			__int128 x = count_of_f16(a), y = count_of_f16(b), z = count_of_f16(c);
			uint32_t product_sign = (a ^ b) & 0x8000, zero = mode == 2 ? 0x8000 : 0;
			__int128 count;

			if (op == OP_V_ADD_F16) {
				count = (x + y) * (1 << 24);
				zero = x == 0 && y == 0 && ((a ^ b) & 0x8000) == 0 ? a & 0x8000
										   : zero;
			} else if (op == OP_V_MUL_F16) {
				count = x * y;
				zero = product_sign;
			} else {
				count = x * y + z * (1 << 24);
				zero = x * y == 0 && z == 0 && product_sign == (c & 0x8000)
					       ? product_sign
					       : zero;
			}
			if (d.dword[i] != f16_of_count(count, mode, zero))
				FAIL("%s(%x, %x, %x) in mode %u is %x, not %x", op_infos[op].name,
				     a, b, c, mode, d.dword[i], f16_of_count(count, mode, zero));
		}
	}
}

/* All f16 there and back, and every f32 pattern's top bits through f16 by the slow way. */
TEST(f16_conversions)
{
	struct rng rng;

	for (uint32_t half = 0; half < 0x10000; half += WAVE_LANES) {
		struct lane_env env = env_of("");
		struct lanes a, wide, back;

		for (uint32_t i = 0; i < WAVE_LANES; i++)
			lane_put(&a, (int)i, half + i);
		run(OP_V_CVT_F32_F16, &wide, &a, &a, &a, &env);
		run(OP_V_CVT_F16_F32, &back, &wide, &wide, &wide, &env);
		for (uint32_t i = 0; i < WAVE_LANES; i++) {
			bool nan = ((half + i) & 0x7fff) > 0x7c00;

			CHECK_EQ(back.dword[i], (half + i) | (nan ? 0x200 : 0));
			if (((half + i) & 0x7c00) != 0x7c00)
				CHECK(f32(wide.dword[i]) ==
				      ldexpf((float)count_of_f16(half + i), -24));
		}
	}
	rng_seed(&rng, 14);
	for (int round = 0; round < 2000; round++) {
		struct lane_env env = env_of(modes[4 + round % 4]);
		struct lanes a, d;

		/* From below the least f16 denormal's half to above the greatest number. */
		for (int i = 0; i < WAVE_LANES; i++)
			lane_put(&a, i,
				 (rng_below(&rng, 2) << 31) +
					 (rng_below(&rng, 48) + 98) * (1 << 23) +
					 (rng_u64(&rng) &
					  (rng_below(&rng, 2) ? 0x7ff000 : 0x7fffff)));
		run(OP_V_CVT_F16_F32, &d, &a, &a, &a, &env);
		for (int i = 0; i < WAVE_LANES; i++) {
			/* 2^-52 divides every source; count_of wants 2^-48, so scale and stick. */
			long double exact = ldexpl(f32(a.dword[i]), 48 + 8);
			__int128 count = (__int128)exact >> 8;

			if ((long double)count * 256 != exact)
				count |= 1;
			CHECK_EQ(d.dword[i],
				 f16_of_count(count, env.fp.round64, a.dword[i] >> 16 & 0x8000));
		}
	}
}

/* LLVM's f32 division, all lanes. The steps between run with denormals enabled. */
static void divide32(struct lanes *q, const struct lanes *n, const struct lanes *d,
		     struct lane_env *env)
{
	struct lane_env on = *env;
	struct lanes ds, ns, neg, rcp, one, e, r, m, t;
	uint64_t vcc;

	on.fp.denorm32_in = on.fp.denorm32_out = true;
	run(OP_V_DIV_SCALE_F32, &ds, d, d, n, env);
	run(OP_V_DIV_SCALE_F32, &ns, n, d, n, env);
	vcc = env->mask_out;
	run(OP_V_RCP_F32, &rcp, &ds, &ds, &ds, env);
	for (int i = 0; i < WAVE_LANES; i++) {
		lane_put(&neg, i, ds.dword[i] ^ 0x80000000);
		lane_put(&one, i, b32(1.0f));
	}
	run(OP_V_FMA_F32, &e, &neg, &rcp, &one, &on);
	run(OP_V_FMA_F32, &r, &e, &rcp, &rcp, &on);
	run(OP_V_MUL_F32, &m, &ns, &r, &r, &on);
	run(OP_V_FMA_F32, &e, &neg, &m, &ns, &on);
	run(OP_V_FMA_F32, &t, &e, &r, &m, &on);
	run(OP_V_FMA_F32, &e, &neg, &t, &ns, &on);
	env->mask_in = vcc;
	run(OP_V_DIV_FMAS_F32, &m, &e, &r, &t, env);
	run(OP_V_DIV_FIXUP_F32, q, &m, d, n, env);
}

static void divide64(struct lanes *q, const struct lanes *n, const struct lanes *d,
		     struct lane_env *env)
{
	struct lanes ds, ns, neg, rcp, one, e, r, m;
	uint64_t vcc;

	run(OP_V_DIV_SCALE_F64, &ds, d, d, n, env);
	run(OP_V_RCP_F64, &rcp, &ds, &ds, &ds, env);
	for (int i = 0; i < WAVE_LANES; i++) {
		lane_put(&neg, i, lane_get(&ds, i, true) ^ 0x8000000000000000);
		lane_put(&one, i, b64(1.0));
	}
	run(OP_V_FMA_F64, &e, &neg, &rcp, &one, env);
	run(OP_V_FMA_F64, &r, &rcp, &e, &rcp, env);
	run(OP_V_FMA_F64, &e, &neg, &r, &one, env);
	run(OP_V_DIV_SCALE_F64, &ns, n, d, n, env);
	vcc = env->mask_out;
	run(OP_V_FMA_F64, &r, &r, &e, &r, env);
	run(OP_V_MUL_F64, &m, &ns, &r, &r, env);
	run(OP_V_FMA_F64, &e, &neg, &m, &ns, env);
	env->mask_in = vcc;
	run(OP_V_DIV_FMAS_F64, &m, &e, &r, &m, env);
	run(OP_V_DIV_FIXUP_F64, q, &m, d, n, env);
}

TEST(f32_division)
{
	struct rng rng;

	rng_seed(&rng, 15);
	for (int round = 0; round < 4000; round++) {
		struct lane_env env = env_of(round & 1 ? "k" : "");
		struct lanes n, d, q;

		for (int i = 0; i < WAVE_LANES; i++) {
			lane_put(&n, i, pick32(&rng));
			lane_put(&d, i, pick32(&rng));
		}
		divide32(&q, &n, &d, &env);
		for (int i = 0; i < WAVE_LANES; i++) {
			bool keep = env.fp.denorm32_in;
			volatile float x = f32(flushed32(n.dword[i], keep));
			volatile float y = f32(flushed32(d.dword[i], keep));
			float want = x / y;

			if (isnan(want))
				CHECK(isnan(f32(q.dword[i])));
			else if (q.dword[i] != flushed32(b32(want), keep))
				FAIL("%a / %a is %a, not %a", x, y, f32(q.dword[i]), want);
		}
	}
}

TEST(f64_division)
{
	struct rng rng;

	rng_seed(&rng, 16);
	for (int round = 0; round < 4000; round++) {
		struct lane_env env = env_of("");
		struct lanes n, d, q;

		for (int i = 0; i < WAVE_LANES; i++) {
			lane_put(&n, i, pick64(&rng));
			lane_put(&d, i, pick64(&rng));
		}
		divide64(&q, &n, &d, &env);
		for (int i = 0; i < WAVE_LANES; i++) {
			volatile double x = f64(lane_get(&n, i, true)),
					y = f64(lane_get(&d, i, true));
			double want = x / y, got = f64(lane_get(&q, i, true));

			if (isnan(want))
				CHECK(isnan(got));
			else if (b64(got) != b64(want))
				FAIL("%a / %a is %a, not %a", x, y, got, want);
		}
	}
}
