/*
 * Assembly text of decoded instructions, letter for letter as LLVM 14 prints it: one small function
 * per format; disasm_operand.c prints operands and the immediates that have a syntax of their own.
 */
#include "isa/disasm/disasm.h"

#include <stdarg.h>
#include <stdio.h>

void out(struct text *t, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	int n = vsnprintf(t->p + t->used, t->bytes - t->used, fmt, args);
	va_end(args);
	if (n > 0)
		t->used += (size_t)n;
	if (t->used >= t->bytes)
		t->used = t->bytes - 1;
}

/* " " before the first operand, ", " before each other one. */
static void separate(struct text *t)
{
	out(t, t->operands++ ? ", " : " ");
}

static void print_operand(struct text *t, const struct operand *o)
{
	if (o->kind == OPERAND_NONE)
		return;
	separate(t);
	out_operand(t, o);
}

/*
 * Literals of v_madmk and v_madak: the constant itself is never printed as an inline constant nor
 * cut to 16 bits, and LLVM takes the first source of v_madmk_f16 for a 32-bit one.
 */
static void print_literal_k(struct text *t, const struct inst *in, unsigned i)
{
	struct operand o = in->src[i];
	bool narrow = o.type == T_F16;
	uint32_t raw = narrow ? o.bits[0] | o.bits[1] << 16 : o.bits[0];

	if (i > 0) {
		out(t, "0x%x", raw);
		return;
	}
	if (in->op == OP_V_MADMK_F16) {
		o.type = T_B32;
		o.bits[0] = raw;
		o.bits[1] = 0;
	}
	out_operand(t, &o);
}

/* A source with its abs, neg or sext. */
static void print_source(struct text *t, const struct inst *in, unsigned i)
{
	const struct operand *o = &in->src[i];
	bool abs = in->abs >> i & 1, neg = in->neg >> i & 1, sext = in->src_sext >> i & 1;
	bool constant = o->kind == OPERAND_CONST || o->kind == OPERAND_LITERAL;

	if (o->kind == OPERAND_NONE)
		return;
	separate(t);
	if (o->kind == OPERAND_LITERAL && inst_info(in)->flags & OPF_LITERAL_K) {
		print_literal_k(t, in, i);
		return;
	}
	if (neg)
		out(t, constant && !abs ? "neg(" : "-");
	out(t, abs ? "|" : sext ? "sext(" : "");
	out_operand(t, o);
	out(t, abs ? "|" : sext ? ")" : "");
	if (neg && constant && !abs)
		out(t, ")");
}

static void print_flag(struct text *t, bool flag, const char *name)
{
	if (flag)
		out(t, " %s", name);
}

static void print_sop(struct text *t, const struct inst *in)
{
	print_operand(t, &in->dst);
	print_operand(t, &in->src[0]);
	print_operand(t, &in->src[1]);
	if (in->op == OP_S_SET_GPR_IDX_ON) {
		separate(t);
		out_gpr_idx(t, (unsigned)in->imm);
	}
}

static void print_sopk(struct text *t, const struct inst *in)
{
	unsigned imm = (uint16_t)in->imm;

	switch (in->op) {
	case OP_S_SETREG_B32:
	case OP_S_SETREG_IMM32_B32:
		separate(t);
		out_hwreg(t, imm);
		print_operand(t, &in->src[0]);
		return;
	case OP_S_GETREG_B32:
		print_operand(t, &in->dst);
		separate(t);
		out_hwreg(t, imm);
		return;
	}
	print_operand(t, &in->dst);
	print_operand(t, &in->src[0]);
	separate(t);
	out(t, in->op == OP_S_CBRANCH_I_FORK ? "%u" : "0x%x", imm);
}

static void print_sopp(struct text *t, const struct inst *in)
{
	unsigned imm = (uint16_t)in->imm;

	if (inst_info(in)->flags & OPF_NO_IMM || (in->op == OP_S_ENDPGM && imm == 0))
		return;
	separate(t);
	switch (in->op) {
	case OP_S_WAITCNT:
		out_waitcnt(t, imm);
		break;
	case OP_S_SENDMSG:
	case OP_S_SENDMSGHALT:
		out_sendmsg(t, imm);
		break;
	case OP_S_SET_GPR_IDX_MODE:
		out_gpr_idx(t, imm);
		break;
	default:
		if (inst_info(in)->cls == CLASS_BRANCH || in->op == OP_S_ENDPGM)
			out(t, "%u", imm);
		else
			out_number(t, imm);
	}
}

static void print_smem(struct text *t, const struct inst *in)
{
	print_operand(t, &in->dst);
	print_operand(t, &in->src[2]);
	if (in->op == OP_S_ATC_PROBE || in->op == OP_S_ATC_PROBE_BUFFER) {
		separate(t);
		out_number(t, (unsigned)in->imm);
	}
	print_operand(t, &in->src[0]);
	if (in->src[1].kind == OPERAND_CONST) {
		separate(t);
		out(t, "0x%x", in->src[1].bits[0]);
	} else {
		print_operand(t, &in->src[1]);
	}
	print_flag(t, in->glc && inst_info(in)->flags & (OPF_LOAD | OPF_STORE), "glc");
}

static void print_sdwa(struct text *t, const struct inst *in)
{
	static const char *const select[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3",
					     "WORD_0", "WORD_1", "DWORD"};
	static const char *const unused[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};

	if (inst_info(in)->format != FMT_VOPC)
		out(t, " dst_sel:%s dst_unused:%s", select[in->dst_sel], unused[in->dst_unused]);
	out(t, " src0_sel:%s", select[in->src_sel[0]]);
	if (inst_info(in)->format != FMT_VOP1)
		out(t, " src1_sel:%s", select[in->src_sel[1]]);
}

static void print_dpp(struct text *t, const struct inst *in)
{
	out_dpp_ctrl(t, in->dpp_ctrl);
	out(t, " row_mask:0x%x bank_mask:0x%x", in->row_mask, in->bank_mask);
	print_flag(t, in->bound_ctrl, "bound_ctrl:1");
}

static void print_vop(struct text *t, const struct inst *in)
{
	static const char *const omod[] = {"", " mul:2", " mul:4", " div:2"};

	print_operand(t, &in->dst);
	print_operand(t, &in->sdst);
	for (unsigned i = 0; i < 3; i++)
		print_source(t, in, i);
	print_flag(t, in->clamp, "clamp");
	out(t, "%s", omod[in->omod]);
	if (in->encoding == ENC_SDWA)
		print_sdwa(t, in);
	else if (in->encoding == ENC_DPP)
		print_dpp(t, in);
}

static void print_ds(struct text *t, const struct inst *in)
{
	print_operand(t, &in->dst);
	for (unsigned i = 0; i < 3; i++)
		print_operand(t, &in->src[i]);
	if (inst_info(in)->flags & OPF_TWO_OFFSETS) {
		if (in->imm)
			out(t, " offset0:%d", in->imm);
		if (in->imm2)
			out(t, " offset1:%d", in->imm2);
	} else if (in->op == OP_DS_SWIZZLE_B32) {
		out_swizzle(t, (unsigned)in->imm);
	} else if (in->imm) {
		out(t, " offset:%d", in->imm);
	}
	print_flag(t, in->gds, "gds");
}

static void print_flat(struct text *t, const struct inst *in)
{
	print_operand(t, &in->dst);
	print_operand(t, &in->src[0]);
	print_operand(t, &in->src[1]);
	if (in->imm)
		out(t, " offset:%d", in->imm);
	print_flag(t, in->glc, "glc");
	print_flag(t, in->slc, "slc");
}

static void print_mubuf(struct text *t, const struct inst *in)
{
	if (inst_info(in)->src[1] == T_NONE)
		return;
	print_operand(t, &in->dst);
	if (in->src[0].kind != OPERAND_NONE) {
		print_operand(t, &in->src[0]);
	} else if (in->op != OP_BUFFER_STORE_LDS_DWORD) {
		separate(t);
		out(t, "off");
	}
	print_operand(t, &in->src[1]);
	print_operand(t, &in->src[2]);
	print_flag(t, in->idxen, "idxen");
	print_flag(t, in->offen, "offen");
	if (in->imm)
		out(t, " offset:%d", in->imm);
	print_flag(t, in->lds && in->op == OP_BUFFER_STORE_LDS_DWORD, "lds");
	print_flag(t, in->glc, "glc");
	print_flag(t, in->slc, "slc");
	print_flag(t, in->tfe, "tfe");
	print_flag(t, in->lds && in->op != OP_BUFFER_STORE_LDS_DWORD, "lds");
}

static const char *mnemonic_suffix(const struct inst *in)
{
	const struct op_info *info = inst_info(in);

	if (info->format != FMT_VOP1 && info->format != FMT_VOP2 && info->format != FMT_VOPC)
		return "";
	if (info->flags & OPF_NO_VOP3 || info->src[0] == T_NONE)
		return "";
	switch (in->encoding) {
	case ENC_VOP3:
		return "_e64";
	case ENC_SDWA:
		return info->format == FMT_VOPC ? "" : "_sdwa";
	case ENC_DPP:
		return "_dpp";
	default:
		return "_e32";
	}
}

void inst_print(char *text, size_t bytes, const struct inst *in)
{
	static void (*const print[FMT_COUNT])(struct text *, const struct inst *) = {
		[FMT_SOP1] = print_sop,    [FMT_SOP2] = print_sop,  [FMT_SOPK] = print_sopk,
		[FMT_SOPC] = print_sop,    [FMT_SOPP] = print_sopp, [FMT_SMEM] = print_smem,
		[FMT_VOP1] = print_vop,    [FMT_VOP2] = print_vop,  [FMT_VOPC] = print_vop,
		[FMT_VOP3] = print_vop,    [FMT_DS] = print_ds,     [FMT_FLAT] = print_flat,
		[FMT_MUBUF] = print_mubuf,
	};
	struct text t = {.p = text, .bytes = bytes};

	if (bytes == 0)
		return;
	text[0] = '\0';
	out(&t, "%s%s", inst_info(in)->name, mnemonic_suffix(in));
	print[inst_info(in)->format](&t, in);
}
