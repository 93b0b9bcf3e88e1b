/*
 * 16-bit integer lane functions. Sources are the low halves of their dwords, results are
 * zero-extended; clamp saturates sums and products.
 */
#include "isa/lanes/lanes_int.h"

static inline uint32_t u16(uint32_t x)
{
	return x & 0xffff;
}

static inline int32_t i16(uint32_t x)
{
	return (int16_t)x;
}

/* An unsigned result that clamp holds at 0xffff. */
#define LANE_FN_U16(name, expression)                                                              \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		const uint32_t limit = env->clamp ? 0xffff : UINT32_MAX;                           \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			uint32_t x = (expression);                                                 \
                                                                                                   \
			d[i] = u16(x > limit ? limit : x);                                         \
		}                                                                                  \
	}

LANE_FN_U16(add_u16, u16(a[i]) + u16(b[i]))
LANE_FN_U16(mul_lo_u16, u16(a[i]) * u16(b[i]))

static inline void subtract(uint32_t *d, const uint32_t *a, const uint32_t *b, bool clamp)
{
	EACH_LANE
	{
		uint32_t x = u16(a[i]), y = u16(b[i]);

		d[i] = clamp && x < y ? 0 : u16(x - y);
	}
}

LANE_FN(sub_u16)
{
	subtract(d, a, b, env->clamp);
}

LANE_FN(subrev_u16)
{
	subtract(d, b, a, env->clamp);
}

/* 0xffff * 0xffff + 0xffff still fits 32 bits. */
LANE_FN_U16(mad_u16, u16(a[i]) * u16(b[i]) + u16(c[i]))

LANE_FN(mad_i16)
{
	const bool clamp = env->clamp;

	EACH_LANE
	{
		int32_t x = i16(a[i]) * i16(b[i]) + i16(c[i]);

		x = clamp && x > INT16_MAX ? INT16_MAX : x;
		x = clamp && x < INT16_MIN ? INT16_MIN : x;
		d[i] = u16((uint32_t)x);
	}
}

LANE_FN32(lshlrev_b16, u16(u16(b[i]) << (a[i] & 15)))
LANE_FN32(lshrrev_b16, u16(b[i]) >> (a[i] & 15))
LANE_FN32(ashrrev_i16, u16((uint32_t)(i16(b[i]) >> (a[i] & 15))))
LANE_FN32(max_u16, u16(a[i]) > u16(b[i]) ? u16(a[i]) : u16(b[i]))
LANE_FN32(min_u16, u16(a[i]) < u16(b[i]) ? u16(a[i]) : u16(b[i]))
LANE_FN32(max_i16, i16(a[i]) > i16(b[i]) ? u16(a[i]) : u16(b[i]))
LANE_FN32(min_i16, i16(a[i]) < i16(b[i]) ? u16(a[i]) : u16(b[i]))

static const struct lane_row rows[] = {
	{OP_V_ADD_U16, add_u16},         {OP_V_SUB_U16, sub_u16},
	{OP_V_SUBREV_U16, subrev_u16},   {OP_V_MUL_LO_U16, mul_lo_u16},
	{OP_V_MAD_U16, mad_u16},         {OP_V_MAD_I16, mad_i16},
	{OP_V_LSHLREV_B16, lshlrev_b16}, {OP_V_LSHRREV_B16, lshrrev_b16},
	{OP_V_ASHRREV_I16, ashrrev_i16}, {OP_V_MAX_U16, max_u16},
	{OP_V_MIN_U16, min_u16},         {OP_V_MAX_I16, max_i16},
	{OP_V_MIN_I16, min_i16},
};

void LANES(lanes_short)(struct lane_ops *ops)
{
	fill_lane_ops(ops, rows, sizeof(rows) / sizeof(rows[0]));
}
