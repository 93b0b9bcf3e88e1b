/*
 * Vector ALU: brings the sources of an instruction into lane arrays, has the opcode's lane function
 * compute all 64 lanes, and writes what EXEC allows. Three paths, chosen once per instruction:
 * plain, with lane masks (carries, compares), and general (modifiers, SDWA, DPP).
 */
#include "isa/exec/exec.h"

#include "isa/exec/exec_modifiers.h"

static const struct lane_ops *ops;

const uint32_t *read_lanes(const struct wavefront *w, const struct operand *o,
			   struct lane_buffer *buffer)
{
	if (o->kind == OPERAND_VGPR)
		return wave_vgpr(w, o->reg);
	if (operand_type_dwords(o->type) < 2) {
		ops->broadcast(buffer->dword, read_scalar32(w, o));
	} else {
		uint64_t value = read_scalar64(w, o);

		ops->broadcast(buffer->dword, (uint32_t)value);
		ops->broadcast(buffer->dword + WAVE_LANES, (uint32_t)(value >> 32));
	}
	return buffer->dword;
}

/* The sources that are lane arrays; a missing one stays NULL. */
static const uint32_t *source(struct wavefront *w, const struct inst *in, int i)
{
	const struct operand *o = &in->src[i];

	if (o->kind == OPERAND_NONE || o->type == T_MASK)
		return NULL;
	return read_lanes(w, o, &w->program->buffer[i]);
}

static void write_result(struct wavefront *w, const struct inst *in, const uint32_t *result,
			 uint64_t lanes)
{
	unsigned dwords = operand_type_dwords(in->dst.type);

	for (unsigned i = 0; i < dwords; i++)
		ops->blend(wave_vgpr(w, in->dst.reg + i), result + i * WAVE_LANES, lanes);
}

static void exec_plain(struct wavefront *w, const struct inst *in)
{
	lane_fn *fn = (lane_fn *)in->lane_fn;
	const uint32_t *a = source(w, in, 0), *b = source(w, in, 1), *c = source(w, in, 2);
	uint64_t exec = w->step->exec;

	w->env.exec = exec;
	if (exec == UINT64_MAX) {
		fn(wave_vgpr(w, in->dst.reg), a, b, c, &w->env);
	} else if (exec) {
		fn(w->program->buffer[3].dword, a, b, c, &w->env);
		write_result(w, in, w->program->buffer[3].dword, exec);
	}
}

/* v_mov_b32 of a scalar to all lanes needs no detour through a buffer. */
static void exec_mov_scalar(struct wavefront *w, const struct inst *in)
{
	if (w->step->exec == UINT64_MAX)
		ops->broadcast(wave_vgpr(w, in->dst.reg), read_scalar32(w, &in->src[0]));
	else
		exec_plain(w, in);
}

static void read_masks(struct wavefront *w, const struct inst *in)
{
	uint32_t flags = inst_info(in)->flags;

	if (flags & OPF_MASK_IN)
		w->env.mask_in = read_scalar64(w, &in->src[2]);
	else if (flags & OPF_READS_VCC)
		w->env.mask_in = wave_vcc(w);
}

/* Inactive lanes get a zero bit. */
static void write_masks(struct wavefront *w, const struct inst *in, uint64_t lanes)
{
	uint32_t flags = inst_info(in)->flags;
	uint64_t mask = w->env.mask_out & lanes;

	if (flags & OPF_MASK_OUT)
		write_scalar64(w, &in->sdst, mask);
	if (flags & OPF_CMPX)
		wave_set_s64(w, SREG_EXEC, mask);
}

static void exec_masked(struct wavefront *w, const struct inst *in)
{
	lane_fn *fn = (lane_fn *)in->lane_fn;
	const uint32_t *a = source(w, in, 0), *b = source(w, in, 1), *c = source(w, in, 2);
	uint64_t exec = w->step->exec;
	bool direct = exec == UINT64_MAX && in->dst.kind == OPERAND_VGPR;

	w->env.exec = exec;
	w->env.mask_out = 0;
	read_masks(w, in);
	if (exec)
		fn(direct ? wave_vgpr(w, in->dst.reg) : w->program->buffer[3].dword, a, b, c,
		   &w->env);
	if (!direct && in->dst.kind == OPERAND_VGPR)
		write_result(w, in, w->program->buffer[3].dword, exec);
	write_masks(w, in, exec);
}

static void exec_general(struct wavefront *w, const struct inst *in)
{
	lane_fn *fn = (lane_fn *)in->lane_fn;
	const uint32_t *src[3] = {source(w, in, 0), source(w, in, 1), source(w, in, 2)};
	uint32_t *result = w->program->buffer[3].dword;
	uint64_t lanes = w->step->exec;

	for (int i = 0; i < 3; i++)
		if (src[i])
			src[i] = modify_source(in, i, src[i], w->program->buffer[i].dword);
	if (in->encoding == ENC_DPP) {
		lanes &= dpp_source(in, src[0], w->program->buffer[0].dword, w->step->exec);
		src[0] = w->program->buffer[0].dword;
	}

	w->env.exec = lanes;
	w->env.mask_out = 0;
	w->env.clamp = in->clamp;
	read_masks(w, in);
	fn(result, src[0], src[1], src[2], &w->env);
	w->env.clamp = false;
	if (in->dst.kind == OPERAND_VGPR) {
		modify_result(in, &w->env.fp, ops, result);
		if (in->encoding == ENC_SDWA)
			sdwa_result(in, wave_vgpr(w, in->dst.reg), result);
		write_result(w, in, result, lanes);
	}
	write_masks(w, in, lanes);
}

static bool needs_general_path(const struct inst *in)
{
	return in->encoding == ENC_SDWA || in->encoding == ENC_DPP || in->abs || in->neg ||
	       in->omod || in->clamp;
}

exec_fn *exec_valu(struct inst *in)
{
	uint32_t flags = inst_info(in)->flags;

	ops = lane_ops();
	in->lane_fn = (void *)ops->fn[in->op];
	if (!in->lane_fn)
		return NULL;
	if (flags & OPF_ACC)
		in->src[2] = in->dst;
	if (needs_general_path(in))
		return exec_general;
	if (flags & (OPF_MASK_IN | OPF_MASK_OUT | OPF_READS_VCC | OPF_CMPX))
		return exec_masked;
	if (in->op == OP_V_MOV_B32 && in->src[0].kind != OPERAND_VGPR)
		return exec_mov_scalar;
	return exec_plain;
}
