/* From IR to expressions, one function per kind of instruction; see values.h. */
#include "values_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Addresses */

static bool add_index(struct values *v, struct value *out, LLVMValueRef index, uint64_t scale)
{
	const struct value *by = values_get(v, index);

	return by->base == NO_BASE &&
	       poly_add(&out->offset, &out->offset, &by->offset, (int64_t)scale);
}

static void value_address(struct values *v, LLVMValueRef of, struct value *out)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(of);

	*out = *values_get(v, LLVMGetOperand(of, 0));
	for (int i = 1; i < LLVMGetNumOperands(of); i++) {
		LLVMValueRef index = LLVMGetOperand(of, (unsigned)i);

		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
			struct poly offset;

			poly_constant(&offset,
				      (int64_t)LLVMOffsetOfElement(v->layout, type, member));
			if (!poly_add(&out->offset, &out->offset, &offset, 1))
				break;
			type = LLVMStructGetTypeAtIndex(type, member);
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		if (!add_index(v, out, index, LLVMABISizeOfType(v->layout, type)))
			out->base = UNKNOWN_BASE;
	}
}

/* Calls */

static const struct {
	const char *name;
	enum symbol_kind kind;
	const char *text;
} id_functions[] = {
	{"get_global_id", SYMBOL_GLOBAL, "global"},
	{"get_group_id", SYMBOL_GROUP, "group"},
	{"get_local_id", SYMBOL_LOCAL, "local"},
	{"get_local_size", SYMBOL_LOCAL_SIZE, "size"},
	{"get_num_groups", SYMBOL_GROUPS, "groups"},
	{"get_global_size", SYMBOL_GLOBAL_SIZE, "global_size"},
	{"get_global_offset", SYMBOL_OFFSET, "offset"},
};

/* _Z13get_global_idj: built-in functions are calls to names like this. */
static bool is_call_of(LLVMValueRef of, const char *name)
{
	LLVMValueRef callee = LLVMGetCalledValue(of);
	char mangled[64];
	size_t length;

	snprintf(mangled, sizeof(mangled), "_Z%zu%sj", strlen(name), name);
	return callee && !strcmp(LLVMGetValueName2(callee, &length), mangled);
}

static void value_call(struct values *v, LLVMValueRef of, struct value *out)
{
	for (size_t i = 0; i < sizeof(id_functions) / sizeof(*id_functions); i++) {
		const struct value *arg;
		int64_t d;
		char text[32];

		if (!is_call_of(of, id_functions[i].name))
			continue;
		arg = values_get(v, LLVMGetOperand(of, 0));
		if (arg->base != NO_BASE || !poly_is_constant(&arg->offset, &d) || d < 0 || d > 2)
			break;
		if (id_functions[i].kind <= SYMBOL_LOCAL && v->dims < (unsigned)d + 1)
			v->dims = (unsigned)d + 1;
		snprintf(text, sizeof(text), "%s.%c", id_functions[i].text, "xyz"[d]);
		value_set_symbol(out, symbol_plain(v, id_functions[i].kind, (unsigned)d, text));
		return;
	}
	value_unfollowed(v, of, out);
}

/* A value read from the memory that an argument points to; anything else is unknown. */
static void value_load(struct values *v, LLVMValueRef of, struct value *out)
{
	struct value from = *values_get(v, LLVMGetOperand(of, 0));
	unsigned index = symbol_new(v, SYMBOL_LOADED, 0);
	struct symbol *s = &v->symbols.of[index];
	char name[SYMBOL_TEXT / 4], place[SYMBOL_TEXT / 2];

	s->own.loaded = true;
	if (from.base < 0) {
		s->kind = SYMBOL_OTHER;
		s->own.varying = true;
		snprintf(s->text, SYMBOL_TEXT, "?");
	} else {
		s->from[0] = from.offset;
		value_source_name(LLVMGetParam(v->kernel, (unsigned)from.base), "?", name,
				  sizeof(name));
		poly_print(&v->symbols, &from.offset,
			   (int64_t)LLVMABISizeOfType(v->layout, LLVMTypeOf(of)), place,
			   sizeof(place));
		snprintf(s->text, SYMBOL_TEXT, "%s[%s]", name, place);
	}
	value_set_symbol(out, index);
	if (LLVMGetTypeKind(LLVMTypeOf(of)) == LLVMPointerTypeKind)
		out->base = UNKNOWN_BASE;
}

/* Any value */

static void value_select(struct values *v, LLVMValueRef of, struct value *out)
{
	struct value a = *values_get(v, LLVMGetOperand(of, 1));
	struct value b = *values_get(v, LLVMGetOperand(of, 2));

	if (a.base == b.base && poly_equal(&a.offset, &b.offset)) {
		*out = a;
		return;
	}
	value_unfollowed(v, of, out);
	out->base = a.base == b.base ? a.base : UNKNOWN_BASE;
	if (out->base >= 0) /* an address of either: the unknown is in the offset */
		value_set_symbol(out, out->offset.t[0].s[0]), out->base = a.base;
}

static void value_instruction(struct values *v, LLVMValueRef of, struct value *out)
{
	switch (LLVMGetInstructionOpcode(of)) {
	case LLVMSExt:
	case LLVMZExt:
	case LLVMTrunc:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
		*out = *values_get(v, LLVMGetOperand(of, 0));
		break;
	case LLVMGetElementPtr:
		value_address(v, of, out);
		break;
	case LLVMCall:
		value_call(v, of, out);
		break;
	case LLVMLoad:
		value_load(v, of, out);
		break;
	case LLVMSelect:
		value_select(v, of, out);
		break;
	default:
		if (LLVMIsABinaryOperator(of))
			value_binary(v, of, out);
		else
			value_unfollowed(v, of, out);
	}
}

static void value_argument(struct values *v, LLVMValueRef of, struct value *out)
{
	char name[SYMBOL_TEXT / 2], text[16];
	unsigned number = 0;

	while (LLVMGetParam(v->kernel, number) != of)
		number++;
	if (LLVMGetTypeKind(LLVMTypeOf(of)) == LLVMPointerTypeKind) {
		*out = (struct value){.base = (int)number};
		return;
	}
	snprintf(text, sizeof(text), "argument%u", number);
	value_source_name(of, text, name, sizeof(name));
	value_set_symbol(out, symbol_plain(v, SYMBOL_ARGUMENT, number, name));
}

static void value_find(struct values *v, LLVMValueRef of, struct value *out)
{
	if (LLVMIsAConstantInt(of)) {
		out->base = NO_BASE;
		poly_constant(&out->offset, LLVMConstIntGetSExtValue(of));
	} else if (LLVMIsAArgument(of)) {
		value_argument(v, of, out);
	} else if (LLVMIsAInstruction(of)) {
		value_instruction(v, of, out);
	} else {
		value_unfollowed(v, of, out);
		if (LLVMGetTypeKind(LLVMTypeOf(of)) == LLVMPointerTypeKind)
			out->base = UNKNOWN_BASE;
	}
}

static size_t add_known(struct values *v, LLVMValueRef of)
{
	if (v->known_count == v->known_capacity) {
		v->known_capacity = v->known_capacity ? 2 * v->known_capacity : 64;
		v->known = realloc(v->known, v->known_capacity * sizeof(*v->known));
		if (!v->known)
			abort();
	}
	v->known[v->known_count] = (struct known_value){.of = of};
	return v->known_count++;
}

const struct value *values_get(struct values *v, LLVMValueRef of)
{
	struct value found;
	size_t place;

	for (size_t i = 0; i < v->known_count; i++)
		if (v->known[i].of == of)
			return &v->known[i].value;
	if (LLVMIsAPHINode(of)) {
		place = add_known(v, of);
		value_phi(v, of, place);
		return &v->known[place].value;
	}
	memset(&found, 0, sizeof(found));
	value_find(v, of, &found);
	place = add_known(v, of);
	v->known[place].value = found;
	return &v->known[place].value;
}

void values_init(struct values *v, LLVMValueRef kernel, LLVMTargetDataRef layout)
{
	memset(v, 0, sizeof(*v));
	v->kernel = kernel;
	v->layout = layout;
	v->dims = 1;
	v->symbols.of = calloc(POLY_SYMBOLS, sizeof(*v->symbols.of));
	if (!v->symbols.of)
		abort();
}

void values_release(struct values *v)
{
	free(v->symbols.of);
	free(v->known);
}
