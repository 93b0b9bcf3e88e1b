/* Every design on every GPU is refused, is the GPU's own, or makes a difference. */
#ifndef TESTS_GOLDEN_EFFECT_H
#define TESTS_GOLDEN_EFFECT_H

#include "table.h"

/* A line for each pair of a design and a GPU that does nothing and does not say so, and one line
 * for all of them otherwise. True: no such pair. */
bool golden_check_effect(const struct golden_table *t);

#endif
