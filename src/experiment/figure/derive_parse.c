/* From text to a tree, by recursive descent. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "experiment/figure/derive_parts.h"

/* Depth: of parentheses and calls. Operators: each makes the tree one deeper that is walked. */
enum { MOST_DEPTH = 64, MOST_ARGS = 16, MOST_OPERATORS = 1000 };

static const struct function {
	const char *name;
	enum derive_kind kind;
	size_t least, most; /* arguments */
} functions[] = {
	{"abs", DERIVE_ABS, 1, 1},
	{"all", DERIVE_ALL, 1, MOST_ARGS},
	{"gain", DERIVE_GAIN, 1, 1},
	{"geomean", DERIVE_MEAN + MEAN_GEOMETRIC, 1, MOST_ARGS},
	{"improvement", DERIVE_MEAN + MEAN_IMPROVEMENT, 1, MOST_ARGS},
	{"larger", DERIVE_LARGER, 2, 2},
	{"max", DERIVE_MEAN + MEAN_MAX, 1, MOST_ARGS},
	{"max_apps", DERIVE_MAX_APPS, 1, 1},
	{"mean", DERIVE_MEAN + MEAN_ARITHMETIC, 1, MOST_ARGS},
	{"min", DERIVE_MEAN + MEAN_MIN, 1, MOST_ARGS},
	{"pct", DERIVE_PCT, 1, 1},
	{"per_kilo", DERIVE_MULTIPLY, 1, 1}, /* 1000 x / instructions */
	{"ratio", DERIVE_RATIO, 2, 2},
	{"speedup", DERIVE_MEAN + MEAN_SPEEDUP, 1, MOST_ARGS},
	{"sum", DERIVE_SUM, 1, MOST_ARGS},
	{"sum_apps", DERIVE_SUM_APPS, 1, 1},
};

enum { FUNCTION_COUNT = sizeof(functions) / sizeof(*functions) };

struct parser {
	const char *text, *at;
	const struct derive_source *source;
	unsigned depth, operators;
	bool in_apps; /* inside sum_apps or max_apps */
	struct error *err;
};

static struct derive *parser_refuse(struct parser *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static struct derive *parser_refuse(struct parser *p, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	error_set(p->err, "column %zu of '%.160s': %s", (size_t)(p->at - p->text) + 1, p->text,
		  text);
	return NULL;
}

static void skip_space(struct parser *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

static bool parser_take(struct parser *p, const char *token)
{
	skip_space(p);
	if (strncmp(p->at, token, strlen(token)) != 0)
		return false;
	p->at += strlen(token);
	return true;
}

static struct derive *new_node(enum derive_kind kind)
{
	struct derive *d = xcalloc(1, sizeof(*d));

	d->kind = kind;
	return d;
}

static struct derive *new_number(double number)
{
	struct derive *d = new_node(DERIVE_NUMBER);

	d->number = number;
	return d;
}

static struct derive *new_name(const char *name, size_t length)
{
	struct derive *d = new_node(DERIVE_NAME);

	d->text = xasprintf("%.*s", (int)length, name);
	return d;
}

static void parser_add_arg(struct derive *d, struct derive *arg)
{
	d->args = xrealloc(d->args, (d->arg_count + 1) * sizeof(struct derive *));
	d->args[d->arg_count++] = arg;
}

static struct derive *new_pair(enum derive_kind kind, struct derive *a, struct derive *b)
{
	struct derive *d = new_node(kind);

	parser_add_arg(d, a);
	parser_add_arg(d, b);
	return d;
}

static struct derive *parse_comparison(struct parser *p);

static struct derive *parse_number(struct parser *p)
{
	char *end;
	double number = strtod(p->at, &end);

	if (end == p->at || isalnum((unsigned char)*end) || *end == '_')
		return parser_refuse(p, "not a number");
	p->at = end;
	return new_number(number);
}

/* What stands between two places, without the space around it. */
static char *trimmed(const char *from, const char *to)
{
	while (from < to && isspace((unsigned char)*from))
		from++;
	while (to > from && isspace((unsigned char)to[-1]))
		to--;
	return xasprintf("%.*s", (int)(to - from), from);
}

/* [row, series], after the bracket. */
static struct derive *parse_cells(struct parser *p)
{
	size_t row = strcspn(p->at, ",]"), series;
	struct derive *d;

	if (!p->source->cells)
		return parser_refuse(p, "a reference to values has no meaning here");
	if (p->at[row] != ',')
		return parser_refuse(p, "expected [row, series]");
	series = strcspn(p->at + row + 1, "]");
	if (!p->at[row + 1 + series])
		return parser_refuse(p, "expected [row, series], and the bracket does not close");
	d = new_node(DERIVE_CELLS);
	d->text = trimmed(p->at, p->at + row);
	d->series = trimmed(p->at + row + 1, p->at + row + 1 + series);
	p->at += row + 1 + series + 1;
	return d;
}

static const struct function *find_function(const char *name, size_t length)
{
	for (size_t i = 0; i < FUNCTION_COUNT; i++)
		if (strlen(functions[i].name) == length &&
		    !strncmp(functions[i].name, name, length))
			return &functions[i];
	return NULL;
}

static struct derive *unknown_function(struct parser *p, const char *name, size_t length)
{
	const char *names[FUNCTION_COUNT];
	char wrong[64], hint[256];

	for (size_t i = 0; i < FUNCTION_COUNT; i++)
		names[i] = functions[i].name;
	snprintf(wrong, sizeof(wrong), "%.*s", (int)length, name);
	text_suggest(hint, sizeof(hint), wrong, names, FUNCTION_COUNT);
	p->at = name;
	return parser_refuse(p, "unknown function '%s'%s", wrong, hint);
}

static bool parse_args(struct parser *p, struct derive *call)
{
	do {
		struct derive *arg = call->arg_count == MOST_ARGS
					     ? parser_refuse(p, "more than %d arguments", MOST_ARGS)
					     : parse_comparison(p);

		if (!arg)
			return false;
		parser_add_arg(call, arg);
	} while (parser_take(p, ","));
	return parser_take(p, ")") || parser_refuse(p, "expected ')'");
}

/* After the name and the parenthesis. */
static struct derive *parse_call(struct parser *p, const char *name, size_t length)
{
	const struct function *f = find_function(name, length);
	bool apps = f && (f->kind == DERIVE_SUM_APPS || f->kind == DERIVE_MAX_APPS);
	bool per_kilo = f && !strcmp(f->name, "per_kilo"); /* of the run's instructions */
	struct derive *d;
	bool ok;

	if (!f)
		return unknown_function(p, name, length);
	if ((apps && (p->in_apps || !p->source->apps)) || (per_kilo && !p->source->name))
		return parser_refuse(p, "%s has no meaning here", f->name);
	d = new_node(f->kind);
	p->in_apps |= apps;
	ok = parse_args(p, d);
	p->in_apps &= !apps;
	if (ok && (d->arg_count < f->least || d->arg_count > f->most))
		ok = parser_refuse(p, "%s takes %zu argument%s, not %zu", f->name, f->least,
				   f->least == 1 ? "" : "s", d->arg_count);
	if (!ok) {
		derive_free(d);
		return NULL;
	}
	if (per_kilo) {
		parser_add_arg(d, new_number(1000));
		d = new_pair(DERIVE_DIVIDE, d, new_name("instructions", 12));
	}
	return d;
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static struct derive *parse_name(struct parser *p)
{
	const char *name = p->at;
	size_t length = 0;

	while (in_name(name[length]))
		length++;
	if (length > DERIVE_MOST_NAME)
		return parser_refuse(p, "a name of more than %d characters", DERIVE_MOST_NAME);
	p->at += length;
	if (parser_take(p, "("))
		return parse_call(p, name, length);
	p->at = name;
	if (!p->source->name)
		return parser_refuse(p, "a name has no meaning here; values are [row, series]");
	if (!p->in_apps && (!strncmp(name, "app.", 4) || !strncmp(name, "baseline.app.", 13)))
		return parser_refuse(p, "app. has a meaning only in sum_apps and max_apps");
	p->at = name + length;
	return new_name(name, length);
}

static struct derive *parse_primary(struct parser *p)
{
	struct derive *d;

	skip_space(p);
	if (isdigit((unsigned char)*p->at) || *p->at == '.')
		return parse_number(p);
	if (isalpha((unsigned char)*p->at) || *p->at == '_')
		return parse_name(p);
	if (parser_take(p, "["))
		return parse_cells(p);
	if (!parser_take(p, "("))
		return *p->at ? parser_refuse(p, "unexpected '%c'", *p->at)
			      : parser_refuse(p, "it ends where a value is expected");
	d = parse_comparison(p);
	if (d && !parser_take(p, ")")) {
		derive_free(d);
		return parser_refuse(p, "expected ')'");
	}
	return d;
}

static struct derive *parse_unary(struct parser *p)
{
	struct derive *d = NULL, *arg;

	if (p->depth == MOST_DEPTH)
		return parser_refuse(p, "nested too deeply");
	p->depth++;
	if (parser_take(p, "-")) {
		arg = parse_unary(p);
		if (arg) {
			d = new_node(DERIVE_NEGATE);
			parser_add_arg(d, arg);
		}
	} else {
		d = parse_primary(p);
	}
	p->depth--;
	return d;
}

/* Operators that bind equally, from the left; longer tokens first. */
struct operator
{
	const char *token;
	enum derive_kind kind;
};

static struct derive *parse_level(struct parser *p, const struct operator* operators,
				  struct derive *(*next)(struct parser *p))
{
	struct derive *left = next(p), *right;
	const struct operator* op;

	while (left) {
		for (op = operators; op->token && !parser_take(p, op->token); op++)
			;
		if (!op->token)
			break;
		right = p->operators++ == MOST_OPERATORS
				? parser_refuse(p, "more than %d operators", MOST_OPERATORS)
				: next(p);
		if (!right) {
			derive_free(left);
			return NULL;
		}
		left = new_pair(op->kind, left, right);
	}
	return left;
}

static struct derive *parse_product(struct parser *p)
{
	static const struct operator operators[] = {
		{"*", DERIVE_MULTIPLY}, {"/", DERIVE_DIVIDE}, {0}};

	return parse_level(p, operators, parse_unary);
}

static struct derive *parse_sum(struct parser *p)
{
	static const struct operator operators[] = {{"+", DERIVE_ADD}, {"-", DERIVE_SUBTRACT}, {0}};

	return parse_level(p, operators, parse_product);
}

static struct derive *parse_comparison(struct parser *p)
{
	static const struct operator operators[] = {{"<=", DERIVE_LESS_EQUAL},
						    {">=", DERIVE_GREATER_EQUAL},
						    {"<", DERIVE_LESS},
						    {">", DERIVE_GREATER},
						    {0}};

	return parse_level(p, operators, parse_sum);
}

struct derive *derive_parse(const char *text, const struct derive_source *source, struct error *err)
{
	struct parser p = {.text = text, .at = text, .source = source, .err = err};
	struct derive *d = parse_comparison(&p);

	skip_space(&p);
	if (d && *p.at) {
		derive_free(d);
		return parser_refuse(&p, "unexpected '%c'", *p.at);
	}
	return d;
}
