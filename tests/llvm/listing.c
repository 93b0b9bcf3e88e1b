/*
 * Whole code objects: our listing must be llvm-objdump's, byte for byte. One object is assembled
 * here with what compilers rarely emit (words that are no code, zeros, data, several sections, an
 * amd_kernel_code_t); the others are the workloads' kernels in all code object versions.
 */
#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "harness.h"
#include "isa/disasm/objdump.h"
#include "isa/object/code_object.h"

static const char odd_code[] = "	s_nop 0\n"
			       "	.type f,@function\n"
			       "f:\n"
			       "	s_nop 1\n"
			       "	.long 0xffffffff, 0xc0000000, 0xf0000000, 0, 0, 0\n"
			       "	s_branch g\n"
			       "	s_branch f\n"
			       "	s_cbranch_vccz other\n"
			       "	.type g,@function\n"
			       "g:\n"
			       "	v_add_f32_sdwa v10, |v20|, -v22 clamp dst_sel:BYTE_3 "
			       "dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3 src1_sel:BYTE_3\n"
			       "	s_endpgm\n"
			       "	.byte 1, 2, 3, 4, 5, 6\n"
			       "	.type data,@object\n"
			       "data:\n"
			       "	.long 0, 1, 2, 3, 0x41424344\n"
			       "	.byte 0x61, 0x62, 0x63, 0, 0x7f\n"
			       "	.size data, 25\n"
			       "h2:\n"
			       "h:\n"
			       "	s_endpgm\n"
			       "	.byte 0xff, 0\n"
			       "	.section .text.other,\"ax\",@progbits\n"
			       "	.p2align 2\n"
			       "other:\n"
			       "	s_branch f\n"
			       "	s_endpgm\n"
			       "	.long 0, 0\n"
			       "	.byte 0, 0, 1\n";

static const char version_2[] = "	.hsa_code_object_version 2,1\n"
				"	.hsa_code_object_isa 8,0,3,\"AMD\",\"AMDGPU\"\n"
				"	.type f,@function\n"
				"f:\n"
				"	v_mov_b32 v0, 0x12345678\n"
				"	s_setpc_b64 s[30:31]\n"
				"	.p2align 8\n"
				"	.amdgpu_hsa_kernel k\n"
				"k:\n"
				"	.amd_kernel_code_t\n"
				"	.end_amd_kernel_code_t\n"
				"BB0_1:\n"
				"	s_cbranch_scc0 BB0_1\n"
				"	s_endpgm\n";

/* "llvm-objdump-14" or its plain name; NULL when neither is of version 14. */
static const char *tool(const char *base)
{
	static char name[64];
	static const char *const suffixes[] = {"-14", ""};

	for (unsigned i = 0; i < 2; i++) {
		char command[256];
		snprintf(name, sizeof(name), "%s%s", base, suffixes[i]);
		snprintf(command, sizeof(command),
			 "%s --version 2>/dev/null | grep -qE '(version|LLD) 14\\.'", name);
		if (system(command) == 0)
			return name;
	}
	return NULL;
}

/* All that a stream has, as a string to be freed. */
static char *read_all(FILE *f)
{
	size_t used = 0, bytes = 1 << 16;
	char *text = xmalloc(bytes);

	for (size_t n; f && (n = fread(text + used, 1, bytes - used - 1, f)) > 0;) {
		used += n;
		if (bytes - used < 2)
			text = xrealloc(text, bytes *= 2);
	}
	text[used] = '\0';
	return text;
}

static char *llvm_listing(const char *path)
{
	char *command = xasprintf("%s -d --mcpu=gfx803 %s", tool("llvm-objdump"), path);
	FILE *f = popen(command, "r");
	char *text = read_all(f);

	if (f)
		pclose(f);
	free(command);
	return text;
}

static char *our_listing(const char *path)
{
	struct error err;
	struct code_object *co = code_object_read_file(path, &err);
	FILE *f = tmpfile();

	if (!co)
		FAIL("%s", err.text);
	CHECK(f);
	objdump_print(f, co, path);
	code_object_free(co);
	rewind(f);
	char *text = read_all(f);
	fclose(f);
	return text;
}

static void compare(const char *path)
{
	char *llvm = llvm_listing(path), *ours = our_listing(path);
	size_t same = 0, line = 0;

	CHECK(strlen(llvm) > 0);
	for (; llvm[same] && llvm[same] == ours[same]; same++)
		if (llvm[same] == '\n')
			line = same + 1;
	if (llvm[same] != ours[same])
		FAIL("%s: \"%.*s\", llvm-objdump has \"%.*s\"", path,
		     (int)strcspn(ours + line, "\n"), ours + line, (int)strcspn(llvm + line, "\n"),
		     llvm + line);
	free(llvm);
	free(ours);
}

static bool have_tools(const char *test)
{
	if (tool("llvm-objdump") && tool("llvm-mc") && tool("ld.lld"))
		return true;
	printf("skip %s: needs llvm-objdump, llvm-mc and ld.lld of LLVM 14\n", test);
	return false;
}

static void run(const char *fmt, const char *name, const char *dir)
{
	char *command = xasprintf(fmt, name, dir, dir);
	int status = system(command);

	free(command);
	CHECK_EQ(status, 0);
}

/* Assembles and links a source, then compares the listings. */
static void compare_source(const char *text, const char *version)
{
	char dir[] = "/tmp/warpwalk-listing-XXXXXX", path[64];

	CHECK(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/a.s", dir);
	FILE *f = fopen(path, "w");
	CHECK(f);
	fputs(text, f);
	fclose(f);
	char *assembler = xasprintf("%s -triple=amdgcn-amd-amdhsa -mcpu=gfx803 -filetype=obj "
				    "--amdhsa-code-object-version=%s",
				    tool("llvm-mc"), version);
	run("%s -o %s/a.o %s/a.s", assembler, dir);
	free(assembler);
	run("%s -shared -o %s/a.co %s/a.o", tool("ld.lld"), dir);
	snprintf(path, sizeof(path), "%s/a.co", dir);
	compare(path);
	run("%s -rf %s", "rm", dir);
}

TEST(listing_of_odd_code)
{
	if (have_tools("listing_of_odd_code"))
		compare_source(odd_code, "4");
}

TEST(listing_of_version_2)
{
	if (have_tools("listing_of_version_2"))
		compare_source(version_2, "2");
}

TEST(listing_of_workloads)
{
	const char *build = getenv("BUILD");
	char pattern[4096];
	glob_t found;

	if (!have_tools("listing_of_workloads"))
		return;
	snprintf(pattern, sizeof(pattern), "%s/workloads/*/*.co", build ? build : "build");
	CHECK_EQ(glob(pattern, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++)
		compare(found.gl_pathv[i]);
	printf("# %zu code objects\n", found.gl_pathc);
	globfree(&found);
}
