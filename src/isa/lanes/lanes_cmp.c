/*
 * Integer compares (VOPC) on 64 lanes: the result is a MASK. v_cmpx is the same arithmetic; that
 * its MASK goes to EXEC too is the caller's work.
 */
#include "isa/lanes/lanes_int.h"

#define COMPARE(name, condition)                                                                   \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		struct lane_flags flags;                                                           \
                                                                                                   \
		EACH_LANE                                                                          \
		{                                                                                  \
			flags.lane[i] = flag(condition);                                           \
		}                                                                                  \
		env->mask_out = mask_of_flags(&flags);                                             \
	}

/* Values as they are compared, of the narrow types. */
#define LANE_i16(x, i) ((int16_t)(x)[i])
#define LANE_u16(x, i) ((uint16_t)(x)[i])
#define LANE_i32(x, i) ((int32_t)(x)[i])
#define LANE_u32(x, i) ((x)[i])

#define COMPARES(type)                                                                             \
	COMPARE(lt_##type, LANE_##type(a, i) < LANE_##type(b, i))                                  \
	COMPARE(eq_##type, LANE_##type(a, i) == LANE_##type(b, i))                                 \
	COMPARE(le_##type, LANE_##type(a, i) <= LANE_##type(b, i))                                 \
	COMPARE(gt_##type, LANE_##type(a, i) > LANE_##type(b, i))                                  \
	COMPARE(ne_##type, LANE_##type(a, i) != LANE_##type(b, i))                                 \
	COMPARE(ge_##type, LANE_##type(a, i) >= LANE_##type(b, i))

COMPARES(i16)
COMPARES(u16)
COMPARES(i32)
COMPARES(u32)

/* 64-bit order from the words: the high ones decide unless equal. Bitwise, to stay branch-free. */
static inline bool below(bool high_below, uint32_t high_x, uint32_t high_y, bool low_below)
{
	return high_below | ((high_x == high_y) & low_below);
}

#define HIGH_i64(x, i) ((int32_t)(x)[64 + (i)])
#define HIGH_u64(x, i) ((x)[64 + (i)])

#define ORDER64(type, x, y, low_operator)                                                          \
	below(HIGH_##type(x, i) < HIGH_##type(y, i), (x)[64 + i], (y)[64 + i],                     \
	      (x)[i] low_operator(y)[i])
#define SAME64 (((a[i] ^ b[i]) | (a[64 + i] ^ b[64 + i])) == 0)

#define COMPARES64(type)                                                                           \
	COMPARE(lt_##type, ORDER64(type, a, b, <))                                                 \
	COMPARE(le_##type, ORDER64(type, a, b, <=))                                                \
	COMPARE(gt_##type, ORDER64(type, b, a, <))                                                 \
	COMPARE(ge_##type, ORDER64(type, b, a, <=))

COMPARES64(i64)
COMPARES64(u64)
COMPARE(eq_b64, SAME64)
COMPARE(ne_b64, !SAME64)

LANE_FN(always_false)
{
	env->mask_out = 0;
}

LANE_FN(always_true)
{
	env->mask_out = UINT64_MAX;
}

#define PREDICATE(predicate, TYPE, function)                                                       \
	{OP_V_CMP_##predicate##_##TYPE, function},                                                 \
	{                                                                                          \
		OP_V_CMPX_##predicate##_##TYPE, function                                           \
	}

#define ROWS(TYPE, type, same)                                                                     \
	PREDICATE(F, TYPE, always_false), PREDICATE(LT, TYPE, lt_##type),                          \
		PREDICATE(EQ, TYPE, eq_##same), PREDICATE(LE, TYPE, le_##type),                    \
		PREDICATE(GT, TYPE, gt_##type), PREDICATE(NE, TYPE, ne_##same),                    \
		PREDICATE(GE, TYPE, ge_##type), PREDICATE(T, TYPE, always_true)

static const struct lane_row rows[] = {
	ROWS(I16, i16, i16), ROWS(U16, u16, u16), ROWS(I32, i32, i32),
	ROWS(U32, u32, u32), ROWS(I64, i64, b64), ROWS(U64, u64, b64),
};

void LANES(lanes_cmp)(struct lane_ops *ops)
{
	fill_lane_ops(ops, rows, sizeof(rows) / sizeof(rows[0]));
}
