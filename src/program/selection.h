/* Which launches are timed: all, those with numbers in a range, of a kernel, or every so many-th of
 * each kernel. "3-10", "5", "kernel=NAME", "1/20". */
#ifndef PROGRAM_SELECTION_H
#define PROGRAM_SELECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct selection {
	uint64_t first, last;      /* launches of the program, from 1; last 0: no end */
	const char *kernel;        /* its name, or a part of it; NULL: any */
	uint64_t every;            /* the first of so many launches of a kernel; 0: each */
	uint64_t max_instructions; /* timed ones; 0: no limit */
};

/* Adds what the text says; text outlives it. */
bool selection_parse(struct selection *s, const char *text, struct error *err);

/* launch: number in the program; of_kernel: number among those of this kernel; both from 1. issued:
 * instructions timed so far. */
bool selection_has(const struct selection *s, const char *kernel, uint64_t launch,
		   uint64_t of_kernel, uint64_t issued);

#endif
