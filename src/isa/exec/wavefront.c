/* One step of a wavefront: fetch the decoded instruction, report it, execute it. */
#include "isa/exec/wavefront.h"

#include <stdlib.h>

#include "base/error.h"
#include "isa/exec/exec.h"

void program_init(struct program *p, uint64_t base, const void *code, uint64_t bytes)
{
	p->base = base;
	p->code = code;
	p->bytes = bytes & ~UINT64_C(3);
	p->slots = xcalloc(p->bytes / 4 + 1, sizeof(*p->slots));
	p->buffer = xcalloc_lines(4, sizeof(*p->buffer));
}

void program_release(struct program *p)
{
	free(p->slots);
	free(p->buffer);
	p->slots = NULL;
	p->buffer = NULL;
}

void wave_fault(struct wavefront *w, enum fault_kind kind, int lane, uint64_t address,
		uint32_t bytes, bool write)
{
	if (w->fault.kind == FAULT_NONE)
		w->fault = (struct fault){kind, lane, address, bytes, write};
}

void wave_set_mode(struct wavefront *w, uint32_t mode)
{
	struct fp_env *fp = &w->env.fp;

	w->mode = mode;
	fp->round32 = mode & 3;
	fp->round64 = mode >> 2 & 3;
	fp->denorm32_in = mode & MODE_DENORM32_IN;
	fp->denorm32_out = mode & MODE_DENORM32_OUT;
	fp->denorm64_in = mode & MODE_DENORM64_IN;
	fp->denorm64_out = mode & MODE_DENORM64_OUT;
	fp->dx10_clamp = mode & MODE_DX10_CLAMP;
	fp->ieee = mode & MODE_IEEE;
}

/* Decodes the instruction of an empty slot. */
static bool fill_slot(struct wavefront *w, struct inst *slot, uint64_t offset)
{
	struct inst in;

	if (!inst_decode(&in, w->program->code + offset, w->program->bytes - offset)) {
		wave_fault(w, FAULT_ILLEGAL, -1, w->pc, 4, false);
		return false;
	}
	if (!exec_prepare(&in)) {
		wave_fault(w, FAULT_UNIMPLEMENTED, -1, w->pc, in.size, false);
		return false;
	}
	*slot = in;
	return true;
}

static bool is_vector(const struct inst *in)
{
	return inst_info(in)->format >= FMT_VOP1;
}

/*
 * VGPR index mode (s_set_gpr_idx_on): M0[7:0] is added to the VGPR numbers of the operands that
 * M0[15:12] selects (src0, src1, src2, dst).
 */
static void exec_indexed(struct wavefront *w, const struct inst *in)
{
	struct inst shifted = *in;
	struct operand *operands[4] = {&shifted.src[0], &shifted.src[1], &shifted.src[2],
				       &shifted.dst};
	uint32_t m0 = w->s[SREG_M0];

	for (int i = 0; i < 4; i++) {
		struct operand *o = operands[i];

		if (!(m0 >> (12 + i) & 1) || o->kind != OPERAND_VGPR)
			continue;
		o->reg += m0 & 0xff;
		if (o->reg + operand_type_dwords(o->type) > w->vgprs) {
			wave_fault(w, FAULT_REGISTER, -1, o->reg, 4, i == 3);
			return;
		}
	}
	in->exec(w, &shifted);
}

static void exec_unusual_mode(struct wavefront *w, const struct inst *in)
{
	if (w->mode & MODE_VSKIP && is_vector(in))
		return;
	if (w->mode & MODE_GPR_IDX_EN && inst_info(in)->cls == CLASS_VALU)
		exec_indexed(w, in);
	else
		in->exec(w, in);
}

const struct inst *wavefront_peek(struct wavefront *w)
{
	uint64_t offset = w->pc - w->program->base;
	struct inst *in;

	if (__builtin_expect(offset >= w->program->bytes || offset % 4 != 0, 0))
		return NULL;
	in = &w->program->slots[offset / 4];
	if (__builtin_expect(in->size == 0, 0) && !fill_slot(w, in, offset))
		return NULL;
	return in;
}

bool wavefront_step(struct wavefront *w, struct step *step)
{
	uint64_t offset = w->pc - w->program->base;
	struct inst *in;

	if (__builtin_expect(offset >= w->program->bytes || offset % 4 != 0, 0)) {
		wave_fault(w, FAULT_PC, -1, w->pc, 4, false);
		return false;
	}
	in = &w->program->slots[offset / 4];
	if (__builtin_expect(in->size == 0, 0) && !fill_slot(w, in, offset))
		return false;
	if (__builtin_expect(in->vgpr_limit > w->vgprs, 0)) {
		wave_fault(w, FAULT_REGISTER, -1, in->vgpr_limit - 1u, 4, false);
		return false;
	}

	step->pc = w->pc;
	step->exec = wave_exec(w);
	step->op = in->op;
	step->cls = inst_info(in)->cls;
	step->size = in->size;
	step->lanes = 0;
	step->lds_lanes = 0;
	step->two = false;
	w->step = step;
	w->executed++;
	w->pc += in->size;
	if (__builtin_expect(w->mode & (MODE_GPR_IDX_EN | MODE_VSKIP), 0))
		exec_unusual_mode(w, in);
	else
		in->exec(w, in);
	if (__builtin_expect(w->fault.kind != FAULT_NONE, 0)) {
		w->pc = step->pc;
		return false;
	}
	return true;
}
