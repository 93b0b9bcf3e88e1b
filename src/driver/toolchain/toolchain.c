/*
 * Finds the installed clang, lld and libclc, and runs them without a shell. Debian's LLVM 14 is
 * tried first, newer versions after it. Knows the flags that each version wants and nothing of code
 * objects.
 */
#include "driver/toolchain/toolchain_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { NEWEST_CLANG = 22 };

/*
 * libclc reads the work dimension and the global offset where Mesa's driver puts them. These
 * definitions read them where the HSA ABI has them, and take precedence over libclc's. Its
 * wait_group_events takes a pointer of another address space than clang's header declares; its
 * copies are done when they return, so that waiting for all work-items is all there is to do.
 */
static const char prelude[] =
	"#define WARPWALK_INLINE inline __attribute__((overloadable, always_inline))\n"
	"WARPWALK_INLINE size_t get_global_offset(uint d)\n"
	"{\n"
	"	__constant ulong *hidden = (__constant ulong "
	"*)__builtin_amdgcn_implicitarg_ptr();\n"
	"	return d < 3 ? hidden[WARPWALK_OFFSET_INDEX + d] : 0;\n"
	"}\n"
	"WARPWALK_INLINE size_t get_global_id(uint d)\n"
	"{\n"
	"	return get_group_id(d) * get_local_size(d) + get_local_id(d) + "
	"get_global_offset(d);\n"
	"}\n"
	"WARPWALK_INLINE uint get_work_dim(void)\n"
	"{\n"
	"	return ((__constant ushort *)__builtin_amdgcn_dispatch_ptr())[1] & 3;\n"
	"}\n"
	"WARPWALK_INLINE void wait_group_events(int count, event_t *events)\n"
	"{\n"
	"	(void)count;\n"
	"	(void)events;\n"
	"	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
	"}\n"
	"#undef WARPWALK_INLINE\n";

/* Full path of an executable, searched in PATH when name has no slash; NULL when there is none. */
char *toolchain_find(const char *name)
{
	const char *path = getenv("PATH");

	if (strchr(name, '/'))
		return access(name, X_OK) ? NULL : xstrdup(name);
	for (path = path ? path : "/usr/bin:/bin"; *path;) {
		size_t length = strcspn(path, ":");
		char *file = xasprintf("%.*s/%s", (int)length, path, name);

		if (length && !access(file, X_OK))
			return file;
		free(file);
		path += length + (path[length] == ':');
	}
	return NULL;
}

int toolchain_run(const char *program, char *const *argv, const posix_spawn_file_actions_t *actions)
{
	pid_t pid;
	int status;

	if (posix_spawn(&pid, program, actions, NULL, argv, environ))
		return -1;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* "14.0.6" -> 14; 0 when the program does not answer as clang does. */
static int clang_major(const char *clang)
{
	char *argv[] = {(char *)clang, (char *)"-dumpversion", NULL};
	posix_spawn_file_actions_t actions;
	char text[64];
	int pipes[2], status;
	ssize_t got;

	if (pipe2(pipes, O_CLOEXEC))
		return 0;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
	status = toolchain_run(clang, argv, &actions);
	posix_spawn_file_actions_destroy(&actions);
	close(pipes[1]);
	got = status ? 0 : read(pipes[0], text, sizeof(text) - 1);
	close(pipes[0]);
	text[got > 0 ? got : 0] = '\0';
	return atoi(text);
}

static bool find_clang(struct toolchain *t, struct error *err)
{
	const char *wanted = getenv("WARPWALK_CLANG");

	if (wanted) {
		t->clang = toolchain_find(wanted);
		if (!t->clang)
			return error_set(err, "WARPWALK_CLANG is '%s', which is not a program",
					 wanted);
	}
	for (int major = 14; !t->clang && major <= NEWEST_CLANG; major++) {
		char name[32];

		snprintf(name, sizeof(name), "clang-%d", major);
		t->clang = toolchain_find(name);
	}
	if (!t->clang)
		t->clang = toolchain_find("clang");
	if (!t->clang)
		return error_set(err,
				 "no clang found in PATH (clang-14 to clang-%d, clang); install "
				 "clang-14 or set WARPWALK_CLANG",
				 NEWEST_CLANG);
	t->major = clang_major(t->clang);
	if (t->major < 14)
		return error_set(err,
				 "'%s' is not clang 14 or newer; install clang-14 or set "
				 "WARPWALK_CLANG",
				 t->clang);
	return true;
}

static bool find_lld(struct toolchain *t, struct error *err)
{
	const char *wanted = getenv("WARPWALK_LLD");
	char names[3][64];

	if (wanted) {
		t->lld = toolchain_find(wanted);
		if (!t->lld)
			return error_set(err, "WARPWALK_LLD is '%s', which is not a program",
					 wanted);
		return true;
	}
	snprintf(names[0], sizeof(names[0]), "ld.lld-%d", t->major);
	snprintf(names[1], sizeof(names[1]), "ld.lld");
	snprintf(names[2], sizeof(names[2]), "lld");
	for (int i = 0; !t->lld && i < 3; i++)
		t->lld = toolchain_find(names[i]);
	if (!t->lld)
		return error_set(err, "no ld.lld found in PATH; install lld-%d or set WARPWALK_LLD",
				 t->major);
	return true;
}

/* A library in this folder, under the name of LLVM up to 21 or of LLVM 22. */
static char *libclc_in(const char *folder)
{
	static const char *const names[] = {"amdgcn--amdhsa.bc", "amdgcn-amd-amdhsa.bc"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char *file = xasprintf("%s/%s", folder, names[i]);

		if (!access(file, R_OK))
			return file;
		free(file);
	}
	return NULL;
}

static bool find_libclc(struct toolchain *t, struct error *err)
{
	static const char *const folders[] = {
		"/usr/lib/clc",       "/usr/share/clc",       "/usr/lib64/clc",
		"/usr/local/lib/clc", "/usr/local/share/clc",
	};
	const char *wanted = getenv("WARPWALK_LIBCLC");
	char versioned[64];

	if (wanted) {
		t->libclc = libclc_in(wanted);
		if (!t->libclc && access(wanted, R_OK))
			return error_set(err, "WARPWALK_LIBCLC is '%s', which cannot be read: %s",
					 wanted, strerror(errno));
		if (!t->libclc)
			t->libclc = xstrdup(wanted);
		return true;
	}
	snprintf(versioned, sizeof(versioned), "/usr/lib/llvm-%d/share/clc", t->major);
	t->libclc = libclc_in(versioned);
	for (size_t i = 0; !t->libclc && i < sizeof(folders) / sizeof(*folders); i++)
		t->libclc = libclc_in(folders[i]);
	if (!t->libclc)
		return error_set(err,
				 "libclc's amdgcn--amdhsa.bc not found in %s; install libclc-%d "
				 "or set WARPWALK_LIBCLC",
				 folders[0], t->major);
	return true;
}

static void toolchain_release(struct toolchain *t)
{
	free(t->clang);
	free(t->lld);
	free(t->libclc);
}

static bool run_clang(const struct toolchain *t, const char *source, const char *include,
		      const char *object, const struct compile_options *options, struct error *err)
{
	/*
	 * libclc of LLVM 18 to 21 says it is of ABI version 5 and cannot be linked with another.
	 * The versions differ in where the hidden arguments begin with the global offset.
	 */
	bool v5 = t->major >= 18;
	char *std = xasprintf("-cl-std=%s", options && options->cl_std ? options->cl_std : "CL1.2");
	const char *fixed[] = {
		t->clang,
		"-x",
		"cl",
		std,
		"-Xclang",
		"-finclude-default-header",
		"-target",
		"amdgcn-amd-amdhsa",
		"-mcpu=gfx803",
		"-nogpulib",
		v5 ? "-mcode-object-version=5" : "-mcode-object-version=4",
		"-cl-kernel-arg-info",
		v5 ? "-DWARPWALK_OFFSET_INDEX=5" : "-DWARPWALK_OFFSET_INDEX=0",
		"-include",
		include,
		/* Triples of libclc and the kernel are spelled differently; it warns of nothing
		   else. */
		"-Wno-linker-warnings",
		"-Xclang",
		"-mlink-builtin-bitcode",
		"-Xclang",
		t->libclc,
		"-O2",
	};
	size_t count = sizeof(fixed) / sizeof(*fixed), flags = 0;
	const char **argv;
	int status;

	while (options && options->flags && options->flags[flags])
		flags++;
	argv = xcalloc(count + flags + 5, sizeof(*argv));
	memcpy(argv, fixed, sizeof(fixed));
	for (size_t i = 0; i < flags; i++)
		argv[count++] = options->flags[i];
	argv[count++] = "-c";
	argv[count++] = source;
	argv[count++] = "-o";
	argv[count++] = object;
	status = toolchain_run(t->clang, (char *const *)argv, NULL);
	free(argv);
	free(std);
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
	int status = toolchain_run(t->lld, (char *const *)argv, NULL);

	if (status < 0)
		return error_set(err, "%s: '%s' could not be run or was killed", source, t->lld);
	if (status)
		return error_set(err,
				 "%s: compiles but does not link (%s): it uses something that "
				 "neither it nor libclc defines",
				 source, t->lld);
	return true;
}

static bool write_prelude(const char *path, struct error *err)
{
	FILE *f = fopen(path, "w");
	bool ok = f && fputs(prelude, f) >= 0;

	if (f && fclose(f))
		ok = false;
	return ok || error_set(err, "%s: cannot be written: %s", path, strerror(errno));
}

static bool can_write(const char *path, const char *output, struct error *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		return error_set(err, "%s: cannot be written: %s", output, strerror(errno));
	close(fd);
	return true;
}

/* The linked file appears under its final name only when it is complete. */
static bool compile_in(const char *folder, const struct toolchain *t, const char *source,
		       const char *output, const struct compile_options *options, struct error *err)
{
	char *include = xasprintf("%s/prelude.cl", folder);
	char *object = xasprintf("%s/kernels.o", folder);
	char *linked = xasprintf("%s.%ld.part", output, (long)getpid());
	char *notes = NULL;
	bool ok = write_prelude(include, err) && can_write(linked, output, err) &&
		  run_clang(t, source, include, object, options, err);

	if (ok) {
		notes = toolchain_index_notes(t, folder, source, options);
		ok = run_lld(t, source, object, notes, linked, err);
	}

	if (ok && rename(linked, output))
		ok = error_set(err, "%s: cannot be written: %s", output, strerror(errno));
	unlink(linked);
	unlink(object);
	unlink(include);
	if (notes)
		unlink(notes);
	free(notes);
	free(linked);
	free(object);
	free(include);
	return ok;
}

bool toolchain_compile(const char *source, const char *output,
		       const struct compile_options *options, struct error *err)
{
	struct toolchain t = {0};
	const char *tmp = getenv("TMPDIR");
	char *folder, *path;
	bool ok;

	if (access(source, R_OK))
		return error_set(err, "%s: cannot be read: %s", source, strerror(errno));
	/* The compiler would take "-v.cl" for an option. */
	path = xasprintf("%s%s", *source == '-' ? "./" : "", source);
	folder = xasprintf("%s/warpwalk-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	ok = find_clang(&t, err) && find_lld(&t, err) && find_libclc(&t, err);
	if (ok && !mkdtemp(folder))
		ok = error_set(err, "%s: cannot be made: %s", folder, strerror(errno));
	if (ok) {
		ok = compile_in(folder, &t, path, output, options, err);
		rmdir(folder);
	}
	free(path);
	free(folder);
	toolchain_release(&t);
	return ok;
}
