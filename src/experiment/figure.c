/* The table of a figure: its shape, its cells from the results of runs, its summaries. */
#include "experiment/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/figure_parts.h"
#include "sim/text.h"

static const struct yaml_value *at_line(const struct figure *f, int line, struct yaml_value *at)
{
	*at = (struct yaml_value){.file = f->experiment->file, .line = line};
	return at;
}

/* What the file wants a point to be called. */
static const char *shown(const struct figure *f, const char *label)
{
	const struct yaml_value *v =
		f->experiment->labels ? yaml_get(f->experiment->labels, label) : NULL;

	return v && v->text ? v->text : label;
}

static size_t find_text(const struct text_list *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->items[i], text))
			return i;
	return list->count;
}

static bool find_row_axis(struct figure *f, struct error *err)
{
	const struct yaml_value *v = yaml_get(f->experiment->root, "rows");
	const char *names[f->plan->axis_count + 1];
	char hint[256];

	for (size_t a = 0; a < f->plan->axis_count; a++) {
		names[a] = f->plan->axes[a].name;
		if (!strcmp(names[a], f->experiment->rows)) {
			f->plan->row_axis = a;
			return true;
		}
	}
	text_suggest(hint, sizeof(hint), f->experiment->rows, names, f->plan->axis_count);
	return yaml_error(v ? v : f->experiment->root, err, "rows: there is no axis '%.80s'%s",
			  f->experiment->rows, hint);
}

static void make_rows(struct figure *f)
{
	const struct plan_axis *axis = &f->plan->axes[f->plan->row_axis];

	for (size_t i = 0; i < axis->labels.count; i++)
		text_list_add(&f->rows, shown(f, axis->labels.items[i]));
	f->row_count = f->rows.count;
	for (size_t i = 0; i < f->experiment->summary_count; i++)
		text_list_add(&f->rows, f->experiment->summaries[i].label);
}

/* Grid points of one row. */
static size_t column_count(const struct figure *f)
{
	return f->row_count ? f->plan->grid / f->row_count : 0;
}

/* The grid point of a column in a row: the other axes in their order, the last varying fastest. */
static size_t grid_point(const struct figure *f, size_t row, size_t column)
{
	size_t point = 0;

	for (size_t a = f->plan->axis_count; a-- > 0;) {
		size_t count = f->plan->axes[a].labels.count;

		if (a == f->plan->row_axis) {
			point = plan_move(f->plan, point, a, row);
		} else {
			point = plan_move(f->plan, point, a, column % count);
			column /= count;
		}
	}
	return point;
}

/* "1024 L1 hit ratio": the labels of axes that have several, and of the value if there are. */
static char *series_label(const struct figure *f, size_t column, size_t value)
{
	const struct experiment *e = f->experiment;
	size_t point = grid_point(f, 0, column);
	struct text_list parts = {0};
	char *label;

	for (size_t a = 0; a < f->plan->axis_count; a++) {
		const struct plan_axis *axis = &f->plan->axes[a];

		if (a != f->plan->row_axis && axis->labels.count > 1)
			text_list_add(
				&parts,
				shown(f, axis->labels.items[plan_position(f->plan, point, a)]));
	}
	if (!parts.count || e->value_count > 1)
		text_list_add(&parts, e->values[value].label);
	label = text_list_join(&parts, " ");
	text_list_release(&parts);
	return label;
}

static void make_series(struct figure *f)
{
	const struct experiment *e = f->experiment;

	f->series_count = column_count(f) * e->value_count;
	f->series = xcalloc(f->series_count + 1, sizeof(*f->series));
	for (size_t i = 0; i < f->series_count; i++) {
		f->series[i].label = series_label(f, i / e->value_count, i % e->value_count);
		f->series[i].unit = xstrdup(e->values[i % e->value_count].unit);
	}
}

static struct figure_cell *cell_at(const struct figure *f, size_t row, size_t series)
{
	return &f->cells[row * f->series_count + series];
}

const struct figure_cell *figure_cell(const struct figure *f, size_t row, size_t series)
{
	return cell_at(f, row, series);
}

static void set_missing(struct figure_cell *cell, const char *why)
{
	free(cell->missing);
	cell->missing = xstrdup(why);
	cell->known = false;
}

static void set_value(struct figure_cell *cell, double value)
{
	free(cell->missing);
	cell->missing = NULL;
	cell->known = true;
	cell->value = value;
}

static const struct experiment_group *find_group(const struct figure *f, const char *name)
{
	for (size_t i = 0; i < f->experiment->group_count; i++)
		if (!strcmp(f->experiment->groups[i].name, name))
			return &f->experiment->groups[i];
	return NULL;
}

static size_t find_series(const struct figure *f, const char *label)
{
	for (size_t i = 0; i < f->series_count; i++)
		if (!strcmp(f->series[i].label, label))
			return i;
	return f->series_count;
}

static bool unknown_row(const struct figure *f, int line, const char *row, struct error *err)
{
	struct yaml_value at;
	char hint[256];

	text_suggest(hint, sizeof(hint), row, (const char *const *)f->rows.items, f->rows.count);
	return yaml_error(at_line(f, line, &at), err, "there is no row or group '%.80s'%s", row,
			  hint);
}

static bool check_groups(const struct figure *f, struct error *err)
{
	const struct experiment *e = f->experiment;

	for (size_t i = 0; i < e->group_count; i++)
		for (size_t k = 0; k < e->groups[i].rows.count; k++)
			if (find_text(&f->rows, e->groups[i].rows.items[k]) >= f->row_count)
				return unknown_row(f, e->groups[i].line, e->groups[i].rows.items[k],
						   err);
	for (size_t i = 0; i < e->summary_count; i++)
		if (strcmp(e->summaries[i].of, "*") != 0 && !find_group(f, e->summaries[i].of))
			return unknown_row(f, e->summaries[i].line, e->summaries[i].of, err);
	return true;
}

static bool check_baseline(const struct figure *f, struct error *err)
{
	const struct experiment *e = f->experiment;

	for (size_t i = 0; i < e->baseline_count; i++) {
		const struct experiment_point *p = &e->baseline[i];
		struct yaml_value at;
		bool found = false;

		for (size_t a = 0; a < f->plan->axis_count; a++)
			found |= !strcmp(f->plan->axes[a].name, p->axis) &&
				 find_text(&f->plan->axes[a].labels, p->label) <
					 f->plan->axes[a].labels.count;
		if (!found)
			return yaml_error(at_line(f, p->line, &at), err,
					  "baseline: the runs have no axis '%.80s' with '%.80s' on "
					  "it",
					  p->axis, p->label);
	}
	return true;
}

/* A claim's reference to cells, being checked. */
struct reference_check {
	const struct figure *f;
	int line;
	struct error *err;
};

static bool check_reference(void *data, const char *row, const char *series)
{
	const struct reference_check *c = data;
	const struct figure *f = c->f;
	const char *labels[f->series_count + 1];
	struct yaml_value at;
	char hint[256];

	if (strcmp(row, "*") != 0 && find_text(&f->rows, row) == f->rows.count &&
	    !find_group(f, row))
		return unknown_row(f, c->line, row, c->err);
	if (!strcmp(series, "*") || find_series(f, series) < f->series_count)
		return true;
	for (size_t i = 0; i < f->series_count; i++)
		labels[i] = f->series[i].label;
	text_suggest(hint, sizeof(hint), series, labels, f->series_count);
	return yaml_error(at_line(f, c->line, &at), c->err, "there is no series '%.80s'%s", series,
			  hint);
}

static bool check_claims(const struct figure *f, struct error *err)
{
	const struct experiment *e = f->experiment;

	for (size_t i = 0; i < e->claim_count; i++) {
		const struct experiment_claim *c = &e->claims[i];
		struct reference_check check = {.f = f, .line = c->line, .err = err};

		for (size_t k = 0; k < c->part_count; k++)
			if (!derive_each_cell(c->parts[k], check_reference, &check))
				return false;
		if (c->show && !derive_each_cell(c->show, check_reference, &check))
			return false;
	}
	return true;
}

/* Where a claim's number is that of one cell, the cell has a published value. */
static void note_published(struct figure *f)
{
	const struct experiment *e = f->experiment;

	for (size_t i = 0; i < e->claim_count; i++) {
		const struct experiment_claim *c = &e->claims[i];

		for (size_t k = 0; k < c->part_count && k < c->claim->number_count; k++) {
			const char *row, *series;
			size_t r, s;

			if (c->sense == CLAIM_HOLDS || !derive_is_cell(c->parts[k], &row, &series))
				continue;
			r = find_text(&f->rows, row);
			s = find_series(f, series);
			if (r == f->rows.count || s == f->series_count)
				continue;
			cell_at(f, r, s)->has_published = true;
			cell_at(f, r, s)->published = c->claim->numbers[k];
		}
	}
}

bool figure_plan(struct figure *f, const struct experiment *e, enum workload_size size,
		 struct error *err)
{
	*f = (struct figure){.experiment = e, .size = size};
	if (!figure_plan_runs(f, err) || !find_row_axis(f, err))
		return false;
	make_rows(f);
	make_series(f);
	f->cells = xcalloc(f->rows.count * f->series_count + 1, sizeof(*f->cells));
	for (size_t i = 0; i < f->rows.count * f->series_count; i++)
		set_missing(&f->cells[i], "not run yet");
	if (!check_groups(f, err) || !check_baseline(f, err) || !check_claims(f, err))
		return false;
	note_published(f);
	return true;
}

void figure_release(struct figure *f)
{
	for (size_t i = 0; f->cells && i < f->rows.count * f->series_count; i++)
		free(f->cells[i].missing);
	for (size_t i = 0; f->series && i < f->series_count; i++) {
		free(f->series[i].label);
		free(f->series[i].unit);
	}
	for (size_t i = 0; i < f->spec_count; i++)
		run_spec_release(&f->specs[i]);
	free(f->cells);
	free(f->series);
	free(f->specs);
	text_list_release(&f->rows);
	figure_plan_free(f->plan);
	*f = (struct figure){0};
}

/* Results of the figure's specs, each read from the store when first wanted. */
struct evaluation {
	struct figure *f;
	struct store *store;
	struct result *results;
	bool *read;
	size_t point; /* of the grid */
	bool broken;  /* the store went wrong */
	struct error *err;
};

static const struct result *result_of(struct evaluation *e, long spec)
{
	if (e->read[spec])
		return &e->results[spec];
	e->read[spec] = true;
	if (!store_get(e->store, &e->f->specs[spec], &e->results[spec], e->err))
		e->broken = true;
	return &e->results[spec];
}

static bool statistic(struct evaluation *e, long spec, const char *name, double *value,
		      struct derive_missing *why)
{
	const struct result *r = result_of(e, spec);
	char text[128];

	if (r->status == RUN_ABSENT)
		return derive_missing_set(why, "not run yet");
	if (r->status != RUN_OK)
		return derive_missing_set(why, "%s %s: %s",
					  run_spec_text(&e->f->specs[spec], text, sizeof(text)),
					  run_status_name(r->status), r->reason ? r->reason : "");
	return result_get(r, name, value) || derive_missing_set(why, "needs statistic '%s'", name);
}

static size_t baseline_point(const struct figure *f, size_t point)
{
	const struct experiment *e = f->experiment;

	for (size_t i = 0; i < e->baseline_count; i++)
		for (size_t a = 0; a < f->plan->axis_count; a++)
			if (!strcmp(f->plan->axes[a].name, e->baseline[i].axis))
				point = plan_move(
					f->plan, point, a,
					find_text(&f->plan->axes[a].labels, e->baseline[i].label));
	return point;
}

/* "alone.1.ipc": of the second application's run without the others. */
static bool alone_name(struct evaluation *e, const char *name, double *value,
		       struct derive_missing *why)
{
	const struct run_spec *spec = &e->f->specs[e->f->plan->spec[e->point]];
	char *end;
	unsigned long app = strtoul(name, &end, 10);

	if (e->f->plan->alone[e->point] == PLAN_NONE)
		return derive_missing_set(why, "the figure's file has no 'alone'");
	if (end == name || *end != '.' || app >= spec->workloads.count)
		return derive_missing_set(why, "there is no 'alone.%s'", name);
	return statistic(e, e->f->plan->alone[e->point] + (long)app, end + 1, value, why);
}

static bool take_name(void *data, const char *name, double *value, struct derive_missing *why)
{
	struct evaluation *e = data;
	const char *missing;
	size_t point;

	if (!strncmp(name, "alone.", 6))
		return alone_name(e, name + 6, value, why);
	if (strncmp(name, "baseline.", 9) != 0)
		return statistic(e, e->f->plan->spec[e->point], name, value, why);
	if (!e->f->experiment->baseline_count)
		return derive_missing_set(why, "the figure's file has no 'baseline'");
	point = baseline_point(e->f, e->point);
	missing = plan_missing(e->f->plan, point);
	if (missing)
		return derive_missing_set(why, "%s", missing);
	return statistic(e, e->f->plan->spec[point], name + 9, value, why);
}

static size_t take_apps(void *data)
{
	const struct evaluation *e = data;

	return e->f->specs[e->f->plan->spec[e->point]].workloads.count;
}

static void evaluate_cell(struct evaluation *e, struct figure_cell *cell, const struct derive *is)
{
	const struct derive_source source = {.name = take_name, .apps = take_apps, .data = e};
	const char *missing = plan_missing(e->f->plan, e->point);
	struct derive_missing why;
	double value;

	if (missing)
		set_missing(cell, missing);
	else if (derive_number(is, &source, &value, &why))
		set_value(cell, value);
	else
		set_missing(cell, why.text);
}

/* Over the rows of a group; a row without a value leaves none. */
static void summarise(struct figure *f, const struct experiment_summary *s, size_t row,
		      size_t series)
{
	const struct experiment_group *group = find_group(f, s->of);
	size_t count = group ? group->rows.count : f->row_count;
	double items[count + 1], mean;

	for (size_t i = 0; i < count; i++) {
		size_t from = group ? find_text(&f->rows, group->rows.items[i]) : i;
		const struct figure_cell *cell = cell_at(f, from, series);

		if (!cell->known) {
			set_missing(cell_at(f, row, series), cell->missing);
			return;
		}
		items[i] = cell->value;
	}
	mean = derive_mean(s->by, items, count);
	if (isfinite(mean))
		set_value(cell_at(f, row, series), mean);
	else
		set_missing(cell_at(f, row, series), "not a number (a mean of such values?)");
}

bool figure_evaluate(struct figure *f, struct store *store, struct error *err)
{
	const struct experiment *experiment = f->experiment;
	struct evaluation e = {.f = f, .store = store, .err = err};

	e.results = xcalloc(f->spec_count + 1, sizeof(*e.results));
	e.read = xcalloc(f->spec_count + 1, sizeof(*e.read));
	for (size_t row = 0; row < f->row_count; row++) {
		for (size_t s = 0; s < f->series_count; s++) {
			e.point = grid_point(f, row, s / experiment->value_count);
			evaluate_cell(&e, cell_at(f, row, s),
				      experiment->values[s % experiment->value_count].is);
		}
	}
	for (size_t i = 0; i < experiment->summary_count; i++)
		for (size_t s = 0; s < f->series_count; s++)
			summarise(f, &experiment->summaries[i], f->row_count + i, s);
	for (size_t i = 0; i < f->spec_count; i++)
		result_release(&e.results[i]);
	free(e.results);
	free(e.read);
	return !e.broken;
}

void figure_reasons(const struct figure *f, struct text_list *reasons)
{
	for (size_t i = 0; i < f->rows.count * f->series_count; i++)
		if (f->cells[i].missing &&
		    find_text(reasons, f->cells[i].missing) == reasons->count)
			text_list_add(reasons, f->cells[i].missing);
}
