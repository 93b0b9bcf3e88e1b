/*
 * Program flow, modes and scalar operations with an immediate: SOPK, SOPP. A barrier only reports
 * itself; what waiting means is the caller's business.
 */
#include "isa/exec/exec.h"

#define A32 read_scalar32(w, &in->src[0])

#define EXEC(name) static void name(struct wavefront *w, const struct inst *in)

/* SOPK: the 16-bit immediate is in->imm. */
EXEC(s_movk_i32)
{
	write_scalar32(w, &in->dst, (uint32_t)(int16_t)in->imm);
}

EXEC(s_cmovk_i32)
{
	if (w->scc)
		write_scalar32(w, &in->dst, (uint32_t)(int16_t)in->imm);
}

#define COMPARE_K(name, type, immediate, operator)                                                 \
	EXEC(name)                                                                                 \
	{                                                                                          \
		w->scc = (type)A32 operator(immediate) in->imm;                                    \
	}
COMPARE_K(s_cmpk_eq_i32, int32_t, int16_t, ==)
COMPARE_K(s_cmpk_lg_i32, int32_t, int16_t, !=)
COMPARE_K(s_cmpk_gt_i32, int32_t, int16_t, >)
COMPARE_K(s_cmpk_ge_i32, int32_t, int16_t, >=)
COMPARE_K(s_cmpk_lt_i32, int32_t, int16_t, <)
COMPARE_K(s_cmpk_le_i32, int32_t, int16_t, <=)
COMPARE_K(s_cmpk_eq_u32, uint32_t, uint16_t, ==)
COMPARE_K(s_cmpk_lg_u32, uint32_t, uint16_t, !=)
COMPARE_K(s_cmpk_gt_u32, uint32_t, uint16_t, >)
COMPARE_K(s_cmpk_ge_u32, uint32_t, uint16_t, >=)
COMPARE_K(s_cmpk_lt_u32, uint32_t, uint16_t, <)
COMPARE_K(s_cmpk_le_u32, uint32_t, uint16_t, <=)

EXEC(s_addk_i32)
{
	int32_t d;

	w->scc = __builtin_add_overflow((int32_t)w->s[in->dst.reg], (int16_t)in->imm, &d);
	w->s[in->dst.reg] = (uint32_t)d;
}

EXEC(s_mulk_i32)
{
	w->s[in->dst.reg] *= (uint32_t)(int16_t)in->imm;
}

/* Hardware registers: id in [5:0], first bit in [10:6], width - 1 in [15:11]. */
enum { HWREG_MODE = 1, HWREG_STATUS = 2 };

static uint32_t read_hwreg(const struct wavefront *w, unsigned id)
{
	switch (id) {
	case HWREG_MODE:
		return w->mode;
	case HWREG_STATUS:
		return (uint32_t)w->scc | (wave_exec(w) == 0) << 9 | (wave_vcc(w) == 0) << 10;
	default: /* trap status, ids, allocation: nothing in them is defined here, so always zero */
		return 0;
	}
}

static uint32_t hwreg_mask(int32_t imm)
{
	unsigned width = (imm >> 11 & 31) + 1;

	return width == 32 ? UINT32_MAX : (1u << width) - 1;
}

EXEC(s_getreg_b32)
{
	unsigned id = in->imm & 63, offset = in->imm >> 6 & 31;

	write_scalar32(w, &in->dst, read_hwreg(w, id) >> offset & hwreg_mask(in->imm));
}

EXEC(s_setreg_b32)
{
	unsigned id = in->imm & 63, offset = in->imm >> 6 & 31;
	uint32_t mask = hwreg_mask(in->imm) << offset;

	if (id == HWREG_MODE)
		wave_set_mode(w, (w->mode & ~mask) | (A32 << offset & mask));
}

/* SOPP */
static void branch(struct wavefront *w, const struct inst *in, bool taken)
{
	if (taken)
		w->pc += (uint64_t)((int64_t)(int16_t)in->imm * 4);
}

EXEC(s_branch)
{
	branch(w, in, true);
}

EXEC(s_cbranch_scc0)
{
	branch(w, in, !w->scc);
}

EXEC(s_cbranch_scc1)
{
	branch(w, in, w->scc);
}

EXEC(s_cbranch_vccz)
{
	branch(w, in, wave_vcc(w) == 0);
}

EXEC(s_cbranch_vccnz)
{
	branch(w, in, wave_vcc(w) != 0);
}

EXEC(s_cbranch_execz)
{
	branch(w, in, wave_exec(w) == 0);
}

EXEC(s_cbranch_execnz)
{
	branch(w, in, wave_exec(w) != 0);
}

EXEC(s_endpgm)
{
	(void)in;
	w->ended = true;
}

EXEC(s_waitcnt)
{
	w->step->wait = (uint16_t)in->imm;
}

EXEC(s_trap)
{
	wave_fault(w, FAULT_TRAP, -1, (uint64_t)in->imm, 0, false);
}

EXEC(s_set_gpr_idx_mode)
{
	w->s[SREG_M0] = (w->s[SREG_M0] & ~0xf000u) | ((uint32_t)in->imm & 0xf) << 12;
}

EXEC(s_set_gpr_idx_off)
{
	(void)in;
	wave_set_mode(w, w->mode & ~(uint32_t)MODE_GPR_IDX_EN);
}

/* Kinds of message; of those that compute kernels may send, only an interrupt is heard. */
enum { MESSAGE_KIND = 15, MESSAGE_INTERRUPT = 1 };

EXEC(s_sendmsg)
{
	if ((in->imm & MESSAGE_KIND) == MESSAGE_INTERRUPT && w->host &&
	    !w->host->call(w->host->data, w->s[SREG_M0]))
		wave_fault(w, FAULT_HOST, -1, 0, 0, false);
}

/* Hints and debugging aids: no effect on the architectural state that a kernel can see. */
EXEC(nothing)
{
	(void)w;
	(void)in;
}

static exec_fn *const executors[OP_COUNT] = {
	[OP_S_MOVK_I32] = s_movk_i32,
	[OP_S_CMOVK_I32] = s_cmovk_i32,
	[OP_S_CMPK_EQ_I32] = s_cmpk_eq_i32,
	[OP_S_CMPK_LG_I32] = s_cmpk_lg_i32,
	[OP_S_CMPK_GT_I32] = s_cmpk_gt_i32,
	[OP_S_CMPK_GE_I32] = s_cmpk_ge_i32,
	[OP_S_CMPK_LT_I32] = s_cmpk_lt_i32,
	[OP_S_CMPK_LE_I32] = s_cmpk_le_i32,
	[OP_S_CMPK_EQ_U32] = s_cmpk_eq_u32,
	[OP_S_CMPK_LG_U32] = s_cmpk_lg_u32,
	[OP_S_CMPK_GT_U32] = s_cmpk_gt_u32,
	[OP_S_CMPK_GE_U32] = s_cmpk_ge_u32,
	[OP_S_CMPK_LT_U32] = s_cmpk_lt_u32,
	[OP_S_CMPK_LE_U32] = s_cmpk_le_u32,
	[OP_S_ADDK_I32] = s_addk_i32,
	[OP_S_MULK_I32] = s_mulk_i32,
	[OP_S_GETREG_B32] = s_getreg_b32,
	[OP_S_SETREG_B32] = s_setreg_b32,
	[OP_S_SETREG_IMM32_B32] = s_setreg_b32,
	[OP_S_BRANCH] = s_branch,
	[OP_S_CBRANCH_SCC0] = s_cbranch_scc0,
	[OP_S_CBRANCH_SCC1] = s_cbranch_scc1,
	[OP_S_CBRANCH_VCCZ] = s_cbranch_vccz,
	[OP_S_CBRANCH_VCCNZ] = s_cbranch_vccnz,
	[OP_S_CBRANCH_EXECZ] = s_cbranch_execz,
	[OP_S_CBRANCH_EXECNZ] = s_cbranch_execnz,
	[OP_S_ENDPGM] = s_endpgm,
	[OP_S_ENDPGM_SAVED] = s_endpgm,
	[OP_S_WAITCNT] = s_waitcnt,
	[OP_S_TRAP] = s_trap,
	[OP_S_SET_GPR_IDX_OFF] = s_set_gpr_idx_off,
	[OP_S_SET_GPR_IDX_MODE] = s_set_gpr_idx_mode,
	[OP_S_BARRIER] = nothing,
	[OP_S_NOP] = nothing,
	[OP_S_WAKEUP] = nothing,
	[OP_S_SLEEP] = nothing,
	[OP_S_SETPRIO] = nothing,
	[OP_S_SETKILL] = nothing,
	[OP_S_SENDMSG] = s_sendmsg,
	[OP_S_ICACHE_INV] = nothing,
	[OP_S_INCPERFLEVEL] = nothing,
	[OP_S_DECPERFLEVEL] = nothing,
	[OP_S_TTRACEDATA] = nothing,
	[OP_S_CBRANCH_CDBGSYS] = nothing,
	[OP_S_CBRANCH_CDBGUSER] = nothing,
	[OP_S_CBRANCH_CDBGSYS_OR_USER] = nothing,
	[OP_S_CBRANCH_CDBGSYS_AND_USER] = nothing,
};

exec_fn *exec_flow(const struct inst *in)
{
	return executors[in->op];
}
