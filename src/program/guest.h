/*
 * A user's program under warpwalk, seen from the machine: an application whose launches come from
 * the program's runtime (protocol.h) instead of a list. Its next() answers what has ended, then
 * waits for the program's next launch; the clock stands still meanwhile, so host time counts as
 * nothing and results do not depend on how fast the host is.
 *
 * Processes of one program connect one after the other; each begins with empty memory.
 */
#ifndef PROGRAM_GUEST_H
#define PROGRAM_GUEST_H

#include <sys/types.h>

#include "driver/process/emulator.h"
#include "program/selection.h"
#include "sim/engine.h"

/* What all launches of one kernel came to. */
struct guest_kernel {
	char *name;
	uint64_t timed, functional; /* launches */
	uint64_t cycles;            /* of the timed ones */
	uint64_t instructions, functional_instructions;
};

/* What the program is told of its GPU, and what copies cost. */
struct guest_machine {
	bool is_timed; /* false: kernels run functionally */
	double clock_mhz;
	uint64_t memory_bytes;
	uint32_t cus, lds_bytes;
	double copy_latency_ns, copy_bytes_per_ns;
	uint64_t wavefront_limit;
	unsigned threads;   /* of functional launches */
	bool exact_buffers; /* kernels may not touch the rest of a buffer's last page */
};

struct guest;

/* name stands in messages and results. Opens the socket whose name the program is told. */
struct guest *guest_new(const char *name, const struct guest_machine *machine,
			const struct selection *selection, struct error *err);
void guest_free(struct guest *g);

/* For the program's environment: the value of PROGRAM_SOCKET_VARIABLE. */
const char *guest_socket(const struct guest *g);
/* The process that was started with it; it is waited for as long as it lives. */
void guest_started(struct guest *g, pid_t pid);
/* Sends it a signal, unless it has ended. */
void guest_signal(struct guest *g, int signal);
/* Wait status of the process, once it has ended. */
int guest_status(const struct guest *g);

/* Everything from here on; the recorder stays the caller's, and outlives the guest's processes. */
struct recorder;
void guest_record(struct guest *g, struct recorder *recorder);

/* To be run by the machine, or by guest_run. */
struct app *guest_app(struct guest *g);

/* The machine that runs it: its clock, and the instructions that the app has issued. */
struct guest_clock {
	cycle_t (*now)(void *data);
	uint64_t (*issued)(void *data);
	void *data;
	bool (*is_interrupted)(void);
	struct emulator_watcher watcher; /* of launches that are not timed */
};
void guest_set_clock(struct guest *g, const struct guest_clock *clock);

/* Serves the program to its end without a machine. False with one line when a kernel went wrong. */
bool guest_run(struct guest *g, struct error *err);

/* The machine has stopped: a launch that is under way ends so, and all that follow do too, until
 * the program has ended. */
void guest_stop(struct guest *g, bool is_fault, const char *why);

/* Of all that it asked for: programs that ask for the same get the same digest. out has
 * DIGEST_DIGITS + 1 places. */
void guest_digest(const struct guest *g, char *out);

/* In the order of their first launches. */
const struct guest_kernel *guest_kernels(const struct guest *g, size_t *count);
/* Bytes and number of copies, by enum copy_direction, and the nanoseconds they took. */
struct guest_copies {
	uint64_t count[3], bytes[3];
	double ns;
};
const struct guest_copies *guest_copies(const struct guest *g);

#endif
