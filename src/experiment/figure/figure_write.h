/* Figures and claims for other programs: comma-separated values, members of JSON objects. */
#ifndef EXPERIMENT_FIGURE_FIGURE_WRITE_H
#define EXPERIMENT_FIGURE_FIGURE_WRITE_H

#include <stdio.h>

#include "base/json.h"
#include "experiment/figure/figure.h"

/* figure_csv.c: a header line, then a line for each cell, each claim. */
void figure_csv(const struct figure *f, FILE *out);
void claim_answers_csv(const struct claim_answer *answers, size_t count, FILE *out);

/* figure_json.c: into an object that the caller opens and closes. */
void figure_json(const struct figure *f, struct json *j);
void claim_answer_json(const struct claim_answer *a, struct json *j);

#endif
