/* From IR to expressions, one function per kind of instruction; see values.h. */
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Symbols */

/* With no room left everything more is one symbol of which nothing is known. */
static unsigned new_symbol(struct values *v, enum symbol_kind kind, unsigned number)
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

static unsigned plain_symbol(struct values *v, enum symbol_kind kind, unsigned number,
			     const char *text)
{
	for (unsigned i = 0; i < v->symbols.count; i++)
		if (v->symbols.of[i].kind == kind && v->symbols.of[i].number == number)
			return i;

	unsigned index = new_symbol(v, kind, number);

	snprintf(v->symbols.of[index].text, SYMBOL_TEXT, "%s", text);
	return index;
}

/* A value made of two others in a way that is not followed further. */
static unsigned made_of(struct values *v, const struct poly *a, const struct poly *b,
			const char *operation)
{
	char left[SYMBOL_TEXT / 3], right[SYMBOL_TEXT / 3], text[SYMBOL_TEXT];

	poly_print(&v->symbols, a, 1, left, sizeof(left));
	poly_print(&v->symbols, b, 1, right, sizeof(right));
	snprintf(text, sizeof(text), "(%s%s%s%s%s)", a->n > 1 ? "(" : "", left, a->n > 1 ? ")" : "",
		 operation, right);
	for (unsigned i = 0; i < v->symbols.count; i++) {
		const struct symbol *s = &v->symbols.of[i];

		if (s->kind == SYMBOL_OTHER && poly_equal(&s->from[0], a) &&
		    poly_equal(&s->from[1], b) && !strcmp(s->text, text))
			return i;
	}

	unsigned index = new_symbol(v, SYMBOL_OTHER, 0);

	v->symbols.of[index].from[0] = *a;
	v->symbols.of[index].from[1] = *b;
	memcpy(v->symbols.of[index].text, text, sizeof(text));
	return index;
}

static void set_symbol(struct value *out, unsigned symbol)
{
	out->base = NO_BASE;
	poly_symbol(&out->offset, symbol);
}

/* The name that the source has for it: "k" for "k.0". */
static void source_name(LLVMValueRef of, const char *otherwise, char *out, size_t bytes)
{
	size_t length;
	const char *name = LLVMGetValueName2(of, &length);
	size_t end = strcspn(name, ".");

	if (length == 0 || end == 0)
		snprintf(out, bytes, "%s", otherwise);
	else
		snprintf(out, bytes, "%.*s", (int)end, name);
}

/* Any other instruction: depends on whatever its operands depend on. */
static void unfollowed(struct values *v, LLVMValueRef of, struct value *out)
{
	unsigned index = new_symbol(v, SYMBOL_OTHER, 0);
	char name[SYMBOL_TEXT / 2];

	source_name(of, "?", name, sizeof(name));
	snprintf(v->symbols.of[index].text, SYMBOL_TEXT, "<%s>", name);
	if (LLVMIsAInstruction(of))
		for (int i = 0; i < LLVMGetNumOperands(of); i++) {
			const struct value *part = values_get(v, LLVMGetOperand(of, (unsigned)i));
			struct symbol *s = &v->symbols.of[index];

			if (part->base != NO_BASE ||
			    !poly_add(&s->from[i % 2], &s->from[i % 2], &part->offset, 1))
				s->own.varying = true;
		}
	set_symbol(out, index);
}

/* Arithmetic */

/* a / b as a symbol of its own, a % b as what is left: their sum comes out as it should. */
static bool divide(struct values *v, const struct value *a, const struct value *b, bool rest,
		   struct value *out)
{
	struct poly quotient;
	int64_t k;

	if (poly_is_constant(&b->offset, &k) && k == 1)
		poly_constant(&quotient, 0);
	if (poly_is_constant(&b->offset, &k) && k == 1) {
		out->offset = rest ? quotient : a->offset;
		return true;
	}
	poly_symbol(&quotient, made_of(v, &a->offset, &b->offset, "/"));
	if (!rest) {
		out->offset = quotient;
		return true;
	}
	return poly_multiply(&quotient, &quotient, &b->offset) &&
	       poly_add(&out->offset, &a->offset, &quotient, -1);
}

static bool shift(struct values *v, LLVMOpcode op, const struct value *a, const struct value *b,
		  struct value *out)
{
	struct value power = {.base = NO_BASE};
	int64_t k;

	if (poly_is_constant(&b->offset, &k) && k >= 0 && k < 63) {
		poly_constant(&power.offset, INT64_C(1) << k);
	} else {
		struct poly one;

		poly_constant(&one, 1);
		poly_symbol(&power.offset, made_of(v, &one, &b->offset, "<<"));
	}
	if (op == LLVMShl)
		return poly_multiply(&out->offset, &a->offset, &power.offset);
	return divide(v, a, &power, false, out);
}

/* A mask of low bits is a remainder: x & 63, x & (stride - 1). */
static bool mask(struct values *v, const struct value *a, const struct value *b, struct value *out)
{
	struct value size = {.base = NO_BASE};
	struct poly one;
	int64_t k;

	poly_constant(&one, 1);
	if (!poly_add(&size.offset, &b->offset, &one, 1))
		return false;
	if (poly_is_constant(&size.offset, &k) ? k > 1 && (k & (k - 1)) == 0 : size.offset.n == 1)
		return divide(v, a, &size, true, out);
	poly_symbol(&out->offset, made_of(v, &a->offset, &b->offset, "&"));
	return true;
}

static bool arithmetic(struct values *v, LLVMOpcode op, const struct value *a,
		       const struct value *b, struct value *out)
{
	switch (op) {
	case LLVMAdd:
		return poly_add(&out->offset, &a->offset, &b->offset, 1);
	case LLVMSub:
		return poly_add(&out->offset, &a->offset, &b->offset, -1);
	case LLVMMul:
		return poly_multiply(&out->offset, &a->offset, &b->offset);
	case LLVMUDiv:
	case LLVMSDiv:
		return divide(v, a, b, false, out);
	case LLVMURem:
	case LLVMSRem:
		return divide(v, a, b, true, out);
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
		return shift(v, op, a, b, out);
	case LLVMAnd:
		return mask(v, a, b, out);
	default:
		return false;
	}
}

static void binary(struct values *v, LLVMValueRef of, struct value *out)
{
	struct value a = *values_get(v, LLVMGetOperand(of, 0));
	struct value b = *values_get(v, LLVMGetOperand(of, 1));

	out->base = NO_BASE;
	if (a.base != NO_BASE || b.base != NO_BASE ||
	    !arithmetic(v, LLVMGetInstructionOpcode(of), &a, &b, out))
		unfollowed(v, of, out);
}

/* Addresses */

static bool add_index(struct values *v, struct value *out, LLVMValueRef index, uint64_t scale)
{
	const struct value *by = values_get(v, index);

	return by->base == NO_BASE &&
	       poly_add(&out->offset, &out->offset, &by->offset, (int64_t)scale);
}

static void address(struct values *v, LLVMValueRef of, struct value *out)
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

static void call(struct values *v, LLVMValueRef of, struct value *out)
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
		set_symbol(out, plain_symbol(v, id_functions[i].kind, (unsigned)d, text));
		return;
	}
	unfollowed(v, of, out);
}

/* A value read from the memory that an argument points to; anything else is unknown. */
static void load(struct values *v, LLVMValueRef of, struct value *out)
{
	struct value from = *values_get(v, LLVMGetOperand(of, 0));
	unsigned index = new_symbol(v, SYMBOL_LOADED, 0);
	struct symbol *s = &v->symbols.of[index];
	char name[SYMBOL_TEXT / 4], place[SYMBOL_TEXT / 2];

	s->own.loaded = true;
	if (from.base < 0) {
		s->kind = SYMBOL_OTHER;
		s->own.varying = true;
		snprintf(s->text, SYMBOL_TEXT, "?");
	} else {
		s->from[0] = from.offset;
		source_name(LLVMGetParam(v->kernel, (unsigned)from.base), "?", name, sizeof(name));
		poly_print(&v->symbols, &from.offset,
			   (int64_t)LLVMABISizeOfType(v->layout, LLVMTypeOf(of)), place,
			   sizeof(place));
		snprintf(s->text, SYMBOL_TEXT, "%s[%s]", name, place);
	}
	set_symbol(out, index);
	if (LLVMGetTypeKind(LLVMTypeOf(of)) == LLVMPointerTypeKind)
		out->base = UNKNOWN_BASE;
}

/* Loops and joins */

static unsigned loop_of(struct values *v, LLVMBasicBlockRef header)
{
	for (unsigned i = 0; i < v->loop_count; i++)
		if (v->loops[i] == header)
			return i;
	if (v->loop_count == VALUE_LOOPS)
		return VALUE_LOOPS - 1;
	v->loops[v->loop_count] = header;
	return v->loop_count++;
}

/*
 * What a phi amounts to, given its incoming values in terms of `self`: start + step * iterations
 * where it goes around a loop in equal steps, one value where all agree.
 */
struct phi {
	struct value start, step;
	bool has_start, has_step, linear;
};

static void phi_incoming(struct phi *p, const struct value *in, unsigned self)
{
	struct poly me, step;

	poly_symbol(&me, self);
	if (!poly_has(&in->offset, self)) {
		p->linear &= !p->has_start || (p->start.base == in->base &&
					       poly_equal(&p->start.offset, &in->offset));
		p->start = *in;
		p->has_start = true;
		return;
	}
	if (!poly_add(&step, &in->offset, &me, -1) || poly_has(&step, self)) {
		p->linear = false;
		return;
	}
	p->linear &= !p->has_step || poly_equal(&p->step.offset, &step);
	p->step.offset = step;
	p->has_step = true;
}

static bool phi_value(struct values *v, const struct phi *p, LLVMValueRef of, struct value *out)
{
	char name[SYMBOL_TEXT / 2], text[32];
	unsigned loop;
	struct poly rounds;

	if (!p->linear || !p->has_start)
		return false;
	*out = p->start;
	if (!p->has_step || p->step.offset.n == 0)
		return true;
	loop = loop_of(v, LLVMGetInstructionParent(of));
	snprintf(text, sizeof(text), "loop%u", loop);
	source_name(of, text, name, sizeof(name));
	poly_symbol(&rounds, plain_symbol(v, SYMBOL_LOOP, loop, name));
	return poly_multiply(&rounds, &rounds, &p->step.offset) &&
	       poly_add(&out->offset, &out->offset, &rounds, 1);
}

/* Everything found while the phi was only known as `self` is put in terms of what it is. */
static void replace_self(struct values *v, size_t first, unsigned self, const struct value *by)
{
	for (size_t i = first; i < v->known_count; i++) {
		struct value *known = &v->known[i].value;

		if (poly_has(&known->offset, self) &&
		    !poly_replace(&known->offset, self, &by->offset))
			known->base = UNKNOWN_BASE;
	}
	for (unsigned i = self + 1; i < v->symbols.count; i++)
		for (int j = 0; j < 2; j++)
			if (!poly_replace(&v->symbols.of[i].from[j], self, &by->offset))
				v->symbols.of[i].own.varying = true;
}

static void phi(struct values *v, LLVMValueRef of, size_t place)
{
	unsigned self = new_symbol(v, SYMBOL_OTHER, 0), count = LLVMCountIncoming(of);
	struct phi p = {.linear = true};
	struct value result;
	char name[SYMBOL_TEXT / 2];

	source_name(of, "?", name, sizeof(name));
	snprintf(v->symbols.of[self].text, SYMBOL_TEXT, "<%s>", name);
	set_symbol(&v->known[place].value, self);
	for (unsigned i = 0; i < count; i++) {
		struct value in = *values_get(v, LLVMGetIncomingValue(of, i));
		struct symbol *s = &v->symbols.of[self];

		/* While its base is not known, `self` stands for an address of base NO_BASE. */
		phi_incoming(&p, &in, self);
		if (!poly_add(&s->from[0], &s->from[0], &in.offset, 1))
			s->own.varying = true;
		s->own.varying |= poly_has(&in.offset, self);
	}
	if (!phi_value(v, &p, of, &result)) {
		v->known[place].value.base = LLVMGetTypeKind(LLVMTypeOf(of)) == LLVMPointerTypeKind
						     ? UNKNOWN_BASE
						     : NO_BASE;
		return;
	}
	v->symbols.of[self].own.varying = false;
	v->symbols.of[self].from[0] = result.offset;
	v->known[place].value = result;
	replace_self(v, place + 1, self, &result);
	if (result.base >= 0)
		for (size_t i = place + 1; i < v->known_count; i++)
			if (LLVMGetTypeKind(LLVMTypeOf(v->known[i].of)) == LLVMPointerTypeKind &&
			    v->known[i].value.base == NO_BASE)
				v->known[i].value.base = result.base;
}

static void select_value(struct values *v, LLVMValueRef of, struct value *out)
{
	struct value a = *values_get(v, LLVMGetOperand(of, 1));
	struct value b = *values_get(v, LLVMGetOperand(of, 2));

	if (a.base == b.base && poly_equal(&a.offset, &b.offset)) {
		*out = a;
		return;
	}
	unfollowed(v, of, out);
	out->base = a.base == b.base ? a.base : UNKNOWN_BASE;
	if (out->base >= 0) /* an address of either: the unknown is in the offset */
		set_symbol(out, out->offset.t[0].s[0]), out->base = a.base;
}

static void instruction(struct values *v, LLVMValueRef of, struct value *out)
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
		address(v, of, out);
		break;
	case LLVMCall:
		call(v, of, out);
		break;
	case LLVMLoad:
		load(v, of, out);
		break;
	case LLVMSelect:
		select_value(v, of, out);
		break;
	default:
		if (LLVMIsABinaryOperator(of))
			binary(v, of, out);
		else
			unfollowed(v, of, out);
	}
}

static void argument(struct values *v, LLVMValueRef of, struct value *out)
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
	source_name(of, text, name, sizeof(name));
	set_symbol(out, plain_symbol(v, SYMBOL_ARGUMENT, number, name));
}

static void find(struct values *v, LLVMValueRef of, struct value *out)
{
	if (LLVMIsAConstantInt(of)) {
		out->base = NO_BASE;
		poly_constant(&out->offset, LLVMConstIntGetSExtValue(of));
	} else if (LLVMIsAArgument(of)) {
		argument(v, of, out);
	} else if (LLVMIsAInstruction(of)) {
		instruction(v, of, out);
	} else {
		unfollowed(v, of, out);
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
		phi(v, of, place);
		return &v->known[place].value;
	}
	memset(&found, 0, sizeof(found));
	find(v, of, &found);
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
