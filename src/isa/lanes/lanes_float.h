/*
 * What the floating-point lane functions share: values and their bits, denormals, NaN rules,
 * rounding. The host is expected in its default environment: round to nearest even, denormals kept.
 */
#ifndef ISA_LANES_LANES_FLOAT_H
#define ISA_LANES_LANES_FLOAT_H

#include <math.h>
#include <string.h>

#include "isa/lanes/lanes.h"

/* The parts of LANES(lanes_float), one per file. */
void LANES(lanes_float_compare)(struct lane_ops *ops);
void LANES(lanes_float_convert)(struct lane_ops *ops);
void LANES(lanes_float_divide)(struct lane_ops *ops);
void LANES(lanes_float_double)(struct lane_ops *ops);
void LANES(lanes_float_half)(struct lane_ops *ops);
void LANES(lanes_float_math)(struct lane_ops *ops);

/* Runs fn with the host in a rounding mode of the MODE register. */
void LANES(lanes_rounded)(unsigned mode, lane_fn *fn, uint32_t *d, const uint32_t *a,
			  const uint32_t *b, const uint32_t *c, struct lane_env *env);

/* name: the function name##_body, with the host in the given rounding mode. */
#define LANE_FN_ROUNDED(name, mode)                                                                \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		if (mode)                                                                          \
			LANES(lanes_rounded)(mode, name##_body, d, a, b, c, env);                  \
		else                                                                               \
			name##_body(d, a, b, c, env);                                              \
	}

/* Selection by flags of all ones or zero, which vectorises where a chain of conditions may not. */
static inline uint32_t select32(uint32_t flags, uint32_t yes, uint32_t no)
{
	return (yes & flags) | (no & ~flags);
}

static inline uint64_t flag64(bool condition)
{
	return -(uint64_t)condition;
}

static inline uint64_t select64(uint64_t flags, uint64_t yes, uint64_t no)
{
	return (yes & flags) | (no & ~flags);
}

enum { ROUND_EVEN, ROUND_UP, ROUND_DOWN, ROUND_ZERO };

#define SIGN32 0x80000000u
#define INF32 0x7f800000u
#define QUIET32 0x00400000u
#define NAN32 0xffc00000u /* what an invalid operation gives */
#define SIGN64 0x8000000000000000u
#define INF64 0x7ff0000000000000u
#define QUIET64 0x0008000000000000u
#define NAN64 0xfff8000000000000u
#define INF16 0x7c00u

static inline float f32_of(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline uint32_t bits_of_f32(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static inline double f64_of(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline uint64_t bits_of_f64(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static inline uint64_t get64(const uint32_t *p, int lane)
{
	return p[lane] | (uint64_t)p[WAVE_LANES + lane] << 32;
}

static inline void put64(uint32_t *p, int lane, uint64_t bits)
{
	p[lane] = (uint32_t)bits;
	p[WAVE_LANES + lane] = (uint32_t)(bits >> 32);
}

static inline bool is_nan32(uint32_t bits)
{
	return (int32_t)(bits & ~SIGN32) > (int32_t)INF32;
}

static inline bool is_nan64(uint64_t bits)
{
	return (int64_t)(bits & ~SIGN64) > (int64_t)INF64;
}

/* The first NaN among the sources, quieted; or that of an invalid operation. */
static inline uint32_t first_nan32(uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t nan = is_nan32(c) ? c : NAN32;

	nan = is_nan32(b) ? b : nan;
	return (is_nan32(a) ? a : nan) | QUIET32;
}

static inline uint64_t first_nan64(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t nan = is_nan64(c) ? c : NAN64;

	nan = is_nan64(b) ? b : nan;
	return (is_nan64(a) ? a : nan) | QUIET64;
}

/* Magnitudes below the limit become a zero of the same sign; limit 0 keeps denormals. */
#define FLUSH32 0x00800000
#define FLUSH64 0x0010000000000000

static inline int32_t flush_limit32(bool keep)
{
	return keep ? 0 : FLUSH32;
}

static inline int64_t flush_limit64(bool keep)
{
	return keep ? 0 : FLUSH64;
}

static inline uint32_t flush32(uint32_t bits, int32_t limit)
{
	return (int32_t)(bits & ~SIGN32) < limit ? bits & SIGN32 : bits;
}

static inline uint64_t flush64(uint64_t bits, int64_t limit)
{
	return (int64_t)(bits & ~SIGN64) < limit ? bits & SIGN64 : bits;
}

/* f32 nearest to an exact double in a rounding mode; the host rounds to nearest even. */
static inline uint32_t narrow32(double exact, unsigned mode)
{
	uint32_t bits = bits_of_f32((float)exact);
	double back = fabs((double)f32_of(bits)), want = fabs(exact);
	bool negative = bits >> 31;
	bool away = mode == (negative ? ROUND_DOWN : ROUND_UP);
	bool toward = (mode != ROUND_EVEN) & !away;

	return bits + (away & (back < want)) - (toward & (back > want));
}

/*
 * f16 to f32, bits to bits, exact for every value (a NaN keeps its payload). The product also
 * brings f16 denormals, which are f32 denormals before it, to their places.
 */
static inline uint32_t f32_of_f16(uint32_t half)
{
	uint32_t magnitude = half & 0x7fff;
	uint32_t bits = bits_of_f32(f32_of(magnitude << 13) * 0x1p112f);

	return bits | (magnitude >= INF16 ? INF32 : 0) | (half & 0x8000) << 16;
}

/*
 * f32 bits to f16 bits in a rounding mode; the host's is that one or nearest even. Below 2^-14 the
 * result is a count of 2^-24, which is the last bit of numbers from a half to one: adding a half
 * rounds to it.
 */
static inline uint32_t f16_of_f32(uint32_t bits, unsigned mode)
{
	const uint32_t even = flag(mode == ROUND_EVEN);
	const uint32_t up = flag(mode == ROUND_UP), down = flag(mode == ROUND_DOWN);
	uint32_t sign = (uint32_t)((int32_t)bits >> 31), magnitude = bits & ~SIGN32;
	uint32_t away = (up & ~sign) | (down & sign), toward = ~(even | away);
	uint32_t increment = (even & (0xfff + (magnitude >> 13 & 1))) | (away & 0x1fff);
	uint32_t normal = (magnitude - (112u << 23) + increment) >> 13;
	float value = f32_of(magnitude), sum = value + 0.5f, back = sum - 0.5f;
	uint32_t count = bits_of_f32(sum) - 0x3f000000;
	uint32_t half, above, infinite;

	count += (away & flag(back < value) & 1) - (toward & flag(back > value) & 1);
	half = select32(flag((int32_t)magnitude < 113 << 23), count, normal);
	/* Above the greatest f16: infinity, unless the mode holds finite values back. */
	above = flag((int32_t)magnitude >= 0x47800000) | flag((int32_t)half > 0x7bff);
	infinite = even | away | flag(magnitude == INF32);
	half = select32(above, 0x7bff - infinite, half);
	half = select32(flag(is_nan32(bits)), INF16 | 0x200 | (magnitude >> 13 & 0x3ff), half);
	return (sign & 0x8000) | half;
}

static inline int32_t flush_limit16(bool keep)
{
	return keep ? 0 : 0x400;
}

static inline uint32_t flush16(uint32_t half, int32_t limit)
{
	return (int32_t)(half & 0x7fff) < limit ? half & 0x8000 : half & 0xffff;
}

/*
 * LANES_OF(n, load) declares x, y, z for the first n sources of lane i; NAN_OF(n, ...) is the NaN
 * that an operation on them gives.
 */
#define LANES_OF_1(type, load) type x = load(a);
#define LANES_OF_2(type, load) type x = load(a), y = load(b);
#define LANES_OF_3(type, load) type x = load(a), y = load(b), z = load(c);
#define NAN_OF_1(first_nan, get) first_nan(get(a), 0, 0)
#define NAN_OF_2(first_nan, get) first_nan(get(a), get(b), 0)
#define NAN_OF_3(first_nan, get) first_nan(get(a), get(b), get(c))

#define LOAD32(p) f32_of(flush32((p)[i], in))
#define BITS32(p) (p)[i]
#define LOAD64(p) f64_of(flush64(get64(p, i), in))
#define BITS64(p) get64(p, i)

/*
 * An f32 function of n sources x, y, z as lane function name##_body. NaN results are rare: when the
 * greatest magnitude is one, a second loop gives them the payload that does not depend on how the
 * compiler ordered operands.
 */
#define F32_BODY(name, n, limit_in, limit_out, value)                                              \
	LANE_FN(name##_body)                                                                       \
	{                                                                                          \
		const int32_t in = limit_in, out = limit_out;                                      \
		uint32_t r[WAVE_LANES];                                                            \
		int32_t greatest = 0;                                                              \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			LANES_OF_##n(float, LOAD32) uint32_t t = bits_of_f32(value);               \
			int32_t magnitude = (int32_t)(t & ~SIGN32);                                \
                                                                                                   \
			r[i] = magnitude < out ? t & SIGN32 : t;                                   \
			greatest = magnitude > greatest ? magnitude : greatest;                    \
		}                                                                                  \
		if (__builtin_expect(greatest > (int32_t)INF32, 0)) {                              \
			EACH_LANE                                                                  \
			r[i] = is_nan32(r[i]) ? NAN_OF_##n(first_nan32, BITS32) : r[i];            \
		}                                                                                  \
		memcpy(d, r, sizeof r);                                                            \
	}

/* The loop of an f64 function; flush is nothing where denormals are kept, as they usually are. */
#define F64_LOOP(n, value, load, flush)                                                            \
	EACH_LANE                                                                                  \
	{                                                                                          \
		LANES_OF_##n(double, load) double t = value;                                       \
                                                                                                   \
		r[i] = flush(bits_of_f64(t), out);                                                 \
		any_nan |= t != t ? 1 : 0;                                                         \
	}

#define LOAD64_KEPT(p) f64_of(get64(p, i))
#define NO_FLUSH(bits, limit) (bits)

#define F64_BODY(name, n, value)                                                                   \
	LANE_FN(name##_body)                                                                       \
	{                                                                                          \
		const int64_t in = flush_limit64(env->fp.denorm64_in);                             \
		const int64_t out = flush_limit64(env->fp.denorm64_out);                           \
		uint64_t r[WAVE_LANES], any_nan = 0;                                               \
                                                                                                   \
		if (in | out) {                                                                    \
			F64_LOOP(n, value, LOAD64, flush64)                                        \
		} else {                                                                           \
			F64_LOOP(n, value, LOAD64_KEPT, NO_FLUSH)                                  \
		}                                                                                  \
		if (__builtin_expect(any_nan != 0, 0)) {                                           \
			EACH_LANE                                                                  \
			r[i] = is_nan64(r[i]) ? NAN_OF_##n(first_nan64, BITS64) : r[i];            \
		}                                                                                  \
		EACH_LANE put64(d, i, r[i]);                                                       \
	}

#define IN32 flush_limit32(env->fp.denorm32_in)
#define OUT32 flush_limit32(env->fp.denorm32_out)

/* By the mode's denormal rules, rounded by the mode. */
#define F32_OP(name, n, value)                                                                     \
	F32_BODY(name, n, IN32, OUT32, value)                                                      \
	LANE_FN_ROUNDED(name, env->fp.round32)

/* Denormals flushed whatever the mode says. */
#define F32_FLUSHING_OP(name, n, value)                                                            \
	F32_BODY(name, n, FLUSH32, FLUSH32, value)                                                 \
	LANE_FN_ROUNDED(name, env->fp.round32)

#define F64_OP(name, n, value)                                                                     \
	F64_BODY(name, n, value)                                                                   \
	LANE_FN_ROUNDED(name, env->fp.round64)

#endif
