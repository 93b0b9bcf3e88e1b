/* What of a product does not fit: a line for each reason, however many runs it is the reason of. */
#include <stdlib.h>
#include <string.h>

#include "experiment/sweep/sweep.h"

static int by_text(const void *a, const void *b)
{
	const struct sweep_gap *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	return order ? order : (x->first > y->first) - (x->first < y->first);
}

static int by_first(const void *a, const void *b)
{
	const struct sweep_gap *x = a, *y = b;

	return (x->first > y->first) - (x->first < y->first);
}

static char *gap_text(const struct run_spec *spec, const char *why)
{
	char *designs = text_list_join(&spec->designs, "+");
	char *text = xasprintf("%s%s%s: %s", spec->gpu, *designs ? ", " : "", designs, why);

	free(designs);
	return text;
}

struct sweep_gap *sweep_gaps(const struct sweep *sweep, size_t *count)
{
	struct sweep_gap *gaps = xcalloc(sweep->count + 1, sizeof(*gaps));
	size_t all = 0, kept = 0;

	for (size_t i = 0; i < sweep->count; i++)
		if (sweep->unfit[i])
			gaps[all++] = (struct sweep_gap){
				gap_text(&sweep->specs[i], sweep->unfit[i]), 1, i};
	qsort(gaps, all, sizeof(*gaps), by_text);
	for (size_t i = 0; i < all; i++) {
		if (kept && !strcmp(gaps[kept - 1].text, gaps[i].text)) {
			gaps[kept - 1].runs++;
			free(gaps[i].text);
		} else {
			gaps[kept++] = gaps[i];
		}
	}
	qsort(gaps, kept, sizeof(*gaps), by_first);
	*count = kept;
	return gaps;
}

void sweep_gaps_free(struct sweep_gap *gaps, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(gaps[i].text);
	free(gaps);
}

void sweep_drop_unfit(struct sweep *sweep)
{
	size_t kept = 0;

	for (size_t i = 0; i < sweep->count; i++) {
		if (sweep->unfit[i]) {
			run_spec_release(&sweep->specs[i]);
			free(sweep->unfit[i]);
		} else {
			sweep->specs[kept++] = sweep->specs[i];
		}
	}
	memset(sweep->unfit, 0, sweep->count * sizeof(*sweep->unfit));
	sweep->count = kept;
}
