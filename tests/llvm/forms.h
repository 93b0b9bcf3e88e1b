/*
 * Every row of the opcode table in every form its operands may take, encoded field by field. LLVM's
 * disassembler must print what we print, and LLVM's assembler must make the same bytes of it.
 * Operands vary one at a time around a base form; everything that a format can say is said once.
 * Each forms_*.c makes the forms of some formats; the tests are here.
 */
#ifndef TESTS_LLVM_FORMS_H
#define TESTS_LLVM_FORMS_H

#include <stdlib.h>

#include "assemble.h"
#include "base/error.h"
#include "harness.h"
#include "isa/inst.h"

/* Adds the forms of a row; false when its format is another file's business. */
static bool make_row_forms(const struct op_info *info);

enum { LITERAL = 0x12345678, LITERAL16 = 0x5678, VGPR = 256 };

static struct encoding *forms;
static size_t form_count, form_capacity, row_count;

static inline void add(const uint32_t *words, unsigned count)
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
static inline void add32(uint32_t word, bool literal)
{
	add((uint32_t[]){word, LITERAL}, literal ? 2 : 1);
}

static inline void add64(uint32_t low, uint32_t high)
{
	add((uint32_t[]){low, high}, 2);
}

struct codes {
	unsigned n;
	uint16_t code[80];
};

static inline void push(struct codes *c, unsigned code)
{
	c->code[c->n++] = (uint16_t)code;
}

/* Scalar registers that can hold a type: numbered ones, then those with names. */
static inline struct codes scalars(enum operand_type type)
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

static inline struct codes vgprs(enum operand_type type)
{
	struct codes c = {0};

	push(&c, VGPR + 1);
	push(&c, VGPR + 256 - operand_type_dwords(type));
	return c;
}

static inline void push_all(struct codes *to, struct codes from)
{
	for (unsigned i = 0; i < from.n; i++)
		push(to, from.code[i]);
}

/* Inline constants; those floats that a 16-bit integer cannot name are left out. */
static inline void push_constants(struct codes *c, enum operand_type type)
{
	for (unsigned code = 128; code <= 208; code += code == 130 ? 60 : 1)
		push(c, code);
	for (unsigned code = 240; code <= 248 && type != T_B16; code++)
		push(c, code);
}

static void make_forms(void)
{
	if (form_count)
		return;
	for (unsigned op = 0; op < OP_COUNT; op++) {
		size_t before = form_count;
		if (!make_row_forms(&op_infos[op]))
			continue;
		row_count++;
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
	printf("# %zu rows, %zu forms\n", row_count, form_count);
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

#endif
