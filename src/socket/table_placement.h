/* Page-table placement: which chiplet holds this page of PTEs? */
#ifndef SOCKET_TABLE_PLACEMENT_H
#define SOCKET_TABLE_PLACEMENT_H

#include "socket/policy.h"

struct table_placement_ops {
	struct policy_base base;
	/* level 4 (root) to 1 (leaf); vpn: a page it covers; data_chiplet: where that page's data
	 * lies. */
	unsigned (*chiplet)(void *state, uint8_t asid, unsigned level, uint64_t vpn,
			    unsigned data_chiplet);
	/* Every chiplet has a copy and reads its own; chiplet() is not called. */
	bool replicated;
};

struct table_placement {
	const struct table_placement_ops *ops;
	void *state;
};

#endif
