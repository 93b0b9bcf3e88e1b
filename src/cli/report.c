/* warpwalk report: what a database of results holds, as one page for a browser. */
#include "experiment/report/report.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/batch.h"
#include "cli/cli.h"

#define REPORT_DEFAULT "report.html"

static const char help[] =
	"usage: warpwalk report [PAPER|FIGURE|CLAIM|FILE.yaml]... [OPTION]...\n"
	"\n"
	"Writes what a database holds as one HTML file, which opens without a network: figures as\n"
	"charts with the published numbers beside ours, the table of claims, and every run with "
	"its\n"
	"configuration, where its translations were resolved, and how long it took. A folder "
	"beside\n"
	"it, report-csv for report.html, has each figure as comma-separated values.\n"
	"\n"
	"Nothing is run. The arguments choose figures and claims as for warpwalk reproduce; "
	"without\n"
	"arguments all are shown.\n"
	"\n"
	"  --db FILE      the database (default " STORE_DEFAULT ")\n"
	"  -o FILE        the report (default " REPORT_DEFAULT ")\n"
	"  --size SIZE    only figures of runs of this size, tiny to paper (default: for each the\n"
	"                 size of which most values are known)\n"
	"  --repeat N     figures over N runs of each, as made by reproduce --repeat N (default: "
	"as\n"
	"                 each figure's file says)\n"
	"  --quiet        do not say what was written\n";

struct settings {
	const char *db, *output;
	enum workload_size size;
	unsigned repeat; /* 0: as the files say */
	bool one_size, quiet;
};

static bool run_report(const struct settings *s, char **targets, int count, struct report *r,
		       struct store **store, struct error *err)
{
	*store = store_open(s->db, STORE_READ, err);
	return *store &&
	       report_gather(r, *store, (const char *const *)targets, (size_t)count,
			     s->one_size ? &s->size : NULL, s->repeat, err) &&
	       report_write(r, s->output, err);
}

static int take_size(const struct cli_option *option, const char *command, const char *text)
{
	struct settings *s = option->into;
	struct error err;

	(void)command;
	s->one_size = true;
	return workload_size_parse(text, &s->size, &err) ? 0 : cli_report(&err);
}

int cmd_report(int argc, char **argv)
{
	struct settings s = {.db = STORE_DEFAULT, .output = REPORT_DEFAULT};
	struct store *store = NULL;
	struct report r = {0};
	struct error err = {0};
	const struct cli_option options[] = {
		cli_text("db", 0, &s.db),
		cli_text("output", 'o', &s.output),
		{"size", 0, required_argument, take_size, &s},
		batch_repeat(&s.repeat),
		cli_flag("quiet", &s.quiet),
		{0},
	};
	int status;

	if (!cli_take_options("report", help, options, argc, argv, &status))
		return status;
	if (!run_report(&s, argv + optind, argc - optind, &r, &store, &err)) {
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
