/* Which figures, and at which size each. */
#include "experiment/report/report.h"

#include <math.h>
#include <stdlib.h>

#include "experiment/report/report_parts.h"

static size_t known_cells(const struct figure *f)
{
	size_t known = 0;

	for (size_t i = 0; i < f->rows.count * f->series_count; i++)
		known += f->cells[i].known;
	return known;
}

static void choose_sizes(struct report *r, const enum workload_size *only)
{
	size_t count = report_any(r)->figure_count;

	r->figure_size = xcalloc(count + 1, sizeof(*r->figure_size));
	for (size_t i = 0; i < count; i++) {
		size_t most = 0;

		r->figure_size[i] = only ? *only : SIZE_SMALL;
		for (int size = SIZE_PAPER; !only && size >= SIZE_TINY; size--) {
			const struct figure *f = &r->sizes[size].figures[i];
			size_t known = known_cells(f);

			if (size == SIZE_MEDIUM &&
			    experiment_lasts(f->experiment, size) ==
				    experiment_lasts(f->experiment, SIZE_SMALL))
				continue; /* it is small once more */
			if (known > most) {
				most = known;
				r->figure_size[i] = (enum workload_size)size;
			}
		}
	}
}

bool report_gather(struct report *r, struct store *store, const char *const *targets, size_t count,
		   const enum workload_size *only, unsigned repeat, struct error *err)
{
	*r = (struct report){.store = store};
	for (int size = SIZE_TINY; size < SIZE_COUNT; size++) {
		struct reproduction *s = &r->sizes[size];

		if (only && (int)*only != size)
			continue;
		if (!reproduction_select(s, targets, count, (enum workload_size)size, repeat,
					 err) ||
		    !reproduction_evaluate(s, store, err))
			return false;
	}
	choose_sizes(r, only);
	return true;
}

void report_release(struct report *r)
{
	for (int size = SIZE_TINY; size < SIZE_COUNT; size++)
		reproduction_release(&r->sizes[size]);
	free(r->figure_size);
	*r = (struct report){0};
}

const struct reproduction *report_any(const struct report *r)
{
	for (int size = SIZE_TINY; size < SIZE_COUNT; size++)
		if (r->sizes[size].figures)
			return &r->sizes[size];
	BUG("a report of no size");
}

const struct figure *report_figure(const struct report *r, size_t number)
{
	return &r->sizes[r->figure_size[number]].figures[number];
}

const struct claim_answer *report_answer(const struct report *r, size_t number,
					 const struct figure **figure)
{
	const struct reproduction *any = report_any(r);
	const struct claim_answer *a = &any->answers[number];

	*figure = NULL;
	for (size_t i = 0; a->experiment && i < any->figure_count; i++) {
		if (any->figures[i].experiment != a->experiment)
			continue;
		*figure = report_figure(r, i);
		return &r->sizes[r->figure_size[i]].answers[number];
	}
	return a;
}

/* Whether a series has a value; whether one differs from *first, the first of the figure. Means
 * are left out: one with a floor differs from what it is the mean of. */
static void look_at_series(const struct figure *f, size_t series, double *first, bool *some,
			   bool *differ)
{
	*some = false;
	for (size_t row = 0; row < f->row_count; row++) {
		const struct figure_cell *cell = figure_cell(f, row, series);

		if (!cell->known)
			continue;
		*some = true;
		if (isnan(*first))
			*first = cell->value;
		*differ |= cell->value != *first;
	}
}

bool report_shows(const struct figure *f)
{
	bool any = false, empty = false, differ = false;
	double first = NAN;

	for (size_t s = 0; s < f->series_count; s++) {
		bool some;

		look_at_series(f, s, &first, &some, &differ);
		any |= some;
		empty |= !some;
	}
	return any && (differ || !empty);
}

size_t report_figures(const struct report *r)
{
	size_t figures = 0;

	for (size_t i = 0; i < report_any(r)->figure_count; i++)
		figures += report_shows(report_figure(r, i));
	return figures;
}
