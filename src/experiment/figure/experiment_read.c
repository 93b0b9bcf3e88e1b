/* The keys of a figure's file; every name that can be checked without expanding its runs is. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "experiment/figure/experiment_parts.h"
#include "experiment/run/repeat.h"
#include "experiment/sweep/sweep.h"

/* What an expression of a figure may use, and one of a claim; only derive_parse looks at them. */
static bool any_name(void *data, const char *name, double *value, struct derive_missing *why)
{
	(void)data;
	(void)name;
	(void)value;
	return derive_missing_set(why, "not evaluated");
}

static bool any_cells(void *data, const char *row, const char *series, struct derive_value *value,
		      bool *whole, struct derive_missing *why)
{
	(void)data;
	(void)row;
	(void)series;
	(void)value;
	(void)whole;
	return derive_missing_set(why, "not evaluated");
}

static size_t any_apps(void *data)
{
	(void)data;
	return 0;
}

static const struct derive_source of_runs = {.name = any_name, .apps = any_apps};
static const struct derive_source of_values = {.cells = any_cells};

struct reader {
	struct experiment *e;
	struct error *err;
};

/* Room for one more in an array of the experiment. */
static void *add_item(void *items, size_t *count, size_t bytes)
{
	char **array = items;

	*array = xrealloc(*array, (*count + 1) * bytes);
	memset(*array + *count * bytes, 0, bytes);
	return *array + (*count)++ * bytes;
}

static struct derive *read_expression(struct reader *r, const struct yaml_value *v,
				      const char *what, const struct derive_source *source)
{
	const char *text = yaml_to_text(v, what, r->err);
	struct derive *d = text ? derive_parse(text, source, r->err) : NULL;

	if (text && !d)
		error_prefix(r->err, "%s:%d: %s", v->file, v->line, what);
	return d;
}

static bool read_text(struct reader *r, const char *key, char **into, const char *fallback)
{
	const struct yaml_value *v = yaml_get(r->e->root, key);
	const char *text = v ? yaml_to_text(v, key, r->err) : fallback;

	if (v && !text)
		return false;
	if (!text)
		return yaml_error(r->e->root, r->err, "no %s given", key);
	*into = xstrdup(text);
	return true;
}

/* A map, or nothing. *v becomes NULL when the key is not there. */
static bool find_map(struct reader *r, const char *key, const struct yaml_value **v)
{
	*v = yaml_get(r->e->root, key);
	return !*v || yaml_expect(*v, key, YAML_MAP, r->err);
}

/* A statistic's path has dots, or is one of a few words that a term would hide. */
static bool check_term_name(struct reader *r, const struct yaml_value *v, const char *name)
{
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");

	if (!length || name[length] || length > DERIVE_MOST_TERM)
		return yaml_error(v, r->err,
				  "terms: a name has small letters and _, at most %d, unlike "
				  "'%.80s'",
				  DERIVE_MOST_TERM, name);
	return true;
}

static bool read_terms(struct reader *r)
{
	const struct yaml_value *v;

	if (!find_map(r, "terms", &v))
		return false;
	for (size_t i = 0; v && i < v->count; i++) {
		struct experiment_term *term =
			add_item(&r->e->terms, &r->e->term_count, sizeof(*term));

		term->name = xstrdup(v->keys[i]);
		if (!check_term_name(r, v->items[i], v->keys[i]))
			return false;
		term->is = read_expression(r, v->items[i], v->keys[i], &of_runs);
		if (!term->is)
			return false;
	}
	return true;
}

/* "label: expression" or "label: {is: expression, unit: percent}". */
static bool read_value(struct reader *r, const char *label, const struct yaml_value *v)
{
	static const char *const keys[] = {"is", "unit"};
	const struct yaml_value *is = v, *unit = NULL;
	struct experiment_value *value =
		add_item(&r->e->values, &r->e->value_count, sizeof(*value));

	value->label = xstrdup(label);
	if (v->kind == YAML_MAP) {
		if (!yaml_check_keys(v, "a value", keys, 2, r->err))
			return false;
		is = yaml_get(v, "is");
		unit = yaml_get(v, "unit");
		if (!is)
			return yaml_error(v, r->err, "%s: no expression given: 'is'", label);
	} else {
		unit = yaml_get(r->e->root, "unit");
	}
	if (unit && !yaml_to_text(unit, "unit", r->err))
		return false;
	value->unit = xstrdup(unit ? unit->text : "");
	value->is = read_expression(r, is, label, &of_runs);
	return value->is;
}

static bool read_values(struct reader *r)
{
	const struct yaml_value *v;

	if (!find_map(r, "values", &v))
		return false;
	if (!v || !v->count)
		return yaml_error(r->e->root, r->err, "no values given: what to derive from a run");
	for (size_t i = 0; i < v->count; i++)
		if (!read_value(r, v->keys[i], v->items[i]))
			return false;
	return true;
}

static bool read_mean(struct reader *r, const struct yaml_value *v, enum derive_mean *by)
{
	const char *name = yaml_to_text(v, "by", r->err);
	char hint[256];

	if (!name)
		return false;
	for (int i = 0; i < MEAN_COUNT; i++) {
		if (!strcmp(name, derive_mean_names[i])) {
			*by = (enum derive_mean)i;
			return true;
		}
	}
	text_suggest(hint, sizeof(hint), name, derive_mean_names, MEAN_COUNT);
	return yaml_error(v, r->err, "unknown mean '%.80s'%s", name, hint);
}

/* "label: geomean" or "label: {of: group, by: geomean}". */
static bool read_summary(struct reader *r, const char *label, const struct yaml_value *v)
{
	static const char *const keys[] = {"of", "by"};
	struct experiment_summary *summary =
		add_item(&r->e->summaries, &r->e->summary_count, sizeof(*summary));
	const struct yaml_value *of = NULL, *by = v;

	summary->label = xstrdup(label);
	summary->at = v;
	if (v->kind == YAML_MAP) {
		if (!yaml_check_keys(v, "a summary", keys, 2, r->err))
			return false;
		of = yaml_get(v, "of");
		by = yaml_get(v, "by");
		if (!by)
			return yaml_error(v, r->err, "%s: which mean? 'by'", label);
	}
	if (of && !yaml_to_text(of, "of", r->err))
		return false;
	summary->of = xstrdup(of ? of->text : "*");
	return read_mean(r, by, &summary->by);
}

static bool read_summaries(struct reader *r)
{
	const struct yaml_value *v;

	if (!find_map(r, "summaries", &v))
		return false;
	for (size_t i = 0; v && i < v->count; i++)
		if (!read_summary(r, v->keys[i], v->items[i]))
			return false;
	return true;
}

/* A list of names, or one of them. */
static bool read_names(struct reader *r, const char *key, struct text_list *names)
{
	const struct yaml_value *v = yaml_get(r->e->root, key);
	size_t count = v && v->kind == YAML_LIST ? v->count : v != NULL;

	for (size_t i = 0; i < count; i++) {
		const char *name =
			yaml_to_text(v->kind == YAML_LIST ? v->items[i] : v, key, r->err);

		if (!name)
			return false;
		text_list_add(names, name);
	}
	return true;
}

static bool read_groups(struct reader *r)
{
	const struct yaml_value *v;

	if (!find_map(r, "groups", &v))
		return false;
	for (size_t i = 0; v && i < v->count; i++) {
		const struct yaml_value *rows = v->items[i];
		struct experiment_group *group =
			add_item(&r->e->groups, &r->e->group_count, sizeof(*group));

		group->name = xstrdup(v->keys[i]);
		group->at = rows;
		if (!yaml_expect(rows, v->keys[i], YAML_LIST, r->err))
			return false;
		for (size_t k = 0; k < rows->count; k++) {
			const char *row = yaml_to_text(rows->items[k], v->keys[i], r->err);

			if (!row)
				return false;
			text_list_add(&group->rows, row);
		}
	}
	return true;
}

static bool read_baseline(struct reader *r)
{
	const struct yaml_value *v;

	if (!find_map(r, "baseline", &v))
		return false;
	for (size_t i = 0; v && i < v->count; i++) {
		struct experiment_point *point =
			add_item(&r->e->baseline, &r->e->baseline_count, sizeof(*point));
		const char *label = yaml_to_text(v->items[i], v->keys[i], r->err);

		point->axis = xstrdup(v->keys[i]);
		point->at = v->items[i];
		if (!label)
			return false;
		point->label = xstrdup(label);
	}
	return true;
}

/* The one among level, change, holds and exact that the entry has. */
static const struct yaml_value *find_sense(const struct yaml_value *v, enum claim_sense *sense)
{
	const struct yaml_value *found = NULL;

	for (int i = 0; i < 4; i++) {
		const struct yaml_value *is = yaml_get(v, claim_sense_names[i]);

		if (is && found)
			return NULL;
		if (is) {
			*sense = (enum claim_sense)i;
			found = is;
		}
	}
	return found;
}

static bool check_claim(struct reader *r, const struct experiment_claim *c,
			const struct yaml_value *at)
{
	size_t wanted =
		c->sense == CLAIM_HOLDS || !c->claim->number_count ? 1 : c->claim->number_count;

	if (claim_sense_kind(c->sense) != c->claim->kind)
		return yaml_error(at, r->err, "claim %s is of kind %s, which '%s' does not answer",
				  c->claim->id, claim_kind_name(c->claim->kind),
				  claim_sense_names[c->sense]);
	if (c->part_count != wanted)
		return yaml_error(at, r->err,
				  "claim %s has %zu number%s (%s), and here are %zu expressions",
				  c->claim->id, wanted, wanted == 1 ? "" : "s", c->claim->published,
				  c->part_count);
	return true;
}

/* "S01: {change: '[geomean, simt-walks]'}". */
static bool read_claim(struct reader *r, const char *id, const struct yaml_value *v)
{
	static const char *const keys[] = {"level", "change", "holds", "exact", "show"};
	struct experiment_claim *c = add_item(&r->e->claims, &r->e->claim_count, sizeof(*c));
	const struct yaml_value *is, *show = yaml_get(v, "show");
	size_t count;

	c->claim = claim_find(claims_all(), id);
	c->at = v;
	if (!c->claim)
		return yaml_error(v, r->err, "there is no claim '%.40s'", id);
	if (!yaml_check_keys(v, "a claim", keys, 5, r->err))
		return false;
	is = find_sense(v, &c->sense);
	if (!is)
		return yaml_error(v, r->err,
				  "claim %s: expected one of level, change, holds and exact", id);
	count = is->kind == YAML_LIST ? is->count : 1;
	c->parts = xcalloc(count + 1, sizeof(struct derive *));
	for (; c->part_count < count; c->part_count++) {
		const struct yaml_value *part =
			is->kind == YAML_LIST ? is->items[c->part_count] : is;

		c->parts[c->part_count] = read_expression(r, part, id, &of_values);
		if (!c->parts[c->part_count])
			return false;
	}
	if (show && !(c->show = read_expression(r, show, id, &of_values)))
		return false;
	return check_claim(r, c, v);
}

static bool read_claims(struct reader *r)
{
	const struct yaml_value *v;

	if (!find_map(r, "claims", &v))
		return false;
	for (size_t i = 0; v && i < v->count; i++)
		if (!read_claim(r, v->keys[i], v->items[i]))
			return false;
	return true;
}

/* Lists of texts: what applications that run alone have of their own. */
static bool read_alone(struct reader *r)
{
	static const char *const keys[] = {"designs", "settings"};
	struct experiment *e = r->e;

	if (!find_map(r, "alone", &e->alone))
		return false;
	if (e->alone && !yaml_check_keys(e->alone, "alone", keys, 2, r->err))
		return false;
	for (size_t i = 0; e->alone && i < e->alone->count; i++) {
		const struct yaml_value *v = e->alone->items[i];

		if (!yaml_expect(v, e->alone->keys[i], YAML_LIST, r->err))
			return false;
		for (size_t k = 0; k < v->count; k++)
			if (!yaml_to_text(v->items[k], e->alone->keys[i], r->err))
				return false;
	}
	return true;
}

static bool read_lasting(struct reader *r)
{
	const struct yaml_value *v = yaml_get(r->e->root, "lasting");
	int64_t most = (int64_t)param_rows[P_APP_CYCLES].max;

	if (!v)
		return true;
	if (v->kind != YAML_LIST)
		return yaml_to_i64(v, "lasting", 1, most, &r->e->lasting[1], r->err);
	if (v->count != 2)
		return yaml_error(v, r->err,
				  "lasting: expected two numbers, at small and from medium on");
	return yaml_to_i64(v->items[0], "lasting", 0, most, &r->e->lasting[0], r->err) &&
	       yaml_to_i64(v->items[1], "lasting", 0, most, &r->e->lasting[1], r->err);
}

static bool read_runs(struct reader *r)
{
	struct experiment *e = r->e;

	e->runs = yaml_get(e->root, "runs");
	if (!e->runs)
		return yaml_error(e->root, r->err, "no runs given: what to simulate");
	if (!yaml_check_keys(e->runs, "runs", sweep_keys, sweep_key_count, r->err))
		return false;
	if (yaml_get(e->runs, "sizes"))
		return yaml_error(e->runs, r->err,
				  "runs of a figure have no sizes: the command line says which");
	if (yaml_get(e->runs, "repeat"))
		return yaml_error(e->runs, r->err, "repeat stands beside runs, not below it");
	return read_alone(r) && find_map(r, "labels", &e->labels) &&
	       find_map(r, "limits", &e->limits) && read_lasting(r);
}

static bool read_chart(struct reader *r)
{
	static const char *const charts[] = {"bars", "stacked", "lines", "table"};
	const struct yaml_value *v = yaml_get(r->e->root, "chart");
	char hint[128];

	if (!read_text(r, "chart", &r->e->chart, "bars"))
		return false;
	for (size_t i = 0; i < sizeof(charts) / sizeof(*charts); i++)
		if (!strcmp(r->e->chart, charts[i]))
			return true;
	text_suggest(hint, sizeof(hint), r->e->chart, charts, sizeof(charts) / sizeof(*charts));
	return yaml_error(v, r->err, "unknown chart '%.80s'%s", r->e->chart, hint);
}

/* What the figure says of itself, and then what it includes. */
static bool read_about(struct reader *r)
{
	const struct yaml_value *more = r->e->included ? yaml_get(r->e->included, "about") : NULL;
	const char *text;
	char *own;

	if (!read_text(r, "about", &r->e->about, ""))
		return false;
	if (!more)
		return true;
	text = yaml_to_text(more, "about", r->err);
	if (!text)
		return false;
	own = r->e->about;
	r->e->about = xasprintf("%s %s", own, text);
	free(own);
	return true;
}

static bool read_all(struct reader *r)
{
	static const char *const keys[] = {"paper",  "title",    "source",  "about",     "chart",
					   "unit",   "includes", "runs",    "needs",     "rows",
					   "labels", "limits",   "lasting", "baseline",  "alone",
					   "terms",  "values",   "groups",  "summaries", "claims",
					   "repeat", "also_on"};

	return yaml_check_keys(r->e->root, "a figure", keys, sizeof(keys) / sizeof(*keys),
			       r->err) &&
	       read_text(r, "paper", &r->e->paper, "") &&
	       read_text(r, "title", &r->e->title, NULL) &&
	       read_text(r, "source", &r->e->source, "") && read_about(r) &&
	       read_text(r, "rows", &r->e->rows, "workload") && read_chart(r) && read_runs(r) &&
	       repeat_read(r->e->root, &r->e->repeat, r->err) &&
	       read_names(r, "needs", &r->e->needs) && read_names(r, "also_on", &r->e->also_on) &&
	       read_groups(r) && read_baseline(r) && read_terms(r) && read_values(r) &&
	       read_summaries(r) && read_claims(r);
}

bool experiment_read_keys(struct experiment *e, struct error *err)
{
	struct reader r = {.e = e, .err = err};

	return read_all(&r);
}
