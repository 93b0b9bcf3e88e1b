/* What the parts of the toolchain share. */
#ifndef DRIVER_TOOLCHAIN_TOOLCHAIN_PARTS_H
#define DRIVER_TOOLCHAIN_TOOLCHAIN_PARTS_H

#include <spawn.h>

#include "driver/toolchain/toolchain.h"

struct toolchain {
	char *clang, *lld, *libclc;
	int major; /* clang's version */
};

/* Full path of an executable, searched in PATH when name has no slash; NULL when there is none. */
char *toolchain_find(const char *name);

/* Runs argv[0] = program's display name; returns its exit status, or -1 when it did not run or end.
 */
int toolchain_run(const char *program, char *const *argv,
		  const posix_spawn_file_actions_t *actions);

/*
 * toolchain_index.c: an object file in `folder` with the index notes of the source's kernels, to be
 * linked with them; NULL when there are none to be had. Its name is the caller's to free.
 */
char *toolchain_index_notes(const struct toolchain *t, const char *folder, const char *source,
			    const struct compile_options *options);

#endif
