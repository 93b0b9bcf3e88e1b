/* One run in this process: what the commands that make one share. */
#ifndef CLI_ONE_RUN_H
#define CLI_ONE_RUN_H

#include "cli/cli.h"
#include "experiment/run/simulate.h"

/*
 * Opens and runs a configured spec with a progress line on a terminal; options without progress.
 * As simulation_run says; after an interrupt (s->interrupted) *correct is false and err has its
 * exit status. From the simulation on interrupts are held (interrupt.h), for the caller's output
 * too. The caller closes s, which was zero, in any case.
 */
bool one_run_execute(struct simulation *s, const struct run_spec *spec,
		     const struct system_options *options, bool quiet, bool *correct,
		     struct error *err);

/* The same for a simulation that is open. */
bool one_run_simulate(struct simulation *s, const struct system_options *options, bool quiet,
		      bool *correct, struct error *err);

/* Options that say what to run: the GPU, and what may be given several times. */
struct cli_option one_run_gpu(struct run_spec *spec);
struct cli_option one_run_several(const char *name, char letter, struct text_list *into);
#define ONE_RUN_OPTIONS(spec)                                                                      \
	one_run_gpu(spec), one_run_several("design", 'd', &(spec)->designs),                       \
		one_run_several("set", 's', &(spec)->settings), cli_size(&(spec)->size),           \
		cli_number("max-instructions", &(spec)->max_instructions)

/* The rest of the command line, once a GPU is known; exit status. */
int one_run_take_workloads(const char *command, struct run_spec *spec, int argc, char **argv);

#endif
