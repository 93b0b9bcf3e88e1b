/*
 * Operand values as the executor will see them, and input that ends too early. Encodings are from
 * the GCN3 instruction formats, by hand; values by hand.
 */
#include "harness.h"
#include "isa/inst.h"

static struct inst in;

static unsigned decode(uint32_t low, uint32_t high)
{
	uint8_t bytes[8];

	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (uint8_t)((i < 4 ? low : high) >> i % 4 * 8);
	return inst_decode(&in, bytes, sizeof(bytes));
}

static uint64_t value(const struct operand *o)
{
	return o->bits[0] | (uint64_t)o->bits[1] << 32;
}

static const char *text(void)
{
	static char buffer[128];

	inst_print(buffer, sizeof(buffer), &in);
	return buffer;
}

TEST(inline_integers_by_type)
{
	CHECK_EQ(decode(0xbe8000c1, 0), 4); /* s_mov_b32 s0, -1 */
	CHECK_EQ(in.src[0].kind, OPERAND_CONST);
	CHECK_EQ(in.src[0].reg, 193);
	CHECK_EQ(value(&in.src[0]), 0xffffffff);
	CHECK_EQ(decode(0xbe8001c1, 0), 4); /* s_mov_b64 s[0:1], -1 */
	CHECK_EQ(value(&in.src[0]), 0xffffffffffffffff);
	CHECK_EQ(decode(0xbe8001c0, 0), 4); /* s_mov_b64 s[0:1], 64 */
	CHECK_EQ(value(&in.src[0]), 64);
	CHECK_EQ(decode(0x4c0002d0, 0), 4); /* v_add_u16_e32 v0, -16, v1 */
	CHECK_EQ(value(&in.src[0]), 0xfff0);
	CHECK_EQ(decode(0x3e0002c1, 0), 4); /* v_add_f16_e32 v0, -1, v1 */
	CHECK_EQ(value(&in.src[0]), 0xffff);
}

TEST(inline_floats_by_type)
{
	CHECK_EQ(decode(0x020002f2, 0), 4); /* v_add_f32_e32 v0, 1.0, v1 */
	CHECK_EQ(value(&in.src[0]), 0x3f800000);
	CHECK_EQ(decode(0x3e0002f2, 0), 4); /* v_add_f16_e32 v0, 1.0, v1 */
	CHECK_EQ(value(&in.src[0]), 0x3c00);
	CHECK_EQ(decode(0x4c0002f2, 0), 4); /* v_add_u16: the bits of the half-precision 1.0 */
	CHECK_EQ(value(&in.src[0]), 0x3c00);
	CHECK_EQ(decode(0xd2800000, 0x000208f2), 8); /* v_add_f64 v[0:1], 1.0, v[4:5] */
	CHECK_EQ(value(&in.src[0]), 0x3ff0000000000000);
	CHECK_EQ(decode(0xbe8001f2, 0), 4); /* s_mov_b64 s[0:1], 1.0 */
	CHECK_EQ(value(&in.src[0]), 0x3ff0000000000000);
	CHECK_EQ(decode(0x020002f8, 0), 4); /* 1/(2 pi) */
	CHECK_EQ(value(&in.src[0]), 0x3e22f983);
}

TEST(literals_by_type)
{
	CHECK_EQ(decode(0x020002ff, 0xdeadbeef), 8); /* v_add_f32_e32 v0, literal, v1 */
	CHECK_EQ(in.src[0].kind, OPERAND_LITERAL);
	CHECK_EQ(value(&in.src[0]), 0xdeadbeef);
	CHECK_EQ(decode(0x7e0006ff, 0xc0450000), 8); /* v_cvt_i32_f64: the high half of -42.0 */
	CHECK_EQ(value(&in.src[0]), 0xc045000000000000);
	CHECK_EQ(decode(0xbe8001ff, 0x80000001), 8); /* s_mov_b64: zero-extended */
	CHECK_EQ(value(&in.src[0]), 0x80000001);
	CHECK_EQ(decode(0x908081ff, 0x80000001), 8); /* s_ashr_i64 s[0:1], literal, 1: signed */
	CHECK_EQ(value(&in.src[0]), 0xffffffff80000001);
	CHECK_EQ(decode(0x3e0002ff, 0x00005678), 8); /* v_add_f16 */
	CHECK_EQ(in.src[0].bits[0], 0x5678);
}

TEST(implicit_vcc)
{
	CHECK_EQ(decode(0x38020602, 0), 4); /* v_addc_u32_e32 v1, vcc, s2, v3, vcc */
	CHECK_EQ(in.op, OP_V_ADDC_U32);
	CHECK_EQ(in.sdst.kind, OPERAND_SGPR);
	CHECK_EQ(in.sdst.reg, 106);
	CHECK_EQ(in.src[2].kind, OPERAND_SGPR);
	CHECK_EQ(in.src[2].reg, 106);
	CHECK_EQ(in.src[2].type, T_MASK);
	CHECK_EQ(decode(0x7d840700, 0), 4); /* v_cmp_eq_i32_e32 vcc, v0, v3 */
	CHECK_EQ(in.sdst.reg, 106);
	CHECK_EQ(in.dst.kind, OPERAND_NONE);
	CHECK_EQ(decode(0xd11c1401, 0x00320702), 8); /* v_addc_u32_e64 with its own masks */
	CHECK_EQ(in.sdst.reg, 20);
	CHECK_EQ(in.src[2].reg, 12);
}

TEST(modifiers)
{
	/* v_mad_f32 v1, -v2, |v3|, -|v4| clamp mul:4 */
	CHECK_EQ(decode(0xd1c18601, 0xb4120702), 8);
	CHECK_EQ(in.neg, 5);
	CHECK_EQ(in.abs, 6);
	CHECK_EQ(in.omod, 2);
	CHECK(in.clamp);
	CHECK_STR(text(), "v_mad_f32 v1, -v2, |v3|, -|v4| clamp mul:4");
}

TEST(literal_constant_between_sources)
{
	CHECK_EQ(decode(0x2e020602, 0x40490fdb), 8); /* v_madmk_f32 v1, s2, 0x40490fdb, v3 */
	CHECK_EQ(in.src[0].kind, OPERAND_SGPR);
	CHECK_EQ(value(&in.src[1]), 0x40490fdb);
	CHECK_EQ(in.src[2].kind, OPERAND_VGPR);
	CHECK_EQ(in.src[2].reg, 3);
	CHECK_EQ(decode(0x30020602, 0x40490fdb), 8); /* v_madak_f32 v1, s2, v3, 0x40490fdb */
	CHECK_EQ(in.src[1].reg, 3);
	CHECK_EQ(value(&in.src[2]), 0x40490fdb);
}

TEST(sdwa)
{
	/* v_add_f32_sdwa v1, -|v2|, v3: byte 1 of v2, word 1 of v3, into word 0, rest preserved */
	CHECK_EQ(decode(0x020206f9, 2 | 4 << 8 | 2 << 11 | 1 << 16 | 3 << 20 | 5 << 24), 8);
	CHECK_EQ(in.encoding, ENC_SDWA);
	CHECK_EQ(in.dst_sel, SEL_WORD0);
	CHECK_EQ(in.dst_unused, UNUSED_PRESERVE);
	CHECK_EQ(in.src_sel[0], SEL_BYTE1);
	CHECK_EQ(in.src_sel[1], SEL_WORD1);
	CHECK_EQ(in.neg, 1);
	CHECK_EQ(in.abs, 1);
	CHECK_EQ(in.src[0].reg, 2);
	CHECK_EQ(in.src[1].reg, 3);
	CHECK_EQ(decode(0x020206f9, 2 | 7 << 8 | 6 << 16 | 6 << 24), 0); /* select 7 */
	CHECK_EQ(decode(0x2e0206f9, 0x06060602), 0);                     /* v_madmk has no SDWA */
}

TEST(dpp)
{
	/* v_mov_b32_dpp v1, v2 row_shr:3 row_mask:0xa bank_mask:0x5 bound_ctrl:1 */
	CHECK_EQ(decode(0x7e0202fa, 0xa5091302), 8);
	CHECK_EQ(in.encoding, ENC_DPP);
	CHECK_EQ(in.dpp_ctrl, 0x113);
	CHECK_EQ(in.row_mask, 10);
	CHECK_EQ(in.bank_mask, 5);
	CHECK(in.bound_ctrl);
	CHECK_EQ(in.src[0].reg, 2);
	CHECK_EQ(decode(0x7e0202fa, 0xff011002), 0); /* row_shr:0 does not exist */
}

TEST(scalar_tuples)
{
	CHECK_EQ(decode(0xbe800103, 0), 4); /* an odd pair is the even one below it */
	CHECK_EQ(in.src[0].reg, 2);
	CHECK_EQ(decode(0xbe80016b, 0), 0); /* vcc_hi begins no pair */
	CHECK_EQ(decode(0xc00a1f84, 0), 0); /* s_load_dwordx4 at exec would end past the file */
}

TEST(memory_operands)
{
	CHECK_EQ(decode(0xc0060183, 0x00000024), 8); /* s_load_dwordx2 s[6:7], s[6:7], 0x24 */
	CHECK_EQ(in.dst.reg, 6);
	CHECK_EQ(in.src[0].reg, 6);
	CHECK_EQ(in.src[1].kind, OPERAND_CONST);
	CHECK_EQ(value(&in.src[1]), 0x24);
	CHECK_EQ(decode(0xd86e0201, 0x07000003),
		 8); /* ds_read2_b32 v[7:8], v3 offset0:1 offset1:2 */
	CHECK_EQ(in.imm, 1);
	CHECK_EQ(in.imm2, 2);
	CHECK_EQ(in.dst.type, T_B64);
	CHECK_EQ(decode(0xdd050000, 0x08000502),
		 8); /* flat_atomic_cmpswap v8, v[2:3], v[5:6] glc */
	CHECK_EQ(in.dst.reg, 8);
	CHECK_EQ(operand_type_dwords(in.dst.type), 1);
	CHECK_EQ(operand_type_dwords(in.src[1].type), 2);
	CHECK_EQ(decode(0xdd040000, 0x00000502), 8); /* without glc nothing returns */
	CHECK_EQ(in.dst.kind, OPERAND_NONE);
	/* buffer_store_dword v3, v1, s[0:3], s5 offen offset:16 */
	CHECK_EQ(decode(0xe0701010, 0x05000301), 8);
	CHECK(in.offen);
	CHECK_EQ(in.imm, 16);
	CHECK_EQ(in.dst.reg, 3);
	CHECK_EQ(in.src[0].reg, 1);
	CHECK_EQ(in.src[1].reg, 0);
	CHECK_EQ(in.src[2].reg, 5);
}

TEST(branch_immediates_are_signed)
{
	CHECK_EQ(decode(0xbf82fffe, 0), 4);
	CHECK_EQ(in.imm, -2);
	CHECK_STR(text(), "s_branch 65534");
	CHECK_EQ(decode(0xb0008000, 0), 4); /* s_movk_i32 s0, 0x8000 */
	CHECK_EQ(in.imm, -32768);
}

TEST(truncated_input)
{
	static const uint8_t wide[] = {0x03, 0x01, 0x06, 0xc0, 0, 0, 0, 0};
	static const uint8_t with_literal[] = {0xff, 0x02, 0x00, 0x02, 1, 2, 3, 4};

	for (size_t n = 0; n < 8; n++)
		CHECK_EQ(inst_decode(&in, wide, n), 0);
	CHECK_EQ(inst_decode(&in, wide, 8), 8);
	for (size_t n = 0; n < 8; n++)
		CHECK_EQ(inst_decode(&in, with_literal, n), 0);
	CHECK_EQ(inst_decode(&in, with_literal, 8), 8);
	CHECK_EQ(inst_decode(&in, NULL, 0), 0);
}

/* Any length of any text buffer ends in a zero. */
TEST(short_text_buffers)
{
	char buffer[64];

	CHECK_EQ(decode(0xd11c1401, 0x00320702), 8);
	for (size_t n = 1; n <= sizeof(buffer); n++) {
		memset(buffer, 'x', sizeof(buffer));
		inst_print(buffer, n, &in);
		CHECK(memchr(buffer, 0, n));
		CHECK(!strncmp(buffer, text(), strlen(buffer)));
	}
	inst_print(buffer, 0, &in);
}

/* Rows are found by format and code, so no two may share them. */
TEST(rows_are_distinct)
{
	static uint8_t seen[FMT_COUNT][1024];

	for (unsigned op = 0; op < OP_COUNT; op++) {
		const struct op_info *info = &op_infos[op];
		CHECK(info->code < 1024);
		CHECK_EQ(seen[info->format][info->code]++, 0);
	}
}
