/*
 * The listing that llvm-objdump 14 makes of a code object's executable sections, its oddities
 * included: an amd_kernel_code_t is printed as bytes (of the section's beginning), runs of zeros as
 * "...", data symbols as a hex dump. Left out: names for branch targets outside of all code.
 */
#include "isa/disasm/objdump.h"

#include <inttypes.h>
#include <string.h>

#include "isa/inst.h"

enum { KERNEL_CODE_BYTES = 256, DUMP_ROW_BYTES = 8, TEXT_COLUMNS = 59 };

struct listing {
	FILE *out;
	const struct code_object *co;
	const struct code_section *section;
	const uint8_t *bytes; /* the section's */
};

/* The symbol before which the section has a part without a name; that part gets the section's name.
 */
static struct code_symbol section_symbol(const struct code_section *s)
{
	return (struct code_symbol){.address = s->address, .name = s->name};
}

static const struct code_section *section_of(const struct code_object *co, uint64_t address)
{
	for (size_t i = 0; i < co->section_count; i++) {
		const struct code_section *s = &co->sections[i];
		if (address >= s->address && address - s->address < s->size)
			return s;
	}
	return NULL;
}

/* " <symbol+0x10>": the last symbol at or before a branch's target, in the target's section. */
static void print_target(const struct listing *l, uint64_t target)
{
	const struct code_section *section = section_of(l->co, target);
	if (!section)
		return;

	struct code_symbol found = section_symbol(section);
	for (size_t i = 0; i < l->co->symbol_count; i++) {
		const struct code_symbol *s = &l->co->symbols[i];
		if (s->address >= section->address && s->address <= target)
			found = *s;
	}
	fprintf(l->out, " <%s", found.name);
	if (target != found.address)
		fprintf(l->out, "+0x%" PRIx64, target - found.address);
	fputc('>', l->out);
}

/* A label exactly at a branch's target; LLVM then prints its name in place of the distance. */
static const char *label_at(const struct listing *l, uint64_t target)
{
	for (size_t i = 0; i < l->co->symbol_count; i++) {
		const struct code_symbol *s = &l->co->symbols[i];
		if (s->is_label && s->address == target &&
		    section_of(l->co, s->address) == l->section)
			return s->name;
	}
	return NULL;
}

static void print_words(const struct listing *l, const uint8_t *p, unsigned bytes)
{
	if (bytes < 4) {
		for (unsigned i = 0; i < bytes; i++)
			fprintf(l->out, " %02X", p[i]);
		return;
	}
	for (; bytes >= 4; bytes -= 4, p += 4)
		fprintf(l->out, " %02X%02X%02X%02X", p[3], p[2], p[1], p[0]);
}

/* Bytes that are no instruction: a word, or what is left of the section. */
static unsigned format_data(char *text, size_t size, const uint8_t *p, uint64_t left)
{
	if (left >= 4) {
		snprintf(text, size, ".long 0x%02x%02x%02x%02x", p[3], p[2], p[1], p[0]);
		return 4;
	}
	int used = snprintf(text, size, ".byte 0x%02x", p[0]);
	for (uint64_t i = 1; i < left; i++)
		used += snprintf(text + used, size - (size_t)used, ", 0x%02x", p[i]);
	return (unsigned)left;
}

static unsigned print_instruction(const struct listing *l, uint64_t offset)
{
	const uint8_t *p = l->bytes + offset;
	uint64_t left = l->section->size - offset;
	uint64_t address = l->section->address + offset;
	struct inst in;
	char text[256];
	unsigned size = inst_decode(&in, p, left);
	bool branch =
		size && inst_info(&in)->format == FMT_SOPP && inst_info(&in)->cls == CLASS_BRANCH;
	uint64_t target = branch ? address + 4 + (uint64_t)((int64_t)in.imm * 4) : 0;
	const char *label = branch ? label_at(l, target) : NULL;

	if (label)
		snprintf(text, sizeof(text), "%s %s", inst_info(&in)->name, label);
	else if (size)
		inst_print(text, sizeof(text), &in);
	else
		size = format_data(text, sizeof(text), p, left);
	fprintf(l->out, "\t%-*s// %012" PRIX64 ":", TEXT_COLUMNS, text, address);
	print_words(l, p, size);
	if (branch && !label)
		print_target(l, target);
	fputc('\n', l->out);
	return size;
}

/* Length of a run of zeros that is not worth printing: at least 8, in whole words. */
static uint64_t skippable_zeros(const uint8_t *p, uint64_t bytes)
{
	uint64_t n = 0;
	while (n < bytes && p[n] == 0)
		n++;
	return n < 8 ? 0 : n & ~(uint64_t)3;
}

static void print_code(const struct listing *l, uint64_t offset, uint64_t end)
{
	while (offset < end) {
		uint64_t zeros = skippable_zeros(l->bytes + offset, end - offset);
		if (zeros) {
			fputs("\t\t...\n", l->out);
			offset += zeros;
		} else {
			offset += print_instruction(l, offset);
		}
	}
}

/* LLVM prints as many bytes as the header has, but those at the section's beginning. */
static void print_kernel_code_header(const struct listing *l, const char *name)
{
	fprintf(l->out, "// Error in decoding %s : Decoding failed region as bytes.\n", name);
	for (uint64_t i = 0; i < KERNEL_CODE_BYTES && i < l->section->size; i++)
		fprintf(l->out, "\t.byte\t 0x%X\n", l->bytes[i]);
}

static void print_data(const struct listing *l, uint64_t offset, uint64_t end)
{
	for (; offset < end; offset += DUMP_ROW_BYTES) {
		uint64_t n = end - offset < DUMP_ROW_BYTES ? end - offset : DUMP_ROW_BYTES;
		const uint8_t *p = l->bytes + offset;
		fprintf(l->out, "%8" PRIx64 ":", l->section->address + offset);
		for (uint64_t i = 0; i < n; i++)
			fprintf(l->out, " %02x", p[i]);
		fprintf(l->out, "%*s", (int)(3 * (DUMP_ROW_BYTES - n) + 9), "");
		for (uint64_t i = 0; i < n; i++)
			fputc(p[i] >= 0x20 && p[i] < 0x7f ? p[i] : '.', l->out);
		fputc('\n', l->out);
	}
}

/* What lies between a symbol and the next one. */
static void print_symbol(const struct listing *l, const struct code_symbol *s, uint64_t end)
{
	uint64_t offset = s->address - l->section->address;

	if (offset >= end)
		return;
	fprintf(l->out, "\n%016" PRIx64 " <%s>:\n", s->address, s->name);
	if (s->is_kernel_v2) {
		print_kernel_code_header(l, s->name);
		offset += KERNEL_CODE_BYTES;
	}
	if (s->is_data)
		print_data(l, offset, end);
	else
		print_code(l, offset, end);
}

static void print_section(const struct listing *l)
{
	const struct code_section *section = l->section;
	struct code_symbol current = section_symbol(section);

	if (section->size == 0)
		return;
	fprintf(l->out, "\nDisassembly of section %s:\n", section->name);
	for (size_t i = 0; i < l->co->symbol_count; i++) {
		const struct code_symbol *s = &l->co->symbols[i];
		if (section_of(l->co, s->address) != section)
			continue;
		print_symbol(l, &current, s->address - section->address);
		current = *s;
	}
	print_symbol(l, &current, section->size);
}

void objdump_print(FILE *out, const struct code_object *co, const char *file_name)
{
	fprintf(out, "\n%s:\tfile format elf64-amdgpu\n", file_name);
	for (size_t i = 0; i < co->section_count; i++) {
		const struct code_section *section = &co->sections[i];
		struct listing l = {out, co, section, co->image + section->address};
		print_section(&l);
	}
}
