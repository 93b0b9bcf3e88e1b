/* f64 arithmetic of the vector ALU. */
#include "isa/lanes/lanes_float.h"

F64_OP(add_f64, 2, x + y)
F64_OP(mul_f64, 2, x *y)
F64_OP(fma_f64, 3, fma(x, y, z))
F64_OP(sqrt_f64, 1, sqrt(x))
/* The ISA asks for far less accuracy of these two. */
F64_OP(rcp_f64, 1, 1.0 / x)
F64_OP(rsq_f64, 1, 1.0 / sqrt(x))

F64_BODY(trunc_f64, 1, trunc(x))
F64_BODY(ceil_f64, 1, ceil(x))
F64_BODY(floor_f64, 1, floor(x))
F64_BODY(rndne_f64, 1, rint(x))

/*
 * x - floor(x) rounded by the mode, always below one. The mode is applied afterwards, from the
 * exact error of the subtraction, because floor may rely on round to nearest.
 */
static inline uint64_t fract(double x, unsigned mode)
{
	double whole = floor(x), t = x - whole, back = t + whole;
	double error = (x - back) + ((back - t) - whole);
	uint64_t bits = bits_of_f64(t);

	bits += (mode == ROUND_UP) & (error > 0.0);
	bits -= ((mode == ROUND_DOWN) | (mode == ROUND_ZERO)) & (error < 0.0);
	return bits == 0x3ff0000000000000 ? 0x3fefffffffffffff : bits;
}

LANE_FN(fract_f64)
{
	const int64_t in = flush_limit64(env->fp.denorm64_in);
	const int64_t out = flush_limit64(env->fp.denorm64_out);
	const unsigned mode = env->fp.round64;

	EACH_LANE
	{
		uint64_t r = fract(LOAD64(a), mode);

		r = is_nan64(r) ? first_nan64(get64(a, i), 0, 0) : r;
		put64(d, i, flush64(r, out));
	}
}

/* Order of f64 bits as integers: -0 below +0, NaNs outermost. */
static inline int64_t order64(uint64_t bits)
{
	return (int64_t)(bits & SIGN64 ? bits ^ ~SIGN64 : bits);
}

static inline uint64_t lesser64(uint64_t a, uint64_t b)
{
	return order64(a) < order64(b) ? a : b;
}

static inline uint64_t greater64(uint64_t a, uint64_t b)
{
	return order64(a) > order64(b) ? a : b;
}

/* As for f32: the other source, unless IEEE mode lets a signalling NaN through, quieted. */
static inline uint64_t unordered64(uint64_t a, uint64_t b, uint64_t r, bool ieee)
{
	uint64_t nan_a = flag64(is_nan64(a)), nan_b = flag64(is_nan64(b)), signals = flag64(ieee);

	r = select64(nan_a, b, r);
	r = select64(nan_b, a, r);
	r = select64(signals & nan_b & flag64(!(b & QUIET64)), b, r);
	r = select64(signals & nan_a & flag64(!(a & QUIET64)), a, r);
	return r | (flag64(is_nan64(r)) & QUIET64);
}

#define MINMAX2(name, plain)                                                                       \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		const bool ieee = env->fp.ieee;                                                    \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			uint64_t x = get64(a, i), y = get64(b, i);                                 \
                                                                                                   \
			put64(d, i, unordered64(x, y, plain(x, y), ieee));                         \
		}                                                                                  \
	}

MINMAX2(min_f64, lesser64)
MINMAX2(max_f64, greater64)

/* An f64 denormal as the normal number 2^54 times as great; others as they are. */
static inline uint64_t normalized(uint64_t bits)
{
	return (bits & INF64) == 0 ? bits_of_f64(f64_of(bits) * 0x1p54) : bits;
}

static inline int64_t exponent_of(uint64_t bits)
{
	return (int64_t)(normalized(bits) >> 52 & 0x7ff) - 1023 - ((bits & INF64) == 0 ? 54 : 0);
}

/* 2 to the power e, -1022 <= e <= 1023. */
static inline double power_of_two(int64_t e)
{
	return f64_of((uint64_t)(e + 1023) << 52);
}

/*
 * x times 2^n as 1.m times two powers of two, of which the second product is the only inexact one.
 */
static inline double scaled(uint64_t bits, int32_t n)
{
	int64_t e = exponent_of(bits) + (n > 2200 ? 2200 : n < -2200 ? -2200 : n);
	int64_t last = e < -1022 ? -1022 : e > 1023 ? 1023 : e;
	int64_t first = e - last;
	double mantissa = f64_of((normalized(bits) & 0x800fffffffffffffu) | 1023ull << 52);

	first = first < -1000 ? -1000 : first > 1000 ? 1000 : first;
	return mantissa * power_of_two(first) * power_of_two(last);
}

LANE_FN(ldexp_f64_body)
{
	const int64_t in = flush_limit64(env->fp.denorm64_in);
	const int64_t out = flush_limit64(env->fp.denorm64_out);

	EACH_LANE
	{
		uint64_t bits = flush64(get64(a, i), in);
		uint64_t r = flush64(bits_of_f64(scaled(bits, (int32_t)b[i])), out);
		bool itself = (bits & ~SIGN64) == 0 || (bits & INF64) == INF64;

		r = itself ? bits : r;
		put64(d, i, is_nan64(bits) ? bits | QUIET64 : r);
	}
}

LANE_FN_ROUNDED(ldexp_f64, env->fp.round64)

LANE_FN(frexp_exp_i32_f64)
{
	const int64_t in = flush_limit64(env->fp.denorm64_in);

	EACH_LANE
	{
		uint64_t bits = flush64(get64(a, i), in) & ~SIGN64;

		d[i] = bits == 0 || bits >= INF64 ? 0 : (uint32_t)(exponent_of(bits) + 1);
	}
}

LANE_FN(frexp_mant_f64)
{
	const int64_t in = flush_limit64(env->fp.denorm64_in);

	EACH_LANE
	{
		uint64_t bits = flush64(get64(a, i), in), magnitude = bits & ~SIGN64;
		uint64_t r = (normalized(bits) & 0x800fffffffffffffu) | 1022ull << 52;

		r = magnitude == 0 || magnitude >= INF64 ? bits : r;
		put64(d, i, is_nan64(r) ? r | QUIET64 : r);
	}
}

/* 2/pi to 1201 bits and zeros after, from the bit worth a half downwards. */
static const uint64_t two_over_pi[] = {
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000, 0x0000000000000000,
	0x0000000000000000,
};

/* 53 bits of 2/pi, from the one that is first of any use for a source of that exponent. */
static double trig_segment(uint64_t bits, uint32_t segment)
{
	int exponent = (int)(bits >> 52 & 0x7ff);
	unsigned shift = (segment & 31) * 53 + (exponent > 1077 ? (unsigned)exponent - 1077 : 0);
	unsigned word = shift / 64, bit = shift % 64;
	unsigned words = sizeof two_over_pi / sizeof *two_over_pi;
	uint64_t window;

	if (word + 1 >= words)
		return 0.0;
	window = two_over_pi[word] << bit | (bit ? two_over_pi[word + 1] >> (64 - bit) : 0);
	return ldexp((double)(window >> 11), -53 - (int)shift + (exponent >= 1968 ? 128 : 0));
}

LANE_FN(trig_preop_f64)
{
	for (int i = 0; i < WAVE_LANES; i++)
		put64(d, i, bits_of_f64(trig_segment(get64(a, i), b[i])));
}

void LANES(lanes_float_double)(struct lane_ops *ops)
{
	lane_fn **fn = ops->fn;

	fn[OP_V_ADD_F64] = add_f64;
	fn[OP_V_MUL_F64] = mul_f64;
	fn[OP_V_FMA_F64] = fma_f64;
	fn[OP_V_SQRT_F64] = sqrt_f64;
	fn[OP_V_RCP_F64] = rcp_f64;
	fn[OP_V_RSQ_F64] = rsq_f64;
	fn[OP_V_TRUNC_F64] = trunc_f64_body;
	fn[OP_V_CEIL_F64] = ceil_f64_body;
	fn[OP_V_FLOOR_F64] = floor_f64_body;
	fn[OP_V_RNDNE_F64] = rndne_f64_body;
	fn[OP_V_FRACT_F64] = fract_f64;
	fn[OP_V_MIN_F64] = min_f64;
	fn[OP_V_MAX_F64] = max_f64;
	fn[OP_V_LDEXP_F64] = ldexp_f64;
	fn[OP_V_FREXP_EXP_I32_F64] = frexp_exp_i32_f64;
	fn[OP_V_FREXP_MANT_F64] = frexp_mant_f64;
	fn[OP_V_TRIG_PREOP_F64] = trig_preop_f64;
}
