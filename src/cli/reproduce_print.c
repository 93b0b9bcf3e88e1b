/* Figures and claims as tables for people. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/reproduce_parts.h"
#include "experiment/figure/figure_write.h"

static int decimals_of(const char *unit, double value)
{
	return !strcmp(unit, "percent") || !strcmp(unit, "points") ? 1
	       : !strcmp(unit, "x")                                ? 3
								   : number_decimals(fabs(value));
}

/* Bytes that a terminal shows: those that begin a character. */
static size_t width_of(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

static void put_padded(FILE *out, const char *text, size_t width, bool to_the_right)
{
	int fill = (int)(width > width_of(text) ? width - width_of(text) : 0);

	fprintf(out, "%*s%s%*s", to_the_right ? fill : 0, "", text, to_the_right ? 0 : fill, "");
}

/* "30.1", "2.10 ±0.03", "-". */
static const char *cell_text(const struct figure *f, size_t row, size_t series, char *out,
			     size_t bytes)
{
	const struct figure_cell *cell = figure_cell(f, row, series);
	int decimals = decimals_of(f->series[series].unit, cell->value);

	if (!cell->known)
		return "-";
	if (cell->repeats > 1)
		snprintf(out, bytes, "%.*f ±%.*f", decimals, cell->value, decimals, cell->spread);
	else
		snprintf(out, bytes, "%.*f", decimals, cell->value);
	return out;
}

static size_t series_width(const struct figure *f, size_t series)
{
	size_t width = width_of(f->series[series].label);
	char text[64];

	for (size_t row = 0; row < f->rows.count; row++) {
		size_t cell = width_of(cell_text(f, row, series, text, sizeof(text)));

		if (cell > width)
			width = cell;
	}
	return width;
}

static size_t rows_width(const struct figure *f)
{
	size_t width = 8;

	for (size_t i = 0; i < f->rows.count; i++)
		if (width_of(f->rows.items[i]) > width)
			width = width_of(f->rows.items[i]);
	return width;
}

/* The unit that all series have, or NULL. */
static const char *common_unit(const struct figure *f)
{
	for (size_t i = 0; i < f->series_count; i++)
		if (strcmp(f->series[i].unit, f->series[0].unit) != 0)
			return NULL;
	return f->series_count && *f->series[0].unit ? f->series[0].unit : NULL;
}

static void print_figure(const struct figure *f, FILE *out)
{
	const struct experiment *e = f->experiment;
	const char *unit = common_unit(f);
	struct text_list reasons = {0};
	char text[64];

	fprintf(out, "%s  %s", e->id, e->title);
	if (*e->paper)
		fprintf(out, " (%s%s%s)", e->paper, *e->source ? ", " : "", e->source);
	fprintf(out, ", size %s%s%s", workload_size_name(f->size), unit ? ", in " : "",
		unit ? unit : "");
	if (f->repeat > 1)
		fprintf(out, ", means of %u with their 95 %% confidence", f->repeat);
	fputc('\n', out);
	put_padded(out, "", rows_width(f), false);
	for (size_t s = 0; s < f->series_count; s++) {
		fputs("  ", out);
		put_padded(out, f->series[s].label, series_width(f, s), true);
	}
	fputc('\n', out);
	for (size_t row = 0; row < f->rows.count; row++) {
		put_padded(out, f->rows.items[row], rows_width(f), false);
		for (size_t s = 0; s < f->series_count; s++) {
			fputs("  ", out);
			put_padded(out, cell_text(f, row, s, text, sizeof(text)),
				   series_width(f, s), true);
		}
		fputc('\n', out);
	}
	figure_reasons(f, &reasons);
	for (size_t i = 0; i < reasons.count; i++)
		fprintf(out, "%s %s\n", i ? "        " : "not yet:", reasons.items[i]);
	text_list_release(&reasons);
	fputc('\n', out);
}

enum { CLAIM_COLUMNS = 6 };

static const char *const claim_headers[CLAIM_COLUMNS] = {"id",   "what",       "published",
							 "ours", "difference", "verdict"};

/* One line of the table of claims, as text. */
struct claim_line {
	char text[CLAIM_COLUMNS][640];
};

static void make_line(struct claim_line *line, const struct claim_answer *a)
{
	const struct claim *c = a->claim;
	size_t bytes = sizeof(line->text[0]);

	claim_id_text(a, line->text[0], bytes);
	snprintf(line->text[1], bytes, "%s: %s, %s", c->source, c->quantity, c->subject);
	claim_published_text(c, line->text[2], bytes);
	claim_ours_spread_text(a, line->text[3], bytes);
	claim_answer_difference(a, line->text[4], bytes);
	claim_verdict_text(a, line->text[5], bytes);
	if (*a->why.text)
		snprintf(line->text[5] + strlen(line->text[5]), bytes - strlen(line->text[5]),
			 ": %s", a->why.text);
}

static void print_counts(const struct reproduction *r, FILE *out)
{
	size_t counts[VERDICT_COUNT] = {0}, open = 0;
	bool first = true;

	for (size_t i = 0; i < r->answer_count; i++) {
		counts[r->answers[i].verdict]++;
		open += r->answers[i].published_within || r->answers[i].direction_within;
	}
	for (int v = 0; v < VERDICT_COUNT; v++) {
		if (!counts[v])
			continue;
		fprintf(out, "%s%zu %s", first ? "" : ", ", counts[v], verdict_names[v]);
		first = false;
	}
	if (open)
		fprintf(out, "; %zu with something within the spread", open);
	fprintf(out, "\n");
}

static void print_claims(const struct reproduction *r, FILE *out)
{
	struct claim_line *lines = xcalloc(r->answer_count + 1, sizeof(*lines));
	size_t widths[CLAIM_COLUMNS];

	for (int c = 0; c < CLAIM_COLUMNS; c++)
		widths[c] = strlen(claim_headers[c]);
	for (size_t i = 0; i < r->answer_count; i++) {
		make_line(&lines[i], &r->answers[i]);
		for (int c = 0; c < CLAIM_COLUMNS; c++)
			if (width_of(lines[i].text[c]) > widths[c])
				widths[c] = width_of(lines[i].text[c]);
	}
	/* What is claimed may be long; the numbers should stay in sight. */
	if (widths[1] > 72)
		widths[1] = 72;
	for (size_t i = 0; i <= r->answer_count; i++) {
		for (int c = 0; c < CLAIM_COLUMNS; c++) {
			const char *text = i ? lines[i - 1].text[c] : claim_headers[c];

			if (c == 1 && width_of(text) > widths[1])
				fprintf(out, "%.*s...", (int)widths[1] - 3, text);
			else if (c + 1 < CLAIM_COLUMNS)
				put_padded(out, text, widths[c], c >= 2 && c <= 4);
			else
				fputs(text, out);
			fputs(c + 1 < CLAIM_COLUMNS ? "  " : "\n", out);
		}
	}
	free(lines);
	print_counts(r, out);
}

static void print_json(const struct reproduction *r, FILE *out)
{
	struct json j;

	json_init(&j, out);
	json_open_object(&j, NULL);
	json_string(&j, "size", workload_size_name(r->size));
	if (r->settings.count) {
		json_open_array(&j, "settings");
		for (size_t i = 0; i < r->settings.count; i++)
			json_string(&j, NULL, r->settings.items[i]);
		json_close_array(&j);
	}
	json_open_array(&j, "figures");
	for (size_t i = 0; i < r->figure_count; i++) {
		json_open_object(&j, NULL);
		figure_json(&r->figures[i], &j);
		json_close_object(&j);
	}
	json_close_array(&j);
	json_open_array(&j, "claims");
	for (size_t i = 0; i < r->answer_count; i++) {
		json_open_object(&j, NULL);
		claim_answer_json(&r->answers[i], &j);
		json_close_object(&j);
	}
	json_close_array(&j);
	json_close_object(&j);
	json_finish(&j);
}

static void print_settings(const struct reproduction *r, FILE *out)
{
	char *all = text_list_join(&r->settings, ", ");

	fprintf(out, "every run with %s\n\n", all);
	free(all);
}

void reproduce_print(const struct reproduction *r, enum reproduce_format format, FILE *out)
{
	if (format == REPRODUCE_JSON) {
		print_json(r, out);
		return;
	}
	if (format == REPRODUCE_TEXT && r->settings.count)
		print_settings(r, out);
	for (size_t i = 0; i < r->figure_count; i++) {
		if (format == REPRODUCE_TEXT) {
			print_figure(&r->figures[i], out);
		} else {
			figure_csv(&r->figures[i], out);
			fputc('\n', out);
		}
	}
	if (format == REPRODUCE_CSV)
		claim_answers_csv(r->answers, r->answer_count, out);
	else if (r->answer_count)
		print_claims(r, out);
}
