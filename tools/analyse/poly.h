/*
 * Index expressions: sums of products of symbols with whole coefficients. A symbol is what the
 * analysis takes as given: an id, a size, an argument, the iterations of a loop, or a value of
 * which only is known what it depends on. Coefficients wrap as 64-bit integers do.
 */
#ifndef ANALYSE_POLY_H
#define ANALYSE_POLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POLY_TERMS = 32, POLY_FACTORS = 6, POLY_SYMBOLS = 1024, SYMBOL_TEXT = 160 };

/* Sorted by symbols, no two alike; factors ascending. */
struct poly_term {
	int64_t k;
	unsigned n;
	uint16_t s[POLY_FACTORS];
};

/* Without terms: zero. */
struct poly {
	unsigned n;
	struct poly_term t[POLY_TERMS];
};

/* What a value depends on, apart from launch-wide constants. */
struct depends {
	uint8_t groups, locals; /* bit d: the id of dimension d */
	uint16_t loops;         /* bit n: iterations of loop n */
	bool loaded;            /* read from memory */
	bool varying; /* carried from iteration to iteration in no linear way, or unknown */
};

enum symbol_kind {
	SYMBOL_GLOBAL, /* ids and sizes: number is the dimension */
	SYMBOL_GROUP,
	SYMBOL_LOCAL,
	SYMBOL_LOCAL_SIZE,
	SYMBOL_GROUPS,
	SYMBOL_GLOBAL_SIZE,
	SYMBOL_OFFSET,
	SYMBOL_ARGUMENT, /* number is the argument's */
	SYMBOL_LOOP,     /* number is the loop's */
	SYMBOL_LOADED,   /* a value read from memory */
	SYMBOL_OTHER,
};

struct symbol {
	enum symbol_kind kind;
	unsigned number;
	/* Of LOADED and OTHER: the values it is made of, by index of symbols they depend on. */
	struct depends own;
	struct poly from[2];
	char text[SYMBOL_TEXT];
};

struct symbols {
	struct symbol *of;
	unsigned count;
};

void poly_constant(struct poly *p, int64_t k);
void poly_symbol(struct poly *p, unsigned symbol);
bool poly_is_constant(const struct poly *p, int64_t *k);
bool poly_equal(const struct poly *a, const struct poly *b);
bool poly_has(const struct poly *p, unsigned symbol);
/* False when the result has too many terms or factors; *out is undefined then and may be an input.
 */
bool poly_add(struct poly *out, const struct poly *a, const struct poly *b, int64_t scale_b);
bool poly_multiply(struct poly *out, const struct poly *a, const struct poly *b);
/* p with every occurrence of the symbol replaced. */
bool poly_replace(struct poly *p, unsigned symbol, const struct poly *by);

/* Everything the expression depends on, through its symbols. */
struct depends poly_depends(const struct symbols *symbols, const struct poly *p);

/* In units of `unit` when every coefficient allows it, else in bytes. */
void poly_print(const struct symbols *symbols, const struct poly *p, int64_t unit, char *out,
		size_t bytes);

#endif
