/*
 * Kernels: from the 64-byte kernel descriptors of ABI versions 3 to 5 and the amd_kernel_code_t of
 * version 2, completed by the metadata where there is any.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/object/code_object_parts.h"

enum {
	DESCRIPTOR_BYTES = 64,
	KERNEL_CODE_BYTES = 256,
	WAVE32 = 1 << 10,
	MAX_KERNELS = 4096,
	MAX_KERNARG_BYTES = 1 << 16,
	MAX_LDS_BYTES = 64 << 10,
	MAX_PRIVATE_BYTES = 8191 * 1024 / 64, /* what the hardware can give a lane */
	DEFAULT_KERNARG_ALIGN = 16,
};

/* ".kd" of "saxpy.kd"; NULL when the symbol is no descriptor. */
static const char *descriptor_suffix(const char *name)
{
	size_t length = strlen(name);

	return length > 3 && !strcmp(name + length - 3, ".kd") ? name + length - 3 : NULL;
}

static void decode_descriptor(struct kernel *k, const uint8_t *d)
{
	k->lds_bytes = read_le32(d);
	k->private_bytes = read_le32(d + 4);
	k->kernarg_bytes = read_le32(d + 8);
	k->entry = k->descriptor + read_le64(d + 16);
	k->rsrc1 = read_le32(d + 48);
	k->rsrc2 = read_le32(d + 52);
	k->properties = read_le32(d + 56) & 0xffff;
	/* Reserved in these versions. */
	k->properties &=
		~(uint32_t)(KERNEL_GRID_COUNT_X | KERNEL_GRID_COUNT_Y | KERNEL_GRID_COUNT_Z);
}

/* False when it is for another ISA or claims more than the struct can hold. */
static bool decode_kernel_code(struct kernel *k, const uint8_t *d, struct error *err)
{
	uint32_t machine = read_le32(d + 8), version = read_le32(d + 12);
	uint32_t properties = read_le32(d + 56);
	uint64_t kernarg_bytes = read_le64(d + 72);

	if (read_le32(d) != 1)
		return error_set(err,
				 "kernel '%.100s': amd_kernel_code_t of version %u, expected 1",
				 k->name, read_le32(d));
	if (machine != (1 | 8 << 16) || version != (0 | 3 << 16))
		return error_set(err, "kernel '%.100s' is for gfx%u%x%x, not gfx803", k->name,
				 machine >> 16, version & 0xffff, version >> 16);
	k->entry = k->descriptor + read_le64(d + 16);
	k->rsrc1 = read_le32(d + 48);
	k->rsrc2 = read_le32(d + 52);
	k->properties = properties & 0x3ff;
	if (properties & 1 << 20)
		k->properties |= KERNEL_DYNAMIC_STACK;
	k->private_bytes = read_le32(d + 60);
	k->lds_bytes = read_le32(d + 64);
	k->kernarg_bytes = kernarg_bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)kernarg_bytes;
	k->kernarg_align = d[100] < 16 ? 1u << d[100] : 0;
	return true;
}

static bool check_entry(struct elf_file *f, const struct kernel *k)
{
	const struct code_object *co = f->co;

	for (size_t i = 0; i < co->section_count; i++) {
		const struct code_section *s = &co->sections[i];

		if (k->entry % 4 == 0 && k->entry >= s->address && k->entry - s->address < s->size)
			return true;
	}
	return error_set(f->err,
			 "kernel '%.100s': its code at 0x%lx is outside of every code section",
			 k->name, (unsigned long)k->entry);
}

static bool check_limit(struct elf_file *f, const struct kernel *k, const char *what,
			uint32_t value, uint32_t limit)
{
	return value <= limit ||
	       error_set(f->err, "kernel '%.100s' wants %u bytes of %s; at most %u are possible",
			 k->name, value, what, limit);
}

static bool check_kernel(struct elf_file *f, const struct kernel *k)
{
	if (k->properties & WAVE32)
		return error_set(f->err, "kernel '%.100s' is for wavefronts of 32 lanes, not 64",
				 k->name);
	if (k->kernarg_align & (k->kernarg_align - 1))
		return error_set(f->err, "kernel '%.100s': argument alignment of %u bytes", k->name,
				 k->kernarg_align);
	if (!check_entry(f, k) || !check_limit(f, k, "LDS", k->lds_bytes, MAX_LDS_BYTES) ||
	    !check_limit(f, k, "private memory", k->private_bytes, MAX_PRIVATE_BYTES) ||
	    !check_limit(f, k, "arguments", k->kernarg_bytes, MAX_KERNARG_BYTES) ||
	    !check_limit(f, k, "argument alignment", k->kernarg_align, 4096))
		return false;
	for (size_t i = 0; i < k->arg_count; i++)
		if (!fits(k->args[i].offset, k->args[i].size, k->kernarg_bytes))
			return error_set(
				f->err,
				"kernel '%.100s': argument %zu lies outside of its %u bytes "
				"of arguments",
				k->name, i + 1, k->kernarg_bytes);
	return true;
}

/* The kernel's entry in the metadata: by descriptor symbol, else by name. */
static struct metadata_kernel *find_metadata(struct elf_file *f, const struct kernel *k)
{
	size_t length = strlen(k->name);

	for (size_t i = 0; i < f->metadata.count; i++) {
		struct metadata_kernel *m = &f->metadata.kernels[i];
		const char *symbol = m->symbol && *m->symbol ? m->symbol : m->name;

		/* "saxpy.kd", "saxpy@kd" or plain "saxpy" */
		if (symbol && !strncmp(symbol, k->name, length) &&
		    (!symbol[length] || !strcmp(symbol + length, ".kd") ||
		     !strcmp(symbol + length, "@kd")))
			return m;
	}
	return NULL;
}

static void take_metadata(struct kernel *k, struct metadata_kernel *m)
{
	if (m->kernarg_bytes)
		k->kernarg_bytes = m->kernarg_bytes;
	if (m->kernarg_align)
		k->kernarg_align = m->kernarg_align;
	memcpy(k->required_workgroup, m->required_workgroup, sizeof(k->required_workgroup));
	k->max_workgroup_size = m->max_workgroup_size;
	k->args = m->args;
	k->arg_count = m->arg_count;
	m->args = NULL;
	m->arg_count = 0;
	for (size_t i = 0; i < k->arg_count; i++) {
		if (!k->args[i].name)
			k->args[i].name = xstrdup("");
		if (!k->args[i].type_name)
			k->args[i].type_name = xstrdup("");
	}
}

static bool add_kernel(struct elf_file *f, const struct elf_symbol *s, size_t name_length)
{
	struct code_object *co = f->co;
	bool v2 = co->abi_version == 2;
	struct metadata_kernel *m;
	struct kernel *k;

	if (co->kernel_count == MAX_KERNELS)
		return error_set(f->err, "has more than %d kernels", MAX_KERNELS);
	k = &co->kernels[co->kernel_count++];
	k->name = xasprintf("%.*s", (int)name_length, s->name);
	k->descriptor = s->address;
	if (!fits(s->address, v2 ? KERNEL_CODE_BYTES : DESCRIPTOR_BYTES, co->image_bytes))
		return error_set(f->err, "kernel '%.100s': its descriptor is outside of the image",
				 k->name);
	if (!v2)
		decode_descriptor(k, co->image + s->address);
	else if (!decode_kernel_code(k, co->image + s->address, f->err))
		return false;
	/* Granules: VGPRs are counted in fours, SGPRs in eights but allocated by sixteen. */
	k->vgprs = ((k->rsrc1 & 0x3f) + 1) * 4;
	k->sgprs = (((k->rsrc1 >> 6 & 0xf) + 1) * 8 + 15) / 16 * 16;
	m = find_metadata(f, k);
	if (m)
		take_metadata(k, m);
	if (!k->kernarg_align)
		k->kernarg_align = DEFAULT_KERNARG_ALIGN;
	if (!check_kernel(f, k))
		return false;
	k->has_atomics = code_has_atomics(co, k);
	return true;
}

bool elf_read_kernels(struct elf_file *f)
{
	struct code_object *co = f->co;
	size_t capacity = f->symbol_count < MAX_KERNELS ? f->symbol_count : MAX_KERNELS;

	co->kernels = xcalloc(capacity + 1, sizeof(*co->kernels));
	for (size_t i = 0; i < f->symbol_count; i++) {
		const struct elf_symbol *s = &f->symbols[i];
		const char *suffix = descriptor_suffix(s->name);
		size_t length = strlen(s->name);

		if (s->section == SHN_UNDEF)
			continue;
		if (co->abi_version == 2 ? s->type != STT_AMDGPU_KERNEL : !suffix)
			continue;
		if (!add_kernel(f, s, co->abi_version == 2 ? length : length - 3))
			return false;
	}
	for (size_t i = 0; i < f->metadata.count; i++) {
		const struct metadata_kernel *m = &f->metadata.kernels[i];
		struct error ignored;

		if (m->args && m->name && !code_object_kernel(co, m->name, &ignored))
			return error_set(f->err,
					 "the metadata describes kernel '%.100s', which has no "
					 "descriptor",
					 m->name);
	}
	return true;
}
