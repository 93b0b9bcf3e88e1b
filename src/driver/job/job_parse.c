/* Reads the form of a job file: every key, with the line of what does not fit. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "driver/job/job_parts.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

enum { MAX_BUFFER_NAME = sizeof(((struct buffer *)0)->name) - 1 };

static const int64_t max_elements = INT64_C(1) << 36;

/* Fill */

static bool parse_random(struct job_buffer *b, const struct yaml_value *v, struct error *err)
{
	static const char *const keys[] = {"seed", "low", "high"};
	const struct yaml_value *seed = yaml_get(v, "seed");
	int64_t number;

	if (!yaml_check_keys(v, "random", keys, COUNT(keys), err))
		return false;
	b->low = yaml_get(v, "low");
	b->high = yaml_get(v, "high");
	if (seed) {
		if (!yaml_to_i64(seed, "seed", 0, INT64_MAX, &number, err))
			return false;
		b->seed = (uint64_t)number;
	}
	return true;
}

/* {value: 1}, {iota: [0, 1]}, {random: {...}}, {file: path} */
static bool parse_fill_map(struct job_buffer *b, const struct yaml_value *v, struct error *err)
{
	static const char *const keys[] = {"value", "iota", "random", "file"};

	if (!yaml_check_keys(v, "fill", keys, COUNT(keys), err))
		return false;
	if (v->count != 1)
		return yaml_error(v, err, "fill: expected one of value, iota, random, file");
	b->fill_at = v->items[0];
	if (!strcmp(v->keys[0], "value")) {
		b->fill = FILL_VALUE;
		return yaml_to_text(b->fill_at, "value", err);
	}
	if (!strcmp(v->keys[0], "iota")) {
		b->fill = FILL_IOTA;
		return (b->fill_at->kind == YAML_LIST && b->fill_at->count == 2) ||
		       yaml_error(b->fill_at, err, "iota: expected [start, step]");
	}
	if (!strcmp(v->keys[0], "random")) {
		b->fill = FILL_RANDOM;
		return parse_random(b, b->fill_at, err);
	}
	b->fill = FILL_FILE;
	b->fill_path = yaml_to_text(b->fill_at, "file", err);
	return b->fill_path;
}

static bool parse_fill(struct job_buffer *b, const struct yaml_value *v, struct error *err)
{
	static const char *const words[] = {"zero", "iota", "random"};
	static const enum fill_kind kinds[] = {FILL_ZERO, FILL_IOTA, FILL_RANDOM};
	double number;

	if (!v)
		return true;
	if (v->kind == YAML_MAP)
		return parse_fill_map(b, v, err);
	b->fill_at = v;
	if (v->kind == YAML_LIST) {
		b->fill = FILL_LIST;
		return true;
	}
	for (size_t i = 0; i < COUNT(words); i++)
		if (!strcmp(v->text, words[i])) {
			b->fill = kinds[i];
			b->fill_at = NULL;
			return true;
		}
	b->fill = FILL_VALUE;
	if (!yaml_to_f64(v, "fill", &number, err))
		return yaml_error(
			v, err,
			"fill: expected zero, iota, random, a number, a list or {file: PATH}, "
			"not '%.80s'",
			v->text);
	return true;
}

/* Buffers */

static bool parse_count(struct job_buffer *b, const struct yaml_value *v, struct error *err)
{
	const struct yaml_value *count = yaml_get(v, "count"), *bytes = yaml_get(v, "bytes");
	unsigned element_bytes = element_infos[b->type].bytes;
	int64_t number;

	if (count && bytes)
		return yaml_error(bytes, err, "buffer '%s' has both count and bytes", b->name);
	if (!count && !bytes)
		return b->fill == FILL_FILE || b->fill == FILL_LIST ||
		       yaml_error(v, err, "buffer '%s' needs a count or bytes", b->name);
	if (!yaml_to_i64(count ? count : bytes, count ? "count" : "bytes", 1, max_elements, &number,
			 err))
		return false;
	if (bytes && number % element_bytes)
		return yaml_error(bytes, err,
				  "buffer '%s': %ld bytes are not a multiple of %u, the size "
				  "of %s",
				  b->name, (long)number, element_bytes,
				  element_infos[b->type].name);
	b->count_at = count ? count : bytes;
	b->count = (uint64_t)number / (bytes ? element_bytes : 1);
	return true;
}

static bool parse_hint(struct job_buffer *b, const struct yaml_value *v, struct error *err)
{
	if (!v)
		return true;
	if (!yaml_to_text(v, "hint", err))
		return false;
	b->hint = buffer_hint_find(v->text);
	return b->hint != HINT_COUNT ||
	       yaml_error(v, err,
			  "buffer '%s': no hint '%.80s'; there are none, prefetch, host, gpu, "
			  "read-mostly, pinned",
			  b->name, v->text);
}

static bool parse_buffer(struct job_buffer *b, const char *name, const struct yaml_value *v,
			 struct error *err)
{
	static const char *const keys[] = {"type", "count", "bytes", "fill", "hint"};
	const struct yaml_value *type = yaml_get(v, "type");
	char suggestion[256];

	b->at = v;
	b->name = name;
	b->seed = rng_seed_of(name);
	if (!yaml_check_keys(v, "a buffer", keys, COUNT(keys), err))
		return false;
	if (!*name || strlen(name) > MAX_BUFFER_NAME)
		return yaml_error(v, err, "a buffer's name has 1 to %d letters, '%.80s' has %zu",
				  MAX_BUFFER_NAME, name, strlen(name));
	if (!type)
		return yaml_error(v, err, "buffer '%s' needs a type", name);
	if (!yaml_to_text(type, "type", err))
		return false;
	b->type = element_find(type->text);
	if (b->type == ELEMENT_COUNT) {
		text_suggest(suggestion, sizeof(suggestion), type->text, element_names,
			     ELEMENT_COUNT);
		return yaml_error(type, err, "buffer '%s': no type '%.80s'%s", name, type->text,
				  suggestion);
	}
	return parse_hint(b, yaml_get(v, "hint"), err) && parse_fill(b, yaml_get(v, "fill"), err) &&
	       parse_count(b, v, err);
}

static bool parse_buffers(struct job *job, const struct yaml_value *v, struct error *err)
{
	if (!v)
		return true;
	if (!yaml_expect(v, "buffers", YAML_MAP, err))
		return false;
	job->buffers = xcalloc(v->count + 1, sizeof(*job->buffers));
	for (size_t i = 0; i < v->count; i++)
		if (!parse_buffer(&job->buffers[job->buffer_count++], v->keys[i], v->items[i], err))
			return false;
	return true;
}

static struct job_buffer *find_named_buffer(struct job *job, const struct yaml_value *map,
					    size_t index, const char *what, struct error *err)
{
	struct yaml_value at = {.file = map->file, .line = map->key_lines[index]};
	const char **names = xcalloc(job->buffer_count + 1, sizeof(*names));
	struct job_buffer *found = NULL;
	char suggestion[512];

	for (size_t i = 0; i < job->buffer_count; i++) {
		names[i] = job->buffers[i].name;
		if (!strcmp(names[i], map->keys[index]))
			found = &job->buffers[i];
	}
	if (!found) {
		text_suggest(suggestion, sizeof(suggestion), map->keys[index], names,
			     job->buffer_count);
		yaml_error(&at, err, "%s: no buffer '%.80s'%s", what, map->keys[index], suggestion);
	}
	free(names);
	return found;
}

static bool parse_expect(struct job *job, const struct yaml_value *v, struct error *err)
{
	static const char *const keys[] = {"file", "tolerance"};

	if (!v)
		return true;
	if (!yaml_expect(v, "expect", YAML_MAP, err))
		return false;
	for (size_t i = 0; i < v->count; i++) {
		struct job_buffer *b = find_named_buffer(job, v, i, "expect", err);
		const struct yaml_value *item = v->items[i], *file = item, *tolerance = NULL;

		if (!b)
			return false;
		if (item->kind == YAML_MAP) {
			if (!yaml_check_keys(item, "expect", keys, COUNT(keys), err))
				return false;
			file = yaml_get(item, "file");
			tolerance = yaml_get(item, "tolerance");
			if (!file)
				return yaml_error(item, err, "expect: '%s' needs a file", b->name);
		}
		b->expect = item;
		b->expect_path = yaml_to_text(file, "file", err);
		if (!b->expect_path)
			return false;
		if (!tolerance)
			continue;
		if (!yaml_to_f64(tolerance, "tolerance", &b->tolerance, err))
			return false;
		if (!(b->tolerance >= 0 && b->tolerance <= 1e300))
			return yaml_error(tolerance, err, "tolerance: expected a number from 0 on");
		if (!element_infos[b->type].is_float)
			return yaml_error(tolerance, err,
					  "tolerance: buffer '%s' is of type %s, and "
					  "integers must be equal",
					  b->name, element_infos[b->type].name);
	}
	return true;
}

static bool parse_output(struct job *job, const struct yaml_value *v, struct error *err)
{
	if (!v)
		return true;
	if (!yaml_expect(v, "output", YAML_MAP, err))
		return false;
	for (size_t i = 0; i < v->count; i++) {
		struct job_buffer *b = find_named_buffer(job, v, i, "output", err);

		if (!b)
			return false;
		b->output = v->items[i];
		b->output_path = yaml_to_text(v->items[i], "output", err);
		if (!b->output_path)
			return false;
	}
	return true;
}

/* Launches */

/* A number or a list of one to three; the rest of out keeps its value. *dims may be NULL. */
static bool parse_extent(const struct yaml_value *v, const char *what, int64_t min, uint64_t *out,
			 unsigned *dims, struct error *err)
{
	bool is_list = v->kind == YAML_LIST;
	size_t count = is_list ? v->count : 1;

	if (is_list && (count < 1 || count > 3))
		return yaml_error(v, err, "%s: expected one to three numbers, not %zu", what,
				  count);
	for (size_t i = 0; i < count; i++) {
		int64_t number;

		if (!yaml_to_i64(is_list ? v->items[i] : v, what, min, UINT32_MAX, &number, err))
			return false;
		out[i] = (uint64_t)number;
	}
	if (dims)
		*dims = (unsigned)count;
	return true;
}

static bool parse_launch(struct job_launch *l, const struct yaml_value *v, struct error *err)
{
	static const char *const keys[] = {"kernel", "grid",   "workgroup",
					   "offset", "repeat", "args"};
	const struct yaml_value *grid = yaml_get(v, "grid"), *offset = yaml_get(v, "offset");
	const struct yaml_value *repeat = yaml_get(v, "repeat");
	uint64_t sizes[3] = {1, 1, 1}, groups[3] = {1, 1, 1};
	int64_t number = 1;

	if (!yaml_check_keys(v, "a launch", keys, COUNT(keys), err))
		return false;
	l->at = v;
	l->kernel_at = yaml_get(v, "kernel");
	l->workgroup_at = yaml_get(v, "workgroup");
	l->args = yaml_get(v, "args");
	if (!l->kernel_at || !grid)
		return yaml_error(v, err, "a launch needs a %s", grid ? "kernel" : "grid");
	l->kernel = yaml_to_text(l->kernel_at, "kernel", err);
	if (!l->kernel || !parse_extent(grid, "grid", 1, sizes, &l->dims, err))
		return false;
	if (l->workgroup_at &&
	    !parse_extent(l->workgroup_at, "workgroup", 1, groups, &l->workgroup_dims, err))
		return false;
	if (l->workgroup_dims > l->dims)
		return yaml_error(l->workgroup_at, err,
				  "workgroup has more dimensions than the grid");
	if (offset && !parse_extent(offset, "offset", 0, l->offset, NULL, err))
		return false;
	if (repeat && !yaml_to_i64(repeat, "repeat", 1, 1000000000, &number, err))
		return false;
	if (l->args && !yaml_expect(l->args, "args", YAML_LIST, err))
		return false;
	l->repeat = (uint64_t)number;
	for (int i = 0; i < 3; i++) {
		l->grid[i] = (uint32_t)sizes[i];
		l->workgroup[i] = l->workgroup_at ? (uint32_t)groups[i] : 0;
	}
	return true;
}

static bool parse_launches(struct job *job, const struct yaml_value *v, struct error *err)
{
	if (!v)
		return yaml_error(job->yaml, err, "no launches: nothing to run");
	if (!yaml_expect(v, "launches", YAML_LIST, err))
		return false;
	job->launches = xcalloc(v->count + 1, sizeof(*job->launches));
	for (size_t i = 0; i < v->count; i++)
		if (!parse_launch(&job->launches[job->launch_count++], v->items[i], err))
			return false;
	return v->count || yaml_error(v, err, "no launches: nothing to run");
}

/* Source and options */

static bool parse_options(struct job *job, const struct yaml_value *v, struct error *err)
{
	static const char *const keys[] = {"cl_std", "flags"};
	const struct yaml_value *cl_std, *flags;

	if (!v)
		return true;
	if (!yaml_check_keys(v, "options", keys, COUNT(keys), err))
		return false;
	cl_std = yaml_get(v, "cl_std");
	flags = yaml_get(v, "flags");
	if (cl_std && !(job->cl_std = yaml_to_text(cl_std, "cl_std", err)))
		return false;
	if (!flags)
		return true;
	if (!yaml_expect(flags, "flags", YAML_LIST, err))
		return false;
	job->flags = xcalloc(flags->count + 1, sizeof(*job->flags));
	for (size_t i = 0; i < flags->count; i++) {
		job->flags[i] = yaml_to_text(flags->items[i], "flags", err);
		if (!job->flags[i])
			return false;
	}
	return true;
}

static bool parse_root(struct job *job, struct error *err)
{
	static const char *const keys[] = {"source",   "options", "buffers",
					   "launches", "expect",  "output"};
	const struct yaml_value *root = job->yaml;

	if (!yaml_check_keys(root, "a job", keys, COUNT(keys), err))
		return false;
	job->source_at = yaml_get(root, "source");
	if (!job->source_at)
		return yaml_error(root, err, "no source: name a .cl file or a code object");
	job->source = yaml_to_text(job->source_at, "source", err);
	return job->source && parse_options(job, yaml_get(root, "options"), err) &&
	       parse_buffers(job, yaml_get(root, "buffers"), err) &&
	       parse_launches(job, yaml_get(root, "launches"), err) &&
	       parse_expect(job, yaml_get(root, "expect"), err) &&
	       parse_output(job, yaml_get(root, "output"), err);
}

struct job *job_parse_yaml(struct yaml_value *yaml, const char *path, struct error *err)
{
	const char *slash = strrchr(path, '/');
	struct job *job;

	if (!yaml)
		return NULL;
	job = xcalloc(1, sizeof(*job));
	job->yaml = yaml;
	job->path = xstrdup(path);
	job->folder = xasprintf("%.*s", slash ? (int)(slash + 1 - path) : 0, path);
	if (parse_root(job, err))
		return job;
	job_free(job);
	return NULL;
}

struct job *job_parse(const void *yaml, size_t bytes, const char *path, struct error *err)
{
	return job_parse_yaml(yaml_read(yaml, bytes, path, err), path, err);
}
