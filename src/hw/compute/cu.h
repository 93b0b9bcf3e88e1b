/*
 * A compute unit of the GCN kind: SIMDs that issue in turn, wavefronts executed instruction by
 * instruction when they issue, waits as s_waitcnt asks, vector and scalar memory, LDS, instruction
 * fetch. Leaves out: register bank conflicts, export, GDS, priorities (s_setprio), trap handlers.
 *
 * SIMD i issues in cycles with cycle % simds == i, at most one instruction per class and wavefront.
 * What arrives in a cycle (data, an instruction line, the last wavefront at a barrier) can be used
 * from the next cycle on, so nothing depends on the order of events within a cycle.
 */
#ifndef HW_COMPUTE_CU_H
#define HW_COMPUTE_CU_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/pool.h"
#include "hw/compute/lds.h"
#include "sim/run_control.h"
#include "sim/stats.h"
#include "socket/request.h"

struct dispatch;
struct step;
struct workgroup_order;

/* Numbers of params.def, groups cu, coalescer, lds, fetch; simds times simd_waves is at most 1024.
 */
struct cu_config {
	uint16_t index;  /* in the machine */
	uint8_t chiplet; /* its own */
	uint32_t simds, simd_width, simd_waves;
	uint32_t vgprs, vgpr_granule, sgprs, sgpr_granule; /* per SIMD */
	uint32_t workgroups;                               /* of more than one wavefront */
	bool greedy;                                       /* wavefront scheduler */
	uint32_t f64_factor, salu_latency, branch_latency;
	uint32_t vmem_queue, smem_queue, vmem_reorder;
	uint32_t coalescer_pages, coalescer_lines, coalescer_latency;
	bool translate_lines; /* each line of an instruction on its own, instead of each page */
	struct lds_config lds;
	uint32_t fetch_buffer_bytes;
	uint32_t line_bytes; /* of all caches */
	uint8_t page_shift;
	bool translate_free;    /* at no cost: see hooks.translate */
	bool virtual_vector;    /* vector accesses go to their cache untranslated */
	bool hardware_barriers; /* see emulator.h */
	uint64_t wavefront_limit;
};

struct cu_ports {
	struct tx_port vector_tlb, scalar_tlb, fetch_tlb;
	struct mem_port vector_cache, scalar_cache, fetch_cache;
};

/* What a CU tells the machine. Those marked so may be NULL. */
struct cu_hooks {
	void *ctx;
	/* The room of a workgroup is free again; all its memory accesses are done. */
	void (*workgroup_ended)(void *ctx, unsigned cu);
	void (*memory_done)(void *ctx, unsigned cu);
	/* Every answered translation, for the oracle; may be NULL. */
	void (*check)(void *ctx, const struct translation *t);
	/* With translate_free: sets frame and source of a translation that is never sent. */
	void (*translate)(void *ctx, struct translation *t);
	/* s_dcache_inv and the like, buffer_wbinvl1, s_icache_inv; may be NULL. */
	void (*invalidate)(void *ctx, unsigned cu, enum request_kind kind);
	/* All answers of a vector memory instruction are there; may be NULL. */
	void (*vector_done)(void *ctx, uint32_t instruction);
	/* A wavefront begins or ends in its slot; may be NULL. */
	void (*wave)(void *ctx, const struct requester *who, bool begins);
	/* With demand paging: an instruction accesses a page in this frame; and its last answer of
	 * it. May be NULL. */
	void (*page_begins)(void *ctx, const struct requester *who, uint64_t vpn, enum mem_op op);
	void (*page_ends)(void *ctx, const struct requester *who, uint64_t vpn, uint64_t frame);
	/* The last instruction fetch of wavefronts that have all ended is answered; may be NULL. */
	void (*drained)(void *ctx, unsigned cu);
};

/* Shared by all CUs of a machine. */
struct cu_shared {
	struct engine *engine;
	struct pool *translations; /* of struct translation */
	struct pool *accesses;     /* of struct mem_access */
	struct pipe_storage *storage;
	struct run_control *control; /* counts instructions; ended when a program goes wrong */
};

struct cu;

struct cu *cu_new(const struct cu_config *config, const struct cu_shared *shared,
		  const struct cu_ports *ports, const struct cu_hooks *hooks);
void cu_free(struct cu *cu);

/* Whether a workgroup of this launch fits on an empty CU; one line (exit status 2) when not. */
bool cu_could_take(const struct cu_config *config, const struct dispatch *d, struct error *err);

/* All fit struct cu_slot_ops (driver/dispatch/timed_dispatch.h). A CU runs one launch at a time. */
bool cu_can_take(void *cu, const struct workgroup_order *order);
void cu_start(void *cu, const struct workgroup_order *order);
/* No wavefront is resident and no memory access or instruction fetch of one is out. */
bool cu_idle(const void *cu);

/*
 * An instruction that a launch outside of time has executed here (socket/request.h), and whether
 * the one before it in the wavefront came from another chunk of code.
 */
void cu_warm(struct cu *cu, const struct requester *who, const struct step *step, bool fetches,
	     bool lines);
uint32_t cu_code_chunk(const struct cu *cu);

/* An answered translation of this CU, when another part asked for it: to the oracle, and an error
 * when nothing is mapped there. */
void cu_check(void *cu, const struct translation *t);

/* Forgets the translations of instruction pages that wavefronts remember. */
void cu_shootdown(struct cu *cu, uint8_t asid, uint64_t vpn);

/* Completes the accounts up to now; call before statistics are read. */
void cu_settle(struct cu *cu);

/* Its local data share, for a design that uses what is idle of it. */
struct lds *cu_lds(struct cu *cu);

/* Wavefront instructions issued so far. */
uint64_t cu_instructions(const struct cu *cu);

/* Groups: `group` for the CU itself, "vmem", "smem", "fetch", "lds" for its parts. */
void cu_register_stats(const struct cu *cu, struct stats *stats, const char *group);
void cu_describe(const struct cu *cu, FILE *out);

#endif
