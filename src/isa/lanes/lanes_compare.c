/*
 * Floating-point compares and classification: one bit per lane in mask_out, for all 64 lanes.
 * Sources are flushed as in arithmetic, except when classified.
 */
#include "isa/lanes/lanes_float.h"

#define LOAD16(p) f32_of(f32_of_f16(flush16((p)[i], in)))

#define LIMIT_F16 flush_limit16(env->fp.denorm64_in)
#define LIMIT_F32 IN32
#define LIMIT_F64 flush_limit64(env->fp.denorm64_in)

#define COMPARE(name, type, limit_type, limit, load, test)                                         \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		const limit_type in = limit;                                                       \
		struct lane_flags flags;                                                           \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			type x = load(a), y = load(b);                                             \
                                                                                                   \
			flags.lane[i] = flag(test);                                                \
		}                                                                                  \
		env->mask_out = mask_of_flags(&flags);                                             \
	}

#define COMPARE_ALL(NAME, name, test)                                                              \
	COMPARE(cmp_##name##_f16, float, int32_t, LIMIT_F16, LOAD16, test)                         \
	COMPARE(cmp_##name##_f32, float, int32_t, LIMIT_F32, LOAD32, test)                         \
	COMPARE(cmp_##name##_f64, double, int64_t, LIMIT_F64, LOAD64, test)

/* The n-forms are true where the plain ones are false, so also for NaNs. */
#define PREDICATES(P)                                                                              \
	P(LT, lt, x < y)                                                                           \
	P(EQ, eq, x == y)                                                                          \
	P(LE, le, x <= y)                                                                          \
	P(GT, gt, x > y)                                                                           \
	P(LG, lg, (x < y) | (x > y))                                                               \
	P(GE, ge, x >= y)                                                                          \
	P(O, o, (x == x) & (y == y))                                                               \
	P(U, u, (x != x) | (y != y))                                                               \
	P(NGE, nge, !(x >= y))                                                                     \
	P(NLG, nlg, !((x < y) | (x > y)))                                                          \
	P(NGT, ngt, !(x > y))                                                                      \
	P(NLE, nle, !(x <= y))                                                                     \
	P(NEQ, neq, !(x == y))                                                                     \
	P(NLT, nlt, !(x < y))

PREDICATES(COMPARE_ALL)

LANE_FN(cmp_f)
{
	env->mask_out = 0;
}

LANE_FN(cmp_tru)
{
	env->mask_out = ~0ull;
}

/* Bit of v_cmp_class's mask for a number of the type whose constants are given. */
enum { CLASS_SNAN, CLASS_QNAN, CLASS_NEG_INF, CLASS_NEG_NORMAL, CLASS_NEG_DENORM, CLASS_NEG_ZERO };

#define CLASSIFY(bits, sign, inf, quiet, min_normal)                                               \
	({                                                                                         \
		uint64_t m_ = (bits) & ~(uint64_t)(sign);                                          \
		unsigned k_ = m_ == 0             ? CLASS_NEG_ZERO                                 \
			      : m_ < (min_normal) ? CLASS_NEG_DENORM                               \
			      : m_ < (inf)        ? CLASS_NEG_NORMAL                               \
			      : m_ == (inf)       ? CLASS_NEG_INF                                  \
			      : m_ & (quiet)      ? CLASS_QNAN                                     \
						  : CLASS_SNAN;                                         \
		/* Positive classes mirror the negative ones: +0 is 6, +inf 9. */                  \
		(k_ >= CLASS_NEG_INF && !((bits) & (sign))) ? 11 - k_ : k_;                        \
	})

LANE_FN(cmp_class_f16)
{
	uint64_t mask = 0;

	for (int i = 0; i < WAVE_LANES; i++) {
		uint32_t bits = a[i] & 0xffff;

		mask |= (uint64_t)(b[i] >> CLASSIFY(bits, 0x8000u, INF16, 0x200u, 0x400u) & 1) << i;
	}
	env->mask_out = mask;
}

LANE_FN(cmp_class_f32)
{
	uint64_t mask = 0;

	for (int i = 0; i < WAVE_LANES; i++)
		mask |= (uint64_t)(b[i] >> CLASSIFY(a[i], SIGN32, INF32, QUIET32, 0x800000u) & 1)
			<< i;
	env->mask_out = mask;
}

LANE_FN(cmp_class_f64)
{
	uint64_t mask = 0;

	for (int i = 0; i < WAVE_LANES; i++) {
		uint64_t bits = get64(a, i);

		mask |= (uint64_t)(b[i] >> CLASSIFY(bits, SIGN64, INF64, QUIET64, FLUSH64) & 1)
			<< i;
	}
	env->mask_out = mask;
}

#define REGISTER(NAME, name, type, TYPE)                                                           \
	ops->fn[OP_V_CMP_##NAME##_##TYPE] = ops->fn[OP_V_CMPX_##NAME##_##TYPE] = cmp_##name##type;

#define REGISTER_ALL(NAME, name, test)                                                             \
	REGISTER(NAME, name, _f16, F16)                                                            \
	REGISTER(NAME, name, _f32, F32)                                                            \
	REGISTER(NAME, name, _f64, F64)

void LANES(lanes_float_compare)(struct lane_ops *ops)
{
	PREDICATES(REGISTER_ALL)
	REGISTER_ALL(CLASS, class, )
	REGISTER(F, f, , F16)
	REGISTER(F, f, , F32)
	REGISTER(F, f, , F64)
	REGISTER(TRU, tru, , F16)
	REGISTER(TRU, tru, , F32)
	REGISTER(TRU, tru, , F64)
}
