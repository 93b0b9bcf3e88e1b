/*
 * A table of known outcomes in a text file: the number of the model it was made with, a line with
 * the columns' names, one row per line with tabs between. The first columns are a row's name, the
 * others are what must not change unless the model's number does; rows may be added any time, and
 * where a table says by itself what is run, without values.
 */
#ifndef TESTS_GOLDEN_TABLE_H
#define TESTS_GOLDEN_TABLE_H

#include <stdio.h>

#include "base/error.h"

struct golden_row {
	char *name, *values; /* each with tabs between its columns */
};

struct golden_table {
	int model;
	unsigned name_columns;
	char *columns; /* "gpu\tdesigns\t..." */
	struct golden_row *rows;
	size_t count;
};

void golden_init(struct golden_table *t, int model, unsigned name_columns, const char *columns);
void golden_release(struct golden_table *t);
void golden_add(struct golden_table *t, const char *name, const char *values);
/* NULL: no such row. */
const struct golden_row *golden_find(const struct golden_table *t, const char *name);
/* Puts rows in the order in which another table has them, those that it lacks at the end. */
void golden_order_as(struct golden_table *t, const struct golden_table *other);

/* Into a table as golden_init left it: model and rows become those of the file, the columns must be
 * the same. An empty file is a table of model 0. */
bool golden_read(struct golden_table *t, FILE *in, struct error *err);
void golden_write(const struct golden_table *t, FILE *out);

/* The same with a file: one that is missing is empty, one that cannot be read ends the program with
 * a line. */
void golden_read_file(struct golden_table *t, const char *path);

struct golden_difference {
	size_t same, changed, vanished, added;
	size_t refused; /* rows that are gone, and with reason */
};

/* Of the rows whose first column is `first`; NULL: of all. is_no_run: whether a row that is gone
 * was of a run that there is no more; NULL: none was. */
struct golden_difference golden_compare(const struct golden_table *old,
					const struct golden_table *new, const char *first,
					bool (*is_no_run)(const char *name));

enum golden_verdict {
	GOLDEN_SAME,
	GOLDEN_ADDED,   /* only rows that the old table lacks, or of runs that are refused now */
	GOLDEN_RAISED,  /* the model has a higher number than the table */
	GOLDEN_LOWERED, /* or a lower one */
	GOLDEN_CHANGED, /* rows are different or gone, and the number is the same */
};

enum golden_verdict golden_judge(int old_model, int new_model, struct golden_difference d);
/* Whether the new table may take the old one's place. */
bool golden_may_replace(enum golden_verdict verdict);
/* Writes it there, with a line about the difference; false, with a line, when that fails. */
bool golden_replace_file(const struct golden_table *old, const struct golden_table *new,
			 const char *path);
/* What to do about it; "" when there is nothing to do. */
const char *golden_advice(enum golden_verdict verdict);

/* "cycles 10 -> 12, walks 3 -> 4": the columns in which two rows differ. Returns out. */
char *golden_row_text(const struct golden_table *t, const struct golden_row *old,
		      const struct golden_row *new, char *out, size_t bytes);

#endif
