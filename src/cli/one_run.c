/* Progress, interrupts and arguments of one run. */
#include "cli/one_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "config/config.h"

enum { MOST_SETTINGS = 256 };

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
	return interrupt_noted();
}

/* What designs do not do here, a line each. */
static void print_notes(const struct params *p)
{
	for (const char *note = p->notes; note && *note; note = strchr(note, '\n') + 1)
		fprintf(stderr, "warpwalk: %.*s\n", (int)strcspn(note, "\n"), note);
}

bool one_run_execute(struct simulation *s, const struct run_spec *spec,
		     const struct system_options *options, bool quiet, bool *correct,
		     struct error *err)
{
	return simulation_open(s, spec, err) && one_run_simulate(s, options, quiet, correct, err);
}

bool one_run_simulate(struct simulation *s, const struct system_options *options, bool quiet,
		      bool *correct, struct error *err)
{
	struct system_options watched_options = *options;
	struct watched watched = {.run = s};
	bool ok;

	interrupt_hold();
	if (!quiet)
		print_notes(s->params);
	watched_options.progress = watch;
	watched_options.progress_data = &watched;
	progress_start(&watched.progress, quiet);
	ok = simulation_run(s, &watched_options, correct, err);
	progress_end(&watched.progress);
	if (!s->interrupted)
		return ok;
	/* What is wrong so far is wrong. */
	if (*correct)
		error_set(err, "interrupted at cycle %llu, before the end",
			  (unsigned long long)system_cycles(s->system));
	else
		error_prefix(err, "interrupted");
	*correct = interrupt_status(err);
	return ok;
}

static int take_gpu(const struct cli_option *option, const char *command, const char *text)
{
	struct run_spec *spec = option->into;

	(void)command;
	free(spec->gpu);
	spec->gpu = xstrdup(text);
	return 0;
}

struct cli_option one_run_gpu(struct run_spec *spec)
{
	return (struct cli_option){"gpu", 'g', required_argument, take_gpu, spec};
}

static int take_several(const struct cli_option *option, const char *command, const char *text)
{
	struct text_list *list = option->into;

	if (list->count == MOST_SETTINGS)
		return cli_usage(command, "more than %d times -%c", MOST_SETTINGS, option->letter);
	text_list_add(list, text);
	return 0;
}

struct cli_option one_run_several(const char *name, char letter, struct text_list *into)
{
	return (struct cli_option){name, letter, required_argument, take_several, into};
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
