/* What several figures have in common, a list of workloads first of all, from a file of its own. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "experiment/figure/experiment_files.h"
#include "experiment/figure/experiment_parts.h"

static bool is_path(const char *name)
{
	size_t length = strlen(name);

	return strchr(name, '/') || (length > 5 && !strcmp(name + length - 5, ".yaml"));
}

/* A shipped one by its name, or a file by its path. */
static struct yaml_value *read_included(const struct yaml_value *at, struct error *err)
{
	const char *name = yaml_to_text(at, "includes", err);
	const char *names[experiment_include_count + 1];
	char hint[256];

	if (!name)
		return NULL;
	if (is_path(name))
		return yaml_read_file(name, err);
	for (size_t i = 0; i < experiment_include_count; i++) {
		const struct experiment_file *f = &experiment_includes[i];

		names[i] = f->name;
		if (!strcmp(f->name, name))
			return yaml_read(f->bytes, f->size, f->path, err);
	}
	text_suggest(hint, sizeof(hint), name, names, experiment_include_count);
	yaml_error(at, err, "includes: there is no '%.80s'%s", name, hint);
	return NULL;
}

static void map_append(struct yaml_value *to, char *key, int key_line, struct yaml_value *item)
{
	to->keys = xrealloc(to->keys, (to->count + 1) * sizeof(char *));
	to->key_lines = xrealloc(to->key_lines, (to->count + 1) * sizeof(int));
	to->items = xrealloc(to->items, (to->count + 1) * sizeof(struct yaml_value *));
	to->keys[to->count] = key;
	to->key_lines[to->count] = key_line;
	to->items[to->count++] = item;
}

/* Moves what the figure does not say itself; `deeper`: also below the keys that both have. */
static void map_merge(struct yaml_value *into, struct yaml_value *from, bool deeper)
{
	size_t left = 0;

	for (size_t i = 0; i < from->count; i++) {
		struct yaml_value *item = from->items[i], *own = yaml_get(into, from->keys[i]);

		if (!own) {
			map_append(into, from->keys[i], from->key_lines[i], item);
			continue;
		}
		if (deeper && own->kind == YAML_MAP && item->kind == YAML_MAP)
			map_merge(own, item, false);
		from->keys[left] = from->keys[i];
		from->key_lines[left] = from->key_lines[i];
		from->items[left++] = item;
	}
	from->count = left;
}

bool experiment_include(struct experiment *e, struct error *err)
{
	const struct yaml_value *at = yaml_get(e->root, "includes");

	if (!at)
		return true;
	e->included = read_included(at, err);
	if (!e->included || !yaml_expect(e->included, "what a figure includes", YAML_MAP, err))
		return false;
	if (yaml_get(e->included, "includes"))
		return yaml_error(yaml_get(e->included, "includes"), err,
				  "what is included may not include more");
	if (yaml_expect(e->root, "a figure", YAML_MAP, err))
		map_merge(e->root, e->included, true);
	return true;
}
