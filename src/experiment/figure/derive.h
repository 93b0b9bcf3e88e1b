/*
 * Small expressions: what a figure derives from the statistics of runs, and what a claim derives
 * from the values of a figure. docs/figures.md has the language. A value is a number or a list
 * of numbers; operators and functions of one number work on each element of a list.
 */
#ifndef EXPERIMENT_FIGURE_DERIVE_H
#define EXPERIMENT_FIGURE_DERIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Why there is no value: one line for people, "needs statistic 'x'". Empty when there is one. */
struct derive_missing {
	char text[256];
};

bool derive_missing_set(struct derive_missing *why, const char *fmt, ...)
	__attribute__((format(printf, 2, 3))); /* returns false */

/* Invariant: count is 1 unless list; items belongs to the value. */
struct derive_value {
	double *items;
	size_t count;
	bool list;
};

void derive_value_add(struct derive_value *v, double item); /* makes it a list */
void derive_value_release(struct derive_value *v);

/*
 * Where names and references come from. Each returns false with a reason when there is nothing. A
 * NULL function means that the expression must not use such a thing: derive_parse refuses it.
 */
struct derive_source {
	/* "l1_tlb.hits", "baseline.cycles", "alone.0.ipc", "apps.1.ipc". */
	bool (*name)(void *data, const char *name, double *value, struct derive_missing *why);
	/* [row, series]: appends to the value; *whole when there can be only one of it. */
	bool (*cells)(void *data, const char *row, const char *series, struct derive_value *value,
		      bool *whole, struct derive_missing *why);
	size_t (*apps)(void *data); /* applications of the run: how often sum_apps evaluates */
	/* Asked by how much a comparison is to hold, less than 0: not to hold, when it does by
	 * `ahead`; always in the same order. NULL: by that. */
	double (*margin)(void *data, double ahead);
	void *data;
};

enum { DERIVE_MOST_TERM = 32 }; /* characters of a name that a figure gives an expression */

struct derive;

/* NULL with "column 7: expected ...": the caller puts file and line in front. */
struct derive *derive_parse(const char *text, const struct derive_source *source,
			    struct error *err);
void derive_free(struct derive *d); /* NULL is fine */

/* False with the reason when something it needs is missing, or the result is not a number. */
bool derive_number(const struct derive *d, const struct derive_source *source, double *value,
		   struct derive_missing *why);

/* When the whole expression is one reference [row, series]: these. Otherwise false. */
bool derive_is_cell(const struct derive *d, const char **row, const char **series);

/* Every reference in it; false as soon as visit returns false. */
bool derive_each_cell(const struct derive *d,
		      bool (*visit)(void *data, const char *row, const char *series), void *data);

/* Means. All are NAN for an empty list, geometric ones also when an item is not positive. */
enum derive_mean {
	MEAN_ARITHMETIC,  /* "mean" */
	MEAN_GEOMETRIC,   /* "geomean" */
	MEAN_SPEEDUP,     /* "speedup": percent gains; the gain of the geometric mean of speedups */
	MEAN_IMPROVEMENT, /* "improvement": percent gains; their geometric mean, floored at 0.1 */
	MEAN_MIN,         /* "min" */
	MEAN_MAX,         /* "max" */
	MEAN_COUNT,
};

extern const char *const derive_mean_names[MEAN_COUNT];
double derive_mean(enum derive_mean kind, const double *items, size_t count);

#endif
