/*
 * From the runs of a figure's file to specs. A sweep refuses what does not exist; here such points
 * are taken out first and remembered with their reason.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/subject.h"
#include "experiment/figure_parts.h"
#include "experiment/sweep.h"
#include "sim/config.h"

/* Invariant: map is a copy of the file's with lists of its own, which share the file's items. */
struct runs_reader {
	struct figure *f;
	struct yaml_value map;
	struct yaml_value **made; /* to be freed: lists, and items that are not the file's */
	size_t made_count;
	struct error *err;
};

static struct yaml_value *make_value(struct runs_reader *r, const struct yaml_value *like)
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
static struct yaml_value *make_list(struct runs_reader *r, const struct yaml_value *like)
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
	if (list->kind == YAML_MAP) {
		list->keys[list->count] = from->keys[i];
		list->key_lines[list->count] = from->key_lines[i];
	}
	list->items[list->count++] = item;
}

static void free_made(struct runs_reader *r)
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

static char *missing_design(const char *name)
{
	struct error err;

	return config_exists(CONFIG_DESIGN, name, &err) ? NULL
							: xasprintf("needs design '%s'", name);
}

static char *missing_workload(const char *argument)
{
	char *name = xasprintf("%.*s", (int)strcspn(argument, ":"), argument);
	struct error err;
	char *missing = NULL;

	if (!subject_is_job(argument) && !workload_find(name, &err))
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

/* gpus, designs, workloads: a list, or one name. */
static struct yaml_value *take_names(struct runs_reader *r, const char *axis_name,
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
			keep_item(kept, all, i, all->items[i]);
		free(label);
	}
	return kept;
}

/* params: an axis each. */
static struct yaml_value *take_params(struct runs_reader *r, struct yaml_value *v)
{
	struct yaml_value *kept = make_list(r, v);

	for (size_t i = 0; v->kind == YAML_MAP && i < v->count; i++) {
		struct plan_axis *axis = add_axis(r->f->plan, v->keys[i]);
		struct yaml_value *values = v->items[i], *some = make_list(r, values);
		size_t count = values->kind == YAML_LIST ? values->count : 1;

		for (size_t k = 0; k < count; k++) {
			struct yaml_value *item =
				values->kind == YAML_LIST ? values->items[k] : values;
			char *missing = item->text ? missing_setting(v->keys[i], item->text) : NULL;

			add_label(axis, item->text ? item->text : "", missing);
			if (!missing && values->kind == YAML_LIST)
				keep_item(some, values, k, item);
		}
		keep_item(kept, v, i, values->kind == YAML_LIST ? some : values);
	}
	return kept;
}

static char *variant_missing(const struct yaml_value *v)
{
	const struct yaml_value *designs = yaml_get(v, "designs"), *params = yaml_get(v, "params");
	char *missing = designs ? item_missing(designs, missing_design) : NULL;

	for (size_t i = 0; !missing && params && params->kind == YAML_MAP && i < params->count; i++)
		if (params->items[i]->text)
			missing = missing_setting(params->keys[i], params->items[i]->text);
	return missing;
}

static struct yaml_value *take_variants(struct runs_reader *r, struct yaml_value *v)
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

/* Axes in the order of the file, as a sweep has them. */
static void take_keys(struct runs_reader *r)
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
			v = take_names(r, "design", v, missing_design);
		else if (!strcmp(key, "workloads"))
			v = take_names(r, "workload", v, missing_workload);
		else if (!strcmp(key, "params"))
			v = take_params(r, v);
		else if (!strcmp(key, "variants"))
			v = take_variants(r, v);
		r->map.items[i] = v;
	}
}

size_t plan_position(const struct figure_plan *plan, size_t point, size_t axis)
{
	size_t stride = 1;

	for (size_t a = plan->axis_count - 1; a > axis; a--)
		stride *= plan->axes[a].labels.count;
	return point / stride % plan->axes[axis].labels.count;
}

size_t plan_move(const struct figure_plan *plan, size_t point, size_t axis, size_t position)
{
	size_t stride = 1;

	for (size_t a = plan->axis_count - 1; a > axis; a--)
		stride *= plan->axes[a].labels.count;
	return point + position * stride - plan_position(plan, point, axis) * stride;
}

const char *plan_missing(const struct figure_plan *plan, size_t point)
{
	for (size_t a = 0; a < plan->axis_count; a++) {
		const char *missing = plan->axes[a].missing[plan_position(plan, point, a)];

		if (missing)
			return missing;
	}
	return NULL;
}

static bool size_grid(struct figure_plan *plan)
{
	bool runs = true;

	plan->grid = 1;
	for (size_t a = 0; a < plan->axis_count; a++) {
		bool some = !plan->axes[a].labels.count; /* the sweep says what is wrong */

		plan->grid *= plan->axes[a].labels.count;
		for (size_t i = 0; i < plan->axes[a].labels.count; i++)
			some |= !plan->axes[a].missing[i];
		runs &= some;
	}
	plan->spec = xcalloc(plan->grid + 1, sizeof(*plan->spec));
	plan->alone = xcalloc(plan->grid + 1, sizeof(*plan->alone));
	for (size_t i = 0; i < plan->grid; i++)
		plan->spec[i] = plan->alone[i] = PLAN_NONE;
	return runs;
}

static struct run_spec *add_spec(struct figure *f)
{
	f->specs = xrealloc(f->specs, (f->spec_count + 1) * sizeof(*f->specs));
	memset(&f->specs[f->spec_count], 0, sizeof(*f->specs));
	return &f->specs[f->spec_count++];
}

/* The sweep's specs, which come in the order of the grid points that can run. */
static void place_specs(struct figure *f, struct sweep *sweep)
{
	size_t next = 0;

	for (size_t i = 0; i < f->plan->grid; i++) {
		if (plan_missing(f->plan, i))
			continue;
		if (next == sweep->count)
			BUG("%s: %zu runs for more grid points", f->experiment->id, sweep->count);
		f->plan->spec[i] = (long)f->spec_count;
		*add_spec(f) = sweep->specs[next++];
	}
	if (next != sweep->count)
		BUG("%s: %zu runs for %zu grid points", f->experiment->id, sweep->count, next);
	sweep->count = 0; /* they are the figure's now */
}

/* Long runs may end early at the size of the paper. */
static bool apply_limits(struct figure *f, struct error *err)
{
	const struct yaml_value *limits = f->experiment->limits;

	for (size_t i = 0; limits && f->size == SIZE_PAPER && i < limits->count; i++) {
		int64_t limit;

		if (!yaml_to_i64(limits->items[i], "limits", 1, INT64_MAX, &limit, err))
			return false;
		for (size_t k = 0; k < f->spec_count; k++) {
			struct run_spec *spec = &f->specs[k];
			const char *name = spec->workloads.items[0];
			size_t length = strcspn(name, ":");

			if (spec->workloads.count != 1 || strlen(limits->keys[i]) != length ||
			    strncmp(name, limits->keys[i], length) != 0)
				continue;
			spec->max_instructions = (uint64_t)limit;
			if (!run_spec_resolve(spec, err))
				return false;
		}
	}
	return true;
}

/* The same machine with one of the applications, changed as the file says. */
static bool add_alone(struct figure *f, size_t point, size_t app, struct error *err)
{
	const struct yaml_value *alone = f->experiment->alone;
	const struct yaml_value *designs = yaml_get(alone, "designs"),
				*settings = yaml_get(alone, "settings");
	struct run_spec *spec = add_spec(f);
	char *workload;

	run_spec_copy(spec, &f->specs[f->plan->spec[point]]);
	workload = xstrdup(spec->workloads.items[app]);
	text_list_release(&spec->workloads);
	text_list_add(&spec->workloads, workload);
	free(workload);
	if (designs)
		text_list_release(&spec->designs);
	for (size_t i = 0; designs && i < designs->count; i++)
		if (designs->items[i]->text)
			text_list_add(&spec->designs, designs->items[i]->text);
	for (size_t i = 0; settings && i < settings->count; i++)
		if (settings->items[i]->text)
			text_list_add(&spec->settings, settings->items[i]->text);
	return run_spec_resolve(spec, err) ||
	       error_prefix(err, "%s:%d: alone", alone->file, alone->line);
}

static bool add_all_alone(struct figure *f, struct error *err)
{
	for (size_t i = 0; f->experiment->alone && i < f->plan->grid; i++) {
		size_t apps;

		if (f->plan->spec[i] == PLAN_NONE)
			continue;
		apps = f->specs[f->plan->spec[i]].workloads.count;
		f->plan->alone[i] = (long)f->spec_count;
		for (size_t k = 0; k < apps; k++)
			if (!add_alone(f, i, k, err))
				return false;
	}
	return true;
}

bool figure_plan_runs(struct figure *f, struct error *err)
{
	struct runs_reader r = {.f = f, .err = err};
	struct sweep sweep = {0};
	bool ok = true;

	f->plan = xcalloc(1, sizeof(*f->plan));
	take_keys(&r);
	if (size_grid(f->plan)) {
		ok = sweep_expand(&sweep, &r.map, &f->size, err);
		if (ok)
			place_specs(f, &sweep);
		sweep_release(&sweep);
	}
	free_made(&r);
	return ok && apply_limits(f, err) && add_all_alone(f, err);
}

void figure_plan_free(struct figure_plan *plan)
{
	for (size_t a = 0; plan && a < plan->axis_count; a++) {
		for (size_t i = 0; i < plan->axes[a].labels.count; i++)
			free(plan->axes[a].missing[i]);
		free(plan->axes[a].missing);
		free(plan->axes[a].name);
		text_list_release(&plan->axes[a].labels);
	}
	if (plan) {
		free(plan->axes);
		free(plan->spec);
		free(plan->alone);
	}
	free(plan);
}
