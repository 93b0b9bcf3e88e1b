/* warpwalk reproduce: figures and claims of the papers, from runs that a store keeps. */
#include "experiment/figure/reproduce.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/batch.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/one_run.h"
#include "cli/reproduce_parts.h"

static const char help[] =
	"usage: warpwalk reproduce [PAPER|FIGURE|CLAIM|FILE.yaml]... [OPTION]...\n"
	"\n"
	"Makes the figures of the papers: runs what the database lacks, prints the values of each\n"
	"figure and, at the end, each published number beside ours.\n"
	"\n"
	"The arguments choose: walks is every figure and claim of that paper, walks-fig3 one "
	"figure,\n"
	"fig3 that figure of every paper that has one, S01 a claim; without arguments everything.\n"
	"warpwalk list figures and warpwalk list claims show what there is. docs/figures.md "
	"explains\n"
	"how to write a figure of your own.\n"
	"\n"
	"  --size SIZE    tiny, small (default), medium (small, for longer): previews; paper: as "
	"published, hours\n"
	"  -s KEY=VALUE   a parameter of every run, whatever the figure says; any number of them\n"
	"  -j N           runs at the same time (default: the number of processors)\n"
	"  --db FILE      the database (default " STORE_DEFAULT ")\n"
	"  --repeat N     every run on N slightly different machines, values with their spread\n"
	"                 (default: as each figure's file says)\n"
	"  --csv          print values and claims as two tables of comma-separated values\n"
	"  --json         print everything as one object\n"
	"  --quiet        no progress on stderr\n";

struct settings {
	const char *db;
	enum workload_size size;
	unsigned jobs, repeat; /* repeat: 0 as the files say */
	struct text_list set;
	enum reproduce_format format;
	bool quiet;
};

/* Runs what is missing and fills the figures. */
static bool fill(const struct settings *s, struct reproduction *r, struct workers_state *state,
		 struct error *err)
{
	struct store *store = store_open(s->db, STORE_WRITE, err);
	size_t count;
	struct run_spec *specs = reproduction_specs(r, &count);
	bool ok = store && batch_run(store, specs, count, s->jobs, s->quiet, state, err) &&
		  reproduction_evaluate(r, store, err);

	free(specs);
	store_close(store);
	return ok;
}

static int run_reproduce(const struct settings *s, char **targets, int count)
{
	struct workers_state state = {0};
	struct reproduction r;
	struct error err = {0};
	int status = 0;

	interrupt_catch();
	if (reproduction_select(&r, (const char *const *)targets, (size_t)count, s->size, s->repeat,
				&err) &&
	    reproduction_set(&r, &s->set, &err) && fill(s, &r, &state, &err)) {
		reproduce_print(&r, s->format, stdout);
		fflush(stdout);
		if (!s->quiet)
			fprintf(stderr,
				"%zu runs in %s: %zu known before, %zu run now, %zu failed\n",
				state.total, s->db, state.known, state.done, state.failed);
		status = state.failed ? 1 : 0;
	} else {
		status = cli_report(&err);
	}
	reproduction_release(&r);
	return status;
}

static int take_csv(const struct cli_option *option, const char *command, const char *text)
{
	(void)command;
	(void)text;
	*(enum reproduce_format *)option->into = REPRODUCE_CSV;
	return 0;
}

static int take_json(const struct cli_option *option, const char *command, const char *text)
{
	(void)command;
	(void)text;
	*(enum reproduce_format *)option->into = REPRODUCE_JSON;
	return 0;
}

int cmd_reproduce(int argc, char **argv)
{
	struct settings s = {.db = STORE_DEFAULT, .size = SIZE_SMALL, .jobs = batch_default_jobs()};
	const struct cli_option options[] = {
		cli_size(&s.size),
		one_run_several("set", 's', &s.set),
		batch_jobs(&s.jobs),
		batch_repeat(&s.repeat),
		cli_text("db", 0, &s.db),
		{"csv", 0, no_argument, take_csv, &s.format},
		{"json", 0, no_argument, take_json, &s.format},
		cli_flag("quiet", &s.quiet),
		{0},
	};
	int status;

	if (cli_take_options("reproduce", help, options, argc, argv, &status))
		status = run_reproduce(&s, argv + optind, argc - optind);
	text_list_release(&s.set);
	return status;
}
