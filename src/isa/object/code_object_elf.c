/*
 * The ELF side of a code object: header, segments, sections, symbols, notes. Every offset in the
 * file is checked before it is used; only 64-bit little-endian shared objects for AMDGPU pass.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/object/code_object_parts.h"

enum {
	OSABI_AMDGPU_HSA = 64,
	MACHINE_AMDGPU = 224,
	MACH_MASK = 0xff,
	MACH_FIRST_GCN = 0x20,
	MACH_GFX803 = 0x2a,
	NOTE_V2_ISA = 3,
	NOTE_V2_METADATA = 10,
	NOTE_METADATA = 32,
	MAX_IMAGE_BYTES = 256 << 20,
};

/* EF_AMDGPU_MACH values, from MACH_FIRST_GCN on. */
static const char *const gpu_names[] = {
	"gfx600",  "gfx601",  "gfx700",  "gfx701",  "gfx702",  "gfx703",  "gfx704",  NULL,
	"gfx801",  "gfx802",  "gfx803",  "gfx810",  "gfx900",  "gfx902",  "gfx904",  "gfx906",
	"gfx908",  "gfx909",  "gfx90c",  "gfx1010", "gfx1011", "gfx1012", "gfx1030", "gfx1031",
	"gfx1032", "gfx1033", "gfx602",  "gfx705",  "gfx805",  "gfx1035", "gfx1034", "gfx90a",
	"gfx940",  "gfx1100", "gfx1013", "gfx1150", "gfx1103", "gfx1036", "gfx1101", "gfx1102",
	"gfx1200", NULL,      "gfx1151", NULL,      "gfx942",  NULL,      "gfx1201", "gfx950",
};

static const struct {
	uint16_t code;
	const char *name;
} machines[] = {
	{EM_386, "EM_386"},         {EM_ARM, "EM_ARM"},     {EM_X86_64, "EM_X86_64"},
	{EM_AARCH64, "EM_AARCH64"}, {EM_RISCV, "EM_RISCV"}, {EM_PPC64, "EM_PPC64"},
	{EM_S390, "EM_S390"},       {190, "EM_CUDA"},
};

static bool check_machine(struct elf_file *f)
{
	uint16_t machine = f->header.e_machine;

	if (machine == MACHINE_AMDGPU)
		return true;
	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++)
		if (machines[i].code == machine)
			return error_set(f->err, "for machine %s (%u), not AMDGPU",
					 machines[i].name, machine);
	return error_set(f->err, "for machine %u, not AMDGPU", machine);
}

/* Early compilers of version 2 set no flags, or 2 for all GCN; the ISA note says which GPU it is.
 */
static bool isa_is_in_note(const struct elf_file *f)
{
	return f->co->abi_version == 2 && (f->header.e_flags & MACH_MASK) < MACH_FIRST_GCN;
}

static bool check_gpu(struct elf_file *f)
{
	uint32_t mach = f->header.e_flags & MACH_MASK;
	const char *name = NULL;

	if (mach == MACH_GFX803 || isa_is_in_note(f))
		return true;
	if (mach >= MACH_FIRST_GCN &&
	    mach - MACH_FIRST_GCN < sizeof(gpu_names) / sizeof(*gpu_names))
		name = gpu_names[mach - MACH_FIRST_GCN];
	if (name)
		return error_set(f->err, "for %s, not gfx803", name);
	return error_set(f->err, "for GPU type 0x%x, not gfx803", mach);
}

static bool check_version(struct elf_file *f)
{
	unsigned abi = f->header.e_ident[EI_ABIVERSION];

	if (f->header.e_ident[EI_OSABI] != OSABI_AMDGPU_HSA)
		return error_set(f->err,
				 "for OS ABI %u, not AMDGPU HSA (64); compile with -target "
				 "amdgcn-amd-amdhsa",
				 f->header.e_ident[EI_OSABI]);
	/* A newer version is usually that of a newer GPU, and the GPU is what the user can change.
	 */
	if (abi > 3)
		return check_gpu(f) &&
		       error_set(f->err, "of code object version %u; known are 2 to 5", abi + 2);
	f->co->abi_version = abi + 2;
	return true;
}

static bool check_table(struct elf_file *f, const char *what, uint64_t offset, uint64_t count,
			uint64_t entry, uint64_t expected_entry)
{
	uint64_t end;

	if (!count)
		return true;
	if (entry != expected_entry)
		return error_set(f->err, "%s of %lu bytes each, expected %lu", what,
				 (unsigned long)entry, (unsigned long)expected_entry);
	if (__builtin_add_overflow(offset, count * entry, &end) || end > f->size)
		return error_set(f->err, "truncated: %s end at byte %lu but the file has %zu", what,
				 (unsigned long)(offset + count * entry), f->size);
	return true;
}

bool elf_check_header(struct elf_file *f)
{
	const uint8_t *ident = f->bytes;
	const GElf_Ehdr *h = &f->header;

	if (f->size < SELFMAG || memcmp(ident, ELFMAG, SELFMAG))
		return error_set(f->err, "not an ELF file");
	if (f->size < sizeof(Elf64_Ehdr))
		return error_set(f->err,
				 "truncated: the ELF header ends at byte %zu but the file has "
				 "%zu",
				 sizeof(Elf64_Ehdr), f->size);
	if (ident[EI_CLASS] != ELFCLASS64 || ident[EI_DATA] != ELFDATA2LSB)
		return error_set(f->err, "not a 64-bit little-endian ELF file");
	if (ident[EI_VERSION] != EV_CURRENT)
		return error_set(f->err, "of ELF version %u, expected 1", ident[EI_VERSION]);
	if (!f->elf || elf_kind(f->elf) != ELF_K_ELF || !gelf_getehdr(f->elf, &f->header))
		return error_set(f->err, "not a valid ELF file: %s", elf_errmsg(-1));
	if (!check_machine(f) || !check_version(f) || !check_gpu(f))
		return false;
	if (h->e_type == ET_REL)
		return error_set(f->err, "not linked; link it with ld.lld -shared");
	if (h->e_type != ET_DYN)
		return error_set(f->err, "of ELF type %u, expected a shared object", h->e_type);
	if (!h->e_shnum)
		return error_set(f->err, "has no section headers");
	return check_table(f, "program headers", h->e_phoff, h->e_phnum, h->e_phentsize,
			   sizeof(Elf64_Phdr)) &&
	       check_table(f, "section headers", h->e_shoff, h->e_shnum, h->e_shentsize,
			   sizeof(Elf64_Shdr));
}

static bool check_segment(struct elf_file *f, int index, const GElf_Phdr *p)
{
	if (p->p_filesz > p->p_memsz)
		return error_set(f->err, "segment %d has more bytes in the file than in memory",
				 index);
	if (!fits(p->p_offset, p->p_filesz, f->size))
		return error_set(f->err,
				 "truncated: segment %d ends at byte %lu but the file has %zu",
				 index, (unsigned long)(p->p_offset + p->p_filesz), f->size);
	if (!fits(p->p_vaddr, p->p_memsz, MAX_IMAGE_BYTES))
		return error_set(f->err,
				 "segment %d ends at address 0x%lx; at most 0x%x is supported",
				 index, (unsigned long)(p->p_vaddr + p->p_memsz), MAX_IMAGE_BYTES);
	return true;
}

bool elf_read_segments(struct elf_file *f)
{
	struct code_object *co = f->co;
	GElf_Phdr p;

	for (int i = 0; i < f->header.e_phnum; i++) {
		if (!gelf_getphdr(f->elf, i, &p))
			return error_set(f->err, "segment %d cannot be read", i);
		if (p.p_type != PT_LOAD)
			continue;
		if (!check_segment(f, i, &p))
			return false;
		if (p.p_vaddr + p.p_memsz > co->image_bytes)
			co->image_bytes = p.p_vaddr + p.p_memsz;
	}
	if (!co->image_bytes)
		return error_set(f->err, "has nothing to load");
	co->image = xcalloc(co->image_bytes, 1);
	for (int i = 0; i < f->header.e_phnum; i++)
		if (gelf_getphdr(f->elf, i, &p) && p.p_type == PT_LOAD)
			memcpy(co->image + p.p_vaddr, f->bytes + p.p_offset, p.p_filesz);
	return true;
}

/* A string of a string table section; NULL when it does not end within the section. */
static const char *string_at(struct elf_file *f, size_t section, uint64_t index)
{
	Elf_Scn *scn = elf_getscn(f->elf, section);
	GElf_Shdr sh;
	const char *text;

	if (!scn || !gelf_getshdr(scn, &sh) || sh.sh_type != SHT_STRTAB ||
	    !fits(sh.sh_offset, sh.sh_size, f->size) || index >= sh.sh_size)
		return NULL;
	text = (const char *)f->bytes + sh.sh_offset + index;
	return memchr(text, 0, sh.sh_size - index) ? text : NULL;
}

/* Notes that our own compilation left; text up to the first zero byte. */
static void read_index_notes(struct elf_file *f, const char *name, const GElf_Shdr *sh)
{
	if (f->co->index_notes || !name || strcmp(name, ".warpwalk.index") ||
	    sh->sh_type == SHT_NOBITS)
		return;
	f->co->index_notes = xcalloc(sh->sh_size + 1, 1);
	memcpy(f->co->index_notes, f->bytes + sh->sh_offset, sh->sh_size);
}

bool elf_read_sections(struct elf_file *f)
{
	struct code_object *co = f->co;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	co->sections = xcalloc(f->header.e_shnum, sizeof(*co->sections));
	while ((scn = elf_nextscn(f->elf, scn))) {
		const char *name;

		if (!gelf_getshdr(scn, &sh))
			return error_set(f->err, "section %zu cannot be read", elf_ndxscn(scn));
		name = string_at(f, f->header.e_shstrndx, sh.sh_name);
		if (sh.sh_type != SHT_NOBITS && !fits(sh.sh_offset, sh.sh_size, f->size))
			return error_set(
				f->err,
				"truncated: section '%.40s' ends at byte %lu but the file has "
				"%zu",
				name ? name : "?", (unsigned long)(sh.sh_offset + sh.sh_size),
				f->size);
		read_index_notes(f, name, &sh);
		if (!(sh.sh_flags & SHF_EXECINSTR) || !(sh.sh_flags & SHF_ALLOC))
			continue;
		if (!fits(sh.sh_addr, sh.sh_size, co->image_bytes))
			return error_set(f->err, "section '%.40s' is outside of the loaded image",
					 name ? name : "?");
		if (co->section_count < f->header.e_shnum)
			co->sections[co->section_count++] =
				(struct code_section){name ? name : "", sh.sh_addr, sh.sh_size};
	}
	return true;
}

/* The symbol table to use: .symtab, or .dynsym when the file is stripped. */
static Elf_Scn *find_symbols(struct elf_file *f, GElf_Shdr *sh)
{
	static const uint32_t types[] = {SHT_SYMTAB, SHT_DYNSYM};

	for (int i = 0; i < 2; i++) {
		Elf_Scn *scn = NULL;

		while ((scn = elf_nextscn(f->elf, scn)))
			if (gelf_getshdr(scn, sh) && sh->sh_type == types[i])
				return scn;
	}
	return NULL;
}

static bool is_code(const struct elf_file *f, const struct elf_symbol *s)
{
	const struct code_object *co = f->co;
	Elf_Scn *scn = elf_getscn(f->elf, s->section);
	GElf_Shdr sh;

	if (!*s->name || s->type == STT_SECTION || s->type == STT_FILE || !scn ||
	    !gelf_getshdr(scn, &sh) || !(sh.sh_flags & SHF_EXECINSTR))
		return false;
	return fits(s->address, s->size, co->image_bytes);
}

/* Kernel descriptors are objects too, but no variables. */
static bool is_variable(const struct elf_file *f, const struct elf_symbol *s)
{
	size_t length = strlen(s->name);

	return length && s->type == STT_OBJECT && s->binding != STB_LOCAL && s->section &&
	       s->section < SHN_LORESERVE &&
	       !(length > 3 && !strcmp(s->name + length - 3, ".kd")) &&
	       fits(s->address, s->size, f->co->image_bytes);
}

static int by_address(const void *a, const void *b)
{
	const struct code_symbol *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return strcmp(x->name, y->name);
}

bool elf_read_symbols(struct elf_file *f)
{
	struct code_object *co = f->co;
	GElf_Shdr sh;
	Elf_Scn *scn = find_symbols(f, &sh);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	size_t count = data ? data->d_size / sizeof(Elf64_Sym) : 0;

	f->symbols = xcalloc(count + 1, sizeof(*f->symbols));
	co->symbols = xcalloc(count + 1, sizeof(*co->symbols));
	co->variables = xcalloc(count + 1, sizeof(*co->variables));
	for (size_t i = 1; i < count; i++) {
		struct elf_symbol *s = &f->symbols[f->symbol_count];
		GElf_Sym sym;

		if (!gelf_getsym(data, (int)i, &sym))
			return error_set(f->err, "symbol %zu cannot be read", i);
		s->name = string_at(f, sh.sh_link, sym.st_name);
		if (!s->name)
			return error_set(f->err, "the name of symbol %zu is outside of its table",
					 i);
		s->address = sym.st_value;
		s->size = sym.st_size;
		s->section = sym.st_shndx;
		s->type = GELF_ST_TYPE(sym.st_info);
		s->binding = GELF_ST_BIND(sym.st_info);
		f->symbol_count++;
		if (is_variable(f, s))
			co->variables[co->variable_count++] =
				(struct code_variable){s->name, s->address, s->size};
		if (sym.st_shndx && is_code(f, s))
			co->symbols[co->symbol_count++] = (struct code_symbol){
				.address = s->address,
				.size = s->size,
				.name = s->name,
				.is_kernel_v2 =
					co->abi_version == 2 && s->type == STT_AMDGPU_KERNEL,
				.is_data = s->type == STT_OBJECT,
				.is_label = s->type == STT_NOTYPE,
			};
	}
	qsort(co->symbols, co->symbol_count, sizeof(*co->symbols), by_address);
	return true;
}

static bool read_note(struct elf_file *f, const char *owner, uint32_t type, const uint8_t *desc,
		      size_t size)
{
	if (!strcmp(owner, "AMDGPU") && type == NOTE_METADATA && !f->has_metadata) {
		f->has_metadata = true;
		return metadata_read_msgpack(&f->metadata, desc, size, f->err);
	}
	if (strcmp(owner, "AMD") || f->co->abi_version != 2)
		return true;
	if (type == NOTE_V2_ISA && size >= 16)
		for (int i = 0; i < 3; i++)
			f->isa_version[i] = read_le32(desc + 4 + 4 * i);
	if (type == NOTE_V2_METADATA && !f->has_metadata) {
		f->has_metadata = true;
		return metadata_read_yaml(&f->metadata, desc, size, f->err);
	}
	return true;
}

static bool read_note_section(struct elf_file *f, Elf_Data *data)
{
	size_t at = 0, next, name, desc;
	GElf_Nhdr note;

	while (data && (next = gelf_getnote(data, at, &note, &name, &desc)) > 0) {
		const char *bytes = data->d_buf;

		/* gelf_getnote has checked that name and description lie within the data. */
		if (note.n_namesz && memchr(bytes + name, 0, note.n_namesz) &&
		    !read_note(f, bytes + name, note.n_type, (const uint8_t *)bytes + desc,
			       note.n_descsz))
			return false;
		at = next;
	}
	return true;
}

bool elf_read_notes(struct elf_file *f)
{
	const uint32_t *isa = f->isa_version;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(f->elf, scn)))
		if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_NOTE &&
		    !read_note_section(f, elf_getdata(scn, NULL)))
			return false;
	if (!isa_is_in_note(f))
		return true;
	if (!isa[0])
		return error_set(f->err, "does not say for which GPU it was compiled");
	if (isa[0] != 8 || isa[1] != 0 || isa[2] != 3)
		return error_set(f->err, "for gfx%u%x%x, not gfx803", isa[0], isa[1], isa[2]);
	return true;
}
