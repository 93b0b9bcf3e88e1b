/* Between the files of a guest: what it holds, and who takes which message. */
#ifndef PROGRAM_GUEST_PARTS_H
#define PROGRAM_GUEST_PARTS_H

#include "base/digest.h"
#include "driver/process/emulator.h"
#include "program/guest.h"
#include "program/protocol.h"
#include "program/recorder.h"

struct guest {
	char *name;
	struct guest_machine machine;
	struct selection selection;
	struct guest_clock clock;
	struct app *app;
	struct emulator *emulator;

	int listener, socket; /* socket -1: nobody is connected */
	char socket_name[64];
	pid_t pid;
	int pidfd;
	int status; /* of the process, as wait has it */
	bool has_ended;

	int arena_file; /* of the process that is connected */
	uint8_t *arena;

	bool under_way; /* a launch on the machine, to be answered when it ends */
	struct guest_kernel *running;
	cycle_t begun;
	uint64_t issued_before;
	double ahead_ns; /* copies and functional launches since the clock last ran */
	bool is_stopped;
	enum done_status stop_status;
	char *stop_text;

	uint64_t launches;
	struct guest_kernel *kernels;
	size_t kernel_count, kernel_capacity;
	struct guest_copies copies;
	struct digest asked;
	struct recorder *recorder; /* NULL: nobody wants it recorded */
	char *deferred;            /* messages for when the launch has ended */
	size_t deferred_bytes;
};

/* guest_time.c: the machine's clock, and what copies and functional launches add to it. */
double guest_cycle_ns(const struct guest *g);
cycle_t guest_now_cycles(const struct guest *g);
double guest_now_ns(const struct guest *g);
uint64_t guest_issued(const struct guest *g);
bool guest_take_copy(struct guest *g, const struct message *m);
/* DONE, with the time it took. False when the process is gone. */
bool guest_answer(struct guest *g, enum done_status status, double begin, double end,
		  const char *why);

/* guest_memory.c. The takers return false for what no runtime says, or when the process is gone. */
/* Where the machine finds [address, address + bytes) of the program; NULL: not in the arena. */
uint8_t *guest_at(const struct guest *g, uint64_t address, uint64_t bytes);
void guest_drop_buffer(struct guest *g, struct buffer *b);
/* Whether a buffer lies there. */
bool guest_overlaps(const struct guest *g, uint64_t address, uint64_t bytes);
bool guest_take_place(struct guest *g, const struct message *m, const char *name);
bool guest_take_alias(struct guest *g, const struct message *m);
bool guest_take_drop(struct guest *g, const struct message *m);
bool guest_take_load(struct guest *g, const struct message *m, const void *elf);
bool guest_take_unload(struct guest *g, const struct message *m);

/* guest.c */
/* Takes a message that nothing answers. False as above. */
bool guest_take_notice(struct guest *g, const struct message *m, const char *bytes);
/* Waits until the connected process has something to say; false when the program has ended, or
 * somebody wants to stop. */
bool guest_wait(struct guest *g);

/* guest_call.c */
/* For struct workload: lets the program serve a wavefront. */
bool guest_called(struct app *app, uint32_t what);
/* What the program said meanwhile that has to wait for the launch's end, which has come. */
bool guest_take_deferred(struct guest *g);

/* guest_launch.c */
/* *is_begun: the launch is for the machine. */
bool guest_take_launch(struct guest *g, const struct message *m, struct launch *l, bool *is_begun);
/* The launch that the machine had has ended. False as above. */
bool guest_end_launch(struct guest *g);

#endif
