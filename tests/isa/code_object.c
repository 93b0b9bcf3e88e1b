/* The loader against code objects that clang makes here. */
#include "code_object_files.h"

#include "isa/object/code_object_parts.h"

static void check_arg(const struct kernel *k, size_t index, const char *name, const char *type,
		      enum arg_kind kind, uint32_t offset, uint32_t size)
{
	const struct kernel_arg *a = &k->args[index];

	CHECK(index < k->arg_count);
	CHECK_STR(a->name, name);
	CHECK_STR(a->type_name, type);
	CHECK_EQ(a->kind, kind);
	CHECK_EQ(a->offset, offset);
	CHECK_EQ(a->size, size);
}

static void check_saxpy(struct bytes b, unsigned version)
{
	struct code_object *co;
	const struct kernel *k;
	struct error err;

	if (!b.data)
		return;
	co = load(b);
	CHECK_EQ(co->abi_version, version);
	CHECK_EQ(co->kernel_count, 2);
	k = code_object_kernel(co, "saxpy", &err);
	CHECK(k);
	CHECK_EQ(k->lds_bytes, 128);
	CHECK_EQ(k->kernarg_bytes, 88);
	CHECK_EQ(k->kernarg_align, 8);
	CHECK_EQ(k->required_workgroup[0], 64);
	CHECK_EQ(k->required_workgroup[1], 2);
	CHECK_EQ(k->required_workgroup[2], 1);
	CHECK_EQ(k->max_workgroup_size, 128);
	CHECK_EQ(k->arg_count, 12);
	CHECK(k->properties & KERNEL_KERNARG_PTR);
	check_arg(k, 0, "y", "float*", ARG_GLOBAL_BUFFER, 0, 8);
	check_arg(k, 1, "x", "float*", ARG_GLOBAL_BUFFER, 8, 8);
	CHECK(k->args[1].is_const && !k->args[0].is_const);
	check_arg(k, 2, "a", "float", ARG_BY_VALUE, 16, 4);
	check_arg(k, 3, "n", "int", ARG_BY_VALUE, 20, 4);
	check_arg(k, 4, "l", "float*", ARG_DYNAMIC_SHARED, 24, 4);
	check_arg(k, 5, "", "", ARG_HIDDEN_GLOBAL_OFFSET_X, 32, 8);
	check_arg(k, 6, "", "", ARG_HIDDEN_GLOBAL_OFFSET_Y, 40, 8);
	check_arg(k, 7, "", "", ARG_HIDDEN_GLOBAL_OFFSET_Z, 48, 8);
	for (size_t i = 8; i < 12; i++)
		check_arg(k, i, "", "", ARG_HIDDEN_NONE, (uint32_t)(56 + 8 * (i - 8)), 8);
	k = code_object_kernel(co, "second", &err);
	CHECK(k);
	check_arg(k, 1, "c", "uchar", ARG_BY_VALUE, 8, 1);
	check_arg(k, 2, "v", "int4", ARG_BY_VALUE, 16, 16);
	CHECK_EQ(k->required_workgroup[0], 0);
	CHECK_EQ(k->max_workgroup_size, 256);
	CHECK_EQ(k->kernarg_bytes, 88);
	CHECK_EQ(k->lds_bytes, 0);
	code_object_free(co);
	free(b.data);
}

TEST(opencl_version_2)
{
	check_saxpy(compiled("-mcode-object-version=2"), 2);
}

TEST(opencl_version_3)
{
	check_saxpy(compiled("-mcode-object-version=3"), 3);
}

TEST(opencl_version_4)
{
	check_saxpy(compiled("-mcode-object-version=4"), 4);
}

TEST(symbols_and_sections)
{
	struct bytes b = compiled("-mcode-object-version=4");
	struct code_object *co;

	if (!b.data)
		return;
	co = load(b);
	CHECK_EQ(co->section_count, 1);
	CHECK_STR(co->sections[0].name, ".text");
	CHECK_EQ(co->symbol_count, 3);
	CHECK_STR(co->symbols[0].name, "pick");
	CHECK_STR(co->symbols[1].name, "saxpy");
	CHECK_STR(co->symbols[2].name, "second");
	CHECK_EQ(co->symbols[0].address, co->sections[0].address);
	CHECK_EQ(co->symbols[1].address, co->kernels[0].entry);
	CHECK(!co->symbols[1].is_kernel_v2);
	code_object_free(co);
	free(b.data);

	b = compiled("-mcode-object-version=2");
	co = load(b);
	CHECK(!co->symbols[0].is_kernel_v2);
	CHECK(co->symbols[1].is_kernel_v2);
	CHECK_EQ(co->symbols[1].address + 256, co->kernels[0].entry);
	code_object_free(co);
	free(b.data);
}

static uint64_t image_u64(const struct code_object *co, uint64_t at)
{
	uint64_t v;

	memcpy(&v, co->image + at, 8);
	return v;
}

/* pointers[] must hold the addresses of table[0] and table[2] wherever the image is put. */
TEST(relocations_move_with_the_image)
{
	static const uint64_t bases[] = {0, 0x7f0000001000};
	struct bytes b = compiled("-mcode-object-version=4");
	struct code_object *co;

	if (!b.data)
		return;
	co = load(b);
	CHECK_EQ(co->relocation_count, 2);
	for (int i = 0; i < 2; i++) {
		static const int table[] = {10, 20, 30, 40};
		uint64_t at = 0;

		code_object_relocate(co, bases[i]);
		while (at + 16 <= co->image_bytes && memcmp(co->image + at, table, 16))
			at += 4;
		for (uint64_t p = 0;; p += 8) {
			CHECK(p + 16 <= co->image_bytes);
			if (image_u64(co, p) == bases[i] + at &&
			    image_u64(co, p + 8) == bases[i] + at + 8)
				break;
		}
	}
	code_object_free(co);
	free(b.data);
}

TEST(every_descriptor_field)
{
	static const char *const flags[] = {"-mcpu=gfx803 -mcode-object-version=3",
					    "-mcpu=gfx803 -mcode-object-version=4"};

	for (int i = 0; i < 2; i++) {
		struct bytes b = assembled(flags[i], probe_text, probe_v3, probe_metadata);
		struct code_object *co;
		const struct kernel *k;

		if (!b.data)
			return;
		co = load(b);
		CHECK_EQ(co->abi_version, 3 + i);
		CHECK_EQ(co->kernel_count, 1);
		k = &co->kernels[0];
		CHECK_STR(k->name, "probe");
		CHECK_EQ(k->entry, co->sections[0].address);
		/* 17 VGPRs are 5 granules of 4; 40 SGPRs and 6 reserved ones are 6 granules of 8.
		 */
		CHECK_EQ(k->rsrc1, 0x2c0144);
		CHECK_EQ(k->vgprs, 20);
		CHECK_EQ(k->sgprs, 48);
		CHECK_EQ(k->rsrc2, 0x1195);
		CHECK_EQ(k->properties, KERNEL_PRIVATE_SEGMENT_BUFFER | KERNEL_DISPATCH_PTR |
						KERNEL_KERNARG_PTR | KERNEL_FLAT_SCRATCH_INIT);
		CHECK_EQ(k->lds_bytes, 1234);
		CHECK_EQ(k->private_bytes, 52);
		CHECK_EQ(k->kernarg_bytes, 24);
		CHECK_EQ(k->kernarg_align, 8);
		CHECK_EQ(k->max_workgroup_size, 512);
		CHECK_EQ(k->arg_count, 3);
		check_arg(k, 0, "p", "int*", ARG_GLOBAL_BUFFER, 0, 8);
		check_arg(k, 1, "", "", ARG_UNSUPPORTED, 8, 8);
		check_arg(k, 2, "", "", ARG_HIDDEN_NONE, 16, 8);
		code_object_free(co);
		free(b.data);
	}
}

TEST(descriptor_without_metadata)
{
	struct bytes b =
		assembled("-mcpu=gfx803 -mcode-object-version=4", probe_text, probe_v3, "");
	struct code_object *co;

	if (!b.data)
		return;
	co = load(b);
	CHECK_EQ(co->kernel_count, 1);
	CHECK_EQ(co->kernels[0].kernarg_bytes, 24);
	CHECK_EQ(co->kernels[0].kernarg_align, 16);
	CHECK_EQ(co->kernels[0].arg_count, 0);
	CHECK_EQ(co->kernels[0].max_workgroup_size, 0);
	code_object_free(co);
	free(b.data);
}

TEST(version_2_without_metadata)
{
	struct bytes b = assembled("-mcpu=gfx803 -mcode-object-version=2", probe_v2, "", "");
	struct code_object *co;
	const struct kernel *k;

	if (!b.data)
		return;
	co = load(b);
	CHECK_EQ(co->abi_version, 2);
	CHECK_EQ(co->kernel_count, 1);
	k = &co->kernels[0];
	CHECK_STR(k->name, "probe");
	CHECK_EQ(k->descriptor, co->sections[0].address);
	CHECK_EQ(k->entry, k->descriptor + 256);
	CHECK_EQ(k->vgprs, 20);
	CHECK_EQ(k->sgprs, 48);
	CHECK_EQ(k->rsrc1 >> 12 & 0xff, 192);
	CHECK_EQ(k->rsrc2 >> 1 & 0x1f, 9);
	CHECK_EQ(k->properties, KERNEL_PRIVATE_SEGMENT_BUFFER | KERNEL_KERNARG_PTR |
					KERNEL_GRID_COUNT_X | KERNEL_GRID_COUNT_Z |
					KERNEL_DYNAMIC_STACK);
	CHECK_EQ(k->private_bytes, 36);
	CHECK_EQ(k->lds_bytes, 4096);
	CHECK_EQ(k->kernarg_bytes, 40);
	CHECK_EQ(k->kernarg_align, 32);
	CHECK_EQ(k->arg_count, 0);
	code_object_free(co);
	free(b.data);
}

/* Early compilers wrote no machine into the flags, or 2 for all GCN: then the ISA note counts. */
TEST(version_2_with_early_flags)
{
	static const uint8_t isa_803[] = {8, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0};
	struct bytes b = assembled("-mcpu=gfx803 -mcode-object-version=2", probe_v2, "", "");
	uint8_t *note;

	if (!b.data)
		return;
	for (uint8_t flags = 0; flags <= 2; flags += 2) {
		b.data[48] = flags;
		code_object_free(load(b));
	}
	note = memmem(b.data, b.size, isa_803, sizeof(isa_803));
	CHECK(note);
	note[8] = 1;
	CHECK_STR(load_error(b), "t.co: for gfx801, not gfx803");
	free(b.data);
}

TEST(unknown_kernel_suggests)
{
	struct bytes b = compiled("-mcode-object-version=4");
	struct code_object *co;
	struct error err;

	if (!b.data)
		return;
	co = load(b);
	CHECK(!code_object_kernel(co, "saxpi", &err));
	CHECK_STR(err.text, "no kernel 'saxpi'; did you mean 'saxpy'?");
	code_object_free(co);
	free(b.data);
}

/* Zeros are code, and may go on for long in a file that takes no room for them. */
TEST(kernels_are_followed_so_far)
{
	static const uint32_t end = 0xbf810000; /* s_endpgm */
	struct code_object co = {.image_bytes = 8 << 20};
	struct kernel k = {.entry = 256};

	co.image = xcalloc(1, co.image_bytes);
	memcpy(co.image + (1 << 20), &end, sizeof(end));
	CHECK(!code_has_atomics(&co, &k));
	memset(co.image + (1 << 20), 0, sizeof(end));
	memcpy(co.image + (6 << 20), &end, sizeof(end));
	CHECK(code_has_atomics(&co, &k));
	free(co.image);
}
