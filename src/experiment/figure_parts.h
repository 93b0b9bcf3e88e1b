/* The runs behind a figure: a grid of points, some of which cannot run yet. */
#ifndef EXPERIMENT_FIGURE_PARTS_H
#define EXPERIMENT_FIGURE_PARTS_H

#include "experiment/figure.h"

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
	long *spec;  /* by grid point: number in the figure's specs, or PLAN_NONE */
	long *alone; /* by grid point: of its first application alone; the others follow */
};

/* figure_runs.c: axes, grid and specs. */
bool figure_plan_runs(struct figure *f, struct error *err);
void figure_plan_free(struct figure_plan *plan);

/* Why a grid point cannot run; NULL: it can. */
const char *plan_missing(const struct figure_plan *plan, size_t point);
/* The label of a grid point on an axis, and the point with another label there. */
size_t plan_position(const struct figure_plan *plan, size_t point, size_t axis);
size_t plan_move(const struct figure_plan *plan, size_t point, size_t axis, size_t position);

#endif
