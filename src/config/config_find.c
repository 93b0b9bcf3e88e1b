/* Where GPU and design files come from: the ones built into the program, or a path. */
#include <string.h>

#include "base/text.h"
#include "config/config_parts.h"

static const char *kind_name(enum config_kind kind)
{
	return kind == CONFIG_GPU ? "GPU" : "design";
}

static bool is_path(const char *name)
{
	const char *dot = strrchr(name, '.');

	return strchr(name, '/') || (dot && !strcmp(dot, ".yaml"));
}

void config_base_name(const char *name, char *out, size_t bytes)
{
	const char *slash = strrchr(name, '/');
	size_t length;

	snprintf(out, bytes, "%s", slash ? slash + 1 : name);
	length = strlen(out);
	if (length > 5 && !strcmp(out + length - 5, ".yaml"))
		out[length - 5] = '\0';
}

static const struct config_file *find_config(enum config_kind kind, const char *name,
					     struct error *err)
{
	const char *names[config_file_count + 1];
	size_t count = 0;
	char hint[512];

	for (size_t i = 0; i < config_file_count; i++) {
		const struct config_file *f = &config_files[i];

		if (f->kind != kind)
			continue;
		if (!strcmp(f->name, name))
			return f;
		names[count++] = f->name;
	}
	text_suggest(hint, sizeof(hint), name, names, count);
	error_set(err, "unknown %s '%.80s'%s", kind_name(kind), name, hint);
	return NULL;
}

struct yaml_value *config_read(enum config_kind kind, const char *name, struct error *err)
{
	const struct config_file *f;

	if (is_path(name))
		return yaml_read_file(name, err);
	f = find_config(kind, name, err);
	return f ? yaml_read(f->bytes, f->size, f->path, err) : NULL;
}

bool config_exists(enum config_kind kind, const char *name, struct error *err)
{
	struct yaml_value *root = config_read(kind, name, err);
	bool found = root;

	yaml_value_free(root);
	return found;
}

bool config_check_file(const struct yaml_value *root, enum config_kind kind, struct error *err)
{
	/* The last is for GPUs alone: designs combine. */
	static const char *const keys[] = {"summary", "paper", "params", "like"};
	static const enum yaml_kind kinds[] = {YAML_TEXT, YAML_TEXT, YAML_MAP, YAML_TEXT};
	int count = kind == CONFIG_GPU ? 4 : 3;
	char what[32];

	snprintf(what, sizeof(what), "a %s file", kind_name(kind));
	if (!yaml_check_keys(root, what, keys, (size_t)count, err))
		return false;
	for (int i = 0; i < count; i++) {
		const struct yaml_value *v = yaml_get(root, keys[i]);

		if (v && !yaml_expect(v, keys[i], kinds[i], err))
			return false;
	}
	return true;
}

bool config_about(const struct config_file *file, struct config_about *about, struct error *err)
{
	struct yaml_value *root = yaml_read(file->bytes, file->size, file->path, err);
	const struct yaml_value *paper, *summary;
	bool ok;

	memset(about, 0, sizeof(*about));
	if (!root)
		return false;
	ok = config_check_file(root, file->kind, err);
	if (ok) {
		paper = yaml_get(root, "paper");
		summary = yaml_get(root, "summary");
		snprintf(about->paper, sizeof(about->paper), "%s", paper ? paper->text : "");
		snprintf(about->summary, sizeof(about->summary), "%s",
			 summary ? summary->text : "");
	}
	yaml_value_free(root);
	return ok;
}
