/* A kernel source compiled for and run by the simulator, for tests that compare it with others. */
#ifndef TESTS_SIMULATOR_H
#define TESTS_SIMULATOR_H

#include "driver/process/emulator.h"

struct simulator {
	struct app *app; /* its buffers are what launches see */
	struct code_object *co;
	struct emulator *emulator;
};

/* Compiles the text (for options see toolchain.h, NULL is fine). */
bool simulator_init(struct simulator *sim, const char *source, const char *const *flags,
		    struct error *err);
void simulator_release(struct simulator *sim);

/* The whole file, as text that the caller frees; NULL with the reason in err. */
char *read_text(const char *path, struct error *err);

#endif
