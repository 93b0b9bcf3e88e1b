/* The runs of the golden table, as names: what is asked of `warpwalk run`, all at size tiny and
 * ended after so many instructions: of two applications the shorter one would begin too often. */
#ifndef TESTS_GOLDEN_RUNS_H
#define TESTS_GOLDEN_RUNS_H

#include "experiment/run/run_spec.h"

enum { GOLDEN_MOST_INSTRUCTIONS = 200000 };

struct golden_runs {
	struct run_spec *specs; /* not configured */
	size_t count;
};

/* Each once, in the order of the table. */
void golden_runs_init(struct golden_runs *runs);
void golden_runs_release(struct golden_runs *runs);

/* A run as the columns of a row have it: "apu18", "mask+static", "cus=4 page.bytes=2MB", "mm gups";
 * "-": none. Release it. */
void golden_run_init(struct run_spec *spec, const char *gpu, const char *designs,
		     const char *settings, const char *workloads);

/* "apu18\tideal\t-\tatax": the first columns of the row. The caller frees it. */
char *golden_run_name(const struct run_spec *spec);
/* The command line that repeats it. The caller frees it. */
char *golden_run_command(const struct run_spec *spec);

#endif
