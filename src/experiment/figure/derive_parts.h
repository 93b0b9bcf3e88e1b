/* A parsed expression: a tree of numbers, names, references and what is done with them. */
#ifndef EXPERIMENT_FIGURE_DERIVE_PARTS_H
#define EXPERIMENT_FIGURE_DERIVE_PARTS_H

#include "experiment/figure/derive.h"

enum { DERIVE_MOST_NAME = 160 };

/* The order groups them by how they evaluate: derive.c compares. */
enum derive_kind {
	DERIVE_NUMBER,
	DERIVE_NAME,
	DERIVE_CELLS,
	/* of two values */
	DERIVE_ADD,
	DERIVE_SUBTRACT,
	DERIVE_MULTIPLY,
	DERIVE_DIVIDE,
	DERIVE_LESS,
	DERIVE_LESS_EQUAL,
	DERIVE_GREATER,
	DERIVE_GREATER_EQUAL,
	DERIVE_LARGER,
	DERIVE_RATIO, /* a / b, and 1 when both are 0 */
	/* of one value */
	DERIVE_NEGATE,
	DERIVE_ABS,
	DERIVE_PCT,  /* 100 x */
	DERIVE_GAIN, /* 100 (x - 1) */
	/* of everything in the arguments */
	DERIVE_MEAN,
	DERIVE_ALL = DERIVE_MEAN + MEAN_COUNT,
	DERIVE_SUM,
	/* of one value per application */
	DERIVE_SUM_APPS,
	DERIVE_MAX_APPS,
};

struct derive {
	enum derive_kind kind;
	double number;
	char *text;   /* a name; the row of a reference */
	char *series; /* of a reference */
	struct derive **args;
	size_t arg_count;
};

#endif
