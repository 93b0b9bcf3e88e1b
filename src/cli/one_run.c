/* Progress, interrupts and arguments of one run. */
#include "cli/one_run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/progress.h"
#include "sim/config.h"
#include "sim/text.h"

enum { MOST_SETTINGS = 256 };

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
	(void)signal_number;
	interrupted = 1;
}

void one_run_catch_interrupt(void)
{
	struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESETHAND};

	sigaction(SIGINT, &action, NULL);
}

static bool was_interrupted(void)
{
	return interrupted;
}

static bool interrupt_error(struct error *err)
{
	error_set(err, "interrupted");
	err->exit_status = 128 + SIGINT;
	return false;
}

struct watched {
	struct progress progress;
	const struct simulation *run;
};

/* Called by the machine now and then; true ends the run. */
static bool watch(void *data)
{
	struct watched *w = data;
	const struct system *s = w->run->system;

	if (progress_due(&w->progress, 1))
		fprintf(stderr, "\r%s: %.1f M instructions, %.1f M cycles, %.1f s\033[K",
			w->run->subjects[0].name, (double)system_instructions(s) / 1e6,
			(double)system_cycles(s) / 1e6, progress_seconds(&w->progress));
	return interrupted;
}

bool one_run_execute(struct simulation *s, const struct run_spec *spec,
		     const struct system_options *options, bool quiet, bool *right,
		     struct error *err)
{
	struct system_options watched_options = *options;
	struct watched watched = {.run = s};
	bool ok;

	if (!simulation_open(s, spec, was_interrupted, err))
		return interrupted ? interrupt_error(err) : false;
	watched_options.progress = watch;
	watched_options.progress_data = &watched;
	progress_start(&watched.progress, quiet);
	ok = simulation_run(s, &watched_options, right, err);
	progress_end(&watched.progress);
	return interrupted ? interrupt_error(err) : ok;
}

static int add_text(const char *command, struct text_list *list, const char *what)
{
	if (list->count == MOST_SETTINGS)
		return cli_usage(command, "more than %d times %s", MOST_SETTINGS, what);
	text_list_add(list, optarg);
	return 0;
}

bool one_run_take_option(const char *command, struct run_spec *spec, int option, int *status)
{
	struct error err;

	switch (option) {
	case 'g':
		free(spec->gpu);
		spec->gpu = xstrdup(optarg);
		*status = 0;
		return true;
	case 'd':
		*status = add_text(command, &spec->designs, "-d");
		return true;
	case 's':
		*status = add_text(command, &spec->settings, "-s");
		return true;
	case OPT_SIZE:
		*status = workload_size_parse(optarg, &spec->size, &err) ? 0 : cli_report(&err);
		return true;
	case OPT_MOST_INSTRUCTIONS:
		*status = cli_take_number(command, "--max-instructions", optarg,
					  &spec->max_instructions);
		return true;
	}
	return false;
}

static int no_gpu(const char *command)
{
	char known[256] = "";

	for (size_t i = 0; i < config_file_count; i++)
		if (config_files[i].kind == CONFIG_GPU)
			snprintf(known + strlen(known), sizeof(known) - strlen(known), "%s%s",
				 *known ? ", " : "", config_files[i].name);
	return cli_usage(command, "no GPU given: -g NAME; known: %s", known);
}

int one_run_take_workloads(const char *command, struct run_spec *spec, int argc, char **argv)
{
	if (!spec->gpu)
		return no_gpu(command);
	if (optind == argc)
		return cli_usage(command, "no workload or job file given");
	if (argc - optind > RUN_MOST_APPS)
		return cli_usage(command, "more than %d workloads", RUN_MOST_APPS);
	for (int i = optind; i < argc; i++)
		text_list_add(&spec->workloads, argv[i]);
	return 0;
}
