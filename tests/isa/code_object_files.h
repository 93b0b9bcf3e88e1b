/*
 * Code objects that clang makes here: from OpenCL C for what the compiler decides, from assembly
 * for fields whose values are then known exactly.
 */
#ifndef TESTS_ISA_CODE_OBJECT_FILES_H
#define TESTS_ISA_CODE_OBJECT_FILES_H

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

static inline void remove_folder(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command))
		perror(command);
}

static inline const char *in_folder(const char *name)
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

static inline void write_file(const char *path, const char *text, const char *more,
			      const char *most)
{
	FILE *f = fopen(path, "w");

	fprintf(f, "%s%s%s", text, more, most);
	fclose(f);
}

struct bytes {
	uint8_t *data;
	size_t size;
};

static inline struct bytes read_bytes(const char *path)
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
static inline struct bytes compiled(const char *version_flag)
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

static inline struct bytes assembled(const char *flags, const char *text, const char *more,
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

static inline struct code_object *load(struct bytes b)
{
	struct error err = {0};
	struct code_object *co = code_object_read(b.data, b.size, "t.co", &err);

	if (!co)
		FAIL("%s", err.text);
	return co;
}

static inline const char *load_error(struct bytes b)
{
	static struct error err;

	if (code_object_read(b.data, b.size, "t.co", &err))
		FAIL("loaded");
	return err.text;
}

#endif
