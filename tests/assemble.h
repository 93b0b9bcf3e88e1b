/* Assembling GCN3 text with LLVM, for tests that want encodings they did not make themselves. */
#ifndef TESTS_ASSEMBLE_H
#define TESTS_ASSEMBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct encoding {
	uint8_t bytes[12];
	unsigned size; /* 0 when LLVM refused the line */
};

/* Assembles each line for gfx803 in one run of llvm-mc. False when there is no llvm-mc. */
bool assemble(const char *const *lines, size_t count, struct encoding *encodings);

/* The other way: the text of the instruction that a group of bytes begins with. */
struct disassembly {
	char text[192]; /* "" when LLVM refused the bytes */
	unsigned count; /* instructions that LLVM found in the group */
};

/* Disassembles each group in one run of llvm-mc. False when there is no llvm-mc. */
bool disassemble(const struct encoding *groups, size_t count, struct disassembly *results);

/* Texts differ a little between versions of LLVM; ours are those of version 14. */
bool llvm_is_version_14(void);

#endif
