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

	/* Of the launch that runs; launches of a process are in order, so one area is enough */
	struct dispatch dispatch;
	struct runtime_area area;
	void *scratch;
	uint64_t scratch_bytes;
};

/* Lays the code object out at ADDRESS_CODE (which applies its relocations); it must outlive p. NULL
 * for an app that loads its own. */
void process_init(struct process *p, struct code_object *co);
void process_release(struct process *p);

/*
 * Prepares a launch: fills p->dispatch and the area, maps the app's buffers (which stay mapped) and
 * zero-filled scratch for `waves` wavefronts at a time. False with one line when the launch is
 * impossible.
 */
bool process_begin_launch(struct process *p, const struct app *app, const struct launch *launch,
			  uint64_t waves, struct error *err);
void process_end_launch(struct process *p);

#endif
