/* What reproduce prints. */
#ifndef CLI_REPRODUCE_PARTS_H
#define CLI_REPRODUCE_PARTS_H

#include <stdio.h>

#include "experiment/figure/reproduce.h"

enum reproduce_format { REPRODUCE_TEXT, REPRODUCE_CSV, REPRODUCE_JSON };

void reproduce_print(const struct reproduction *r, enum reproduce_format format, FILE *out);

#endif
