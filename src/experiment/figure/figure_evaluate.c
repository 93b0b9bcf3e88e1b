/* The cells of a figure from the results of runs, and its summaries. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/figure/figure_parts.h"

static void set_value(struct figure_cell *cell, double value)
{
	free(cell->missing);
	*cell = (struct figure_cell){.known = true,
				     .value = value,
				     .repeats = 1,
				     .has_published = cell->has_published,
				     .published = cell->published};
}

/* A term at a grid point, once it has been wanted. */
struct term_value {
	bool evaluated, known;
	double value;
	char *missing; /* the reason when it is not known */
};

/* Results of the figure's specs, each read from the store when first wanted. */
struct evaluation {
	struct figure *f;
	struct store *store;
	struct result *results;
	bool *read;
	size_t repeat;             /* whose runs are looked at */
	size_t point;              /* of the grid */
	size_t terms;              /* that may be used: those before the one being evaluated */
	struct term_value *values; /* by term and grid point: terms that use terms stay linear */
	bool broken;               /* the store went wrong */
	struct error *err;
};

/* Of a spec of the plan, which is the first repeat's, that of the one being evaluated. */
static long repeated(const struct evaluation *e, long spec)
{
	return spec + (long)(e->repeat * (e->f->spec_count / e->f->repeat));
}

static const struct result *result_of(struct evaluation *e, long spec)
{
	if (e->read[spec])
		return &e->results[spec];
	e->read[spec] = true;
	if (!store_get(e->store, &e->f->specs[spec], &e->results[spec], e->err))
		e->broken = true;
	return &e->results[spec];
}

/* "config.cus": a parameter of the run. */
static bool parameter(const struct run_spec *spec, const char *name, double *value,
		      struct derive_missing *why)
{
	enum param id = param_find(name);

	if (id == P_COUNT)
		return derive_missing_set(why, "needs parameter '%s'", name);
	*value = param_real(spec->params, id);
	return true;
}

static bool statistic(struct evaluation *e, long spec, const char *name, double *value,
		      struct derive_missing *why)
{
	const struct result *r;
	char text[128];

	spec = repeated(e, spec);
	if (!strncmp(name, "config.", 7))
		return parameter(&e->f->specs[spec], name + 7, value, why);
	r = result_of(e, spec);

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
				point = plan_move(f->plan, point, a,
						  figure_find_text(&f->plan->axes[a].labels,
								   e->baseline[i].label));
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

static bool take_name(void *data, const char *name, double *value, struct derive_missing *why);
static size_t take_apps(void *data);

static const struct term_value *term_at_point(struct evaluation *e, size_t index)
{
	const struct derive_source source = {.name = take_name, .apps = take_apps, .data = e};
	struct term_value *term = &e->values[index * e->f->plan->grid + e->point];
	size_t before = e->terms;
	struct derive_missing why;

	if (term->evaluated)
		return term;
	term->evaluated = true;
	e->terms = index;
	term->known = derive_number(e->f->experiment->terms[index].is, &source, &term->value, &why);
	e->terms = before;
	if (!term->known)
		term->missing = xstrdup(why.text);
	return term;
}

/* A term of the figure, or else a statistic, of the run at the point. */
static bool name_here(struct evaluation *e, const char *name, double *value,
		      struct derive_missing *why)
{
	for (size_t i = 0; i < e->terms; i++) {
		const struct term_value *term;

		if (strcmp(e->f->experiment->terms[i].name, name) != 0)
			continue;
		term = term_at_point(e, i);
		*value = term->value;
		return term->known || derive_missing_set(why, "%s", term->missing);
	}
	return statistic(e, e->f->plan->spec[e->point], name, value, why);
}

static bool take_name(void *data, const char *name, double *value, struct derive_missing *why)
{
	struct evaluation *e = data;
	const char *missing;
	size_t point = e->point;
	bool ok;

	if (!strncmp(name, "alone.", 6))
		return alone_name(e, name + 6, value, why);
	if (strncmp(name, "baseline.", 9) != 0)
		return name_here(e, name, value, why);
	if (!e->f->experiment->baseline_count)
		return derive_missing_set(why, "the figure's file has no 'baseline'");
	e->point = baseline_point(e->f, point);
	missing = plan_missing(e->f->plan, e->point);
	ok = missing ? derive_missing_set(why, "%s", missing) : name_here(e, name + 9, value, why);
	e->point = point;
	return ok;
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

	e->terms = e->f->experiment->term_count;
	if (missing)
		figure_cell_miss(cell, missing);
	else if (derive_number(is, &source, &value, &why))
		set_value(cell, value);
	else
		figure_cell_miss(cell, why.text);
}

/* Over the rows of a group; a row without a value leaves none. */
static void summarise(struct figure *f, const struct experiment_summary *s, size_t row,
		      size_t series)
{
	const struct experiment_group *group = figure_group(f, s->of);
	size_t count = group ? group->rows.count : f->row_count, known = 0;
	double *items = xcalloc(count + 1, sizeof(*items)), mean;

	while (known < count) {
		size_t from = group ? figure_find_text(&f->rows, group->rows.items[known]) : known;
		const struct figure_cell *cell = figure_cell_at(f, from, series);

		if (!cell->known) {
			figure_cell_miss(figure_cell_at(f, row, series), cell->missing);
			break;
		}
		items[known++] = cell->value;
	}
	mean = derive_mean(s->by, items, known);
	free(items);
	if (known < count)
		return;
	if (isfinite(mean))
		set_value(figure_cell_at(f, row, series), mean);
	else
		figure_cell_miss(figure_cell_at(f, row, series),
				 "not a number (a mean of such values?)");
}

/* Every cell as the runs of one repeat have it. */
static void evaluate_repeat(struct evaluation *e)
{
	const struct experiment *experiment = e->f->experiment;
	struct figure *f = e->f;

	for (size_t row = 0; row < f->row_count; row++) {
		for (size_t s = 0; s < f->series_count; s++) {
			e->point = figure_grid_point(f, row, s / experiment->value_count);
			evaluate_cell(e, figure_cell_at(f, row, s),
				      experiment->values[s % experiment->value_count].is);
		}
	}
	for (size_t i = 0; i < experiment->summary_count; i++)
		for (size_t s = 0; s < f->series_count; s++)
			summarise(f, &experiment->summaries[i], f->row_count + i, s);
}

/* Terms are those of one repeat. */
static void forget_terms(struct evaluation *e)
{
	size_t count = e->f->experiment->term_count * e->f->plan->grid;

	for (size_t i = 0; i < count; i++)
		free(e->values[i].missing);
	memset(e->values, 0, count * sizeof(*e->values));
}

/* What the repeat found, and the first reason why one found nothing. */
static void take_samples(struct evaluation *e, char **reasons)
{
	struct figure *f = e->f;

	for (size_t i = 0; i < figure_cell_count(f); i++) {
		const struct figure_cell *cell = &f->cells[i];

		f->samples[e->repeat * figure_cell_count(f) + i] = cell->known ? cell->value : NAN;
		if (!cell->known && !reasons[i])
			reasons[i] = xstrdup(cell->missing);
	}
}

/* The cell over all repeats. */
static void combine(struct figure *f, size_t i, const char *reason)
{
	struct spread s = spread_of(f->samples + i, f->repeat, figure_cell_count(f));
	struct figure_cell *cell = &f->cells[i];

	if (!s.count) {
		figure_cell_miss(cell, reason);
		return;
	}
	set_value(cell, s.mean);
	cell->spread = s.half;
	cell->repeats = s.count;
	if (reason)
		cell->missing = xasprintf("only %zu of %u repeats: %s", s.count, f->repeat, reason);
}

bool figure_evaluate(struct figure *f, struct store *store, struct error *err)
{
	struct evaluation e = {.f = f, .store = store, .err = err};
	char **reasons = xcalloc(figure_cell_count(f) + 1, sizeof(char *));

	e.results = xcalloc(f->spec_count + 1, sizeof(*e.results));
	e.read = xcalloc(f->spec_count + 1, sizeof(*e.read));
	e.values = xcalloc(f->experiment->term_count * f->plan->grid + 1, sizeof(*e.values));
	for (e.repeat = 0; e.repeat < f->repeat; e.repeat++) {
		evaluate_repeat(&e);
		forget_terms(&e);
		take_samples(&e, reasons);
	}
	for (size_t i = 0; i < figure_cell_count(f); i++) {
		combine(f, i, reasons[i]);
		free(reasons[i]);
	}
	for (size_t i = 0; i < f->spec_count; i++)
		result_release(&e.results[i]);
	free(reasons);
	free(e.values);
	free(e.results);
	free(e.read);
	return !e.broken;
}
