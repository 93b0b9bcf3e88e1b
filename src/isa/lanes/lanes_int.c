/*
 * Integer arithmetic on 64 lanes: 24-, 32- and 64-bit add, subtract, multiply, minimum and maximum,
 * with carries in MASKs and the saturation that the clamp bit asks for.
 */
#include "isa/lanes/lanes_int.h"

static inline int32_t sext24(uint32_t x)
{
	return (int32_t)(x << 8) >> 8;
}

static inline uint32_t zext24(uint32_t x)
{
	return x & 0xffffff;
}

/* Carry or borrow out of a 32-bit sum: decides the MASK, and saturates the result under clamp. */
static void finish_carry(uint32_t *d, const struct lane_flags *carry, uint32_t saturated,
			 struct lane_env *env)
{
	if (env->clamp) {
		EACH_LANE
		{
			d[i] = carry->lane[i] ? saturated : d[i];
		}
	}
	env->mask_out = mask_of_flags(carry);
}

LANE_FN(add_u32)
{
	struct lane_flags carry;

	EACH_LANE
	{
		uint32_t x = a[i], sum = x + b[i];

		carry.lane[i] = flag(sum < x);
		d[i] = sum;
	}
	finish_carry(d, &carry, UINT32_MAX, env);
}

static inline void subtract(uint32_t *d, const uint32_t *a, const uint32_t *b, struct lane_env *env)
{
	struct lane_flags borrow;

	EACH_LANE
	{
		uint32_t x = a[i], y = b[i];

		borrow.lane[i] = flag(x < y);
		d[i] = x - y;
	}
	finish_carry(d, &borrow, 0, env);
}

LANE_FN(sub_u32)
{
	subtract(d, a, b, env);
}

LANE_FN(subrev_u32)
{
	subtract(d, b, a, env);
}

LANE_FN(addc_u32)
{
	struct lane_flags in, carry;

	flags_of_mask(&in, env->mask_in);
	EACH_LANE
	{
		uint32_t x = a[i], part = x + b[i], sum = part - in.lane[i];

		carry.lane[i] = flag(part < x) | flag(sum < part);
		d[i] = sum;
	}
	finish_carry(d, &carry, UINT32_MAX, env);
}

static inline void subtract_borrow(uint32_t *d, const uint32_t *a, const uint32_t *b,
				   struct lane_env *env)
{
	struct lane_flags in, borrow;

	flags_of_mask(&in, env->mask_in);
	EACH_LANE
	{
		uint32_t x = a[i], y = b[i], part = x - y, difference = part + in.lane[i];

		borrow.lane[i] = flag(x < y) | flag(difference > part);
		d[i] = difference;
	}
	finish_carry(d, &borrow, 0, env);
}

LANE_FN(subb_u32)
{
	subtract_borrow(d, a, b, env);
}

LANE_FN(subbrev_u32)
{
	subtract_borrow(d, b, a, env);
}

LANE_FN32(mul_i32_i24, (uint32_t)sext24(a[i]) * (uint32_t)sext24(b[i]))
LANE_FN32(mul_hi_i32_i24, (uint64_t)((int64_t)sext24(a[i]) * sext24(b[i])) >> 32)
LANE_FN32(mul_u32_u24, zext24(a[i]) * zext24(b[i]))
LANE_FN32(mul_hi_u32_u24, (uint64_t)zext24(a[i]) * zext24(b[i]) >> 32)
LANE_FN32(mul_lo_u32, a[i] * b[i])
LANE_FN32(mul_hi_u32, (uint64_t)a[i] * b[i] >> 32)
LANE_FN32(mul_hi_i32, (uint64_t)((int64_t)(int32_t)a[i] * (int32_t)b[i]) >> 32)

LANE_FN(mad_i32_i24)
{
	if (!env->clamp) {
		EACH_LANE
		{
			d[i] = (uint32_t)sext24(a[i]) * (uint32_t)sext24(b[i]) + c[i];
		}
		return;
	}
	EACH_LANE
	{
		int64_t sum = (int64_t)sext24(a[i]) * sext24(b[i]) + (int32_t)c[i];

		sum = sum > INT32_MAX ? INT32_MAX : sum;
		sum = sum < INT32_MIN ? INT32_MIN : sum;
		d[i] = (uint32_t)sum;
	}
}

LANE_FN(mad_u32_u24)
{
	if (!env->clamp) {
		EACH_LANE
		{
			d[i] = zext24(a[i]) * zext24(b[i]) + c[i];
		}
		return;
	}
	EACH_LANE
	{
		uint64_t sum = (uint64_t)zext24(a[i]) * zext24(b[i]) + c[i];

		d[i] = sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
	}
}

LANE_FN(mad_u64_u32)
{
	struct lane_flags carry;
	const uint64_t saturate = env->clamp ? UINT64_MAX : 0;

	EACH_LANE
	{
		uint64_t product = (uint64_t)a[i] * b[i];
		uint64_t sum = product + wide(c[i], c[64 + i]);
		bool over = sum < product;

		carry.lane[i] = flag(over);
		sum |= over ? saturate : 0;
		d[i] = (uint32_t)sum;
		d[64 + i] = (uint32_t)(sum >> 32);
	}
	env->mask_out = mask_of_flags(&carry);
}

/* The MASK is bit 64 of the exact sum, that is, its sign. */
LANE_FN(mad_i64_i32)
{
	struct lane_flags carry;
	const bool clamp = env->clamp;

	EACH_LANE
	{
		uint64_t product = (uint64_t)((int64_t)(int32_t)a[i] * (int32_t)b[i]);
		uint64_t addend = wide(c[i], c[64 + i]), sum = product + addend;
		/* Top bit set: the sum has a sign that neither term has. */
		uint64_t overflow = (sum ^ product) & (sum ^ addend);
		bool over = overflow >> 63, negative = (sum ^ overflow) >> 63;
		uint64_t limit = negative ? (uint64_t)INT64_MIN : (uint64_t)INT64_MAX;

		carry.lane[i] = flag(negative);
		sum = clamp && over ? limit : sum;
		d[i] = (uint32_t)sum;
		d[64 + i] = (uint32_t)(sum >> 32);
	}
	env->mask_out = mask_of_flags(&carry);
}

#define MIN_OF(x, y) ((x) < (y) ? (x) : (y))
#define MAX_OF(x, y) ((x) > (y) ? (x) : (y))

/* Minimum, maximum, and the three-operand forms, in a signed and an unsigned edition. */
#define MIN_MAX(type, suffix)                                                                      \
	static inline type min_##suffix(type x, type y)                                            \
	{                                                                                          \
		return MIN_OF(x, y);                                                               \
	}                                                                                          \
	static inline type max_##suffix(type x, type y)                                            \
	{                                                                                          \
		return MAX_OF(x, y);                                                               \
	}                                                                                          \
	static inline type med_##suffix(type x, type y, type z)                                    \
	{                                                                                          \
		return max_##suffix(min_##suffix(x, y), min_##suffix(max_##suffix(x, y), z));      \
	}                                                                                          \
	LANE_FN32(min2_##suffix, min_##suffix((type)a[i], (type)b[i]))                             \
	LANE_FN32(max2_##suffix, max_##suffix((type)a[i], (type)b[i]))                             \
	LANE_FN32(min3_##suffix, min_##suffix(min_##suffix((type)a[i], (type)b[i]), (type)c[i]))   \
	LANE_FN32(max3_##suffix, max_##suffix(max_##suffix((type)a[i], (type)b[i]), (type)c[i]))   \
	LANE_FN32(med3_##suffix, med_##suffix((type)a[i], (type)b[i], (type)c[i]))

MIN_MAX(int32_t, i32)
MIN_MAX(uint32_t, u32)

static const struct lane_row rows[] = {
	{OP_V_ADD_U32, add_u32},         {OP_V_SUB_U32, sub_u32},
	{OP_V_SUBREV_U32, subrev_u32},   {OP_V_ADDC_U32, addc_u32},
	{OP_V_SUBB_U32, subb_u32},       {OP_V_SUBBREV_U32, subbrev_u32},
	{OP_V_MUL_I32_I24, mul_i32_i24}, {OP_V_MUL_HI_I32_I24, mul_hi_i32_i24},
	{OP_V_MUL_U32_U24, mul_u32_u24}, {OP_V_MUL_HI_U32_U24, mul_hi_u32_u24},
	{OP_V_MUL_LO_U32, mul_lo_u32},   {OP_V_MUL_HI_U32, mul_hi_u32},
	{OP_V_MUL_HI_I32, mul_hi_i32},   {OP_V_MAD_I32_I24, mad_i32_i24},
	{OP_V_MAD_U32_U24, mad_u32_u24}, {OP_V_MAD_U64_U32, mad_u64_u32},
	{OP_V_MAD_I64_I32, mad_i64_i32}, {OP_V_MIN_I32, min2_i32},
	{OP_V_MAX_I32, max2_i32},        {OP_V_MIN_U32, min2_u32},
	{OP_V_MAX_U32, max2_u32},        {OP_V_MIN3_I32, min3_i32},
	{OP_V_MAX3_I32, max3_i32},       {OP_V_MED3_I32, med3_i32},
	{OP_V_MIN3_U32, min3_u32},       {OP_V_MAX3_U32, max3_u32},
	{OP_V_MED3_U32, med3_u32},
};

void LANES(lanes_int)(struct lane_ops *ops)
{
	fill_lane_ops(ops, rows, sizeof(rows) / sizeof(rows[0]));
	LANES(lanes_bits)(ops);
	LANES(lanes_short)(ops);
	LANES(lanes_pixel)(ops);
	LANES(lanes_cmp)(ops);
	LANES(lanes_memory)(ops);
}
