/* What reproduce prints. */
#ifndef CLI_REPRODUCE_PARTS_H
#define CLI_REPRODUCE_PARTS_H

#include <stdio.h>

#include "experiment/reproduce.h"

enum reproduce_format { REPRODUCE_TEXT, REPRODUCE_CSV, REPRODUCE_JSON };

void reproduce_print(const struct reproduction *r, enum reproduce_format format, FILE *out);

/* reproduce_csv.c: the values of one figure, with a header line; all claims, likewise. */
void reproduce_csv_figure(const struct figure *f, FILE *out);
void reproduce_csv_claims(const struct claim_answer *answers, size_t count, FILE *out);

/* reproduce_json.c */
void reproduce_json(const struct reproduction *r, FILE *out);

/* A value as people read it: "30.1", "2.10". Returns out. */
char *reproduce_number(const char *unit, double value, char *out, size_t bytes);

#endif
