/* Values of parameters as a person types and reads them. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "config/policies.h"

/* "64KB", "2MB", "100": the largest unit that leaves a whole number. */
static void bytes_text(char *out, size_t bytes, int64_t value)
{
	static const char *const units[] = {"", "KB", "MB", "GB", "TB"};
	unsigned unit = 0;

	while (unit < 4 && value && value % 1024 == 0) {
		value /= 1024;
		unit++;
	}
	snprintf(out, bytes, "%" PRId64 "%s", value, units[unit]);
}

char *param_choice(enum param id, size_t index, char *out, size_t bytes)
{
	const char *choices = param_rows[id].choices, *policy;

	if (!choices) {
		policy = policy_choice(id, index);
		if (policy)
			snprintf(out, bytes, "%s", policy);
		return policy ? out : NULL;
	}
	for (; choices && index; index--) {
		choices = strchr(choices, '|');
		if (choices)
			choices++;
	}
	if (!choices)
		return NULL;
	snprintf(out, bytes, "%.*s", (int)strcspn(choices, "|"), choices);
	return out;
}

char *param_choices_text(enum param id, char *out, size_t bytes)
{
	char choice[64];
	size_t used = 0;

	*out = '\0';
	for (size_t i = 0; used < bytes && param_choice(id, i, choice, sizeof(choice)); i++)
		used += (size_t)snprintf(out + used, bytes - used, "%s%s", i ? ", " : "", choice);
	return out;
}

/* "expected ..., not 'x'". */
static bool refuse(enum param id, const char *text, struct error *err)
{
	const struct param_row *row = &param_rows[id];
	char expected[512], choices[400], low[32], high[32];

	snprintf(low, sizeof(low), "%.10g", row->min);
	snprintf(high, sizeof(high), "%.10g", row->max);
	switch (row->type) {
	case PARAM_COUNT_TYPE:
		snprintf(low, sizeof(low), "%.0f", row->min);
		snprintf(high, sizeof(high), "%.0f", row->max);
		snprintf(expected, sizeof(expected), "a whole number from %s to %s", low, high);
		break;
	case PARAM_BYTES:
		bytes_text(low, sizeof(low), (int64_t)row->min);
		bytes_text(high, sizeof(high), (int64_t)row->max);
		snprintf(expected, sizeof(expected), "a size from %s to %s in bytes, KB, MB or GB",
			 low, high);
		break;
	case PARAM_CYCLES:
		snprintf(expected, sizeof(expected),
			 "a whole number of core cycles from %s to %s, without a unit", low, high);
		break;
	case PARAM_REAL:
		snprintf(expected, sizeof(expected), "a number from %s to %s%s%s", low, high,
			 *row->unit ? " in " : "", row->unit);
		break;
	case PARAM_BOOL:
		snprintf(expected, sizeof(expected), "true or false");
		break;
	case PARAM_CHOICE:
		param_choices_text(id, choices, sizeof(choices));
		snprintf(expected, sizeof(expected), "%s%s", strchr(choices, ',') ? "one of " : "",
			 choices);
		break;
	}
	return error_set(err, "%s: expected %s, not '%.80s'", row->name, expected, text);
}

/* Index of a choice; -1 when there is no such. */
static int64_t choice_index(enum param id, const char *text)
{
	char choice[64];

	for (size_t i = 0; param_choice(id, i, choice, sizeof(choice)); i++)
		if (!strcmp(choice, text))
			return (int64_t)i;
	return -1;
}

/* A number with the unit that may follow it: "1600 MHz". */
static bool real_value(const struct param_row *row, const char *text, double *value)
{
	char *end;

	if (!isdigit((unsigned char)*text) && *text != '.')
		return false;
	*value = strtod(text, &end);
	if (end == text || !isfinite(*value))
		return false;
	if (*end == ' ' && end[1])
		end++;
	return !*end || !strcmp(end, row->unit);
}

/* "64KB", "64 KB", "64K", "65536", "65536 B". */
static bool bytes_value(const char *text, int64_t *value)
{
	size_t digits = strspn(text, "0123456789");
	const char *unit = text + digits;
	char number[32];

	if (!digits || !strncmp(text, "0x", 2))
		return text_to_i64(text, value);
	if (*unit == ' ' && unit[1])
		unit++;
	snprintf(number, sizeof(number), "%.*s%s", (int)(digits < 24 ? digits : 24), text, unit);
	if (*unit && number[strlen(number) - 1] == 'B')
		number[strlen(number) - 1] = '\0';
	return text_to_i64(number, value);
}

bool param_set(struct params *p, enum param id, const char *text, struct error *err)
{
	const struct param_row *row = &param_rows[id];
	int64_t whole = 0;
	double real = 0;
	bool ok;

	switch (row->type) {
	case PARAM_REAL:
		ok = real_value(row, text, &real);
		whole = ok && real >= row->min && real <= row->max ? (int64_t)real : 0;
		break;
	case PARAM_BYTES:
		ok = bytes_value(text, &whole);
		break;
	case PARAM_BOOL:
		whole = !strcmp(text, "true");
		ok = whole || !strcmp(text, "false");
		break;
	case PARAM_CHOICE:
		whole = choice_index(id, text);
		ok = whole >= 0;
		break;
	default:
		ok = text_to_i64(text, &whole);
	}
	if (row->type != PARAM_REAL)
		real = (double)whole;
	if (ok && row->type != PARAM_CHOICE)
		ok = real >= row->min && real <= row->max;
	if (!ok)
		return refuse(id, text, err);
	p->i[id] = whole;
	p->f[id] = real;
	return true;
}

char *param_text(const struct params *p, enum param id, char *out, size_t bytes)
{
	const struct param_row *row = &param_rows[id];

	switch (row->type) {
	case PARAM_COUNT_TYPE:
	case PARAM_CYCLES:
		snprintf(out, bytes, "%" PRId64, p->i[id]);
		break;
	case PARAM_BYTES:
		bytes_text(out, bytes, p->i[id]);
		break;
	case PARAM_REAL:
		snprintf(out, bytes, "%.10g%s%s", p->f[id], *row->unit ? " " : "", row->unit);
		break;
	case PARAM_BOOL:
		snprintf(out, bytes, "%s", p->i[id] ? "true" : "false");
		break;
	case PARAM_CHOICE:
		if (!param_choice(id, (size_t)p->i[id], out, bytes))
			BUG("%s: no choice %" PRId64, row->name, p->i[id]);
		break;
	}
	return out;
}

bool param_is(const struct params *p, enum param id, const char *choice)
{
	char text[64];

	return !strcmp(param_text(p, id, text, sizeof(text)), choice);
}
