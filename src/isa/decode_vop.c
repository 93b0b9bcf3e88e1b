/* Vector ALU encodings: VOP1, VOP2, VOPC with their SDWA and DPP words, and VOP3. */
#include "isa/decode.h"

static bool is_float(enum operand_type type)
{
	return type == T_F16 || type == T_F32 || type == T_F64;
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
	uint32_t sext = field(bits, 3, 1), neg = field(bits, 4, 1), abs = field(bits, 5, 1);

	if (is_float(d->info->src[i]) ? sext : neg | abs)
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

static bool set_dpp_control(struct decoder *d)
{
	struct inst *in = d->in;
	uint32_t w = d->word[1];

	in->encoding = ENC_DPP;
	d->size = 8;
	in->dpp_ctrl = (uint16_t)field(w, 8, 9);
	in->bound_ctrl = field(w, 19, 1);
	in->bank_mask = (uint8_t)field(w, 24, 4);
	in->row_mask = (uint8_t)field(w, 28, 4);
	return is_dpp_ctrl(in->dpp_ctrl);
}

static bool decode_dpp(struct decoder *d)
{
	struct inst *in = d->in;
	unsigned mods = field(d->word[1], 20, 4);

	if (d->bytes < 8 || d->info->flags & OPF_NO_DPP || !set_dpp_control(d) ||
	    !set_vgpr(&in->src[0], field(d->word[1], 0, 8), d->info->src[0]))
		return false;
	if (in->op == OP_V_CNDMASK_B32)
		return true; /* its modifier bits are ignored */
	for (unsigned i = 0; i < 2; i++) {
		bool neg = mods >> (2 * i) & 1, abs = mods >> (2 * i + 1) & 1;
		if (is_float(d->info->src[i])) {
			in->neg |= (uint8_t)((uint32_t)neg << i);
			in->abs |= (uint8_t)((uint32_t)abs << i);
		} else if (in->op == OP_V_LDEXP_F16) {
			in->src_sext |= (uint8_t)((uint32_t)neg << i);
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

/*
 * v_nop and v_clrexcp ignore src0. Yet v_nop has SDWA and DPP words, when these name no operand;
 * LLVM prints the first as if it were not there.
 */
static bool decode_no_operands(struct decoder *d)
{
	unsigned code = field(d->word[0], 0, 9);
	bool wide = d->bytes >= 8 && d->in->op == OP_V_NOP;

	if (field(d->word[0], 17, 8))
		return false;
	if (wide && code == 249 && !(d->word[1] & 0x3f3f20ff))
		d->size = 8;
	if (wide && code == 250 && !(d->word[1] & 0x00f000ff))
		return set_dpp_control(d);
	return true;
}

bool decode_vop1(struct decoder *d)
{
	unsigned dst = field(d->word[0], 17, 8);

	if (!set_op(d, FMT_VOP1, field(d->word[0], 9, 8)))
		return false;
	if (d->info->src[0] == T_NONE)
		return decode_no_operands(d);
	if (!set_vector_dst(d, dst) || !set_src0(d))
		return false;
	return !(d->info->flags & OPF_REG_SRC) || is_register(&d->in->src[0]);
}

bool decode_vop2(struct decoder *d)
{
	struct inst *in = d->in;
	unsigned vsrc1 = field(d->word[0], 9, 8);

	if (!set_op(d, FMT_VOP2, field(d->word[0], 25, 6)) ||
	    !set_vector_dst(d, field(d->word[0], 17, 8)))
		return false;
	if (d->info->flags & OPF_LITERAL_K) {
		unsigned k = in->op == OP_V_MADMK_F32 || in->op == OP_V_MADMK_F16 ? 1 : 2;
		in->src[k].type = d->info->src[k];
		return set_literal(d, &in->src[k]) &&
		       set_vgpr(&in->src[3 - k], vsrc1, d->info->src[3 - k]) && set_src0(d);
	}
	set_vcc_masks(d);
	return set_src0(d) && set_vgpr(&in->src[1], vsrc1, d->info->src[1]);
}

bool decode_vopc(struct decoder *d)
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

bool decode_vop3(struct decoder *d)
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
