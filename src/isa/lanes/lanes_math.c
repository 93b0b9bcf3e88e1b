/*
 * Transcendental functions in f32 and f16, by series in plain f64 arithmetic: the same bits on any
 * host, and much closer than the one unit in the last place that the ISA promises. As there, f32
 * denormals are flushed in every mode; results are rounded to nearest.
 */
#include "isa/lanes/lanes_float.h"

/* A double rounded to an integer, and the integer itself in the low bits: |x| < 2^31. */
struct integral {
	double value;
	uint32_t low;
};

static inline struct integral nearest(double x)
{
	const double shifter = 0x1.8p52;
	double t = x + shifter;

	return (struct integral){t - shifter, (uint32_t)bits_of_f64(t)};
}

/* 2^x: the series of e^(f ln 2) for the fraction f, |f| <= 1/2, to 2^-35; x within +-1000. */
static inline double exp2_series(double x)
{
	struct integral n = nearest(x);
	double t = (x - n.value) * 0x1.62e42fefa39efp-1;
	double s = 1.0 / 362880;

	s = s * t + 1.0 / 40320;
	s = s * t + 1.0 / 5040;
	s = s * t + 1.0 / 720;
	s = s * t + 1.0 / 120;
	s = s * t + 1.0 / 24;
	s = s * t + 1.0 / 6;
	s = s * t + 1.0 / 2;
	s = s * t + 1.0;
	s = s * t + 1.0;
	return s * f64_of((uint64_t)(n.low + 1023) << 52);
}

/* Beyond +-200 the result has overflowed or vanished in f32. A NaN stays one. */
static inline double exp2_of(double x)
{
	double y = x > 200.0 ? 200.0 : x;

	y = y < -200.0 ? -200.0 : y;
	return x != x ? x : exp2_series(y);
}

/* log2 of a positive normal double: 2 artanh((m-1)/(m+1)) / ln 2 for m within sqrt(2) of 1. */
static inline double log2_series(double x)
{
	uint64_t bits = bits_of_f64(x);
	/* Exponent such that the mantissa is at least 0.707. */
	uint32_t high = (uint32_t)(bits >> 32) + (0x3ff00000 - 0x3fe6a09e);
	int32_t e = (int32_t)(high >> 20) - 1023;
	double m = f64_of((bits & 0xffffffff) | (uint64_t)((high & 0xfffff) + 0x3fe6a09e) << 32);
	double s = (m - 1.0) / (m + 1.0), q = s * s;
	double t = 1.0 / 15;

	t = t * q + 1.0 / 13;
	t = t * q + 1.0 / 11;
	t = t * q + 1.0 / 9;
	t = t * q + 1.0 / 7;
	t = t * q + 1.0 / 5;
	t = t * q + 1.0 / 3;
	t = t * q + 1.0;
	return (double)e + s * t * (2.0 * 0x1.71547652b82fep+0);
}

static inline double log2_of(double x)
{
	double r = log2_series(x);

	r = x == INFINITY ? x : r;
	r = x == 0.0 ? -INFINITY : r;
	r = x < 0.0 ? (double)NAN : r;
	return x != x ? x : r;
}

/* sin and cos of an eighth of a turn at most, t in radians. */
static inline double sin_series(double t)
{
	double q = t * t, s = -1.0 / 39916800;

	s = s * q + 1.0 / 362880;
	s = s * q - 1.0 / 5040;
	s = s * q + 1.0 / 120;
	s = s * q - 1.0 / 6;
	return t + t * q * s;
}

static inline double cos_series(double t)
{
	double q = t * t, s = 1.0 / 479001600;

	s = s * q - 1.0 / 3628800;
	s = s * q + 1.0 / 40320;
	s = s * q - 1.0 / 720;
	s = s * q + 1.0 / 24;
	s = s * q - 1.0 / 2;
	return 1.0 + q * s;
}

/* sin of x turns, plus a quarter turn for the cosine; quarters are taken off exactly. */
static inline double turns_of(double x, uint32_t quarter)
{
	bool valid = fabs(x) <= 256.0;
	double y = valid ? x : 0.0;
	struct integral n = nearest(4.0 * y);
	double t = (y - 0.25 * n.value) * 0x1.921fb54442d18p+2;
	uint32_t q = n.low + quarter;
	double r = q & 1 ? cos_series(t) : sin_series(t);

	r = q & 2 ? -r : r;
	/* Infinity is no number of turns. */
	return fabs(x) < INFINITY ? r : (double)NAN;
}

/* A zero has the sign of the source. */
static inline double sin_of(double x)
{
	double r = turns_of(x, 0);

	return r == 0.0 ? copysign(0.0, x) : r;
}

/* A zero is positive. */
static inline double cos_of(double x)
{
	return turns_of(x, 1) + 0.0;
}

#define F32_MATH(name, value) F32_BODY(name, 1, FLUSH32, FLUSH32, (float)(value))

F32_MATH(exp_f32, exp2_of(x))
F32_MATH(log_f32, log2_of(x))
F32_MATH(rcp_f32, 1.0f / x)
F32_MATH(rsq_f32, 1.0 / sqrt((double)x))
F32_MATH(sin_f32, sin_of(x))
F32_MATH(cos_f32, cos_of(x))
F32_BODY(sqrt_f32, 1, FLUSH32, FLUSH32, sqrtf(x))
LANE_FN_ROUNDED(sqrt_f32, env->fp.round32)

#define F16_MATH(name, value)                                                                      \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		const int32_t in = flush_limit16(env->fp.denorm64_in);                             \
		const int32_t out = flush_limit16(env->fp.denorm64_out);                           \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			uint32_t bits = f32_of_f16(flush16(a[i], in));                             \
			float x = f32_of(bits);                                                    \
			uint32_t t = bits_of_f32((float)(value));                                  \
                                                                                                   \
			t = is_nan32(t) ? first_nan32(bits, 0, 0) : t;                             \
			d[i] = flush16(f16_of_f32(t, ROUND_EVEN), out);                            \
		}                                                                                  \
	}

F16_MATH(exp_f16, exp2_of(x))
F16_MATH(log_f16, log2_of(x))
F16_MATH(sin_f16, sin_of(x))
F16_MATH(cos_f16, cos_of(x))

void LANES(lanes_float_math)(struct lane_ops *ops)
{
	lane_fn **fn = ops->fn;

	fn[OP_V_EXP_F32] = exp_f32_body;
	fn[OP_V_EXP_LEGACY_F32] = exp_f32_body;
	fn[OP_V_LOG_F32] = log_f32_body;
	fn[OP_V_LOG_LEGACY_F32] = log_f32_body;
	fn[OP_V_RCP_F32] = rcp_f32_body;
	fn[OP_V_RCP_IFLAG_F32] = rcp_f32_body;
	fn[OP_V_RSQ_F32] = rsq_f32_body;
	fn[OP_V_SQRT_F32] = sqrt_f32;
	fn[OP_V_SIN_F32] = sin_f32_body;
	fn[OP_V_COS_F32] = cos_f32_body;
	fn[OP_V_EXP_F16] = exp_f16;
	fn[OP_V_LOG_F16] = log_f16;
	fn[OP_V_SIN_F16] = sin_f16;
	fn[OP_V_COS_F16] = cos_f16;
}
