/* What the files about programs share. */
#ifndef RUNTIME_OPENCL_PROGRAM_H
#define RUNTIME_OPENCL_PROGRAM_H

#include "driver/toolchain/toolchain.h"
#include "runtime/opencl/opencl.h"

/* build_options.c: the words of the program's options, for the compiler. */
struct build_options {
	char **words; /* NULL-terminated */
	struct compile_options compile;
};
/* False: they make no sense. Release also then. */
bool build_options_read(struct build_options *o, const char *text);
void build_options_release(struct build_options *o);

/* program.c */
cl_program new_program(cl_context context);
void program_say(cl_program p, const char *text); /* into the log */

/* binary.c: a code object, and behind it the source, so that it can be compiled for more. */
void *binary_write(cl_program p, size_t *bytes);
size_t binary_bytes(cl_program p);
/* False: it is none of ours. */
bool binary_read(cl_program p, const unsigned char *binary, size_t bytes);

#endif
