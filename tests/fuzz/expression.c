/*
 * Expressions of figures and of claims on any text: refused with the column, or evaluated to a
 * number or a reason. What the names stand for is made from their letters.
 */
#include "experiment/figure/derive.h"

#include <math.h>

#include "fuzz.h"

static unsigned letters(const char *text)
{
	unsigned sum = 0;

	while (*text)
		sum = sum * 31 + (unsigned char)*text++;
	return sum;
}

/* Numbers of all kinds, and now and then none. */
static bool any_name(void *data, const char *name, double *value, struct derive_missing *why)
{
	static const double values[] = {0, 1, -1, 1e308, 5e-324, 1000, 0.5};
	unsigned which = letters(name) % 8;

	(void)data;
	if (which == 7)
		return derive_missing_set(why, "needs statistic '%s'", name);
	*value = values[which];
	return true;
}

static bool any_cells(void *data, const char *row, const char *series, struct derive_value *value,
		      bool *whole, struct derive_missing *why)
{
	unsigned count = letters(row) % 5;

	(void)data;
	if (count == 4)
		return derive_missing_set(why, "needs row '%s'", row);
	for (unsigned i = 0; i < count; i++)
		derive_value_add(value, (double)(letters(series) % 100) - i);
	*whole = count == 1 && letters(series) % 2;
	return true;
}

static size_t some_apps(void *data)
{
	(void)data;
	return 3;
}

static bool any_reference(void *data, const char *row, const char *series)
{
	size_t *count = data;

	must(row && series);
	++*count;
	return *count < 4;
}

static void check_expression(const char *text, const struct derive_source *source)
{
	struct error err = {0};
	struct derive *d = derive_parse(text, source, &err);
	struct derive_missing why;
	const char *row, *series;
	size_t references = 0;
	double value = NAN;

	if (!d) {
		must_say(&err, "column ");
		return;
	}
	must(derive_number(d, source, &value, &why) ? isfinite(value) : why.text[0] != '\0');
	derive_each_cell(d, any_reference, &references);
	must(!derive_is_cell(d, &row, &series) || references == 1);
	derive_free(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct derive_source of_runs = {.name = any_name, .apps = some_apps};
	static const struct derive_source of_values = {.cells = any_cells};
	char *text = text_of(data, size);

	check_expression(text, &of_runs);
	check_expression(text, &of_values);
	free(text);
	return 0;
}
