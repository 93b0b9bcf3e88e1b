/* The table of claims: reading it, finding in it, comparing with it. */
#include "experiment/figure/claims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "experiment/figure/experiment_files.h"

const char *const claim_sense_names[4] = {"level", "change", "holds", "exact"};

const char *const verdict_names[VERDICT_COUNT] = {
	[VERDICT_WITHIN_10] = "within 10 %",
	[VERDICT_WITHIN_25] = "within 25 %",
	[VERDICT_SAME_DIRECTION] = "same direction",
	[VERDICT_DIFFERS] = "differs",
	[VERDICT_HOLDS] = "holds",
	[VERDICT_DOES_NOT_HOLD] = "does not hold",
	[VERDICT_EXACT] = "exact",
	[VERDICT_NOT_EXACT] = "not exact",
	[VERDICT_NOT_YET] = "not yet",
};

static const char *const kind_names[] = {"value", "order", "config"};

const char *claim_kind_name(enum claim_kind kind)
{
	return kind_names[kind];
}

enum claim_kind claim_sense_kind(enum claim_sense sense)
{
	static const enum claim_kind kinds[] = {CLAIM_VALUE, CLAIM_VALUE, CLAIM_ORDER,
						CLAIM_CONFIG};

	return kinds[sense];
}

static const char *const columns[] = {"id",      "paper",     "source", "quantity",
				      "subject", "published", "unit",   "kind"};

enum { COLUMN_COUNT = sizeof(columns) / sizeof(*columns) };

/* Text with a place in it. */
struct table {
	const char *name, *at, *end;
	int line;
	struct error *err;
};

static bool table_error(const struct table *t, const char *text)
{
	error_set(t->err, "%s:%d: %s", t->name, t->line, text);
	return false;
}

/* The next field; *last when the line ends with it. A field in quotes may hold commas. */
static char *read_field(struct table *t, bool *last)
{
	char *field = xmalloc((size_t)(t->end - t->at) + 1);
	bool quoted = t->at < t->end && *t->at == '"';
	size_t length = 0;

	for (t->at += quoted; t->at < t->end; t->at++) {
		if (quoted && *t->at == '"') {
			if (t->at + 1 < t->end && t->at[1] == '"')
				t->at++;
			else
				quoted = false;
			if (!quoted)
				continue;
		} else if (!quoted && (*t->at == ',' || *t->at == '\n')) {
			break;
		}
		if (*t->at != '\r')
			field[length++] = *t->at;
	}
	field[length] = '\0';
	*last = t->at >= t->end || *t->at == '\n';
	t->at += t->at < t->end;
	return field;
}

/* One line into fields; false when there are not as many as columns. */
static bool read_line(struct table *t, char **fields)
{
	bool last = false;

	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		if (!last)
			fields[i] = read_field(t, &last);
		else
			return table_error(t, "expected the columns id, paper, source, quantity, "
					      "subject, published, unit, kind");
	}
	return last || table_error(t, "more columns than the header has");
}

/* The numbers of "12/20", "27-61", "-85"; none when any part of it is no number. */
static void read_numbers(struct claim *c)
{
	char *text = xstrdup(c->published), *next = text;
	const char *cut = strchr(text, '/') ? "/" : "-";

	c->between = *cut;
	while (next && c->number_count < CLAIM_MOST_PARTS) {
		/* A minus sign in front is none between. */
		char *end = *next ? strpbrk(next + 1, cut) : NULL;

		if (end)
			*end++ = '\0';
		if (!text_to_f64(next, &c->numbers[c->number_count++])) {
			c->number_count = 0;
			break;
		}
		next = end;
	}
	free(text);
}

static bool take_claim(struct claims *claims, struct table *t, char **fields)
{
	struct claim c = {fields[0], fields[1], fields[2], fields[3],
			  fields[4], fields[5], fields[6], .line = t->line};
	bool known = false;

	for (int i = 0; i < 3; i++) {
		if (!strcmp(fields[7], kind_names[i])) {
			c.kind = (enum claim_kind)i;
			known = true;
		}
	}
	if (!known)
		return table_error(t, "the kind of a claim is value, order or config");
	if (!*c.id || claim_find(claims, c.id))
		return table_error(t, *c.id ? "the id is given twice" : "a claim needs an id");
	read_numbers(&c);
	if (c.kind == CLAIM_VALUE && !c.number_count)
		return table_error(t, "a claim of kind value needs a number, a/b or a-b");
	claims->items = xrealloc(claims->items, (claims->count + 1) * sizeof(*claims->items));
	claims->items[claims->count++] = c;
	free(fields[7]);
	return true;
}

static void free_fields(char **fields)
{
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		free(fields[i]);
}

bool claims_read(struct claims *claims, const char *bytes, size_t size, const char *name,
		 struct error *err)
{
	struct table t = {.name = name, .at = bytes, .end = bytes + size, .line = 1, .err = err};
	char *header[COLUMN_COUNT] = {0};
	bool ok = read_line(&t, header);

	*claims = (struct claims){0};
	for (size_t i = 0; ok && i < COLUMN_COUNT; i++)
		if (strcmp(header[i], columns[i]) != 0)
			ok = table_error(&t, "not a table of claims: other columns");
	free_fields(header);
	while (ok && t.at < t.end) {
		char *fields[COLUMN_COUNT] = {0};

		t.line++;
		ok = read_line(&t, fields) && take_claim(claims, &t, fields);
		if (!ok)
			free_fields(fields);
	}
	return ok;
}

void claims_release(struct claims *claims)
{
	for (size_t i = 0; i < claims->count; i++) {
		struct claim *c = &claims->items[i];
		char *texts[] = {c->id,      c->paper,     c->source, c->quantity,
				 c->subject, c->published, c->unit};

		for (size_t k = 0; k < sizeof(texts) / sizeof(*texts); k++)
			free(texts[k]);
	}
	free(claims->items);
	*claims = (struct claims){0};
}

const struct claims *claims_all(void)
{
	static struct claims all;
	struct error err;

	if (!all.count &&
	    !claims_read(&all, claims_file.bytes, claims_file.size, claims_file.path, &err))
		BUG("embedded claims: %s", err.text);
	return &all;
}

const struct claim *claim_find(const struct claims *claims, const char *id)
{
	for (size_t i = 0; i < claims->count; i++)
		if (!strcmp(claims->items[i].id, id))
			return &claims->items[i];
	return NULL;
}

/* Percentages and differences of percentages are compared in percentage points. */
static bool in_points(const struct claim *claim)
{
	return !strcmp(claim->unit, "percent") || !strcmp(claim->unit, "points");
}

double claim_no_change(const struct claim *claim)
{
	return strcmp(claim->unit, "x") ? 0 : 1;
}

enum verdict claim_compare(const struct claim *claim, enum claim_sense sense, size_t part,
			   double ours)
{
	static const double rounding_points = 0.5;
	double published = part < claim->number_count ? claim->numbers[part] : NAN;
	double off = fabs(ours - published);
	double still = claim_no_change(claim);

	if (sense == CLAIM_HOLDS)
		return ours ? VERDICT_HOLDS : VERDICT_DOES_NOT_HOLD;
	if (sense == CLAIM_EXACT)
		return off == 0 || (isnan(published) && ours) ? VERDICT_EXACT : VERDICT_NOT_EXACT;
	if (off <= 0.1 * fabs(published) || (in_points(claim) && off <= rounding_points))
		return VERDICT_WITHIN_10;
	if (off <= 0.25 * fabs(published))
		return VERDICT_WITHIN_25;
	if (sense == CLAIM_CHANGE && (ours - still) * (published - still) > 0)
		return VERDICT_SAME_DIRECTION;
	return VERDICT_DIFFERS;
}

int number_decimals(double size)
{
	return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 0.1 || size == 0 ? 2 : 4;
}

int claim_decimals(const struct claim *claim, double ours)
{
	/* Configurations and counts are whole. */
	if (claim->kind == CLAIM_CONFIG ||
	    (claim->kind == CLAIM_ORDER && !in_points(claim) && ours == floor(ours)))
		return 0;
	return in_points(claim) ? 1 : number_decimals(fabs(ours));
}

char *claim_number_text(const struct claim *claim, double ours, char *out, size_t bytes)
{
	snprintf(out, bytes, "%.*f", claim_decimals(claim, ours), ours);
	return out;
}

char *claim_difference_text(const struct claim *claim, size_t part, double ours, char *out,
			    size_t bytes)
{
	double published = claim->numbers[part], percent = 100 * (ours / published - 1);

	if (in_points(claim))
		snprintf(out, bytes, "%+.1f points", ours - published);
	else if (fabs(percent) < 1000)
		snprintf(out, bytes, "%+.0f %%", percent);
	else
		snprintf(out, bytes, "%.0f times", ours / published);
	return out;
}

const char *claim_unit_text(const struct claim *claim)
{
	static const char *const texts[][2] = {
		{"percent", " %"}, {"points", " points"}, {"x", " x"},       {"pki", " pki"},
		{"mpki", " mpki"}, {"entries", ""},       {"bits", " bits"}, {"bytes", " bytes"}};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (!strcmp(claim->unit, texts[i][0]))
			return texts[i][1];
	return "";
}
