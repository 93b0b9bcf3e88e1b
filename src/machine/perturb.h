/*
 * A slightly different machine, of the same speed, for each value of the parameter `perturb`: runs
 * of several applications may swing by a tenth when anything moves by a cycle, so that only a mean
 * over such machines says something. 0 is the machine as it is. Everything that `perturb` changes
 * is here: the seed of the frames, some latencies, when each application begins.
 */
#ifndef MACHINE_PERTURB_H
#define MACHINE_PERTURB_H

#include "config/params.h"

enum { PERTURB_MOST_START = 255 };

/* Moves the seed and the latencies among these. */
void perturb_params(struct params *p);

/* Cycles after which each application begins, up to PERTURB_MOST_START; one begins at 0. */
void perturb_starts(const struct params *p, unsigned apps, uint32_t *starts);

#endif
