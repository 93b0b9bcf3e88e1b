/* warpwalk report: what a database of results holds, as one page for a browser. */
#include "experiment/report.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"

#define REPORT_DEFAULT "report.html"

static const char help[] =
	"usage: warpwalk report [PAPER|FIGURE|CLAIM|FILE.yaml]... [OPTION]...\n"
	"\n"
	"Writes one HTML file, which opens without a network: figures as charts with the "
	"published\n"
	"numbers beside ours, the table of claims, and every run of the database with its\n"
	"configuration, where its translations were resolved, and how long it took. It runs "
	"nothing.\n"
	"Beside it, in a folder of its name with -csv, each figure as comma-separated values.\n"
	"Figures and claims are named as for warpwalk reproduce; nothing means all.\n"
	"\n"
	"  --db FILE      the database (default " STORE_DEFAULT ")\n"
	"  -o FILE        the report (default " REPORT_DEFAULT ")\n"
	"  --size SIZE    figures of tiny, small or paper runs only (default: for each figure the\n"
	"                 size of which most values are known)\n"
	"  --quiet        do not say what was written\n";

struct settings {
	const char *db, *output;
	enum workload_size size;
	bool one_size, quiet;
};

static bool run(const struct settings *s, char **targets, int count, struct report *r,
		struct store **store, struct error *err)
{
	*store = store_open(s->db, STORE_READ, err);
	return *store &&
	       report_gather(r, *store, (const char *const *)targets, (size_t)count,
			     s->one_size ? &s->size : NULL, err) &&
	       report_write(r, s->output, err);
}

enum { OPT_SIZE = 1, OPT_DB, OPT_QUIET };

static const struct option options[] = {
	{"db", required_argument, NULL, OPT_DB},
	{"output", required_argument, NULL, 'o'},
	{"size", required_argument, NULL, OPT_SIZE},
	{"quiet", no_argument, NULL, OPT_QUIET},
	{"help", no_argument, NULL, 'h'},
	{0},
};

static int take_option(void *settings, int option)
{
	struct settings *s = settings;
	struct error err;

	switch (option) {
	case OPT_DB:
		s->db = optarg;
		break;
	case 'o':
		s->output = optarg;
		break;
	case OPT_SIZE:
		s->one_size = true;
		return workload_size_parse(optarg, &s->size, &err) ? 0 : cli_report(&err);
	case OPT_QUIET:
		s->quiet = true;
		break;
	}
	return 0;
}

static const struct cli_syntax syntax = {
	.command = "report",
	.help = help,
	.letters = "o:h",
	.options = options,
	.take = take_option,
};

int cmd_report(int argc, char **argv)
{
	struct settings s = {.db = STORE_DEFAULT, .output = REPORT_DEFAULT};
	struct store *store = NULL;
	struct report r = {0};
	struct error err = {0};
	int status;

	if (!cli_take_options(&syntax, argc, argv, &s, &status))
		return status;
	if (!run(&s, argv + optind, argc - optind, &r, &store, &err)) {
		status = cli_report(&err);
	} else if (!s.quiet) {
		char *folder = report_folder(s.output);
		size_t figures = report_figures(&r);

		printf("%s: %zu figure%s with values; %s: every figure as CSV\n", s.output, figures,
		       figures == 1 ? "" : "s", folder);
		free(folder);
	}
	report_release(&r);
	store_close(store);
	return status;
}
