/* Forms of the scalar formats: SOP1, SOP2, SOPK, SOPC, SOPP, SMEM. */
#include "forms.h"

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

static bool make_row_forms(const struct op_info *info)
{
	switch (info->format) {
	case FMT_SOP1:
		sop1_forms(info);
		return true;
	case FMT_SOP2:
		sop2_forms(info);
		return true;
	case FMT_SOPK:
		sopk_forms(info);
		return true;
	case FMT_SOPC:
		sopc_forms(info);
		return true;
	case FMT_SOPP:
		sopp_forms(info);
		return true;
	case FMT_SMEM:
		smem_forms(info);
		return true;
	default:
		return false;
	}
}
