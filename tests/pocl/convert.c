/* Every convert_ function of libclc: all pairs of types, rounding modes and saturation, against
 * pocl. */
#include <stdio.h>

#include "harness.h"
#include "ops.h"

static const char *const modes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
static const int widths[] = {2, 3, 4, 8, 16};
enum { MODE_COUNT = 5, WIDTH_COUNT = 5 };

static void add(struct op_list *list, enum elem from, enum elem to, bool saturate, int mode,
		int width)
{
	char expr[64], number[16] = "";
	/* Near the largest integers libclc's directed roundings to float go wrong. */
	bool halved = to >= FLOAT && from >= INT && from <= ULONG && mode > 1;
	/* From float to integer without saturation only what fits is defined. */
	bool fits = !elem_is_float(from) || elem_is_float(to) || saturate;
	struct op_operand argument = {from, width, fits ? ANY : POSITIVE};

	if (width > 1)
		snprintf(number, sizeof(number), "%d", width);
	snprintf(expr, sizeof(expr), "convert_%s%s%s%s(%s)", elem_name(to), number,
		 saturate ? "_sat" : "", modes[mode], halved ? "a >> 1" : "a");
	op_add(list, expr, (struct op_operand){to, width, ANY}, &argument, 1);
}

static void run(bool to_float, bool saturate, const char *name)
{
	struct op_list *list = op_list_new();
	int turn = 0;

	for (int to = 0; to < ELEM_COUNT; to++) {
		for (int from = 0; from < ELEM_COUNT; from++) {
			if (to == HALF || from == HALF || elem_is_float((enum elem)to) != to_float)
				continue;
			for (int mode = 0; mode < MODE_COUNT; mode++, turn++) {
				add(list, (enum elem)from, (enum elem)to, saturate, mode, 1);
				/* Vectors are made of scalars: two widths each, all in turn. */
				add(list, (enum elem)from, (enum elem)to, saturate, mode,
				    widths[turn % WIDTH_COUNT]);
				add(list, (enum elem)from, (enum elem)to, saturate, mode,
				    widths[(turn + 2) % WIDTH_COUNT]);
			}
		}
	}
	op_list_run(list, name);
}

TEST(convert_to_integer)
{
	run(false, false, "convert_to_integer");
}

TEST(convert_to_integer_saturated)
{
	run(false, true, "convert_to_integer_saturated");
}

TEST(convert_to_float)
{
	run(true, false, "convert_to_float");
}
