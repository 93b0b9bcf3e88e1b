/*
 * Units of paged memory, pages or some that go together, in the order in which they were last used;
 * for eviction policies. A unit is in the list while one of its pages is present.
 */
#ifndef POLICY_UNIT_LIST_H
#define POLICY_UNIT_LIST_H

#include <stddef.h>

#include "socket/paged_block.h"

struct unit_list {
	struct paged_unit *oldest, *newest;
	unsigned pages; /* of a unit, or more than a block has: the block; a power of two */
};

static inline unsigned unit_pages(const struct unit_list *l, const struct paged_block *b)
{
	return l->pages < b->pages ? l->pages : b->pages;
}

static inline struct paged_unit *unit_of(const struct unit_list *l, const struct paged_block *b,
					 unsigned page)
{
	return &b->unit[page & ~(unit_pages(l, b) - 1)];
}

static inline void unit_list_remove(struct unit_list *l, struct paged_unit *u)
{
	*(u->older ? &u->older->newer : &l->oldest) = u->newer;
	*(u->newer ? &u->newer->older : &l->newest) = u->older;
}

static inline void unit_list_append(struct unit_list *l, struct paged_unit *u)
{
	u->newer = NULL;
	u->older = l->newest;
	*(l->newest ? &l->newest->newer : &l->oldest) = u;
	l->newest = u;
}

/* The unit of a page that is used becomes the newest. */
static inline struct paged_unit *unit_list_use(struct unit_list *l, struct paged_block *b,
					       unsigned page)
{
	struct paged_unit *u = unit_of(l, b, page);

	if (l->newest != u) {
		unit_list_remove(l, u);
		unit_list_append(l, u);
	}
	return u;
}

static inline struct paged_unit *unit_list_came(struct unit_list *l, struct paged_block *b,
						unsigned page)
{
	struct paged_unit *u = unit_of(l, b, page);

	if (u->present++)
		return unit_list_use(l, b, page);
	unit_list_append(l, u);
	u->uses = 0;
	return u;
}

static inline void unit_list_gone(struct unit_list *l, struct paged_block *b, unsigned page)
{
	struct paged_unit *u = unit_of(l, b, page);

	if (--u->present == 0)
		unit_list_remove(l, u);
}

#endif
