/*
 * Functional execution of launches: workgroup after workgroup, as fast as possible, without time.
 * Wavefronts of a workgroup take short turns: none gets far ahead, and one may wait for another.
 * Workgroups run one after the other, or several at a time in that order. One that goes on for long
 * may wait for later ones: then they take turns, as many as a large GPU holds.
 */
#ifndef DRIVER_PROCESS_EMULATOR_H
#define DRIVER_PROCESS_EMULATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "driver/workload/workload.h"
#include "isa/inst.h"
#include "isa/object/code_object.h"
#include "launch/launch.h"

struct process;
struct step;
struct wavefront;

struct emulator_stats {
	uint64_t launches, workgroups, wavefronts;
	uint64_t instructions; /* of wavefronts */
	uint64_t by_class[CLASS_END + 1];
	uint64_t lane_accesses;     /* active lanes of vector memory instructions */
	uint64_t lds_lane_accesses; /* likewise of LDS instructions */
	uint64_t scalar_accesses;
	uint32_t lds_bytes; /* of a workgroup, in the launch that has most */
};

/* Who sees what is executed. With one, all run on one thread. */
struct emulator_watcher {
	/* The launch has begun in the process; false with one line: it must not run. */
	bool (*begins)(void *data, const struct launch *launch, const struct process *process,
		       struct error *err);
	/* An instruction of wavefront w was executed. NULL: there is no watcher. */
	void (*executed)(void *data, uint64_t workgroup, const struct wavefront *w,
			 const struct step *step);
	void *data;
};

struct emulator_options {
	/* Instructions one wavefront may execute before it counts as an endless loop. */
	uint64_t wavefront_limit;
	/*
	 * OpenCL demands that every work-item of a workgroup reaches a barrier; the hardware only
	 * waits for the wavefronts that have not ended. False: a barrier that an ended wavefront
	 * never reached is an error. True: the hardware's rule.
	 */
	bool hardware_barriers;
	/* Workgroups at a time, where that gives the same results for every program without races;
	 * 1 for those with. */
	unsigned threads;
	/* Asked now and then; true ends a launch with an error of exit status 130. May be NULL. */
	bool (*is_interrupted)(void);
	struct emulator_watcher watcher;
};

#define EMULATOR_DEFAULT_LIMIT UINT64_C(100000000)

struct emulator;

/*
 * Lays the code object out in simulated memory (which applies its relocations). It must live as
 * long as the emulator.
 */
struct emulator *emulator_new(struct code_object *co);
void emulator_free(struct emulator *e);
struct emulator_options *emulator_options(struct emulator *e);
const struct emulator_stats *emulator_stats(const struct emulator *e);

/* Called now and then during a launch, for a progress display. */
void emulator_on_progress(struct emulator *e, void (*progress)(void *data), void *data);

/*
 * Runs one launch with the app's buffers mapped. False with one line in err: exit_status 2 when the
 * launch is impossible, 1 when the kernel went wrong (the line says where).
 */
bool emulator_launch(struct emulator *e, struct app *app, const struct launch *launch,
		     struct error *err);

#endif
