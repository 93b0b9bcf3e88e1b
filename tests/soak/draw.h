/* A machine and what runs on it, drawn by a seed: the same on every host. Valid as far as can be
 * told without running it. */
#ifndef TESTS_SOAK_DRAW_H
#define TESTS_SOAK_DRAW_H

#include "experiment/run/run_spec.h"

/* Not configured. The caller releases it. */
void draw_machine(struct run_spec *spec, uint64_t seed);

/* Item i no longer there. */
void text_list_drop(struct text_list *list, size_t i);

#endif
