/*
 * The commands of the program, one file each. A command gets the arguments from its own name on and
 * returns the exit status: 0 done and verified, 1 the simulated program or a check failed, 2 bad
 * input.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/error.h"

int cmd_emulate(int argc, char **argv);
int cmd_disasm(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_reproduce(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_reach(int argc, char **argv);

/* Prints "warpwalk: TEXT" on stderr and returns the error's exit status. */
int cli_report(const struct error *err);

/* For a bad command line: prints the line and a pointer to --help; returns 2. */
int cli_usage(const char *command, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* How a command takes its options. */
struct cli_syntax {
	const char *command, *help;
	const char *letters; /* as getopt_long wants them; 'h' prints the help */
	const struct option *options;
	/* One option, its value in optarg; exit status 0, or 2 after a line about a bad value. */
	int (*take)(void *settings, int option);
};

/*
 * Takes all options and leaves the other arguments from optind on. False when there is nothing more
 * to do: after --help with status 0, after a line about a bad option with status 2.
 */
bool cli_take_options(const struct cli_syntax *syntax, int argc, char **argv, void *settings,
		      int *status);

/* A number of at least 1, the value of an option; exit status. */
int cli_take_number(const char *command, const char *option, const char *text, uint64_t *value);

#endif
