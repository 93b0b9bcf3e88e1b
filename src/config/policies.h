/*
 * What the table of parameters must know of policies. The one place where a lower layer asks a
 * higher one: policy/registry.c answers, and only the linker joins the two.
 */
#ifndef CONFIG_POLICIES_H
#define CONFIG_POLICIES_H

#include "config/params.h"

/* Name of the policy that choice `index` of this parameter plugs in; NULL beyond the last. */
const char *policy_choice(enum param param, size_t index);

/* What the policy that this parameter chooses needs of the machine beyond what its socket does
 * (policy_base.needs); 0: nothing, or the parameter chooses none. */
unsigned policy_needs(const struct params *p, enum param param);

/* What each policy there is has to say about the values, chosen or not (policy_base.check). */
bool policies_check(struct params *p, struct error *err);

#endif
