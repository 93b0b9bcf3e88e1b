/* Inside of the compute unit: what its files share. */
#ifndef HW_COMPUTE_CU_PARTS_H
#define HW_COMPUTE_CU_PARTS_H

#include "hw/compute/cu.h"
#include "hw/compute/fetch.h"
#include "hw/compute/memory_pipe.h"
#include "hw/compute/wave.h"
#include "launch/dispatch.h"

/* Why a CU with resident wavefronts issues nothing: what the oldest of them waits for. */
enum cu_stall {
	STALL_TRANSLATION, /* memory, with translations out */
	STALL_DATA,        /* memory, all translated */
	STALL_LDS,
	STALL_FETCH,
	STALL_BARRIER,
	STALL_EXECUTION, /* of the instruction before, a busy VALU, or its SIMD's turn */
	STALL_PIPE,      /* a place in the vector or scalar memory pipe */
	STALL_COUNT,
};

/* A workgroup, from its start until its wavefronts have ended and their accesses are done. */
struct group {
	struct workgroup workgroup;
	struct group *next; /* in the list of free or of resident ones, by LDS address */
	uint32_t lds_start, lds_bytes;
	uint16_t waves, running, waiting; /* waiting: at a barrier */
	uint32_t memory_ops;              /* out */
	struct wave *wave[WORKGROUP_MAX_WAVES];
};

/*
 * A SIMD. Bit n of a mask is wave slot n. A wavefront that can issue is in `ready` under its unit,
 * or in `coming` when it can from cycle coming_turn, a turn of this SIMD, on. Invariant: when
 * something can issue in the next turn, `turn` is scheduled for it.
 */
struct simd {
	struct cu *cu;
	struct event turn, busy; /* busy: a turn at the end of a long VALU operation */
	uint64_t ready[UNIT_COUNT];
	uint64_t coming, resident;
	cycle_t coming_turn, last_turn;
	cycle_t valu_free;
	uint32_t phase; /* its turns are the cycles that are phase modulo simds */
	uint32_t vgprs_used, sgprs_used;
	unsigned last; /* slot that issued last */
	uint64_t *age; /* of the wavefront in each slot */
	struct wave *wave;
};

struct cu {
	struct cu_config config;
	struct cu_hooks hooks;
	struct cu_shared shared;
	struct engine *engine;
	struct run_control *control;
	unsigned turn_mask; /* simds - 1 when that is a power of two, else 0 */
	uint32_t valu_cycles, slow_valu_cycles;

	struct simd *simds;
	struct wave *waves; /* simds * simd_waves, SIMD after SIMD */
	struct wave *oldest;
	unsigned resident;
	uint64_t next_age;

	struct memory_pipe vmem, smem;
	struct lds lds;
	struct pool lds_ops;
	struct fetch fetch;

	/* Residency */
	const struct dispatch *dispatch; /* of the launch that runs */
	struct group *groups, *free_groups;
	struct group *resident_groups; /* by LDS address */
	unsigned barrier_groups;       /* resident ones of more than one wavefront */
	unsigned next_simd;
	unsigned slots;      /* wave slots per SIMD that have registers in this launch */
	uint32_t *registers; /* a block of register_dwords for each of them */
	size_t register_dwords, registers_allocated;
	uint8_t *lds_memory;
	size_t lds_allocated;

	/* Accounts. stall_since: the first cycle that is neither a stall nor busy yet */
	cycle_t stall_since, active_since, active_until;
	uint64_t by_class[CLASS_END + 1];
	uint64_t issued;
	uint64_t busy_cycles, active_cycles;
	uint64_t stall[STALL_COUNT];
	uint64_t workgroups, wavefronts, barriers;
	struct occupancy residency; /* wavefronts */
};

/* cu_issue.c */

void simd_init(struct simd *simd, struct cu *cu, unsigned number);
/* The wavefront goes on with the instruction at its pc, in cycle `at` or later. */
void wave_proceed(struct wave *wave, cycle_t at);
/* A counter fell or a chunk came: goes on if that was what it waited for. */
void wave_wake(struct wave *wave);
/* A place in a memory pipe is free. */
void cu_unit_free(struct cu *cu, enum issue_unit unit);

/* cu_account.c */

/* Books the cycles since the last call to what the oldest wavefront waits for now; call before
 * that changes. */
void cu_account(struct cu *cu);
void cu_account_issue(struct cu *cu);
void cu_find_oldest(struct cu *cu);

static inline void cu_account_change(const struct wave *wave)
{
	if (wave == wave->cu->oldest)
		cu_account(wave->cu);
}

/* cu_memory.c */

void cu_memory_init(struct cu *cu, const struct cu_ports *ports);
void cu_memory_release(struct cu *cu);
void cu_issue_vmem(struct wave *wave, const struct step *step);
void cu_issue_smem(struct wave *wave, const struct step *step);
void cu_issue_lds(struct wave *wave, const struct step *step);

/* cu_residency.c */

void cu_residency_init(struct cu *cu);
void cu_residency_release(struct cu *cu);
void cu_barrier(struct wave *wave);
void cu_wave_ended(struct wave *wave);
void group_release_if_done(struct cu *cu, struct group *group);

/* The simulated program went wrong. */
static inline void cu_fail(struct cu *cu, const struct error *err)
{
	run_fail(cu->control, err);
}

#endif
