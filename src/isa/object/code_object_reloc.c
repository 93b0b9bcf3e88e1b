/* Dynamic relocations: reading those that ld.lld -shared leaves, and applying them to the image. */
#include <string.h>

#include "isa/object/code_object_parts.h"

/* R_AMDGPU_* types that can be left after linking, by what is stored: S + A, or S + A - P. */
enum {
	RELOC_NONE = 0,
	RELOC_ABS32_LO = 1,
	RELOC_ABS32_HI = 2,
	RELOC_ABS64 = 3,
	RELOC_REL32 = 4,
	RELOC_REL64 = 5,
	RELOC_ABS32 = 6,
	RELOC_REL32_LO = 10,
	RELOC_REL32_HI = 11,
	RELOC_RELATIVE64 = 13,
};

/* Bytes that a relocation writes; -1 for a type that is not known. */
static int relocation_bytes(uint32_t type)
{
	switch (type) {
	case RELOC_NONE:
		return 0;
	case RELOC_ABS64:
	case RELOC_REL64:
	case RELOC_RELATIVE64:
		return 8;
	case RELOC_ABS32:
	case RELOC_ABS32_LO:
	case RELOC_ABS32_HI:
	case RELOC_REL32:
	case RELOC_REL32_LO:
	case RELOC_REL32_HI:
		return 4;
	default:
		return -1;
	}
}

static bool is_pc_relative(uint32_t type)
{
	return type == RELOC_REL32 || type == RELOC_REL64 || type == RELOC_REL32_LO ||
	       type == RELOC_REL32_HI;
}

void code_object_relocate(struct code_object *co, uint64_t base)
{
	for (size_t i = 0; i < co->relocation_count; i++) {
		const struct code_relocation *r = &co->relocations[i];
		uint64_t value = r->value + (r->absolute ? 0 : base);

		if (is_pc_relative(r->type))
			value -= base + r->offset;
		if (r->type == RELOC_ABS32_HI || r->type == RELOC_REL32_HI)
			value >>= 32;
		value = htole64(value);
		memcpy(co->image + r->offset, &value, (size_t)relocation_bytes(r->type));
	}
}

/* The symbol's value for one relocation; undefined weak symbols are 0. */
static bool relocation_symbol(struct elf_file *f, const GElf_Rela *rela, Elf_Data *symbols,
			      struct code_relocation *r)
{
	uint64_t index = GELF_R_SYM(rela->r_info);
	GElf_Sym sym;

	if (r->type == RELOC_RELATIVE64 || !index)
		return true;
	if (!symbols || index > INT32_MAX || !gelf_getsym(symbols, (int)index, &sym))
		return error_set(f->err, "a relocation refers to symbol %lu, which does not exist",
				 (unsigned long)index);
	if (sym.st_shndx == SHN_UNDEF && GELF_ST_BIND(sym.st_info) != STB_WEAK)
		return error_set(f->err, "a relocation refers to an undefined symbol; link it with "
					 "-z defs to see which");
	r->absolute = sym.st_shndx == SHN_ABS || sym.st_shndx == SHN_UNDEF;
	r->value += sym.st_shndx == SHN_UNDEF ? 0 : sym.st_value;
	return true;
}

static bool read_rela_section(struct elf_file *f, Elf_Scn *scn, const GElf_Shdr *sh)
{
	Elf_Data *data = elf_getdata(scn, NULL), *symbols = NULL;
	Elf_Scn *linked = sh->sh_link ? elf_getscn(f->elf, sh->sh_link) : NULL;
	size_t count = data ? data->d_size / sizeof(Elf64_Rela) : 0;
	struct code_object *co = f->co;
	GElf_Shdr linked_sh;

	if (linked && gelf_getshdr(linked, &linked_sh) &&
	    (linked_sh.sh_type == SHT_DYNSYM || linked_sh.sh_type == SHT_SYMTAB))
		symbols = elf_getdata(linked, NULL);
	co->relocations = xrealloc(co->relocations,
				   (co->relocation_count + count + 1) * sizeof(*co->relocations));
	for (size_t i = 0; i < count; i++) {
		struct code_relocation *r = &co->relocations[co->relocation_count];
		GElf_Rela rela;
		int bytes;

		if (!gelf_getrela(data, (int)i, &rela))
			return error_set(f->err, "a relocation cannot be read");
		*r = (struct code_relocation){.offset = rela.r_offset,
					      .value = (uint64_t)rela.r_addend,
					      .type = (uint32_t)GELF_R_TYPE(rela.r_info)};
		bytes = relocation_bytes(r->type);
		if (bytes < 0)
			return error_set(f->err, "relocation type %u is not supported", r->type);
		if (!fits(r->offset, (uint64_t)bytes, co->image_bytes))
			return error_set(f->err, "a relocation at 0x%lx is outside of the image",
					 (unsigned long)r->offset);
		if (!relocation_symbol(f, &rela, symbols, r))
			return false;
		co->relocation_count += bytes != 0;
	}
	return true;
}

bool elf_read_relocations(struct elf_file *f)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(f->elf, scn))) {
		if (!gelf_getshdr(scn, &sh) || !(sh.sh_flags & SHF_ALLOC))
			continue;
		if (sh.sh_type == SHT_REL)
			return error_set(f->err, "relocations without addends are not supported");
		if (sh.sh_type == SHT_RELA && !read_rela_section(f, scn, &sh))
			return false;
	}
	return true;
}
