/*
 * A figure with its values: rows, series, and a number in each cell, or the reason why there is
 * none. Order of calls: figure_plan, the specs into a store (workers.h), figure_evaluate, then
 * read. What does not exist yet (a design, a workload, a statistic) makes cells missing, not
 * errors.
 */
#ifndef EXPERIMENT_FIGURE_FIGURE_H
#define EXPERIMENT_FIGURE_FIGURE_H

#include "experiment/figure/experiment.h"
#include "experiment/store/store.h"

/* Invariant: exactly one of known and missing. */
struct figure_cell {
	bool known;
	double value;
	char *missing; /* "needs design 'simt-walks'"; NULL when known */
	bool has_published;
	double published; /* where a claim states this very number */
};

struct figure_series {
	char *label, *unit;
};

struct figure {
	const struct experiment *experiment; /* the caller's */
	enum workload_size size;
	struct text_list rows; /* summaries come last */
	size_t row_count;      /* without summaries */
	struct figure_series *series;
	size_t series_count;
	struct figure_cell *cells; /* [row * series_count + series] */
	struct run_spec *specs;    /* resolved; the same run may occur twice */
	size_t spec_count;
	struct figure_plan *plan;
};

/* False with "file:line: ..."; release it in any case. */
bool figure_plan(struct figure *f, const struct experiment *e, enum workload_size size,
		 struct error *err);
void figure_release(struct figure *f);

/* Takes what the store has; runs that it lacks make cells missing ("not run yet"). */
bool figure_evaluate(struct figure *f, struct store *store, struct error *err);

const struct figure_cell *figure_cell(const struct figure *f, size_t row, size_t series);

/* The reasons for missing cells, each once, in the order of the cells. */
void figure_reasons(const struct figure *f, struct text_list *reasons);

/* What a figure says on a claim. */
struct claim_answer {
	const struct claim *claim;
	const struct experiment *experiment; /* NULL: no figure answers it */
	enum claim_sense sense;
	enum verdict verdict; /* over the numbers that are known; VERDICT_NOT_YET when none is */
	double ours[CLAIM_MOST_PARTS];
	bool known[CLAIM_MOST_PARTS];
	size_t part_count, known_count;
	bool has_show;
	double show;
	struct derive_missing why; /* of the first number that is not known */
};

void claim_answer(struct claim_answer *a, const struct figure *f,
		  const struct experiment_claim *entry);
/* Of a claim that no figure answers. */
void claim_unanswered(struct claim_answer *a, const struct claim *claim);

/* For people: "30.1 %", "12.0/?/?", "yes"; "+3.1 points"; "within 10 % (1 of 3)". Return out. */
char *claim_published_text(const struct claim *claim, char *out, size_t bytes);
char *claim_ours_text(const struct claim_answer *a, char *out, size_t bytes);
char *claim_answer_difference(const struct claim_answer *a, char *out, size_t bytes);
char *claim_verdict_text(const struct claim_answer *a, char *out, size_t bytes);

#endif
