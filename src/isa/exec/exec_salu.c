/*
 * Scalar ALU with two sources: SOP2, SOPC. Left out: the fork branch and the trap handler's return,
 * which need hardware state that no compiled kernel uses.
 */
#include "isa/exec/exec_salu.h"

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

static exec_fn *const executors[OP_COUNT] = {
	[OP_S_ADD_U32] = s_add_u32,         [OP_S_SUB_U32] = s_sub_u32,
	[OP_S_ADD_I32] = s_add_i32,         [OP_S_SUB_I32] = s_sub_i32,
	[OP_S_ADDC_U32] = s_addc_u32,       [OP_S_SUBB_U32] = s_subb_u32,
	[OP_S_MIN_I32] = s_min_i32,         [OP_S_MIN_U32] = s_min_u32,
	[OP_S_MAX_I32] = s_max_i32,         [OP_S_MAX_U32] = s_max_u32,
	[OP_S_CSELECT_B32] = s_cselect_b32, [OP_S_CSELECT_B64] = s_cselect_b64,
	[OP_S_AND_B32] = s_and_b32,         [OP_S_AND_B64] = s_and_b64,
	[OP_S_OR_B32] = s_or_b32,           [OP_S_OR_B64] = s_or_b64,
	[OP_S_XOR_B32] = s_xor_b32,         [OP_S_XOR_B64] = s_xor_b64,
	[OP_S_ANDN2_B32] = s_andn2_b32,     [OP_S_ANDN2_B64] = s_andn2_b64,
	[OP_S_ORN2_B32] = s_orn2_b32,       [OP_S_ORN2_B64] = s_orn2_b64,
	[OP_S_NAND_B32] = s_nand_b32,       [OP_S_NAND_B64] = s_nand_b64,
	[OP_S_NOR_B32] = s_nor_b32,         [OP_S_NOR_B64] = s_nor_b64,
	[OP_S_XNOR_B32] = s_xnor_b32,       [OP_S_XNOR_B64] = s_xnor_b64,
	[OP_S_LSHL_B32] = s_lshl_b32,       [OP_S_LSHL_B64] = s_lshl_b64,
	[OP_S_LSHR_B32] = s_lshr_b32,       [OP_S_LSHR_B64] = s_lshr_b64,
	[OP_S_ASHR_I32] = s_ashr_i32,       [OP_S_ASHR_I64] = s_ashr_i64,
	[OP_S_BFM_B32] = s_bfm_b32,         [OP_S_BFM_B64] = s_bfm_b64,
	[OP_S_MUL_I32] = s_mul_i32,         [OP_S_BFE_U32] = s_bfe_u32,
	[OP_S_BFE_I32] = s_bfe_i32,         [OP_S_BFE_U64] = s_bfe_u64,
	[OP_S_BFE_I64] = s_bfe_i64,         [OP_S_ABSDIFF_I32] = s_absdiff_i32,
	[OP_S_CMP_EQ_I32] = s_cmp_eq_i32,   [OP_S_CMP_LG_I32] = s_cmp_lg_i32,
	[OP_S_CMP_GT_I32] = s_cmp_gt_i32,   [OP_S_CMP_GE_I32] = s_cmp_ge_i32,
	[OP_S_CMP_LT_I32] = s_cmp_lt_i32,   [OP_S_CMP_LE_I32] = s_cmp_le_i32,
	[OP_S_CMP_EQ_U32] = s_cmp_eq_i32,   [OP_S_CMP_LG_U32] = s_cmp_lg_i32,
	[OP_S_CMP_GT_U32] = s_cmp_gt_u32,   [OP_S_CMP_GE_U32] = s_cmp_ge_u32,
	[OP_S_CMP_LT_U32] = s_cmp_lt_u32,   [OP_S_CMP_LE_U32] = s_cmp_le_u32,
	[OP_S_CMP_EQ_U64] = s_cmp_eq_u64,   [OP_S_CMP_LG_U64] = s_cmp_lg_u64,
	[OP_S_BITCMP0_B32] = s_bitcmp0_b32, [OP_S_BITCMP1_B32] = s_bitcmp1_b32,
	[OP_S_BITCMP0_B64] = s_bitcmp0_b64, [OP_S_BITCMP1_B64] = s_bitcmp1_b64,
	[OP_S_SETVSKIP] = s_setvskip,       [OP_S_SET_GPR_IDX_ON] = s_set_gpr_idx_on,
};

exec_fn *exec_salu(const struct inst *in)
{
	return executors[in->op] ? executors[in->op] : exec_salu_unary(in);
}
