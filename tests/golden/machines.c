/*
 * The golden machines: hundreds of small runs whose outcomes must not change unless the model's
 * number does. Compares with tests/golden/machines.tsv and, for every parameter's default, with
 * defaults.tsv; --write brings both up to date, which is refused while rows would change under the
 * same number. Runs from the top of the tree.
 */
#include <stdlib.h>
#include <string.h>

#include "../harness.h"
#include "effect.h"
#include "experiment/run/simulate.h"
#include "model_version.h"
#include "parallel.h"
#include "runs.h"
#include "table.h"

static const char machines_path[] = "tests/golden/machines.tsv";
static const char defaults_path[] = "tests/golden/defaults.tsv";

enum { OUTCOME_BYTES = 1024, SHOWN_ROWS = 3 };

/* Columns of the table: sums of statistics. */
static const struct column {
	const char *name, *statistics[3];
} columns[] = {
	{"cycles", {"cycles"}},
	{"instructions", {"instructions"}},
	{"walks", {"walks"}},
	{"l1_tlb_hits", {"l1_tlb.hits"}},
	{"l1_tlb_misses", {"l1_tlb.misses"}},
	{"l2_tlb_hits", {"l2_tlb.hits"}},
	{"l2_tlb_misses", {"l2_tlb.misses"}},
	{"l1_cache_hits", {"l1_cache.read_hits", "l1_cache.write_hits", "l1_cache.atomic_hits"}},
	{"l1_cache_misses",
	 {"l1_cache.read_misses", "l1_cache.write_misses", "l1_cache.atomic_misses"}},
	{"l2_cache_hits", {"l2_cache.read_hits", "l2_cache.write_hits", "l2_cache.atomic_hits"}},
	{"l2_cache_misses",
	 {"l2_cache.read_misses", "l2_cache.write_misses", "l2_cache.atomic_misses"}},
	{"dram_reads", {"dram.reads"}},
	{"dram_writes", {"dram.writes"}},
};

enum { COLUMNS = sizeof(columns) / sizeof(*columns), NAME_COLUMNS = 5 };

/* Of a run, in memory that the processes share. */
struct outcome {
	bool ok;
	char text[OUTCOME_BYTES]; /* values with tabs between; not ok: why */
};

struct work {
	const struct golden_runs *runs;
	struct outcome *outcomes;
};

static uint64_t column_value(const struct column *c, const struct result *r)
{
	double sum = 0, value;

	for (int i = 0; i < 3 && c->statistics[i]; i++)
		if (result_get(r, c->statistics[i], &value))
			sum += value;
	return (uint64_t)sum;
}

static void run_one(const struct run_spec *asked, struct outcome *o)
{
	struct run_spec spec;
	struct error err = {0};
	struct result r;
	size_t used = 0;

	snprintf(o->text, sizeof(o->text), "the process died");
	run_spec_copy(&spec, asked);
	if (!run_spec_configure(&spec, &err)) {
		snprintf(o->text, sizeof(o->text), "%s", err.text);
		run_spec_release(&spec);
		return;
	}
	simulate(&spec, &r);
	if (r.status != RUN_OK)
		snprintf(o->text, sizeof(o->text), "%s", r.reason);
	for (unsigned i = 0; r.status == RUN_OK && i < COLUMNS; i++)
		used += (size_t)snprintf(o->text + used, sizeof(o->text) - used, "%s%" PRIu64,
					 i ? "\t" : "", column_value(&columns[i], &r));
	o->ok = r.status == RUN_OK;
	result_release(&r);
	run_spec_release(&spec);
}

static void take_run(void *ctx, size_t i)
{
	struct work *work = ctx;

	run_one(&work->runs->runs[i].spec, &work->outcomes[i]);
}

static void keep_wanted(struct golden_runs *runs)
{
	size_t kept = 0;

	for (size_t i = 0; i < runs->count; i++) {
		struct golden_run run = runs->runs[i];

		if (golden_is_wanted(run.name)) {
			runs->runs[kept++] = run;
		} else {
			run_spec_release(&run.spec);
			free(run.name);
		}
	}
	runs->count = kept;
}

static void init_machines(struct golden_table *t, int model)
{
	char text[512] = "gpu\tdesigns\tsettings\tworkloads\tmachine";

	for (unsigned i = 0; i < COLUMNS; i++) {
		strcat(text, "\t");
		strcat(text, columns[i].name);
	}
	golden_init(t, model, NAME_COLUMNS, text);
}

static void init_defaults(struct golden_table *t, int model)
{
	golden_init(t, model, 1, "parameter\tdefault");
}

static void make_defaults(struct golden_table *t)
{
	struct params p;
	char text[64];

	init_defaults(t, MODEL_VERSION);
	params_init(&p);
	for (int id = 0; id < P_COUNT; id++)
		golden_add(t, param_rows[id].name,
			   param_text(&p, (enum param)id, text, sizeof(text)));
	params_release(&p);
}

/* Runs all; returns how many failed, each on a line. */
static unsigned make_machines(struct golden_table *t, const struct golden_runs *runs)
{
	struct work work = {runs, golden_shared(runs->count * sizeof(struct outcome) + 1)};
	unsigned failed = 0;

	init_machines(t, MODEL_VERSION);
	golden_parallel(runs->count, take_run, &work);
	for (size_t i = 0; i < runs->count; i++) {
		const struct outcome *o = &work.outcomes[i];
		char *command = golden_run_command(&runs->runs[i].spec);

		golden_add(t, runs->runs[i].name, o->text);
		failed += !o->ok;
		if (!o->ok)
			printf("not ok golden_run: %s: %s\n", command, o->text);
		free(command);
	}
	return failed;
}

/* Into a table that was just made, without what is not wanted. */
static void read_table(struct golden_table *t, const char *path)
{
	size_t kept = 0;

	golden_read_file(t, path);
	for (size_t i = 0; i < t->count; i++) {
		struct golden_row row = t->rows[i];

		if (t->name_columns == 1 || golden_is_wanted(row.name)) {
			t->rows[kept++] = row;
		} else {
			free(row.name);
			free(row.values);
		}
	}
	t->count = kept;
}

/* The command of a row; a row that nothing makes any more has its name. The caller frees it. */
static char *command_of(const struct golden_runs *runs, const char *row)
{
	for (size_t i = 0; runs && i < runs->count; i++)
		if (!strcmp(runs->runs[i].name, row))
			return golden_run_command(&runs->runs[i].spec);
	return xstrdup(row);
}

/* Whether a row's run is refused now, or its names stand for another machine: stores know runs by
 * their machine, so nobody takes the one for the other. */
static bool is_no_run(const char *row)
{
	struct run_spec spec;
	char *now = golden_run_ask(row, &spec);
	bool gone = !now || strcmp(now, row) != 0;

	run_spec_release(&spec);
	free(now);
	return gone;
}

/* The first few rows that differ, one line each, from below the head of a message. */
static void show_rows(const struct golden_table *old, const struct golden_table *new,
		      const char *first, const struct golden_runs *runs)
{
	unsigned shown = 0;

	for (size_t i = 0; i < old->count && shown < SHOWN_ROWS; i++) {
		const struct golden_row *was = &old->rows[i], *is = golden_find(new, was->name);
		size_t length = strcspn(was->name, "\t");
		char text[1024] = "gone";
		char *command;

		if ((first && (strlen(first) != length || strncmp(first, was->name, length))) ||
		    (is && !strcmp(is->values, was->values)))
			continue;
		if (is)
			golden_row_text(old, was, is, text, sizeof(text));
		command = command_of(runs, was->name);
		printf("; %s: %s", command, text);
		free(command);
		shown++;
	}
}

/* One line for the rows of a GPU, or for all (first NULL): true when they are as they must be. */
static bool check(const struct golden_table *old, const struct golden_table *new, const char *what,
		  const char *first, const struct golden_runs *runs)
{
	struct golden_difference d = golden_compare(old, new, first, runs ? is_no_run : NULL);
	enum golden_verdict verdict = golden_judge(old->model, new->model, d);

	if (verdict == GOLDEN_SAME) {
		printf("ok golden_%s\n", what);
		return true;
	}
	printf("not ok golden_%s: %s (model %d, table of model %d; of its rows %zu same, %zu "
	       "changed, %zu gone, %zu new)",
	       what, golden_advice(verdict), new->model, old->model, d.same, d.changed,
	       d.vanished + d.refused, d.added);
	show_rows(old, new, first, runs);
	putchar('\n');
	return false;
}

/* A line for each first column, in the order of the rows. */
static bool check_groups(const struct golden_table *old, const struct golden_table *new,
			 const struct golden_runs *runs)
{
	const struct golden_table *both[] = {old, new};
	struct golden_table seen;
	bool ok = true;

	golden_init(&seen, 0, 1, "");
	for (int t = 0; t < 2; t++)
		for (size_t i = 0; i < both[t]->count; i++) {
			const char *name = both[t]->rows[i].name;
			char *first = xasprintf("%.*s", (int)strcspn(name, "\t"), name);

			if (!golden_find(&seen, first)) {
				golden_add(&seen, first, "");
				ok &= check(old, new, first, first, runs);
			}
			free(first);
		}
	golden_release(&seen);
	return ok;
}

/* Whether the new table may take the old one's place; a line where it may not. */
static bool may_replace(const struct golden_table *old, const struct golden_table *new,
			const char *what, const struct golden_runs *runs)
{
	struct golden_difference d = golden_compare(old, new, NULL, runs ? is_no_run : NULL);

	return golden_may_replace(golden_judge(old->model, new->model, d)) ||
	       check(old, new, what, NULL, runs);
}

int main(int argc, char **argv)
{
	bool write = argc == 2 && !strcmp(argv[1], "--write"), ok;
	struct golden_table old, new, old_defaults, defaults;
	struct golden_runs runs;
	unsigned failed;

	if (argc > 1 && (!write || SANITIZED)) {
		fputs("usage: machines [--write] (of the plain build)\n", stderr);
		return 2;
	}
	golden_runs_init(&runs);
	keep_wanted(&runs);
	init_machines(&old, 0);
	init_defaults(&old_defaults, 0);
	read_table(&old, machines_path);
	read_table(&old_defaults, defaults_path);
	make_defaults(&defaults);
	golden_order_as(&defaults, &old_defaults); /* a row may lie anywhere in the table */
	failed = make_machines(&new, &runs);
	if (write)
		ok = !failed && may_replace(&old_defaults, &defaults, "defaults", NULL) &&
		     may_replace(&old, &new, "machines", &runs) &&
		     golden_replace_file(&old_defaults, &defaults, defaults_path) &&
		     golden_replace_file(&old, &new, machines_path);
	else
		ok = check(&old_defaults, &defaults, "defaults", NULL, NULL) &
		     check_groups(&old, &new, &runs);
	if (!SANITIZED) /* which have not all rows */
		ok &= golden_check_effect(&new);
	golden_release(&old);
	golden_release(&new);
	golden_release(&old_defaults);
	golden_release(&defaults);
	golden_runs_release(&runs);
	return ok && !failed ? 0 : 1;
}
