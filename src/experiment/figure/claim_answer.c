/* What a figure says on a claim: one expression for each published number, over all repeats. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/figure/figure_parts.h"

enum { MEANS = -1 };

/*
 * Whose cells an expression is evaluated with, and how its comparisons are decided. Margins, by how
 * much a comparison holds, are noted for each repeat; comparisons are evaluated in the same order
 * every time. lean: then each margin is moved by its spread, so that it is as likely to hold (1),
 * or not to hold (-1), as the repeats allow.
 */
struct view {
	const struct figure *f;
	long repeat;     /* MEANS: the means over all */
	double *margins; /* [comparison * f->repeat + repeat] */
	size_t margin_count, next;
	int lean;
};

/* Cells of one row and series; NULL where the reference means all. */
struct selection {
	const struct view *view;
	struct derive_value *value;
	const char *series; /* NULL: all */
	struct derive_missing *why;
};

static bool take_row(struct selection *s, size_t row)
{
	const struct figure *f = s->view->f;

	for (size_t i = 0; i < f->series_count; i++) {
		const struct figure_cell *cell = figure_cell(f, row, i);
		size_t at = (size_t)(cell - f->cells);
		double value =
			s->view->repeat == MEANS
				? (cell->known ? cell->value : NAN)
				: f->samples[(size_t)s->view->repeat * figure_cell_count(f) + at];

		if (s->series && !figure_series_match(s->series, f->series[i].label))
			continue;
		if (isnan(value))
			return derive_missing_set(s->why, "%s", cell->missing);
		derive_value_add(s->value, value);
	}
	return true;
}

static bool in_group(const struct figure *f, const char *group, const char *row)
{
	for (size_t i = 0; i < f->experiment->group_count; i++) {
		const struct experiment_group *g = &f->experiment->groups[i];

		for (size_t k = 0; !strcmp(g->name, group) && k < g->rows.count; k++)
			if (!strcmp(g->rows.items[k], row))
				return true;
	}
	return false;
}

static bool take_cells(void *data, const char *row, const char *series, struct derive_value *value,
		       bool *whole, struct derive_missing *why)
{
	struct selection s = {.view = data, .value = value, .why = why};
	const struct figure *f = s.view->f;
	bool every = !strcmp(row, "*"), single = false;

	s.series = strcmp(series, "*") ? series : NULL;
	for (size_t i = 0; i < f->rows.count; i++) {
		const char *label = f->rows.items[i];
		bool named = !strcmp(label, row);

		single |= named;
		if ((named || (every && i < f->row_count) || in_group(f, row, label)) &&
		    !take_row(&s, i))
			return false;
	}
	*whole = single && s.series && !strchr(series, '*');
	return true;
}

static double take_margin(void *data, double ahead)
{
	struct view *v = data;
	size_t i = v->next++, repeats = v->f->repeat;

	if (v->lean)
		return i < v->margin_count
			       ? ahead + v->lean * spread_of(v->margins + i * repeats, repeats, 1)
							   .half
			       : ahead;
	if (i == v->margin_count) {
		v->margins = xrealloc(v->margins, ++v->margin_count * repeats * sizeof(double));
		for (size_t k = 0; k < repeats; k++)
			v->margins[i * repeats + k] = NAN;
	}
	v->margins[i * repeats + (size_t)v->repeat] = ahead;
	return ahead;
}

static bool evaluate(struct view *v, const struct derive *is, double *value,
		     struct derive_missing *why)
{
	struct derive_source source = {.cells = take_cells, .data = v};

	if (v->repeat != MEANS || v->lean)
		source.margin = take_margin;
	v->next = 0;
	return derive_number(is, &source, value, why);
}

/* Each repeat by itself: values has room for all of them. */
static struct spread over_repeats(struct view *v, const struct derive *is, double *values,
				  struct derive_missing *why)
{
	struct derive_missing own;

	for (v->repeat = 0; v->repeat < (long)v->f->repeat; v->repeat++) {
		if (evaluate(v, is, &values[v->repeat], &own))
			continue;
		values[v->repeat] = NAN;
		if (!*why->text)
			*why = own;
	}
	return spread_of(values, v->f->repeat, 1);
}

/*
 * Whether a statement may be otherwise: in one of the repeats it is, or it would be if what it
 * compares were apart by as much more or less as they spread. verdict: of the means.
 */
static bool is_open(struct view *v, const struct derive *is, const double *values, bool verdict)
{
	struct derive_missing why;
	double value;

	for (size_t k = 0; k < v->f->repeat; k++)
		if (!isnan(values[k]) && (values[k] != 0) != verdict)
			return true;
	v->repeat = MEANS;
	for (v->lean = -1; v->lean <= 1; v->lean += 2)
		if (evaluate(v, is, &value, &why) && (value != 0) != verdict)
			return true;
	return false;
}

/* A statement is judged by the means, as the figure shows them. */
static struct spread state(struct view *v, const struct derive *is, double *values, bool *open,
			   struct derive_missing *why)
{
	struct spread s = over_repeats(v, is, values, why);
	double value;

	v->repeat = MEANS;
	if (!s.count || !evaluate(v, is, &value, why))
		return (struct spread){0};
	*open |= s.count > 1 && is_open(v, is, values, value != 0);
	return (struct spread){.mean = value, .count = s.count};
}

/* One of the published numbers. */
static void answer_part(struct claim_answer *a, const struct figure *f, const struct derive *is,
			size_t part)
{
	double *values = xcalloc(f->repeat, sizeof(*values));
	struct view v = {.f = f};
	struct spread *ours = &a->ours[part];
	double published = part < a->claim->number_count ? a->claim->numbers[part] : NAN;

	if (a->sense == CLAIM_HOLDS || (a->sense == CLAIM_EXACT && !a->claim->number_count))
		*ours = state(&v, is, values, &a->direction_within, &a->why);
	else
		*ours = over_repeats(&v, is, values, &a->why);
	if (claim_sense_kind(a->sense) == CLAIM_VALUE && ours->count) {
		a->published_within &= ours->half > 0 && fabs(ours->mean - published) <= ours->half;
		a->direction_within |= a->sense == CLAIM_CHANGE && ours->half > 0 &&
				       fabs(ours->mean - claim_no_change(a->claim)) <= ours->half;
	}
	free(v.margins);
	free(values);
}

void claim_unanswered(struct claim_answer *a, const struct claim *claim, const char *machine)
{
	*a = (struct claim_answer){.claim = claim, .machine = machine, .verdict = VERDICT_NOT_YET};
	a->part_count = claim->number_count ? claim->number_count : 1;
	derive_missing_set(&a->why, "no figure computes it");
}

void claim_answer(struct claim_answer *a, const struct figure *f,
		  const struct experiment_claim *entry)
{
	double *values = xcalloc(f->repeat, sizeof(*values));
	struct derive_missing ignored = {0};
	struct view v = {.f = f};

	*a = (struct claim_answer){.claim = entry->claim,
				   .experiment = f->experiment,
				   .machine = f->experiment->machine,
				   .sense = entry->sense};
	a->part_count = entry->part_count;
	a->published_within = claim_sense_kind(a->sense) == CLAIM_VALUE;
	for (size_t i = 0; i < entry->part_count; i++) {
		enum verdict verdict;

		answer_part(a, f, entry->parts[i], i);
		if (!a->ours[i].count)
			continue;
		a->known_count++;
		verdict = claim_compare(entry->claim, entry->sense, i, a->ours[i].mean);
		if (a->known_count == 1 || verdict > a->verdict)
			a->verdict = verdict;
	}
	if (!a->known_count) {
		a->verdict = VERDICT_NOT_YET;
		a->published_within = false;
	}
	if (entry->show)
		a->show = over_repeats(&v, entry->show, values, &ignored);
	free(v.margins);
	free(values);
}
