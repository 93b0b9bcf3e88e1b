/* Lays GPU, designs and single settings over the defaults; every value keeps its file and line. */
#include "config/config.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "config/config_parts.h"

/* A file or command line that is being applied. */
struct layer {
	struct params *params;
	const char *file;   /* kept by params */
	const char *design; /* likewise; NULL: not a design */
	struct error *err;
	bool set[P_COUNT]; /* by this layer */
};

static bool error_at(struct layer *l, int line, const char *text)
{
	return error_set(l->err, "%s:%d: %s", l->file, line, text);
}

/* Whether any parameter's name begins with this and a dot. */
static bool is_group(const char *name)
{
	size_t length = strlen(name);

	for (int id = 0; id < P_COUNT; id++)
		if (!strncmp(param_rows[id].name, name, length) &&
		    param_rows[id].name[length] == '.')
			return true;
	return false;
}

/* Nothing is called so: the nearest groups when keys follow, the nearest parameters otherwise. */
static bool unknown_key(struct layer *l, int line, const char *name, bool has_keys)
{
	char groups[P_COUNT][32], hint[256], text[512];
	const char *names[P_COUNT];
	size_t count = 0, same;

	param_suggest(hint, sizeof(hint), name);
	for (int id = 0; has_keys && id < P_COUNT; id++) {
		const char *row = param_rows[id].name;
		size_t length = strcspn(row, ".");

		snprintf(groups[count], sizeof(groups[count]), "%.*s", (int)length, row);
		for (same = 0; same < count && strcmp(names[same], groups[count]); same++)
			;
		if (!row[length] || same < count)
			continue;
		names[count] = groups[count];
		count++;
	}
	if (has_keys)
		text_suggest(hint, sizeof(hint), name, names, count);
	snprintf(text, sizeof(text), "unknown parameter '%.80s'%s", name, hint);
	return error_at(l, line, text);
}

/* Two designs may both set a parameter only when they agree. */
static bool check_conflict(struct layer *l, enum param id, int line, const struct params *before)
{
	const struct param_origin *other = &before->origin[id];
	char ours[64], theirs[64], text[512];

	if (!l->design || !other->design || l->params->f[id] == before->f[id])
		return true;
	snprintf(text, sizeof(text),
		 "design '%s' sets %s to %s, but design '%s' sets it to %s (%s:%d)", l->design,
		 param_rows[id].name, param_text(l->params, id, ours, sizeof(ours)), other->design,
		 param_text(before, id, theirs, sizeof(theirs)), other->file, other->line);
	error_at(l, line, text);
	return error_unfit(l->err);
}

static bool set_param(struct layer *l, enum param id, int line, const char *value)
{
	struct params before;
	char text[sizeof(l->err->text)];

	before.i[id] = l->params->i[id];
	before.f[id] = l->params->f[id];
	before.origin[id] = l->params->origin[id];
	if (l->set[id]) {
		snprintf(text, sizeof(text), "%s is given twice", param_rows[id].name);
		return error_at(l, line, text);
	}
	if (!param_set(l->params, id, value, l->err)) {
		memcpy(text, l->err->text, sizeof(text));
		return error_at(l, line, text);
	}
	if (!check_conflict(l, id, line, &before))
		return false;
	l->set[id] = true;
	l->params->origin[id] =
		(struct param_origin){.file = l->file, .line = line, .design = l->design};
	return true;
}

/* Nested keys and dotted ones come to the same. */
static bool apply_map(struct layer *l, const struct yaml_value *map, const char *prefix)
{
	for (size_t i = 0; i < map->count; i++) {
		const struct yaml_value *v = map->items[i];
		char name[128];
		enum param id;
		bool ok;

		snprintf(name, sizeof(name), "%s%s%s", prefix, *prefix ? "." : "", map->keys[i]);
		id = param_find(name);
		if (id != P_COUNT)
			ok = yaml_expect(v, name, YAML_TEXT, l->err) &&
			     set_param(l, id, map->key_lines[i], v->text);
		else if (!is_group(name))
			ok = unknown_key(l, map->key_lines[i], name, v->kind == YAML_MAP);
		else
			ok = yaml_expect(v, name, YAML_MAP, l->err) && apply_map(l, v, name);
		if (!ok)
			return false;
	}
	return true;
}

/* What the layer set, for config_check_effect. */
static void record_layer(const struct layer *layer, const double *before,
			 struct config_layer *record)
{
	record->name = layer->design;
	memcpy(record->set, layer->set, sizeof(record->set));
	memcpy(record->before, before, sizeof(record->before));
	memcpy(record->value, layer->params->f, sizeof(record->value));
}

/* Files that say which GPU they are like, one after the other; more are taken for a circle. */
enum { MOST_LIKE = 4 };

/* record: of a design; NULL: not wanted. depth: files that lead here by `like`. */
static bool apply_file(struct params *p, enum config_kind kind, const char *name,
		       struct config_layer *record, unsigned depth, struct error *err)
{
	struct yaml_value *root = config_read(kind, name, err);
	const struct yaml_value *values, *like;
	struct layer layer = {.params = p, .err = err};
	double before[P_COUNT];
	bool ok;

	if (!root)
		return false;
	layer.file = params_keep(p, root->file);
	if (kind == CONFIG_DESIGN)
		layer.design = params_keep(p, name);
	values = yaml_get(root, "params");
	memcpy(before, p->f, sizeof(before));
	like = yaml_get(root, "like");
	ok = config_check_file(root, kind, err);
	if (ok && like && depth == MOST_LIKE)
		ok = error_set(err, "%s:%d: like: more than %d GPUs after each other", layer.file,
			       like->line, MOST_LIKE);
	else if (ok && like && config_exists(kind, like->text, err))
		ok = apply_file(p, kind, like->text, NULL, depth + 1, err);
	else if (ok && like)
		ok = error_prefix(err, "%s:%d: like", layer.file, like->line);
	ok = ok && (!values || apply_map(&layer, values, ""));
	if (ok && record)
		record_layer(&layer, before, record);
	yaml_value_free(root);
	return ok;
}

/* One "key=value" of the command line. */
static bool apply_setting(struct params *p, const char *setting, struct error *err)
{
	const char *equals = strchr(setting, '=');
	char name[128], source[256], hint[256];
	enum param id;

	if (!equals || equals == setting)
		return error_set(err, "-s %.80s: expected key=value", setting);
	snprintf(name, sizeof(name), "%.*s", (int)(equals - setting), setting);
	id = param_find(name);
	if (id == P_COUNT) {
		param_suggest(hint, sizeof(hint), name);
		return error_set(err, "-s %.80s: unknown parameter '%.80s'%s", setting, name, hint);
	}
	if (!param_set(p, id, equals + 1, err))
		return error_prefix(err, "-s %.80s", setting);
	snprintf(source, sizeof(source), "-s %.200s", setting);
	p->origin[id] = (struct param_origin){.file = params_keep(p, source)};
	return true;
}

static bool apply_all(struct params *p, const struct config_request *request,
		      struct config_layer *designs, double *before_settings, struct error *err)
{
	if (request->gpu) {
		config_base_name(request->gpu, p->gpu, sizeof(p->gpu));
		if (!apply_file(p, CONFIG_GPU, request->gpu, NULL, 0, err))
			return false;
	}
	for (size_t i = 0; i < request->design_count; i++)
		if (!apply_file(p, CONFIG_DESIGN, request->designs[i], &designs[i], 0, err))
			return false;
	memcpy(before_settings, p->f, sizeof(p->f));
	for (size_t i = 0; i < request->setting_count; i++)
		if (!apply_setting(p, request->settings[i], err))
			return false;
	return true;
}

bool config_load(struct params *p, const struct config_request *request, struct error *err)
{
	struct config_layer *designs = xcalloc(request->design_count + 1, sizeof(*designs));
	double before_settings[P_COUNT];
	bool ok;

	params_init(p);
	ok = apply_all(p, request, designs, before_settings, err);
	if (ok)
		ok = (config_check(p, err) &&
		      config_check_effect(p, designs, request->design_count, before_settings,
					  request->apps, err)) ||
		     error_unfit(err);
	free(designs);
	return ok;
}
