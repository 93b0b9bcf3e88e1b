/*
 * Decoder of gfx803 machine words: one small function per encoding, all facts about opcodes from
 * opcodes.def. Accepts what LLVM 14 accepts, with unused fields as strict or as lax as LLVM is.
 * Rejected although LLVM prints something: operands it prints as invalid itself (a constant where a
 * register must be, an unknown DPP control), scalar tuples that end past EXEC, SDWA selects without
 * a meaning.
 */
#include "isa/decode.h"

#include <string.h>

/* Opcode + 1 by format and code; 0 where there is none. */
static const uint16_t op_by_code[FMT_COUNT][1024] = {
#define OP(id, format, code, ...) [FMT_##format][code] = OP_##id + 1,
#include "isa/opcodes.def"
#undef OP
};

bool set_op(struct decoder *d, enum inst_format format, unsigned code)
{
	unsigned index = op_by_code[format][code];
	if (!index)
		return false;
	d->in->op = (uint16_t)(index - 1);
	d->info = &op_infos[index - 1];
	return true;
}

static void set_small_constant(struct operand *o, uint32_t value)
{
	o->kind = OPERAND_CONST;
	o->type = T_B32;
	o->reg = 0;
	set_bits(o, value);
}

static bool decode_sop1(struct decoder *d)
{
	if (!set_op(d, FMT_SOP1, field(d->word[0], 8, 8)))
		return false;
	if (!set_scalar_dst(&d->in->dst, field(d->word[0], 16, 7), d->info->dst))
		return false;
	if (d->info->src[0] == T_NONE)
		return true;
	return set_source(d, &d->in->src[0], field(d->word[0], 0, 8), d->info->src[0]) &&
	       (!(d->info->flags & OPF_REG_SRC) || is_register(&d->in->src[0]));
}

static bool decode_sop2(struct decoder *d)
{
	return set_op(d, FMT_SOP2, field(d->word[0], 23, 7)) &&
	       set_scalar_dst(&d->in->dst, field(d->word[0], 16, 7), d->info->dst) &&
	       set_source(d, &d->in->src[0], field(d->word[0], 0, 8), d->info->src[0]) &&
	       set_source(d, &d->in->src[1], field(d->word[0], 8, 8), d->info->src[1]);
}

static bool decode_sopk(struct decoder *d)
{
	if (!set_op(d, FMT_SOPK, field(d->word[0], 23, 5)))
		return false;
	d->in->imm = (int16_t)field(d->word[0], 0, 16);
	if (d->info->flags & OPF_LITERAL_K) {
		d->in->src[0].type = d->info->src[0];
		return set_literal(d, &d->in->src[0]);
	}
	unsigned reg = field(d->word[0], 16, 7);
	return set_scalar_dst(&d->in->dst, reg, d->info->dst) &&
	       set_scalar_dst(&d->in->src[0], reg, d->info->src[0]);
}

static bool decode_sopc(struct decoder *d)
{
	if (!set_op(d, FMT_SOPC, field(d->word[0], 16, 7)) ||
	    !set_source(d, &d->in->src[0], field(d->word[0], 0, 8), d->info->src[0]))
		return false;
	d->in->imm = (int32_t)field(d->word[0], 8, 8);
	return d->info->src[1] == T_NONE ||
	       set_source(d, &d->in->src[1], field(d->word[0], 8, 8), d->info->src[1]);
}

static bool decode_sopp(struct decoder *d)
{
	if (!set_op(d, FMT_SOPP, field(d->word[0], 16, 7)))
		return false;
	d->in->imm = (int16_t)field(d->word[0], 0, 16);
	return !(d->info->flags & OPF_NO_IMM) || d->in->imm == 0;
}

static bool decode_smem(struct decoder *d)
{
	struct inst *in = d->in;
	bool imm = field(d->word[0], 17, 1);
	unsigned data = field(d->word[0], 6, 7);

	if (!set_op(d, FMT_SMEM, field(d->word[0], 18, 8)))
		return false;
	if (d->info->src[0] == T_NONE)
		return !imm && set_scalar_dst(&in->dst, data, d->info->dst);
	in->glc = field(d->word[0], 16, 1);
	in->imm = (int32_t)data; /* s_atc_probe has a number there */
	if (imm)
		set_small_constant(&in->src[1], field(d->word[1], 0, 20));
	else if (!set_sgpr(&in->src[1], field(d->word[1], 0, 7), T_B32))
		return false;
	return set_scalar_dst(&in->dst, data, d->info->dst) &&
	       set_scalar_dst(&in->src[2], data, d->info->src[2]) &&
	       set_sgpr(&in->src[0], field(d->word[0], 0, 6) * 2, d->info->src[0]);
}

/* A VGPR field of a memory instruction; must be 0 when the opcode has no such operand. */
static bool set_field_vgpr(struct operand *o, unsigned reg, enum operand_type type)
{
	return type == T_NONE ? reg == 0 : set_vgpr(o, reg, type);
}

static bool decode_ds(struct decoder *d)
{
	struct inst *in = d->in;
	uint32_t w0 = d->word[0], w1 = d->word[1];

	if (!set_op(d, FMT_DS, field(w0, 17, 8)))
		return false;
	in->gds = field(w0, 16, 1);
	if (d->info->flags & OPF_TWO_OFFSETS) {
		in->imm = (int32_t)field(w0, 0, 8);
		in->imm2 = (int32_t)field(w0, 8, 8);
	} else {
		in->imm = (int32_t)field(w0, 0, 16);
	}
	if (d->info->flags & OPF_GDS && !in->gds)
		return false;
	if (in->op == OP_DS_PERMUTE_B32 || in->op == OP_DS_BPERMUTE_B32) {
		if (in->gds)
			return false;
	}
	if (in->op == OP_DS_NOP && (in->gds || in->imm))
		return false;
	return set_field_vgpr(&in->src[0], field(w1, 0, 8), d->info->src[0]) &&
	       set_field_vgpr(&in->src[1], field(w1, 8, 8), d->info->src[1]) &&
	       set_field_vgpr(&in->src[2], field(w1, 16, 8), d->info->src[2]) &&
	       set_field_vgpr(&in->dst, field(w1, 24, 8), d->info->dst);
}

static bool decode_flat(struct decoder *d)
{
	struct inst *in = d->in;
	uint32_t w0 = d->word[0], w1 = d->word[1];

	if (!set_op(d, FMT_FLAT, field(w0, 18, 7)) || field(w0, 13, 3) || field(w1, 16, 7))
		return false;
	in->imm = (int32_t)field(w0, 0, 13); /* reserved here, an offset in later generations */
	in->glc = field(w0, 16, 1);
	in->slc = field(w0, 17, 1);
	bool returns = d->info->flags & OPF_LOAD || (d->info->flags & OPF_ATOMIC && in->glc);
	if (returns && !set_vgpr(&in->dst, field(w1, 24, 8), d->info->dst))
		return false;
	if (d->info->src[1] != T_NONE && !set_vgpr(&in->src[1], field(w1, 8, 8), d->info->src[1]))
		return false;
	return set_vgpr(&in->src[0], field(w1, 0, 8), T_B64);
}

static bool has_lds_form(unsigned op)
{
	return op == OP_BUFFER_LOAD_FORMAT_X ||
	       (op >= OP_BUFFER_LOAD_UBYTE && op <= OP_BUFFER_LOAD_DWORDX4);
}

static bool decode_mubuf(struct decoder *d)
{
	struct inst *in = d->in;
	uint32_t w0 = d->word[0], w1 = d->word[1];

	if (!set_op(d, FMT_MUBUF, field(w0, 18, 7)))
		return false;
	if (d->info->src[1] == T_NONE)
		return field(w0, 12, 5) == 0;
	in->imm = (int32_t)field(w0, 0, 12);
	in->offen = field(w0, 12, 1);
	in->idxen = field(w0, 13, 1);
	in->glc = field(w0, 14, 1);
	in->lds = field(w0, 16, 1);
	in->slc = field(w0, 17, 1);
	in->tfe = field(w1, 23, 1) && !in->lds && !(d->info->flags & OPF_ATOMIC);
	if (in->op == OP_BUFFER_STORE_LDS_DWORD) {
		if (!in->lds || in->offen || in->idxen)
			return false;
	} else {
		if (in->lds && !has_lds_form(in->op))
			return false;
		if (!set_vgpr(&in->dst, field(w1, 8, 8), d->info->dst))
			return false;
	}
	if (in->offen || in->idxen) {
		enum operand_type type = in->offen && in->idxen ? T_B64 : T_B32;
		if (!set_vgpr(&in->src[0], field(w1, 0, 8), type))
			return false;
	}
	return set_sgpr(&in->src[1], field(w1, 16, 5) * 4, T_B128) &&
	       set_source(d, &in->src[2], field(w1, 24, 8), T_B32);
}

static bool decode_wide(struct decoder *d)
{
	if (d->bytes < 8)
		return false;
	d->size = 8;
	d->literal_allowed = false;
	switch (d->word[0] >> 26) {
	case 0x30:
		return decode_smem(d);
	case 0x34:
		return decode_vop3(d);
	case 0x36:
		return decode_ds(d);
	case 0x37:
		return decode_flat(d);
	case 0x38:
		return decode_mubuf(d);
	default:
		return false;
	}
}

static bool decode_format(struct decoder *d)
{
	uint32_t w = d->word[0];

	if (w >> 31 == 0) {
		switch (w >> 25) {
		case 0x3e:
			return decode_vopc(d);
		case 0x3f:
			return decode_vop1(d);
		default:
			return decode_vop2(d);
		}
	}
	if (w >> 30 == 3)
		return decode_wide(d);
	switch (w >> 23) {
	case 0x17d:
		return decode_sop1(d);
	case 0x17e:
		return decode_sopc(d);
	case 0x17f:
		return decode_sopp(d);
	default:
		return w >> 28 == 0xb ? decode_sopk(d) : decode_sop2(d);
	}
}

unsigned inst_decode(struct inst *in, const void *code, size_t bytes)
{
	struct decoder d = {.in = in, .code = code, .bytes = bytes, .size = 4};

	memset(in, 0, sizeof(*in));
	if (bytes < 4)
		return 0;
	d.literal_allowed = true;
	d.word[0] = read_word(d.code);
	if (bytes >= 8)
		d.word[1] = read_word(d.code + 4);
	if (!decode_format(&d))
		return 0;
	in->size = (uint8_t)(d.size + (d.literal_used ? 4 : 0));
	return in->size;
}
