/*
 * Data placement: blocks of consecutive pages on consecutive chiplets, sized for each buffer by how
 * the first kernel that uses it indexes it (LASP [Khairy20; Pratheek22 §II]; designs/lasp/lasp.h
 * has the rules). Code, arguments and private memory, of which LASP says nothing, are interleaved
 * page by page.
 */
#include "designs/lasp/lasp.h"

#include <stdlib.h>

struct lasp {
	unsigned chiplets;
	uint64_t block; /* of the range being placed; 0: not known */
};

static void *lasp_placement_make(const struct plan_facts *facts)
{
	struct lasp *l = xcalloc(1, sizeof(*l));

	l->chiplets = facts->chiplets;
	return l;
}

static void lasp_range(void *state, uint8_t asid, uint64_t block)
{
	struct lasp *l = state;

	(void)asid;
	l->block = block;
}

static unsigned lasp_chiplet(void *state, uint8_t asid, uint64_t vpn, uint64_t page, uint64_t pages)
{
	const struct lasp *l = state;

	(void)asid, (void)pages;
	return (unsigned)((l->block ? page / l->block : vpn) % l->chiplets);
}

const struct data_placement_ops placement_lasp = {
	.base = {.name = "lasp",
		 .summary = "blocks of each buffer where the workgroups are that use them",
		 .make = lasp_placement_make,
		 .release = free},
	.by_launch = true,
	.range = lasp_range,
	.chiplet = lasp_chiplet,
};
