/* L1 TLB organisation: each CU has an L1 TLB of its own. */
#include "policy/stock.h"

static void l1_private_geometry(void *state, unsigned cus, unsigned *tlbs, uint32_t *entries,
				uint32_t *ways, uint32_t *mshrs, uint32_t *latency)
{
	(void)state, (void)entries, (void)ways, (void)mshrs, (void)latency;
	*tlbs = cus;
}

const struct l1_org_ops l1_private = {
	.base = {.name = "private", .summary = "one per CU"},
	.geometry = l1_private_geometry,
};
