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

#include "base/error.h"
#include "driver/workload/workload.h"

int cmd_emulate(int argc, char **argv);
int cmd_disasm(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_reproduce(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_reach(int argc, char **argv);
int cmd_exec(int argc, char **argv);

enum { CLI_MOST_THREADS = 256 };

/* Prints "warpwalk: TEXT" on stderr and returns the error's exit status. */
int cli_report(const struct error *err);

/* For a bad command line: prints the line and a pointer to --help; returns 2. */
int cli_usage(const char *command, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * One option of a command; an array of them ends with {0}, --help is every command's. `take` gets
 * what follows it (NULL: nothing does) and puts it where `into` points; exit status 0, or 2 after a
 * line about a bad value.
 */
struct cli_option {
	const char *name; /* without its dashes */
	char letter;      /* 0: no short form */
	int value;        /* no_argument, required_argument or optional_argument */
	int (*take)(const struct cli_option *option, const char *command, const char *text);
	void *into;
};

/* The usual ones. Number: at least 1. */
struct cli_option cli_flag(const char *name, bool *into);
struct cli_option cli_text(const char *name, char letter, const char **into);
struct cli_option cli_number(const char *name, uint64_t *into);
struct cli_option cli_threads(uint64_t *into); /* --threads: 1 to CLI_MOST_THREADS */
uint64_t cli_default_threads(void);            /* one per processor */
struct cli_option cli_size(enum workload_size *into);

/*
 * Takes all options and leaves the other arguments from optind on. False when there is nothing more
 * to do: after --help with status 0, after a line about a bad option with status 2.
 */
bool cli_take_options(const char *command, const char *help, const struct cli_option *options,
		      int argc, char **argv, int *status);

#endif
