/* The runs behind a figure: a grid of points, some of which cannot run yet. */
#ifndef EXPERIMENT_FIGURE_FIGURE_PARTS_H
#define EXPERIMENT_FIGURE_FIGURE_PARTS_H

#include "experiment/figure/figure.h"

/* Like a sweep's axis, with the points that cannot run yet. */
struct plan_axis {
	char *name;
	struct text_list labels;
	char **missing; /* by label; NULL: it can run */
};

enum { PLAN_NONE = -1 };

/* Invariant: grid is the product of the axes' lengths, the last axis varying fastest. */
struct figure_plan {
	struct plan_axis *axes;
	size_t axis_count, grid;
	size_t row_axis;
	char *waits;  /* why nothing of it is run; NULL: no reason */
	char **unfit; /* by grid point: why it cannot run on any day; NULL: it can */
	long *spec;   /* by grid point: number in the figure's specs, or PLAN_NONE */
	long *alone;  /* by grid point: of its first application alone; the others follow */
};

/*
 * figure_axes.c. Invariant: map is a copy of the file's runs with lists of its own, which have only
 * what can run and share the file's items but for workloads that the paper has in a form of its
 * own.
 */
struct plan_reader {
	struct figure *f;
	struct yaml_value map;
	struct yaml_value **made; /* what is not the file's, to be freed */
	size_t made_count;
};

/* Axes in the order of the file, as a sweep has them. */
void plan_read_axes(struct plan_reader *r);
void plan_reader_release(struct plan_reader *r);
char *plan_missing_design(const char *name); /* NULL: it exists; otherwise a reason to be freed */

/* figure_runs.c: axes, grid and specs. */
bool figure_plan_runs(struct figure *f, struct error *err);
void figure_plan_free(struct figure_plan *plan);

/* Why a grid point cannot run; NULL: it can. */
const char *plan_missing(const struct figure_plan *plan, size_t point);
/* The label of a grid point on an axis, and the point with another label there. */
size_t plan_position(const struct figure_plan *plan, size_t point, size_t axis);
size_t plan_move(const struct figure_plan *plan, size_t point, size_t axis, size_t position);

/* figure.c */
/* Whether a claim that wants this series means the one with that label; one `*` in it stands for
 * anything. */
bool figure_series_match(const char *wanted, const char *label);
size_t figure_find_text(const struct text_list *list, const char *text); /* count: not there */
const struct experiment_group *figure_group(const struct figure *f, const char *name);
struct figure_cell *figure_cell_at(const struct figure *f, size_t row, size_t series);
void figure_cell_miss(struct figure_cell *cell, const char *why);
/* The grid point of a column in a row: the other axes in their order, the last varying fastest. */
size_t figure_grid_point(const struct figure *f, size_t row, size_t column);

#endif
