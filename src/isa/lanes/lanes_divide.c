/*
 * The helpers of division: v_div_scale brings numerator and denominator to where Newton steps
 * neither overflow nor lose bits, v_div_fmas does the last step and takes the scale back,
 * v_div_fixup puts in the special cases. With the sequences that LLVM emits around them a quotient
 * is correctly rounded.
 *
 * The published pseudo code differs from this in two places, where it cannot give right quotients:
 * v_div_fmas scales by 2^64 (f64: 2^128) up or down according to the size of the quotient, and a
 * denominator whose reciprocal is denormal is only ever scaled down.
 */
#include "isa/lanes/lanes_float.h"

/*
 * The decision of v_div_scale, in flags of all ones or zero: is the quotient near the greatest
 * number; are denominator, its reciprocal, the quotient denormal; is the numerator so tiny that
 * remainders would be; and which of the two is S0, the one to scale. Declares up and down: how S0
 * is scaled; undo: whether v_div_fmas must take a scale back.
 */
#define CHOOSE_SCALING(type, near_max, denominator_denorm, reciprocal_denorm, quotient_denorm,     \
		       tiny, is_denominator, is_numerator)                                         \
	type rest_ = ~(near_max), up = (near_max) & (is_denominator), down, undo = (near_max);     \
                                                                                                   \
	up |= rest_ & (denominator_denorm);                                                        \
	rest_ &= ~(denominator_denorm);                                                            \
	down = rest_ & (reciprocal_denorm) & (~(quotient_denorm) | (is_denominator));              \
	undo |= rest_ & (quotient_denorm);                                                         \
	rest_ &= ~(reciprocal_denorm);                                                             \
	up |= rest_ & (quotient_denorm) & (is_numerator);                                          \
	rest_ &= ~(quotient_denorm);                                                               \
	up |= rest_ & (tiny);

LANE_FN(div_scale_f32)
{
	const int32_t in = IN32, out = OUT32;
	struct lane_flags flags;

	EACH_LANE
	{
		uint32_t s0 = flush32(a[i], in), s1 = flush32(b[i], in), s2 = flush32(c[i], in);
		uint32_t m1 = s1 & ~SIGN32, m2 = s2 & ~SIGN32;
		int32_t e1 = (int32_t)(m1 >> 23), e2 = (int32_t)(m2 >> 23);
		float x = f32_of(s0);
		uint32_t zero = flag(m1 == 0) | flag(m2 == 0), power, r;
		CHOOSE_SCALING(uint32_t, flag(e2 - e1 >= 96), flag(e1 == 0),
			       flag((int32_t)m1 > 0x7e800000) & flag(m1 != INF32),
			       /* m2 < m1 * 2^-126, with neither side rounded where it counts. */
			       flag(f32_of(m2) * 0x1p80f < f32_of(m1) * 0x1p-46f), flag(e2 <= 23),
			       flag(x == f32_of(s1)), flag(x == f32_of(s2)))

		/* 2^64, 2^-64 or 1. */
		power = (127u << 23) + (up & 64u << 23) - (down & 64u << 23);
		r = bits_of_f32(x * f32_of(power));
		r = flush32(select32(flag(is_nan32(s0)), s0 | QUIET32, r), out);
		d[i] = select32(zero, NAN32, r);
		flags.lane[i] = undo & ~zero;
	}
	env->mask_out = mask_of_flags(&flags);
}

LANE_FN(div_scale_f64)
{
	const int64_t in = flush_limit64(env->fp.denorm64_in);
	const int64_t out = flush_limit64(env->fp.denorm64_out);
	struct lane_flags flags;

	EACH_LANE
	{
		uint64_t s0 = flush64(get64(a, i), in), s1 = flush64(get64(b, i), in);
		uint64_t s2 = flush64(get64(c, i), in), m1 = s1 & ~SIGN64, m2 = s2 & ~SIGN64;
		int64_t e1 = (int64_t)(m1 >> 52), e2 = (int64_t)(m2 >> 52);
		double x = f64_of(s0);
		uint64_t zero = flag64(m1 == 0) | flag64(m2 == 0), power, r;
		CHOOSE_SCALING(uint64_t, flag64(e2 - e1 >= 768), flag64(e1 == 0),
			       flag64((int64_t)m1 > 0x7fd0000000000000) & flag64(m1 != INF64),
			       flag64(f64_of(m2) * 0x1p600 < f64_of(m1) * 0x1p-422),
			       flag64(e2 <= 53), flag64(x == f64_of(s1)), flag64(x == f64_of(s2)))

		/* 2^128, 2^-128 or 1. */
		power = (1023ull << 52) + (up & 128ull << 52) - (down & 128ull << 52);
		r = bits_of_f64(x * f64_of(power));
		r = flush64(select64(flag64(is_nan64(s0)), s0 | QUIET64, r), out);
		put64(d, i, select64(zero, NAN64, r));
		flags.lane[i] = (uint32_t)(undo & ~zero);
	}
	env->mask_out = mask_of_flags(&flags);
}

/* The rounding error of s = x + y, exact. */
static inline double sum_error(double x, double y, double s)
{
	double t = s - x;

	return (x - (s - t)) + (y - t);
}

/* s + error, error below half a unit of s, as a double whose last bit stands for what is beyond. */
static double to_odd(double s, double error)
{
	uint64_t bits = bits_of_f64(s);

	if (error == 0.0 || (bits & 1) || isnan(error))
		return s;
	return f64_of((error > 0) == (s > 0) ? bits + 1 : bits - 1);
}

/* (x * y + z) times a power of two, rounded once. */
static uint32_t scaled_fma32(float x, float y, float z, unsigned mode)
{
	double p = (double)x * (double)y, s = p + (double)z;
	bool large = (bits_of_f32(z) & INF32) >> 23 > 127;

	s = to_odd(s, sum_error(p, (double)z, s));
	return narrow32(s * (large ? 0x1p64 : 0x1p-64), mode);
}

/*
 * Rounds mantissa * 2^exponent, the mantissa's top bit set and its last bits standing for anything
 * beyond, to f64.
 */
static uint64_t round_to_f64(uint64_t sign, uint64_t mantissa, int exponent, unsigned mode)
{
	int biased = exponent + 63 + 1023;
	int shift = biased > 0 ? 11 : biased > -52 ? 12 - biased : 63;
	uint64_t step = 1ull << shift, up, r;
	bool away = mode == (sign ? ROUND_DOWN : ROUND_UP);

	if (biased >= 2047)
		return sign | (mode == ROUND_EVEN || away ? INF64 : INF64 - 1);
	/* At 2^-1075, half the least denormal, there is no shift by 64; below it only a trace is
	 * left. */
	if (biased == -52)
		mantissa = mantissa >> 1 | (mantissa & 1);
	else if (biased < -52)
		mantissa = 1;
	up = mode == ROUND_EVEN ? (step >> 1) - 1 + (mantissa >> shift & 1) : away ? step - 1 : 0;
	r = (mantissa >> shift) + ((mantissa & (step - 1)) + up >= step);
	/* The mantissa's top bit adds one to the exponent; so does a carry out of the rounding. */
	return sign | (r + (biased > 0 ? (uint64_t)(biased - 1) << 52 : 0));
}

static uint64_t scaled_fma64(double x, double y, double z, unsigned mode)
{
	double s = fma(x, y, z), p = x * y, low = fma(x, y, -p);
	/* s + error is the exact x * y + z: the parts of the sum p + low + z that s does not have.
	 */
	double t = low + z, t_error = sum_error(low, z, t);
	double u = p + t, u_error = sum_error(p, t, u);
	double error = ((u - s) + u_error) + t_error;
	uint64_t bits = bits_of_f64(s), mantissa = (bits & (FLUSH64 - 1)) | FLUSH64;
	bool large = (bits_of_f64(z) & INF64) >> 52 > 1023;
	int exponent = (int)(bits >> 52 & 0x7ff) - 1075 - 10 + (large ? 128 : -128);

	if (!(fabs(s) >= 0x1p-1022) || isinf(s))
		return bits_of_f64(s * (large ? 0x1p128 : 0x1p-128));
	mantissa <<= 10;
	if (error != 0.0)
		mantissa = (error > 0) == (s > 0) ? mantissa + 1 : mantissa - 1;
	while (!(mantissa >> 63)) {
		mantissa <<= 1;
		exponent--;
	}
	return round_to_f64(bits & SIGN64, mantissa, exponent, mode);
}

F32_OP(fma_f32, 3, fmaf(x, y, z))
F64_OP(fma_f64, 3, fma(x, y, z))

LANE_FN(div_fmas_f32)
{
	const int32_t in = IN32, out = OUT32;
	const uint64_t undo = env->mask_in & env->exec;
	uint32_t scaled[WAVE_LANES];

	for (uint64_t rest = undo; rest; rest &= rest - 1) {
		int i = __builtin_ctzll(rest);
		uint32_t r = scaled_fma32(LOAD32(a), LOAD32(b), LOAD32(c), env->fp.round32);

		scaled[i] = is_nan32(r) ? first_nan32(a[i], b[i], c[i]) : flush32(r, out);
	}
	fma_f32(d, a, b, c, env);
	for (uint64_t rest = undo; rest; rest &= rest - 1)
		d[__builtin_ctzll(rest)] = scaled[__builtin_ctzll(rest)];
}

LANE_FN(div_fmas_f64)
{
	const int64_t in = flush_limit64(env->fp.denorm64_in);
	const int64_t out = flush_limit64(env->fp.denorm64_out);
	const uint64_t undo = env->mask_in & env->exec;
	uint64_t scaled[WAVE_LANES];

	for (uint64_t rest = undo; rest; rest &= rest - 1) {
		int i = __builtin_ctzll(rest);
		uint64_t r = scaled_fma64(LOAD64(a), LOAD64(b), LOAD64(c), env->fp.round64);

		scaled[i] = is_nan64(r) ? first_nan64(get64(a, i), get64(b, i), get64(c, i))
					: flush64(r, out);
	}
	fma_f64(d, a, b, c, env);
	for (uint64_t rest = undo; rest; rest &= rest - 1)
		put64(d, __builtin_ctzll(rest), scaled[__builtin_ctzll(rest)]);
}

/*
 * S0 is the quotient, S1 the denominator, S2 the numerator. Later lines overrule earlier ones: the
 * list of the ISA from its end. Newton steps that overflowed leave a NaN, which stands for
 * overflow. Underflow is zero or, where the mode rounds away from it, the least denormal.
 */
#define FIXUP(type, flag_, select, s0, s1, s2, sign, inf, nan, is_nan, quiet, underflows)          \
	const type even_ = flag_(mode == ROUND_EVEN);                                              \
	const type up_ = flag_(mode == ROUND_UP), down_ = flag_(mode == ROUND_DOWN);               \
	type negative_ = (s1 ^ s2) & (sign), m1_ = s1 & ~(sign), m2_ = s2 & ~(sign);               \
	type away_ = select(flag_(negative_ != 0), down_, up_);                                    \
	type zero1_ = flag_(m1_ == 0), zero2_ = flag_(m2_ == 0);                                   \
	type inf1_ = flag_(m1_ == (inf)), inf2_ = flag_(m2_ == (inf));                             \
	type r = negative_ | (s0 & ~(sign));                                                       \
                                                                                                   \
	r = select(flag_(is_nan(s0)), negative_ | ((inf)-1 - (even_ | away_)), r);                 \
	r = select(flag_(underflows), negative_ | (away_ & 1), r);                                 \
	r = select(inf1_ | zero2_, negative_, r);                                                  \
	r = select(zero1_ | inf2_, negative_ | (inf), r);                                          \
	r = select((zero1_ & zero2_) | (inf1_ & inf2_), (nan), r);                                 \
	r = select(flag_(is_nan(s1)), s1 | (quiet), r);                                            \
	r = select(flag_(is_nan(s2)), s2 | (quiet), r)

LANE_FN(div_fixup_f32)
{
	const int32_t in = IN32, out = OUT32;
	const unsigned mode = env->fp.round32;

	EACH_LANE
	{
		uint32_t s0 = a[i], s1 = flush32(b[i], in), s2 = flush32(c[i], in);
		int32_t e1 = (int32_t)(s1 >> 23 & 0xff), e2 = (int32_t)(s2 >> 23 & 0xff);
		FIXUP(uint32_t, flag, select32, s0, s1, s2, SIGN32, INF32, NAN32, is_nan32, QUIET32,
		      e2 - e1 < -150);

		d[i] = flush32(r, out);
	}
}

LANE_FN(div_fixup_f64)
{
	const int64_t in = flush_limit64(env->fp.denorm64_in);
	const int64_t out = flush_limit64(env->fp.denorm64_out);
	const unsigned mode = env->fp.round64;

	EACH_LANE
	{
		uint64_t s0 = get64(a, i), s1 = flush64(get64(b, i), in);
		uint64_t s2 = flush64(get64(c, i), in);
		int64_t e1 = (int64_t)(s1 >> 52 & 0x7ff), e2 = (int64_t)(s2 >> 52 & 0x7ff);
		FIXUP(uint64_t, flag64, select64, s0, s1, s2, SIGN64, INF64, NAN64, is_nan64,
		      QUIET64, e2 - e1 < -1075);

		put64(d, i, flush64(r, out));
	}
}

static inline bool is_nan16(uint32_t half)
{
	return (int32_t)(half & 0x7fff) > (int32_t)INF16;
}

LANE_FN(div_fixup_f16)
{
	const int32_t in = flush_limit16(env->fp.denorm64_in);
	const int32_t out = flush_limit16(env->fp.denorm64_out);
	const unsigned mode = env->fp.round64;

	EACH_LANE
	{
		uint32_t s0 = a[i] & 0xffff, s1 = flush16(b[i], in), s2 = flush16(c[i], in);
		FIXUP(uint32_t, flag, select32, s0, s1, s2, 0x8000u, INF16, 0xfe00u, is_nan16,
		      0x200u, false);

		d[i] = flush16(r, out);
	}
}

void LANES(lanes_float_divide)(struct lane_ops *ops)
{
	lane_fn **fn = ops->fn;

	fn[OP_V_DIV_SCALE_F32] = div_scale_f32;
	fn[OP_V_DIV_SCALE_F64] = div_scale_f64;
	fn[OP_V_DIV_FMAS_F32] = div_fmas_f32;
	fn[OP_V_DIV_FMAS_F64] = div_fmas_f64;
	fn[OP_V_DIV_FIXUP_F32] = div_fixup_f32;
	fn[OP_V_DIV_FIXUP_F64] = div_fixup_f64;
	fn[OP_V_DIV_FIXUP_F16] = div_fixup_f16;
}
