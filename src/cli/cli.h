/*
 * The commands of the program, one file each. A command gets the arguments from its own name on and
 * returns the exit status: 0 done and verified, 1 the simulated program or a check failed, 2 bad
 * input.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

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

/*
 * What getopt_long found wrong (its return value '?' or ':'), as one line with the nearest option;
 * returns 2.
 */
struct option;
int cli_bad_option(const char *command, char **argv, const struct option *options);

#endif
