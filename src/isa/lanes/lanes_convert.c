/*
 * Conversions between number types. To integers they truncate (unless the opcode says otherwise),
 * saturate, and give 0 for a NaN; between floats they round by the mode of the destination's type,
 * and denormals follow the rules of their own type.
 */
#include "isa/lanes/lanes_float.h"

#define IN64 flush_limit64(env->fp.denorm64_in)
#define IN16 flush_limit16(env->fp.denorm64_in)
#define OUT16 flush_limit16(env->fp.denorm64_out)

/* Saturated and truncated. Out of range and NaN are replaced before the conversion proper. */
static inline int32_t i32_of_f32(float x)
{
	bool fits = fabsf(x) < 0x1p31f;
	int32_t r = (int32_t)(fits ? x : 0.0f);

	r = x >= 0x1p31f ? INT32_MAX : r;
	return x <= -0x1p31f ? INT32_MIN : r;
}

/* The upper half of the range is converted with its top bit taken off. */
static inline uint32_t u32_of_f32(float x)
{
	bool fits = x > 0.0f && x < 0x1p32f, upper = x >= 0x1p31f;
	float low = fits ? x : 0.0f;
	uint32_t r = (uint32_t)(int32_t)(upper ? low - (fits ? 0x1p31f : 0.0f) : low);

	r = upper ? r | 0x80000000u : r;
	return x >= 0x1p32f ? UINT32_MAX : r;
}

static inline int32_t i32_of_f64(double x)
{
	double y = x < -0x1p31 ? -0x1p31 : x;

	y = y > 0x1.fffffffcp30 ? 0x1.fffffffcp30 : y;
	return (int32_t)(x == x ? y : 0.0);
}

static inline uint32_t u32_of_f64(double x)
{
	double y = x > 0.0 ? x : 0.0; /* a NaN too */
	bool upper = y >= 0x1p31;

	y = y > 0x1.fffffffep31 ? 0x1.fffffffep31 : y;
	y = upper ? y - 0x1p31 : y;
	return (uint32_t)(int32_t)y | (upper ? 0x80000000u : 0);
}

#define FROM_F32(name, value)                                                                      \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		const int32_t in = IN32;                                                           \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			float x = LOAD32(a);                                                       \
                                                                                                   \
			d[i] = (uint32_t)(value);                                                  \
		}                                                                                  \
	}

FROM_F32(cvt_i32_f32, i32_of_f32(x))
FROM_F32(cvt_u32_f32, u32_of_f32(x))
FROM_F32(cvt_flr_i32_f32, i32_of_f32(floorf(x)))
/* The sum is exact in f64, or so small that its rounding does not reach the floor. */
FROM_F32(cvt_rpi_i32_f32, i32_of_f64(floor((double)x + 0.5)))

#define FROM_F64(name, value)                                                                      \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		const int64_t in = IN64;                                                           \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			double x = LOAD64(a);                                                      \
                                                                                                   \
			d[i] = (uint32_t)(value);                                                  \
		}                                                                                  \
	}

FROM_F64(cvt_i32_f64, i32_of_f64(x))
FROM_F64(cvt_u32_f64, u32_of_f64(x))

/* Integers: exact in f64, and from there to f32 in any mode. */
#define FROM_INT(to_f32, to_f64, type)                                                             \
	LANE_FN(to_f32)                                                                            \
	{                                                                                          \
		const unsigned mode = env->fp.round32;                                             \
                                                                                                   \
		if (mode == ROUND_EVEN) {                                                          \
			EACH_LANE d[i] = bits_of_f32((float)(type)a[i]);                           \
		} else {                                                                           \
			EACH_LANE d[i] = narrow32((double)(type)a[i], mode);                       \
		}                                                                                  \
	}                                                                                          \
	LANE_FN(to_f64)                                                                            \
	{                                                                                          \
		EACH_LANE put64(d, i, bits_of_f64((double)(type)a[i]));                            \
	}

FROM_INT(cvt_f32_i32, cvt_f64_i32, int32_t)
FROM_INT(cvt_f32_u32, cvt_f64_u32, uint32_t)

#define F32_FROM_BYTE(n)                                                                           \
	LANE_FN(cvt_f32_ubyte##n)                                                                  \
	{                                                                                          \
		EACH_LANE d[i] = bits_of_f32((float)(int32_t)(a[i] >> (8 * (n)) & 0xff));          \
	}

F32_FROM_BYTE(0)
F32_FROM_BYTE(1)
F32_FROM_BYTE(2)
F32_FROM_BYTE(3)

/* A signed 4-bit count of sixteenths. */
LANE_FN(cvt_off_f32_i4)
{
	EACH_LANE d[i] = bits_of_f32((float)((int32_t)(a[i] << 28) >> 28) * 0.0625f);
}

LANE_FN(cvt_f32_f64)
{
	const int64_t in = IN64;
	const int32_t out = OUT32;
	const unsigned mode = env->fp.round32;

	if (mode == ROUND_EVEN) {
		EACH_LANE d[i] = flush32(bits_of_f32((float)LOAD64(a)), out);
	} else {
		EACH_LANE d[i] = flush32(narrow32(LOAD64(a), mode), out);
	}
}

LANE_FN(cvt_f64_f32)
{
	const int32_t in = IN32;

	EACH_LANE put64(d, i, bits_of_f64((double)LOAD32(a)));
}

static inline uint32_t quieted(uint32_t bits)
{
	return is_nan32(bits) ? bits | QUIET32 : bits;
}

LANE_FN(cvt_f32_f16)
{
	const int32_t in = IN16;

	EACH_LANE d[i] = quieted(f32_of_f16(flush16(a[i], in)));
}

LANE_FN(cvt_f16_f32)
{
	const int32_t in = IN32, out = OUT16;
	const unsigned mode = env->fp.round64;

	EACH_LANE d[i] = flush16(f16_of_f32(flush32(a[i], in), mode), out);
}

LANE_FN(cvt_pkrtz_f16_f32)
{
	const int32_t in = IN32, out = OUT16;

	EACH_LANE
	{
		uint32_t low = flush16(f16_of_f32(flush32(a[i], in), ROUND_ZERO), out);
		uint32_t high = flush16(f16_of_f32(flush32(b[i], in), ROUND_ZERO), out);

		d[i] = low | high << 16;
	}
}

/* 16-bit integers are exact in f32. */
LANE_FN(cvt_f16_u16)
{
	const unsigned mode = env->fp.round64;

	EACH_LANE d[i] = f16_of_f32(bits_of_f32((float)(int32_t)(a[i] & 0xffff)), mode);
}

LANE_FN(cvt_f16_i16)
{
	const unsigned mode = env->fp.round64;

	EACH_LANE d[i] = f16_of_f32(bits_of_f32((float)((int32_t)(a[i] << 16) >> 16)), mode);
}

static inline int32_t clamp_int(int32_t x, int32_t least, int32_t most)
{
	return x < least ? least : x > most ? most : x;
}

/* Denormals are below 1: flushed or not, they are 0. */
LANE_FN(cvt_u16_f16)
{
	EACH_LANE d[i] = (uint32_t)clamp_int(i32_of_f32(f32_of(f32_of_f16(a[i]))), 0, 0xffff);
}

LANE_FN(cvt_i16_f16)
{
	EACH_LANE
	d[i] = (uint32_t)clamp_int(i32_of_f32(f32_of(f32_of_f16(a[i]))), -0x8000, 0x7fff) & 0xffff;
}

/* Nearest even integer to x times most, x clamped to [least, 1]; the product is exact. */
static inline uint32_t normalized_int(float x, double least, double most)
{
	double y = (double)x;

	y = y < least ? least : y;
	y = y > 1.0 ? 1.0 : y;
	return (uint32_t)(int32_t)rint(x == x ? y * most : 0.0) & 0xffff;
}

LANE_FN(cvt_pknorm_i16_f32)
{
	const int32_t in = IN32;

	EACH_LANE
	{
		float x = LOAD32(a), y = LOAD32(b);

		d[i] = normalized_int(x, -1.0, 32767.0) | normalized_int(y, -1.0, 32767.0) << 16;
	}
}

LANE_FN(cvt_pknorm_u16_f32)
{
	const int32_t in = IN32;

	EACH_LANE
	{
		float x = LOAD32(a), y = LOAD32(b);

		d[i] = normalized_int(x, 0.0, 65535.0) | normalized_int(y, 0.0, 65535.0) << 16;
	}
}

LANE_FN(cvt_pk_u16_u32)
{
	EACH_LANE
	{
		uint32_t low = a[i] > 0xffff ? 0xffff : a[i], high = b[i] > 0xffff ? 0xffff : b[i];

		d[i] = low | high << 16;
	}
}

LANE_FN(cvt_pk_i16_i32)
{
	EACH_LANE
	{
		uint32_t low = (uint32_t)clamp_int((int32_t)a[i], -0x8000, 0x7fff) & 0xffff;
		uint32_t high = (uint32_t)clamp_int((int32_t)b[i], -0x8000, 0x7fff) & 0xffff;

		d[i] = low | high << 16;
	}
}

/* Rounded by the mode to an integer, clamped to a byte; this is put in byte b of c. */
static inline float integral(float x, unsigned mode)
{
	float nearest = rintf(x);

	return mode == ROUND_EVEN   ? nearest
	       : mode == ROUND_UP   ? ceilf(x)
	       : mode == ROUND_DOWN ? floorf(x)
				    : truncf(x);
}

LANE_FN(cvt_pk_u8_f32)
{
	const int32_t in = IN32;
	const unsigned mode = env->fp.round32;

	for (int i = 0; i < WAVE_LANES; i++) {
		uint32_t byte = (uint32_t)clamp_int(i32_of_f32(integral(LOAD32(a), mode)), 0, 255);
		unsigned shift = 8 * (b[i] & 3);

		d[i] = (c[i] & ~(0xffu << shift)) | byte << shift;
	}
}

void LANES(lanes_float_convert)(struct lane_ops *ops)
{
	lane_fn **fn = ops->fn;

	fn[OP_V_CVT_I32_F32] = cvt_i32_f32;
	fn[OP_V_CVT_U32_F32] = cvt_u32_f32;
	fn[OP_V_CVT_FLR_I32_F32] = cvt_flr_i32_f32;
	fn[OP_V_CVT_RPI_I32_F32] = cvt_rpi_i32_f32;
	fn[OP_V_CVT_I32_F64] = cvt_i32_f64;
	fn[OP_V_CVT_U32_F64] = cvt_u32_f64;
	fn[OP_V_CVT_F32_I32] = cvt_f32_i32;
	fn[OP_V_CVT_F32_U32] = cvt_f32_u32;
	fn[OP_V_CVT_F64_I32] = cvt_f64_i32;
	fn[OP_V_CVT_F64_U32] = cvt_f64_u32;
	fn[OP_V_CVT_F32_UBYTE0] = cvt_f32_ubyte0;
	fn[OP_V_CVT_F32_UBYTE1] = cvt_f32_ubyte1;
	fn[OP_V_CVT_F32_UBYTE2] = cvt_f32_ubyte2;
	fn[OP_V_CVT_F32_UBYTE3] = cvt_f32_ubyte3;
	fn[OP_V_CVT_OFF_F32_I4] = cvt_off_f32_i4;
	fn[OP_V_CVT_F32_F64] = cvt_f32_f64;
	fn[OP_V_CVT_F64_F32] = cvt_f64_f32;
	fn[OP_V_CVT_F32_F16] = cvt_f32_f16;
	fn[OP_V_CVT_F16_F32] = cvt_f16_f32;
	fn[OP_V_CVT_PKRTZ_F16_F32] = cvt_pkrtz_f16_f32;
	fn[OP_V_CVT_F16_U16] = cvt_f16_u16;
	fn[OP_V_CVT_F16_I16] = cvt_f16_i16;
	fn[OP_V_CVT_U16_F16] = cvt_u16_f16;
	fn[OP_V_CVT_I16_F16] = cvt_i16_f16;
	fn[OP_V_CVT_PKNORM_I16_F32] = cvt_pknorm_i16_f32;
	fn[OP_V_CVT_PKNORM_U16_F32] = cvt_pknorm_u16_f32;
	fn[OP_V_CVT_PK_U16_U32] = cvt_pk_u16_u32;
	fn[OP_V_CVT_PK_I16_I32] = cvt_pk_i16_i32;
	fn[OP_V_CVT_PK_U8_F32] = cvt_pk_u8_f32;
	fn[OP_V_CVT_PKACCUM_U8_F32] = cvt_pk_u8_f32;
}
