/*
 * Read-modify-write operations on memory, for FLAT, MUBUF and DS. The executor runs one instruction
 * of one wavefront at a time, so lanes in order is all the atomicity there is to keep.
 */
#ifndef ISA_EXEC_ATOMICS_H
#define ISA_EXEC_ATOMICS_H

#include "isa/exec/wavefront.h"

enum atomic_op {
	ATOMIC_SWAP,
	ATOMIC_CMPSWAP, /* x if memory equals y */
	ATOMIC_ADD,
	ATOMIC_SUB,
	ATOMIC_RSUB, /* x - memory */
	ATOMIC_SMIN,
	ATOMIC_UMIN,
	ATOMIC_SMAX,
	ATOMIC_UMAX,
	ATOMIC_AND,
	ATOMIC_OR,
	ATOMIC_XOR,
	ATOMIC_INC,   /* back to 0 from x on */
	ATOMIC_DEC,   /* back to x from 0, or from above x */
	ATOMIC_MSKOR, /* bits x cleared, bits y set */
	ATOMIC_WRAP,  /* memory - x, or + y when memory is below x */
	ATOMIC_FCMPSWAP,
	ATOMIC_FMIN,
	ATOMIC_FMAX,
	ATOMIC_FADD, /* 32 bits only */
};

struct atomic_kind {
	uint8_t op;    /* enum atomic_op */
	uint8_t bytes; /* 4 or 8; 0: the opcode is no atomic */
};

struct atomic_kind atomic_kind_of(enum opcode op);

/*
 * Operands of the lanes set in lanes; 64-bit ones have their high words 64 entries further on.
 * Where at is NULL there is no memory and the old value is 0. y may be NULL for operations without
 * it, old when nothing is returned. old may be x or y, or overlap them by whole registers.
 */
struct atomic_lanes {
	uint64_t lanes;
	uint8_t *at[WAVE_LANES];
	const uint32_t *x, *y;
	uint32_t *old;
};

void atomic_run(struct atomic_kind kind, const struct atomic_lanes *a, const struct fp_env *fp);

#endif
