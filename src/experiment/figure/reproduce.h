/*
 * A selection of figures and claims, their runs, and what came out. Order of calls:
 * reproduction_select, perhaps reproduction_set, the specs into a store, reproduction_evaluate,
 * then read. Release it in any case.
 */
#ifndef EXPERIMENT_FIGURE_REPRODUCE_H
#define EXPERIMENT_FIGURE_REPRODUCE_H

#include "experiment/figure/figure.h"

struct reproduction {
	enum workload_size size;
	unsigned repeat;           /* 0: as the figures' files say */
	struct text_list settings; /* "key=value": of every run, beside what the figures say */
	struct figure *figures;    /* shipped ones by id, then files */
	size_t figure_count;
	struct claim_answer *answers; /* in the order of data/claims.csv */
	size_t answer_count;
	struct experiment **files; /* of the user */
	size_t file_count;
};

/*
 * Targets: a paper ("walks"), a figure ("walks-fig3"; "fig3": of every paper that has it), a claim
 * ("S01"), a user's file ("my.yaml"); none: everything. Plans the runs. A figure comes with its
 * claims, a claim with its figure. repeat: as of figure_plan.
 */
bool reproduction_select(struct reproduction *r, const char *const *targets, size_t count,
			 enum workload_size size, unsigned repeat, struct error *err);
void reproduction_release(struct reproduction *r);

/* Once selected: adds settings to every run, those the figures compare with included. They come
 * last, so they win. False with one line in err. */
bool reproduction_set(struct reproduction *r, const struct text_list *settings, struct error *err);

/* All runs, for workers_run: an array for the caller to free, of specs that stay the figures'. */
struct run_spec *reproduction_specs(const struct reproduction *r, size_t *count);

bool reproduction_evaluate(struct reproduction *r, struct store *store, struct error *err);

#endif
