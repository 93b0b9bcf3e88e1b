/*
 * Page-table placement, in the ways that [Pratheek22] compares: pages of the table spread over the
 * chiplets in turn (section III), leaf pages at the home slice of the pages they map (section V,
 * Listing 1), or a copy of everything on every chiplet (section VII).
 */
#include <stdlib.h>

#include "designs/mgvm/mgvm.h"
#include "socket/walk_levels.h"

struct spread {
	unsigned chiplets, next;
};

static void *tables_make_spread(const struct plan_facts *facts)
{
	struct spread *s = xcalloc(1, sizeof(*s));

	s->chiplets = facts->chiplets;
	return s;
}

static unsigned tables_spread(void *state, uint8_t asid, unsigned level, uint64_t vpn,
			      unsigned data_chiplet)
{
	struct spread *s = state;
	unsigned chiplet = s->next;

	(void)asid, (void)level, (void)vpn, (void)data_chiplet;
	s->next = (s->next + 1) % s->chiplets;
	return chiplet;
}

struct at_home {
	struct home_slice home;
	unsigned leaf; /* level */
};

static void *tables_make_at_home(const struct plan_facts *facts)
{
	struct at_home *a = xcalloc(1, sizeof(*a));

	a->home = *facts->home_slice;
	a->leaf = walk_leaf(facts->page_shift);
	return a;
}

/* Upper levels may lie anywhere: the page walk caches hold most of them. */
static unsigned tables_at_home(void *state, uint8_t asid, unsigned level, uint64_t vpn,
			       unsigned data_chiplet)
{
	const struct at_home *a = state;

	if (level != a->leaf || !a->home.ops->walks_at)
		return data_chiplet;
	return a->home.ops->walks_at(a->home.state, asid, vpn);
}

const struct table_placement_ops placement_tables_spread = {
	.base = {.name = "spread",
		 .summary = "in turn over the chiplets",
		 .make = tables_make_spread,
		 .release = free},
	.chiplet = tables_spread,
};

const struct table_placement_ops placement_tables_home = {
	.base = {.name = "by-home",
		 .summary = "leaf pages at the home slice of what they map",
		 .make = tables_make_at_home,
		 .release = free},
	.chiplet = tables_at_home,
};

const struct table_placement_ops placement_tables_replicated = {
	.base = {.name = "replicated", .summary = "a copy on every chiplet"},
	.replicated = true,
};
