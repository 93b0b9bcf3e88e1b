/*
 * The loader against code objects that clang makes here: from OpenCL C for what the compiler
 * decides, from assembly for fields whose values are then known exactly. Then the same files
 * damaged.
 */
#include "harness.h"

#include <stdlib.h>
#include <unistd.h>

#include "driver/toolchain/toolchain.h"
#include "isa/object/code_object.h"

static const char saxpy_source[] =
	"__constant int table[4] = {10, 20, 30, 40};\n"
	"__constant int *__constant pointers[2] = {table, table + 2};\n"
	"int __attribute__((noinline)) pick(int i) { return *pointers[i & 1]; }\n"
	"__kernel __attribute__((reqd_work_group_size(64, 2, 1)))\n"
	"void saxpy(__global float *y, const __global float *x, float a, int n, __local float *l)\n"
	"{\n"
	"	__local float fixed[32];\n"
	"	int i = get_global_id(0);\n"
	"	fixed[i & 31] = x[i];\n"
	"	l[i & 63] = x[i];\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	if (i < n)\n"
	"		y[i] = a * fixed[i & 15] + l[63 - (i & 63)] + pick(n);\n"
	"}\n"
	"__kernel void second(__global ulong *p, uchar c, int4 v) { p[get_global_id(1)] += c + "
	"v.x; }\n";

static const char probe_text[] = "	.text\n"
				 "	.globl probe\n"
				 "	.p2align 8\n"
				 "	.type probe,@function\n"
				 "probe:\n"
				 "	s_endpgm\n"
				 ".Lend:\n"
				 "	.size probe, .Lend-probe\n";

static const char probe_v3[] =
	"	.section .rodata,\"a\",@progbits\n"
	"	.p2align 6\n"
	"	.amdhsa_kernel probe\n"
	"		.amdhsa_group_segment_fixed_size 1234\n"
	"		.amdhsa_private_segment_fixed_size 52\n"
	"		.amdhsa_kernarg_size 24\n"
	"		.amdhsa_user_sgpr_private_segment_buffer 1\n"
	"		.amdhsa_user_sgpr_dispatch_ptr 1\n"
	"		.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
	"		.amdhsa_user_sgpr_flat_scratch_init 1\n"
	"		.amdhsa_system_sgpr_private_segment_wavefront_offset 1\n"
	"		.amdhsa_system_sgpr_workgroup_id_y 1\n"
	"		.amdhsa_system_vgpr_workitem_id 2\n"
	"		.amdhsa_next_free_vgpr 17\n"
	"		.amdhsa_next_free_sgpr 40\n"
	"		.amdhsa_ieee_mode 0\n"
	"	.end_amdhsa_kernel\n";

static const char probe_metadata[] =
	"	.amdgpu_metadata\n"
	"---\n"
	"amdhsa.version: [1, 0]\n"
	"amdhsa.kernels:\n"
	"  - .name: probe\n"
	"    .symbol: probe.kd\n"
	"    .kernarg_segment_size: 24\n"
	"    .kernarg_segment_align: 8\n"
	"    .group_segment_fixed_size: 1234\n"
	"    .private_segment_fixed_size: 52\n"
	"    .wavefront_size: 64\n"
	"    .sgpr_count: 46\n"
	"    .vgpr_count: 17\n"
	"    .max_flat_workgroup_size: 512\n"
	"    .args:\n"
	"      - {.name: p, .type_name: 'int*', .size: 8, .offset: 0,\n"
	"         .value_kind: global_buffer, .address_space: global}\n"
	"      - {.size: 8, .offset: 8, .value_kind: image}\n"
	"      - {.size: 8, .offset: 16,\n"
	"         .value_kind: hidden_multigrid_sync_arg}\n"
	"...\n"
	"	.end_amdgpu_metadata\n";

/* No metadata: what amd_kernel_code_t says must be enough. */
static const char probe_v2[] = "	.hsa_code_object_version 2,1\n"
			       "	.hsa_code_object_isa 8,0,3,\"AMD\",\"AMDGPU\"\n"
			       "	.text\n"
			       "	.globl probe\n"
			       "	.p2align 8\n"
			       "	.amdgpu_hsa_kernel probe\n"
			       "probe:\n"
			       "	.amd_kernel_code_t\n"
			       "		granulated_workitem_vgpr_count = 4\n"
			       "		granulated_wavefront_sgpr_count = 5\n"
			       "		float_mode = 192\n"
			       "		user_sgpr_count = 9\n"
			       "		enable_sgpr_workgroup_id_x = 1\n"
			       "		enable_sgpr_private_segment_buffer = 1\n"
			       "		enable_sgpr_kernarg_segment_ptr = 1\n"
			       "		enable_sgpr_grid_workgroup_count_x = 1\n"
			       "		enable_sgpr_grid_workgroup_count_z = 1\n"
			       "		is_dynamic_callstack = 1\n"
			       "		workitem_private_segment_byte_size = 36\n"
			       "		workgroup_group_segment_byte_size = 4096\n"
			       "		kernarg_segment_byte_size = 40\n"
			       "		kernarg_segment_alignment = 5\n"
			       "	.end_amd_kernel_code_t\n"
			       "	s_endpgm\n"
			       ".Lend:\n"
			       "	.size probe, .Lend-probe\n";

static char folder[] = "/tmp/warpwalk-test-XXXXXX";

static void remove_folder(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command))
		perror(command);
}

static const char *in_folder(const char *name)
{
	static char path[64];
	static bool made;

	if (!made) {
		if (!mkdtemp(folder))
			FAIL("no temporary folder");
		atexit(remove_folder);
		made = true;
	}
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void write_file(const char *path, const char *text, const char *more, const char *most)
{
	FILE *f = fopen(path, "w");

	fprintf(f, "%s%s%s", text, more, most);
	fclose(f);
}

struct bytes {
	uint8_t *data;
	size_t size;
};

static struct bytes read_bytes(const char *path)
{
	struct bytes b = {malloc(1 << 20), 0};
	FILE *f = fopen(path, "rb");

	if (!f)
		FAIL("%s cannot be read", path);
	b.size = fread(b.data, 1, 1 << 20, f);
	fclose(f);
	return b;
}

/* Compiles saxpy_source for an ABI version; skipped, with data NULL, when there is no clang 14. */
static struct bytes compiled(const char *version_flag)
{
	char source[80], output[80];
	const char *const flags[] = {version_flag, NULL};
	struct compile_options options = {.flags = flags};
	struct error err;

	if (system("command -v clang-14 >/dev/null && command -v ld.lld-14 >/dev/null")) {
		printf("skip code_object: no clang-14 or ld.lld-14\n");
		return (struct bytes){NULL, 0};
	}
	strcpy(source, in_folder("saxpy.cl"));
	strcpy(output, in_folder("saxpy.co"));
	write_file(source, saxpy_source, "", "");
	if (!toolchain_compile(source, output, &options, &err))
		FAIL("%s", err.text);
	return read_bytes(output);
}

static struct bytes assembled(const char *flags, const char *text, const char *more,
			      const char *most)
{
	char command[512];

	if (system("command -v clang-14 >/dev/null && command -v ld.lld-14 >/dev/null")) {
		printf("skip code_object: no clang-14 or ld.lld-14\n");
		return (struct bytes){NULL, 0};
	}
	write_file(in_folder("probe.s"), text, more, most);
	snprintf(command, sizeof(command),
		 "cd %s && clang-14 -target amdgcn-amd-amdhsa %s -c probe.s -o probe.o && "
		 "ld.lld-14 -shared probe.o -o probe.co",
		 folder, flags);
	if (system(command))
		FAIL("%s", command);
	return read_bytes(in_folder("probe.co"));
}

static struct code_object *load(struct bytes b)
{
	struct error err = {0};
	struct code_object *co = code_object_read(b.data, b.size, "t.co", &err);

	if (!co)
		FAIL("%s", err.text);
	return co;
}

static const char *load_error(struct bytes b)
{
	static struct error err;

	if (code_object_read(b.data, b.size, "t.co", &err))
		FAIL("loaded");
	return err.text;
}

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

TEST(wrong_files)
{
	struct error err;

	CHECK(!code_object_read("hello", 5, "t.co", &err));
	CHECK_STR(err.text, "t.co: not an ELF file");
	CHECK(!code_object_read("", 0, "t.co", &err));
	CHECK_STR(err.text, "t.co: not an ELF file");
	CHECK(!code_object_read("\177ELF\2\1\1", 7, "t.co", &err));
	CHECK_STR(err.text, "t.co: truncated: the ELF header ends at byte 64 but the file has 7");
	CHECK(!code_object_read_file("/does/not/exist.co", &err));
	CHECK_STR(err.text, "/does/not/exist.co: cannot be read: No such file or directory");
}

TEST(wrong_gpu)
{
	static const char other[] = "s_endpgm\n";
	struct bytes b = assembled("-mcpu=gfx906", other, "", "");

	if (!b.data)
		return;
	CHECK_STR(load_error(b), "t.co: for gfx906, not gfx803");
	free(b.data);
	b = assembled("-mcpu=gfx802 -mcode-object-version=2", other, "", "");
	CHECK_STR(load_error(b), "t.co: for gfx802, not gfx803");
	free(b.data);
}

/* Single fields overwritten, each with its message. */
TEST(wrong_header_fields)
{
	static const struct {
		size_t at;
		uint8_t value;
		const char *message;
	} cases[] = {
		{4, 1, "t.co: not a 64-bit little-endian ELF file"},
		{5, 2, "t.co: not a 64-bit little-endian ELF file"},
		{7, 0,
		 "t.co: for OS ABI 0, not AMDGPU HSA (64); compile with -target "
		 "amdgcn-amd-amdhsa"},
		{8, 4, "t.co: of code object version 6; known are 2 to 5"},
		{16, 1, "t.co: not linked; link it with ld.lld -shared"},
		{16, 2, "t.co: of ELF type 2, expected a shared object"},
		{18, 62, "t.co: for machine EM_X86_64 (62), not AMDGPU"},
		{48, 0xff, "t.co: for GPU type 0xff, not gfx803"},
	};
	struct bytes b = assembled("-mcpu=gfx803", probe_text, probe_v3, probe_metadata);

	if (!b.data)
		return;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint8_t old = b.data[cases[i].at];

		b.data[cases[i].at] = cases[i].value;
		CHECK_STR(load_error(b), cases[i].message);
		b.data[cases[i].at] = old;
	}
	free(b.data);
}

TEST(truncated_at_every_length)
{
	static const char *const versions[] = {"-mcode-object-version=2",
					       "-mcode-object-version=4"};
	char message[128];

	for (int v = 0; v < 2; v++) {
		struct bytes b = compiled(versions[v]);

		if (!b.data)
			return;
		snprintf(message, sizeof(message),
			 "t.co: truncated: section headers end at byte %zu but the file has %zu",
			 b.size, b.size - 1);
		CHECK_STR(load_error((struct bytes){b.data, b.size - 1}), message);
		for (size_t size = 0; size < b.size; size++) {
			/* A block of exactly this size, so that reading past it is seen. */
			uint8_t *exact = malloc(size ? size : 1);

			memcpy(exact, b.data, size);
			load_error((struct bytes){exact, size});
			free(exact);
		}
		free(b.data);
	}
}

/* Each byte of the file replaced by a few values: whatever happens, it is an answer, not a crash.
 */
TEST(single_byte_corruptions)
{
	static const char *const versions[] = {"-mcode-object-version=2",
					       "-mcode-object-version=4"};
	static const uint8_t values[] = {0x00, 0xff};

	for (int v = 0; v < 2; v++) {
		struct bytes b = compiled(versions[v]);

		if (!b.data)
			return;
		for (size_t at = 4; at < b.size; at++) {
			uint8_t old = b.data[at];

			for (size_t i = 0; i < sizeof(values); i++) {
				struct error err = {0};
				struct code_object *co;

				b.data[at] = values[i];
				co = code_object_read(b.data, b.size, "t.co", &err);
				CHECK(co || err.text[0]);
				if (co)
					code_object_relocate(co, 0x1000);
				code_object_free(co);
			}
			b.data[at] = old;
		}
		free(b.data);
	}
}
