/* Fault service: pages are mapped in host memory; for good, or until they are accessed often. */
#include <stdlib.h>

#include "designs/uvm/uvm.h"

static void *counters_make(const struct plan_facts *facts)
{
	uint32_t *threshold = xcalloc(1, sizeof(*threshold));

	*threshold = (uint32_t)param(facts->params, P_PAGING_THRESHOLD);
	return threshold;
}

static bool counters_comes(void *state, uint32_t accesses)
{
	return accesses >= *(const uint32_t *)state;
}

const struct fault_service_ops service_map = {
	.base = {.name = "map", .summary = "pages stay in host memory and are accessed there"},
	.maps = true,
};

const struct fault_service_ops service_counters = {
	.base = {.name = "counters",
		 .summary = "pages are accessed in host memory, and come after so many accesses",
		 .make = counters_make,
		 .release = free},
	.maps = true,
	.comes = counters_comes,
};
