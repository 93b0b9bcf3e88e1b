/* VALU opcodes that are no per-lane arithmetic: they move data between lanes and scalar registers,
 * or reach VGPRs by number. */
#include "isa/exec/exec.h"

#define EXEC(name) static void name(struct wavefront *w, const struct inst *in)

EXEC(v_nop)
{
	(void)w;
	(void)in;
}

static uint32_t read_lane(struct wavefront *w, const struct operand *o, unsigned lane)
{
	return o->kind == OPERAND_VGPR ? wave_vgpr(w, o->reg)[lane] : read_scalar32(w, o);
}

/* The first active lane; lane 0 when there is none. */
EXEC(v_readfirstlane_b32)
{
	uint64_t exec = w->step->exec;
	unsigned lane = exec ? (unsigned)__builtin_ctzll(exec) : 0;

	write_scalar32(w, &in->dst, read_lane(w, &in->src[0], lane));
}

EXEC(v_readlane_b32)
{
	unsigned lane = read_scalar32(w, &in->src[1]) & 63;

	write_scalar32(w, &in->dst, read_lane(w, &in->src[0], lane));
}

/* Writes whether the lane is active or not. */
EXEC(v_writelane_b32)
{
	unsigned lane = read_scalar32(w, &in->src[1]) & 63;

	wave_vgpr(w, in->dst.reg)[lane] = read_scalar32(w, &in->src[0]);
}

/* The VGPR `reg` + M0, or `reg` itself with a fault when the kernel has no such register. */
static unsigned vgpr_relative(struct wavefront *w, unsigned reg, bool write)
{
	uint32_t index = reg + w->s[SREG_M0];

	if (index >= w->vgprs) {
		wave_fault(w, FAULT_REGISTER, -1, index, 4, write);
		return reg;
	}
	return index;
}

static void move(struct wavefront *w, unsigned dst, const struct operand *src)
{
	uint64_t exec = w->step->exec;
	uint32_t *d = wave_vgpr(w, dst);

	for (unsigned lane = 0; lane < WAVE_LANES; lane++)
		if (exec >> lane & 1)
			d[lane] = read_lane(w, src, lane);
}

EXEC(v_movreld_b32)
{
	move(w, vgpr_relative(w, in->dst.reg, true), &in->src[0]);
}

EXEC(v_movrels_b32)
{
	struct operand src = in->src[0];

	src.reg = (uint16_t)vgpr_relative(w, src.reg, false);
	move(w, in->dst.reg, &src);
}

EXEC(v_movrelsd_b32)
{
	struct operand src = in->src[0];

	src.reg = (uint16_t)vgpr_relative(w, src.reg, false);
	move(w, vgpr_relative(w, in->dst.reg, true), &src);
}

exec_fn *exec_lane_special(const struct inst *in)
{
	switch (in->op) {
	case OP_V_NOP:
	case OP_V_CLREXCP:
		return v_nop;
	case OP_V_READFIRSTLANE_B32:
		return v_readfirstlane_b32;
	case OP_V_READLANE_B32:
		return v_readlane_b32;
	case OP_V_WRITELANE_B32:
		return v_writelane_b32;
	case OP_V_MOVRELD_B32:
		return v_movreld_b32;
	case OP_V_MOVRELS_B32:
		return v_movrels_b32;
	case OP_V_MOVRELSD_B32:
		return v_movrelsd_b32;
	default:
		return NULL;
	}
}
