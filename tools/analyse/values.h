/*
 * Values of a kernel as index expressions: what clang's IR computes, followed back to ids, sizes,
 * arguments and loop iterations. Assumes that index arithmetic does not wrap.
 */
#ifndef ANALYSE_VALUES_H
#define ANALYSE_VALUES_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "poly.h"

enum { NO_BASE = -1, UNKNOWN_BASE = -2, VALUE_LOOPS = 16 };

/* A number, or an address: `offset` bytes from what a pointer argument points to. */
struct value {
	int base; /* the argument's number, NO_BASE for a number */
	struct poly offset;
};

struct known_value {
	LLVMValueRef of;
	struct value value;
};

/* The analysis of one kernel. */
struct values {
	LLVMValueRef kernel;
	LLVMTargetDataRef layout;
	struct symbols symbols;
	struct known_value *known; /* by order of discovery */
	size_t known_count, known_capacity;
	LLVMBasicBlockRef loops[VALUE_LOOPS]; /* header of each loop */
	unsigned loop_count;
	unsigned dims; /* highest dimension of any id asked for, plus one */
};

void values_init(struct values *v, LLVMValueRef kernel, LLVMTargetDataRef layout);
void values_release(struct values *v);

/* The value as an expression; the pointer is valid until the next call. */
const struct value *values_get(struct values *v, LLVMValueRef of);

#endif
