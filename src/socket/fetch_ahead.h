/* Fetching ahead: which pages come with those that are asked for? */
#ifndef SOCKET_FETCH_AHEAD_H
#define SOCKET_FETCH_AHEAD_H

#include "socket/paged_block.h"
#include "socket/policy.h"

struct fetch_ahead_ops {
	struct policy_base base;
	/* wanted: pages of the block that are asked for and not present; adds those that come too.
	 * What is present or of no buffer does not count, whether added or not. NULL: nothing
	 * comes. */
	void (*choose)(void *state, const struct paged_block *block, struct page_mask *wanted);
};

struct fetch_ahead {
	const struct fetch_ahead_ops *ops;
	void *state;
};

#endif
