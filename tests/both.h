/* A program in the simulator and on pocl at once, with the same buffers on both sides. */
#ifndef TESTS_BOTH_H
#define TESTS_BOTH_H

#include "simulator.h"

struct both {
	struct opencl *cl;
	struct opencl_program *program;
	struct simulator sim;
	struct app *app; /* the buffers of pocl */
};

/* False when there is no pocl, which is said on stdout. Anything else that goes wrong ends the
 * test. */
bool both_init(struct both *b, const char *source);
void both_release(struct both *b);

/* A buffer on both sides: its number in both apps. */
size_t both_buffer(struct both *b, const char *name, uint64_t bytes);
void both_fill(struct both *b, size_t buffer, const void *data, uint64_t bytes);

/* The launch names buffers of the simulator's app. */
void both_run(struct both *b, const struct launch *l);
void both_run_simulator(struct both *b, const struct launch *l);

/* Ends the test unless the buffer is the same on both sides. */
void both_compare(struct both *b, size_t buffer, const char *kernel);

#endif
