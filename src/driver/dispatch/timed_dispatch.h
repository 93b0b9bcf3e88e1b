/*
 * The dispatcher: runs the launches of each application in order on the CUs it holds. A launch
 * begins launch_cycles after the one before has ended with all its memory accesses; for each
 * chiplet then one workgroup leaves every interval_cycles, to its CUs in turn, those of several
 * applications alternating; with one_for_all it is one workgroup for all chiplets, to these in
 * turn. Which workgroup a CU gets is the dispatch policy's choice.
 *
 * With `relaunch`, an application that ends before all others have ended once starts anew, in an
 * address space of its own, as soon as its CUs have drained [Ausavarungnirun18 §5.1, §6]; once all
 * have ended at least once the run stops. With `cycles` it stops after so many instead.
 */
#ifndef DRIVER_DISPATCH_TIMED_DISPATCH_H
#define DRIVER_DISPATCH_TIMED_DISPATCH_H

#include <stdio.h>

#include "driver/dispatch/partition.h"
#include "driver/memory/app_memory.h"
#include "driver/process/process.h"
#include "launch/workgroup.h"
#include "sim/run_control.h"
#include "socket/home_slice.h"
#include "socket/workgroup_dispatch.h"

/* An application set up, in an address space that nothing else uses. */
struct app_instance {
	struct app *app;
	struct code_object *code;
	struct address_space *space;
};

struct dispatcher_config {
	struct engine *engine;
	struct run_control *control;
	unsigned chiplets, cus_per_chiplet;
	unsigned apps;
	unsigned simds, simd_waves; /* of a CU */
	uint32_t launch_cycles, interval_cycles;
	bool one_for_all;             /* chiplets, in place of a dispatcher for each */
	const uint32_t *start_cycles; /* of each application, only looked at by dispatcher_new;
				       * NULL: all begin at once */
	cycle_t cycles;               /* how long the run lasts; 0: until all have ended */
	struct workgroup_dispatch policy;
	struct launch_advice advice;  /* ops may be NULL */
	struct home_slice home_slice; /* ops may be NULL */
	const struct cu_slot_ops *cu_ops;
	void *const *cus; /* chiplets * cus_per_chiplet of them, chiplet after chiplet */
	/* Whether a workgroup of this launch fits on an empty CU, one line in err when not; may be
	 * NULL. */
	bool (*could_take)(void *owner, const struct dispatch *d, struct error *err);
	/* Called before the first workgroup of each kernel, for cache flushes (again: it is the
	 * same kernel as the one before on these CUs), and after an application's last kernel;
	 * either may be NULL. */
	void (*kernel_begins)(void *owner, uint8_t asid, unsigned first_cu, unsigned cus,
			      bool again);
	void (*app_ended)(void *owner, uint8_t asid);
	/* Gives a fresh instance of an application whose CUs have drained; the dispatcher does not
	 * look at the old one any more. False with a line in err: the run fails. NULL: applications
	 * run once. */
	bool (*relaunch)(void *owner, uint8_t asid, struct app_instance *next, struct error *err);
	void *owner;
};

struct dispatcher;

struct dispatcher *dispatcher_new(const struct dispatcher_config *config);
void dispatcher_free(struct dispatcher *d);

/*
 * Gives an application its CUs and its address space; maps code, arguments and the buffers that
 * exist. False with one line in err when that does not fit in memory.
 */
bool dispatcher_add_app(struct dispatcher *d, uint8_t asid, const struct app_instance *instance,
			const struct cu_share *cus, struct error *err);

/* Begins the first launch of every application, start_cycles after the engine's present cycle. What
 * goes wrong later ends the run: see control->err. */
void dispatcher_start(struct dispatcher *d);

/*
 * For a launch that runs outside of time, in a process of its own: does what the beginning of any
 * launch does (maps what it needs, tells caches and policies), and says on which CU each workgroup
 * would run. False with one line in err when that is impossible.
 */
bool dispatcher_place(struct dispatcher *d, uint8_t asid, const struct launch *launch,
		      const struct process *process, uint16_t *cus, struct error *err);

/* From the CUs: the room of a workgroup is free; a workgroup's memory accesses are all done; the
 * last request of a CU without wavefronts is answered. */
void dispatcher_workgroup_ended(struct dispatcher *d, unsigned cu);
void dispatcher_memory_done(struct dispatcher *d, unsigned cu);
void dispatcher_drained(struct dispatcher *d, unsigned cu);

bool dispatcher_finished(const struct dispatcher *d); /* each application once at least */
bool dispatcher_idle(const struct dispatcher *d);     /* and none has begun again */

struct dispatcher_app_stats {
	uint64_t launches, workgroups;
	uint64_t runs, relaunches; /* complete ones; further ones begun */
	bool finished;             /* runs > 0 */
	cycle_t started;           /* of the first run */
	cycle_t ended;             /* of the last complete run */
};

const struct dispatcher_app_stats *dispatcher_app(const struct dispatcher *d, uint8_t asid);
void dispatcher_register_stats(const struct dispatcher *d, struct stats *stats, const char *group);
void dispatcher_describe(const struct dispatcher *d, FILE *out);

#endif
