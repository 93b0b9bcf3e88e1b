/*
 * Vector loads and stores in every address space, half-precision loads and stores, atomics on each
 * work-item's own memory, and shuffles, against pocl.
 */
#include "harness.h"
#include "ops.h"

#define ROWS(rows) rows, sizeof(rows) / sizeof(*(rows))

enum { TYPES = INTEGERS | FLOATS };

/* clang-format off */
#define COPY(expr, types) {expr, "T:T", types, VECTORS, "A", SAME_BITS, SAME_BITS, NULL, POCL}

static const struct op_row vectors[] = {
	COPY("({ local $S *q = shared; vstore$n(a, 0, q); vload$n(0, q); })", TYPES),
	/* The index is not known when compiling, so that the array stays in private memory. */
	COPY("({ $S q[40]; vstore$n(a, i & 1, q + 1); vload$n(i & 1, q + 1); })", TYPES),
	COPY("({ global $S *q = kept; vstore$n(a, 0, q); vload$n(0, q); })", TYPES),
	{"vload$n(i % 8, (constant $S *)table)", "T:", TYPES, VECTORS, "A", SAME_BITS, SAME_BITS, NULL,
	 POCL},
	{"({ $S q[16]; for (int k = 0; k < 16; k++) q[k] = a; q[i % 16]; })", "T:T", TYPES, W1, "A",
	 SAME_BITS, SAME_BITS, NULL, POCL},
};

/* Rounded to half and back; of a double or a float. */
#define HALVES(store, load, mode, domain, widths)                                                                \
	{"({ global half *q = kept; " store "$n" mode "(a, 0, q); " load "$n(0, q); })", "F:T",     \
	 FLOATS, widths, domain, SAME_BITS, SAME_BITS, NULL, POCL},                                   \
	{"({ local half *q = shared; " store "$n" mode "(a, 0, q); " load "$n(0, q); })", "F:T",    \
	 FLOATS, widths, "M", SAME_BITS, SAME_BITS, NULL, POCL}
/* libclc rounds powers of two below the least half to zero in all modes. */
#define ALL_MODES(store, load, widths)                                                              \
	HALVES(store, load, "", "A", widths), HALVES(store, load, "_rte", "A", widths),            \
	HALVES(store, load, "_rtz", "A", widths), HALVES(store, load, "_rtp", "U", widths),        \
	HALVES(store, load, "_rtn", "U", widths)

static const struct op_row halves[] = {
	ALL_MODES("vstore_half", "vload_half", WIDTHS),
	ALL_MODES("vstorea_half", "vloada_half", VECTORS),
};

/* The value left in memory, and the value returned. */
#define ATOMIC_IN(space, memory, call, types)                                                      \
	{"({ volatile " space " $T *q = " memory "; *q = a; " call "; *q; })", "T:TTT", types, W1,  \
	 "A", 0, 0, NULL, POCL},                                                                   \
	{"({ volatile " space " $T *q = " memory "; *q = a; " call "; })", "T:TTT", types, W1, "A", \
	 0, 0, NULL, POCL}
#define ATOMIC(call, types)                                                                        \
	ATOMIC_IN("global", "kept", call, types), ATOMIC_IN("local", "shared", call, types)
#define ATOMICS(name, operands)                                                                    \
	ATOMIC("atomic_" name operands, INTS), ATOMIC("atom_" name operands, INTS | LONGS)

enum { LONGS = 1 << LONG | 1 << ULONG };

static const struct op_row atomics[] = {
	ATOMICS("add", "(q, b)"),
	ATOMICS("sub", "(q, b)"),
	ATOMICS("xchg", "(q, b)"),
	ATOMICS("inc", "(q)"),
	ATOMICS("dec", "(q)"),
	ATOMICS("cmpxchg", "(q, b, c)"),
	ATOMICS("min", "(q, b)"),
	ATOMICS("max", "(q, b)"),
	ATOMICS("and", "(q, b)"),
	ATOMICS("or", "(q, b)"),
	ATOMICS("xor", "(q, b)"),
	ATOMIC("atomic_xchg(q, b)", 1 << FLOAT),
};
/* clang-format on */

static void run(const struct op_row *rows, size_t count, const char *name)
{
	struct op_list *list = op_list_new();

	op_add_rows(list, rows, count);
	op_list_run(list, name);
}

TEST(vector_loads_and_stores)
{
	run(ROWS(vectors), "vector_loads_and_stores");
}

TEST(half_loads_and_stores)
{
	run(ROWS(halves), "half_loads_and_stores");
}

TEST(atomics_of_one_work_item)
{
	run(ROWS(atomics), "atomics_of_one_work_item");
}

TEST(shuffles)
{
	static const int widths[] = {2, 4, 8, 16};
	struct op_list *list = op_list_new();

	for (int e = 0; e < ELEM_COUNT; e++) {
		for (int k = 0; k < 16 && e != HALF; k++) {
			struct op_operand from = {(enum elem)e, widths[k % 4], ANY};
			struct op_operand to = {(enum elem)e, widths[k / 4], ANY};
			struct op_operand mask = {elem_unsigned((enum elem)e), to.width, ANY};

			op_add(list, "shuffle(a, b)", to, (struct op_operand[]){from, mask}, 2);
			op_add(list, "shuffle2(a, b, c)", to,
			       (struct op_operand[]){from, from, mask}, 3);
		}
	}
	op_list_run(list, "shuffles");
}
