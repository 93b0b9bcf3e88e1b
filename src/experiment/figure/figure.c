/* The table of a figure: its rows and series, and what its file says of them. */
#include "experiment/figure/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "experiment/figure/figure_parts.h"

/* What the file wants a point to be called. */
static const char *shown(const struct figure *f, const char *label)
{
	const struct yaml_value *v =
		f->experiment->labels ? yaml_get(f->experiment->labels, label) : NULL;

	return v && v->text ? v->text : label;
}

size_t figure_find_text(const struct text_list *list, const char *text)
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

size_t figure_grid_point(const struct figure *f, size_t row, size_t column)
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
	size_t point = figure_grid_point(f, 0, column);
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

struct figure_cell *figure_cell_at(const struct figure *f, size_t row, size_t series)
{
	return &f->cells[row * f->series_count + series];
}

const struct figure_cell *figure_cell(const struct figure *f, size_t row, size_t series)
{
	return figure_cell_at(f, row, series);
}

size_t figure_cell_count(const struct figure *f)
{
	return f->rows.count * f->series_count;
}

void figure_cell_miss(struct figure_cell *cell, const char *why)
{
	free(cell->missing);
	cell->missing = xstrdup(why);
	cell->known = false;
	cell->repeats = 0;
}

const struct experiment_group *figure_group(const struct figure *f, const char *name)
{
	for (size_t i = 0; i < f->experiment->group_count; i++)
		if (!strcmp(f->experiment->groups[i].name, name))
			return &f->experiment->groups[i];
	return NULL;
}

bool figure_series_match(const char *wanted, const char *label)
{
	const char *star = strchr(wanted, '*');
	size_t before, after, length = strlen(label);

	if (!star)
		return !strcmp(wanted, label);
	before = (size_t)(star - wanted);
	after = strlen(star + 1);
	return length >= before + after && !strncmp(label, wanted, before) &&
	       !strcmp(label + length - after, star + 1);
}

static size_t find_series(const struct figure *f, const char *label)
{
	for (size_t i = 0; i < f->series_count; i++)
		if (figure_series_match(label, f->series[i].label))
			return i;
	return f->series_count;
}

static bool unknown_row(const struct figure *f, const struct yaml_value *at, const char *row,
			struct error *err)
{
	char hint[256];

	text_suggest(hint, sizeof(hint), row, (const char *const *)f->rows.items, f->rows.count);
	return yaml_error(at, err, "there is no row or group '%.80s'%s", row, hint);
}

static bool check_groups(const struct figure *f, struct error *err)
{
	const struct experiment *e = f->experiment;

	for (size_t i = 0; i < e->group_count; i++)
		for (size_t k = 0; k < e->groups[i].rows.count; k++)
			if (figure_find_text(&f->rows, e->groups[i].rows.items[k]) >= f->row_count)
				return unknown_row(f, e->groups[i].at, e->groups[i].rows.items[k],
						   err);
	for (size_t i = 0; i < e->summary_count; i++)
		if (strcmp(e->summaries[i].of, "*") != 0 && !figure_group(f, e->summaries[i].of))
			return unknown_row(f, e->summaries[i].at, e->summaries[i].of, err);
	return true;
}

static bool check_baseline(const struct figure *f, struct error *err)
{
	const struct experiment *e = f->experiment;

	for (size_t i = 0; i < e->baseline_count; i++) {
		const struct experiment_point *p = &e->baseline[i];
		bool found = false;

		for (size_t a = 0; a < f->plan->axis_count; a++)
			found |= !strcmp(f->plan->axes[a].name, p->axis) &&
				 figure_find_text(&f->plan->axes[a].labels, p->label) <
					 f->plan->axes[a].labels.count;
		if (!found)
			return yaml_error(p->at, err,
					  "baseline: the runs have no axis '%.80s' with '%.80s' on "
					  "it",
					  p->axis, p->label);
	}
	return true;
}

/* A claim's reference to cells, being checked. */
struct reference_check {
	const struct figure *f;
	const struct yaml_value *at;
	struct error *err;
};

static bool check_reference(void *data, const char *row, const char *series)
{
	const struct reference_check *c = data;
	const struct figure *f = c->f;
	const char **labels;
	char hint[256];

	if (strcmp(row, "*") != 0 && figure_find_text(&f->rows, row) == f->rows.count &&
	    !figure_group(f, row))
		return unknown_row(f, c->at, row, c->err);
	if (find_series(f, series) < f->series_count)
		return true;
	labels = xcalloc(f->series_count + 1, sizeof(*labels));
	for (size_t i = 0; i < f->series_count; i++)
		labels[i] = f->series[i].label;
	text_suggest(hint, sizeof(hint), series, labels, f->series_count);
	free(labels);
	return yaml_error(c->at, c->err, "there is no series '%.80s'%s", series, hint);
}

static bool check_claims(const struct figure *f, struct error *err)
{
	const struct experiment *e = f->experiment;

	for (size_t i = 0; i < e->claim_count; i++) {
		const struct experiment_claim *c = &e->claims[i];
		struct reference_check check = {.f = f, .at = c->at, .err = err};

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

			if (c->sense == CLAIM_HOLDS ||
			    !derive_is_cell(c->parts[k], &row, &series) || strchr(series, '*'))
				continue;
			r = figure_find_text(&f->rows, row);
			s = find_series(f, series);
			if (r == f->rows.count || s == f->series_count)
				continue;
			figure_cell_at(f, r, s)->has_published = true;
			figure_cell_at(f, r, s)->published = c->claim->numbers[k];
		}
	}
}

bool figure_plan(struct figure *f, const struct experiment *e, enum workload_size size,
		 unsigned repeat, struct error *err)
{
	*f = (struct figure){.experiment = e, .size = size, .repeat = repeat ? repeat : e->repeat};
	if (!figure_plan_runs(f, err) || !find_row_axis(f, err))
		return false;
	make_rows(f);
	make_series(f);
	f->cells = xcalloc(figure_cell_count(f) + 1, sizeof(*f->cells));
	f->samples = xcalloc(f->repeat * figure_cell_count(f) + 1, sizeof(*f->samples));
	for (size_t i = 0; i < figure_cell_count(f); i++)
		figure_cell_miss(&f->cells[i], "not run yet");
	for (size_t i = 0; i < f->repeat * figure_cell_count(f); i++)
		f->samples[i] = NAN;
	if (!check_groups(f, err) || !check_baseline(f, err) || !check_claims(f, err))
		return false;
	note_published(f);
	return true;
}

void figure_release(struct figure *f)
{
	for (size_t i = 0; f->cells && i < figure_cell_count(f); i++)
		free(f->cells[i].missing);
	for (size_t i = 0; f->series && i < f->series_count; i++) {
		free(f->series[i].label);
		free(f->series[i].unit);
	}
	for (size_t i = 0; i < f->spec_count; i++)
		run_spec_release(&f->specs[i]);
	free(f->cells);
	free(f->samples);
	free(f->series);
	free(f->specs);
	text_list_release(&f->rows);
	figure_plan_free(f->plan);
	*f = (struct figure){0};
}

void figure_reasons(const struct figure *f, struct text_list *reasons)
{
	for (size_t i = 0; i < figure_cell_count(f); i++)
		if (f->cells[i].missing &&
		    figure_find_text(reasons, f->cells[i].missing) == reasons->count)
			text_list_add(reasons, f->cells[i].missing);
}
