/* Inside of the disassembler: a text being built, and printers of operands and special immediates.
 */
#ifndef ISA_DISASM_DISASM_H
#define ISA_DISASM_DISASM_H

#include "isa/inst.h"

struct text {
	char *p;
	size_t bytes, used;
	unsigned operands; /* printed so far */
};

void out(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void out_operand(struct text *t, const struct operand *o);
void out_number(struct text *t, unsigned value); /* decimal where it could be an inline constant */
void out_gpr_idx(struct text *t, unsigned imm);
void out_hwreg(struct text *t, unsigned imm);
void out_waitcnt(struct text *t, unsigned imm);
void out_sendmsg(struct text *t, unsigned imm);
void out_swizzle(struct text *t, unsigned imm);
void out_dpp_ctrl(struct text *t, unsigned ctrl);

#endif
