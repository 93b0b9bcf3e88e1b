/*
 * f32 arithmetic of the vector ALU, and the front of all floating-point lane functions.
 * Multiply-add (v_mad, v_mac) rounds twice and flushes denormals in every mode; min and max never
 * flush, as on all GCN before the fifth generation.
 */
#include <fenv.h>

#include "isa/lanes/lanes_float.h"

/* Not inlined, and the call is opaque: no arithmetic of fn may move across the change of mode. */
__attribute__((noinline)) void LANES(lanes_rounded)(unsigned mode, lane_fn *fn, uint32_t *d,
						    const uint32_t *a, const uint32_t *b,
						    const uint32_t *c, struct lane_env *env)
{
	static const int host_modes[] = {
		[ROUND_EVEN] = FE_TONEAREST,
		[ROUND_UP] = FE_UPWARD,
		[ROUND_DOWN] = FE_DOWNWARD,
		[ROUND_ZERO] = FE_TOWARDZERO,
	};
	lane_fn *volatile opaque = fn;

	fesetround(host_modes[mode & 3]);
	opaque(d, a, b, c, env);
	fesetround(FE_TONEAREST);
}

/* The product of a multiply-add: rounded and flushed before the sum. */
static inline float product(float x, float y)
{
	return f32_of(flush32(bits_of_f32(x * y), FLUSH32));
}

/* 0 times anything is 0. */
static inline float legacy_product(float x, float y)
{
	return x == 0.0f || y == 0.0f ? 0.0f : product(x, y);
}

F32_OP(add_f32, 2, x + y)
F32_OP(sub_f32, 2, x - y)
F32_OP(subrev_f32, 2, y - x)
F32_OP(mul_f32, 2, x *y)
F32_OP(mul_legacy_f32, 2, x == 0.0f || y == 0.0f ? 0.0f : x * y)
F32_OP(fma_f32, 3, fmaf(x, y, z))
F32_FLUSHING_OP(mad_f32, 3, product(x, y) + z)
F32_FLUSHING_OP(mad_legacy_f32, 3, legacy_product(x, y) + z)

/* Rounding to an integral value is exact in every mode. */
F32_BODY(trunc_f32, 1, IN32, OUT32, truncf(x))
F32_BODY(ceil_f32, 1, IN32, OUT32, ceilf(x))
F32_BODY(floor_f32, 1, IN32, OUT32, floorf(x))
F32_BODY(rndne_f32, 1, IN32, OUT32, rintf(x))

/*
 * Always below one: a tiny negative source, whose sum with one f64 cannot hold either, gives the
 * greatest number there is below it.
 */
LANE_FN(fract_f32)
{
	const int32_t in = IN32, out = OUT32;
	const unsigned mode = env->fp.round32;

	EACH_LANE
	{
		double x = (double)LOAD32(a);
		uint32_t r = narrow32(x - floor(x), mode);

		r = r == 0x3f800000 ? 0x3f7fffff : r;
		r = is_nan32(r) ? first_nan32(a[i], 0, 0) : r;
		d[i] = flush32(r, out);
	}
}

/* Order of f32 bits as integers: -0 below +0, NaNs outermost. */
static inline int32_t order32(uint32_t bits)
{
	return (int32_t)bits ^ ((int32_t)bits >> 31 & 0x7fffffff);
}

static inline uint32_t lesser32(uint32_t a, uint32_t b)
{
	return order32(a) < order32(b) ? a : b;
}

static inline uint32_t greater32(uint32_t a, uint32_t b)
{
	return order32(a) > order32(b) ? a : b;
}

/*
 * The result of min or max when not both sources are numbers: the other source, unless IEEE mode
 * wants a signalling NaN to come through, quieted.
 */
static inline uint32_t unordered32(uint32_t a, uint32_t b, uint32_t r, bool ieee)
{
	uint32_t nan_a = flag(is_nan32(a)), nan_b = flag(is_nan32(b)), signals = flag(ieee);

	r = select32(nan_a, b, r);
	r = select32(nan_b, a, r);
	r = select32(signals & nan_b & flag(!(b & QUIET32)), b, r);
	r = select32(signals & nan_a & flag(!(a & QUIET32)), a, r);
	return r | (flag(is_nan32(r)) & QUIET32);
}

static inline uint32_t min32(uint32_t a, uint32_t b, bool ieee)
{
	return unordered32(a, b, lesser32(a, b), ieee);
}

static inline uint32_t max32(uint32_t a, uint32_t b, bool ieee)
{
	return unordered32(a, b, greater32(a, b), ieee);
}

/*
 * A function of n sources x, y, z that are all numbers, as bits; NaNs are rare and have a function
 * of their own.
 */
#define MINMAX(name, n, plain, with_nans)                                                          \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		const bool ieee = env->fp.ieee;                                                    \
		uint32_t r[WAVE_LANES], any_nan = 0;                                               \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			LANES_OF_##n(uint32_t, BITS32) any_nan |= ANY_NAN_##n ? 1 : 0;             \
			r[i] = plain;                                                              \
		}                                                                                  \
		if (__builtin_expect(any_nan, 0)) {                                                \
			EACH_LANE                                                                  \
			{                                                                          \
				LANES_OF_##n(uint32_t, BITS32) r[i] = with_nans;                   \
			}                                                                          \
		}                                                                                  \
		memcpy(d, r, sizeof r);                                                            \
	}

#define ANY_NAN_2 (is_nan32(x) || is_nan32(y))
#define ANY_NAN_3 (is_nan32(x) || is_nan32(y) || is_nan32(z))
#define MIN3 min32(min32(x, y, ieee), z, ieee)

static inline uint32_t med32(uint32_t x, uint32_t y, uint32_t z)
{
	return greater32(lesser32(x, y), lesser32(greater32(x, y), z));
}

/* The median with a NaN among the sources is their minimum. */
static inline uint32_t med32_or_min(uint32_t x, uint32_t y, uint32_t z, bool ieee)
{
	return select32(flag(ANY_NAN_3), MIN3, med32(x, y, z));
}

MINMAX(min_f32, 2, lesser32(x, y), min32(x, y, ieee))
MINMAX(max_f32, 2, greater32(x, y), max32(x, y, ieee))
MINMAX(min3_f32, 3, lesser32(lesser32(x, y), z), MIN3)
MINMAX(max3_f32, 3, greater32(greater32(x, y), z), max32(max32(x, y, ieee), z, ieee))
MINMAX(med3_f32, 3, med32(x, y, z), med32_or_min(x, y, z, ieee))

/* Faces of a cube map: z is the major axis where it ties, then y. */
static inline bool major_z(float x, float y, float z)
{
	return (fabsf(z) >= fabsf(x)) & (fabsf(z) >= fabsf(y));
}

static inline float cube_id(float x, float y, float z)
{
	float face_y = y < 0 ? 3.0f : 2.0f, face_x = x < 0 ? 1.0f : 0.0f;

	return major_z(x, y, z) ? (z < 0 ? 5.0f : 4.0f) : fabsf(y) >= fabsf(x) ? face_y : face_x;
}

static inline float cube_s(float x, float y, float z)
{
	return major_z(x, y, z) ? (z < 0 ? -x : x) : fabsf(y) >= fabsf(x) ? x : x < 0 ? z : -z;
}

static inline float cube_t(float x, float y, float z)
{
	return !major_z(x, y, z) && fabsf(y) >= fabsf(x) ? (y < 0 ? -z : z) : -y;
}

static inline float cube_major(float x, float y, float z)
{
	return 2.0f * (major_z(x, y, z) ? z : fabsf(y) >= fabsf(x) ? y : x);
}

F32_OP(cubeid_f32, 3, cube_id(x, y, z))
F32_OP(cubesc_f32, 3, cube_s(x, y, z))
F32_OP(cubetc_f32, 3, cube_t(x, y, z))
F32_OP(cubema_f32, 3, cube_major(x, y, z))

/* 2 to the power e as a double, -1022 <= e <= 1023. */
static inline double power_of_two(int32_t e)
{
	return f64_of((uint64_t)(e + 1023) << 52);
}

LANE_FN(ldexp_f32)
{
	const int32_t in = IN32, out = OUT32;
	const unsigned mode = env->fp.round32;

	EACH_LANE
	{
		int32_t e = (int32_t)b[i];
		uint32_t r;

		/* Beyond 300 the result is infinity or nothing already. */
		e = e > 300 ? 300 : e < -300 ? -300 : e;
		r = narrow32((double)f32_of(flush32(a[i], in)) * power_of_two(e), mode);
		r = flush32(r, out);
		d[i] = is_nan32(a[i]) ? a[i] | QUIET32 : r;
	}
}

/* An f32 denormal as the normal number 2^24 times as great; others as they are. */
static inline uint32_t normalized(uint32_t bits)
{
	return (bits & INF32) == 0 ? bits_of_f32(f32_of(bits) * 0x1p24f) : bits;
}

LANE_FN(frexp_exp_i32_f32)
{
	const int32_t in = IN32;

	EACH_LANE
	{
		uint32_t bits = flush32(a[i], in) & ~SIGN32;
		int32_t e =
			(int32_t)(normalized(bits) >> 23) - 126 - ((bits & INF32) == 0 ? 24 : 0);

		d[i] = bits == 0 || bits >= INF32 ? 0 : (uint32_t)e;
	}
}

LANE_FN(frexp_mant_f32)
{
	const int32_t in = IN32;

	EACH_LANE
	{
		uint32_t bits = flush32(a[i], in), magnitude = bits & ~SIGN32;
		uint32_t r = (normalized(bits) & 0x807fffff) | 126u << 23;

		r = magnitude == 0 || magnitude >= INF32 ? bits : r;
		d[i] = is_nan32(r) ? r | QUIET32 : r;
	}
}

void LANES(lanes_float)(struct lane_ops *ops)
{
	lane_fn **fn = ops->fn;

	fn[OP_V_ADD_F32] = add_f32;
	fn[OP_V_SUB_F32] = sub_f32;
	fn[OP_V_SUBREV_F32] = subrev_f32;
	fn[OP_V_MUL_F32] = mul_f32;
	fn[OP_V_MUL_LEGACY_F32] = mul_legacy_f32;
	fn[OP_V_FMA_F32] = fma_f32;
	fn[OP_V_MAD_F32] = mad_f32;
	fn[OP_V_MAC_F32] = mad_f32;
	fn[OP_V_MADMK_F32] = mad_f32;
	fn[OP_V_MADAK_F32] = mad_f32;
	fn[OP_V_MAD_LEGACY_F32] = mad_legacy_f32;
	fn[OP_V_MIN_F32] = min_f32;
	fn[OP_V_MAX_F32] = max_f32;
	fn[OP_V_MIN3_F32] = min3_f32;
	fn[OP_V_MAX3_F32] = max3_f32;
	fn[OP_V_MED3_F32] = med3_f32;
	fn[OP_V_FRACT_F32] = fract_f32;
	fn[OP_V_TRUNC_F32] = trunc_f32_body;
	fn[OP_V_CEIL_F32] = ceil_f32_body;
	fn[OP_V_FLOOR_F32] = floor_f32_body;
	fn[OP_V_RNDNE_F32] = rndne_f32_body;
	fn[OP_V_CUBEID_F32] = cubeid_f32;
	fn[OP_V_CUBESC_F32] = cubesc_f32;
	fn[OP_V_CUBETC_F32] = cubetc_f32;
	fn[OP_V_CUBEMA_F32] = cubema_f32;
	fn[OP_V_LDEXP_F32] = ldexp_f32;
	fn[OP_V_FREXP_EXP_I32_F32] = frexp_exp_i32_f32;
	fn[OP_V_FREXP_MANT_F32] = frexp_mant_f32;

	LANES(lanes_float_compare)(ops);
	LANES(lanes_float_convert)(ops);
	LANES(lanes_float_divide)(ops);
	LANES(lanes_float_double)(ops);
	LANES(lanes_float_half)(ops);
	LANES(lanes_float_math)(ops);
}
