/* Walk caching: may this read of a page table entry use the L2 cache? Hears how reads fared. */
#ifndef SOCKET_WALK_CACHING_H
#define SOCKET_WALK_CACHING_H

#include "socket/policy.h"

struct walk_caching_ops {
	struct policy_base base;
	bool (*may_cache)(void *state, const struct mem_access *a);
	void (*looked_up)(void *state, const struct mem_access *a, bool hit);
};

struct walk_caching {
	const struct walk_caching_ops *ops;
	void *state;
};

#endif
