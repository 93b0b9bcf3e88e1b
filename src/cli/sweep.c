/* warpwalk sweep: runs the product that a YAML file describes, into a store. */
#include "experiment/sweep/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/batch.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

static const char help[] =
	"usage: warpwalk sweep FILE.yaml [OPTION]...\n"
	"\n"
	"Runs every combination of the GPUs, designs, workloads, sizes and parameter values that\n"
	"the file lists, and keeps the results in a database. What the database has is not run\n"
	"again, so a sweep that was stopped continues where it was. Combinations that do not fit,\n"
	"as a design on a GPU where it cannot act, are skipped and listed. docs/experiments.md\n"
	"explains the file and the tables of the database.\n"
	"\n"
	"  -j N           runs at the same time (default: the number of processors)\n"
	"  --db FILE      the database (default " STORE_DEFAULT ")\n"
	"  --take FILE    first copy the results of another database; may be repeated\n"
	"  --part I/N     only every Nth run, from the Ith on\n"
	"  --slurm[=N]    run nothing: print a Slurm script that does it as N jobs (default: up "
	"to\n"
	"                 64)\n"
	"  --repeat N     every run on N slightly different machines (default: as the file says)\n"
	"  --quiet        no progress on stderr\n";

struct settings {
	const char *file, *db;
	struct text_list takes;
	unsigned jobs, repeat; /* repeat: 0 as the file says */
	int64_t part, parts;
	int64_t slurm_jobs; /* 0: no script; -1: as many as there are runs, up to a limit */
	bool quiet;
};

enum { MOST_PARTS = 100000, DEFAULT_SLURM_JOBS = 64 };

/* 'It'\''s': one word of a shell, whatever is in it. */
static void print_quoted(const char *text)
{
	putchar('\'');
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*text);
	}
	putchar('\'');
}

static void print_command(const struct settings *s, const char *program)
{
	print_quoted(program ? program : "warpwalk");
	printf(" sweep ");
	print_quoted(s->file);
	if (s->repeat)
		printf(" --repeat %u", s->repeat);
}

/*
 * A job array in which each job writes a database of its own: machines that share a file system
 * cannot share an SQLite database in it.
 */
static int print_slurm(const struct settings *s, size_t runs)
{
	long long jobs = s->slurm_jobs > 0 ? s->slurm_jobs : DEFAULT_SLURM_JOBS;
	char *folder = getcwd(NULL, 0), *program = realpath("/proc/self/exe", NULL);

	if (jobs > (long long)runs)
		jobs = (long long)runs;
	printf("#!/bin/sh\n"
	       "# %zu runs as %lld jobs. Submit this file with sbatch. When all jobs have ended, "
	       "collect their results\n"
	       "# (and run what is missing) with\n"
	       "#   cd ",
	       runs, jobs);
	print_quoted(folder ? folder : ".");
	printf("\n#   ");
	print_command(s, program);
	printf(" --db ");
	print_quoted(s->db);
	printf(" $(printf -- '--take %%s ' ");
	print_quoted(s->db);
	printf(".part-*)\n"
	       "#SBATCH --job-name=warpwalk\n"
	       "#SBATCH --array=1-%lld\n"
	       "#SBATCH --cpus-per-task=1\n"
	       "cd ",
	       jobs);
	print_quoted(folder ? folder : ".");
	printf(" || exit 1\nexec ");
	print_command(s, program);
	printf(" --quiet -j \"${SLURM_CPUS_PER_TASK:-1}\" \\\n"
	       "\t--part \"$SLURM_ARRAY_TASK_ID/%lld\" --db ",
	       jobs);
	print_quoted(s->db);
	printf("\".part-$SLURM_ARRAY_TASK_ID\"\n");
	free(folder);
	free(program);
	return 0;
}

/* Leaves every Nth spec, and frees the others. */
static void keep_part(struct sweep *sweep, const struct settings *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < sweep->count; i++) {
		if ((int64_t)i % s->parts == s->part - 1)
			sweep->specs[kept++] = sweep->specs[i];
		else
			run_spec_release(&sweep->specs[i]);
	}
	sweep->count = kept;
}

/* What is skipped, a line for each reason; returns how many runs that are. */
static size_t print_gaps(const struct sweep_gap *gaps, size_t count, FILE *out)
{
	size_t runs = 0;

	for (size_t i = 0; i < count; i++) {
		runs += gaps[i].runs;
		if (out)
			fprintf(out, "skipped %zu run%s, %s\n", gaps[i].runs,
				gaps[i].runs == 1 ? "" : "s", gaps[i].text);
	}
	return runs;
}

static bool fill_store(const struct settings *s, const struct sweep *sweep,
		       struct workers_state *state, struct error *err)
{
	struct store *store = store_open(s->db, STORE_WRITE, err);
	bool ok = store;

	for (size_t i = 0; ok && i < s->takes.count; i++)
		ok = store_take(store, s->takes.items[i], err);
	ok = ok && batch_run(store, sweep->specs, sweep->count, s->jobs, s->quiet, state, err);
	store_close(store);
	return ok;
}

static int run_sweep(const struct settings *s, struct sweep *sweep)
{
	struct workers_state state = {0};
	struct error err = {0};
	size_t gap_count, skipped;
	struct sweep_gap *gaps = sweep_gaps(sweep, &gap_count);
	int status = 0;

	skipped = print_gaps(gaps, gap_count, s->quiet ? NULL : stderr);
	sweep_drop_unfit(sweep);
	if (s->slurm_jobs) {
		status = print_slurm(s, sweep->count);
	} else {
		keep_part(sweep, s);
		if (!fill_store(s, sweep, &state, &err)) {
			status = cli_report(&err);
		} else {
			printf("%zu runs in %s: %zu known before, %zu run now, %zu failed",
			       state.total, s->db, state.known, state.done, state.failed);
			if (skipped)
				printf(", %zu skipped", skipped);
			putchar('\n');
			print_gaps(gaps, gap_count, stdout);
		}
		if (!status && state.failed)
			status = 1;
	}
	sweep_gaps_free(gaps, gap_count);
	return status;
}

static int run_file(const struct settings *s)
{
	struct error err = {0};
	struct sweep sweep;
	int status;

	interrupt_catch();
	status = sweep_read(&sweep, s->file, s->repeat, &err) ? run_sweep(s, &sweep)
							      : cli_report(&err);
	sweep_release(&sweep);
	return status;
}

static int take_store(const struct cli_option *option, const char *command, const char *text)
{
	(void)command;
	text_list_add(option->into, text);
	return 0;
}

static int take_part(const struct cli_option *option, const char *command, const char *text)
{
	struct settings *s = option->into;
	const char *slash = strchr(text, '/');
	char number[32];

	if (slash) {
		snprintf(number, sizeof(number), "%.*s", (int)(slash - text), text);
		if (text_to_i64(number, &s->part) && text_to_i64(slash + 1, &s->parts) &&
		    s->part >= 1 && s->part <= s->parts && s->parts <= MOST_PARTS)
			return 0;
	}
	return cli_usage(command, "--part wants I/N with I from 1 to N, not '%s'", text);
}

static int take_slurm(const struct cli_option *option, const char *command, const char *text)
{
	struct settings *s = option->into;

	s->slurm_jobs = -1;
	if (!text || (text_to_i64(text, &s->slurm_jobs) && s->slurm_jobs >= 1 &&
		      s->slurm_jobs <= MOST_PARTS))
		return 0;
	return cli_usage(command, "--slurm wants a number of jobs from 1 to %d, not '%s'",
			 MOST_PARTS, text);
}

int cmd_sweep(int argc, char **argv)
{
	struct settings s = {
		.db = STORE_DEFAULT,
		.jobs = batch_default_jobs(),
		.part = 1,
		.parts = 1,
	};
	const struct cli_option options[] = {
		batch_jobs(&s.jobs),
		batch_repeat(&s.repeat),
		cli_text("db", 0, &s.db),
		{"take", 0, required_argument, take_store, &s.takes},
		{"part", 0, required_argument, take_part, &s},
		{"slurm", 0, optional_argument, take_slurm, &s},
		cli_flag("quiet", &s.quiet),
		{0},
	};
	int status;

	if (cli_take_options("sweep", help, options, argc, argv, &status)) {
		s.file = argv[optind];
		if (optind + 1 == argc)
			status = run_file(&s);
		else
			status = cli_usage("sweep",
					   s.file ? "more than one file given" : "no file given");
	}
	text_list_release(&s.takes);
	return status;
}
