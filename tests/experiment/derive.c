/* Expressions: every operator and function against numbers worked out by hand, means, refusals. */
#include "harness.h"

#include <math.h>

#include "experiment/figure/derive.h"

/* a = 6, b = 4, zero = 0, instructions = 2000; baseline.cycles = 300, cycles = 200. Two
 * applications: apps.0.ipc = 1, apps.1.ipc = 2; alone.0.ipc = 4, alone.1.ipc = 2.5. */
static bool take_name(void *data, const char *name, double *value, struct derive_missing *why)
{
	static const struct {
		const char *name;
		double value;
	} known[] = {
		{"a", 6},
		{"b", 4},
		{"zero", 0},
		{"instructions", 2000},
		{"cycles", 200},
		{"baseline.cycles", 300},
		{"apps.0.ipc", 1},
		{"apps.1.ipc", 2},
		{"baseline.apps.0.ipc", 2},
		{"baseline.apps.1.ipc", 3},
		{"alone.0.ipc", 4},
		{"alone.1.ipc", 2.5},
	};

	(void)data;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (!strcmp(name, known[i].name)) {
			*value = known[i].value;
			return true;
		}
	}
	return derive_missing_set(why, "needs statistic '%s'", name);
}

static size_t two_apps(void *data)
{
	(void)data;
	return 2;
}

/* [r, s] is 10, [all, s] is the list 1, 2, 4; [all, t] is 2, 2, 2; [pair, s] is 1, 2. */
static bool take_cells(void *data, const char *row, const char *series, struct derive_value *value,
		       bool *whole, struct derive_missing *why)
{
	bool t = !strcmp(series, "t");

	(void)data;
	*whole = !strcmp(row, "r");
	if (*whole) {
		derive_value_add(value, 10);
		return true;
	}
	if (strcmp(row, "all") != 0 && strcmp(row, "pair") != 0)
		return derive_missing_set(why, "needs design '%s'", row);
	derive_value_add(value, t ? 2 : 1);
	derive_value_add(value, 2);
	if (!strcmp(row, "all"))
		derive_value_add(value, t ? 2 : 4);
	return true;
}

static const struct derive_source runs = {.name = take_name, .apps = two_apps};
static const struct derive_source values = {.cells = take_cells};

static bool number(const char *text, const struct derive_source *source, double *value,
		   struct derive_missing *why)
{
	struct error err;
	struct derive *d = derive_parse(text, source, &err);
	bool ok;

	if (!d)
		FAIL("%s: %s", text, err.text);
	ok = derive_number(d, source, value, why);
	derive_free(d);
	return ok;
}

static void check_number(const char *text, const struct derive_source *source, double want)
{
	struct derive_missing why;
	double value;

	if (!number(text, source, &value, &why))
		FAIL("%s: %s", text, why.text);
	if (fabs(value - want) > 1e-12 * (1 + fabs(want)))
		FAIL("%s is %.15g, expected %.15g", text, value, want);
}

static void check_missing(const char *text, const struct derive_source *source, const char *want)
{
	struct derive_missing why;
	double value;

	if (number(text, source, &value, &why))
		FAIL("%s is %g", text, value);
	CHECK_STR(why.text, want);
}

static const char *refusal(const char *text, const struct derive_source *source)
{
	static struct error err;
	struct derive *d = derive_parse(text, source, &err);

	derive_free(d);
	if (d)
		FAIL("parsed: %s", text);
	return err.text;
}

TEST(operators_bind_as_usual)
{
	check_number("1 + 2 * 3", &runs, 7);
	check_number("(1 + 2) * 3", &runs, 9);
	check_number("10 - 4 - 3", &runs, 3);
	check_number("24 / 4 / 2", &runs, 3);
	check_number("-a + b", &runs, -2);
	check_number("2 * -b", &runs, -8);
	check_number("--a", &runs, 6);
	check_number(".5 + 1e3", &runs, 1000.5);
	check_number("a * b < 25", &runs, 1);
	check_number("(a > b) + (a >= 6) + (b <= 3)", &runs, 2);
}

TEST(functions_of_numbers)
{
	check_number("pct(b / 16)", &runs, 25);
	check_number("gain(baseline.cycles / cycles)", &runs, 50);
	check_number("abs(b - a)", &runs, 2);
	check_number("per_kilo(a)", &runs, 3);
	check_number("ratio(a, b)", &runs, 1.5);
	check_number("ratio(zero, zero)", &runs, 1);
	check_number("larger(a, b)", &runs, 6);
	check_number("max(a, b, 5) - min(a, b)", &runs, 2);
	check_number("sum(1, 2, 3) + mean(a, b)", &runs, 11);
	check_number("all(a, b) + all(a, zero)", &runs, 1);
}

TEST(applications)
{
	check_number("sum_apps(app.ipc / alone.ipc)", &runs, 1.0 / 4 + 2 / 2.5);
	check_number("max_apps(alone.ipc / app.ipc)", &runs, 4);
	check_number("sum_apps(app.ipc) / sum_apps(baseline.app.ipc)", &runs, 3.0 / 5);
	check_number("apps.1.ipc", &runs, 2);
}

TEST(lists)
{
	check_number("[r, s] + 1", &values, 11);
	check_number("mean([all, s])", &values, 7.0 / 3);
	check_number("geomean([all, s])", &values, 2);
	check_number("sum([all, s] * [all, t])", &values, 14);
	check_number("max([all, s] / [r, s])", &values, 0.4);
	check_number("sum(larger([all, s], [all, t]))", &values, 8);
	check_number("all([all, s] > 0, [pair, s] < 3)", &values, 1);
	check_number("all([all, s] > 1)", &values, 0);
	check_number("max(abs(-[all, s]))", &values, 4);
}

TEST(means)
{
	const double gains[] = {100, 0, 300}, some[] = {1, 4, 16}, below[] = {-100};

	CHECK(derive_mean(MEAN_ARITHMETIC, some, 3) == 7);
	CHECK(fabs(derive_mean(MEAN_GEOMETRIC, some, 3) - 4) < 1e-12);
	/* Speedups of 2, 1 and 4: a mean of 2, 100 % gained. */
	CHECK(fabs(derive_mean(MEAN_SPEEDUP, gains, 3) - 100) < 1e-9);
	/* The cube root of 100 * 0.1 * 300 = 3000. */
	CHECK(fabs(derive_mean(MEAN_IMPROVEMENT, gains, 3) - 14.422495703074085) < 1e-9);
	CHECK(derive_mean(MEAN_MIN, gains, 3) == 0 && derive_mean(MEAN_MAX, gains, 3) == 300);
	CHECK(isnan(derive_mean(MEAN_GEOMETRIC, gains, 3)));
	CHECK(isnan(derive_mean(MEAN_SPEEDUP, below, 1)));
	CHECK(isnan(derive_mean(MEAN_ARITHMETIC, some, 0)));
}

TEST(what_is_missing_has_a_reason)
{
	check_missing("a + unknown.thing", &runs, "needs statistic 'unknown.thing'");
	check_missing("sum_apps(app.ipc / alone.nothing)", &runs,
		      "needs statistic 'alone.0.nothing'");
	check_missing("mean([mask, s])", &values, "needs design 'mask'");
	check_missing("a / zero", &runs, "not a number (a division by zero?)");
	check_missing("zero / zero", &runs, "not a number (a division by zero?)");
	check_missing("[all, s]", &values, "3 values where one is wanted");
	check_missing("max([all, s] + [pair, s])", &values,
		      "lists of 3 and 2 values do not go together");
}

TEST(refusals_say_where)
{
	CHECK_STR(refusal("1 +", &runs), "column 4 of '1 +': it ends where a value is expected");
	CHECK_STR(refusal("(a", &runs), "column 3 of '(a': expected ')'");
	CHECK_STR(refusal("a b", &runs), "column 3 of 'a b': unexpected 'b'");
	CHECK_STR(refusal("12x", &runs), "column 1 of '12x': not a number");
	CHECK_CONTAINS(refusal("geomaen(a)", &runs),
		       "unknown function 'geomaen'; did you mean 'geomean'");
	CHECK_CONTAINS(refusal("ratio(a)", &runs), "ratio takes 2 arguments, not 1");
	CHECK_CONTAINS(refusal("[r, s]", &runs), "a reference to values has no meaning here");
	CHECK_CONTAINS(refusal("a", &values), "a name has no meaning here");
	CHECK_CONTAINS(refusal("[r s]", &values), "expected [row, series]");
	CHECK_CONTAINS(refusal("[r, s", &values), "the bracket does not close");
	CHECK_CONTAINS(refusal("app.ipc", &runs), "only in sum_apps and max_apps");
	CHECK_CONTAINS(refusal("sum_apps(sum_apps(app.ipc))", &runs), "has no meaning here");
	CHECK_CONTAINS(refusal("per_kilo([r, s])", &values), "per_kilo has no meaning here");
	CHECK_CONTAINS(refusal("((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
			       "((((((a",
			       &runs),
		       "nested too deeply");
}

/* A tree of 30,000 operators would be too deep to walk. */
TEST(long_expressions)
{
	enum { TERMS = 30001 };
	static char text[2 * TERMS + 1];

	for (size_t i = 0; i < TERMS; i++)
		memcpy(text + 2 * i, "a+", 2);
	text[2 * TERMS - 1] = '\0';
	CHECK_CONTAINS(refusal(text, &runs), "more than 1000 operators");
	text[2 * 1001 - 1] = '\0'; /* 1000 of them */
	check_number(text, &runs, 6006);
}

TEST(cells_in_an_expression)
{
	const char *row, *series;
	struct error err;
	struct derive *d = derive_parse("[mean of 10, 2M]", &values, &err);

	CHECK(d && derive_is_cell(d, &row, &series));
	CHECK_STR(row, "mean of 10");
	CHECK_STR(series, "2M");
	derive_free(d);
	d = derive_parse("[a, b] - 1", &values, &err);
	CHECK(d && !derive_is_cell(d, &row, &series));
	derive_free(d);
}
