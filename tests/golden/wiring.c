/*
 * Every parameter makes a difference. A row of tests/golden/wiring.tsv has a machine, two values of
 * a parameter and a statistic of the part that it belongs to: the statistic is another with the
 * other value, and both outcomes are the known ones, so that a parameter that reaches the wrong
 * part, or none, is noticed. Where no run can show a difference the row says why. A new parameter
 * needs a row: its first columns are written by hand, the outcomes by --write.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../harness.h"
#include "config/params.h"
#include "experiment/run/simulate.h"
#include "model_version.h"
#include "parallel.h"
#include "runs.h"
#include "table.h"

static const char wiring_path[] = "tests/golden/wiring.tsv";

enum { MOST_INSTRUCTIONS = 20000 };

enum column { PARAMETER, GPU, DESIGNS, SETTINGS, WORKLOADS, FROM, TO, STATISTIC, NAME_COLUMNS };

static const char columns[] = "parameter\tgpu\tdesigns\tsettings\tworkloads\tfrom\tto\tstatistic\t"
			      "cycles from\tcycles to\tstatistic from\tstatistic to";

/* What a row wants to know of a run. */
struct outcome {
	bool ok;
	uint64_t cycles;
	char statistic[32]; /* "-": this machine has none of that name */
	char reason[512];   /* not ok */
};

struct row {
	char *name, *cells; /* cells: the name with its tabs cut */
	const char *column[NAME_COLUMNS];
	bool reason_only; /* no machine; the last column says why */
	struct run_spec spec[2];
	struct outcome *outcomes; /* two, shared with the processes that run */
	struct error err;         /* the machine cannot be */
};

struct rows {
	struct row *row;
	size_t count;
	size_t *runs, run_count; /* each run once: 2 * row + side of the first that wants it */
};

static void init_table(struct golden_table *t, int model)
{
	golden_init(t, model, NAME_COLUMNS, columns);
}

/* Rows */

static bool resolve_side(struct row *r, int side)
{
	const char *settings = strcmp(r->column[SETTINGS], "-") != 0 ? r->column[SETTINGS] : "";
	char *all = xasprintf("%s%s%s=%s", settings, *settings ? " " : "", r->column[PARAMETER],
			      r->column[side ? TO : FROM]);

	golden_run_init(&r->spec[side], r->column[GPU], r->column[DESIGNS], all,
			r->column[WORKLOADS]);
	free(all);
	r->spec[side].max_instructions = MOST_INSTRUCTIONS;
	return run_spec_resolve(&r->spec[side], &r->err);
}

static void init_row(struct row *r, const char *name, struct outcome *outcomes)
{
	char *rest;

	r->name = xstrdup(name);
	rest = r->cells = xstrdup(name);
	for (int i = 0; i < NAME_COLUMNS; i++)
		r->column[i] = strsep(&rest, "\t");
	r->outcomes = outcomes;
	r->reason_only = !strcmp(r->column[GPU], "-");
	if (!r->reason_only && resolve_side(r, 0))
		resolve_side(r, 1);
}

/* The first side of a row whose run is the same. */
static size_t same_run(const struct rows *rows, const struct run_spec *spec)
{
	for (size_t i = 0; i < rows->run_count; i++) {
		size_t at = rows->runs[i];

		if (!strcmp(rows->row[at / 2].spec[at % 2].key, spec->key))
			return i;
	}
	return rows->run_count;
}

static void init_rows(struct rows *rows, const struct golden_table *t)
{
	struct outcome *outcomes = golden_shared((2 * t->count + 1) * sizeof(*outcomes));

	*rows = (struct rows){.row = xcalloc(t->count + 1, sizeof(*rows->row)),
			      .runs = xcalloc(2 * t->count + 1, sizeof(*rows->runs))};
	for (size_t i = 0; i < t->count; i++) {
		struct row *r = &rows->row[rows->count++];

		init_row(r, t->rows[i].name, &outcomes[2 * i]);
		for (size_t side = 0; !r->reason_only && !r->err.text[0] && side < 2; side++)
			if (same_run(rows, &r->spec[side]) == rows->run_count)
				rows->runs[rows->run_count++] = 2 * i + side;
	}
}

static void release_rows(struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		for (int side = 0; side < 2; side++)
			run_spec_release(&rows->row[i].spec[side]);
		free(rows->row[i].name);
		free(rows->row[i].cells);
	}
	free(rows->row);
	free(rows->runs);
}

/* Runs */

static void note(struct outcome *o, const struct result *r, const char *statistic)
{
	double value;

	o->ok = r->status == RUN_OK;
	if (!o->ok) {
		snprintf(o->reason, sizeof(o->reason), "%s", r->reason);
		return;
	}
	snprintf(o->statistic, sizeof(o->statistic), "-");
	if (result_get(r, statistic, &value))
		snprintf(o->statistic, sizeof(o->statistic), "%.9g", value);
	if (result_get(r, "cycles", &value))
		o->cycles = (uint64_t)value;
}

/* One run for all rows that want it. */
static void take_run(void *ctx, size_t number)
{
	struct rows *rows = ctx;
	size_t first = rows->runs[number];
	const struct run_spec *spec = &rows->row[first / 2].spec[first % 2];
	struct result result;

	simulate(spec, &result);
	for (size_t i = first; i < 2 * rows->count; i++) {
		struct row *r = &rows->row[i / 2];

		if (r->spec[i % 2].key[0] && !strcmp(r->spec[i % 2].key, spec->key))
			note(&r->outcomes[i % 2], &result, r->column[STATISTIC]);
	}
	result_release(&result);
}

static void add_outcomes(struct golden_table *t, const struct row *r)
{
	const struct outcome *o = r->outcomes;
	char *values = r->reason_only ? xstrdup("-\t-\t-\t-")
				      : xasprintf("%" PRIu64 "\t%" PRIu64 "\t%s\t%s", o[0].cycles,
						  o[1].cycles, o[0].statistic, o[1].statistic);

	golden_add(t, r->name, values);
	free(values);
}

/* Verdicts */

static void complain(const struct row *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void complain(const struct row *r, const char *fmt, ...)
{
	/* The second is not there when the first cannot be. */
	char *command = r->reason_only ? xstrdup("no run")
				       : golden_run_command(&r->spec[r->spec[1].gpu != NULL]);
	va_list ap;

	printf("not ok wiring_%s: ", r->column[PARAMETER]);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf(" (%s)\n", command);
	free(command);
}

/* Both values ran, and differ where the row says. */
static bool makes_a_difference(const struct row *r)
{
	const struct outcome *o = r->outcomes;

	if (r->err.text[0]) {
		complain(r, "%s", r->err.text);
		return false;
	}
	for (int side = 0; side < 2; side++)
		if (!r->reason_only && !o[side].ok) {
			complain(r, "%s: %s", r->column[side ? TO : FROM],
				 *o[side].reason ? o[side].reason : "the process died");
			return false;
		}
	if (!r->reason_only && !strcmp(o[0].statistic, o[1].statistic)) {
		complain(r, "%s is %s with %s and with %s: it reaches nothing",
			 r->column[STATISTIC], o[0].statistic, r->column[FROM], r->column[TO]);
		return false;
	}
	return true;
}

static bool same_machine(const struct row *a, const struct row *b)
{
	for (int i = GPU; i <= WORKLOADS; i++)
		if (strcmp(a->column[i], b->column[i]) != 0)
			return false;
	return true;
}

/* By the time that all of it takes or, where that stays as it was, by one statistic. */
static bool same_effect(const struct row *a, const struct row *b)
{
	const struct outcome *p = a->outcomes, *o = b->outcomes;

	if (p[1].cycles != o[1].cycles)
		return false;
	return o[0].cycles != o[1].cycles || (!strcmp(a->column[STATISTIC], b->column[STATISTIC]) &&
					      !strcmp(p[1].statistic, o[1].statistic));
}

/* Two parameters that do the same to the same machine could change places unnoticed. */
static bool can_be_told(const struct rows *rows, const struct row *r)
{
	for (const struct row *other = rows->row; !r->reason_only && other < r; other++) {
		if (other->reason_only || !same_machine(other, r) || !same_effect(other, r) ||
		    !strcmp(other->column[PARAMETER], r->column[PARAMETER]))
			continue;
		complain(r, "does the same as %s=%s: choose other values", other->column[PARAMETER],
			 other->column[TO]);
		return false;
	}
	return true;
}

static bool is_known(const struct golden_table *old, const struct golden_table *new,
		     const struct row *r)
{
	const struct golden_row *was = golden_find(old, r->name), *is = golden_find(new, r->name);
	struct golden_difference d = {.added = !was,
				      .changed = was && strcmp(was->values, is->values) != 0};
	enum golden_verdict verdict = golden_judge(old->model, new->model, d);
	char text[512] = "";

	if (verdict == GOLDEN_SAME)
		return true;
	if (was)
		golden_row_text(old, was, is, text, sizeof(text));
	complain(r, "%s%s%s", golden_advice(verdict), *text ? ": " : "", text);
	return false;
}

/* A line for each parameter; what is written may be unknown as yet. */
static bool check_parameter(const struct rows *rows, const struct golden_table *old,
			    const struct golden_table *new, const char *parameter, bool write)
{
	bool found = false, ok = true;

	for (const struct row *r = rows->row; r < rows->row + rows->count; r++) {
		if (strcmp(r->column[PARAMETER], parameter) != 0)
			continue;
		found = true;
		ok = ok && makes_a_difference(r) && can_be_told(rows, r) &&
		     (write || is_known(old, new, r));
	}
	if (!found)
		printf("not ok wiring_%s: no row in %s shows that it makes a difference "
		       "(CONTRIBUTING.md, A parameter)\n",
		       parameter, wiring_path);
	else if (ok && !write)
		printf("ok wiring_%s\n", parameter);
	return found && ok;
}

static bool check_names(const struct rows *rows)
{
	bool ok = true;

	for (size_t i = 0; i < rows->count; i++)
		if (param_find(rows->row[i].column[PARAMETER]) == P_COUNT) {
			complain(&rows->row[i], "there is no such parameter any more");
			ok = false;
		}
	return ok;
}

/* Rows without outcomes are new, those that are not wanted are left out. */
static void keep_rows(struct golden_table *t, bool with_outcomes)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->count; i++) {
		struct golden_row row = t->rows[i];
		char *parameter = xasprintf("%.*s", (int)strcspn(row.name, "\t"), row.name);

		if (golden_is_wanted(parameter) && (*row.values || !with_outcomes)) {
			t->rows[kept++] = row;
		} else {
			free(row.name);
			free(row.values);
		}
		free(parameter);
	}
	t->count = kept;
}

int main(int argc, char **argv)
{
	bool write = argc == 2 && !strcmp(argv[1], "--write"), ok;
	struct golden_table old, new;
	struct rows rows;

	if (argc > 1 && (!write || SANITIZED)) {
		fputs("usage: wiring [--write] (of the plain build)\n", stderr);
		return 2;
	}
	init_table(&old, 0);
	init_table(&new, MODEL_VERSION);
	golden_read_file(&old, wiring_path);
	keep_rows(&old, false);
	init_rows(&rows, &old);
	keep_rows(&old, true);
	golden_parallel(rows.run_count, take_run, &rows);
	for (size_t i = 0; i < rows.count; i++)
		add_outcomes(&new, &rows.row[i]);
	ok = check_names(&rows);
	for (int id = 0; id < P_COUNT; id++)
		if (golden_is_wanted(param_rows[id].name))
			ok &= check_parameter(&rows, &old, &new, param_rows[id].name, write);
	if (write && ok) {
		struct golden_difference d = golden_compare(&old, &new, NULL, NULL);

		if (!golden_may_replace(golden_judge(old.model, new.model, d)))
			for (size_t i = 0; i < rows.count; i++)
				ok &= is_known(&old, &new, &rows.row[i]);
		ok = ok && golden_replace_file(&old, &new, wiring_path);
	}
	release_rows(&rows);
	golden_release(&old);
	golden_release(&new);
	return ok ? 0 : 1;
}
