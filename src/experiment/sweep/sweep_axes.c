/* The keys of a sweep, each checked by itself as far as it can be. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "driver/job/subject.h"
#include "experiment/sweep/sweep_parts.h"

/* Takes one item of a list; false with a line in d->err. */
typedef bool (*take_item)(struct sweep_draft *d, const struct yaml_value *item);

/* The line at fault in front of what another part found. */
static bool at_line(struct sweep_draft *d, const struct yaml_value *at)
{
	return error_prefix(d->err, "%s:%d", at->file, at->line);
}

/* A list, or a single value that stands for a list of one. */
static bool each_item(struct sweep_draft *d, const struct yaml_value *v, const char *key,
		      take_item take)
{
	if (v->kind == YAML_TEXT && *v->text)
		return take(d, v);
	if (v->kind == YAML_MAP)
		return yaml_expect(v, key, YAML_LIST, d->err);
	if (!v->count)
		return yaml_error(v, d->err, "%s: empty, so there is nothing to run", key);
	for (size_t i = 0; i < v->count; i++)
		if (!take(d, v->items[i]))
			return false;
	return true;
}

static bool take_gpu(struct sweep_draft *d, const struct yaml_value *item)
{
	const char *name = yaml_to_text(item, "gpus", d->err);
	struct run_spec *part;

	if (!name)
		return false;
	if (!config_exists(CONFIG_GPU, name, d->err))
		return at_line(d, item);
	part = sweep_draft_point(d, item, name);
	if (part)
		part->gpu = xstrdup(name);
	return part;
}

/* One name into the designs of a part. */
static bool add_design(struct sweep_draft *d, struct text_list *designs,
		       const struct yaml_value *item)
{
	const char *name = yaml_to_text(item, "designs", d->err);

	if (!name)
		return false;
	if (!config_exists(CONFIG_DESIGN, name, d->err))
		return at_line(d, item);
	text_list_add(designs, name);
	return true;
}

/* A name, or a list of those that are combined. */
static bool read_designs(struct sweep_draft *d, const struct yaml_value *v,
			 struct text_list *designs)
{
	if (v->kind != YAML_LIST)
		return add_design(d, designs, v);
	for (size_t i = 0; i < v->count; i++)
		if (!add_design(d, designs, v->items[i]))
			return false;
	return true;
}

static bool take_design(struct sweep_draft *d, const struct yaml_value *item)
{
	struct text_list designs = {0};
	struct run_spec *part = NULL;
	char *label = NULL;

	if (read_designs(d, item, &designs)) {
		label = designs.count ? text_list_join(&designs, "+") : xstrdup("baseline");
		part = sweep_draft_point(d, item, label);
	}
	if (part)
		part->designs = designs;
	else
		text_list_release(&designs);
	free(label);
	return part;
}

static bool add_workload(struct sweep_draft *d, struct text_list *workloads,
			 const struct yaml_value *item)
{
	const char *argument = yaml_to_text(item, "workloads", d->err);
	const struct workload_entry *entry;
	struct app *app;
	char *bare;

	if (!argument)
		return false;
	if (!subject_is_file(argument)) {
		bare = subject_bare(argument);
		app = app_parse(bare, SIZE_SMALL, &entry, d->err);
		free(bare);
		if (!app)
			return at_line(d, item);
		app_free(app);
	}
	text_list_add(workloads, argument);
	return true;
}

/* A workload, or a list of those that share the machine. */
static bool take_workload(struct sweep_draft *d, const struct yaml_value *item)
{
	struct text_list workloads = {0};
	struct run_spec *part = NULL;
	char *label = NULL;
	bool ok = true;

	if (item->kind == YAML_LIST && (!item->count || item->count > RUN_MOST_APPS))
		return yaml_error(item, d->err,
				  "workloads: expected from 1 to %d that run together",
				  RUN_MOST_APPS);
	if (item->kind == YAML_LIST)
		for (size_t i = 0; ok && i < item->count; i++)
			ok = add_workload(d, &workloads, item->items[i]);
	else
		ok = add_workload(d, &workloads, item);
	if (ok) {
		label = text_list_join(&workloads, "+");
		part = sweep_draft_point(d, item, label);
	}
	if (part)
		part->workloads = workloads;
	else
		text_list_release(&workloads);
	free(label);
	return part;
}

static bool take_size(struct sweep_draft *d, const struct yaml_value *item)
{
	const char *name = yaml_to_text(item, "sizes", d->err);
	struct sweep_axis_draft *axis;
	enum workload_size size;
	struct run_spec *part;

	if (!name)
		return false;
	if (!workload_size_parse(name, &size, d->err))
		return at_line(d, item);
	part = sweep_draft_point(d, item, name);
	if (!part)
		return false;
	axis = &d->axes[d->axis_count - 1];
	axis->points[axis->count - 1].sets_size = true;
	part->size = size;
	return true;
}

/* Whether the parameter takes the value, by itself. "key=value" into out. */
static bool check_setting(struct sweep_draft *d, enum param id, const struct yaml_value *v,
			  char *out, size_t bytes)
{
	const char *name = param_rows[id].name;
	struct params *scratch;
	bool ok;

	if (!yaml_expect(v, name, YAML_TEXT, d->err))
		return false;
	scratch = xmalloc(sizeof(*scratch));
	params_init(scratch);
	ok = param_set(scratch, id, v->text, d->err) || at_line(d, v);
	params_release(scratch);
	free(scratch);
	snprintf(out, bytes, "%s=%s", name, v->text);
	return ok;
}

/* A parameter with its value or values. */
typedef bool (*take_param)(struct sweep_draft *d, enum param id, const struct yaml_value *v,
			   void *ctx);

/* Whether a parameter's name begins with this and a dot. */
static bool is_group(const char *name)
{
	size_t length = strlen(name);

	for (int id = 0; id < P_COUNT; id++)
		if (!strncmp(param_rows[id].name, name, length) &&
		    param_rows[id].name[length] == '.')
			return true;
	return false;
}

/* Nested keys and dotted ones come to the same, as in GPU files. */
static bool each_param(struct sweep_draft *d, const struct yaml_value *map, const char *prefix,
		       take_param take, void *ctx)
{
	for (size_t i = 0; i < map->count; i++) {
		const struct yaml_value *v = map->items[i];
		struct yaml_value at = {.file = map->file, .line = map->key_lines[i]};
		char name[128], hint[256];
		enum param id;
		bool ok;

		snprintf(name, sizeof(name), "%s%s%s", prefix, *prefix ? "." : "", map->keys[i]);
		id = param_find(name);
		if (id != P_COUNT) {
			ok = take(d, id, v, ctx);
		} else if (is_group(name) && v->kind == YAML_MAP) {
			ok = each_param(d, v, name, take, ctx);
		} else {
			param_suggest(hint, sizeof(hint), name);
			ok = yaml_error(&at, d->err, "unknown parameter '%.80s'%s", name, hint);
		}
		if (!ok)
			return false;
	}
	return true;
}

/* Of params: an axis of its own. */
static bool take_axis(struct sweep_draft *d, enum param id, const struct yaml_value *v, void *ctx)
{
	const char *name = param_rows[id].name;
	size_t count = v->kind == YAML_TEXT ? 1 : v->count;
	char setting[256];

	(void)ctx;
	if (v->kind == YAML_MAP)
		return yaml_expect(v, name, YAML_LIST, d->err);
	if (!count)
		return yaml_error(v, d->err, "%s: empty, so there is nothing to run", name);
	sweep_draft_axis(d, name);
	for (size_t i = 0; i < count; i++) {
		const struct yaml_value *item = v->kind == YAML_TEXT ? v : v->items[i];
		struct run_spec *part;

		if (!check_setting(d, id, item, setting, sizeof(setting)))
			return false;
		part = sweep_draft_point(d, item, item->text);
		if (!part)
			return false;
		text_list_add(&part->settings, setting);
	}
	return true;
}

/* Of a variant: one value. */
static bool take_value(struct sweep_draft *d, enum param id, const struct yaml_value *v, void *ctx)
{
	struct run_spec *part = ctx;
	char setting[256];

	if (!check_setting(d, id, v, setting, sizeof(setting)))
		return false;
	text_list_add(&part->settings, setting);
	return true;
}

static bool read_variant(struct sweep_draft *d, const struct yaml_value *v, const char *name)
{
	static const char *const keys[] = {"designs", "params"};
	const struct yaml_value *designs = yaml_get(v, "designs"), *params = yaml_get(v, "params");
	bool none = v->kind == YAML_TEXT && !*v->text && !v->quoted;
	struct run_spec *part;

	if (!none && !yaml_check_keys(v, "a variant", keys, 2, d->err))
		return false;
	part = sweep_draft_point(d, v, name);
	if (!part)
		return false;
	if (designs && !read_designs(d, designs, &part->designs))
		return false;
	return !params || (yaml_expect(params, "params", YAML_MAP, d->err) &&
			   each_param(d, params, "", take_value, part));
}

static bool read_variants(struct sweep_draft *d, const struct yaml_value *v)
{
	if (!yaml_expect(v, "variants", YAML_MAP, d->err))
		return false;
	if (!v->count)
		return yaml_error(v, d->err, "variants: empty, so there is nothing to run");
	sweep_draft_axis(d, "variant");
	for (size_t i = 0; i < v->count; i++)
		if (!read_variant(d, v->items[i], v->keys[i]))
			return false;
	return true;
}

static bool read_limit(struct sweep_draft *d, const struct yaml_value *v)
{
	int64_t limit;

	if (!yaml_to_i64(v, "max_instructions", 1, INT64_MAX, &limit, d->err))
		return false;
	d->max_instructions = (uint64_t)limit;
	return true;
}

/* A size from the command line takes the place of the file's. */
static bool read_sizes(struct sweep_draft *d, const struct yaml_value *v)
{
	sweep_draft_axis(d, "size");
	if (!each_item(d, v, "sizes", take_size))
		return false;
	if (d->size)
		sweep_draft_drop(d);
	return true;
}

static bool read_key(struct sweep_draft *d, const char *key, const struct yaml_value *v)
{
	static const struct {
		const char *key, *axis;
		take_item take;
	} lists[] = {
		{"gpus", "gpu", take_gpu},
		{"designs", "design", take_design},
		{"workloads", "workload", take_workload},
	};

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		if (strcmp(key, lists[i].key) != 0)
			continue;
		sweep_draft_axis(d, lists[i].axis);
		return each_item(d, v, key, lists[i].take);
	}
	if (!strcmp(key, "sizes"))
		return read_sizes(d, v);
	if (!strcmp(key, "variants"))
		return read_variants(d, v);
	if (!strcmp(key, "params"))
		return yaml_expect(v, key, YAML_MAP, d->err) &&
		       each_param(d, v, "", take_axis, NULL);
	if (!strcmp(key, "max_instructions"))
		return read_limit(d, v);
	return true;
}

bool sweep_read_axes(struct sweep_draft *d)
{
	static const char *const needed[] = {"gpus", "workloads"};

	if (!yaml_expect(d->map, "a sweep", YAML_MAP, d->err))
		return false;
	for (int i = 0; i < 2; i++)
		if (!yaml_get(d->map, needed[i]))
			return yaml_error(d->map, d->err, "no %s given, so there is nothing to run",
					  needed[i]);
	for (size_t i = 0; i < d->map->count; i++)
		if (!read_key(d, d->map->keys[i], d->map->items[i]))
			return false;
	return true;
}
