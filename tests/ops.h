/*
 * Many small OpenCL expressions, each applied elementwise to prepared inputs, run by the simulator
 * and by pocl and compared. An expression speaks of its arguments as a, b and c, and of types as $T
 * (the type under test), $S (its scalar), $M and $U (signed and unsigned integers of the same size
 * and width), $W (integers twice as wide), $n (the width, nothing for a scalar).
 */
#ifndef TESTS_OPS_H
#define TESTS_OPS_H

#include <stdbool.h>
#include <stddef.h>

enum elem {
	CHAR,
	UCHAR,
	SHORT,
	USHORT,
	INT,
	UINT,
	LONG,
	ULONG,
	HALF,
	FLOAT,
	DOUBLE,
	ELEM_COUNT,
};

/* Sets of types and of widths. */
enum {
	INTEGERS = 0xff,
	SIGNED = 1 << CHAR | 1 << SHORT | 1 << INT | 1 << LONG,
	UNSIGNED = INTEGERS & ~SIGNED,
	INTS = 1 << INT | 1 << UINT,
	FLOATS = 1 << FLOAT | 1 << DOUBLE,
	W1 = 1 << 1,
	W2 = 1 << 2,
	W3 = 1 << 3,
	W4 = 1 << 4,
	W8 = 1 << 8,
	W16 = 1 << 16,
	VECTORS = W2 | W3 | W4 | W8 | W16,
	WIDTHS = W1 | VECTORS,
};

/*
 * What the inputs are: of a float type ANY has every special value paired with every other and
 * random bits, MODERATE lies in -16 .. 16, UNIT in -1 .. 1, POSITIVE in 0 .. 100. Of an integer
 * type ANY has extremes and random bits, the others small numbers.
 */
enum domain { ANY = 'A', MODERATE = 'M', UNIT = 'U', POSITIVE = 'P' };

/* How results may differ: units in the last place, or one of these. */
#define SAME_BITS (-1.0) /* but for a flushed denormal and the bits of a NaN */

/*
 * What results are compared with: pocl; the row's reference, where OpenCL leaves the result to the
 * implementation or pocl lacks it or does not end; or either, where pocl is wrong for some inputs.
 */
enum against { POCL, REFERENCE, EITHER };

struct op_row {
	const char *expr;
	/*
	 * Result, colon, arguments: T type under test, S its scalar, M and U as above, W twice as
	 * wide, I int of that width, F float of that width, i scalar int, R what relational
	 * functions return.
	 */
	const char *signature;
	unsigned types, widths;
	const char *domains;            /* one enum domain per argument, the last one repeated */
	double ulps_float, ulps_double; /* error OpenCL allows one implementation */
	/* The result in C, elementwise; NULL where pocl alone is trusted. */
	long double (*reference)(long double a, long double b, long double c);
	enum against against;
};

struct op_list;

struct op_list *op_list_new(void);
void op_list_free(struct op_list *list);
void op_add_rows(struct op_list *list, const struct op_row *rows, size_t count);
/* One op with explicit types. */
struct op_operand {
	enum elem elem;
	int width;
	enum domain domain; /* of an argument */
};
void op_add(struct op_list *list, const char *expr, struct op_operand result,
	    const struct op_operand *args, int arg_count);

/* Compiles and runs all of them on both sides. Ends the test with what differs, if anything does.
 */
void op_list_run(struct op_list *list, const char *name);

const char *elem_name(enum elem e);
size_t elem_bytes(enum elem e);
bool elem_is_float(enum elem e);
enum elem elem_signed(enum elem e);
enum elem elem_unsigned(enum elem e);

#endif
