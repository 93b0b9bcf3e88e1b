/* Loops and joins. */
#include "values_parts.h"

#include <stdio.h>

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
	value_source_name(of, text, name, sizeof(name));
	poly_symbol(&rounds, symbol_plain(v, SYMBOL_LOOP, loop, name));
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

void value_phi(struct values *v, LLVMValueRef of, size_t place)
{
	unsigned self = symbol_new(v, SYMBOL_OTHER, 0), count = LLVMCountIncoming(of);
	struct phi p = {.linear = true};
	struct value result;
	char name[SYMBOL_TEXT / 2];

	value_source_name(of, "?", name, sizeof(name));
	snprintf(v->symbols.of[self].text, SYMBOL_TEXT, "<%s>", name);
	value_set_symbol(&v->known[place].value, self);
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
