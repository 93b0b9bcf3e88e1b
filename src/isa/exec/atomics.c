/* Read-modify-write operations on memory, and which opcode means which. */
#include "isa/exec/atomics.h"

static float f32_of(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, 4);
	return f;
}

static double f64_of(uint64_t bits)
{
	double f;

	memcpy(&f, &bits, 8);
	return f;
}

static bool is_nan32(uint32_t bits)
{
	return (bits & 0x7fffffff) > 0x7f800000;
}

static uint32_t flush32(uint32_t bits, bool keep_denormals)
{
	return (bits & 0x7f800000) || keep_denormals ? bits : bits & 0x80000000;
}

/* NaNs by hand: which one of two the host's addition returns differs between hosts. */
static uint32_t add_f32(uint32_t x, uint32_t y, const struct fp_env *fp)
{
	uint32_t bits;
	float sum;

	if (is_nan32(x))
		return x | 0x400000;
	if (is_nan32(y))
		return y | 0x400000;
	sum = f32_of(flush32(x, fp->denorm32_in)) + f32_of(flush32(y, fp->denorm32_in));
	memcpy(&bits, &sum, 4);
	return is_nan32(bits) ? 0x7fc00000 : flush32(bits, fp->denorm32_out);
}

static inline uint32_t get32(const uint32_t *words, unsigned lane)
{
	return words[lane];
}

static inline uint64_t get64(const uint32_t *words, unsigned lane)
{
	return words[lane] | (uint64_t)words[WAVE_LANES + lane] << 32;
}

static inline void put32(uint32_t *words, unsigned lane, uint32_t value)
{
	words[lane] = value;
}

static inline void put64(uint32_t *words, unsigned lane, uint64_t value)
{
	words[lane] = (uint32_t)value;
	words[WAVE_LANES + lane] = (uint32_t)(value >> 32);
}

/* One operation on all lanes: value is an expression of m (memory), x and y. */
#define RUN(bits, value)                                                                           \
	for (uint64_t left = a->lanes; left; left &= left - 1) {                                   \
		unsigned i = (unsigned)__builtin_ctzll(left);                                      \
		uint##bits##_t x = get##bits(a->x, i), y = get##bits(second, i), m = 0;            \
                                                                                                   \
		(void)x, (void)y;                                                                  \
		if (a->at[i]) {                                                                    \
			uint##bits##_t result;                                                     \
                                                                                                   \
			memcpy(&m, a->at[i], sizeof(m));                                           \
			result = (value);                                                          \
			memcpy(a->at[i], &result, sizeof(result));                                 \
		}                                                                                  \
		if (a->old)                                                                        \
			put##bits(a->old, i, m);                                                   \
	}                                                                                          \
	break

#define INTEGER_CASES(bits)                                                                        \
	case ATOMIC_SWAP:                                                                          \
		RUN(bits, x);                                                                      \
	case ATOMIC_CMPSWAP:                                                                       \
		RUN(bits, m == y ? x : m);                                                         \
	case ATOMIC_ADD:                                                                           \
		RUN(bits, m + x);                                                                  \
	case ATOMIC_SUB:                                                                           \
		RUN(bits, m - x);                                                                  \
	case ATOMIC_RSUB:                                                                          \
		RUN(bits, x - m);                                                                  \
	case ATOMIC_SMIN:                                                                          \
		RUN(bits, (int##bits##_t)x < (int##bits##_t)m ? x : m);                            \
	case ATOMIC_UMIN:                                                                          \
		RUN(bits, x < m ? x : m);                                                          \
	case ATOMIC_SMAX:                                                                          \
		RUN(bits, (int##bits##_t)x > (int##bits##_t)m ? x : m);                            \
	case ATOMIC_UMAX:                                                                          \
		RUN(bits, x > m ? x : m);                                                          \
	case ATOMIC_AND:                                                                           \
		RUN(bits, (m & x));                                                                \
	case ATOMIC_OR:                                                                            \
		RUN(bits, m | x);                                                                  \
	case ATOMIC_XOR:                                                                           \
		RUN(bits, m ^ x);                                                                  \
	case ATOMIC_INC:                                                                           \
		RUN(bits, m >= x ? 0 : m + 1);                                                     \
	case ATOMIC_DEC:                                                                           \
		RUN(bits, m == 0 || m > x ? x : m - 1);                                            \
	case ATOMIC_MSKOR:                                                                         \
		RUN(bits, (m & ~x) | y);                                                           \
	case ATOMIC_WRAP:                                                                          \
		RUN(bits, m >= x ? m - x : m + y)

/* A NaN never compares, so memory keeps its value. */
#define FLOAT_CASES(bits)                                                                          \
	case ATOMIC_FCMPSWAP:                                                                      \
		RUN(bits, f##bits##_of(m) == f##bits##_of(y) ? x : m);                             \
	case ATOMIC_FMIN:                                                                          \
		RUN(bits, f##bits##_of(x) < f##bits##_of(m) ? x : m);                              \
	case ATOMIC_FMAX:                                                                          \
		RUN(bits, f##bits##_of(x) > f##bits##_of(m) ? x : m)

static void run32(enum atomic_op op, const struct atomic_lanes *a, const struct fp_env *fp)
{
	const uint32_t *second = a->y ? a->y : a->x;

	switch (op) {
		INTEGER_CASES(32);
		FLOAT_CASES(32);
	case ATOMIC_FADD:
		RUN(32, add_f32(m, x, fp));
	}
}

static void run64(enum atomic_op op, const struct atomic_lanes *a)
{
	const uint32_t *second = a->y ? a->y : a->x;

	switch (op) {
		INTEGER_CASES(64);
		FLOAT_CASES(64);
	case ATOMIC_FADD:
		break;
	}
}

void atomic_run(struct atomic_kind kind, const struct atomic_lanes *a, const struct fp_env *fp)
{
	if (kind.bytes == 8)
		run64(kind.op, a);
	else
		run32(kind.op, a, fp);
}

/* The same operation of FLAT and MUBUF, in both widths. */
#define VMEM(name, op)                                                                             \
	[OP_FLAT_ATOMIC_##name] = {op, 4}, [OP_FLAT_ATOMIC_##name##_X2] = {op, 8},                 \
	[OP_BUFFER_ATOMIC_##name] = {op, 4}, [OP_BUFFER_ATOMIC_##name##_X2] = {op, 8}

/* DS opcodes of one operation: without and with return, in both widths; and from LDS to LDS. */
#define DS(name, type, op)                                                                         \
	[OP_DS_##name##_##type##32] = {op, 4}, [OP_DS_##name##_RTN_##type##32] = {op, 4},          \
	[OP_DS_##name##_##type##64] = {op, 8}, [OP_DS_##name##_RTN_##type##64] = {op, 8}
#define DS_SRC2(name, type, op)                                                                    \
	DS(name, type, op), [OP_DS_##name##_SRC2_##type##32] = {op, 4},                            \
			    [OP_DS_##name##_SRC2_##type##64] = {op, 8}

struct atomic_kind atomic_kind_of(enum opcode op)
{
	static const struct atomic_kind kinds[OP_COUNT] = {
		VMEM(SWAP, ATOMIC_SWAP),
		VMEM(CMPSWAP, ATOMIC_CMPSWAP),
		VMEM(ADD, ATOMIC_ADD),
		VMEM(SUB, ATOMIC_SUB),
		VMEM(SMIN, ATOMIC_SMIN),
		VMEM(UMIN, ATOMIC_UMIN),
		VMEM(SMAX, ATOMIC_SMAX),
		VMEM(UMAX, ATOMIC_UMAX),
		VMEM(AND, ATOMIC_AND),
		VMEM(OR, ATOMIC_OR),
		VMEM(XOR, ATOMIC_XOR),
		VMEM(INC, ATOMIC_INC),
		VMEM(DEC, ATOMIC_DEC),
		DS_SRC2(ADD, U, ATOMIC_ADD),
		DS_SRC2(SUB, U, ATOMIC_SUB),
		DS_SRC2(RSUB, U, ATOMIC_RSUB),
		DS_SRC2(INC, U, ATOMIC_INC),
		DS_SRC2(DEC, U, ATOMIC_DEC),
		DS_SRC2(MIN, I, ATOMIC_SMIN),
		DS_SRC2(MAX, I, ATOMIC_SMAX),
		DS_SRC2(MIN, U, ATOMIC_UMIN),
		DS_SRC2(MAX, U, ATOMIC_UMAX),
		DS_SRC2(AND, B, ATOMIC_AND),
		DS_SRC2(OR, B, ATOMIC_OR),
		DS_SRC2(XOR, B, ATOMIC_XOR),
		DS_SRC2(MIN, F, ATOMIC_FMIN),
		DS_SRC2(MAX, F, ATOMIC_FMAX),
		DS(MSKOR, B, ATOMIC_MSKOR),
		DS(CMPST, B, ATOMIC_CMPSWAP),
		DS(CMPST, F, ATOMIC_FCMPSWAP),
		[OP_DS_ADD_F32] = {ATOMIC_FADD, 4},
		[OP_DS_ADD_RTN_F32] = {ATOMIC_FADD, 4},
		[OP_DS_ADD_SRC2_F32] = {ATOMIC_FADD, 4},
		[OP_DS_WRAP_RTN_B32] = {ATOMIC_WRAP, 4},
		[OP_DS_WRXCHG_RTN_B32] = {ATOMIC_SWAP, 4},
		[OP_DS_WRXCHG_RTN_B64] = {ATOMIC_SWAP, 8},
		[OP_DS_WRXCHG2_RTN_B32] = {ATOMIC_SWAP, 4},
		[OP_DS_WRXCHG2_RTN_B64] = {ATOMIC_SWAP, 8},
		[OP_DS_WRXCHG2ST64_RTN_B32] = {ATOMIC_SWAP, 4},
		[OP_DS_WRXCHG2ST64_RTN_B64] = {ATOMIC_SWAP, 8},
		[OP_DS_WRITE_SRC2_B32] = {ATOMIC_SWAP, 4},
		[OP_DS_WRITE_SRC2_B64] = {ATOMIC_SWAP, 8},
	};

	return kinds[op];
}
