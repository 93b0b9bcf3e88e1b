/* Between the files of values.c. */
#ifndef ANALYSE_VALUES_PARTS_H
#define ANALYSE_VALUES_PARTS_H

#include "values.h"

/* A new symbol's index. With no room left everything more is one of which nothing is known. */
unsigned symbol_new(struct values *v, enum symbol_kind kind, unsigned number);
/* The symbol of this kind and number, made when it is not there. */
unsigned symbol_plain(struct values *v, enum symbol_kind kind, unsigned number, const char *text);
/* A value made of two others in a way that is not followed further. */
unsigned symbol_made_of(struct values *v, const struct poly *a, const struct poly *b,
			const char *operation);

void value_set_symbol(struct value *out, unsigned symbol);
/* The name that the source has for it: "k" for "k.0". */
void value_source_name(LLVMValueRef of, const char *otherwise, char *out, size_t bytes);
/* An instruction that is not followed: depends on whatever its operands depend on. */
void value_unfollowed(struct values *v, LLVMValueRef of, struct value *out);

void value_binary(struct values *v, LLVMValueRef of, struct value *out);
/* A phi, which has this place among the known values: it may be asked for while it is found. */
void value_phi(struct values *v, LLVMValueRef of, size_t place);

#endif
