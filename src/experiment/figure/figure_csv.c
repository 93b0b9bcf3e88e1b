/* Figures and claims as comma-separated values: a figure's rows and series as in its table. */
#include <stdio.h>
#include <string.h>

#include "experiment/figure/figure_write.h"

/* In quotes where it must be. */
static void put_field(FILE *out, const char *text)
{
	if (!strpbrk(text, ",\"\n\r")) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

static void put_fields(FILE *out, const char *const *fields, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			fputc(',', out);
		put_field(out, fields[i]);
	}
	fputc('\n', out);
}

void figure_csv(const struct figure *f, FILE *out)
{
	fputs("figure,row,series,unit,value,spread,repeats,published,missing\n", out);
	for (size_t row = 0; row < f->rows.count; row++) {
		for (size_t s = 0; s < f->series_count; s++) {
			const struct figure_cell *cell = figure_cell(f, row, s);
			char value[32] = "", spread[32] = "", repeats[32] = "", published[32] = "";
			const char *fields[] = {f->experiment->id,
						f->rows.items[row],
						f->series[s].label,
						f->series[s].unit,
						value,
						spread,
						repeats,
						published,
						cell->missing ? cell->missing : ""};

			if (cell->known)
				snprintf(value, sizeof(value), "%.9g", cell->value);
			if (cell->repeats > 1)
				snprintf(spread, sizeof(spread), "%.9g", cell->spread);
			if (cell->known)
				snprintf(repeats, sizeof(repeats), "%zu", cell->repeats);
			if (cell->has_published)
				snprintf(published, sizeof(published), "%.9g", cell->published);
			put_fields(out, fields, sizeof(fields) / sizeof(*fields));
		}
	}
}

void claim_answers_csv(const struct claim_answer *answers, size_t count, FILE *out)
{
	fputs("claim,paper,source,quantity,subject,kind,figure,machine,published,ours,spread,"
	      "difference,"
	      "verdict,"
	      "missing\n",
	      out);
	for (size_t i = 0; i < count; i++) {
		const struct claim_answer *a = &answers[i];
		const struct claim *c = a->claim;
		char published[128], ours[256], spread[256], difference[128], verdict[128];
		const char *fields[] = {c->id,
					c->paper,
					c->source,
					c->quantity,
					c->subject,
					claim_kind_name(c->kind),
					a->experiment ? a->experiment->id : "",
					a->machine,
					claim_published_text(c, published, sizeof(published)),
					claim_ours_text(a, ours, sizeof(ours)),
					claim_spread_text(a, spread, sizeof(spread)),
					claim_answer_difference(a, difference, sizeof(difference)),
					claim_verdict_text(a, verdict, sizeof(verdict)),
					a->why.text};

		put_fields(out, fields, sizeof(fields) / sizeof(*fields));
	}
}
