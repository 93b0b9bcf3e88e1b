/*
 * Finds the installed clang, lld and libclc. Debian's LLVM 14 is tried first, newer versions after
 * it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/toolchain/toolchain_parts.h"

enum { NEWEST_CLANG = 22 };

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

/* "14.0.6" -> 14; 0 when the program does not answer as clang does. */
static int clang_major(const struct toolchain *t)
{
	const char *argv[] = {t->clang, "-dumpversion", NULL};
	char *answer = xasprintf("%s/version", t->folder), text[64] = "";
	FILE *f = NULL;

	if (toolchain_run(t, t->clang, argv, answer, NULL) == 0)
		f = fopen(answer, "r");
	if (f && !fgets(text, sizeof(text), f))
		text[0] = '\0';
	if (f)
		fclose(f);
	free(answer);
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
	t->major = clang_major(t);
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

bool toolchain_find_tools(struct toolchain *t, struct error *err)
{
	return find_clang(t, err) && find_lld(t, err) && find_libclc(t, err);
}
