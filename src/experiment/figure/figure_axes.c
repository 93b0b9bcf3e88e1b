/*
 * The axes of a figure's runs. A sweep refuses what does not exist; here such points are taken out
 * first and remembered with their reason.
 */
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "driver/job/subject.h"
#include "experiment/figure/figure_parts.h"

static struct yaml_value *make_value(struct plan_reader *r, const struct yaml_value *like)
{
	struct yaml_value *v = xcalloc(1, sizeof(*v));

	v->kind = like->kind;
	v->file = like->file;
	v->line = like->line;
	r->made = xrealloc(r->made, (r->made_count + 1) * sizeof(struct yaml_value *));
	r->made[r->made_count++] = v;
	return v;
}

/* An empty list or map with room for what the other has. */
static struct yaml_value *make_list(struct plan_reader *r, const struct yaml_value *like)
{
	struct yaml_value *v = make_value(r, like);

	v->items = xcalloc(like->count + 1, sizeof(struct yaml_value *));
	if (like->kind == YAML_MAP) {
		v->keys = xcalloc(like->count + 1, sizeof(char *));
		v->key_lines = xcalloc(like->count + 1, sizeof(int));
	}
	return v;
}

static void keep_item(struct yaml_value *list, const struct yaml_value *from, size_t i,
		      struct yaml_value *item)
{
	if (list->keys && from->keys) {
		list->keys[list->count] = from->keys[i];
		list->key_lines[list->count] = from->key_lines[i];
	}
	list->items[list->count++] = item;
}

void plan_reader_release(struct plan_reader *r)
{
	for (size_t i = 0; i < r->made_count; i++) {
		free(r->made[i]->items);
		free(r->made[i]->keys);
		free(r->made[i]->key_lines);
		free(r->made[i]->text);
		free(r->made[i]);
	}
	free(r->made);
	free(r->map.items);
}

static struct plan_axis *add_axis(struct figure_plan *plan, const char *name)
{
	struct plan_axis *axis;

	plan->axes = xrealloc(plan->axes, (plan->axis_count + 1) * sizeof(*plan->axes));
	axis = &plan->axes[plan->axis_count++];
	*axis = (struct plan_axis){.name = xstrdup(name)};
	return axis;
}

/* Takes the reason; NULL: the point can run. */
static void add_label(struct plan_axis *axis, const char *label, char *missing)
{
	axis->missing = xrealloc(axis->missing, (axis->labels.count + 1) * sizeof(char *));
	axis->missing[axis->labels.count] = missing;
	text_list_add(&axis->labels, label);
}

typedef char *(*find_missing)(const char *name);

char *plan_missing_design(const char *name)
{
	struct error err;

	return config_exists(CONFIG_DESIGN, name, &err) ? NULL
							: xasprintf("needs design '%s'", name);
}

static char *missing_workload(const char *argument)
{
	char *name = xasprintf("%.*s", (int)strcspn(argument, ":@"), argument);
	struct error err;
	char *missing = NULL;

	if (!subject_is_file(argument) && !workload_find(name, &err))
		missing = xasprintf("needs workload '%s'", name);
	free(name);
	return missing;
}

static char *missing_setting(const char *name, const char *text)
{
	enum param id = param_find(name);
	struct params *scratch;
	struct error err;
	bool ok;

	if (id == P_COUNT)
		return xasprintf("needs parameter '%s'", name);
	if (param_rows[id].type != PARAM_CHOICE)
		return NULL;
	scratch = xmalloc(sizeof(*scratch));
	params_init(scratch);
	ok = param_set(scratch, id, text, &err);
	params_release(scratch);
	free(scratch);
	return ok ? NULL : xasprintf("needs '%s: %s'", name, text);
}

/* The label of an item, a name or a list of them, as a sweep would call it. */
static char *item_label(const struct yaml_value *item)
{
	struct text_list names = {0};
	char *label;

	if (item->kind != YAML_LIST)
		return xstrdup(item->text ? item->text : "");
	for (size_t i = 0; i < item->count; i++)
		text_list_add(&names, item->items[i]->text ? item->items[i]->text : "");
	label = names.count ? text_list_join(&names, "+") : xstrdup("baseline");
	text_list_release(&names);
	return label;
}

static char *item_missing(const struct yaml_value *item, find_missing find)
{
	char *missing = NULL;

	if (!find)
		return NULL;
	if (item->kind == YAML_TEXT)
		return find(item->text);
	for (size_t i = 0; !missing && item->kind == YAML_LIST && i < item->count; i++)
		if (item->items[i]->text)
			missing = find(item->items[i]->text);
	return missing;
}

/* A workload without parameters of its own as the figure's paper has it; NULL: just so. */
static char *paper_form(const struct figure *f, const char *argument)
{
	const struct workload_entry *entry;
	const struct workload_use *use;
	size_t length = strcspn(argument, "@");
	const char *params;
	struct error err;
	char *name;

	if (subject_is_file(argument) || strchr(argument, ':'))
		return NULL;
	name = xasprintf("%.*s", (int)length, argument);
	entry = workload_find(name, &err);
	free(name);
	for (use = entry ? entry->workload->uses : NULL; use && use->paper; use++) {
		if (strcmp(use->paper, f->experiment->paper) != 0)
			continue;
		params = workload_use_params(use, f->size);
		return params ? xasprintf("%.*s:%s%s", (int)length, argument, params,
					  argument + length)
			      : NULL;
	}
	return NULL;
}

/* The item, or one of its own with the workloads in the form of the paper. */
static struct yaml_value *form_item(struct plan_reader *r, struct yaml_value *item)
{
	struct yaml_value *made;
	char *form;

	if (item->kind == YAML_TEXT) {
		form = paper_form(r->f, item->text);
		if (!form)
			return item;
		made = make_value(r, item);
		made->text = form;
		return made;
	}
	if (item->kind != YAML_LIST)
		return item;
	made = make_list(r, item);
	for (size_t i = 0; i < item->count; i++)
		keep_item(made, item, i, form_item(r, item->items[i]));
	return made;
}

/* gpus, designs, workloads: a list, or one name. */
static struct yaml_value *take_names(struct plan_reader *r, const char *axis_name,
				     struct yaml_value *v, find_missing find)
{
	struct plan_axis *axis = add_axis(r->f->plan, axis_name);
	struct yaml_value one = {.kind = YAML_LIST, .file = v->file, .line = v->line, .count = 1};
	const struct yaml_value *all = v->kind == YAML_LIST ? v : &one;
	struct yaml_value *kept;

	one.items = &v;
	kept = make_list(r, all);
	for (size_t i = 0; i < all->count; i++) {
		char *label = item_label(all->items[i]);
		char *missing = item_missing(all->items[i], find);

		add_label(axis, label, missing);
		if (!missing)
			keep_item(kept, all, i,
				  find == missing_workload ? form_item(r, all->items[i])
							   : all->items[i]);
		free(label);
	}
	return kept;
}

/* A parameter with its value or values: an axis. */
static struct yaml_value *take_param(struct plan_reader *r, const char *name,
				     struct yaml_value *values)
{
	struct plan_axis *axis = add_axis(r->f->plan, name);
	struct yaml_value *some = make_list(r, values);
	size_t count = values->kind == YAML_LIST ? values->count : 1;

	for (size_t k = 0; k < count; k++) {
		struct yaml_value *item = values->kind == YAML_LIST ? values->items[k] : values;
		char *missing = item->text ? missing_setting(name, item->text) : NULL;

		add_label(axis, item->text ? item->text : "", missing);
		if (!missing && values->kind == YAML_LIST)
			keep_item(some, values, k, item);
	}
	return values->kind == YAML_LIST ? some : values;
}

/* Nested keys and dotted ones come to the same, as in a sweep. */
static struct yaml_value *take_params(struct plan_reader *r, struct yaml_value *v,
				      const char *prefix)
{
	struct yaml_value *kept = make_list(r, v);

	for (size_t i = 0; v->kind == YAML_MAP && i < v->count; i++) {
		struct yaml_value *item = v->items[i];
		char *name = xasprintf("%s%s%s", prefix, *prefix ? "." : "", v->keys[i]);
		bool group = item->kind == YAML_MAP && param_find(name) == P_COUNT;

		keep_item(kept, v, i,
			  group ? take_params(r, item, name) : take_param(r, name, item));
		free(name);
	}
	return kept;
}

static char *variant_missing(const struct yaml_value *v)
{
	const struct yaml_value *designs = yaml_get(v, "designs"), *params = yaml_get(v, "params");
	char *missing = designs ? item_missing(designs, plan_missing_design) : NULL;

	for (size_t i = 0; !missing && params && params->kind == YAML_MAP && i < params->count; i++)
		if (params->items[i]->text)
			missing = missing_setting(params->keys[i], params->items[i]->text);
	return missing;
}

static struct yaml_value *take_variants(struct plan_reader *r, struct yaml_value *v)
{
	struct plan_axis *axis = add_axis(r->f->plan, "variant");
	struct yaml_value *kept = make_list(r, v);

	for (size_t i = 0; v->kind == YAML_MAP && i < v->count; i++) {
		char *missing = variant_missing(v->items[i]);

		add_label(axis, v->keys[i], missing);
		if (!missing)
			keep_item(kept, v, i, v->items[i]);
	}
	return kept;
}

void plan_read_axes(struct plan_reader *r)
{
	const struct yaml_value *runs = r->f->experiment->runs;

	r->map = *runs;
	r->map.items = xcalloc(runs->count + 1, sizeof(struct yaml_value *));
	for (size_t i = 0; i < runs->count; i++) {
		const char *key = runs->keys[i];
		struct yaml_value *v = runs->items[i];

		if (!strcmp(key, "gpus"))
			v = take_names(r, "gpu", v, NULL);
		else if (!strcmp(key, "designs"))
			v = take_names(r, "design", v, plan_missing_design);
		else if (!strcmp(key, "workloads"))
			v = take_names(r, "workload", v, missing_workload);
		else if (!strcmp(key, "params"))
			v = take_params(r, v, "");
		else if (!strcmp(key, "variants"))
			v = take_variants(r, v);
		r->map.items[i] = v;
	}
}
