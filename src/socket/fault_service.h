/* Fault service: does a page that is asked for come, or is it mapped where it is? */
#ifndef SOCKET_FAULT_SERVICE_H
#define SOCKET_FAULT_SERVICE_H

#include "socket/paged_block.h"
#include "socket/policy.h"

struct fault_service_ops {
	struct policy_base base;
	/* Pages are mapped where they are, in host memory, and accessed over the host link. */
	bool maps;
	/* A page that is mapped so, or its neighbours that are counted with it, has been accessed
	 * so often since: whether they come now. NULL: never. */
	bool (*comes)(void *state, uint32_t accesses);
};

struct fault_service {
	const struct fault_service_ops *ops;
	void *state;
};

#endif
