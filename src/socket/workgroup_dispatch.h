/* Workgroup dispatch: which CU runs this workgroup? */
#ifndef SOCKET_WORKGROUP_DISPATCH_H
#define SOCKET_WORKGROUP_DISPATCH_H

#include "socket/policy.h"

struct workgroup_dispatch_ops {
	struct policy_base base;
	/* Optional, before each launch: the dimension along which to divide the grid so that
	 * workgroups run where their data lies. */
	void (*advise)(void *state, uint8_t asid, unsigned dimension);
	/* Of `groups` (per dimension) the next workgroup for this CU, which has room for one;
	 * UINT64_MAX when there is none left for it. Each index is given out once. */
	void (*launch)(void *state, uint8_t asid, const uint32_t groups[3], const uint16_t *cus,
		       unsigned cu_count);
	uint64_t (*next)(void *state, uint8_t asid, unsigned cu);
	/* Whether any workgroup of this launch has not been given out. */
	bool (*has_left)(void *state, uint8_t asid);
};

struct workgroup_dispatch {
	const struct workgroup_dispatch_ops *ops;
	void *state;
};

#endif
