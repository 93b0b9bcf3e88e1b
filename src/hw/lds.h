/*
 * The local data share as a server: instructions of all SIMDs in order, each holding it for as many
 * cycles as its lanes and their bank conflicts need. The data itself is the executor's.
 */
#ifndef HW_LDS_H
#define HW_LDS_H

#include "isa/wavefront.h"
#include "sim/engine.h"

struct lds_config {
	uint32_t bytes, granule;
	uint32_t banks; /* 4 bytes wide */
	uint32_t latency;
	uint32_t lanes_per_cycle; /* of 4 bytes each; wider lanes count several times */
};

struct lds {
	struct lds_config config;
	cycle_t free_at;
	uint64_t accesses, busy_cycles, conflict_cycles;
};

void lds_init(struct lds *lds, const struct lds_config *config);

/* Cycles that these lanes of the step need; *conflicts: how many fewer without bank conflicts. */
unsigned lds_cycles(const struct lds_config *config, const struct step *step, uint64_t lanes,
		    unsigned *conflicts);

/* Enters the queue now; the cycle in which the last result is there. */
cycle_t lds_access(struct lds *lds, cycle_t now, const struct step *step, uint64_t lanes);

#endif
