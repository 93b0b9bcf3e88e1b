/* Running many: what the commands that fill a store share. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "cli/cli.h"
#include "experiment/sweep/workers.h"

/* As many processes as the host has processors. */
unsigned batch_default_jobs(void);
/* -j, --jobs. */
struct cli_option batch_jobs(unsigned *jobs);

/* --repeat N instead of what the files say, which is 0. */
struct cli_option batch_repeat(unsigned *repeat);

/*
 * workers_run with a progress line on a terminal and a line on stderr for every run that failed,
 * now or earlier. An interrupt (interrupt.h) ends it in good order, a second one at once.
 */
bool batch_run(struct store *store, const struct run_spec *specs, size_t count, unsigned jobs,
	       bool quiet, struct workers_state *state, struct error *err);

#endif
