/*
 * HSA code objects as LLVM writes them: an ELF file with kernels, their descriptors and metadata.
 * Code object ABI versions 2 (amd_kernel_code_t, YAML note), 3, 4 and 5 (kernel descriptor,
 * msgpack).
 */
#ifndef ISA_OBJECT_CODE_OBJECT_H
#define ISA_OBJECT_CODE_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum arg_kind {
	ARG_BY_VALUE,
	ARG_GLOBAL_BUFFER,
	ARG_DYNAMIC_SHARED, /* __local pointer: the launch gives its size */
	ARG_UNSUPPORTED,    /* image, sampler, pipe, queue: a launch that passes one is an error */
	/* Hidden arguments, filled by the runtime. */
	ARG_HIDDEN_GLOBAL_OFFSET_X,
	ARG_HIDDEN_GLOBAL_OFFSET_Y,
	ARG_HIDDEN_GLOBAL_OFFSET_Z,
	ARG_HIDDEN_NONE, /* and every hidden argument that is zero here: hostcall, ... */
	ARG_HIDDEN_PRINTF_BUFFER,
	ARG_HIDDEN_BLOCK_COUNT_X,
	ARG_HIDDEN_BLOCK_COUNT_Y,
	ARG_HIDDEN_BLOCK_COUNT_Z,
	ARG_HIDDEN_GROUP_SIZE_X,
	ARG_HIDDEN_GROUP_SIZE_Y,
	ARG_HIDDEN_GROUP_SIZE_Z,
	ARG_HIDDEN_REMAINDER_X,
	ARG_HIDDEN_REMAINDER_Y,
	ARG_HIDDEN_REMAINDER_Z,
	ARG_HIDDEN_GRID_DIMS,
	ARG_HIDDEN_PRIVATE_BASE, /* high half of the private aperture */
	ARG_HIDDEN_SHARED_BASE,  /* high half of the LDS aperture */
	ARG_HIDDEN_QUEUE_PTR,
	ARG_HIDDEN_DYNAMIC_LDS_SIZE,
};

static inline bool arg_is_hidden(enum arg_kind kind)
{
	return kind >= ARG_HIDDEN_GLOBAL_OFFSET_X;
}

struct kernel_arg {
	char *name;      /* "" when the metadata has none */
	char *type_name; /* "float*"; "" when the metadata has none */
	enum arg_kind kind;
	uint32_t offset, size; /* in the kernarg segment, bytes */
	bool is_const, is_restrict, is_volatile;
	bool is_constant; /* a pointer to __constant memory */
};

/* Bits of kernel.properties: which SGPRs the kernel wants set up, in this order from s0. */
enum {
	KERNEL_PRIVATE_SEGMENT_BUFFER = 1 << 0, /* 4 SGPRs */
	KERNEL_DISPATCH_PTR = 1 << 1,           /* 2 */
	KERNEL_QUEUE_PTR = 1 << 2,              /* 2 */
	KERNEL_KERNARG_PTR = 1 << 3,            /* 2 */
	KERNEL_DISPATCH_ID = 1 << 4,            /* 2 */
	KERNEL_FLAT_SCRATCH_INIT = 1 << 5,      /* 2 */
	KERNEL_PRIVATE_SEGMENT_SIZE = 1 << 6,   /* 1 */
	KERNEL_GRID_COUNT_X = 1 << 7,           /* 1 each, version 2 only */
	KERNEL_GRID_COUNT_Y = 1 << 8,
	KERNEL_GRID_COUNT_Z = 1 << 9,
	KERNEL_DYNAMIC_STACK = 1 << 11, /* private_bytes is only what is known statically */
};

struct kernel {
	char *name;
	uint64_t entry;         /* offset of the first instruction in the image */
	uint64_t descriptor;    /* offset of the kernel descriptor (or amd_kernel_code_t) */
	uint32_t rsrc1, rsrc2;  /* COMPUTE_PGM_RSRC1 and 2 as the descriptor has them */
	uint32_t properties;    /* KERNEL_* bits */
	uint32_t vgprs, sgprs;  /* allocated per wavefront, in the hardware's granules */
	uint32_t lds_bytes;     /* static LDS per workgroup */
	uint32_t private_bytes; /* scratch per work-item */
	uint32_t kernarg_bytes, kernarg_align;
	uint32_t required_workgroup[3]; /* 0 0 0 when the kernel does not fix it */
	uint32_t max_workgroup_size;    /* work-items; 0 when the metadata does not say */
	bool has_atomics; /* may change memory by atomic operations; also where it cannot be told */
	struct kernel_arg *args;
	size_t arg_count;
};

/* A symbol of the code section, as the disassembler prints it. Sorted by address. */
struct code_symbol {
	uint64_t address, size;
	const char *name;
	bool is_kernel_v2; /* its first 256 bytes are an amd_kernel_code_t */
	bool is_data;      /* no code, though in a code section */
	bool is_label;     /* without a type: a branch to it is printed with its name */
};

/* A variable that the host can name. */
struct code_variable {
	const char *name;
	uint64_t address, size; /* in the image */
};

struct code_section {
	const char *name; /* ".text" */
	uint64_t address, size;
};

struct code_object {
	unsigned abi_version; /* 2, 3, 4 or 5 */
	uint8_t *image;       /* all PT_LOAD segments at their virtual addresses, from address 0 */
	size_t image_bytes;
	struct kernel *kernels;
	size_t kernel_count;
	struct code_section *sections; /* executable ones */
	size_t section_count;
	struct code_symbol *symbols;
	size_t symbol_count;
	struct code_variable *variables;
	size_t variable_count;
	struct code_relocation *relocations; /* applied by code_object_relocate */
	size_t relocation_count;
	/* Text of the section ".warpwalk.index": how the kernels index their arguments
	 * (launch/index_notes.h); NULL when the compiler left none. */
	char *index_notes;
	/* A line for each printf of the kernels: "number:arguments:bytes of each:format", with
	 * control characters and colons escaped; NULL when there are none. */
	char *printf_formats;
	void *strings; /* storage behind the names; private to the loader */
};

/*
 * Reads a code object from memory (the bytes are copied). `name` stands in messages. Never crashes
 * on any input: returns NULL and one line in err when the file is not an ELF, truncated, for
 * another machine or another GPU than gfx803, of an unknown version, or inconsistent in itself.
 */
struct code_object *code_object_read(const void *bytes, size_t size, const char *name,
				     struct error *err);
struct code_object *code_object_read_file(const char *path, struct error *err);
void code_object_free(struct code_object *co);

/* Applies the dynamic relocations for an image that sits at simulated address `base`. */
void code_object_relocate(struct code_object *co, uint64_t base);

/* The kernel called name; NULL with the nearest known names in err. */
const struct kernel *code_object_kernel(const struct code_object *co, const char *name,
					struct error *err);

#endif
