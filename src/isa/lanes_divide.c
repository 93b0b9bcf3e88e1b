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
#include "isa/lanes_float.h"

/*
 * For both types, given integers m1, m2 (magnitudes of denominator and numerator), e1, e2 (their
 * biased exponents), and the tests reciprocal_denorm and quotient_denorm: by what to scale S0 (0
 * nothing, 1 up, -1 down) and whether v_div_fmas must undo it.
 */
struct scaling {
	bool up, down, undo;
};

struct scaling_case {
	bool near_max; /* quotient near the greatest number */
	bool denominator_denorm;
	bool reciprocal_denorm;
	bool quotient_denorm;
	bool tiny; /* numerator so small that remainders would be denormal */
	bool is_denominator, is_numerator; /* what S0 is */
};

/* Straight-line logic, so that the loop over lanes stays one. */
static inline struct scaling choose_scaling(struct scaling_case k)
{
	bool rest = !k.near_max;
	struct scaling s = {0};

	s.up = k.near_max & k.is_denominator;
	s.undo = k.near_max;
	s.up |= rest & k.denominator_denorm;
	rest &= !k.denominator_denorm;
	s.down |= rest & k.reciprocal_denorm & (!k.quotient_denorm | k.is_denominator);
	s.undo |= rest & k.reciprocal_denorm & k.quotient_denorm;
	rest &= !k.reciprocal_denorm;
	s.up |= rest & k.quotient_denorm & k.is_numerator;
	s.undo |= rest & k.quotient_denorm;
	rest &= !k.quotient_denorm;
	s.up |= rest & k.tiny;
	return s;
}

LANE_FN(div_scale_f32)
{
	const int32_t in = IN32, out = OUT32;
	uint8_t flags[WAVE_LANES];

	LANE_LOOP
	{
		uint32_t s0 = flush32(a[i], in), s1 = flush32(b[i], in), s2 = flush32(c[i], in);
		uint32_t m1 = s1 & ~SIGN32, m2 = s2 & ~SIGN32, r;
		int32_t e1 = (int32_t)(m1 >> 23), e2 = (int32_t)(m2 >> 23);
		float x = f32_of(s0);
		bool zero = (m1 == 0) | (m2 == 0);
		struct scaling s = choose_scaling((struct scaling_case){
			.near_max = e2 - e1 >= 96,
			.denominator_denorm = e1 == 0,
			.reciprocal_denorm = (m1 > 0x7e800000) & (m1 < INF32),
			.quotient_denorm = (double)f32_of(m2) < (double)f32_of(m1) * 0x1p-126,
			.tiny = e2 <= 23,
			.is_denominator = x == f32_of(s1),
			.is_numerator = x == f32_of(s2),
		});

		r = bits_of_f32(x * (s.up ? 0x1p64f : s.down ? 0x1p-64f : 1.0f));
		r = flush32(is_nan32(s0) ? s0 | QUIET32 : r, out);
		d[i] = zero ? NAN32 : r;
		flags[i] = s.undo & !zero;
	}
	env->mask_out = pack_mask(flags);
}

LANE_FN(div_scale_f64)
{
	const int64_t in = flush_limit64(env->fp.denorm64_in);
	const int64_t out = flush_limit64(env->fp.denorm64_out);
	uint8_t flags[WAVE_LANES];

	LANE_LOOP
	{
		uint64_t s0 = flush64(get64(a, i), in), s1 = flush64(get64(b, i), in);
		uint64_t s2 = flush64(get64(c, i), in), m1 = s1 & ~SIGN64, m2 = s2 & ~SIGN64, r;
		int64_t e1 = (int64_t)(m1 >> 52), e2 = (int64_t)(m2 >> 52);
		double x = f64_of(s0);
		bool zero = (m1 == 0) | (m2 == 0);
		struct scaling s = choose_scaling((struct scaling_case){
			.near_max = e2 - e1 >= 768,
			.denominator_denorm = e1 == 0,
			.reciprocal_denorm = (m1 > 2045ull << 52) & (m1 < INF64),
			/* Scaled so that neither side of m2 < m1 * 2^-1022 is rounded where it
			   counts. */
			.quotient_denorm = f64_of(m2) * 0x1p600 < f64_of(m1) * 0x1p-422,
			.tiny = e2 <= 53,
			.is_denominator = x == f64_of(s1),
			.is_numerator = x == f64_of(s2),
		});

		r = bits_of_f64(x * (s.up ? 0x1p128 : s.down ? 0x1p-128 : 1.0));
		r = flush64(is_nan64(s0) ? s0 | QUIET64 : r, out);
		put64(d, i, zero ? NAN64 : r);
		flags[i] = s.undo & !zero;
	}
	env->mask_out = pack_mask(flags);
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

/* Whether the mode rounds a number of that sign away from zero. */
static inline bool rounds_away(bool negative, unsigned mode)
{
	return mode == (negative ? ROUND_DOWN : ROUND_UP);
}

/*
 * S0 is the quotient, S1 the denominator, S2 the numerator. Later lines overrule earlier ones: the
 * list of the ISA from its end. Newton steps that overflowed leave a NaN, which stands for
 * overflow. Underflow is zero or, where the mode rounds away from it, the least denormal.
 */
#define FIXUP(bits_type, s0, s1, s2, sign, inf, nan, is_nan, quiet, underflows)                    \
	({                                                                                         \
		bits_type n_ = (s1 ^ s2) & (sign), m1_ = s1 & ~(sign), m2_ = s2 & ~(sign);         \
		bits_type r_ = n_ | (s0 & ~(sign));                                                \
		bool away_ = rounds_away(n_ != 0, mode);                                           \
		r_ = is_nan(s0) ? n_ | ((inf) - (mode != ROUND_EVEN && !away_)) : r_;              \
		r_ = (underflows) ? n_ | away_ : r_;                                               \
		r_ = m1_ == (inf) || m2_ == 0 ? n_ : r_;                                           \
		r_ = m1_ == 0 || m2_ == (inf) ? n_ | (inf) : r_;                                   \
		r_ = (m1_ == 0 && m2_ == 0) || (m1_ == (inf) && m2_ == (inf)) ? (nan) : r_;        \
		r_ = is_nan(s1) ? s1 | (quiet) : r_;                                               \
		is_nan(s2) ? s2 | (quiet) : r_;                                                    \
	})

LANE_FN(div_fixup_f32)
{
	const int32_t in = IN32, out = OUT32;
	const unsigned mode = env->fp.round32;

	LANE_LOOP
	{
		uint32_t s0 = a[i], s1 = flush32(b[i], in), s2 = flush32(c[i], in);
		int32_t e1 = (int32_t)(s1 >> 23 & 0xff), e2 = (int32_t)(s2 >> 23 & 0xff);

		d[i] = flush32(FIXUP(uint32_t, s0, s1, s2, SIGN32, INF32, NAN32, is_nan32, QUIET32,
				     e2 - e1 < -150),
			       out);
	}
}

LANE_FN(div_fixup_f64)
{
	const int64_t in = flush_limit64(env->fp.denorm64_in);
	const int64_t out = flush_limit64(env->fp.denorm64_out);
	const unsigned mode = env->fp.round64;

	LANE_LOOP
	{
		uint64_t s0 = get64(a, i), s1 = flush64(get64(b, i), in);
		uint64_t s2 = flush64(get64(c, i), in);
		int64_t e1 = (int64_t)(s1 >> 52 & 0x7ff), e2 = (int64_t)(s2 >> 52 & 0x7ff);

		put64(d, i,
		      flush64(FIXUP(uint64_t, s0, s1, s2, SIGN64, INF64, NAN64, is_nan64, QUIET64,
				    e2 - e1 < -1075),
			      out));
	}
}

static inline bool is_nan16(uint32_t half)
{
	return (half & 0x7fff) > INF16;
}

LANE_FN(div_fixup_f16)
{
	const int32_t in = flush_limit16(env->fp.denorm64_in);
	const int32_t out = flush_limit16(env->fp.denorm64_out);
	const unsigned mode = env->fp.round64;

	LANE_LOOP
	{
		uint32_t s0 = a[i] & 0xffff, s1 = flush16(b[i], in), s2 = flush16(c[i], in);

		d[i] = flush16(FIXUP(uint32_t, s0, s1, s2, 0x8000u, INF16, 0xfe00u, is_nan16,
				     0x200u, false),
			       out);
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
