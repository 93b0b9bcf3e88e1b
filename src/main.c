/* The command line: finds the command and hands over to its file in cli/. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "api/warpwalk.h"
#include "base/text.h"
#include "cli/cli.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *summary;
} commands[] = {
	{"run", cmd_run, "run workloads on a timed GPU; report time, translation and memory"},
	{"sweep", cmd_sweep, "run every combination of GPUs, designs, workloads and parameters"},
	{"reproduce", cmd_reproduce,
	 "make figures of the papers, each published number beside ours"},
	{"report", cmd_report, "write figures, claims and runs of a database as one HTML page"},
	{"reach", cmd_reach, "count TLB misses at every capacity, from one run"},
	{"exec", cmd_exec, "run a HIP or OpenCL program of your own on the simulated GPU"},
	{"emulate", cmd_emulate,
	 "run workloads or a kernel of your own without time, and verify the results"},
	{"disasm", cmd_disasm, "disassemble a code object or a workload's kernels"},
	{"list", cmd_list, "list what there is: gpus, designs, workloads, params, figures, claims"},
};

enum { COMMAND_COUNT = sizeof(commands) / sizeof(*commands) };

static int print_help(void)
{
	puts("warpwalk: a simulator of GPU virtual memory that runs real GCN3 machine code\n");
	puts("usage: warpwalk COMMAND [OPTION]... [ARGUMENT]...\n");
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		printf("  %-9s  %s\n", commands[i].name, commands[i].summary);
	puts("\nwarpwalk COMMAND --help says more; warpwalk --version prints the version.");
	return 0;
}

static int unknown_command(const char *name)
{
	const char *names[COMMAND_COUNT];
	char hint[256];

	for (size_t i = 0; i < COMMAND_COUNT; i++)
		names[i] = commands[i].name;
	text_suggest(hint, sizeof(hint), name, names, COMMAND_COUNT);
	fprintf(stderr, "warpwalk: unknown command '%s'%s\n", name, hint);
	return 2;
}

static int run_command(int argc, char **argv)
{
	if (argc < 2) {
		fputs("warpwalk: no command given; warpwalk --help lists them\n", stderr);
		return 2;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
		return print_help();
	if (!strcmp(argv[1], "--version")) {
		printf("warpwalk %s (model %u)\n", warpwalk_version(), warpwalk_model_version());
		return 0;
	}
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	return unknown_command(argv[1]);
}

/* Results that did not reach the reader are no results: a full disk shows only here. */
static int close_output(int status)
{
	bool failed = ferror(stdout);

	errno = 0;
	if (fclose(stdout) == 0 && !failed)
		return status;
	fprintf(stderr, "warpwalk: standard output: %s; what was printed is not complete\n",
		errno ? strerror(errno) : "cannot be written");
	return status ? status : 2;
}

int main(int argc, char **argv)
{
	return close_output(run_command(argc, argv));
}
