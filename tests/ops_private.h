/* What the files that make up ops.h share. */
#ifndef TESTS_OPS_PRIVATE_H
#define TESTS_OPS_PRIVATE_H

#include <stdint.h>

#include "ops.h"

/* Elements each op works on: a multiple of every width, and room for all pairs of 16 special
 * values. */
enum { OP_ELEMENTS = 384, OP_MAX_ARGS = 3, OP_SLOT_BYTES = OP_ELEMENTS * 8, OP_EXPR_BYTES = 240 };

struct op {
	char expr[OP_EXPR_BYTES];
	struct op_operand args[OP_MAX_ARGS], result;
	int arg_count;
	int items;   /* work-items that have something to do */
	double ulps; /* that one implementation may err by, or SAME_BITS */
	long double (*reference)(long double a, long double b, long double c);
	enum against against;
};

struct op_list {
	struct op *ops;
	size_t count, capacity;
};

/* Inputs of all types and domains, in one buffer. */
size_t input_offset(enum elem e, enum domain domain, int argument);
size_t input_bytes(void);
void input_fill(void *data);
void input_flush_denormals(void *data); /* those of type float become zeros */

enum elem elem_wider(enum elem e);
double elem_load(enum elem e, const void *data, size_t i);
uint64_t elem_bits(enum elem e, const void *data, size_t i);
double half_to_double(uint16_t h);
uint16_t half_from_double(double value);

#endif
