/*
 * When a run ends before its work is done: after so many wavefront instructions, or because a
 * simulated program or its driver went wrong. One of these per machine; engine_run looks at `stop`.
 */
#ifndef SIM_RUN_CONTROL_H
#define SIM_RUN_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct run_control {
	bool stop;                 /* no further event runs */
	bool cut_short;            /* at max_instructions or apps.cycles: not all has ended */
	bool failed;               /* err says why */
	uint64_t instructions;     /* wavefront instructions issued in the machine */
	uint64_t max_instructions; /* 0: no limit */
	struct error err;
};

/* Called for every instruction that issues. */
static inline void run_count_instruction(struct run_control *control)
{
	if (__builtin_expect(++control->instructions == control->max_instructions, 0)) {
		control->cut_short = true;
		control->stop = true;
	}
}

/* Ends the run with the line that `err` holds; the first one counts. */
static inline void run_fail(struct run_control *control, const struct error *err)
{
	if (!control->failed)
		control->err = *err;
	control->failed = true;
	control->stop = true;
}

#endif
