/*
 * The installed OpenCL implementation (pocl on a CPU), as something to compare with: runs the same
 * struct launch as the simulator, on the host memory of its buffers.
 */
#ifndef TESTS_OPENCL_H
#define TESTS_OPENCL_H

#include <stdbool.h>

#include "base/error.h"
#include "launch/launch.h"

struct opencl;
struct opencl_program;

/* The first CPU device; NULL with the reason in err. Kernels are cached in a folder that goes at
 * exit. */
struct opencl *opencl_open(struct error *err);
void opencl_close(struct opencl *cl); /* NULL is fine */
bool opencl_has_extension(const struct opencl *cl, const char *extension);

/* The program must be freed before the next one is built. */
struct opencl_program *opencl_build(struct opencl *cl, const char *source, const char *options,
				    struct error *err);
void opencl_program_free(struct opencl_program *program);

/* Copies the buffers in, runs the kernel, copies them out. */
bool opencl_launch(struct opencl_program *program, const struct launch *l, struct error *err);

#endif
