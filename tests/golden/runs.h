/* The runs of the golden table, as names: what is asked of `warpwalk run`, all at size tiny and
 * ended after so many instructions: of two applications the shorter one would begin too often. */
#ifndef TESTS_GOLDEN_RUNS_H
#define TESTS_GOLDEN_RUNS_H

#include "experiment/run/run_spec.h"

enum { GOLDEN_MOST_INSTRUCTIONS = 200000 };

struct golden_run {
	struct run_spec spec; /* not configured */
	char *name;           /* as golden_run_ask has it */
};

struct golden_runs {
	struct golden_run *runs;
	size_t count;
};

/* Each once, in the order of the table. */
void golden_runs_init(struct golden_runs *runs);
void golden_runs_release(struct golden_runs *runs);

/* A run as the columns of a row have it: "apu18", "mask+static", "cus=4 page.bytes=2MB", "mm gups";
 * "-": none. Release it. */
void golden_run_init(struct run_spec *spec, const char *gpu, const char *designs,
		     const char *settings, const char *workloads);

/*
 * The run of a name, "apu18\tideal\t-\tatax": GPU, designs, settings, workloads. Returns the name
 * with one more column, which stands for every parameter of the machine: the first columns of the
 * row, for the caller to free. NULL: the run is refused. A fifth column in the name is not looked
 * at. spec is to be released in any case.
 */
char *golden_run_ask(const char *name, struct run_spec *spec);
/* The command line that repeats it. The caller frees it. */
char *golden_run_command(const struct run_spec *spec);

#endif
