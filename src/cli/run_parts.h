/* What warpwalk run prints. */
#ifndef CLI_RUN_PARTS_H
#define CLI_RUN_PARTS_H

#include <stdio.h>

#include "experiment/run/simulate.h"

/* The page a person reads. */
void run_report(const struct simulation *r, FILE *out);

#endif
