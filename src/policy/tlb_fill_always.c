/* L2 TLB fill: every translation is installed. */
#include "policy/stock.h"

static bool always_may_fill(void *state, const struct translation *t,
			    const struct translation *merged)
{
	(void)state, (void)t, (void)merged;
	return true;
}

const struct tlb_fill_ops tlb_fill_always = {
	.base = {.name = "always", .summary = "every translation is installed"},
	.may_fill = always_may_fill,
};
