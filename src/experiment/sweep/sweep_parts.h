/* A sweep while its file is being read: axes of points, each a part of a run. */
#ifndef EXPERIMENT_SWEEP_SWEEP_PARTS_H
#define EXPERIMENT_SWEEP_SWEEP_PARTS_H

#include "experiment/sweep/sweep.h"

struct sweep_point_draft {
	const struct yaml_value *at; /* for messages */
	char *label;
	struct run_spec part; /* what this point adds to a run; nothing resolved */
	bool sets_size;
};

struct sweep_axis_draft {
	char *name;
	struct sweep_point_draft *points;
	size_t count;
};

struct sweep_draft {
	const struct yaml_value *map;
	const enum workload_size *size; /* instead of the file's; may be NULL */
	uint64_t max_instructions;
	unsigned repeat;
	size_t each; /* runs of one repeat */
	struct sweep_axis_draft *axes;
	size_t axis_count;
	struct error *err;
};

/* A new axis, and a new point of the newest axis (NULL with a line when its label is there). */
struct sweep_axis_draft *sweep_draft_axis(struct sweep_draft *d, const char *name);
struct run_spec *sweep_draft_point(struct sweep_draft *d, const struct yaml_value *at,
				   const char *label);
/* Takes the newest axis away. */
void sweep_draft_drop(struct sweep_draft *d);

/* sweep_axes.c: every key of a product, each name and value checked. */
bool sweep_read_axes(struct sweep_draft *d);

#endif
