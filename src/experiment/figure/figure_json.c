/* Figures and claims as members of JSON objects. */
#include "experiment/figure/figure_write.h"

static void json_cells(struct json *j, const struct figure *f)
{
	json_open_array(j, "rows");
	for (size_t row = 0; row < f->rows.count; row++) {
		json_open_object(j, NULL);
		json_string(j, "row", f->rows.items[row]);
		json_bool(j, "summary", row >= f->row_count);
		json_open_array(j, "cells");
		for (size_t s = 0; s < f->series_count; s++) {
			const struct figure_cell *cell = figure_cell(f, row, s);

			json_open_object(j, NULL);
			json_string(j, "series", f->series[s].label);
			if (cell->known)
				json_f64(j, "value", cell->value);
			if (f->repeat > 1 && cell->known)
				json_u64(j, "repeats", cell->repeats);
			if (cell->repeats > 1)
				json_f64(j, "spread", cell->spread);
			if (cell->has_published)
				json_f64(j, "published", cell->published);
			if (cell->missing)
				json_string(j, "missing", cell->missing);
			json_close_object(j);
		}
		json_close_array(j);
		json_close_object(j);
	}
	json_close_array(j);
}

void figure_json(const struct figure *f, struct json *j)
{
	const struct experiment *e = f->experiment;

	json_string(j, "id", e->id);
	json_string(j, "paper", e->paper);
	json_string(j, "machine", e->machine);
	json_string(j, "source", e->source);
	json_string(j, "title", e->title);
	json_string(j, "about", e->about);
	json_string(j, "chart", e->chart);
	json_u64(j, "repeat", f->repeat);
	json_open_array(j, "series");
	for (size_t s = 0; s < f->series_count; s++) {
		json_open_object(j, NULL);
		json_string(j, "label", f->series[s].label);
		json_string(j, "value", e->values[s % e->value_count].label);
		json_string(j, "unit", f->series[s].unit);
		json_close_object(j);
	}
	json_close_array(j);
	json_cells(j, f);
}

void claim_answer_json(const struct claim_answer *a, struct json *j)
{
	const struct claim *c = a->claim;
	char text[256];

	json_string(j, "id", c->id);
	json_string(j, "paper", c->paper);
	json_string(j, "source", c->source);
	json_string(j, "quantity", c->quantity);
	json_string(j, "subject", c->subject);
	json_string(j, "kind", claim_kind_name(c->kind));
	json_string(j, "figure", a->experiment ? a->experiment->id : "");
	json_string(j, "machine", a->machine);
	json_string(j, "published", claim_published_text(c, text, sizeof(text)));
	json_string(j, "ours", claim_ours_spread_text(a, text, sizeof(text)));
	json_string(j, "difference", claim_answer_difference(a, text, sizeof(text)));
	json_string(j, "verdict", verdict_names[a->verdict]);
	json_bool(j, "published_within_spread", a->published_within);
	json_bool(j, "direction_within_spread", a->direction_within);
	json_open_array(j, "numbers");
	for (size_t i = 0; i < a->part_count; i++) {
		json_open_object(j, NULL);
		if (i < c->number_count)
			json_f64(j, "published", c->numbers[i]);
		if (a->ours[i].count)
			json_f64(j, "ours", a->ours[i].mean);
		if (a->ours[i].count > 1 && claim_sense_kind(a->sense) == CLAIM_VALUE)
			json_f64(j, "spread", a->ours[i].half);
		json_close_object(j);
	}
	json_close_array(j);
	if (*a->why.text)
		json_string(j, "missing", a->why.text);
}
