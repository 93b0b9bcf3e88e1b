/* One of the threads that execute the workgroups of a launch; only the emulator's files use it. */
#ifndef DRIVER_PROCESS_EMULATOR_WORKER_H
#define DRIVER_PROCESS_EMULATOR_WORKER_H

#include "driver/process/emulator.h"
#include "driver/process/process.h"

/* A workgroup that has begun and not ended. */
struct running_group {
	uint64_t index;
	struct workgroup group;
	struct wavefront *waves;           /* 64-byte aligned */
	uint32_t *registers;               /* their VGPRs */
	unsigned wave_count, running;      /* all of them, and those that have not ended */
	uint32_t slot;                     /* of private memory */
	bool waiting[WORKGROUP_MAX_WAVES]; /* at a barrier, with the pc behind it */
};

/* Everything that executing workgroups writes, so that workers share the program's buffers alone.
 */
struct emulator_worker {
	const struct emulator_options *options;
	struct process process;
	struct emulator_stats stats;

	/* Of the launch that runs */
	struct app *app;
	struct {
		size_t waves, register_dwords, lds_bytes; /* of wavefronts, of a workgroup */
	} most;                                           /* what groups are made for */
	struct running_group **groups; /* the first `count` run; the others are to be used again */
	size_t count, made;
	size_t width; /* so many are wanted */
	size_t group_waves;
	uint64_t spent;  /* instructions of the busiest since a workgroup has begun or ended */
	uint64_t failed; /* the workgroup that went wrong */
	struct step step;
};

void worker_init(struct emulator_worker *w, struct code_object *co,
		 const struct emulator_options *options);
void worker_release(struct emulator_worker *w);

bool worker_begin(struct emulator_worker *w, struct app *app, const struct launch *launch,
		  struct error *err);
/* Whether it would run one more workgroup now. */
bool worker_has_room(struct emulator_worker *w);
void worker_add(struct emulator_worker *w, uint64_t workgroup);
/* Runs what it has for a while. False with one line, and w->failed set, when the kernel went wrong:
 * none of its workgroups runs any more. */
bool worker_run(struct emulator_worker *w, struct error *err);
void worker_end(struct emulator_worker *w);

#endif
