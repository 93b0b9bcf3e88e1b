/*
 * Compiles OpenCL C to a GCN3 code object with the installed clang, libclc and lld. A signal that
 * ends the program (or that it catches) ends a compilation too: the compiler is killed, nothing is
 * left in TMPDIR, then the signal is delivered.
 */
#ifndef DRIVER_TOOLCHAIN_TOOLCHAIN_H
#define DRIVER_TOOLCHAIN_TOOLCHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Work-items of a workgroup that clang provides for where a kernel does not say. */
enum { DEFAULT_MAX_WORKGROUP = 256 };

struct compile_options {
	const char *cl_std;       /* "CL1.2" when NULL */
	const char *const *flags; /* further arguments for clang (-D..., -I..., -cl-...),
				     NULL-terminated; may be NULL */
	uint32_t max_workgroup;   /* what all kernels are compiled for; 0: as they say, or
				     DEFAULT_MAX_WORKGROUP */
	bool is_whole;            /* nobody wants more of it than its kernels: what they do not
				     call need not link, and they may call printf */
};

/*
 * Compiles source (a .cl file) into output. The compiler's diagnostics go to stderr as it prints
 * them. False with one line in err when a tool is missing or the source does not compile or link;
 * exit status 128 + the signal after one.
 */
bool toolchain_compile(const char *source, const char *output,
		       const struct compile_options *options, struct error *err);

/*
 * The code object, compiled once: this process remembers it, and so does the cache of compiled
 * kernels (kernel_cache.h). The bytes stay until toolchain_forget. NULL with one line, as above.
 */
const void *toolchain_kernels(const char *source, const struct compile_options *options,
			      size_t *bytes, struct error *err);

/*
 * For programs that compile at run time (toolchain_text.c): sources are texts, called "<stdin>" in
 * messages, and what the compiler says is in *log, the caller's to free. The bytes are the caller's
 * too. NULL with one line, as above. May be called from several threads.
 */
void *toolchain_build_text(const char *text, const struct compile_options *options, size_t *bytes,
			   char **log, struct error *err);

/* In two steps: to LLVM bitcode, with headers that the source includes by their names, and from one
 * or several of those to a code object. */
struct text_header {
	const char *name, *text;
};
struct bitcode {
	const void *bytes;
	size_t count;
};
void *toolchain_compile_text(const char *text, const struct text_header *headers,
			     size_t header_count, const struct compile_options *options,
			     size_t *bytes, char **log, struct error *err);
void *toolchain_link_bitcode(const struct bitcode *parts, size_t count, size_t *bytes, char **log,
			     struct error *err);

/* The process looks at sources anew. */
void toolchain_forget(void);

#endif
