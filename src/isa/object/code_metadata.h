/*
 * What the metadata note of a code object says of its kernels, in one shape for both encodings:
 * YAML (ABI version 2) and msgpack (3 and later). Inside of the loader only.
 */
#ifndef ISA_OBJECT_CODE_METADATA_H
#define ISA_OBJECT_CODE_METADATA_H

#include "isa/object/code_object.h"

/* Numbers are 0 and names NULL where the note says nothing. */
struct metadata_kernel {
	char *name;   /* as in the source */
	char *symbol; /* of the descriptor: "saxpy.kd", in version 2 "saxpy@kd" */
	uint32_t kernarg_bytes, kernarg_align;
	uint32_t required_workgroup[3];
	uint32_t max_workgroup_size;
	struct kernel_arg *args;
	size_t arg_count;
};

struct metadata {
	struct metadata_kernel *kernels;
	size_t count;
	char *printf_formats; /* as in struct code_object; NULL: none */
};

/* Both add to *m, which the caller releases whatever they return. */
bool metadata_read_msgpack(struct metadata *m, const void *bytes, size_t size, struct error *err);
bool metadata_read_yaml(struct metadata *m, const void *bytes, size_t size, struct error *err);
void metadata_release(struct metadata *m);

/* Used by both readers. */
struct metadata_kernel *metadata_add_kernel(struct metadata *m);
struct kernel_arg *metadata_add_arg(struct metadata_kernel *k);
/* "global_buffer", "HiddenGlobalOffsetX": both spellings. Unknown hidden ones are zero to a kernel.
 */
enum arg_kind metadata_arg_kind(const char *name, size_t length);
void kernel_args_free(struct kernel_arg *args, size_t count);

#endif
