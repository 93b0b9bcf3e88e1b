/*
 * Lane functions on bytes packed into words: sums of absolute differences, interpolation, byte
 * permutation. clamp saturates the accumulation.
 */
#include "isa/lanes/lanes_int.h"

static inline uint32_t byte_of(uint32_t x, unsigned n)
{
	return x >> (8 * n) & 0xff;
}

static inline uint32_t pixel_distance(uint32_t x, uint32_t y)
{
	return x > y ? x - y : y - x;
}

static inline uint32_t sad_bytes(uint32_t x, uint32_t y)
{
	uint32_t sum = 0;

	for (unsigned n = 0; n < 4; n++)
		sum += pixel_distance(byte_of(x, n), byte_of(y, n));
	return sum;
}

/* Bytes that are zero in the reference y do not count. */
static inline uint32_t masked_sad_bytes(uint32_t x, uint32_t y)
{
	uint32_t sum = 0;

	for (unsigned n = 0; n < 4; n++)
		sum += byte_of(y, n) ? pixel_distance(byte_of(x, n), byte_of(y, n)) : 0;
	return sum;
}

static inline uint32_t sad_words(uint32_t x, uint32_t y)
{
	return pixel_distance(x & 0xffff, y & 0xffff) + pixel_distance(x >> 16, y >> 16);
}

static inline uint32_t accumulate(uint32_t x, uint32_t y, uint32_t saturated)
{
	uint32_t sum = x + y;

	return sum < x ? sum | saturated : sum;
}

#define LANE_FN_SUM(name, expression)                                                              \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		const uint32_t saturated = env->clamp ? UINT32_MAX : 0;                            \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			d[i] = accumulate((expression), c[i], saturated);                          \
		}                                                                                  \
	}

LANE_FN_SUM(sad_u8, sad_bytes(a[i], b[i]))
LANE_FN_SUM(sad_hi_u8, sad_bytes(a[i], b[i]) << 16)
LANE_FN_SUM(sad_u16, sad_words(a[i], b[i]))
LANE_FN_SUM(sad_u32, pixel_distance(a[i], b[i]))
LANE_FN_SUM(msad_u8, masked_sad_bytes(a[i], b[i]))

/* Four windows of four bytes in the 64-bit first source, each one byte further on. */
static inline uint32_t window(uint64_t x, unsigned n)
{
	return (uint32_t)(x >> (8 * n));
}

#define LANE_FN_QUAD16(name, sad)                                                                  \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		const uint32_t limit = env->clamp ? 0xffff : UINT32_MAX;                           \
                                                                                                   \
		for (unsigned i = 0; i < WAVE_LANES; i++) {                                        \
			uint64_t x = wide(a[i], a[64 + i]), result = 0;                            \
			uint64_t old = wide(c[i], c[64 + i]);                                      \
                                                                                                   \
			for (unsigned n = 0; n < 4; n++) {                                         \
				uint32_t sum = sad(window(x, n), b[i]);                            \
                                                                                                   \
				sum += (uint32_t)(old >> (16 * n)) & 0xffff;                       \
				sum = sum > limit ? limit : sum;                                   \
				result |= (uint64_t)(sum & 0xffff) << (16 * n);                    \
			}                                                                          \
			d[i] = (uint32_t)result;                                                   \
			d[64 + i] = (uint32_t)(result >> 32);                                      \
		}                                                                                  \
	}

LANE_FN_QUAD16(qsad_pk_u16_u8, sad_bytes)
LANE_FN_QUAD16(mqsad_pk_u16_u8, masked_sad_bytes)

/* Third source and result are four dwords per lane, 64 entries apart. */
LANE_FN(mqsad_u32_u8)
{
	const uint32_t saturated = env->clamp ? UINT32_MAX : 0;

	for (unsigned i = 0; i < WAVE_LANES; i++) {
		uint64_t x = wide(a[i], a[64 + i]);
		uint32_t y = b[i], sum[4];

		for (unsigned n = 0; n < 4; n++)
			sum[n] = accumulate(masked_sad_bytes(window(x, n), y), c[64 * n + i],
					    saturated);
		for (unsigned n = 0; n < 4; n++)
			d[64 * n + i] = sum[n];
	}
}

/* Per byte the mean, rounded up where the lowest bit of the third source's byte is set. */
static inline uint32_t lerp(uint32_t x, uint32_t y, uint32_t z)
{
	const uint32_t halves = ((x & 0xfefefefe) >> 1) + ((y & 0xfefefefe) >> 1);

	return halves + (((x & y) | ((x | y) & z)) & 0x01010101);
}

LANE_FN32(lerp_u8, lerp(a[i], b[i], c[i]))

/* One result byte: a byte of the pair, the sign of one of its words, or a constant. */
static inline uint32_t select_byte(uint64_t pair, uint32_t selector)
{
	uint32_t picked = (uint32_t)(pair >> (8 * (selector & 7))) & 0xff;
	uint32_t sign = (pair >> (16 * (selector & 3) + 15) & 1) ? 0xff : 0;

	if (selector < 8)
		return picked;
	if (selector < 12)
		return sign;
	return selector == 12 ? 0 : 0xff;
}

static inline uint32_t permute(uint64_t pair, uint32_t selectors)
{
	uint32_t result = 0;

	for (unsigned n = 0; n < 4; n++)
		result |= select_byte(pair, byte_of(selectors, n)) << (8 * n);
	return result;
}

LANE_FN32(perm_b32, permute(wide(b[i], a[i]), c[i]))

static const struct lane_row rows[] = {
	{OP_V_SAD_U8, sad_u8},
	{OP_V_SAD_HI_U8, sad_hi_u8},
	{OP_V_SAD_U16, sad_u16},
	{OP_V_SAD_U32, sad_u32},
	{OP_V_MSAD_U8, msad_u8},
	{OP_V_QSAD_PK_U16_U8, qsad_pk_u16_u8},
	{OP_V_MQSAD_PK_U16_U8, mqsad_pk_u16_u8},
	{OP_V_MQSAD_U32_U8, mqsad_u32_u8},
	{OP_V_LERP_U8, lerp_u8},
	{OP_V_PERM_B32, perm_b32},
};

void LANES(lanes_pixel)(struct lane_ops *ops)
{
	fill_lane_ops(ops, rows, sizeof(rows) / sizeof(rows[0]));
}
