/*
 * A program in simulated memory and the launch it is in: code object, runtime area, buffers and
 * scratch, mapped for the executor. Shared by functional and timed execution; knows nothing of
 * pages or time.
 */
#ifndef DRIVER_PROCESS_PROCESS_H
#define DRIVER_PROCESS_PROCESS_H

#include "driver/workload/workload.h"
#include "isa/object/code_object.h"
#include "launch/dispatch.h"

/* The program of a code object that the app has loaded itself. */
struct loaded_program {
	uint64_t serial; /* of the app's code; 0: none */
	struct program program;
};

struct process {
	struct code_object *co;         /* NULL: the app loads its own */
	struct program program;         /* of co */
	struct loaded_program **loaded; /* in the order of app->codes */
	size_t loaded_count;
	struct memory memory;
	bool is_mapped;         /* all regions but scratch are */
	uint64_t mapped_layout; /* of the app whose buffers are */

	struct wave_host host; /* where the app listens; set by who calls process_init */

	/* Of the launch that runs; launches of a process are in order, so one area is enough */
	struct dispatch dispatch;
	struct runtime_area area;
	void *scratch;
	uint64_t scratch_bytes;
	void **more_scratch; /* each as large, behind it in simulated memory */
	size_t more_scratch_count;
};

/* Lays the code object out at ADDRESS_CODE (which applies its relocations); it must outlive p. NULL
 * for an app that loads its own. */
void process_init(struct process *p, struct code_object *co);
void process_release(struct process *p);

/* Wavefronts at a time: `slots` on each of so many SIMDs. */
struct process_waves {
	uint32_t simds, slots;
};

/*
 * Prepares a launch: fills p->dispatch and the area, maps the app's buffers (which stay mapped) and
 * zero-filled scratch for these wavefronts at a time, or for fewer of each SIMD where that would be
 * more than 4 GB. False with one line when the launch is impossible.
 */
bool process_begin_launch(struct process *p, const struct app *app, const struct launch *launch,
			  struct process_waves waves, struct error *err);
void process_end_launch(struct process *p);

/* Passes a wavefront's call on to the app; what that has placed is mapped by then. */
bool process_call(struct process *p, struct app *app, uint32_t what);

/* Zero-filled scratch for as many wavefronts again, behind the last, in a launch that has any;
 * false: no room for it. */
bool process_add_scratch(struct process *p);

#endif
