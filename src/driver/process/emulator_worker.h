/* One of the threads that execute the workgroups of a launch; only the emulator's files use it. */
#ifndef DRIVER_PROCESS_EMULATOR_WORKER_H
#define DRIVER_PROCESS_EMULATOR_WORKER_H

#include "driver/process/emulator.h"
#include "driver/process/process.h"

/* Everything that executing a workgroup writes, so that workers share the program's buffers alone.
 */
struct emulator_worker {
	const struct emulator_options *options;
	struct process process;
	struct emulator_stats stats;

	/* Of the launch that runs */
	struct workgroup group;
	struct wavefront *waves;           /* WORKGROUP_MAX_WAVES of them, 64-byte aligned */
	uint32_t *registers;               /* their VGPRs */
	size_t register_dwords;            /* allocated for each wavefront */
	bool waiting[WORKGROUP_MAX_WAVES]; /* at a barrier, with the pc behind it */
	struct step step;
};

void worker_init(struct emulator_worker *w, struct code_object *co,
		 const struct emulator_options *options);
void worker_release(struct emulator_worker *w);

bool worker_begin(struct emulator_worker *w, const struct app *app, const struct launch *launch,
		  struct error *err);
/* False with one line when the kernel went wrong. */
bool worker_run(struct emulator_worker *w, uint64_t workgroup, struct error *err);
void worker_end(struct emulator_worker *w);

#endif
