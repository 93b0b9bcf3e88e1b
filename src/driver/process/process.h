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

/* A code object at its place. */
struct loaded_code {
	struct code_object *co;
	struct program program;
	bool in_buffer; /* a buffer of the app holds its image */
};

struct process {
	struct loaded_code **codes; /* NULL where one was unloaded */
	size_t code_count;
	struct memory memory;
	uint64_t mapped_layout; /* of the app whose buffers are mapped; 0: none are */

	/* Of the launch that runs; launches of a process are in order, so one area is enough */
	struct dispatch dispatch;
	struct runtime_area area;
	void *scratch;
	uint64_t scratch_bytes;
};

/* Lays the code object out at ADDRESS_CODE (which applies its relocations); NULL: none yet. It must
 * outlive p. */
void process_init(struct process *p, struct code_object *co);
void process_release(struct process *p);

/*
 * One more code object, whose image a buffer of the app holds at that address: it is relocated and
 * copied there. Returns its number, the one that ready_launch has. It must outlive p, or be
 * unloaded.
 */
size_t process_load(struct process *p, struct code_object *co, uint64_t address, void *host);
void process_unload(struct process *p, size_t code);

/*
 * Prepares a launch: fills p->dispatch and the area, maps the app's buffers (which stay mapped) and
 * zero-filled scratch for `waves` wavefronts at a time. False with one line when the launch is
 * impossible.
 */
bool process_begin_launch(struct process *p, const struct app *app, const struct launch *launch,
			  uint64_t waves, struct error *err);
void process_end_launch(struct process *p);

#endif
