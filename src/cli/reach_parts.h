/* What warpwalk reach prints. */
#ifndef CLI_REACH_PARTS_H
#define CLI_REACH_PARTS_H

#include <stdio.h>

#include "experiment/run/reach.h"
#include "experiment/run/run_spec.h"

/* For each level a plot of the miss ratio over capacity and a table at powers of two. */
void reach_print(const struct reach *r, const struct run_spec *spec, FILE *out);

/* One object, every capacity at which something changes. */
void reach_json(const struct reach *r, const struct run_spec *spec, FILE *out);

#endif
