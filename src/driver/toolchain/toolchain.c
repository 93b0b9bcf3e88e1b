/*
 * From OpenCL C to a code object: what the tools are told, and what is remembered of it. Knows the
 * flags that each version of clang wants and nothing of code objects.
 */
#include "driver/toolchain/toolchain_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/input_file.h"
#include "driver/toolchain/kernel_cache.h"

/* prelude/, in one (tools/embed_prelude). */
extern const char toolchain_prelude_text[];

char *toolchain_prelude(const struct compile_options *options)
{
	const char *printf_wanted = options && options->is_whole ? "#define WARPWALK_PRINTF\n" : "";

	/* clang has no option for it. The name of a macro is not replaced within it. */
	if (options && options->max_workgroup)
		return xasprintf("%s%s#define __kernel __kernel "
				 "__attribute__((amdgpu_flat_work_group_size(1, %u)))\n"
				 "#define kernel __kernel\n",
				 printf_wanted, toolchain_prelude_text, options->max_workgroup);
	return xasprintf("%s%s", printf_wanted, toolchain_prelude_text);
}

void arguments_add(struct arguments *a, const char *argument)
{
	a->items[a->count++] = argument;
}

/* The prelude is of OpenCL C 1.2, and so is any source of a version before. The program and
 * OpenCL's header are told the version it wants; NULL when that is not an earlier one. */
static const char *early_version(const struct compile_options *options)
{
	const char *std = options && options->cl_std ? options->cl_std : "";

	if (!strcasecmp(std, "CL") || !strcasecmp(std, "CL1.0"))
		return "-D__OPENCL_C_VERSION__=100";
	return strcasecmp(std, "CL1.1") ? NULL : "-D__OPENCL_C_VERSION__=110";
}

void toolchain_arguments(const struct toolchain *t, const struct compile_options *options,
			 const char *include, struct arguments *a)
{
	/*
	 * libclc of LLVM 18 to 21 says it is of ABI version 5 and cannot be linked with another.
	 * The versions differ in where the hidden arguments begin with the global offset.
	 */
	bool v5 = t->major >= 18, is_whole = options && options->is_whole;
	const char *early = early_version(options);
	bool is_early = early || !options || !options->cl_std;
	char *std = xasprintf("-cl-std=%s", is_early ? "CL1.2" : options->cl_std);
	const char *fixed[] = {
		t->clang,
		"-x",
		"cl",
		std,
		early ? "-U__OPENCL_C_VERSION__" : NULL,
		early,
		"-Xclang",
		"-finclude-default-header",
		"-target",
		"amdgcn-amd-amdhsa",
		"-mcpu=gfx803",
		"-nogpulib",
		v5 ? "-mcode-object-version=5" : "-mcode-object-version=4",
		"-cl-kernel-arg-info",
		v5 ? "-DWARPWALK_OFFSET_INDEX=5" : "-DWARPWALK_OFFSET_INDEX=0",
		include ? "-include" : NULL,
		include,
		/* Triples of libclc and the kernel are spelled differently; it warns of nothing
		   else. */
		"-Wno-linker-warnings",
		"-Xclang",
		"-mlink-builtin-bitcode",
		"-Xclang",
		t->libclc,
		"-O2",
		/* What the runtime's device is, and what of clang's gfx803 it has not. */
		is_whole ? "-D__OPENCL_VERSION__=300" : NULL,
		is_whole ? "-Xclang" : NULL,
		is_whole ? "-cl-ext=-cl_khr_fp16,-cl_khr_subgroups,-cl_khr_mipmap_image,"
			   "-cl_khr_mipmap_image_writes,-cl_khr_3d_image_writes,-cl_amd_media_ops,"
			   "-cl_amd_media_ops2,-__opencl_c_images,-__opencl_c_3d_image_writes"
			 : NULL,
		/* Programs have "inline" alone on functions that are too long for it. */
		is_whole ? "-fgnu89-inline" : NULL,
		is_whole ? "-mllvm" : NULL,
		is_whole ? "-amdgpu-internalize-symbols" : NULL,
	};
	enum { FIXED = sizeof(fixed) / sizeof(*fixed) };
	size_t flags = 0;

	while (options && options->flags && options->flags[flags])
		flags++;
	a->std = std;
	a->count = 0;
	a->items = xcalloc(FIXED + flags + ARGUMENTS_ROOM + 1, sizeof(*a->items));
	for (size_t i = 0; i < FIXED; i++)
		if (fixed[i])
			arguments_add(a, fixed[i]);
	for (size_t i = 0; i < flags; i++)
		arguments_add(a, options->flags[i]);
}

void arguments_release(struct arguments *a)
{
	free(a->items);
	free(a->std);
}

static bool run_clang(const struct toolchain *t, const char *source, const char *include,
		      const char *object, const struct compile_options *options, struct error *err)
{
	struct arguments a;
	int status;

	toolchain_arguments(t, options, include, &a);
	arguments_add(&a, "-c");
	arguments_add(&a, source);
	arguments_add(&a, "-o");
	arguments_add(&a, object);
	status = toolchain_run(t, t->clang, a.items, NULL, NULL);
	arguments_release(&a);
	if (status < 0)
		return error_set(err, "%s: '%s' could not be run or was killed", source, t->clang);
	if (status)
		return error_set(err, "%s: does not compile (%s -mcpu=gfx803, libclc %s)", source,
				 t->clang, t->libclc);
	return true;
}

/* Every symbol must be defined: what libclc lacks, such as printf's buffer, is found out here. */
static bool run_lld(const struct toolchain *t, const char *source, const char *object,
		    const char *notes, const char *output, struct error *err)
{
	const char *argv[] = {"ld.lld", "-shared", "-z", "defs", object, "-o", output, notes, NULL};
	int status = toolchain_run(t, t->lld, argv, NULL, NULL);

	if (status < 0)
		return error_set(err, "%s: '%s' could not be run or was killed", source, t->lld);
	if (status)
		return error_set(err,
				 "%s: compiles but does not link (%s): it uses something that "
				 "neither it nor libclc defines",
				 source, t->lld);
	return true;
}

bool toolchain_write(const char *path, const void *bytes, size_t count, struct error *err)
{
	FILE *f = fopen(path, "w");
	bool ok = f && fwrite(bytes, 1, count, f) == count;

	if (f && fclose(f))
		ok = false;
	return ok || error_set(err, "%s: cannot be written: %s", path, strerror(errno));
}

void *toolchain_read(const char *path, size_t *count, struct error *err)
{
	const char *why = "";
	FILE *f = input_file_open(path, &why);
	char *bytes = NULL;
	size_t got, capacity = 0;

	if (!f) {
		error_set(err, "%s: cannot be read: %s", path, why);
		return NULL;
	}
	*count = 0;
	do {
		if (*count == capacity)
			bytes = xrealloc(bytes, capacity = capacity ? 2 * capacity : 1 << 16);
		got = fread(bytes + *count, 1, capacity - *count, f);
		*count += got;
	} while (got);
	fclose(f);
	return bytes;
}

/* Compiles and links; the bytes are the caller's. NULL with one line. */
static void *build(const struct toolchain *t, const char *source,
		   const struct compile_options *options, size_t *count, struct error *err)
{
	char *include = xasprintf("%s/prelude.cl", t->folder), *text = toolchain_prelude(options);
	char *object = xasprintf("%s/kernels.o", t->folder);
	char *linked = xasprintf("%s/kernels.co", t->folder);
	char *notes = NULL;
	void *bytes = NULL;

	if (toolchain_write(include, text, strlen(text), err) &&
	    run_clang(t, source, include, object, options, err)) {
		notes = toolchain_index_notes(t, source, options);
		if (run_lld(t, source, object, notes, linked, err))
			bytes = toolchain_read(linked, count, err);
	}
	free(text);
	free(notes);
	free(linked);
	free(object);
	free(include);
	return bytes;
}

void toolchain_blame_signal(const struct toolchain *t, struct error *err)
{
	int signal = toolchain_signal(t);

	if (!signal)
		return;
	error_set(err, "interrupted");
	err->exit_status = 128 + signal;
}

/* The compiler would take "-v.cl" for an option. */
static char *as_argument(const char *source)
{
	return xasprintf("%s%s", *source == '-' ? "./" : "", source);
}

static bool can_write(const char *path, const char *output, struct error *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		return error_set(err, "%s: cannot be written: %s", output, strerror(errno));
	close(fd);
	return true;
}

/* The file appears under its final name only when it is complete. */
bool toolchain_compile(const char *source, const char *output,
		       const struct compile_options *options, struct error *err)
{
	char *path = as_argument(source), *part = xasprintf("%s.%ld.part", output, (long)getpid());
	struct toolchain t;
	size_t count = 0;
	void *bytes = NULL;
	bool ok;

	if (access(source, R_OK)) {
		free(part);
		free(path);
		return error_set(err, "%s: cannot be read: %s", source, strerror(errno));
	}
	if (toolchain_begin(&t, err) && toolchain_find_tools(&t, err) &&
	    can_write(part, output, err))
		bytes = build(&t, path, options, &count, err);
	ok = bytes && toolchain_write(part, bytes, count, err);
	if (ok && rename(part, output))
		ok = error_set(err, "%s: cannot be written: %s", output, strerror(errno));
	if (!ok) {
		unlink(part);
		toolchain_blame_signal(&t, err);
	}
	toolchain_end(&t);
	free(bytes);
	free(part);
	free(path);
	return ok;
}

/* What this process has compiled, by source and options. */
struct known {
	struct known *next;
	char name[DIGEST_DIGITS + 1];
	void *bytes;
	size_t count;
};

static struct known *all;

static void name_kernels(const char *source, const struct compile_options *options,
			 char name[DIGEST_DIGITS + 1])
{
	struct digest d;

	digest_init(&d);
	digest_add(&d, source, strlen(source) + 1);
	digest_add(&d, &options->max_workgroup, sizeof(options->max_workgroup));
	if (options->cl_std)
		digest_add(&d, options->cl_std, strlen(options->cl_std));
	for (size_t i = 0; options->flags && options->flags[i]; i++) {
		digest_add(&d, "", 1);
		digest_add(&d, options->flags[i], strlen(options->flags[i]));
	}
	digest_text(&d, name);
}

void *toolchain_find_or_build(const struct toolchain *t, const char *source,
			      const struct compile_options *options, size_t *count,
			      struct error *err)
{
	char key[DIGEST_DIGITS + 1], after[DIGEST_DIGITS + 1];
	bool keyed = kernel_cache_is_on() && toolchain_key(t, source, options, key);
	void *bytes = keyed ? kernel_cache_get(key, count) : NULL;

	if (bytes)
		return bytes;
	bytes = build(t, source, options, count, err);
	/* Another key by now: a file was changed meanwhile, and we cannot know which one it saw. */
	if (bytes && keyed && toolchain_key(t, source, options, after) && !strcmp(key, after))
		kernel_cache_put(key, bytes, *count);
	return bytes;
}

const void *toolchain_kernels(const char *source, const struct compile_options *options,
			      size_t *bytes, struct error *err)
{
	char name[DIGEST_DIGITS + 1], *path;
	struct known *k;
	struct toolchain t;

	name_kernels(source, options, name);
	for (k = all; k; k = k->next) {
		if (!strcmp(k->name, name)) {
			*bytes = k->count;
			return k->bytes;
		}
	}
	k = xcalloc(1, sizeof(*k));
	memcpy(k->name, name, sizeof(name));
	path = as_argument(source);
	if (toolchain_begin(&t, err) && toolchain_find_tools(&t, err))
		k->bytes = toolchain_find_or_build(&t, path, options, &k->count, err);
	if (!k->bytes)
		toolchain_blame_signal(&t, err);
	toolchain_end(&t);
	free(path);
	if (!k->bytes) {
		free(k);
		return NULL;
	}
	k->next = all;
	all = k;
	*bytes = k->count;
	return k->bytes;
}

void toolchain_forget(void)
{
	while (all) {
		struct known *next = all->next;

		free(all->bytes);
		free(all);
		all = next;
	}
}
