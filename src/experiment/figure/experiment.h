/*
 * A figure or table of a paper as data: which runs, what is derived from each, against which
 * baseline, and which claims it answers. One file of configs/experiments/ each
 * (docs/figures.md has the format); a user's own file works too.
 */
#ifndef EXPERIMENT_FIGURE_EXPERIMENT_H
#define EXPERIMENT_FIGURE_EXPERIMENT_H

#include "base/yaml.h"
#include "experiment/figure/claims.h"
#include "experiment/figure/derive.h"
#include "experiment/run/run_spec.h"

/* A number per run. */
struct experiment_value {
	char *label, *unit; /* unit: "percent", "x", "mpki" ...; "" for a plain number */
	struct derive *is;
};

/* A name for an expression that others use, terms and values after it. */
struct experiment_term {
	char *name;
	struct derive *is;
};

/* A number over rows, in a row of its own. */
struct experiment_summary {
	char *label, *of; /* of: a group of rows, "*" for all */
	enum derive_mean by;
	const struct yaml_value *at;
};

/* Rows by a name of their own. */
struct experiment_group {
	char *name;
	struct text_list rows;
	const struct yaml_value *at;
};

/* "design: baseline": a point on an axis. */
struct experiment_point {
	char *axis, *label;
	const struct yaml_value *at;
};

/* What the figure says on a claim: one expression for each published number. */
struct experiment_claim {
	const struct claim *claim;
	enum claim_sense sense;
	struct derive **parts;
	size_t part_count;
	struct derive *show; /* of "holds": the number behind it; NULL: none */
	const struct yaml_value *at;
};

struct experiment {
	char *id;          /* "walks-fig3": paper and file, and the machine where it has one */
	const char *alias; /* "fig3", in id */
	char *paper, *title, *source, *about, *chart;
	char *rows;                      /* the axis that makes rows */
	struct yaml_value *root;         /* with what it includes in it */
	struct yaml_value *included;     /* what is left of that; NULL: nothing */
	const struct yaml_value *runs;   /* a product, as of a sweep */
	const struct yaml_value *alone;  /* NULL: none */
	const struct yaml_value *labels; /* point label: what to call it; NULL: none */
	const struct yaml_value
		*limits; /* workload: instructions at paper, or [at small, at paper]; NULL: none */
	int64_t lasting[2]; /* cycles of every run at small, and from medium on; 0: until its work
			     * is done */
	unsigned repeat;    /* on how many machines each run is made, 1: on its own alone */
	char *machine; /* a GPU of also_on, in place of the figure's; "": none, it is the figure */
	struct text_list also_on; /* GPUs on which there is the same figure once more */
	const char *file;
	struct text_list needs; /* designs without which nothing of it is run */

	struct experiment_point *baseline;
	size_t baseline_count; /* 0: no baseline */
	struct experiment_term *terms;
	size_t term_count;
	struct experiment_value *values;
	size_t value_count;
	struct experiment_summary *summaries;
	size_t summary_count;
	struct experiment_group *groups;
	size_t group_count;
	struct experiment_claim *claims;
	size_t claim_count;
};

/* How many cycles its runs last at a size; 0: until their work is done. */
static inline int64_t experiment_lasts(const struct experiment *e, enum workload_size size)
{
	return size == SIZE_TINY ? 0 : e->lasting[size != SIZE_SMALL];
}

/* The name is that of the file; the figure's has its paper in front. machine: in place of the GPU
 * of its runs; NULL: its own. NULL with "file:line: ...". */
struct experiment *experiment_read(const char *name, const char *path, const char *bytes,
				   size_t size, const char *machine, struct error *err);
struct experiment *experiment_read_file(const char *path, const char *machine, struct error *err);
void experiment_free(struct experiment *e); /* NULL is fine */

/* Its entry for a claim; NULL: it does not answer it. */
static inline const struct experiment_claim *experiment_answers(const struct experiment *e,
								const struct claim *claim)
{
	for (size_t i = 0; i < e->claim_count; i++)
		if (e->claims[i].claim == claim)
			return &e->claims[i];
	return NULL;
}

/* Whether a target of the command line means it: by its id, its name, or those of the figure that
 * it is on another machine. */
bool experiment_is_called(const struct experiment *e, const char *target);

/* The shipped ones, by id. */
struct experiments {
	struct experiment **items;
	size_t count;
};

const struct experiments *experiments_all(void);

/* The one that answers a claim and its entry for it; NULL when none does. */
const struct experiment *experiments_answering(const char *claim_id,
					       const struct experiment_claim **entry);

#endif
