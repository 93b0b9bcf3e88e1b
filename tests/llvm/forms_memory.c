/* Forms of the vector memory formats: DS, FLAT, MUBUF. */
#include "forms.h"

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

static bool make_row_forms(const struct op_info *info)
{
	switch (info->format) {
	case FMT_DS:
		ds_forms(info);
		return true;
	case FMT_FLAT:
		flat_forms(info);
		return true;
	case FMT_MUBUF:
		mubuf_forms(info);
		return true;
	default:
		return false;
	}
}
