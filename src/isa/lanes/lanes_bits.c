/* Integer lane functions that treat their operands as bits: moves, logic, shifts, fields, counts.
 */
#include "isa/lanes/lanes_int.h"

/* Counts by arithmetic on the bits: unlike the host's instructions for it, this vectorises. */
static inline uint32_t count_ones(uint32_t x)
{
	x -= x >> 1 & 0x55555555;
	x = (x & 0x33333333) + (x >> 2 & 0x33333333);
	x = (x + (x >> 4)) & 0x0f0f0f0f;
	x += x >> 8;
	return (x + (x >> 16)) & 0x3f;
}

/* Zeros above the highest one; 32 for 0. */
static inline uint32_t leading_zeros(uint32_t x)
{
	x |= x >> 1;
	x |= x >> 2;
	x |= x >> 4;
	x |= x >> 8;
	x |= x >> 16;
	return count_ones(~x);
}

static inline uint32_t first_high(uint32_t x)
{
	return x ? leading_zeros(x) : UINT32_MAX;
}

static inline uint32_t first_low(uint32_t x)
{
	return x ? count_ones(~x & (x - 1)) : UINT32_MAX;
}

static inline uint32_t sign_of(uint32_t x)
{
	return (uint32_t)((int32_t)x >> 31);
}

static inline uint32_t reverse(uint32_t x)
{
	x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
	x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
	x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
	x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
	return x >> 16 | x << 16;
}

static inline uint32_t low_ones(uint32_t count)
{
	return (1u << (count & 31)) - 1;
}

/* Moving the field's top bit to bit 31 and back extends the sign; a field of no bits is 0. */
static inline uint32_t field_i32(uint32_t x, uint32_t offset, uint32_t width)
{
	uint32_t up = (0 - width) & 31, field = (uint32_t)((int32_t)x >> (offset & 31));

	return (width & 31) ? (uint32_t)((int32_t)(field << up) >> up) : 0;
}

/* 32 bits of the pair high:low, from bit (count mod 32) on. */
static inline uint32_t join_right(uint32_t high, uint32_t low, uint32_t count)
{
	count &= 31;
	return low >> count | high << 1 << (31 - count);
}

LANE_FN32(mov_b32, a[i])
LANE_FN32(not_b32, ~a[i])
LANE_FN32(bfrev_b32, reverse(a[i]))
LANE_FN32(ffbh_u32, first_high(a[i]))
LANE_FN32(ffbh_i32, first_high(a[i] ^ sign_of(a[i])))
LANE_FN32(ffbl_b32, first_low(a[i]))
LANE_FN32(and_b32, a[i] & b[i])
LANE_FN32(or_b32, a[i] | b[i])
LANE_FN32(xor_b32, a[i] ^ b[i])
LANE_FN32(lshlrev_b32, b[i] << (a[i] & 31))
LANE_FN32(lshrrev_b32, b[i] >> (a[i] & 31))
LANE_FN32(ashrrev_i32, (int32_t)b[i] >> (a[i] & 31))
LANE_FN32(bfm_b32, low_ones(a[i]) << (b[i] & 31))
LANE_FN32(bcnt_u32_b32, count_ones(a[i]) + b[i])
LANE_FN32(bfe_u32, (a[i] >> (b[i] & 31)) & low_ones(c[i]))
LANE_FN32(bfe_i32, field_i32(a[i], b[i], c[i]))
LANE_FN32(bfi_b32, (a[i] & b[i]) | (~a[i] & c[i]))
LANE_FN32(alignbit_b32, join_right(a[i], b[i], c[i]))
LANE_FN32(alignbyte_b32, join_right(a[i], b[i], 8 * (c[i] & 3)))

LANE_FN(cndmask_b32)
{
	struct lane_flags select;

	flags_of_mask(&select, env->mask_in);
	EACH_LANE
	{
		uint32_t f = select.lane[i];

		d[i] = (a[i] & ~f) | (b[i] & f);
	}
}

/* Bits of the source below the lane's own position, in the low and the high word of a MASK. */
LANE_FN(mbcnt_lo_u32_b32)
{
	EACH_LANE_FROM(0, 32)
	{
		d[i] = count_ones(a[i] & (lane_bit[i] - 1)) + b[i];
	}
	EACH_LANE_FROM(32, 32)
	{
		d[i] = count_ones(a[i]) + b[i];
	}
}

LANE_FN(mbcnt_hi_u32_b32)
{
	EACH_LANE_FROM(0, 32)
	{
		d[i] = b[i];
	}
	EACH_LANE_FROM(32, 32)
	{
		d[i] = count_ones(a[i] & (lane_bit[i - 32] - 1)) + b[i];
	}
}

/* 64-bit shifts, the count being the first source, on words: what 32-bit vectors do best. */
LANE_FN(lshlrev_b64)
{
	EACH_LANE
	{
		uint32_t count = a[i], low = b[i] << (count & 31);
		uint32_t high = join_right(b[64 + i], b[i], 0 - count);

		high = count & 31 ? high : b[64 + i];
		d[i] = count & 32 ? 0 : low;
		d[64 + i] = count & 32 ? low : high;
	}
}

LANE_FN(lshrrev_b64)
{
	EACH_LANE
	{
		uint32_t count = a[i], high = b[64 + i] >> (count & 31);
		uint32_t low = join_right(b[64 + i], b[i], count);

		d[i] = count & 32 ? high : low;
		d[64 + i] = count & 32 ? 0 : high;
	}
}

LANE_FN(ashrrev_i64)
{
	EACH_LANE
	{
		uint32_t count = a[i], sign = sign_of(b[64 + i]);
		uint32_t high = (uint32_t)((int32_t)b[64 + i] >> (count & 31));
		uint32_t low = join_right(b[64 + i], b[i], count);

		d[i] = count & 32 ? high : low;
		d[64 + i] = count & 32 ? sign : high;
	}
}

static const struct lane_row rows[] = {
	{OP_V_MOV_B32, mov_b32},
	{OP_V_NOT_B32, not_b32},
	{OP_V_BFREV_B32, bfrev_b32},
	{OP_V_FFBH_U32, ffbh_u32},
	{OP_V_FFBH_I32, ffbh_i32},
	{OP_V_FFBL_B32, ffbl_b32},
	{OP_V_CNDMASK_B32, cndmask_b32},
	{OP_V_AND_B32, and_b32},
	{OP_V_OR_B32, or_b32},
	{OP_V_XOR_B32, xor_b32},
	{OP_V_LSHLREV_B32, lshlrev_b32},
	{OP_V_LSHRREV_B32, lshrrev_b32},
	{OP_V_ASHRREV_I32, ashrrev_i32},
	{OP_V_LSHLREV_B64, lshlrev_b64},
	{OP_V_LSHRREV_B64, lshrrev_b64},
	{OP_V_ASHRREV_I64, ashrrev_i64},
	{OP_V_BFM_B32, bfm_b32},
	{OP_V_BCNT_U32_B32, bcnt_u32_b32},
	{OP_V_MBCNT_LO_U32_B32, mbcnt_lo_u32_b32},
	{OP_V_MBCNT_HI_U32_B32, mbcnt_hi_u32_b32},
	{OP_V_BFE_U32, bfe_u32},
	{OP_V_BFE_I32, bfe_i32},
	{OP_V_BFI_B32, bfi_b32},
	{OP_V_ALIGNBIT_B32, alignbit_b32},
	{OP_V_ALIGNBYTE_B32, alignbyte_b32},
};

void LANES(lanes_bits)(struct lane_ops *ops)
{
	fill_lane_ops(ops, rows, sizeof(rows) / sizeof(rows[0]));
}
