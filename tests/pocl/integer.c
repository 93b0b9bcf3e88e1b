/* Every integer function of libclc and every integer operator, all types and widths, against pocl.
 */
#include "harness.h"
#include "ops.h"

#define ROWS(rows) rows, sizeof(rows) / sizeof(*(rows))
#define ROW(expr, signature, types, widths)                                                        \
	{                                                                                          \
		expr, signature, types, widths, "A", 0, 0, NULL, POCL                              \
	}

/* clang-format off */
static const struct op_row functions[] = {
	ROW("abs(a)", "U:T", INTEGERS, WIDTHS),
	ROW("abs_diff(a, b)", "U:TT", INTEGERS, WIDTHS),
	ROW("add_sat(a, b)", "T:TT", INTEGERS, WIDTHS),
	ROW("sub_sat(a, b)", "T:TT", INTEGERS & ~(1 << INT | 1 << LONG), WIDTHS),
	/* libclc's is wrong for 0 minus the least. */
	ROW("sub_sat(a == ($T)0 ? ($T)1 : a, b)", "T:TT", 1 << INT | 1 << LONG, WIDTHS),
	ROW("hadd(a, b)", "T:TT", INTEGERS, WIDTHS),
	ROW("rhadd(a, b)", "T:TT", INTEGERS, WIDTHS),
	ROW("clamp(a, min(b, c), max(b, c))", "T:TTT", INTEGERS, WIDTHS),
	ROW("clamp(a, min(b, c), max(b, c))", "T:TSS", INTEGERS, VECTORS),
	ROW("clz(a)", "T:T", INTEGERS, WIDTHS),
	ROW("popcount(a)", "T:T", INTEGERS, WIDTHS),
	ROW("mad_sat(a, b, c)", "T:TTT", INTEGERS & ~(1 << LONG), WIDTHS),
	/* libclc's is wrong for zero times a negative number and when only the sum overflows. */
	ROW("mad_sat(a | ($T)1, b | ($T)1, ($T)0)", "T:TT", 1 << LONG, WIDTHS),
	{"mad_sat(a | ($T)1, b | ($T)1, c)", "T:TTT", 1 << LONG, WIDTHS, "MMM", 0, 0, NULL, POCL},
	ROW("max(a, b)", "T:TT", INTEGERS, WIDTHS),
	ROW("max(a, b)", "T:TS", INTEGERS, VECTORS),
	ROW("min(a, b)", "T:TT", INTEGERS, WIDTHS),
	ROW("min(a, b)", "T:TS", INTEGERS, VECTORS),
	ROW("mul_hi(a, b)", "T:TT", INTEGERS, WIDTHS),
	ROW("rotate(a, b)", "T:TT", INTEGERS, WIDTHS),
	ROW("upsample(a, b)", "W:TU", INTEGERS & ~(1 << LONG | 1 << ULONG), WIDTHS),
	{"mad24(a, b, c)", "T:TTT", INTS, WIDTHS, "MMA", 0, 0, NULL, POCL},
	{"mul24(a, b)", "T:TT", INTS, WIDTHS, "M", 0, 0, NULL, POCL},
	/* Full 24-bit operands, sign or zero extended. */
	ROW("mul24(a << 8 >> 8, b << 8 >> 8)", "T:TT", INTS, WIDTHS),
	ROW("mad24(a << 8 >> 8, b << 8 >> 8, c)", "T:TTT", INTS, WIDTHS),
	ROW("bitselect(a, b, c)", "T:TTT", INTEGERS, WIDTHS),
	ROW("select(a, b, c)", "T:TTM", INTEGERS, WIDTHS),
	ROW("select(a, b, c)", "T:TTU", INTEGERS, WIDTHS),
	ROW("any(a)", "i:T", SIGNED, WIDTHS),
	ROW("all(a)", "i:T", SIGNED, WIDTHS),
	ROW("all(a | ($T)(($S)1 << (8 * sizeof($S) - 1)))", "i:T", SIGNED, WIDTHS),
};

static const struct op_row operators[] = {
	ROW("a + b", "T:TT", INTEGERS, WIDTHS),
	ROW("a - b", "T:TT", INTEGERS, WIDTHS),
	ROW("a * b", "T:TT", INTEGERS, WIDTHS),
	/* Division by zero and of the least by -1 are undefined: both are avoided. */
	ROW("a / (b | ($T)1)", "T:TT", UNSIGNED, WIDTHS),
	ROW("a % (b | ($T)1)", "T:TT", UNSIGNED, WIDTHS),
	ROW("a / ((b & ($T)63) + ($T)1)", "T:TT", SIGNED, WIDTHS),
	ROW("a % ((b & ($T)63) + ($T)1)", "T:TT", SIGNED, WIDTHS),
	ROW("(a >> ($T)1) / ((b | ($T)1) & ~($T)64)", "T:TT", SIGNED, WIDTHS),
	ROW("(a >> ($T)1) % ((b | ($T)1) & ~($T)64)", "T:TT", SIGNED, WIDTHS),
	ROW("a << b", "T:TT", INTEGERS & ~(0xf), WIDTHS),
	ROW("a >> b", "T:TT", INTEGERS & ~(0xf), WIDTHS),
	ROW("a << (b & ($T)7)", "T:TT", INTEGERS, WIDTHS),
	ROW("a >> (b & ($T)7)", "T:TT", INTEGERS, WIDTHS),
	ROW("a & b", "T:TT", INTEGERS, WIDTHS),
	ROW("a | b", "T:TT", INTEGERS, WIDTHS),
	ROW("a ^ b", "T:TT", INTEGERS, WIDTHS),
	ROW("~a", "T:T", INTEGERS, WIDTHS),
	ROW("-a", "T:T", INTEGERS, WIDTHS),
	ROW("a == b", "R:TT", INTEGERS, WIDTHS),
	ROW("a != b", "R:TT", INTEGERS, WIDTHS),
	ROW("a < b", "R:TT", INTEGERS, WIDTHS),
	ROW("a <= b", "R:TT", INTEGERS, WIDTHS),
	ROW("a > b", "R:TT", INTEGERS, WIDTHS),
	ROW("a >= b", "R:TT", INTEGERS, WIDTHS),
	ROW("!a", "R:T", INTEGERS, WIDTHS),
	ROW("a && b", "R:TT", INTEGERS, WIDTHS),
	ROW("a || b", "R:TT", INTEGERS, WIDTHS),
	ROW("a < b ? a : c", "T:TTT", INTEGERS, WIDTHS),
};

/* clang-format on */

TEST(integer_functions)
{
	struct op_list *list = op_list_new();

	op_add_rows(list, ROWS(functions));
	op_list_run(list, "integer_functions");
}

TEST(integer_operators)
{
	struct op_list *list = op_list_new();

	op_add_rows(list, ROWS(operators));
	op_list_run(list, "integer_operators");
}
