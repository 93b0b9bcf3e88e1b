/*
 * f16 arithmetic of the vector ALU, computed in f32 or f64 and rounded once: sums and products of
 * f16 numbers fit those types well enough that a second rounding cannot be seen.
 */
#include "isa/lanes/lanes_float.h"

#define IN16 flush_limit16(env->fp.denorm64_in)
#define OUT16 flush_limit16(env->fp.denorm64_out)
#define BITS16(p) f32_of_f16(flush16((p)[i], in))
#define LOAD16(p) f32_of(BITS16(p))

/* An f16 function of n sources x, y, z with the result as f32 value. */
#define F16_BODY(name, n, limit_in, limit_out, value)                                              \
	LANE_FN(name##_body)                                                                       \
	{                                                                                          \
		const int32_t in = limit_in, out = limit_out;                                      \
		const unsigned mode = env->fp.round64;                                             \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			LANES_OF_##n(float, LOAD16) uint32_t t = bits_of_f32(value);               \
                                                                                                   \
			t = is_nan32(t) ? NAN_OF_##n(first_nan32, BITS16) : t;                     \
			d[i] = flush16(f16_of_f32(t, mode), out);                                  \
		}                                                                                  \
	}

#define F16_OP(name, n, value)                                                                     \
	F16_BODY(name, n, IN16, OUT16, value)                                                      \
	LANE_FN_ROUNDED(name, env->fp.round64)

/* Multiply-add, not fused: denormals flushed in every mode, the product rounded to f16. */
#define FLUSH16 0x400

static inline float product(float x, float y, unsigned mode)
{
	return f32_of(f32_of_f16(flush16(f16_of_f32(bits_of_f32(x * y), mode), FLUSH16)));
}

/*
 * An f64 sum or product as f32 with the last bit set where it is inexact, so that rounding to f16
 * afterwards sees all that matters. Nonzero values are within f32's normal range.
 */
static inline float to_odd(double t)
{
	uint64_t bits = bits_of_f64(t), magnitude = bits & ~SIGN64;
	uint32_t sign = (uint32_t)(bits >> 32) & SIGN32;
	uint32_t r = (uint32_t)(magnitude >> 29) - (896u << 23);

	r |= (magnitude & 0x1fffffff) != 0;
	r = magnitude == 0 ? 0 : r;
	r = magnitude == INF64 ? INF32 : r;
	r = magnitude > INF64 ? INF32 | QUIET32 : r;
	return f32_of(sign | r);
}

F16_OP(add_f16, 2, x + y)
F16_OP(sub_f16, 2, x - y)
F16_OP(subrev_f16, 2, y - x)
F16_OP(mul_f16, 2, x *y)
F16_OP(fma_f16, 3, to_odd((double)x *(double)y + (double)z))
F16_BODY(mad_f16, 3, FLUSH16, FLUSH16, product(x, y, mode) + z)
LANE_FN_ROUNDED(mad_f16, env->fp.round64)

F16_OP(sqrt_f16, 1, to_odd(sqrt((double)x)))
F16_OP(rcp_f16, 1, to_odd(1.0 / (double)x))
F16_OP(rsq_f16, 1, to_odd(1.0 / sqrt((double)x)))

F16_BODY(trunc_f16, 1, IN16, OUT16, truncf(x))
F16_BODY(ceil_f16, 1, IN16, OUT16, ceilf(x))
F16_BODY(floor_f16, 1, IN16, OUT16, floorf(x))
F16_BODY(rndne_f16, 1, IN16, OUT16, rintf(x))

/* Exact in f32, and below one even where a tiny negative source would round up to it. */
static inline float fract(float x)
{
	float t = x - floorf(x);

	return t > 0x1.ffcp-1f ? 0x1.ffcp-1f : t;
}

F16_BODY(fract_f16, 1, IN16, OUT16, fract(x))

/* Order of f16 bits as integers: -0 below +0, NaNs outermost. */
static inline int32_t order16(uint32_t half)
{
	int32_t wide = (int32_t)(half << 16) >> 16;

	return wide ^ (wide >> 31 & 0x7fff);
}

static inline bool is_nan16(uint32_t half)
{
	return (half & 0x7fff) > INF16;
}

static inline uint32_t unordered16(uint32_t a, uint32_t b, uint32_t r, bool ieee)
{
	uint32_t nan_a = flag(is_nan16(a)), nan_b = flag(is_nan16(b)), signals = flag(ieee);

	r = select32(nan_a, b, r);
	r = select32(nan_b, a, r);
	r = select32(signals & nan_b & flag(!(b & 0x200)), b, r);
	r = select32(signals & nan_a & flag(!(a & 0x200)), a, r);
	return (r | (flag(is_nan16(r)) & 0x200)) & 0xffff;
}

LANE_FN(min_f16)
{
	const bool ieee = env->fp.ieee;

	EACH_LANE
	{
		uint32_t least = order16(a[i]) < order16(b[i]) ? a[i] : b[i];

		d[i] = unordered16(a[i], b[i], least, ieee);
	}
}

LANE_FN(max_f16)
{
	const bool ieee = env->fp.ieee;

	EACH_LANE
	{
		uint32_t most = order16(a[i]) > order16(b[i]) ? a[i] : b[i];

		d[i] = unordered16(a[i], b[i], most, ieee);
	}
}

/* Beyond 64 the result is infinity or nothing already; up to there f32 holds it. */
LANE_FN(ldexp_f16)
{
	const int32_t in = IN16, out = OUT16;
	const unsigned mode = env->fp.round64;

	EACH_LANE
	{
		int32_t e = (int32_t)(b[i] << 16) >> 16;
		float power;

		e = e > 64 ? 64 : e < -64 ? -64 : e;
		power = f32_of((uint32_t)(e + 127) << 23);
		d[i] = flush16(f16_of_f32(bits_of_f32(LOAD16(a) * power), mode), out);
	}
}

LANE_FN(frexp_exp_i16_f16)
{
	const int32_t in = IN16;

	EACH_LANE
	{
		uint32_t wide = BITS16(a) & ~SIGN32;

		d[i] = wide == 0 || wide >= INF32 ? 0 : ((wide >> 23) - 126) & 0xffff;
	}
}

LANE_FN(frexp_mant_f16)
{
	const int32_t in = IN16;

	EACH_LANE
	{
		uint32_t wide = BITS16(a), magnitude = wide & ~SIGN32;
		uint32_t r = (wide & 0x807fffff) | 126u << 23;

		r = magnitude == 0 || magnitude >= INF32 ? wide : r;
		d[i] = f16_of_f32(r, ROUND_EVEN);
	}
}

void LANES(lanes_float_half)(struct lane_ops *ops)
{
	lane_fn **fn = ops->fn;

	fn[OP_V_ADD_F16] = add_f16;
	fn[OP_V_SUB_F16] = sub_f16;
	fn[OP_V_SUBREV_F16] = subrev_f16;
	fn[OP_V_MUL_F16] = mul_f16;
	fn[OP_V_FMA_F16] = fma_f16;
	fn[OP_V_MAD_F16] = mad_f16;
	fn[OP_V_MAC_F16] = mad_f16;
	fn[OP_V_MADMK_F16] = mad_f16;
	fn[OP_V_MADAK_F16] = mad_f16;
	fn[OP_V_SQRT_F16] = sqrt_f16;
	fn[OP_V_RCP_F16] = rcp_f16;
	fn[OP_V_RSQ_F16] = rsq_f16;
	fn[OP_V_TRUNC_F16] = trunc_f16_body;
	fn[OP_V_CEIL_F16] = ceil_f16_body;
	fn[OP_V_FLOOR_F16] = floor_f16_body;
	fn[OP_V_RNDNE_F16] = rndne_f16_body;
	fn[OP_V_FRACT_F16] = fract_f16_body;
	fn[OP_V_MIN_F16] = min_f16;
	fn[OP_V_MAX_F16] = max_f16;
	fn[OP_V_LDEXP_F16] = ldexp_f16;
	fn[OP_V_FREXP_EXP_I16_F16] = frexp_exp_i16_f16;
	fn[OP_V_FREXP_MANT_F16] = frexp_mant_f16;
}
