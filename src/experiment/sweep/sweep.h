/*
 * A product of runs, from YAML: lists of GPUs, designs, workloads, sizes and parameter values
 * (docs/experiments.md has the format). Everything is checked before the first run.
 */
#ifndef EXPERIMENT_SWEEP_SWEEP_H
#define EXPERIMENT_SWEEP_SWEEP_H

#include "base/yaml.h"
#include "experiment/run/run_spec.h"

enum { SWEEP_MOST_RUNS = 1000000 };

/* One dimension of the product. */
struct sweep_axis {
	/* "gpu", "design", "workload", "size", "variant", or a parameter's name; "perturb" first
	 * when the runs are repeated (experiment/run/repeat.h) */
	char *name;
	struct text_list labels; /* of its points: "baseline" for no design, "a+b" for several */
};

/*
 * Invariant: count is the product of the axes' lengths; specs are in the order of the file, the
 * last axis varying fastest: spec i lies at point (i / stride) % labels.count of an axis, with
 * stride the product of the lengths of the axes after it.
 */
struct sweep {
	struct sweep_axis *axes;
	size_t axis_count;
	struct run_spec *specs; /* resolved, but for those that are unfit */
	char **unfit; /* by spec: why it cannot run, though all that it names exists; NULL: it can
		       */
	size_t count;
};

/* Runs that do not fit for the same reason. */
struct sweep_gap {
	char *text; /* "apu18, mgvm: why" */
	size_t runs, first;
};

/* The keys that describe a product; a file with more (a title, a chart) adds its own to these. */
extern const char *const sweep_keys[];
extern const size_t sweep_key_count;

/*
 * Expands the keys of map that belong to a product and resolves every run; other keys are not
 * looked at. Some must fit. size: taken for all runs instead of the file's, NULL: the file's, or
 * small. repeat: likewise, 0: the file's, or 1. False with "file:line: ..." in err. Release it in
 * any case.
 */
bool sweep_expand(struct sweep *sweep, const struct yaml_value *map, const enum workload_size *size,
		  unsigned repeat, struct error *err);

/* A whole file that holds nothing else. */
bool sweep_read(struct sweep *sweep, const char *path, unsigned repeat, struct error *err);
void sweep_release(struct sweep *sweep);

/* What does not fit, by GPU, designs and reason, in the order of the specs. Free it. */
struct sweep_gap *sweep_gaps(const struct sweep *sweep, size_t *count);
void sweep_gaps_free(struct sweep_gap *gaps, size_t count);
/* Takes the specs that do not fit away; from then on spec i is at no point of the axes. */
void sweep_drop_unfit(struct sweep *sweep);

/* NULL when there is no axis of this name; the point of a spec on an axis. */
const struct sweep_axis *sweep_axis(const struct sweep *sweep, const char *name);
size_t sweep_point(const struct sweep *sweep, size_t spec, const struct sweep_axis *axis);

#endif
