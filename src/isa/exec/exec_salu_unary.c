/*
 * Scalar ALU with one source: SOP1. Left out: the join branch and the trap handler's return, which
 * need hardware state that no compiled kernel uses.
 */
#include "isa/exec/exec_salu.h"

/* d = f(a) without touching SCC; then with SCC = (d != 0). */
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

/* VGPR index mode: M0[7:0] the index. */
EXEC(s_set_gpr_idx_idx)
{
	w->s[SREG_M0] = (w->s[SREG_M0] & ~0xffu) | (A32 & 0xff);
}

static exec_fn *const executors[OP_COUNT] = {
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
};

exec_fn *exec_salu_unary(const struct inst *in)
{
	return executors[in->op];
}
