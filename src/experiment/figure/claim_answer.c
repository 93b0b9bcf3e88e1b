/* What a figure says on a claim, and how that is written. */
#include <stdio.h>
#include <string.h>

#include "experiment/figure/figure_parts.h"

/* Cells of one row and series; NULL where the reference means all. */
struct selection {
	const struct figure *f;
	struct derive_value *value;
	const char *series; /* NULL: all */
	struct derive_missing *why;
};

static bool take_row(struct selection *s, size_t row)
{
	for (size_t i = 0; i < s->f->series_count; i++) {
		const struct figure_cell *cell = figure_cell(s->f, row, i);

		if (s->series && !figure_series_match(s->series, s->f->series[i].label))
			continue;
		if (!cell->known)
			return derive_missing_set(s->why, "%s", cell->missing);
		derive_value_add(s->value, cell->value);
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
	struct selection s = {.f = data, .value = value, .why = why};
	bool every = !strcmp(row, "*"), single = false;

	s.series = strcmp(series, "*") ? series : NULL;
	for (size_t i = 0; i < s.f->rows.count; i++) {
		const char *label = s.f->rows.items[i];
		bool named = !strcmp(label, row);

		single |= named;
		if ((named || (every && i < s.f->row_count) || in_group(s.f, row, label)) &&
		    !take_row(&s, i))
			return false;
	}
	*whole = single && s.series && !strchr(series, '*');
	return true;
}

void claim_unanswered(struct claim_answer *a, const struct claim *claim)
{
	*a = (struct claim_answer){.claim = claim, .verdict = VERDICT_NOT_YET};
	a->part_count = claim->number_count ? claim->number_count : 1;
	derive_missing_set(&a->why, "no figure computes it");
}

void claim_answer(struct claim_answer *a, const struct figure *f,
		  const struct experiment_claim *entry)
{
	const struct derive_source source = {.cells = take_cells, .data = (void *)f};
	struct derive_missing why;

	*a = (struct claim_answer){
		.claim = entry->claim, .experiment = f->experiment, .sense = entry->sense};
	a->part_count = entry->part_count;
	for (size_t i = 0; i < entry->part_count; i++) {
		enum verdict verdict;

		a->known[i] = derive_number(entry->parts[i], &source, &a->ours[i], &why);
		if (!a->known[i]) {
			if (!*a->why.text)
				a->why = why;
			continue;
		}
		a->known_count++;
		verdict = claim_compare(entry->claim, entry->sense, i, a->ours[i]);
		if (a->known_count == 1 || verdict > a->verdict)
			a->verdict = verdict;
	}
	if (!a->known_count)
		a->verdict = VERDICT_NOT_YET;
	if (entry->show)
		a->has_show = derive_number(entry->show, &source, &a->show, &why);
}

char *claim_published_text(const struct claim *claim, char *out, size_t bytes)
{
	snprintf(out, bytes, "%s%s", claim->published, claim_unit_text(claim));
	return out;
}

char *claim_ours_text(const struct claim_answer *a, char *out, size_t bytes)
{
	const struct claim *claim = a->claim;
	char number[32];
	size_t length = 0;

	snprintf(out, bytes, "-");
	if (!a->known_count)
		return out;
	if (a->has_show || a->sense == CLAIM_HOLDS || !claim->number_count) {
		if (a->has_show)
			snprintf(out, bytes, "%s%s",
				 claim_number_text(claim, a->show, number, sizeof(number)),
				 claim_unit_text(claim));
		else
			snprintf(out, bytes, "%s", a->ours[0] ? claim->published : "otherwise");
		return out;
	}
	for (size_t i = 0; i < a->part_count && length < bytes; i++)
		length += (size_t)snprintf(
			out + length, bytes - length, "%.*s%s", i > 0, &claim->between,
			a->known[i] ? claim_number_text(claim, a->ours[i], number, sizeof(number))
				    : "?");
	if (length < bytes)
		snprintf(out + length, bytes - length, "%s", claim_unit_text(claim));
	return out;
}

char *claim_answer_difference(const struct claim_answer *a, char *out, size_t bytes)
{
	size_t length = 0;
	char text[48];

	*out = '\0';
	if (claim_sense_kind(a->sense) != CLAIM_VALUE)
		return out;
	for (size_t i = 0; i < a->part_count && length < bytes; i++) {
		char *space;

		if (!a->known[i])
			continue;
		claim_difference_text(a->claim, i, a->ours[i], text, sizeof(text));
		space = strchr(text, ' ');
		/* The unit stands once, after the last. */
		if (space && i + 1 < a->part_count && a->known[i + 1])
			*space = '\0';
		length += (size_t)snprintf(out + length, bytes - length, "%s%s", length ? "/" : "",
					   text);
	}
	return out;
}

char *claim_verdict_text(const struct claim_answer *a, char *out, size_t bytes)
{
	if (a->known_count && a->known_count < a->part_count)
		snprintf(out, bytes, "%s (%zu of %zu)", verdict_names[a->verdict], a->known_count,
			 a->part_count);
	else
		snprintf(out, bytes, "%s", verdict_names[a->verdict]);
	return out;
}
