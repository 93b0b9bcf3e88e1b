/* Compiles OpenCL C to a GCN3 code object with the installed clang, libclc and lld. */
#ifndef DRIVER_TOOLCHAIN_TOOLCHAIN_H
#define DRIVER_TOOLCHAIN_TOOLCHAIN_H

#include <stdbool.h>

#include "base/error.h"

struct compile_options {
	const char *cl_std;       /* "CL1.2" when NULL */
	const char *const *flags; /* further arguments for clang (-D..., -I..., -cl-...),
				     NULL-terminated; may be NULL */
};

/*
 * Compiles source (a .cl file) into output. The compiler's diagnostics go to stderr as it prints
 * them. False with one line in err when a tool is missing or the source does not compile or link.
 */
bool toolchain_compile(const char *source, const char *output,
		       const struct compile_options *options, struct error *err);

#endif
