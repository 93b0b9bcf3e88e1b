/*
 * A wavefront resident on a CU: the architectural state of isa/exec/wavefront.h and, around it,
 * what timing needs: what it waits for, its counters, its instruction buffer.
 */
#ifndef HW_COMPUTE_WAVE_H
#define HW_COMPUTE_WAVE_H

#include "isa/exec/wavefront.h"
#include "sim/engine.h"
#include "socket/request.h"

/* A SIMD may issue one instruction for each of them in its turn. */
enum issue_unit {
	UNIT_VALU,
	UNIT_SALU,
	UNIT_VMEM,
	UNIT_LDS,
	UNIT_SMEM,
	UNIT_OTHER, /* branch, wait, barrier, end */
	UNIT_COUNT,
};

enum wave_state {
	WAVE_FREE,
	WAVE_ISSUING, /* its next instruction is known and there: in its SIMD's masks or timer */
	WAVE_FETCH,   /* for its next instruction */
	WAVE_WAIT,    /* s_waitcnt */
	WAVE_COUNTER, /* the counter of its next instruction is as high as it goes */
	WAVE_BARRIER,
};

/* Counters have four bits in this generation (s_waitcnt: vmcnt 3:0, expcnt 6:4, lgkmcnt 11:8). */
enum { COUNTER_MAX = 15 };

/*
 * Instruction buffer: bytes [start, end) of the program are there, in chunks. Invariant: at most
 * one of translation and access is out for the present contents; others that are still out belong
 * to contents that a branch has thrown away and are ignored when they come.
 */
struct wave_fetch {
	uint64_t start, end;
	uint64_t page, frame; /* last translated page, UINT64_MAX when none */
	struct translation *translation;
	struct mem_access *access;
	bool forget; /* a shootdown came while the translation was out: use it once */
};

struct wave {
	struct cu *cu;
	struct group *group;
	struct event timer;
	uint8_t state; /* enum wave_state */
	uint8_t unit;  /* of the next instruction */
	uint8_t simd, slot;
	struct requester who; /* of its last memory instruction */
	uint32_t generation;  /* counts the wavefronts that this slot has held */
	uint64_t age;         /* order of arrival in the CU */
	cycle_t ready_at;     /* earliest issue of the next instruction, while it waits for fetch */

	/* Memory instructions out. vm: in order of issue; bit n of vm_done: number n is answered */
	uint8_t vm, lds, smem;
	uint8_t vm_next;       /* number of the next, modulo 64 */
	uint16_t exp;          /* stores whose data has not left */
	uint16_t untranslated; /* memory instructions with translations out */
	uint16_t wait;         /* WAVE_WAIT: the immediate */
	uint64_t vm_done;

	struct wave_fetch fetch;
	struct wavefront w;
};

static inline unsigned wave_lgkm(const struct wave *wave)
{
	return wave->lds + wave->smem;
}

/* Whether the counters are as low as an s_waitcnt immediate asks. */
static inline bool wave_satisfied(const struct wave *wave, unsigned wait)
{
	return wave->vm <= (wait & 15) && wave->exp <= (wait >> 4 & 7) &&
	       wave_lgkm(wave) <= (wait >> 8 & 15);
}

/* Vector memory instruction `number` is answered: vmcnt falls when all before it are, too. */
static inline void wave_vm_answered(struct wave *wave, unsigned number)
{
	wave->vm_done |= UINT64_C(1) << number;
	while (wave->vm && wave->vm_done >> (uint8_t)(wave->vm_next - wave->vm) % 64 & 1) {
		wave->vm_done &= ~(UINT64_C(1) << (uint8_t)(wave->vm_next - wave->vm) % 64);
		wave->vm--;
	}
}

#endif
