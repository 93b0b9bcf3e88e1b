/*
 * Repeated runs: the same run on slightly different machines (machine/perturb.h), the first of them
 * the machine as it is configured. So what is not repeated is the first of its repeats, and asking
 * for more of them only adds runs.
 */
#ifndef EXPERIMENT_RUN_REPEAT_H
#define EXPERIMENT_RUN_REPEAT_H

#include "base/yaml.h"
#include "experiment/run/run_spec.h"

enum { REPEAT_MOST = 30 };

/* The key `repeat` of a file, 1 when it has none. False with "file:line: ...". */
bool repeat_read(const struct yaml_value *map, unsigned *repeat, struct error *err);

/* Makes a spec, which is not resolved yet, the Nth of its repeats, from 0. */
void repeat_number(struct run_spec *spec, unsigned number);

/* Whether a resolved spec is the Nth repeat: a GPU's file, a design or a setting may choose a
 * machine of its own. */
bool repeat_check(const struct run_spec *spec, unsigned number, struct error *err);

#endif
