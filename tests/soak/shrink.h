/* Makes a machine that fails as small as it can be: whatever can go without the failure going stays
 * out. */
#ifndef TESTS_SOAK_SHRINK_H
#define TESTS_SOAK_SHRINK_H

#include "trial.h"

/* t is how spec fails, before and after. */
void shrink(const struct programs *programs, struct run_spec *spec, struct trial *t);

#endif
