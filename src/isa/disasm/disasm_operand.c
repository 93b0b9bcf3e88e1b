/* Text of operands, and of the immediates that LLVM prints in words: hwreg, sendmsg, swizzle, ...
 */
#include "isa/disasm/disasm.h"

static void out_vgpr(struct text *t, unsigned reg, unsigned dwords)
{
	if (dwords == 1)
		out(t, "v%u", reg);
	else
		out(t, "v[%u:%u]", reg, reg + dwords - 1);
}

static void out_sgpr(struct text *t, unsigned reg, unsigned dwords)
{
	static const char *const pairs[] = {"flat_scratch", "xnack_mask", "vcc", "tba", "tma"};
	const char *half = dwords > 1 ? "" : reg % 2 ? "_hi" : "_lo";

	if (reg >= SREG_FLAT_SCRATCH && reg < SREG_TTMP0) {
		out(t, "%s%s", pairs[(reg - SREG_FLAT_SCRATCH) / 2], half);
	} else if (reg == SREG_M0) {
		out(t, "m0");
	} else if (reg == SREG_NULL) {
		out(t, "null");
	} else if (reg >= SREG_EXEC) {
		out(t, "exec%s", half);
	} else {
		const char *file = reg >= SREG_TTMP0 ? "ttmp" : "s";
		unsigned first = reg >= SREG_TTMP0 ? reg - SREG_TTMP0 : reg;
		if (dwords == 1)
			out(t, "%s%u", file, first);
		else
			out(t, "%s[%u:%u]", file, first, first + dwords - 1);
	}
}

/* The nine inline floats as LLVM writes them; 1/(2 pi) has more digits in 64 bits. */
static void out_inline_float(struct text *t, unsigned index, bool wide)
{
	static const char *const text[] = {"0.5",  "-0.5", "1.0",  "-1.0",      "2.0",
					   "-2.0", "4.0",  "-4.0", "0.15915494"};
	out(t, "%s%s", text[index], wide && index == 8 ? "309189532" : "");
}

/*
 * LLVM prints a constant by its value alone, so that a literal equal to an inline constant looks
 * like one. Integers of 16 bits have no float names, nor has a 16-bit literal with more bits set.
 */
static void out_value(struct text *t, uint64_t value, int64_t as_signed, enum operand_type type)
{
	static const uint16_t f16[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
				       0xc000, 0x4400, 0xc400, 0x3118};
	static const uint32_t f32[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
				       0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
	static const uint64_t f64[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
				       0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
				       0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};
	bool wide = operand_type_dwords(type) > 1;

	if (as_signed >= -16 && as_signed <= 64) {
		out(t, "%d", (int)as_signed);
		return;
	}
	for (unsigned i = 0; i < 9 && type != T_B16; i++) {
		if (value == (type == T_F16 ? f16[i] : wide ? f64[i] : f32[i])) {
			out_inline_float(t, i, wide);
			return;
		}
	}
	out(t, "0x%llx", (unsigned long long)value);
}

static void out_constant(struct text *t, const struct operand *o)
{
	uint64_t value = o->bits[0] | (uint64_t)o->bits[1] << 32;

	switch (o->type) {
	case T_B16:
	case T_F16:
		out_value(t, o->bits[0], (int16_t)o->bits[0], o->bits[1] ? T_B16 : o->type);
		break;
	case T_B32:
	case T_F32:
		out_value(t, value, (int32_t)value, o->type);
		break;
	default:
		/* A literal is printed as the 32 bits of the encoding, whatever they are widened
		 * to. */
		if (o->kind == OPERAND_LITERAL)
			value = o->type == T_F64 ? o->bits[1] : o->bits[0];
		out_value(t, value, (int64_t)value, o->type);
	}
}

void out_operand(struct text *t, const struct operand *o)
{
	static const char *const low[] = {"src_shared_base", "src_shared_limit", "src_private_base",
					  "src_private_limit", "src_pops_exiting_wave_id"};
	static const char *const high[] = {"src_vccz", "src_execz", "src_scc", "src_lds_direct"};
	unsigned dwords = operand_type_dwords(o->type);

	switch (o->kind) {
	case OPERAND_VGPR:
		out_vgpr(t, o->reg, dwords);
		break;
	case OPERAND_SGPR:
		out_sgpr(t, o->reg, dwords);
		break;
	case OPERAND_SPECIAL:
		out(t, "%s",
		    o->reg < SRC_VCCZ ? low[o->reg - SRC_SHARED_BASE] : high[o->reg - SRC_VCCZ]);
		break;
	default:
		out_constant(t, o);
	}
}

void out_number(struct text *t, unsigned value)
{
	out(t, value <= 64 ? "%u" : "0x%x", value);
}

void out_gpr_idx(struct text *t, unsigned imm)
{
	static const char *const names[] = {"SRC0", "SRC1", "SRC2", "DST"};
	const char *comma = "";

	if (imm > 15) {
		out(t, "0x%x", imm);
		return;
	}
	out(t, "gpr_idx(");
	for (unsigned i = 0; i < 4; i++) {
		if (imm >> i & 1) {
			out(t, "%s%s", comma, names[i]);
			comma = ",";
		}
	}
	out(t, ")");
}

void out_hwreg(struct text *t, unsigned imm)
{
	static const char *const names[] = {"MODE",      "STATUS",    "TRAPSTS", "HW_ID",
					    "GPR_ALLOC", "LDS_ALLOC", "IB_STS"};
	unsigned id = imm & 63, offset = imm >> 6 & 31, width = (imm >> 11) + 1;

	if (id >= 1 && id <= 7)
		out(t, "hwreg(HW_REG_%s", names[id - 1]);
	else
		out(t, "hwreg(%u", id);
	if (offset || width != 32)
		out(t, ", %u, %u", offset, width);
	out(t, ")");
}

void out_waitcnt(struct text *t, unsigned imm)
{
	unsigned vm = imm & 15, exp = imm >> 4 & 7, lgkm = imm >> 8 & 15;
	bool all = vm == 15 && exp == 7 && lgkm == 15;
	const char *space = "";

	if (vm != 15 || all) {
		out(t, "vmcnt(%u)", vm);
		space = " ";
	}
	if (exp != 7 || all) {
		out(t, "%sexpcnt(%u)", space, exp);
		space = " ";
	}
	if (lgkm != 15 || all)
		out(t, "%slgkmcnt(%u)", space, lgkm);
}

void out_sendmsg(struct text *t, unsigned imm)
{
	enum { GS = 2, GS_DONE = 3, SYSMSG = 15 };
	static const char *const gs_op[] = {"NOP", "CUT", "EMIT", "EMIT_CUT"};
	static const char *const sysmsg_op[] = {"ECC_ERR_INTERRUPT", "REG_RD", "HOST_TRAP_ACK",
						"TTRACE_PC"};
	unsigned msg = imm & 15, op = imm >> 4 & 7, stream = imm >> 8 & 3;

	if (msg == GS_DONE && op == 0 && stream == 0)
		out(t, "sendmsg(MSG_GS_DONE, GS_OP_NOP)");
	else if ((msg == GS || msg == GS_DONE) && op >= 1 && op <= 3)
		out(t, "sendmsg(MSG_%s, GS_OP_%s, %u)", msg == GS ? "GS" : "GS_DONE", gs_op[op],
		    stream);
	else if (msg == SYSMSG && op >= 1 && op <= 4 && stream == 0)
		out(t, "sendmsg(MSG_SYSMSG, SYSMSG_OP_%s)", sysmsg_op[op - 1]);
	else if ((msg == 1 || msg == 4) && op == 0 && stream == 0)
		out(t, "sendmsg(MSG_%s)", msg == 1 ? "INTERRUPT" : "SAVEWAVE");
	else if (imm & ~0x37fu)
		out(t, "%u", imm);
	else
		out(t, "sendmsg(%u, %u, %u)", msg, op, stream);
}

/* One letter per bit of the lane number: fixed 0 or 1, p preserved, i inverted. */
static void out_bitmask(struct text *t, unsigned and_mask, unsigned or_mask, unsigned xor_mask)
{
	unsigned of_zeros = or_mask ^ xor_mask;
	unsigned of_ones = (and_mask | or_mask) ^ xor_mask;

	out(t, "BITMASK_PERM,\"");
	for (int bit = 4; bit >= 0; bit--) {
		unsigned zero = of_zeros >> bit & 1, one = of_ones >> bit & 1;
		out(t, "%c", zero == one ? (int)('0' + zero) : zero ? 'i' : 'p');
	}
	out(t, "\"");
}

static bool is_power_of_two(unsigned n)
{
	return n && !(n & (n - 1));
}

void out_swizzle(struct text *t, unsigned imm)
{
	unsigned and_mask = imm & 31, or_mask = imm >> 5 & 31, xor_mask = imm >> 10 & 31;
	unsigned group = 32 - and_mask;
	bool keeps_group = and_mask == 31 && or_mask == 0;

	if (imm == 0)
		return;
	if (imm & 0x8000 && imm >> 8 != 0x80) {
		out(t, " offset:%u", imm);
		return;
	}
	out(t, " offset:swizzle(");
	if (imm & 0x8000)
		out(t, "QUAD_PERM,%u,%u,%u,%u", imm & 3, imm >> 2 & 3, imm >> 4 & 3, imm >> 6 & 3);
	else if (keeps_group && is_power_of_two(xor_mask))
		out(t, "SWAP,%u", xor_mask);
	else if (keeps_group && xor_mask && is_power_of_two(xor_mask + 1))
		out(t, "REVERSE,%u", xor_mask + 1);
	else if (group > 1 && is_power_of_two(group) && or_mask < group && xor_mask == 0)
		out(t, "BROADCAST,%u,%u", group, or_mask);
	else
		out_bitmask(t, and_mask, or_mask, xor_mask);
	out(t, ")");
}

void out_dpp_ctrl(struct text *t, unsigned ctrl)
{
	static const char *const rows[] = {"row_shl", "row_shr", "row_ror"};
	static const char *const waves[] = {"wave_shl", "wave_rol", "wave_shr", "wave_ror"};

	if (ctrl <= 0xff)
		out(t, " quad_perm:[%u,%u,%u,%u]", ctrl & 3, ctrl >> 2 & 3, ctrl >> 4 & 3,
		    ctrl >> 6 & 3);
	else if (ctrl <= 0x12f && ctrl & 15)
		out(t, " %s:%u", rows[(ctrl >> 4) - 0x10], ctrl & 15);
	else if (ctrl >> 4 == 0x13 && ctrl % 4 == 0)
		out(t, " %s:1", waves[ctrl >> 2 & 3]);
	else if (ctrl == 0x140 || ctrl == 0x141)
		out(t, " row_%smirror", ctrl == 0x141 ? "half_" : "");
	else
		out(t, " row_bcast:%u", ctrl == 0x142 ? 15 : 31);
}
