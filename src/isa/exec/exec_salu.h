/* What both files of the scalar ALU use: the sources of an instruction, the head of a function. */
#ifndef ISA_EXEC_EXEC_SALU_H
#define ISA_EXEC_EXEC_SALU_H

#include "isa/exec/exec.h"

#define A32 read_scalar32(w, &in->src[0])
#define B32 read_scalar32(w, &in->src[1])
#define A64 read_scalar64(w, &in->src[0])
#define B64 read_scalar64(w, &in->src[1])

#define EXEC(name) static void name(struct wavefront *w, const struct inst *in)

/* SOP1; NULL for an opcode it does not implement. */
exec_fn *exec_salu_unary(const struct inst *in);

#endif
