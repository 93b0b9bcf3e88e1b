/* One run in this process: what the commands that make one share. */
#ifndef CLI_ONE_RUN_H
#define CLI_ONE_RUN_H

#include "experiment/simulate.h"

/* From here on the first interrupt ends a run in good order, the second the program. */
void one_run_catch_interrupt(void);

/*
 * Opens and runs a configured spec with a progress line on a terminal; options without progress.
 * As simulation_run says, and false with exit status 130 when interrupted. The caller closes s,
 * which was zero, in any case.
 */
bool one_run_execute(struct simulation *s, const struct run_spec *spec,
		     const struct system_options *options, bool quiet, bool *right,
		     struct error *err);

/* Options that say what to run; their values for struct option. */
enum { OPT_SIZE = 0x100, OPT_MOST_INSTRUCTIONS };
#define ONE_RUN_SHORT "g:d:s:"
#define ONE_RUN_OPTIONS                                                                            \
	{"gpu", required_argument, NULL, 'g'}, {"design", required_argument, NULL, 'd'},           \
		{"set", required_argument, NULL, 's'},                                             \
		{"size", required_argument, NULL, OPT_SIZE},                                       \
	{                                                                                          \
		"max-instructions", required_argument, NULL, OPT_MOST_INSTRUCTIONS                 \
	}

/* Whether it was one of these (with its value in optarg); then *status is 0, or 2 after a line on
 * stderr. */
bool one_run_take_option(const char *command, struct run_spec *spec, int option, int *status);

/* The rest of the command line, once a GPU is known; exit status. */
int one_run_take_workloads(const char *command, struct run_spec *spec, int argc, char **argv);

#endif
