/* Builds the tree from libyaml's events, with limits on depth and size, since a file may be
 * hostile. */
#include "base/yaml.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/input_file.h"
#include "base/text.h"

enum { MAX_DEPTH = 32, MAX_VALUES = 1 << 20, MAX_KEYS = 4096, MAX_FILE_BYTES = 64 << 20 };

struct reader {
	yaml_parser_t parser;
	yaml_event_t event; /* the next one, not yet taken */
	bool have_event;
	size_t values;
	const char *name; /* owned by the root once there is one */
	struct error *err;
};

static bool read_error(struct reader *r, size_t line, const char *text)
{
	return error_set(r->err, "%s:%zu: %s", r->name, line, text);
}

/* Advances to the next event. */
static bool next_event(struct reader *r)
{
	if (r->have_event)
		yaml_event_delete(&r->event);
	r->have_event = yaml_parser_parse(&r->parser, &r->event) != 0;
	if (!r->have_event) {
		const yaml_parser_t *p = &r->parser;
		bool is_reader = p->error == YAML_READER_ERROR;

		return read_error(r, (is_reader ? p->mark.line : p->problem_mark.line) + 1,
				  p->problem ? p->problem : "not YAML");
	}
	return true;
}

static struct yaml_value *new_value(struct reader *r, enum yaml_kind kind)
{
	struct yaml_value *v = xcalloc(1, sizeof(*v));

	v->kind = kind;
	v->line = (int)r->event.start_mark.line + 1;
	v->file = r->name;
	return v;
}

static void free_values(struct yaml_value *v)
{
	if (!v)
		return;
	for (size_t i = 0; i < v->count; i++) {
		free_values(v->items[i]);
		if (v->keys)
			free(v->keys[i]);
	}
	free(v->items);
	free(v->keys);
	free(v->key_lines);
	free(v->text);
	free(v);
}

/* Room for one more item, with its key when v is a map. */
static void add_item(struct yaml_value *v, struct yaml_value *item, char *key, int key_line)
{
	if ((v->count & (v->count - 1)) == 0) { /* full at every power of two */
		size_t capacity = v->count ? v->count * 2 : 1;

		v->items = xrealloc(v->items, capacity * sizeof(*v->items));
		if (v->kind == YAML_MAP) {
			v->keys = xrealloc(v->keys, capacity * sizeof(*v->keys));
			v->key_lines = xrealloc(v->key_lines, capacity * sizeof(*v->key_lines));
		}
	}
	v->items[v->count] = item;
	if (v->kind == YAML_MAP) {
		v->keys[v->count] = key;
		v->key_lines[v->count] = key_line;
	}
	v->count++;
}

static struct yaml_value *read_value(struct reader *r, unsigned depth);

static bool read_list(struct reader *r, struct yaml_value *list, unsigned depth)
{
	if (!next_event(r))
		return false;
	while (r->event.type != YAML_SEQUENCE_END_EVENT) {
		struct yaml_value *item = read_value(r, depth + 1);

		if (!item)
			return false;
		add_item(list, item, NULL, 0);
	}
	return next_event(r);
}

/* "\0" in double quotes: what follows it would be lost without a word. */
static const char nul_refused[] = "text with a NUL character in it";

static bool has_nul(const struct reader *r)
{
	return r->event.type == YAML_SCALAR_EVENT &&
	       memchr(r->event.data.scalar.value, '\0', r->event.data.scalar.length);
}

static bool read_map(struct reader *r, struct yaml_value *map, unsigned depth)
{
	if (!next_event(r))
		return false;
	while (r->event.type != YAML_MAPPING_END_EVENT) {
		size_t line = r->event.start_mark.line + 1;
		struct yaml_value *item;
		char *key;

		if (r->event.type != YAML_SCALAR_EVENT)
			return read_error(r, line, "a key must be plain text");
		if (has_nul(r))
			return read_error(r, line, nul_refused);
		key = xstrdup((const char *)r->event.data.scalar.value);
		if (yaml_get(map, key)) {
			error_set(r->err, "%s:%zu: key '%.80s' is given twice", r->name, line, key);
			free(key);
			return false;
		}
		item = map->count < MAX_KEYS && next_event(r) ? read_value(r, depth + 1) : NULL;
		if (!item) {
			free(key);
			return map->count < MAX_KEYS ? false : read_error(r, line, "too many keys");
		}
		add_item(map, item, key, (int)line);
	}
	return next_event(r);
}

static struct yaml_value *read_value(struct reader *r, unsigned depth)
{
	size_t line = r->event.start_mark.line + 1;
	struct yaml_value *v;
	bool ok;

	if (depth > MAX_DEPTH || ++r->values > MAX_VALUES) {
		read_error(r, line, depth > MAX_DEPTH ? "nested too deeply" : "too many values");
		return NULL;
	}
	if (has_nul(r)) {
		read_error(r, line, nul_refused);
		return NULL;
	}
	switch (r->event.type) {
	case YAML_SCALAR_EVENT:
		v = new_value(r, YAML_TEXT);
		v->text = xstrdup((const char *)r->event.data.scalar.value);
		v->quoted = r->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
		ok = next_event(r);
		break;
	case YAML_SEQUENCE_START_EVENT:
		v = new_value(r, YAML_LIST);
		ok = read_list(r, v, depth);
		break;
	case YAML_MAPPING_START_EVENT:
		v = new_value(r, YAML_MAP);
		ok = read_map(r, v, depth);
		break;
	default:
		read_error(r, line, "anchors and aliases are not supported");
		return NULL;
	}
	if (!ok) {
		free_values(v);
		return NULL;
	}
	return v;
}

static struct yaml_value *read_document(struct reader *r)
{
	struct yaml_value *root = NULL;

	if (!next_event(r) || !next_event(r))
		return NULL;
	if (r->event.type == YAML_STREAM_END_EVENT)
		return new_value(r, YAML_MAP);
	if (next_event(r))
		root = read_value(r, 0);
	/* What follows is the end of the document, then of the stream. */
	if (root && next_event(r) && r->event.type == YAML_STREAM_END_EVENT)
		return root;
	if (root && r->have_event)
		read_error(r, r->event.start_mark.line + 1, "more than one document");
	free_values(root);
	return NULL;
}

struct yaml_value *yaml_read(const void *bytes, size_t size, const char *name, struct error *err)
{
	struct reader r = {.name = xstrdup(name), .err = err};
	struct yaml_value *root = NULL;

	if (!yaml_parser_initialize(&r.parser)) {
		error_set(err, "%s: no memory for the YAML parser", name);
	} else {
		yaml_parser_set_input_string(&r.parser, bytes, size);
		root = read_document(&r);
		if (r.have_event)
			yaml_event_delete(&r.event);
		yaml_parser_delete(&r.parser);
	}
	if (!root)
		free((char *)r.name);
	return root;
}

struct yaml_value *yaml_read_file(const char *path, struct error *err)
{
	struct yaml_value *root = NULL;
	const char *why;
	FILE *f = input_file_open(path, &why);
	size_t size = 0, capacity = 4096, got;
	char *bytes;

	if (!f) {
		error_set(err, "%s: cannot be read: %s", path, why);
		return NULL;
	}
	bytes = xmalloc(capacity);
	while ((got = fread(bytes + size, 1, capacity - size, f)) > 0 && size < MAX_FILE_BYTES) {
		size += got;
		if (size == capacity) {
			capacity *= 2;
			bytes = xrealloc(bytes, capacity);
		}
	}
	if (ferror(f))
		error_set(err, "%s: cannot be read: %s", path, strerror(errno));
	else if (size >= MAX_FILE_BYTES)
		error_set(err, "%s: too large for a YAML file", path);
	else
		root = yaml_read(bytes, size, path, err);
	free(bytes);
	fclose(f);
	return root;
}

void yaml_value_free(struct yaml_value *root)
{
	if (!root)
		return;
	free((char *)root->file);
	free_values(root);
}

bool yaml_error(const struct yaml_value *v, struct error *err, const char *fmt, ...)
{
	char text[sizeof(err->text)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return error_set(err, "%s:%d: %s", v->file, v->line, text);
}

struct yaml_value *yaml_get(const struct yaml_value *v, const char *key)
{
	if (v->kind == YAML_MAP)
		for (size_t i = 0; i < v->count; i++)
			if (!strcmp(v->keys[i], key))
				return v->items[i];
	return NULL;
}

bool yaml_check_keys(const struct yaml_value *v, const char *what, const char *const *known,
		     size_t count, struct error *err)
{
	if (!yaml_expect(v, what, YAML_MAP, err))
		return false;
	for (size_t i = 0; i < v->count; i++) {
		struct yaml_value at = {.file = v->file, .line = v->key_lines[i]};
		char suggestion[512];
		size_t k = 0;

		while (k < count && strcmp(known[k], v->keys[i]))
			k++;
		if (k < count)
			continue;
		text_suggest(suggestion, sizeof(suggestion), v->keys[i], known, count);
		return yaml_error(&at, err, "%s has no key '%.80s'%s", what, v->keys[i],
				  suggestion);
	}
	return true;
}

static const char *kind_name(enum yaml_kind kind)
{
	static const char *const names[] = {"a single value", "a list", "keys with values"};

	return names[kind];
}

bool yaml_expect(const struct yaml_value *v, const char *what, enum yaml_kind kind,
		 struct error *err)
{
	return v->kind == kind || yaml_error(v, err, "%s: expected %s, not %s", what,
					     kind_name(kind), kind_name(v->kind));
}

const char *yaml_to_text(const struct yaml_value *v, const char *what, struct error *err)
{
	return yaml_expect(v, what, YAML_TEXT, err) ? v->text : NULL;
}

bool yaml_to_i64(const struct yaml_value *v, const char *what, int64_t min, int64_t max,
		 int64_t *value, struct error *err)
{
	if (!yaml_expect(v, what, YAML_TEXT, err))
		return false;
	if (!v->quoted && text_to_i64(v->text, value) && *value >= min && *value <= max)
		return true;
	return yaml_error(
		v, err, "%s: expected a whole number from %" PRId64 " to %" PRId64 ", not '%.80s'",
		what, min, max, v->text);
}

bool yaml_to_f64(const struct yaml_value *v, const char *what, double *value, struct error *err)
{
	int64_t whole;

	if (!yaml_expect(v, what, YAML_TEXT, err))
		return false;
	if (!v->quoted && text_to_i64(v->text, &whole)) {
		*value = (double)whole;
		return true;
	}
	if (!v->quoted && text_to_f64(v->text, value))
		return true;
	return yaml_error(v, err, "%s: expected a number, not '%.80s'", what, v->text);
}
