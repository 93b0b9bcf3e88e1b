/* Home slice: each chiplet's L2 TLB and walkers serve its own CUs. */
#include "policy/stock.h"

static unsigned home_private_home(void *state, const struct requester *who, uint64_t vpn)
{
	(void)state, (void)vpn;
	return who->chiplet;
}

const struct home_slice_ops home_private = {
	.base = {.name = "private", .summary = "the chiplet that asks"},
	.home = home_private_home,
};
