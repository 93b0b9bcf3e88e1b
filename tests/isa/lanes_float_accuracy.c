/* How far transcendental lane functions are from long double. */
#include <math.h>

#include "lanes_float_bits.h"

/* Units in the last place of f32 by which got misses want. */
static long double ulps32(float got, long double want)
{
	int e;

	frexpl(want, &e);
	return fabsl(got - want) / ldexpl(1.0L, (e < -125 ? -125 : e) - 24);
}

struct accuracy {
	enum opcode op;
	long double (*reference)(long double);
	float least,
		most; /* magnitudes are spread over the exponents between, both signs if signed */
	bool both_signs;
	long double limit;
};

static long double reference_sin(long double x)
{
	return sinl(2.0L * 3.14159265358979323846264338327950288L * (x - rintl(x)));
}

static long double reference_cos(long double x)
{
	return cosl(2.0L * 3.14159265358979323846264338327950288L * (x - rintl(x)));
}

static long double reference_rcp(long double x)
{
	return 1.0L / x;
}

static long double reference_rsq(long double x)
{
	return 1.0L / sqrtl(x);
}

TEST(transcendental_accuracy)
{
	static const struct accuracy rows[] = {
		{OP_V_EXP_F32, exp2l, 0x1p-30f, 125.9f, true, 0.51L},
		{OP_V_LOG_F32, log2l, 0x1p-126f, 0x1.fffffep127f, false, 0.51L},
		{OP_V_LOG_F32, log2l, 0.9f, 1.1f, false, 0.51L},
		{OP_V_RCP_F32, reference_rcp, 0x1p-126f, 0x1p126f, true, 0.5L},
		{OP_V_RSQ_F32, reference_rsq, 0x1p-126f, 0x1.fffffep127f, false, 0.51L},
		{OP_V_SQRT_F32, sqrtl, 0x1p-126f, 0x1.fffffep127f, false, 0.5L},
		{OP_V_SIN_F32, reference_sin, 0x1p-100f, 256.0f, true, 0.51L},
		{OP_V_COS_F32, reference_cos, 0x1p-100f, 256.0f, true, 0.51L},
		{OP_V_SIN_F32, reference_sin, 0.4f, 0.6f, true, 0.51L},
		{OP_V_COS_F32, reference_cos, 0.2f, 0.3f, true, 0.51L},
	};
	struct rng rng;

	rng_seed(&rng, 17);
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		for (int round = 0; round < 1000; round++) {
			struct lane_env env = env_of("");
			struct lanes a, d;

			for (int i = 0; i < WAVE_LANES; i++) {
				uint32_t low = b32(rows[k].least), high = b32(rows[k].most);

				lane_put(&a, i,
					 (low + rng_below(&rng, high - low + 1)) ^
						 (rows[k].both_signs ? rng_below(&rng, 2) << 31
								     : 0));
			}
			run(rows[k].op, &d, &a, &a, &a, &env);
			for (int i = 0; i < WAVE_LANES; i++) {
				long double want = rows[k].reference(f32(a.dword[i]));
				long double miss = ulps32(f32(d.dword[i]), want);

				/* Reference and result may both be an exact zero, or pi's own
				 * rounding. */
				if (miss > rows[k].limit && fabsl(want) > 1e-17L)
					FAIL("%s(%a) is %a, expected %La: %Lf ulp",
					     op_infos[rows[k].op].name, f32(a.dword[i]),
					     f32(d.dword[i]), want, miss);
			}
		}
	}
}

/* f16: the nearest f16 to the reference, or its neighbour within 0.51 units. */
TEST(f16_transcendental_accuracy)
{
	static const struct {
		enum opcode op;
		long double (*reference)(long double);
		uint32_t first, last;
	} rows[] = {
		{OP_V_EXP_F16, exp2l, 0x0000, 0x4bff},
		{OP_V_EXP_F16, exp2l, 0x8000, 0xcaff},
		{OP_V_LOG_F16, log2l, 0x0001, 0x7bff},
		{OP_V_SIN_F16, reference_sin, 0x0000, 0x5c00},
		{OP_V_COS_F16, reference_cos, 0x8000, 0xdc00},
		{OP_V_RCP_F16, reference_rcp, 0x0100, 0x7bff},
		{OP_V_SQRT_F16, sqrtl, 0x0001, 0x7bff},
		{OP_V_RSQ_F16, reference_rsq, 0x0001, 0x7bff},
	};

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		for (uint32_t half = rows[k].first; half <= rows[k].last; half += WAVE_LANES) {
			struct lane_env env = env_of("");
			struct lanes a, d;

			for (uint32_t i = 0; i < WAVE_LANES; i++)
				lane_put(&a, (int)i,
					 half + i > rows[k].last ? rows[k].last : half + i);
			run(rows[k].op, &d, &a, &a, &a, &env);
			for (int i = 0; i < WAVE_LANES; i++) {
				long double x = ldexpl(count_of_f16(a.dword[i]), -24);
				long double want = rows[k].reference(x);
				long double got = ldexpl(count_of_f16(d.dword[i]), -24);
				int e;

				frexpl(want, &e);
				e = e < -13 ? -13 : e;
				if (fabsl(got - want) > ldexpl(0.51L, e - 11))
					FAIL("%s(%x) is %x, expected %Lg",
					     op_infos[rows[k].op].name, a.dword[i], d.dword[i],
					     want);
			}
		}
	}
}
