/* A workgroup on its way from the dispatcher to a compute unit, and what the dispatcher asks of
 * one. */
#ifndef LAUNCH_WORKGROUP_H
#define LAUNCH_WORKGROUP_H

#include "launch/dispatch.h"

/* One workgroup on its way to a CU. */
struct workgroup_order {
	const struct dispatch *dispatch; /* valid until the launch has ended */
	uint64_t index;                  /* of the workgroup in the grid */
	unsigned waves;
	uint8_t asid;
	uint32_t scratch_slot; /* of the CU's first wave slot; the others of the launch follow */
};

/* What the dispatcher needs of a CU. */
struct cu_slot_ops {
	/* Whether the CU has room for a workgroup like this now; index is not known yet, waves is
	 * that of a complete workgroup, and the one that comes may have fewer. */
	bool (*can_take)(void *cu, const struct workgroup_order *order);
	/* Takes it, after can_take said yes in the same cycle. The CU says
	 * once that its room is free again, and once that all its memory accesses are
	 * done, in any order. */
	void (*start)(void *cu, const struct workgroup_order *order);
	/* Whether no request of the CU is out, not even an instruction fetch that its wavefront did
	 * not wait for. NULL: always so once workgroups have ended and their memory is done. */
	bool (*drained)(const void *cu);
};

#endif
