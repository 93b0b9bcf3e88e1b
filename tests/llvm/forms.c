/*
 * Every row of the opcode table in every form its operands may take, encoded here field by field.
 * LLVM's disassembler must print what we print, and LLVM's assembler must make the same bytes of
 * it. Operands vary one at a time around a base form; everything that a format can say is said
 * once.
 */
#include <stdlib.h>

#include "assemble.h"
#include "harness.h"
#include "isa/inst.h"
#include "sim/error.h"

enum { LITERAL = 0x12345678, LITERAL16 = 0x5678, VGPR = 256 };

static struct encoding *forms;
static size_t form_count, form_capacity;

static void add(const uint32_t *words, unsigned count)
{
	if (form_count == form_capacity) {
		form_capacity = form_capacity ? 2 * form_capacity : 4096;
		forms = xrealloc(forms, form_capacity * sizeof(*forms));
	}
	struct encoding *e = &forms[form_count++];
	e->size = 4 * count;
	for (unsigned i = 0; i < e->size; i++)
		e->bytes[i] = (uint8_t)(words[i / 4] >> i % 4 * 8);
}

/* One word, and the literal when a source asks for it. */
static void add32(uint32_t word, bool literal)
{
	add((uint32_t[]){word, LITERAL}, literal ? 2 : 1);
}

static bool is_narrow(unsigned type)
{
	return type == T_B16 || type == T_F16;
}

/* A 16-bit operand's text has only the low half of its literal. */
static void add_vop(const struct op_info *info, uint32_t word, bool literal)
{
	uint32_t value = is_narrow(info->src[0]) ? LITERAL16 : LITERAL;
	add((uint32_t[]){word, value}, literal ? 2 : 1);
}

static void add64(uint32_t low, uint32_t high)
{
	add((uint32_t[]){low, high}, 2);
}

struct codes {
	unsigned n;
	uint16_t code[80];
};

static void push(struct codes *c, unsigned code)
{
	c->code[c->n++] = (uint16_t)code;
}

/* Scalar registers that can hold a type: numbered ones, then those with names. */
static struct codes scalars(enum operand_type type)
{
	unsigned dwords = operand_type_dwords(type);
	struct codes c = {0};

	push(&c, 8);
	push(&c, dwords <= 2 ? 100 : dwords == 4 ? 96 : dwords == 8 ? 92 : 84);
	push(&c, 112); /* ttmp0 */
	if (dwords <= 2) {
		for (unsigned code = 102; code < 112; code += 2)
			if (code != SREG_XNACK_MASK) /* gfx803 has none, says the assembler */
				push(&c, code);
		push(&c, SREG_EXEC);
	}
	if (dwords == 1) {
		push(&c, SREG_VCC + 1);
		push(&c, SREG_EXEC + 1);
		push(&c, SREG_M0);
	}
	return c;
}

static struct codes vgprs(enum operand_type type)
{
	struct codes c = {0};

	push(&c, VGPR + 1);
	push(&c, VGPR + 256 - operand_type_dwords(type));
	return c;
}

static void push_all(struct codes *to, struct codes from)
{
	for (unsigned i = 0; i < from.n; i++)
		push(to, from.code[i]);
}

/* Inline constants; those floats that a 16-bit integer cannot name are left out. */
static void push_constants(struct codes *c, enum operand_type type)
{
	for (unsigned code = 128; code <= 208; code += code == 130 ? 60 : 1)
		push(c, code);
	for (unsigned code = 240; code <= 248 && type != T_B16; code++)
		push(c, code);
}

static struct codes scalar_sources(const struct op_info *info, enum operand_type type)
{
	struct codes c = scalars(type);

	if (info->flags & OPF_REG_SRC)
		return c;
	push_constants(&c, type);
	for (unsigned code = SRC_VCCZ; code <= SRC_SCC; code++)
		push(&c, code);
	push(&c, 255);
	return c;
}

static struct codes vector_sources(const struct op_info *info, enum operand_type type, bool literal)
{
	struct codes c = vgprs(type);

	if (type == T_MASK)
		return scalars(type);
	if (info->flags & OPF_SGPR_DST) /* readlane, readfirstlane: vector registers only */
		return c;
	push_all(&c, scalars(type));
	if (info->flags & OPF_REG_SRC)
		return c;
	if (operand_type_dwords(type) <= 2) {
		push_constants(&c, type);
		push(&c, SRC_SCC);
	}
	if (literal)
		push(&c, 255);
	return c;
}

static void sop1_forms(const struct op_info *info)
{
	struct codes dst = scalars(info->dst), src = scalar_sources(info, info->src[0]);

	for (unsigned i = 0; i < (info->dst ? dst.n : 1); i++)
		for (unsigned k = 0; k < (info->src[0] ? src.n : 1); k++)
			add32(0xbe800000u | (info->dst ? dst.code[i] << 16 : 0) |
				      (uint32_t)info->code << 8 | (info->src[0] ? src.code[k] : 0),
			      info->src[0] && src.code[k] == 255);
}

static void sop2_forms(const struct op_info *info)
{
	struct codes dst = scalars(info->dst);
	uint32_t base = 0x80000000u | (uint32_t)info->code << 23;

	for (unsigned i = 0; i < (info->dst ? dst.n : 0); i++)
		add32(base | (uint32_t)dst.code[i] << 16 | 20 << 8 | 24, false);
	for (unsigned s = 0; s < 2; s++) {
		struct codes src = scalar_sources(info, info->src[s]);
		for (unsigned i = 0; i < src.n; i++) {
			uint32_t other = s ? 24 : 20 << 8;
			uint32_t to = info->dst ? 12 << 16 : 0;
			add32(base | to | other | (uint32_t)src.code[i] << (8 * s),
			      src.code[i] == 255);
		}
	}
}

static void sopk_forms(const struct op_info *info)
{
	static const uint16_t imms[] = {0, 1, 2, 64, 0x7fff, 0x8000, 0xfffe, 0xffff};
	uint32_t base = 0xb0000000u | (uint32_t)info->code << 23;
	struct codes reg = scalars(info->dst ? info->dst : info->src[0]);
	bool hwreg = strstr(info->name, "etreg");
	bool literal = info->flags & OPF_LITERAL_K;

	for (unsigned i = 0; i < (literal ? 1 : reg.n); i++)
		for (unsigned k = 0; k < sizeof(imms) / sizeof(*imms) && !hwreg; k++)
			add32(base | (uint32_t)reg.code[i] << 16 | imms[k], literal);
	for (unsigned id = 1; id <= 7 && hwreg; id++)
		for (unsigned offset = 0; offset < 32; offset += 31)
			for (unsigned width = 0; width < 32; width++)
				add32(base | (literal ? 0 : 12 << 16) | width << 11 | offset << 6 |
					      id,
				      literal);
}

static void sopc_forms(const struct op_info *info)
{
	uint32_t base = 0xbf000000u | (uint32_t)info->code << 16;

	for (unsigned s = 0; s < 2; s++) {
		struct codes src = scalar_sources(info, info->src[s]);
		for (unsigned i = 0; i < src.n && info->src[s]; i++) {
			uint32_t other = s ? 24 : info->src[1] ? 20 << 8 : 3 << 8;
			add32(base | other | (uint32_t)src.code[i] << (8 * s), src.code[i] == 255);
		}
	}
	for (unsigned mode = 0; mode < 16 && !info->src[1]; mode++)
		add32(base | mode << 8 | 24, false);
}

static void sopp_forms(const struct op_info *info)
{
	static const uint16_t imms[] = {0, 1, 2, 15, 64, 65, 0x7fff, 0x8000, 0xffff};
	static const uint16_t messages[] = {0x01, 0x03, 0x04, 0x12, 0x22,  0x32,  0x13,
					    0x23, 0x33, 0x1f, 0x2f, 0x112, 0x233, 0x323};
	uint32_t base = 0xbf800000u | (uint32_t)info->code << 16;

	if (info->flags & OPF_NO_IMM) {
		add32(base, false);
	} else if (!strncmp(info->name, "s_sendmsg", 9)) {
		for (unsigned i = 0; i < sizeof(messages) / sizeof(*messages); i++)
			add32(base | messages[i], false);
	} else if (!strcmp(info->name, "s_waitcnt")) {
		for (unsigned i = 0; i < 0x1000; i++)
			if (!(i & 0x80))
				add32(base | i, false);
	} else if (!strcmp(info->name, "s_set_gpr_idx_mode")) {
		for (unsigned i = 0; i < 16; i++)
			add32(base | i, false);
	} else {
		for (unsigned i = 0; i < sizeof(imms) / sizeof(*imms); i++)
			add32(base | imms[i], false);
	}
}

static void smem_forms(const struct op_info *info)
{
	static const uint32_t offsets[] = {0, 1, 64, 0x1234, 0xfffff};
	enum operand_type data_type = info->dst ? info->dst : info->src[2];
	uint32_t base = 0xc0000000u | (uint32_t)info->code << 18;
	struct codes data = scalars(data_type), sbase = scalars(info->src[0]);
	struct codes soffset = scalars(T_B32);
	bool glc = info->flags & (OPF_LOAD | OPF_STORE);

	if (!info->src[0]) { /* s_memtime and the cache controls */
		for (unsigned i = 0; i < (info->dst ? data.n : 1); i++)
			add64(base | (info->dst ? (uint32_t)data.code[i] << 6 : 0), 0);
		return;
	}
	for (unsigned i = 0; i < (data_type ? data.n : 1); i++)
		add64(base | 1 << 17 | (data_type ? (uint32_t)data.code[i] << 6 : 7 << 6) | 4, 16);
	for (unsigned i = 0; i < sbase.n; i++)
		add64(base | 1 << 17 | 12 << 6 | sbase.code[i] / 2, 16);
	for (unsigned i = 0; i < sizeof(offsets) / sizeof(*offsets); i++)
		for (unsigned bit = 0; bit <= glc; bit++)
			add64(base | 1 << 17 | bit << 16 | 12 << 6 | 4, offsets[i]);
	for (unsigned i = 0; i < soffset.n; i++)
		for (unsigned bit = 0; bit <= glc; bit++)
			add64(base | bit << 16 | 12 << 6 | 4, soffset.code[i]);
}

/* The word of VOP1, VOP2 or VOPC with these operands. */
static uint32_t vop_word(const struct op_info *info, unsigned dst, unsigned src0, unsigned src1)
{
	switch (info->format) {
	case FMT_VOP1:
		return 0x7e000000u | dst << 17 | (uint32_t)info->code << 9 | src0;
	case FMT_VOP2:
		return (uint32_t)info->code << 25 | dst << 17 | src1 << 9 | src0;
	default:
		return 0x7c000000u | (uint32_t)info->code << 17 | src1 << 9 | src0;
	}
}

static bool is_float(unsigned type)
{
	return type == T_F16 || type == T_F32 || type == T_F64;
}

static void e32_forms(const struct op_info *info)
{
	bool k = info->flags & OPF_LITERAL_K;
	struct codes src = vector_sources(info, info->src[0], !k);
	struct codes dst = info->flags & OPF_SGPR_DST ? scalars(info->dst) : vgprs(info->dst);
	struct codes src1 = vgprs(info->src[1]);

	if (!info->src[0]) {
		add_vop(info, vop_word(info, 0, 0, 0), false);
		if (!(info->flags & OPF_NO_DPP))
			add64(vop_word(info, 0, 250, 0), 0xff00e400u);
		return;
	}
	for (unsigned i = 0; i < src.n; i++)
		add_vop(info, vop_word(info, 2, src.code[i], info->src[1] ? 6 : 0),
			k || src.code[i] == 255);
	for (unsigned i = 0; i < dst.n && info->dst; i++)
		add_vop(info, vop_word(info, dst.code[i] & 255, VGPR + 4, info->src[1] ? 6 : 0), k);
	for (unsigned i = 0; i < src1.n && info->src[1]; i++)
		add_vop(info, vop_word(info, 2, VGPR + 4, src1.code[i] & 255), k);
}

static void sdwa_forms(const struct op_info *info)
{
	bool one = info->format == FMT_VOP1, compare = info->format == FMT_VOPC;
	uint32_t word = vop_word(info, 2, 249, one ? 0 : 6);
	uint32_t base = 5 | (compare ? 0 : 6 << 8) | 6 << 16 | (one ? 0 : 6 << 24);

	for (unsigned select = 0; select <= SEL_DWORD; select++) {
		if (!compare)
			for (unsigned unused = 0; unused <= UNUSED_PRESERVE; unused++)
				add64(word, (base & ~0x1f00u) | select << 8 | unused << 11);
		add64(word, (base & ~0x70000u) | select << 16);
		if (!one)
			add64(word, (base & ~0x7000000u) | select << 24);
	}
	for (unsigned s = 0; s < (one ? 1 : 2); s++) {
		unsigned shift = s ? 24 : 16;
		if (is_float(info->src[s]))
			for (unsigned mods = 1; mods < 4; mods++)
				add64(word, base | mods << (shift + 4));
		else
			add64(word, base | 1u << (shift + 3));
	}
	add64(word, base | 1 << 13);
	add64(word, base | 255);
}

static void dpp_forms(const struct op_info *info, bool all_controls)
{
	static const uint16_t controls[] = {0x00,  0xe4,  0xff,  0x101, 0x10f, 0x111,
					    0x11f, 0x121, 0x12f, 0x130, 0x134, 0x138,
					    0x13c, 0x140, 0x141, 0x142, 0x143};
	bool one = info->format == FMT_VOP1;
	uint32_t word = vop_word(info, 2, 250, one ? 0 : 6);

	for (unsigned i = 0; i < sizeof(controls) / sizeof(*controls); i++)
		add64(word, 0xff000005u | (uint32_t)controls[i] << 8);
	for (unsigned ctrl = 0; ctrl <= 0x12f && all_controls; ctrl++)
		if (ctrl <= 0xff || ctrl & 15)
			add64(word, 0xff000005u | ctrl << 8);
	for (unsigned mask = 0; mask < 16; mask++) {
		add64(word, 0xf000e405u | mask << 24);
		add64(word, 0x0f00e405u | mask << 28);
	}
	add64(word, 0xff08e405u);
	for (unsigned s = 0; s < (one ? 1 : 2); s++)
		for (unsigned mods = 1; mods < 4 && is_float(info->src[s]); mods++)
			add64(word, 0xff00e405u | mods << (20 + 2 * s));
}

static void vop3_modifiers(const struct op_info *info, uint32_t low, uint32_t high)
{
	bool vop3b = info->flags & OPF_MASK_OUT && info->format != FMT_VOPC;
	unsigned floats = 0;

	for (unsigned s = 0; s < 3; s++)
		if (is_float(info->src[s]) || (!strcmp(info->name, "v_cndmask_b32") && s < 2))
			floats |= 1u << s;
	for (unsigned abs = 0; abs < 8; abs++)
		for (unsigned neg = 0; neg < 8; neg++)
			if (!(abs & ~(vop3b ? 0 : floats)) && !(neg & ~floats))
				add64(low | abs << 8, high | neg << 29);
	for (unsigned omod = 0; omod < 4 && info->flags & OPF_OMOD; omod++)
		for (unsigned clamp = 0; clamp < 2; clamp++)
			add64(low | clamp << 15, high | omod << 27);
	if (info->flags & OPF_CLAMP)
		add64(low | 1 << 15, high);
}

static void vop3_forms(const struct op_info *info)
{
	static const uint16_t offsets[FMT_COUNT] = {[FMT_VOP1] = 320, [FMT_VOP2] = 256};
	uint32_t low = 0xd0000000u | (info->code + (uint32_t)offsets[info->format]) << 16;
	bool compare = info->format == FMT_VOPC, mask_out = info->flags & OPF_MASK_OUT;
	unsigned dst_default = compare ? 10 : 2;
	uint32_t sdst_default = mask_out && !compare ? 10 << 8 : 0;
	struct codes dst = compare || info->flags & OPF_SGPR_DST
				   ? scalars(compare ? T_MASK : info->dst)
				   : vgprs(info->dst);
	struct codes sdst = scalars(T_MASK);
	uint32_t high = 0;

	for (unsigned s = 0; s < 3; s++) {
		bool lane = strstr(info->name, "lane_b32") && (s == 1 || info->dst == T_NONE);
		if (info->src[s])
			high |= (info->src[s] == T_MASK || lane ? 20 : VGPR + 4 + 4 * s) << (9 * s);
	}
	if (!strcmp(info->name, "v_writelane_b32"))
		high = 20 | 129 << 9;
	for (unsigned s = 0; s < 3; s++) {
		struct codes src = vector_sources(info, info->src[s], false);
		bool lane = strstr(info->name, "lane_b32") != NULL;
		for (unsigned i = 0; i < src.n && info->src[s]; i++) {
			if (lane && s == 1)
				break;
			if (!strcmp(info->name, "v_writelane_b32") && src.code[i] >= SRC_VCCZ)
				continue;
			add64(low | dst_default | sdst_default,
			      (high & ~(0x1ffu << 9 * s)) | (uint32_t)src.code[i] << (9 * s));
		}
	}
	for (unsigned i = 0; i < dst.n; i++)
		add64(low | (dst.code[i] & 255) | sdst_default, high);
	for (unsigned i = 0; i < sdst.n && sdst_default; i++)
		add64(low | dst_default | (uint32_t)sdst.code[i] << 8, high);
	vop3_modifiers(info, low | dst_default | sdst_default, high);
}

static void vop_forms(const struct op_info *info)
{
	if (info->format != FMT_VOP3)
		e32_forms(info);
	if (!info->src[0])
		return;
	if (!(info->flags & OPF_NO_VOP3))
		vop3_forms(info);
	if (info->format != FMT_VOP3 && !(info->flags & OPF_NO_SDWA))
		sdwa_forms(info);
	if (info->format != FMT_VOP3 && !(info->flags & OPF_NO_DPP))
		dpp_forms(info, !strcmp(info->name, "v_add_f32"));
}

static void swizzle_forms(uint32_t base, uint32_t high)
{
	for (unsigned quad = 0; quad < 256; quad++)
		add64(base | 0x8000 | quad, high);
	/* Each bit of the lane number preserved, inverted, 0 or 1, in the masks LLVM chooses. */
	for (unsigned choice = 0; choice < 1024; choice++) {
		static const uint16_t masks[] = {0, 1 << 5, 1, 1 | 1 << 10};
		unsigned imm = 0;
		for (unsigned bit = 0; bit < 5; bit++)
			imm |= (unsigned)masks[choice >> 2 * bit & 3] << bit;
		add64(base | imm, high);
	}
}

static void ds_forms(const struct op_info *info)
{
	static const uint16_t offsets[] = {0, 1, 0x80, 0xff, 0x100, 0x7f00, 0xff01, 0xffff};
	enum operand_type types[] = {info->src[0], info->src[1], info->src[2], info->dst};
	uint32_t base = 0xd8000000u | (uint32_t)info->code << 17, high = 0;
	bool gds_only = info->flags & OPF_GDS;
	bool no_gds = strstr(info->name, "permute"), nop = !strcmp(info->name, "ds_nop");

	for (unsigned i = 0; i < 4; i++)
		high |= types[i] ? (4 + 4 * i) << (8 * i) : 0;
	if (gds_only)
		base |= 1 << 16;
	for (unsigned i = 0; i < 4; i++)
		if (types[i])
			add64(base, (high & ~(255u << 8 * i)) |
					    (256 - operand_type_dwords(types[i])) << (8 * i));
	if (!strcmp(info->name, "ds_swizzle_b32")) {
		swizzle_forms(base, high);
		return;
	}
	for (unsigned i = 0; i < (nop ? 1 : sizeof(offsets) / sizeof(*offsets)); i++)
		for (unsigned gds = 0; gds <= (!gds_only && !no_gds && !nop); gds++)
			add64(base | gds << 16 | offsets[i], high);
}

static void flat_forms(const struct op_info *info)
{
	uint32_t base = 0xdc000000u | (uint32_t)info->code << 18;
	bool atomic = info->flags & OPF_ATOMIC, load = info->flags & OPF_LOAD;

	for (unsigned bits = 0; bits < 4; bits++) {
		bool returns = load || (atomic && bits & 1);
		for (unsigned i = 0; i < 4; i++) {
			unsigned addr = i == 1 ? 254 : 4;
			unsigned data = i == 2 ? 256 - operand_type_dwords(info->src[1]) : 8;
			unsigned dst = i == 3 ? 256 - operand_type_dwords(info->dst) : 12;
			add64(base | bits << 16, addr | (info->src[1] ? data << 8 : 0) |
							 (returns ? (dst & 255) << 24 : 0));
		}
	}
}

static void mubuf_forms(const struct op_info *info)
{
	static const uint16_t offsets[] = {0, 1, 64, 4095};
	uint32_t base = 0xe0000000u | (uint32_t)info->code << 18;
	uint32_t high = (info->dst ? 12 << 8 : 0) | 2 << 16 | 20u << 24;
	struct codes soffset = scalars(T_B32), srsrc = scalars(T_B128);
	bool store_lds = info->src[1] && !info->dst, atomic = info->flags & OPF_ATOMIC;
	bool load_lds = !strcmp(info->name, "buffer_load_format_x") ||
			(info->code >= 16 && info->code <= 20);

	if (!info->src[1]) {
		add64(base, 0);
		return;
	}
	if (store_lds)
		base |= 1 << 16;
	push_constants(&soffset, T_B32);
	for (unsigned mode = 0; mode < (store_lds ? 1 : 4); mode++)
		for (unsigned i = 0; i < 4; i++)
			for (unsigned bits = 0; bits < 4; bits++)
				add64(base | offsets[i] | mode << 12 | (bits & 1) << 14 |
					      (bits & 2) << 16,
				      high | (mode ? 4 : 0));
	for (unsigned i = 0; i < soffset.n; i++)
		add64(base, (high & 0xffffff) | (uint32_t)soffset.code[i] << 24);
	for (unsigned i = 0; i < srsrc.n; i++)
		add64(base, (high & ~(31u << 16)) | (uint32_t)srsrc.code[i] / 4 << 16);
	if (info->dst)
		add64(base, (high & ~0xff00u) | (256 - operand_type_dwords(info->dst)) << 8);
	if (!store_lds && !atomic)
		add64(base, high | 1 << 23);
	if (load_lds)
		add64(base | 1 << 16, high);
}

static void make_forms(void)
{
	static void (*const make[FMT_COUNT])(const struct op_info *) = {
		[FMT_SOP1] = sop1_forms,   [FMT_SOP2] = sop2_forms, [FMT_SOPK] = sopk_forms,
		[FMT_SOPC] = sopc_forms,   [FMT_SOPP] = sopp_forms, [FMT_SMEM] = smem_forms,
		[FMT_VOP1] = vop_forms,    [FMT_VOP2] = vop_forms,  [FMT_VOPC] = vop_forms,
		[FMT_VOP3] = vop_forms,    [FMT_DS] = ds_forms,     [FMT_FLAT] = flat_forms,
		[FMT_MUBUF] = mubuf_forms,
	};

	if (form_count)
		return;
	for (unsigned op = 0; op < OP_COUNT; op++) {
		size_t before = form_count;
		make[op_infos[op].format](&op_infos[op]);
		if (form_count == before)
			BUG("no form of %s", op_infos[op].name);
	}
}

static bool have_llvm(const char *test)
{
	if (llvm_is_version_14())
		return true;
	printf("skip %s: needs llvm-mc of LLVM 14\n", test);
	return false;
}

/* Bytes as hexadecimal words, for messages. */
static const char *hex(const struct encoding *e)
{
	static char text[40];
	unsigned used = 0;

	for (unsigned i = 0; i + 4 <= e->size; i += 4)
		used += (unsigned)snprintf(text + used, sizeof(text) - used, " %02x%02x%02x%02x",
					   e->bytes[i + 3], e->bytes[i + 2], e->bytes[i + 1],
					   e->bytes[i]);
	return text;
}

/* Our text of a form; a form that we refuse is a failure, since all are valid. */
static void print_form(const struct encoding *e, char *text, size_t bytes)
{
	struct inst in;

	if (inst_decode(&in, e->bytes, e->size) != e->size)
		snprintf(text, bytes, "(refused)");
	else
		inst_print(text, bytes, &in);
}

TEST(every_form_prints_as_in_llvm)
{
	unsigned wrong = 0;

	if (!have_llvm("every_form_prints_as_in_llvm"))
		return;
	make_forms();
	struct disassembly *llvm = xcalloc(form_count, sizeof(*llvm));
	CHECK(disassemble(forms, form_count, llvm));
	for (size_t i = 0; i < form_count; i++) {
		char text[192];
		print_form(&forms[i], text, sizeof(text));
		if (strcmp(text, llvm[i].text) && wrong++ < 20)
			printf("#%s: \"%s\", LLVM has \"%s\"\n", hex(&forms[i]), text,
			       llvm[i].text);
	}
	free(llvm);
	printf("# %d rows, %zu forms\n", OP_COUNT, form_count);
	CHECK_EQ(wrong, 0);
}

static bool is_scalar(const struct operand *o)
{
	return o->kind == OPERAND_SGPR || o->kind == OPERAND_SPECIAL || o->kind == OPERAND_LITERAL;
}

/*
 * What LLVM's assembler may refuse although it disassembles it: a vector instruction that reads
 * more than one scalar value, a scalar load to a register that loads cannot write, destinations
 * that overlap sources where the hardware does not allow it, SDWA selects on an accumulator.
 */
static bool may_be_refused(const struct inst *in)
{
	const struct op_info *info = inst_info(in);
	unsigned data = info->dst ? in->dst.reg : in->src[2].reg, scalars_read = 0;

	if (info->format == FMT_SMEM)
		return data >= SREG_M0 || operand_type_dwords(info->dst) == 16;
	if (in->op == OP_S_CBRANCH_G_FORK)
		return in->src[0].kind == OPERAND_LITERAL || in->src[1].kind == OPERAND_LITERAL;
	if (info->cls != CLASS_VALU)
		return false;
	for (unsigned i = 0; i < 3; i++)
		scalars_read += is_scalar(&in->src[i]);
	scalars_read += (info->flags & OPF_READS_VCC) != 0;
	scalars_read += strstr(info->name, "movrel") != NULL; /* M0 */
	if (scalars_read > 1)
		return true;
	if (strstr(info->name, "qsad"))
		return true;
	return in->encoding == ENC_SDWA && info->flags & OPF_ACC && in->dst_sel != SEL_DWORD;
}

TEST(every_form_assembles_to_the_same_bytes)
{
	unsigned wrong = 0, refused = 0;

	if (!have_llvm("every_form_assembles_to_the_same_bytes"))
		return;
	make_forms();
	struct encoding *again = xcalloc(form_count, sizeof(*again));
	const char **lines = xcalloc(form_count, sizeof(*lines));
	char(*texts)[192] = xcalloc(form_count, sizeof(*texts));
	for (size_t i = 0; i < form_count; i++) {
		print_form(&forms[i], texts[i], sizeof(texts[i]));
		lines[i] = texts[i];
	}
	CHECK(assemble(lines, form_count, again));
	for (size_t i = 0; i < form_count; i++) {
		struct inst in;
		bool same = again[i].size == forms[i].size &&
			    !memcmp(again[i].bytes, forms[i].bytes, forms[i].size);
		if (again[i].size == 0 && inst_decode(&in, forms[i].bytes, forms[i].size) &&
		    may_be_refused(&in)) {
			refused++;
			continue;
		}
		if (!same && wrong++ < 20) {
			printf("#%s \"%s\":", hex(&forms[i]), texts[i]);
			printf(" LLVM assembles%s\n", again[i].size ? hex(&again[i]) : " nothing");
		}
	}
	printf("# %zu forms, of which LLVM refuses to assemble %u\n", form_count, refused);
	free(again);
	free(lines);
	free(texts);
	CHECK_EQ(wrong, 0);
}
