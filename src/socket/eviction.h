/*
 * Eviction: which pages leave a full memory? Hears of every page that comes, is accessed and
 * leaves, and is asked while there is too little room.
 */
#ifndef SOCKET_EVICTION_H
#define SOCKET_EVICTION_H

#include "socket/paged_block.h"
#include "socket/policy.h"

/* Whether a page may leave now, to make the room that is wanted. */
struct eviction_site {
	bool (*may_leave)(void *owner, const struct paged_block *block, unsigned page);
	void *owner;
};

struct eviction_ops {
	struct policy_base base;
	void (*came)(void *state, struct paged_block *block, unsigned page);
	void (*used)(void *state, struct paged_block *block, unsigned page); /* optional */
	/* It is about to leave, or its buffer has gone. */
	void (*gone)(void *state, struct paged_block *block, unsigned page);
	/* The block whose pages leave next, at least one of them in *leaving, all of which may;
	 * NULL: none may. */
	struct paged_block *(*choose)(void *state, const struct eviction_site *site,
				      struct page_mask *leaving);
};

struct eviction {
	const struct eviction_ops *ops;
	void *state;
};

#endif
