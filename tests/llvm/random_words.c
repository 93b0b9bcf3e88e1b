/*
 * Random words, from a fixed seed: for each row of the opcode table fields that are mostly valid
 * and sometimes not, then words without any plan. LLVM must accept what we accept, with the same
 * text.
 */
#include <stdlib.h>

#include "assemble.h"
#include "base/error.h"
#include "base/rng.h"
#include "harness.h"
#include "isa/inst.h"

enum { PER_ROW = 60, WITHOUT_PLAN = 20000 };

static struct rng rng;

static uint32_t bits(unsigned n)
{
	return (uint32_t)(rng_u64(&rng) >> (64 - n));
}

static bool chance(unsigned percent)
{
	return rng_below(&rng, 100) < percent;
}

/* Zero, except in some percent of the cases. */
static uint32_t rarely(unsigned percent, uint32_t value)
{
	return chance(percent) ? value : 0;
}

static uint32_t source(bool vector)
{
	switch (rng_below(&rng, vector ? 9 : 8)) {
	case 0:
		return bits(7);
	case 1:
		return (uint32_t)rng_below(&rng, 102);
	case 2:
		return 102 + (uint32_t)rng_below(&rng, 26);
	case 3:
		return 128 + (uint32_t)rng_below(&rng, 81);
	case 4:
		return 240 + (uint32_t)rng_below(&rng, 9);
	case 5:
		return 251 + (uint32_t)rng_below(&rng, 4);
	case 6:
		return bits(8);
	case 7:
		return 255;
	default:
		return 256 + bits(8);
	}
}

/* A source of VOP1, VOP2 or VOPC that does not announce an SDWA or DPP word. */
static uint32_t plain_source(void)
{
	uint32_t code = chance(40) ? 256 + bits(8) : source(true);
	return code == 249 || code == 250 ? 128 : code;
}

static uint32_t literal(void)
{
	static const uint32_t special[] = {0x3f800000, 0x3118,     0x3c00,     0xbf000000,
					   0x80000000, 0x3ff00000, 0x3fe00000, 0xffffffff};
	switch (rng_below(&rng, 4)) {
	case 0:
		return special[rng_below(&rng, sizeof(special) / sizeof(*special))];
	case 1:
		return (uint32_t)rng_below(&rng, 80);
	case 2:
		return 0u - (uint32_t)rng_below(&rng, 20);
	default:
		return bits(32);
	}
}

static uint32_t sdwa_word(bool one_source)
{
	uint32_t w =
		bits(8) | (uint32_t)rng_below(&rng, 7) << 8 | (uint32_t)rng_below(&rng, 3) << 11;

	w |= rarely(30, 1) << 13 | rarely(10, bits(2)) << 14;
	w |= (uint32_t)rng_below(&rng, 7) << 16 | rarely(30, bits(3)) << 19;
	w |= rarely(10, bits(2)) << 22 | rarely(10, bits(2)) << 30;
	if (!one_source || chance(10))
		w |= (uint32_t)rng_below(&rng, 7) << 24 | rarely(30, bits(3)) << 27;
	return w;
}

static uint32_t dpp_word(void)
{
	uint32_t ctrl = chance(50) ? bits(8) : 0x100 + (uint32_t)rng_below(&rng, 0x60);

	return bits(8) | ctrl << 8 | rarely(10, bits(2)) << 17 | rarely(30, 1) << 19 |
	       rarely(30, bits(4)) << 20 | bits(8) << 24;
}

static void vop3_words(const struct op_info *info, uint32_t *w)
{
	static const uint16_t offsets[FMT_COUNT] = {[FMT_VOP1] = 320, [FMT_VOP2] = 256};
	bool scalar_dst = info->format == FMT_VOPC || info->flags & OPF_SGPR_DST;

	w[0] = 0xd0000000u | (info->code + (uint32_t)offsets[info->format]) << 16;
	w[0] |= bits(scalar_dst ? 7 : 8) | rarely(40, bits(7)) << 8 | rarely(20, 1) << 15;
	w[1] = rarely(30, bits(2)) << 27 | rarely(40, bits(3)) << 29;
	for (unsigned i = 0; i < 3; i++)
		w[1] |= rarely(info->src[i] ? 100 : 3, source(true)) << (9 * i);
}

static void vop_words(const struct op_info *info, uint32_t *w)
{
	unsigned kind = (unsigned)rng_below(&rng, 10);
	uint32_t src0 = kind < 5 ? plain_source() : kind < 7 ? 249 : 250;

	if (info->format == FMT_VOP3 || chance(35)) {
		vop3_words(info, w);
		return;
	}
	if (info->format == FMT_VOP1)
		w[0] = 0x7e000000u | bits(info->flags & OPF_SGPR_DST ? 7 : 8) << 17 |
		       (uint32_t)info->code << 9 | src0;
	else if (info->format == FMT_VOP2)
		w[0] = (uint32_t)info->code << 25 | bits(8) << 17 | bits(8) << 9 | src0;
	else
		w[0] = 0x7c000000u | (uint32_t)info->code << 17 | bits(8) << 9 | src0;
	w[1] = src0 == 249   ? sdwa_word(info->format == FMT_VOP1)
	       : src0 == 250 ? dpp_word()
			     : literal();
}

static void memory_words(const struct op_info *info, uint32_t *w)
{
	uint32_t code = info->code;
	bool strict = chance(70);

	switch (info->format) {
	case FMT_SMEM:
		w[0] = 0xc0000000u | code << 18 | bits(1) << 17 | rarely(30, 1) << 16 |
		       rarely(5, bits(3)) << 13 | bits(13);
		w[1] = chance(50) ? bits(7) : bits(32);
		break;
	case FMT_DS:
		w[0] = 0xd8000000u | code << 17 | rarely(chance(50) ? 50 : 10, 1) << 16 |
		       rarely(60, bits(16));
		w[1] = rarely(info->src[0] || !strict ? 100 : 0, bits(8)) |
		       rarely(info->src[1] || !strict ? 100 : 0, bits(8)) << 8 |
		       rarely(info->src[2] || !strict ? 100 : 0, bits(8)) << 16 |
		       rarely(info->dst || !strict ? 100 : 0, bits(8)) << 24;
		break;
	case FMT_FLAT:
		w[0] = 0xdc000000u | code << 18 | rarely(10, bits(16)) | bits(2) << 16 |
		       rarely(5, 1) << 25;
		w[1] = bits(16) | rarely(5, bits(8)) << 16 | bits(8) << 24;
		break;
	default:
		w[0] = 0xe0000000u | code << 18 | rarely(50, bits(12)) | bits(3) << 12 |
		       rarely(5, 1) << 15 | rarely(20, 1) << 16 | rarely(30, 1) << 17 |
		       rarely(5, 1) << 25;
		w[1] = bits(21) | rarely(5, bits(2)) << 21 | rarely(20, 1) << 23 |
		       source(false) << 24;
	}
}

static void random_words(const struct op_info *info, uint32_t *w)
{
	uint32_t code = info->code;

	w[1] = literal();
	switch (info->format) {
	case FMT_SOP1:
		w[0] = 0xbe800000u | bits(7) << 16 | code << 8 | source(false);
		break;
	case FMT_SOP2:
		w[0] = 0x80000000u | code << 23 | bits(7) << 16 | source(false) << 8 |
		       source(false);
		break;
	case FMT_SOPC:
		w[0] = 0xbf000000u | code << 16 | source(false) << 8 | source(false);
		break;
	case FMT_SOPK:
		w[0] = 0xb0000000u | code << 23 | bits(23);
		break;
	case FMT_SOPP:
		w[0] = 0xbf800000u | code << 16 | rarely(70, chance(50) ? bits(16) : bits(10));
		break;
	case FMT_VOP1:
	case FMT_VOP2:
	case FMT_VOPC:
	case FMT_VOP3:
		vop_words(info, w);
		break;
	default:
		memory_words(info, w);
	}
}

/*
 * Outside of our scope: exports, images, typed buffers, interpolation; and where LLVM has no
 * defined answer (SDWA selects that mean nothing crash it) or an accident of its tables for one
 * (the reserved bit of DS, a code of buffer_wbinvl1 from an older generation).
 */
static bool in_scope(const uint32_t *w)
{
	bool sdwa = w[0] >> 31 == 0 && (w[0] & 511) == 249;
	uint32_t vop3_code = w[0] >> 16 & 1023;

	if (sdwa && ((w[1] >> 8 & 7) == 7 || (w[1] >> 11 & 3) == 3 || (w[1] >> 16 & 7) == 7 ||
		     (w[1] >> 24 & 7) == 7))
		return false;
	switch (w[0] >> 26) {
	case 0x30:
	case 0x37:
		return true;
	case 0x34:
		return vop3_code < 624 || vop3_code > 630;
	case 0x36:
		return !(w[0] >> 25 & 1);
	case 0x38:
		return (w[0] >> 18 & 127) != 113;
	default:
		return w[0] >> 30 != 3;
	}
}

/*
 * LLVM prints some operands that cannot be with a comment in the text, or as a scalar destination
 * that is none; and 128-bit operands at EXEC or NULL, where the register file ends. We refuse
 * these.
 */
static bool llvm_means_refused(const char *text, const uint32_t *w)
{
	uint32_t top = w[0] >> 26, code = top == 0x30 ? w[0] >> 18 & 255 : 0;
	bool wide_data = top == 0x30 && (code == 2 || code == 10 || code == 18 || code == 26);
	bool wide_base = top == 0x30 &&
			 ((code >= 8 && code <= 12) || (code >= 24 && code <= 26) || code == 39);

	if (strstr(text, "/*"))
		return true;
	if (!strncmp(text, "v_read", 6) || !strncmp(text, "v_cmp", 5)) {
		const char *dst = strchr(text, ' ');
		if (dst && !strncmp(dst, " src_", 5))
			return true;
	}
	if (top == 0x34 && strstr(text, "v_mqsad_u32_u8")) {
		uint32_t src2 = w[1] >> 18 & 511;
		return src2 == SREG_NULL || src2 == SREG_EXEC;
	}
	return (wide_data && (w[0] >> 6 & 127) >= SREG_NULL) || (wide_base && (w[0] & 63) == 63);
}

static void set_words(struct encoding *e, const uint32_t *w)
{
	e->size = 8;
	for (unsigned i = 0; i < 8; i++)
		e->bytes[i] = (uint8_t)(w[i / 4] >> i % 4 * 8);
}

static bool agrees(const struct encoding *e, const uint32_t *w, const struct disassembly *llvm,
		   char *text, size_t bytes)
{
	struct inst in, next;
	unsigned size = inst_decode(&in, e->bytes, e->size);
	bool refused = llvm->count == 0 || llvm_means_refused(llvm->text, w);

	if (!size) {
		snprintf(text, bytes, "(refused)");
		return refused;
	}
	inst_print(text, bytes, &in);
	if (refused || strcmp(text, llvm->text))
		return false;
	/* LLVM must have used as many bytes: what follows is an instruction of its own, or is not.
	 */
	if (size == 8)
		return llvm->count == 1;
	return !inst_decode(&next, e->bytes + size, e->size - size) || llvm->count == 2;
}

TEST(random_words_decode_as_in_llvm)
{
	size_t count = 0, capacity = (size_t)OP_COUNT * PER_ROW + WITHOUT_PLAN;
	unsigned wrong = 0, accepted = 0;

	if (!llvm_is_version_14()) {
		printf("skip random_words_decode_as_in_llvm: needs llvm-mc of LLVM 14\n");
		return;
	}
	uint32_t(*words)[2] = xcalloc(capacity, sizeof(*words));
	struct encoding *groups = xcalloc(capacity, sizeof(*groups));
	struct disassembly *llvm = xcalloc(capacity, sizeof(*llvm));
	rng_seed(&rng, 803);
	for (size_t i = 0; i < capacity; i++) {
		uint32_t w[2] = {bits(32), bits(32)};
		if (i < (size_t)OP_COUNT * PER_ROW)
			random_words(&op_infos[i / PER_ROW], w);
		if (!in_scope(w))
			continue;
		memcpy(words[count], w, sizeof(w));
		set_words(&groups[count++], w);
	}
	CHECK(disassemble(groups, count, llvm));
	for (size_t i = 0; i < count; i++) {
		char text[192];
		accepted += llvm[i].count > 0;
		if (!agrees(&groups[i], words[i], &llvm[i], text, sizeof(text)) && wrong++ < 20)
			printf("# %08x %08x: \"%s\", LLVM has \"%s\" (%u)\n", words[i][0],
			       words[i][1], text, llvm[i].text, llvm[i].count);
	}
	printf("# %zu words, of which LLVM accepts %u\n", count, accepted);
	free(words);
	free(groups);
	free(llvm);
	CHECK_EQ(wrong, 0);
}
