/* What happens to a VALU source before, and to its result after, the arithmetic. */
#ifndef ISA_EXEC_EXEC_MODIFIERS_H
#define ISA_EXEC_EXEC_MODIFIERS_H

#include "isa/exec/exec.h"

/*
 * Source i with SDWA select, abs and neg applied: returns src itself when nothing applies, else
 * buffer (which may be src).
 */
const uint32_t *modify_source(const struct inst *in, int i, const uint32_t *src, uint32_t *buffer);

/*
 * DPP: buffer[lane] = what lane reads of src (a 32-bit source; buffer may be src). Returns the
 * lanes that may write: row_mask, bank_mask, and with bound_ctrl clear only those with a valid
 * source lane.
 */
uint64_t dpp_source(const struct inst *in, const uint32_t *src, uint32_t *buffer, uint64_t exec);

/* Output modifier and clamp of a float result; integer opcodes clamp themselves. */
void modify_result(const struct inst *in, const struct fp_env *fp, const struct lane_ops *ops,
		   uint32_t *result);

/* SDWA: puts each result into the selected part of the old destination. */
void sdwa_result(const struct inst *in, const uint32_t *old, uint32_t *result);

#endif
