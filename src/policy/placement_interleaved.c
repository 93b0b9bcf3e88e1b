/* Data placement: consecutive virtual pages lie on consecutive chiplets. */
#include "policy/stock.h"

#include <stdlib.h>

static void *interleaved_make(const struct plan_facts *facts)
{
	unsigned *chiplets = xmalloc(sizeof(*chiplets));

	*chiplets = facts->chiplets;
	return chiplets;
}

static unsigned interleaved_chiplet(void *state, uint8_t asid, uint64_t vpn, uint64_t page,
				    uint64_t pages)
{
	const unsigned *chiplets = state;

	(void)asid, (void)page, (void)pages;
	return (unsigned)(vpn % *chiplets);
}

const struct data_placement_ops placement_interleaved = {
	.base = {.name = "interleaved",
		 .summary = "consecutive pages on consecutive chiplets",
		 .make = interleaved_make,
		 .release = free},
	.chiplet = interleaved_chiplet,
};
