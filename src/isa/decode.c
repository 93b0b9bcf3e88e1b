/*
 * Decoder of gfx803 machine words: one small function per encoding, all facts about opcodes from
 * opcodes.def. Accepts what LLVM 14 accepts, with unused fields as strict or as lax as LLVM is.
 * Rejected although LLVM prints something: operands it prints as invalid itself (a constant where a
 * register must be, an unknown DPP control), scalar tuples that end past EXEC, SDWA selects without
 * a meaning.
 */
#include "isa/inst.h"

#include <string.h>

struct decoder {
	struct inst *in;
	const struct op_info *info;
	const uint8_t *code;
	size_t bytes;
	uint32_t word[2];     /* the second is 0 when there are no 8 bytes */
	unsigned size;        /* without the literal */
	bool literal_allowed; /* by the encoding; VOP3 of this generation has none */
	bool literal_used;
	uint32_t literal;
};

/* Opcode + 1 by format and code; 0 where there is none. */
static const uint16_t op_by_code[FMT_COUNT][1024] = {
#define OP(id, format, code, ...) [FMT_##format][code] = OP_##id + 1,
#include "isa/opcodes.def"
#undef OP
};

static uint32_t read_word(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t field(uint32_t word, unsigned low, unsigned bits)
{
	return word >> low & (uint32_t)((1ull << bits) - 1);
}

static bool is_float(enum operand_type type)
{
	return type == T_F16 || type == T_F32 || type == T_F64;
}

static bool set_op(struct decoder *d, enum inst_format format, unsigned code)
{
	unsigned index = op_by_code[format][code];
	if (!index)
		return false;
	d->in->op = (uint16_t)(index - 1);
	d->info = &op_infos[index - 1];
	return true;
}

static void set_bits(struct operand *o, uint64_t value)
{
	o->bits[0] = (uint32_t)value;
	o->bits[1] = (uint32_t)(value >> 32);
}

/* Inline constants 0..64, -1..-16, and the nine floats, as the operand's type sees them. */
static bool set_constant(struct operand *o, unsigned code)
{
	static const uint16_t f16[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
				       0xc000, 0x4400, 0xc400, 0x3118};
	static const uint32_t f32[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
				       0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
	static const uint64_t f64[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
				       0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
				       0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};
	bool narrow = o->type == T_B16 || o->type == T_F16;
	bool wide = operand_type_dwords(o->type) > 1;
	uint64_t value;

	if (operand_type_dwords(o->type) > 2)
		return false;
	if (code >= 128 && code <= 208) {
		value = (uint64_t)(code <= 192 ? (int64_t)code - 128 : 192 - (int64_t)code);
		if (narrow)
			value &= 0xffff;
		else if (!wide)
			value &= 0xffffffff;
	} else if (code >= 240 && code <= 248) {
		value = narrow ? f16[code - 240] : wide ? f64[code - 240] : f32[code - 240];
	} else {
		return false;
	}
	o->kind = OPERAND_CONST;
	o->reg = (uint16_t)code;
	set_bits(o, value);
	return true;
}

static bool set_literal(struct decoder *d, struct operand *o)
{
	if (!d->literal_used) {
		if (!d->literal_allowed || d->bytes < d->size + 4)
			return false;
		d->literal = read_word(d->code + d->size);
		d->literal_used = true;
	}
	o->kind = OPERAND_LITERAL;
	o->reg = 255;
	switch (o->type) {
	case T_B16:
	case T_F16:
		set_bits(o, d->literal & 0xffff);
		break;
	case T_F64:
		set_bits(o, (uint64_t)d->literal << 32);
		break;
	case T_B64:
		if (d->info->flags & OPF_SIGNED) {
			set_bits(o, (uint64_t)(int64_t)(int32_t)d->literal);
			break;
		}
		/* fallthrough */
	default:
		set_bits(o, d->literal);
	}
	return true;
}

static bool set_vgpr(struct operand *o, unsigned reg, enum operand_type type)
{
	o->kind = OPERAND_VGPR;
	o->type = (uint8_t)type;
	o->reg = (uint16_t)reg;
	return reg + operand_type_dwords(type) <= 256;
}

/* A scalar register or tuple; LLVM silently aligns a tuple's number down. */
static bool set_sgpr(struct operand *o, unsigned code, enum operand_type type)
{
	unsigned dwords = operand_type_dwords(type);
	unsigned align = dwords >= 4 ? 4 : dwords;
	unsigned end = 128;

	o->kind = OPERAND_SGPR;
	o->type = (uint8_t)type;
	if (code < SREG_FLAT_SCRATCH) {
		code -= code % align;
		end = 104;
	} else if (code >= SREG_TTMP0 && code < SREG_M0) {
		code -= code % align;
	} else if (dwords > 4) {
		return false;
	} else if (dwords > 1 && code != SREG_NULL && (code % 2 || code == SREG_M0)) {
		return false;
	}
	o->reg = (uint16_t)code;
	return code + dwords <= end;
}

/* A source by its 9-bit code (8 bits for scalar instructions). */
static bool set_source(struct decoder *d, struct operand *o, unsigned code, enum operand_type type)
{
	o->type = (uint8_t)type;
	if (code >= 256)
		return set_vgpr(o, code - 256, type);
	if (code < 128)
		return set_sgpr(o, code, type);
	if (code == 255)
		return set_literal(d, o);
	if ((code >= SRC_SHARED_BASE && code <= SRC_POPS_EXITING_WAVE_ID) ||
	    (code >= SRC_VCCZ && code <= SRC_LDS_DIRECT)) {
		o->kind = OPERAND_SPECIAL;
		o->reg = (uint16_t)code;
		return code != SRC_LDS_DIRECT || operand_type_dwords(type) == 1;
	}
	return set_constant(o, code);
}

static bool is_register(const struct operand *o)
{
	return o->kind != OPERAND_CONST && o->kind != OPERAND_LITERAL;
}

static bool set_scalar_dst(struct operand *o, unsigned code, enum operand_type type)
{
	return type == T_NONE || (code < 128 && set_sgpr(o, code, type));
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

/* The masks that the short encodings read and write without saying so. */
static void set_vcc_masks(struct decoder *d)
{
	if (d->info->flags & OPF_MASK_OUT)
		set_sgpr(&d->in->sdst, SREG_VCC, T_MASK);
	if (d->info->flags & OPF_MASK_IN)
		set_sgpr(&d->in->src[2], SREG_VCC, T_MASK);
}

static bool set_vector_dst(struct decoder *d, unsigned code)
{
	if (d->info->flags & OPF_SGPR_DST)
		return set_scalar_dst(&d->in->dst, code, d->info->dst);
	return d->info->dst == T_NONE || set_vgpr(&d->in->dst, code, d->info->dst);
}

/* Selects of SDWA: 7 means nothing. */
static bool set_select(uint8_t *select, uint32_t value)
{
	*select = (uint8_t)value;
	return value <= SEL_DWORD;
}

/* Modifier bits of an SDWA source: sext for integers, neg and abs for floats, else zero. */
static bool set_sdwa_source(struct decoder *d, unsigned i, uint32_t bits)
{
	struct inst *in = d->in;
	bool sext = field(bits, 3, 1), neg = field(bits, 4, 1), abs = field(bits, 5, 1);

	if (is_float(d->info->src[i]) ? sext : neg || abs)
		return false;
	in->src_sext |= (uint8_t)(sext << i);
	in->neg |= (uint8_t)(neg << i);
	in->abs |= (uint8_t)(abs << i);
	return set_select(&in->src_sel[i], field(bits, 0, 3));
}

static bool decode_sdwa(struct decoder *d)
{
	struct inst *in = d->in;
	uint32_t w = d->word[1];

	if (d->bytes < 8 || d->info->flags & OPF_NO_SDWA)
		return false;
	in->encoding = ENC_SDWA;
	d->size = 8;
	in->clamp = field(w, 13, 1);
	in->dst_sel = SEL_DWORD;
	if (d->info->format != FMT_VOPC) {
		in->dst_unused = (uint8_t)field(w, 11, 2);
		if (!set_select(&in->dst_sel, field(w, 8, 3)) || in->dst_unused > UNUSED_PRESERVE)
			return false;
	}
	if (!set_vgpr(&in->src[0], field(w, 0, 8), d->info->src[0]) ||
	    !set_sdwa_source(d, 0, field(w, 16, 6)))
		return false;
	in->src_sel[1] = SEL_DWORD;
	if (d->info->format == FMT_VOP1)
		return field(w, 24, 6) == 0;
	return set_sdwa_source(d, 1, field(w, 24, 6));
}

static bool is_dpp_ctrl(unsigned ctrl)
{
	if (ctrl <= 0xff) /* quad_perm */
		return true;
	if (ctrl <= 0x12f) /* row_shl, row_shr, row_ror */
		return ctrl & 15;
	if (ctrl <= 0x13f) /* wave_shl, wave_rol, wave_shr, wave_ror */
		return ctrl % 4 == 0;
	return ctrl <= 0x143; /* row_mirror, row_half_mirror, row_bcast */
}

static bool decode_dpp(struct decoder *d)
{
	struct inst *in = d->in;
	uint32_t w = d->word[1];
	unsigned mods = field(w, 20, 4);

	if (d->bytes < 8 || d->info->flags & OPF_NO_DPP)
		return false;
	in->encoding = ENC_DPP;
	d->size = 8;
	in->dpp_ctrl = (uint16_t)field(w, 8, 9);
	in->bound_ctrl = field(w, 19, 1);
	in->bank_mask = (uint8_t)field(w, 24, 4);
	in->row_mask = (uint8_t)field(w, 28, 4);
	if (!is_dpp_ctrl(in->dpp_ctrl) || !set_vgpr(&in->src[0], field(w, 0, 8), d->info->src[0]))
		return false;
	if (in->op == OP_V_CNDMASK_B32)
		return true; /* its modifier bits are ignored */
	for (unsigned i = 0; i < 2; i++) {
		bool neg = mods >> (2 * i) & 1, abs = mods >> (2 * i + 1) & 1;
		if (is_float(d->info->src[i])) {
			in->neg |= (uint8_t)(neg << i);
			in->abs |= (uint8_t)(abs << i);
		} else if (in->op == OP_V_LDEXP_F16) {
			in->src_sext |= (uint8_t)(neg << i);
		} else if (neg || abs) {
			return false;
		}
	}
	return true;
}

/* src0 of VOP1, VOP2 and VOPC: an operand, or the mark of an SDWA or DPP word. */
static bool set_src0(struct decoder *d)
{
	unsigned code = field(d->word[0], 0, 9);

	d->in->encoding = ENC_PLAIN;
	if (code == 249)
		return decode_sdwa(d);
	if (code == 250)
		return decode_dpp(d);
	return set_source(d, &d->in->src[0], code, d->info->src[0]);
}

static bool decode_vop1(struct decoder *d)
{
	unsigned dst = field(d->word[0], 17, 8);

	if (!set_op(d, FMT_VOP1, field(d->word[0], 9, 8)))
		return false;
	if (d->info->src[0] == T_NONE)
		return dst == 0;
	if (!set_vector_dst(d, dst) || !set_src0(d))
		return false;
	return !(d->info->flags & OPF_REG_SRC) || is_register(&d->in->src[0]);
}

static bool decode_vop2(struct decoder *d)
{
	struct inst *in = d->in;
	unsigned vsrc1 = field(d->word[0], 9, 8);

	if (!set_op(d, FMT_VOP2, field(d->word[0], 25, 6)) ||
	    !set_vector_dst(d, field(d->word[0], 17, 8)))
		return false;
	if (d->info->flags & OPF_LITERAL_K) {
		unsigned k = in->op == OP_V_MADMK_F32 || in->op == OP_V_MADMK_F16 ? 1 : 2;
		in->src[k].type = d->info->src[k];
		if (!set_literal(d, &in->src[k]))
			return false;
		in->imm = (int32_t)d->literal;
		return set_vgpr(&in->src[3 - k], vsrc1, d->info->src[3 - k]) && set_src0(d);
	}
	set_vcc_masks(d);
	return set_src0(d) && set_vgpr(&in->src[1], vsrc1, d->info->src[1]);
}

static bool decode_vopc(struct decoder *d)
{
	if (!set_op(d, FMT_VOPC, field(d->word[0], 17, 8)))
		return false;
	set_vcc_masks(d);
	return set_src0(d) && set_vgpr(&d->in->src[1], field(d->word[0], 9, 8), d->info->src[1]);
}

/* The row behind a VOP3 opcode: VOPC, VOP2 and VOP1 rows appear at fixed distances. */
static bool set_vop3_op(struct decoder *d, unsigned code)
{
	bool found;

	if (code < 256)
		found = set_op(d, FMT_VOPC, code);
	else if (code < 320)
		found = set_op(d, FMT_VOP2, code - 256);
	else if (code < 448)
		found = set_op(d, FMT_VOP1, code - 320);
	else
		found = set_op(d, FMT_VOP3, code);
	return found && !(d->info->flags & OPF_NO_VOP3);
}

/*
 * abs and neg of a VOP3 instruction. An opcode with a float source has modifiers on all its
 * sources, where on an integer source LLVM ignores abs and prints neg as sext; VOPC is stricter.
 */
static bool set_vop3_modifiers(struct decoder *d, unsigned abs, unsigned neg)
{
	struct inst *in = d->in;
	const uint8_t *type = d->info->src;
	bool any = is_float(type[0]) || is_float(type[1]) || in->op == OP_V_CNDMASK_B32;

	for (unsigned i = 0; i < 3; i++) {
		unsigned bit = 1u << i;
		bool present = any && type[i] != T_NONE && type[i] != T_MASK;
		if (present && (is_float(type[i]) || in->op == OP_V_CNDMASK_B32)) {
			in->abs |= (uint8_t)(abs & bit);
			in->neg |= (uint8_t)(neg & bit);
		} else if (present && d->info->format != FMT_VOPC) {
			in->src_sext |= (uint8_t)(neg & bit);
		} else if ((abs | neg) & bit) {
			return false;
		}
	}
	return true;
}

static bool decode_vop3(struct decoder *d)
{
	struct inst *in = d->in;
	uint32_t w0 = d->word[0], w1 = d->word[1];
	unsigned dst = field(w0, 0, 8), omod = field(w1, 27, 2), neg = field(w1, 29, 3);

	if (!set_vop3_op(d, field(w0, 16, 10)))
		return false;
	bool mask_out = d->info->flags & OPF_MASK_OUT;
	bool vop3b = mask_out && d->info->format != FMT_VOPC;
	unsigned abs = vop3b ? 0 : field(w0, 8, 3);
	bool clamp = field(w0, 15, 1);

	in->encoding = ENC_VOP3;
	if ((clamp && !(d->info->flags & OPF_CLAMP)) || (omod && !(d->info->flags & OPF_OMOD)))
		return false;
	in->clamp = clamp;
	in->omod = (uint8_t)omod;
	if (mask_out && !set_scalar_dst(&in->sdst, vop3b ? field(w0, 8, 7) : dst, T_MASK))
		return false;
	if (d->info->dst == T_NONE && !mask_out && dst)
		return false;
	if (!set_vector_dst(d, dst))
		return false;
	if (in->op != OP_V_READLANE_B32 && !set_vop3_modifiers(d, abs, neg))
		return false;
	for (unsigned i = 0; i < 3; i++) {
		unsigned code = field(w1, 9 * i, 9);
		if (d->info->src[i] == T_NONE) {
			if (code && in->op != OP_V_READLANE_B32)
				return false;
		} else if (!set_source(d, &in->src[i], code, d->info->src[i])) {
			return false;
		}
	}
	if (d->info->flags & OPF_REG_SRC && !is_register(&in->src[0]))
		return false;
	return !(d->info->flags & OPF_MASK_IN) || is_register(&in->src[2]);
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
