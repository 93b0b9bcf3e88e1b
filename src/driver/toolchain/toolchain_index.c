/*
 * Index notes for a code object: the source once more as plain LLVM IR, our own analysis of it, and
 * its result as a section to link. A kernel runs as well without; so whatever fails here, or an
 * analysis for another LLVM than the installed clang's, only leaves the kernels unclassified.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/toolchain/toolchain_parts.h"

#define ANALYSER "warpwalk-analyse"

/* WARPWALK_ANALYSE, or beside the running program, or in PATH. */
char *toolchain_analyser(void)
{
	const char *wanted = getenv("WARPWALK_ANALYSE");
	char self[PATH_MAX], *slash, *beside, *found;
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (wanted)
		return toolchain_find(wanted);
	self[length > 0 ? length : 0] = '\0';
	slash = strrchr(self, '/');
	if (!slash)
		return toolchain_find(ANALYSER);
	beside = xasprintf("%.*s/%s", (int)(slash - self), self, ANALYSER);
	found = toolchain_find(beside);
	free(beside);
	return found ? found : toolchain_find(ANALYSER);
}

/* With its output in a file (or, without one, where ours goes) and no complaints. */
static bool run_quietly(const struct toolchain *t, const char *program, const char *const *argv,
			const char *output)
{
	return toolchain_run(t, program, argv, output, "/dev/null") == 0;
}

/* Without libclc, so that a call of get_global_id still is one, and without any optimisation. */
static bool emit_bitcode(const struct toolchain *t, const char *source, const char *bitcode,
			 const struct compile_options *options)
{
	char *std = xasprintf("-cl-std=%s", options && options->cl_std ? options->cl_std : "CL1.2");
	const char *fixed[] = {t->clang,
			       "-x",
			       "cl",
			       std,
			       "-Xclang",
			       "-finclude-default-header",
			       "-target",
			       "amdgcn-amd-amdhsa",
			       "-mcpu=gfx803",
			       "-nogpulib",
			       "-O1",
			       "-Xclang",
			       "-disable-llvm-passes",
			       "-fno-discard-value-names",
			       "-emit-llvm",
			       "-c",
			       source,
			       "-o",
			       bitcode};
	size_t count = sizeof(fixed) / sizeof(*fixed), flags = 0;
	const char **argv;
	bool ok;

	while (options && options->flags && options->flags[flags])
		flags++;
	argv = xcalloc(count + flags + 1, sizeof(*argv));
	memcpy(argv, fixed, sizeof(fixed));
	for (size_t i = 0; i < flags; i++)
		argv[count + i] = options->flags[i];
	ok = run_quietly(t, t->clang, argv, NULL);
	free(argv);
	free(std);
	return ok;
}

static bool write_assembly(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	bool ok = f && fprintf(f,
			       "	.section .warpwalk.index,\"\",@progbits\n"
			       "	.incbin \"%s\"\n",
			       text) > 0;

	return f && !fclose(f) && ok;
}

static bool assemble_notes(const struct toolchain *t, const char *assembly, const char *object)
{
	const char *argv[] = {t->clang,
			      "-target",
			      "amdgcn-amd-amdhsa",
			      "-mcpu=gfx803",
			      t->major >= 18 ? "-mcode-object-version=5"
					     : "-mcode-object-version=4",
			      "-nogpulib",
			      "-c",
			      assembly,
			      "-o",
			      object,
			      NULL};

	return run_quietly(t, t->clang, argv, NULL);
}

char *toolchain_index_notes(const struct toolchain *t, const char *source,
			    const struct compile_options *options)
{
	char *analyser = toolchain_analyser();
	char *bitcode = xasprintf("%s/index.bc", t->folder);
	char *text = xasprintf("%s/index.txt", t->folder);
	char *assembly = xasprintf("%s/index.s", t->folder);
	char *object = xasprintf("%s/index.o", t->folder);
	const char *argv[] = {ANALYSER, bitcode, NULL};

	if (!analyser || !emit_bitcode(t, source, bitcode, options) ||
	    !run_quietly(t, analyser, argv, text) || !write_assembly(assembly, text) ||
	    !assemble_notes(t, assembly, object)) {
		free(object);
		object = NULL;
	}
	free(analyser);
	free(bitcode);
	free(text);
	free(assembly);
	return object;
}
