/*
 * The memory of an application on a timed machine: its code, the kernel's arguments, buffers and
 * private memory, mapped page by page; and what the index notes of a kernel advise before each
 * launch.
 *
 * Order of calls: begin once; before each launch prepare, which may give buffers other addresses
 * the first time, then map.
 */
#ifndef DRIVER_MEMORY_APP_MEMORY_H
#define DRIVER_MEMORY_APP_MEMORY_H

#include "driver/memory/address_space.h"
#include "driver/process/process.h"
#include "socket/home_slice.h"
#include "socket/launch_advice.h"

struct app_memory {
	struct app *app;
	struct address_space *space;
	unsigned chiplets;
	struct home_slice home;       /* ops NULL: all pages have the home of who asks */
	struct index_notes *notes;    /* NULL: the code object has none */
	struct launch_advice adviser; /* ops NULL: none */
	struct advice advice;         /* of the launch at hand */
	bool deferred;                /* nothing is mapped before the first launch is known */
	bool begun;                   /* code and arguments are mapped */
	uint64_t mapped_layout;       /* all buffers of this layout of the app are mapped */
	uint64_t scratch_mapped;      /* bytes, whole pages */
};

void app_memory_init(struct app_memory *m, struct app *app, const struct code_object *code,
		     struct address_space *space, unsigned chiplets, const struct home_slice *home,
		     const struct launch_advice *adviser);
void app_memory_release(struct app_memory *m);

bool app_memory_begin(struct app_memory *m, const struct process *process, struct error *err);

/* Fills m->advice. */
void app_memory_prepare(struct app_memory *m, const struct launch *launch);

/* What the launch, which has begun in the process, needs. */
bool app_memory_map(struct app_memory *m, const struct process *process, struct error *err);
/* What the app has placed since, while the launch runs. */
bool app_memory_map_placed(struct app_memory *m, struct error *err);

#endif
