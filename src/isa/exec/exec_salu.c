/*
 * Scalar ALU: SOP1, SOP2, SOPC. Left out: the fork and join branches
 * and the trap handler's return, which need hardware state that no compiled kernel uses.
 */
#include "isa/exec/exec.h"

#define A32 read_scalar32(w, &in->src[0])
#define B32 read_scalar32(w, &in->src[1])
#define A64 read_scalar64(w, &in->src[0])
#define B64 read_scalar64(w, &in->src[1])

#define EXEC(name) static void name(struct wavefront *w, const struct inst *in)

/* d = f(a, b) without touching SCC; then with SCC = (d != 0). */
#define BINARY(name, bits, expression)                                                             \
	EXEC(name)                                                                                 \
	{                                                                                          \
		uint##bits##_t a = A##bits, b = B##bits;                                           \
		write_scalar##bits(w, &in->dst, (expression));                                     \
	}
#define BINARY_SCC(name, bits, expression)                                                         \
	EXEC(name)                                                                                 \
	{                                                                                          \
		uint##bits##_t a = A##bits, b = B##bits, d = (expression);                         \
		write_scalar##bits(w, &in->dst, d);                                                \
		w->scc = d != 0;                                                                   \
	}
/* A 64-bit value shifted by or taken at a 32-bit amount. */
#define SHIFT64_SCC(name, expression)                                                              \
	EXEC(name)                                                                                 \
	{                                                                                          \
		uint64_t a = A64;                                                                  \
		uint32_t b = B32;                                                                  \
		uint64_t d = (uint64_t)(expression);                                               \
		write_scalar64(w, &in->dst, d);                                                    \
		w->scc = d != 0;                                                                   \
	}
#define UNARY(name, bits, expression)                                                              \
	EXEC(name)                                                                                 \
	{                                                                                          \
		uint##bits##_t a = A##bits;                                                        \
		write_scalar##bits(w, &in->dst, (expression));                                     \
	}
#define UNARY_SCC(name, bits, expression)                                                          \
	EXEC(name)                                                                                 \
	{                                                                                          \
		uint##bits##_t a = A##bits, d = (expression);                                      \
		write_scalar##bits(w, &in->dst, d);                                                \
		w->scc = d != 0;                                                                   \
	}

EXEC(s_add_u32)
{
	uint64_t sum = (uint64_t)A32 + B32;

	write_scalar32(w, &in->dst, (uint32_t)sum);
	w->scc = sum >> 32;
}

EXEC(s_sub_u32)
{
	uint32_t a = A32, b = B32;

	write_scalar32(w, &in->dst, a - b);
	w->scc = b > a;
}

EXEC(s_add_i32)
{
	int32_t d;

	w->scc = __builtin_add_overflow((int32_t)A32, (int32_t)B32, &d);
	write_scalar32(w, &in->dst, (uint32_t)d);
}

EXEC(s_sub_i32)
{
	int32_t d;

	w->scc = __builtin_sub_overflow((int32_t)A32, (int32_t)B32, &d);
	write_scalar32(w, &in->dst, (uint32_t)d);
}

EXEC(s_addc_u32)
{
	uint64_t sum = (uint64_t)A32 + B32 + w->scc;

	write_scalar32(w, &in->dst, (uint32_t)sum);
	w->scc = sum >> 32;
}

EXEC(s_subb_u32)
{
	uint64_t difference = (uint64_t)A32 - B32 - w->scc;

	write_scalar32(w, &in->dst, (uint32_t)difference);
	w->scc = difference >> 63;
}

/* Minimum and maximum: SCC says that the first source was chosen. */
#define CHOOSE(name, type, operator)                                                               \
	EXEC(name)                                                                                 \
	{                                                                                          \
		type a = (type)A32, b = (type)B32;                                                 \
		w->scc = a operator b;                                                             \
		write_scalar32(w, &in->dst, (uint32_t)(w->scc ? a : b));                           \
	}
CHOOSE(s_min_i32, int32_t, <)
CHOOSE(s_min_u32, uint32_t, <)
CHOOSE(s_max_i32, int32_t, >)
CHOOSE(s_max_u32, uint32_t, >)

BINARY(s_cselect_b32, 32, w->scc ? a : b)
BINARY(s_cselect_b64, 64, w->scc ? a : b)
BINARY_SCC(s_and_b32, 32, a &b)
BINARY_SCC(s_and_b64, 64, a &b)
BINARY_SCC(s_or_b32, 32, a | b)
BINARY_SCC(s_or_b64, 64, a | b)
BINARY_SCC(s_xor_b32, 32, a ^ b)
BINARY_SCC(s_xor_b64, 64, a ^ b)
BINARY_SCC(s_andn2_b32, 32, a & ~b)
BINARY_SCC(s_andn2_b64, 64, a & ~b)
BINARY_SCC(s_orn2_b32, 32, a | ~b)
BINARY_SCC(s_orn2_b64, 64, a | ~b)
BINARY_SCC(s_nand_b32, 32, ~(a &b))
BINARY_SCC(s_nand_b64, 64, ~(a &b))
BINARY_SCC(s_nor_b32, 32, ~(a | b))
BINARY_SCC(s_nor_b64, 64, ~(a | b))
BINARY_SCC(s_xnor_b32, 32, ~(a ^ b))
BINARY_SCC(s_xnor_b64, 64, ~(a ^ b))
BINARY_SCC(s_lshl_b32, 32, a << (b & 31))
BINARY_SCC(s_lshr_b32, 32, a >> (b & 31))
BINARY_SCC(s_ashr_i32, 32, (uint32_t)((int32_t)a >> (b & 31)))
SHIFT64_SCC(s_lshl_b64, a << (b & 63))
SHIFT64_SCC(s_lshr_b64, a >> (b & 63))
SHIFT64_SCC(s_ashr_i64, (int64_t)a >> (b & 63))
BINARY(s_bfm_b32, 32, ((1u << (a & 31)) - 1) << (b & 31))
BINARY(s_mul_i32, 32, a *b)

EXEC(s_bfm_b64)
{
	uint32_t width = A32 & 63, offset = B32 & 63;

	write_scalar64(w, &in->dst, ((UINT64_C(1) << width) - 1) << offset);
}

/* Bit-field extract: b holds the offset in its low bits and the width in [22:16]. */
static uint64_t bit_field(uint64_t value, uint32_t offset, uint32_t width, unsigned bits,
			  bool is_signed)
{
	if (width == 0)
		return 0;
	if (offset + width > bits)
		width = bits - offset;
	value = value << (64 - offset - width);
	return is_signed ? (uint64_t)((int64_t)value >> (64 - width)) : value >> (64 - width);
}

#define FIELD(name, bits, is_signed)                                                               \
	EXEC(name)                                                                                 \
	{                                                                                          \
		uint32_t b = B32;                                                                  \
		uint##bits##_t d = (uint##bits##_t)bit_field(A##bits, b & (bits - 1),              \
							     b >> 16 & 0x7f, bits, is_signed);     \
		write_scalar##bits(w, &in->dst, d);                                                \
		w->scc = d != 0;                                                                   \
	}
FIELD(s_bfe_u32, 32, false)
FIELD(s_bfe_i32, 32, true)
FIELD(s_bfe_u64, 64, false)
FIELD(s_bfe_i64, 64, true)

EXEC(s_absdiff_i32)
{
	int64_t difference = (int64_t)(int32_t)A32 - (int32_t)B32;
	uint32_t d = (uint32_t)(difference < 0 ? -difference : difference);

	write_scalar32(w, &in->dst, d);
	w->scc = d != 0;
}

UNARY(s_mov_b32, 32, a)
UNARY(s_mov_b64, 64, a)

EXEC(s_cmov_b32)
{
	if (w->scc)
		write_scalar32(w, &in->dst, A32);
}

EXEC(s_cmov_b64)
{
	if (w->scc)
		write_scalar64(w, &in->dst, A64);
}

/* Whole quad mode: all four lanes of a quad with any lane set. */
static uint64_t whole_quads(uint64_t a)
{
	uint64_t any = (a | a >> 1 | a >> 2 | a >> 3) & UINT64_C(0x1111111111111111);

	return any * 0xf;
}

/* One bit per quad. */
static uint64_t quad_mask(uint64_t a)
{
	uint64_t mask = 0;

	for (int quad = 0; quad < 16; quad++)
		if (a >> 4 * quad & 0xf)
			mask |= UINT64_C(1) << quad;
	return mask;
}

static uint64_t reverse_bits(uint64_t a)
{
	uint64_t d = 0;

	for (int i = 0; i < 64; i++, a >>= 1)
		d = d << 1 | (a & 1);
	return d;
}

/* Position of the first bit that differs from the sign bit, from the top; -1 when none does. */
static uint32_t find_sign_change(uint64_t a, unsigned bits)
{
	int64_t value = bits == 32 ? (int32_t)a : (int64_t)a;
	uint64_t flipped = (uint64_t)(value < 0 ? ~value : value);

	return flipped ? (uint32_t)__builtin_clzll(flipped) - (64 - bits) : UINT32_MAX;
}

static uint32_t find_first(uint64_t a)
{
	return a ? (uint32_t)__builtin_ctzll(a) : UINT32_MAX;
}

static uint32_t find_highest(uint64_t a, unsigned bits)
{
	return a ? (uint32_t)__builtin_clzll(a) - (64 - bits) : UINT32_MAX;
}

UNARY_SCC(s_not_b32, 32, ~a)
UNARY_SCC(s_not_b64, 64, ~a)
UNARY_SCC(s_wqm_b32, 32, (uint32_t)whole_quads(a))
UNARY_SCC(s_wqm_b64, 64, whole_quads(a))
UNARY_SCC(s_quadmask_b32, 32, (uint32_t)quad_mask(a))
UNARY_SCC(s_quadmask_b64, 64, quad_mask(a))
UNARY(s_brev_b32, 32, (uint32_t)(reverse_bits(a) >> 32))
UNARY(s_brev_b64, 64, reverse_bits(a))
UNARY(s_sext_i32_i8, 32, (uint32_t)(int8_t)a)
UNARY(s_sext_i32_i16, 32, (uint32_t)(int16_t)a)

EXEC(s_abs_i32)
{
	uint32_t a = A32, d = a >> 31 ? 0 - a : a;

	write_scalar32(w, &in->dst, d);
	w->scc = d != 0;
}

/* A 32-bit result from a source of either width, with or without SCC. */
#define COUNT(name, bits, expression)                                                              \
	EXEC(name)                                                                                 \
	{                                                                                          \
		uint##bits##_t a = A##bits;                                                        \
		write_scalar32(w, &in->dst, (uint32_t)(expression));                               \
	}
#define COUNT_SCC(name, bits, expression)                                                          \
	EXEC(name)                                                                                 \
	{                                                                                          \
		uint##bits##_t a = A##bits;                                                        \
		uint32_t d = (uint32_t)(expression);                                               \
		write_scalar32(w, &in->dst, d);                                                    \
		w->scc = d != 0;                                                                   \
	}
COUNT_SCC(s_bcnt0_i32_b32, 32, __builtin_popcount(~a))
COUNT_SCC(s_bcnt0_i32_b64, 64, __builtin_popcountll(~a))
COUNT_SCC(s_bcnt1_i32_b32, 32, __builtin_popcount(a))
COUNT_SCC(s_bcnt1_i32_b64, 64, __builtin_popcountll(a))
COUNT(s_ff0_i32_b32, 32, find_first((uint32_t)~a))
COUNT(s_ff0_i32_b64, 64, find_first(~a))
COUNT(s_ff1_i32_b32, 32, find_first(a))
COUNT(s_ff1_i32_b64, 64, find_first(a))
COUNT(s_flbit_i32_b32, 32, find_highest(a, 32))
COUNT(s_flbit_i32_b64, 64, find_highest(a, 64))
COUNT(s_flbit_i32, 32, find_sign_change(a, 32))
COUNT(s_flbit_i32_i64, 64, find_sign_change(a, 64))

EXEC(s_bitset0_b32)
{
	w->s[in->dst.reg] &= ~(1u << (A32 & 31));
}

EXEC(s_bitset1_b32)
{
	w->s[in->dst.reg] |= 1u << (A32 & 31);
}

EXEC(s_bitset0_b64)
{
	wave_set_s64(w, in->dst.reg, wave_s64(w, in->dst.reg) & ~(UINT64_C(1) << (A32 & 63)));
}

EXEC(s_bitset1_b64)
{
	wave_set_s64(w, in->dst.reg, wave_s64(w, in->dst.reg) | UINT64_C(1) << (A32 & 63));
}

EXEC(s_getpc_b64)
{
	write_scalar64(w, &in->dst, w->pc);
}

EXEC(s_setpc_b64)
{
	w->pc = A64;
}

EXEC(s_swappc_b64)
{
	uint64_t target = A64;

	write_scalar64(w, &in->dst, w->pc);
	w->pc = target;
}

/* d = EXEC, then EXEC = f(source, EXEC) and SCC = any lane left. */
#define SAVEEXEC(name, expression)                                                                 \
	EXEC(name)                                                                                 \
	{                                                                                          \
		uint64_t a = A64, e = wave_exec(w), result = (expression);                         \
		write_scalar64(w, &in->dst, e);                                                    \
		wave_set_s64(w, SREG_EXEC, result);                                                \
		w->scc = result != 0;                                                              \
	}
SAVEEXEC(s_and_saveexec_b64, a &e)
SAVEEXEC(s_or_saveexec_b64, a | e)
SAVEEXEC(s_xor_saveexec_b64, a ^ e)
SAVEEXEC(s_andn2_saveexec_b64, a & ~e)
SAVEEXEC(s_orn2_saveexec_b64, a | ~e)
SAVEEXEC(s_nand_saveexec_b64, ~(a &e))
SAVEEXEC(s_nor_saveexec_b64, ~(a | e))
SAVEEXEC(s_xnor_saveexec_b64, ~(a ^ e))

/* Scalar register moved through M0: the number, dword by dword, is offset by M0. */
static unsigned sgpr_relative(struct wavefront *w, unsigned reg, unsigned dwords)
{
	uint32_t index = reg + w->s[SREG_M0];

	if (index + dwords > SREG_FLAT_SCRATCH || index < reg) {
		wave_fault(w, FAULT_REGISTER, -1, index, 4 * dwords, false);
		return reg;
	}
	return index;
}

EXEC(s_movrels_b32)
{
	write_scalar32(w, &in->dst, w->s[sgpr_relative(w, in->src[0].reg, 1)]);
}

EXEC(s_movrels_b64)
{
	write_scalar64(w, &in->dst, wave_s64(w, sgpr_relative(w, in->src[0].reg, 2)));
}

EXEC(s_movreld_b32)
{
	w->s[sgpr_relative(w, in->dst.reg, 1)] = A32;
}

EXEC(s_movreld_b64)
{
	wave_set_s64(w, sgpr_relative(w, in->dst.reg, 2), A64);
}

#define COMPARE(name, type, bits, operator)                                                        \
	EXEC(name)                                                                                 \
	{                                                                                          \
		w->scc = (type)A##bits operator(type) B##bits;                                     \
	}
COMPARE(s_cmp_eq_i32, int32_t, 32, ==)
COMPARE(s_cmp_lg_i32, int32_t, 32, !=)
COMPARE(s_cmp_gt_i32, int32_t, 32, >)
COMPARE(s_cmp_ge_i32, int32_t, 32, >=)
COMPARE(s_cmp_lt_i32, int32_t, 32, <)
COMPARE(s_cmp_le_i32, int32_t, 32, <=)
COMPARE(s_cmp_gt_u32, uint32_t, 32, >)
COMPARE(s_cmp_ge_u32, uint32_t, 32, >=)
COMPARE(s_cmp_lt_u32, uint32_t, 32, <)
COMPARE(s_cmp_le_u32, uint32_t, 32, <=)
COMPARE(s_cmp_eq_u64, uint64_t, 64, ==)
COMPARE(s_cmp_lg_u64, uint64_t, 64, !=)

EXEC(s_bitcmp0_b32)
{
	w->scc = !(A32 >> (B32 & 31) & 1);
}

EXEC(s_bitcmp1_b32)
{
	w->scc = A32 >> (B32 & 31) & 1;
}

EXEC(s_bitcmp0_b64)
{
	w->scc = !(A64 >> (B32 & 63) & 1);
}

EXEC(s_bitcmp1_b64)
{
	w->scc = A64 >> (B32 & 63) & 1;
}

EXEC(s_setvskip)
{
	bool skip = A32 >> (B32 & 31) & 1;

	wave_set_mode(w, (w->mode & ~(uint32_t)MODE_VSKIP) | (skip ? MODE_VSKIP : 0));
}

/* VGPR index mode: M0[7:0] the index, M0[15:12] which operands it applies to. */
EXEC(s_set_gpr_idx_on)
{
	w->s[SREG_M0] = (w->s[SREG_M0] & ~0xf0ffu) | (A32 & 0xff) | ((uint32_t)in->imm & 0xf) << 12;
	wave_set_mode(w, w->mode | MODE_GPR_IDX_EN);
}

EXEC(s_set_gpr_idx_idx)
{
	w->s[SREG_M0] = (w->s[SREG_M0] & ~0xffu) | (A32 & 0xff);
}

static exec_fn *const executors[OP_COUNT] = {
	[OP_S_ADD_U32] = s_add_u32,
	[OP_S_SUB_U32] = s_sub_u32,
	[OP_S_ADD_I32] = s_add_i32,
	[OP_S_SUB_I32] = s_sub_i32,
	[OP_S_ADDC_U32] = s_addc_u32,
	[OP_S_SUBB_U32] = s_subb_u32,
	[OP_S_MIN_I32] = s_min_i32,
	[OP_S_MIN_U32] = s_min_u32,
	[OP_S_MAX_I32] = s_max_i32,
	[OP_S_MAX_U32] = s_max_u32,
	[OP_S_CSELECT_B32] = s_cselect_b32,
	[OP_S_CSELECT_B64] = s_cselect_b64,
	[OP_S_AND_B32] = s_and_b32,
	[OP_S_AND_B64] = s_and_b64,
	[OP_S_OR_B32] = s_or_b32,
	[OP_S_OR_B64] = s_or_b64,
	[OP_S_XOR_B32] = s_xor_b32,
	[OP_S_XOR_B64] = s_xor_b64,
	[OP_S_ANDN2_B32] = s_andn2_b32,
	[OP_S_ANDN2_B64] = s_andn2_b64,
	[OP_S_ORN2_B32] = s_orn2_b32,
	[OP_S_ORN2_B64] = s_orn2_b64,
	[OP_S_NAND_B32] = s_nand_b32,
	[OP_S_NAND_B64] = s_nand_b64,
	[OP_S_NOR_B32] = s_nor_b32,
	[OP_S_NOR_B64] = s_nor_b64,
	[OP_S_XNOR_B32] = s_xnor_b32,
	[OP_S_XNOR_B64] = s_xnor_b64,
	[OP_S_LSHL_B32] = s_lshl_b32,
	[OP_S_LSHL_B64] = s_lshl_b64,
	[OP_S_LSHR_B32] = s_lshr_b32,
	[OP_S_LSHR_B64] = s_lshr_b64,
	[OP_S_ASHR_I32] = s_ashr_i32,
	[OP_S_ASHR_I64] = s_ashr_i64,
	[OP_S_BFM_B32] = s_bfm_b32,
	[OP_S_BFM_B64] = s_bfm_b64,
	[OP_S_MUL_I32] = s_mul_i32,
	[OP_S_BFE_U32] = s_bfe_u32,
	[OP_S_BFE_I32] = s_bfe_i32,
	[OP_S_BFE_U64] = s_bfe_u64,
	[OP_S_BFE_I64] = s_bfe_i64,
	[OP_S_ABSDIFF_I32] = s_absdiff_i32,
	[OP_S_MOV_B32] = s_mov_b32,
	[OP_S_MOV_B64] = s_mov_b64,
	[OP_S_CMOV_B32] = s_cmov_b32,
	[OP_S_CMOV_B64] = s_cmov_b64,
	[OP_S_NOT_B32] = s_not_b32,
	[OP_S_NOT_B64] = s_not_b64,
	[OP_S_WQM_B32] = s_wqm_b32,
	[OP_S_WQM_B64] = s_wqm_b64,
	[OP_S_BREV_B32] = s_brev_b32,
	[OP_S_BREV_B64] = s_brev_b64,
	[OP_S_BCNT0_I32_B32] = s_bcnt0_i32_b32,
	[OP_S_BCNT0_I32_B64] = s_bcnt0_i32_b64,
	[OP_S_BCNT1_I32_B32] = s_bcnt1_i32_b32,
	[OP_S_BCNT1_I32_B64] = s_bcnt1_i32_b64,
	[OP_S_FF0_I32_B32] = s_ff0_i32_b32,
	[OP_S_FF0_I32_B64] = s_ff0_i32_b64,
	[OP_S_FF1_I32_B32] = s_ff1_i32_b32,
	[OP_S_FF1_I32_B64] = s_ff1_i32_b64,
	[OP_S_FLBIT_I32_B32] = s_flbit_i32_b32,
	[OP_S_FLBIT_I32_B64] = s_flbit_i32_b64,
	[OP_S_FLBIT_I32] = s_flbit_i32,
	[OP_S_FLBIT_I32_I64] = s_flbit_i32_i64,
	[OP_S_SEXT_I32_I8] = s_sext_i32_i8,
	[OP_S_SEXT_I32_I16] = s_sext_i32_i16,
	[OP_S_BITSET0_B32] = s_bitset0_b32,
	[OP_S_BITSET0_B64] = s_bitset0_b64,
	[OP_S_BITSET1_B32] = s_bitset1_b32,
	[OP_S_BITSET1_B64] = s_bitset1_b64,
	[OP_S_GETPC_B64] = s_getpc_b64,
	[OP_S_SETPC_B64] = s_setpc_b64,
	[OP_S_SWAPPC_B64] = s_swappc_b64,
	[OP_S_AND_SAVEEXEC_B64] = s_and_saveexec_b64,
	[OP_S_OR_SAVEEXEC_B64] = s_or_saveexec_b64,
	[OP_S_XOR_SAVEEXEC_B64] = s_xor_saveexec_b64,
	[OP_S_ANDN2_SAVEEXEC_B64] = s_andn2_saveexec_b64,
	[OP_S_ORN2_SAVEEXEC_B64] = s_orn2_saveexec_b64,
	[OP_S_NAND_SAVEEXEC_B64] = s_nand_saveexec_b64,
	[OP_S_NOR_SAVEEXEC_B64] = s_nor_saveexec_b64,
	[OP_S_XNOR_SAVEEXEC_B64] = s_xnor_saveexec_b64,
	[OP_S_QUADMASK_B32] = s_quadmask_b32,
	[OP_S_QUADMASK_B64] = s_quadmask_b64,
	[OP_S_MOVRELS_B32] = s_movrels_b32,
	[OP_S_MOVRELS_B64] = s_movrels_b64,
	[OP_S_MOVRELD_B32] = s_movreld_b32,
	[OP_S_MOVRELD_B64] = s_movreld_b64,
	[OP_S_ABS_I32] = s_abs_i32,
	[OP_S_SET_GPR_IDX_IDX] = s_set_gpr_idx_idx,
	[OP_S_CMP_EQ_I32] = s_cmp_eq_i32,
	[OP_S_CMP_LG_I32] = s_cmp_lg_i32,
	[OP_S_CMP_GT_I32] = s_cmp_gt_i32,
	[OP_S_CMP_GE_I32] = s_cmp_ge_i32,
	[OP_S_CMP_LT_I32] = s_cmp_lt_i32,
	[OP_S_CMP_LE_I32] = s_cmp_le_i32,
	[OP_S_CMP_EQ_U32] = s_cmp_eq_i32,
	[OP_S_CMP_LG_U32] = s_cmp_lg_i32,
	[OP_S_CMP_GT_U32] = s_cmp_gt_u32,
	[OP_S_CMP_GE_U32] = s_cmp_ge_u32,
	[OP_S_CMP_LT_U32] = s_cmp_lt_u32,
	[OP_S_CMP_LE_U32] = s_cmp_le_u32,
	[OP_S_CMP_EQ_U64] = s_cmp_eq_u64,
	[OP_S_CMP_LG_U64] = s_cmp_lg_u64,
	[OP_S_BITCMP0_B32] = s_bitcmp0_b32,
	[OP_S_BITCMP1_B32] = s_bitcmp1_b32,
	[OP_S_BITCMP0_B64] = s_bitcmp0_b64,
	[OP_S_BITCMP1_B64] = s_bitcmp1_b64,
	[OP_S_SETVSKIP] = s_setvskip,
	[OP_S_SET_GPR_IDX_ON] = s_set_gpr_idx_on,
};

exec_fn *exec_salu(const struct inst *in)
{
	return executors[in->op];
}
