/* What the parts of the loader share: the file being read, and who reads which part of it. */
#ifndef ISA_OBJECT_CODE_OBJECT_PARTS_H
#define ISA_OBJECT_CODE_OBJECT_PARTS_H

#include <endian.h>
#include <gelf.h>
#include <string.h>

#include "isa/object/code_metadata.h"
#include "isa/object/code_object.h"

/* Type of the symbol of a version 2 kernel, which points at its amd_kernel_code_t. */
enum { STT_AMDGPU_KERNEL = 10 };

/* A symbol whose name is known to end within the string table. */
struct elf_symbol {
	const char *name;
	uint64_t address, size;
	uint16_t section;
	uint8_t type, binding;
};

struct elf_file {
	uint8_t *bytes; /* our copy; names point into it */
	size_t size;
	Elf *elf;
	GElf_Ehdr header;
	struct code_object *co;
	struct error *err;
	struct elf_symbol *symbols; /* of .symtab, or of .dynsym when stripped */
	size_t symbol_count;
	struct metadata metadata;
	bool has_metadata;
	uint32_t isa_version[3]; /* version 2's ISA note; 0 0 0 when there is none */
};

struct code_relocation {
	uint64_t offset; /* in the image */
	uint64_t value;  /* symbol plus addend */
	bool absolute;   /* value does not move with the image */
	uint32_t type;
};

/* code_object_elf.c: everything in the ELF file that is not about kernels. */
bool elf_check_header(struct elf_file *f);
bool elf_read_segments(struct elf_file *f);
bool elf_read_sections(struct elf_file *f);
bool elf_read_symbols(struct elf_file *f);
bool elf_read_notes(struct elf_file *f);

/* code_object_reloc.c */
bool elf_read_relocations(struct elf_file *f);

/* code_object_kernels.c: kernel descriptors and what the metadata adds to them. */
bool elf_read_kernels(struct elf_file *f);

/* code_atomics.c */
bool code_has_atomics(const struct code_object *co, const struct kernel *k);

static inline uint32_t read_le32(const void *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return le32toh(v);
}

static inline uint64_t read_le64(const void *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return le64toh(v);
}

/* Whether [at, at + bytes) lies in [0, size). */
static inline bool fits(uint64_t at, uint64_t bytes, uint64_t size)
{
	return at <= size && bytes <= size - at;
}

#endif
