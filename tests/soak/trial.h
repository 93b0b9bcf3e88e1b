/* One machine, run twice as a user would: what came of it. */
#ifndef TESTS_SOAK_TRIAL_H
#define TESTS_SOAK_TRIAL_H

#include "experiment/run/run_spec.h"

/* Whose outputs are to be the same bytes. */
struct programs {
	const char *first, *second;
	unsigned most_seconds; /* of the processor, for one run */
};

enum verdict {
	TRIAL_OK,
	TRIAL_REFUSED,     /* with one line: what was drawn does not go together */
	TRIAL_FAILED,      /* stuck, wrong, dead, different the second time, or no end */
	TRIAL_INTERRUPTED, /* somebody wants to stop */
};

struct trial {
	enum verdict verdict;
	char text[512]; /* not OK: one line that says why */
	uint64_t cycles, instructions, translations;
};

void trial_run(const struct programs *programs, const struct run_spec *spec, struct trial *t);

/* The command line that repeats it. The caller frees it. */
char *trial_command(const char *program, const struct run_spec *spec);

#endif
