/* Between the two files that read a figure. */
#ifndef EXPERIMENT_EXPERIMENT_PARTS_H
#define EXPERIMENT_EXPERIMENT_PARTS_H

#include "experiment/experiment.h"

/* Fills everything but id and root from root. False with "file:line: ...". */
bool experiment_read_keys(struct experiment *e, struct error *err);

#endif
