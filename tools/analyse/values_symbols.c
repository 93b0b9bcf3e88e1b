/* Symbols, and the values that are nothing but one. */
#include "values_parts.h"

#include <stdio.h>
#include <string.h>

unsigned symbol_new(struct values *v, enum symbol_kind kind, unsigned number)
{
	struct symbol *s;

	if (v->symbols.count == POLY_SYMBOLS - 1) {
		s = &v->symbols.of[v->symbols.count];
		*s = (struct symbol){.kind = SYMBOL_OTHER, .own.varying = true, .text = "?"};
		return v->symbols.count;
	}
	s = &v->symbols.of[v->symbols.count];
	*s = (struct symbol){.kind = kind, .number = number};
	return v->symbols.count++;
}

unsigned symbol_plain(struct values *v, enum symbol_kind kind, unsigned number, const char *text)
{
	for (unsigned i = 0; i < v->symbols.count; i++)
		if (v->symbols.of[i].kind == kind && v->symbols.of[i].number == number)
			return i;

	unsigned index = symbol_new(v, kind, number);

	snprintf(v->symbols.of[index].text, SYMBOL_TEXT, "%s", text);
	return index;
}

unsigned symbol_made_of(struct values *v, const struct poly *a, const struct poly *b,
			const char *operation)
{
	char first[SYMBOL_TEXT / 3], second[SYMBOL_TEXT / 3], text[SYMBOL_TEXT];

	poly_print(&v->symbols, a, 1, first, sizeof(first));
	poly_print(&v->symbols, b, 1, second, sizeof(second));
	snprintf(text, sizeof(text), "(%s%s%s%s%s)", a->n > 1 ? "(" : "", first,
		 a->n > 1 ? ")" : "", operation, second);
	for (unsigned i = 0; i < v->symbols.count; i++) {
		const struct symbol *s = &v->symbols.of[i];

		if (s->kind == SYMBOL_OTHER && poly_equal(&s->from[0], a) &&
		    poly_equal(&s->from[1], b) && !strcmp(s->text, text))
			return i;
	}

	unsigned index = symbol_new(v, SYMBOL_OTHER, 0);

	v->symbols.of[index].from[0] = *a;
	v->symbols.of[index].from[1] = *b;
	memcpy(v->symbols.of[index].text, text, sizeof(text));
	return index;
}

void value_set_symbol(struct value *out, unsigned symbol)
{
	out->base = NO_BASE;
	poly_symbol(&out->offset, symbol);
}

void value_source_name(LLVMValueRef of, const char *otherwise, char *out, size_t bytes)
{
	size_t length;
	const char *name = LLVMGetValueName2(of, &length);
	size_t end = strcspn(name, ".");

	if (length == 0 || end == 0)
		snprintf(out, bytes, "%s", otherwise);
	else
		snprintf(out, bytes, "%.*s", (int)end, name);
}

void value_unfollowed(struct values *v, LLVMValueRef of, struct value *out)
{
	unsigned index = symbol_new(v, SYMBOL_OTHER, 0);
	char name[SYMBOL_TEXT / 2];

	value_source_name(of, "?", name, sizeof(name));
	snprintf(v->symbols.of[index].text, SYMBOL_TEXT, "<%s>", name);
	if (LLVMIsAInstruction(of))
		for (int i = 0; i < LLVMGetNumOperands(of); i++) {
			const struct value *part = values_get(v, LLVMGetOperand(of, (unsigned)i));
			struct symbol *s = &v->symbols.of[index];

			if (part->base != NO_BASE ||
			    !poly_add(&s->from[i % 2], &s->from[i % 2], &part->offset, 1))
				s->own.varying = true;
		}
	value_set_symbol(out, index);
}
