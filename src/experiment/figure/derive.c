/* Means, and evaluation of a parsed expression. */
#include "experiment/figure/derive.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/figure/derive_parts.h"

const char *const derive_mean_names[MEAN_COUNT] = {
	[MEAN_ARITHMETIC] = "mean", [MEAN_GEOMETRIC] = "geomean",
	[MEAN_SPEEDUP] = "speedup", [MEAN_IMPROVEMENT] = "improvement",
	[MEAN_MIN] = "min",         [MEAN_MAX] = "max",
};

/*
 * [Kotra21] states the geometric mean of percentage improvements, not of speedups: only that makes
 * its means agree with its single values. One without any improvement would make it zero.
 */
static const double improvement_floor = 0.1;

/* What the mean adds up: the item, or its logarithm. */
static double mean_term(enum derive_mean kind, double item)
{
	switch (kind) {
	case MEAN_GEOMETRIC:
		return item > 0 ? log(item) : NAN;
	case MEAN_SPEEDUP:
		return item > -100 ? log(1 + item / 100) : NAN;
	case MEAN_IMPROVEMENT:
		return log(fmax(item, improvement_floor));
	default:
		return item;
	}
}

double derive_mean(enum derive_mean kind, const double *items, size_t count)
{
	double sum = 0, extreme = count ? items[0] : NAN;

	for (size_t i = 0; i < count; i++) {
		if (kind == MEAN_MIN ? items[i] < extreme : items[i] > extreme)
			extreme = items[i];
		sum += mean_term(kind, items[i]);
	}
	if (!count || kind == MEAN_MIN || kind == MEAN_MAX)
		return extreme;
	sum /= (double)count;
	switch (kind) {
	case MEAN_GEOMETRIC:
	case MEAN_IMPROVEMENT:
		return exp(sum);
	case MEAN_SPEEDUP:
		return 100 * (exp(sum) - 1);
	default:
		return sum;
	}
}

bool derive_missing_set(struct derive_missing *why, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why->text, sizeof(why->text), fmt, ap);
	va_end(ap);
	return false;
}

void derive_value_add(struct derive_value *v, double item)
{
	v->items = xrealloc(v->items, (v->count + 1) * sizeof(*v->items));
	v->items[v->count++] = item;
	v->list = true;
}

void derive_value_release(struct derive_value *v)
{
	free(v->items);
	*v = (struct derive_value){0};
}

/* Of a list, the item; of a number, the number, whichever item is wanted. */
static double item_at(const struct derive_value *v, size_t i)
{
	return v->items ? v->items[v->list ? i : 0] : NAN;
}

static void set_number(struct derive_value *v, double number)
{
	derive_value_add(v, number);
	v->list = false;
}

/* An evaluation under way. */
struct evaluation {
	const struct derive_source *source;
	struct derive_missing *why;
	long app; /* that "app." and "alone." mean; negative: none */
};

static bool evaluate(struct evaluation *e, const struct derive *d, struct derive_value *out);

/* "app.ipc" is "apps.1.ipc" of the run, "baseline.app.ipc" of its baseline; "alone.ipc" is
 * "alone.1.ipc". */
static bool take_name(struct evaluation *e, const char *name, struct derive_value *out)
{
	char absolute[DERIVE_MOST_NAME + 32];
	double value;

	if (e->app >= 0 && !strncmp(name, "app.", 4))
		snprintf(absolute, sizeof(absolute), "apps.%ld.%s", e->app, name + 4);
	else if (e->app >= 0 && !strncmp(name, "baseline.app.", 13))
		snprintf(absolute, sizeof(absolute), "baseline.apps.%ld.%s", e->app, name + 13);
	else if (e->app >= 0 && !strncmp(name, "alone.", 6))
		snprintf(absolute, sizeof(absolute), "alone.%ld.%s", e->app, name + 6);
	else
		snprintf(absolute, sizeof(absolute), "%s", name);
	if (!e->source->name(e->source->data, absolute, &value, e->why))
		return false;
	set_number(out, value);
	return true;
}

static bool take_cells(struct evaluation *e, const struct derive *d, struct derive_value *out)
{
	bool whole = false;

	if (!e->source->cells(e->source->data, d->text, d->series, out, &whole, e->why))
		return false;
	out->list = !whole;
	return true;
}

static double operate(enum derive_kind kind, double a, double b)
{
	switch (kind) {
	case DERIVE_ADD:
		return a + b;
	case DERIVE_SUBTRACT:
		return a - b;
	case DERIVE_MULTIPLY:
		return a * b;
	case DERIVE_DIVIDE:
		return a / b;
	case DERIVE_LESS:
		return a < b;
	case DERIVE_LESS_EQUAL:
		return a <= b;
	case DERIVE_GREATER:
		return a > b;
	case DERIVE_GREATER_EQUAL:
		return a >= b;
	case DERIVE_LARGER:
		return a > b ? a : b;
	case DERIVE_RATIO:
		return a == 0 && b == 0 ? 1 : a / b;
	default:
		BUG("operator %d of an expression", (int)kind);
	}
}

static bool is_comparison(enum derive_kind kind)
{
	return kind == DERIVE_LESS || kind == DERIVE_LESS_EQUAL || kind == DERIVE_GREATER ||
	       kind == DERIVE_GREATER_EQUAL;
}

static double operate_or_ask(const struct derive_source *source, enum derive_kind kind, double a,
			     double b)
{
	bool more = kind == DERIVE_GREATER || kind == DERIVE_GREATER_EQUAL;
	double margin;

	if (!source->margin || !is_comparison(kind))
		return operate(kind, a, b);
	margin = source->margin(source->data, more ? a - b : b - a);
	return kind == DERIVE_LESS || kind == DERIVE_GREATER ? margin > 0 : margin >= 0;
}

/* Two numbers, a number with each item of a list, or two lists item by item. */
static bool take_pair(struct evaluation *e, const struct derive *d, struct derive_value *out)
{
	struct derive_value a = {0}, b = {0};
	bool ok = evaluate(e, d->args[0], &a) && evaluate(e, d->args[1], &b);

	if (ok && a.list && b.list && a.count != b.count)
		ok = derive_missing_set(e->why, "lists of %zu and %zu values do not go together",
					a.count, b.count);
	for (size_t i = 0; ok && i < (a.list ? a.count : b.list ? b.count : 1); i++)
		derive_value_add(
			out, operate_or_ask(e->source, d->kind, item_at(&a, i), item_at(&b, i)));
	out->list = a.list || b.list;
	derive_value_release(&a);
	derive_value_release(&b);
	return ok;
}

static double apply(enum derive_kind kind, double a)
{
	switch (kind) {
	case DERIVE_NEGATE:
		return -a;
	case DERIVE_ABS:
		return fabs(a);
	case DERIVE_PCT:
		return 100 * a;
	case DERIVE_GAIN:
		return 100 * (a - 1);
	default:
		BUG("function %d of an expression", (int)kind);
	}
}

static bool take_one(struct evaluation *e, const struct derive *d, struct derive_value *out)
{
	struct derive_value a = {0};
	bool ok = evaluate(e, d->args[0], &a);

	for (size_t i = 0; ok && i < a.count; i++)
		derive_value_add(out, apply(d->kind, a.items[i]));
	out->list = a.list;
	derive_value_release(&a);
	return ok;
}

static double reduce(enum derive_kind kind, const struct derive_value *all)
{
	double sum = 0;
	bool every = true;

	if (kind < DERIVE_MEAN + MEAN_COUNT)
		return derive_mean((enum derive_mean)(kind - DERIVE_MEAN), all->items, all->count);
	for (size_t i = 0; i < all->count; i++) {
		sum += all->items[i];
		every = every && all->items[i] != 0;
	}
	return kind == DERIVE_ALL ? every : sum;
}

/* Of all items of all arguments. */
static bool take_all(struct evaluation *e, const struct derive *d, struct derive_value *out)
{
	struct derive_value all = {0};
	bool ok = true;

	for (size_t i = 0; ok && i < d->arg_count; i++) {
		struct derive_value one = {0};

		ok = evaluate(e, d->args[i], &one);
		for (size_t k = 0; ok && k < one.count; k++)
			derive_value_add(&all, one.items[k]);
		derive_value_release(&one);
	}
	if (ok)
		set_number(out, reduce(d->kind, &all));
	derive_value_release(&all);
	return ok;
}

/* The argument once for each application of the run. */
static bool take_apps(struct evaluation *e, const struct derive *d, struct derive_value *out)
{
	size_t apps = e->source->apps(e->source->data);
	struct derive_value all = {0};
	bool ok = true;

	for (size_t i = 0; ok && i < apps; i++) {
		struct derive_value one = {0};

		e->app = (long)i;
		ok = evaluate(e, d->args[0], &one);
		if (ok)
			derive_value_add(&all, item_at(&one, 0));
		derive_value_release(&one);
	}
	e->app = -1;
	if (ok)
		set_number(out,
			   reduce(d->kind == DERIVE_SUM_APPS ? DERIVE_SUM : DERIVE_MEAN + MEAN_MAX,
				  &all));
	derive_value_release(&all);
	return ok;
}

static bool evaluate(struct evaluation *e, const struct derive *d, struct derive_value *out)
{
	if (d->kind == DERIVE_NUMBER) {
		set_number(out, d->number);
		return true;
	}
	if (d->kind == DERIVE_NAME)
		return take_name(e, d->text, out);
	if (d->kind == DERIVE_CELLS)
		return take_cells(e, d, out);
	if (d->kind <= DERIVE_RATIO)
		return take_pair(e, d, out);
	if (d->kind <= DERIVE_GAIN)
		return take_one(e, d, out);
	if (d->kind <= DERIVE_SUM)
		return take_all(e, d, out);
	return take_apps(e, d, out);
}

bool derive_number(const struct derive *d, const struct derive_source *source, double *value,
		   struct derive_missing *why)
{
	struct evaluation e = {.source = source, .why = why, .app = -1};
	struct derive_value v = {0};
	bool ok;

	why->text[0] = '\0';
	ok = evaluate(&e, d, &v);
	if (ok && v.count != 1)
		ok = derive_missing_set(why, "%zu values where one is wanted", v.count);
	if (ok && !isfinite(item_at(&v, 0)))
		ok = derive_missing_set(why, "not a number (a division by zero?)");
	if (ok)
		*value = item_at(&v, 0);
	derive_value_release(&v);
	return ok;
}

bool derive_is_cell(const struct derive *d, const char **row, const char **series)
{
	if (d->kind != DERIVE_CELLS)
		return false;
	*row = d->text;
	*series = d->series;
	return true;
}

bool derive_each_cell(const struct derive *d,
		      bool (*visit)(void *data, const char *row, const char *series), void *data)
{
	if (d->kind == DERIVE_CELLS)
		return visit(data, d->text, d->series);
	for (size_t i = 0; i < d->arg_count; i++)
		if (!derive_each_cell(d->args[i], visit, data))
			return false;
	return true;
}

void derive_free(struct derive *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->arg_count; i++)
		derive_free(d->args[i]);
	free(d->args);
	free(d->text);
	free(d->series);
	free(d);
}
