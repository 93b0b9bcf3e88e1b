/* Sums, products, quotients, shifts and masks of expressions. */
#include "values_parts.h"

/* a / b as a symbol of its own, a % b as what is left: their sum comes out as it should. */
static bool divide_values(struct values *v, const struct value *a, const struct value *b, bool rest,
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
	poly_symbol(&quotient, symbol_made_of(v, &a->offset, &b->offset, "/"));
	if (!rest) {
		out->offset = quotient;
		return true;
	}
	return poly_multiply(&quotient, &quotient, &b->offset) &&
	       poly_add(&out->offset, &a->offset, &quotient, -1);
}

static bool shift_value(struct values *v, LLVMOpcode op, const struct value *a,
			const struct value *b, struct value *out)
{
	struct value power = {.base = NO_BASE};
	int64_t k;

	if (poly_is_constant(&b->offset, &k) && k >= 0 && k < 63) {
		poly_constant(&power.offset, INT64_C(1) << k);
	} else {
		struct poly one;

		poly_constant(&one, 1);
		poly_symbol(&power.offset, symbol_made_of(v, &one, &b->offset, "<<"));
	}
	if (op == LLVMShl)
		return poly_multiply(&out->offset, &a->offset, &power.offset);
	return divide_values(v, a, &power, false, out);
}

/* A mask of low bits is a remainder: x & 63, x & (stride - 1). */
static bool mask_value(struct values *v, const struct value *a, const struct value *b,
		       struct value *out)
{
	struct value size = {.base = NO_BASE};
	struct poly one;
	int64_t k;

	poly_constant(&one, 1);
	if (!poly_add(&size.offset, &b->offset, &one, 1))
		return false;
	if (poly_is_constant(&size.offset, &k) ? k > 1 && (k & (k - 1)) == 0 : size.offset.n == 1)
		return divide_values(v, a, &size, true, out);
	poly_symbol(&out->offset, symbol_made_of(v, &a->offset, &b->offset, "&"));
	return true;
}

static bool compute_values(struct values *v, LLVMOpcode op, const struct value *a,
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
		return divide_values(v, a, b, false, out);
	case LLVMURem:
	case LLVMSRem:
		return divide_values(v, a, b, true, out);
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
		return shift_value(v, op, a, b, out);
	case LLVMAnd:
		return mask_value(v, a, b, out);
	default:
		return false;
	}
}

void value_binary(struct values *v, LLVMValueRef of, struct value *out)
{
	struct value a = *values_get(v, LLVMGetOperand(of, 0));
	struct value b = *values_get(v, LLVMGetOperand(of, 1));

	out->base = NO_BASE;
	if (a.base != NO_BASE || b.base != NO_BASE ||
	    !compute_values(v, LLVMGetInstructionOpcode(of), &a, &b, out))
		value_unfollowed(v, of, out);
}
