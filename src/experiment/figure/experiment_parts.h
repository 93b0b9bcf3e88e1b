/* Between the files that read a figure. */
#ifndef EXPERIMENT_FIGURE_EXPERIMENT_PARTS_H
#define EXPERIMENT_FIGURE_EXPERIMENT_PARTS_H

#include "experiment/figure/experiment.h"

/* Puts what the root includes into it. False with "file:line: ...". */
bool experiment_include(struct experiment *e, struct error *err);

/* Fills everything but id and root from root. False with "file:line: ...". */
bool experiment_read_keys(struct experiment *e, struct error *err);

#endif
