/* Disassembly of a whole code object, as `llvm-objdump -d --mcpu=gfx803 FILE` prints it. */
#ifndef ISA_DISASM_OBJDUMP_H
#define ISA_DISASM_OBJDUMP_H

#include <stdio.h>

#include "isa/object/code_object.h"

/* file_name stands in the first line. */
void objdump_print(FILE *out, const struct code_object *co, const char *file_name);

#endif
