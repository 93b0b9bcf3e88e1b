/* Forms of the vector ALU: VOP1, VOP2, VOPC plain, as SDWA, as DPP and as VOP3; VOP3. */
#include "forms.h"

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

static bool make_row_forms(const struct op_info *info)
{
	if (info->cls != CLASS_VALU)
		return false;
	vop_forms(info);
	return true;
}
