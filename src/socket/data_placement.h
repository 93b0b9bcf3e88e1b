/* Data placement: which chiplet holds this page of a buffer? */
#ifndef SOCKET_DATA_PLACEMENT_H
#define SOCKET_DATA_PLACEMENT_H

#include "socket/policy.h"

struct data_placement_ops {
	struct policy_base base;
	/* Buffers are placed when the first launch that uses them is prepared, not before: range()
	 * then has that launch's advice. */
	bool by_launch;
	/* Pages are mapped when they are first asked for, on the chiplet that asks; chiplet() is
	 * not called. */
	bool first_touch;
	/* Optional: the pages that follow are those of a buffer of which `block` consecutive pages
	 * should lie on one chiplet; 0: nothing is known of it, as of code and private memory. */
	void (*range)(void *state, uint8_t asid, uint64_t block);
	/* page: index in the buffer, pages: how many it has. */
	unsigned (*chiplet)(void *state, uint8_t asid, uint64_t vpn, uint64_t page, uint64_t pages);
};

struct data_placement {
	const struct data_placement_ops *ops;
	void *state;
};

#endif
