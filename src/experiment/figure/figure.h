/*
 * A figure with its values: rows, series, and a number in each cell, or the reason why there is
 * none. Order of calls: figure_plan, the specs into a store (workers.h), figure_evaluate, then
 * read. What does not exist yet (a design, a workload, a statistic) makes cells missing, not
 * errors.
 */
#ifndef EXPERIMENT_FIGURE_FIGURE_H
#define EXPERIMENT_FIGURE_FIGURE_H

#include "experiment/figure/experiment.h"
#include "experiment/figure/spread.h"
#include "experiment/store/store.h"

/* Invariant: missing is set when any repeat has no value, and known when any has one. */
struct figure_cell {
	bool known;
	double value;   /* the mean over the repeats that have one */
	double spread;  /* of that mean (spread.h), when repeats is 2 or more */
	size_t repeats; /* with a value */
	char *missing;  /* "needs design 'simt-walks'" */
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
	unsigned repeat;           /* each run is made so often; 1: once */
	double *samples;           /* [repeat * cells + cell]: of each; NAN: no value */
	/* Resolved; the same run may occur twice. Those of the first repeat, then as many in the
	 * same order of the next. */
	struct run_spec *specs;
	size_t spec_count;
	struct figure_plan *plan;
};

/* repeat: instead of what the file says, 0: as it says. False with "file:line: ..."; release it in
 * any case. */
bool figure_plan(struct figure *f, const struct experiment *e, enum workload_size size,
		 unsigned repeat, struct error *err);
void figure_release(struct figure *f);

/* Takes what the store has; runs that it lacks make cells missing ("not run yet"). */
bool figure_evaluate(struct figure *f, struct store *store, struct error *err);

const struct figure_cell *figure_cell(const struct figure *f, size_t row, size_t series);
size_t figure_cell_count(const struct figure *f);

/* The reasons for missing cells, each once, in the order of the cells. */
void figure_reasons(const struct figure *f, struct text_list *reasons);

/* What a figure says on a claim. */
struct claim_answer {
	const struct claim *claim;
	const struct experiment *experiment; /* NULL: no figure answers it */
	const char *machine;                 /* other than the figure's own; "": none */
	enum claim_sense sense;
	enum verdict verdict; /* over the numbers that are known; VERDICT_NOT_YET when none is */
	struct spread ours[CLAIM_MOST_PARTS]; /* over the repeats; count 0: not known */
	size_t part_count, known_count;
	struct spread show; /* count 0: none */
	/* Of repeated runs. All published numbers are within the spreads of ours; whether a change
	 * is a gain, or what is stated holds, is not beyond the spread. */
	bool published_within, direction_within;
	struct derive_missing why; /* of the first number that is not known */
};

void claim_answer(struct claim_answer *a, const struct figure *f,
		  const struct experiment_claim *entry);
/* Of a claim that no figure answers yet. */
void claim_unanswered(struct claim_answer *a, const struct claim *claim, const char *machine);

/* claim_text.c, for people: "A01", "A01 maxwell-sim"; "30.1 %", "12.0/?/?", "yes"; "30.1 ±0.4 %";
 * "0.4", "" of runs that are not repeated; "+3.1 points"; "within 10 % (1 of 3), published within
 * the spread". Return out. */
char *claim_id_text(const struct claim_answer *a, char *out, size_t bytes);
char *claim_published_text(const struct claim *claim, char *out, size_t bytes);
char *claim_ours_text(const struct claim_answer *a, char *out, size_t bytes);
char *claim_ours_spread_text(const struct claim_answer *a, char *out, size_t bytes);
char *claim_spread_text(const struct claim_answer *a, char *out, size_t bytes);
char *claim_answer_difference(const struct claim_answer *a, char *out, size_t bytes);
char *claim_verdict_text(const struct claim_answer *a, char *out, size_t bytes);

#endif
