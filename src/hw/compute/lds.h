/*
 * The local data share as a server: instructions of all SIMDs in order, each holding it for as many
 * cycles as its lanes and their bank conflicts need. The data itself is the executor's.
 */
#ifndef HW_COMPUTE_LDS_H
#define HW_COMPUTE_LDS_H

#include "isa/exec/wavefront.h"
#include "sim/engine.h"
#include "sim/stats.h"

struct lds_config {
	uint32_t bytes, granule;
	uint32_t banks; /* 4 bytes wide */
	uint32_t latency;
	uint32_t lanes_per_cycle; /* of 4 bytes each; wider lanes count several times */
};

/* A design that keeps something of its own in bytes that no workgroup holds. It is told in the
 * cycle in which a workgroup takes them, or gives them back; what was in them is overwritten. */
struct lds_tenant {
	void (*taken)(void *state, uint32_t start, uint32_t bytes);
	void (*given_back)(void *state, uint32_t start, uint32_t bytes);
	void *state;
};

struct lds {
	struct lds_config config;
	cycle_t free_at;
	cycle_t tenant_free;      /* the same for the tenant, behind instructions */
	struct lds_tenant tenant; /* all NULL: none */
	uint64_t accesses, busy_cycles, conflict_cycles;
	uint64_t tenant_cycles;
	struct latency idle;    /* cycles between two accesses of instructions */
	struct gauge requested; /* bytes a workgroup asked for */
};

void lds_init(struct lds *lds, const struct lds_config *config);

/* Before the first workgroup. */
void lds_set_tenant(struct lds *lds, const struct lds_tenant *tenant);

/* A workgroup that asked for `requested` bytes holds a piece; it holds it no more. */
void lds_take(struct lds *lds, uint32_t start, uint32_t bytes, uint32_t requested);
void lds_give_back(struct lds *lds, uint32_t start, uint32_t bytes);

/* Cycles that these lanes of the step need; *conflicts: how many fewer without bank conflicts. */
unsigned lds_cycles(const struct lds_config *config, const struct step *step, uint64_t lanes,
		    unsigned *conflicts);

/* Enters the queue now; the cycle in which the last result is there. */
cycle_t lds_access(struct lds *lds, cycle_t now, const struct step *step, uint64_t lanes);

/* The tenant's access to one row of banks in a cycle that no instruction needs; that cycle.
 * Instructions that come later go before what has not had its turn, which delays the next one. */
cycle_t lds_tenant_access(struct lds *lds, cycle_t now);

void lds_register_stats(const struct lds *lds, struct stats *stats, const char *group);

#endif
