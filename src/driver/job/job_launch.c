/* A job's launch against the kernel it names: the shape of the workgroup and every argument. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "driver/job/job_parts.h"
#include "driver/toolchain/toolchain.h"

enum { MAX_WORKGROUP_ITEMS = 1024, MAX_LOCAL_BYTES = 64 << 10 };

/* One argument being converted, and how messages call it: "argument 2 'x'". */
struct arg_context {
	const struct job *job;
	const struct kernel *kernel;
	const struct kernel_arg *want; /* NULL when there is no metadata */
	struct launch *launch;
	char label[96];
	struct error *err;
};

static bool is_null(const struct yaml_value *v)
{
	return v->kind == YAML_TEXT && !v->quoted &&
	       (!strcmp(v->text, "null") || !strcmp(v->text, "~"));
}

static const struct job_buffer *find_buffer(const struct job *job, const char *name)
{
	for (size_t i = 0; i < job->buffer_count; i++)
		if (!strcmp(job->buffers[i].name, name))
			return &job->buffers[i];
	return NULL;
}

static bool yaml_is_number(const struct yaml_value *v)
{
	double number;
	struct error ignored;

	return v->kind == YAML_TEXT && yaml_to_f64(v, "", &number, &ignored);
}

/* What was given, in words: "a value", "local memory", "buffer 'x'". */
static const char *given_in_words(const struct arg_context *c, const struct yaml_value *v,
				  char *out, size_t bytes)
{
	if (v->kind == YAML_MAP && yaml_get(v, "local"))
		return "local memory";
	if (v->kind == YAML_TEXT && find_buffer(c->job, v->text)) {
		snprintf(out, bytes, "buffer '%s'", v->text);
		return out;
	}
	return is_null(v) ? "null" : "a value";
}

static bool no_such_buffer(const struct arg_context *c, const struct yaml_value *v)
{
	const char **names = xcalloc(c->job->buffer_count + 1, sizeof(*names));
	char suggestion[512];

	for (size_t i = 0; i < c->job->buffer_count; i++)
		names[i] = c->job->buffers[i].name;
	text_suggest(suggestion, sizeof(suggestion), v->text, names, c->job->buffer_count);
	free(names);
	return yaml_error(v, c->err, "%s: no buffer '%.80s'%s", c->label, v->text, suggestion);
}

static bool add_buffer(struct arg_context *c, const struct yaml_value *v)
{
	const struct job_buffer *b;
	char text[80];

	if (is_null(v)) {
		launch_buffer(c->launch, NULL);
		return true;
	}
	b = v->kind == YAML_TEXT ? find_buffer(c->job, v->text) : NULL;
	if (b) {
		launch_buffer(c->launch, b->buffer);
		return true;
	}
	if (v->kind == YAML_TEXT && !yaml_is_number(v))
		return no_such_buffer(c, v);
	return yaml_error(v, c->err, "%s is a buffer, %s was given", c->label,
			  given_in_words(c, v, text, sizeof(text)));
}

static bool add_local(struct arg_context *c, const struct yaml_value *v)
{
	const struct yaml_value *local = v->kind == YAML_MAP ? yaml_get(v, "local") : NULL;
	char text[80];
	int64_t bytes;

	if (!local || v->count != 1)
		return yaml_error(v, c->err, "%s is local memory, {local: BYTES}, %s was given",
				  c->label, given_in_words(c, v, text, sizeof(text)));
	if (!yaml_to_i64(local, "local", 1, MAX_LOCAL_BYTES, &bytes, c->err))
		return false;
	launch_local(c->launch, (uint32_t)bytes);
	return true;
}

/* A number, or a list of as many as the vector type has, into the bytes of the argument. */
static bool add_elements(struct arg_context *c, const struct yaml_value *v, enum element_type type,
			 unsigned width, uint32_t arg_bytes)
{
	uint8_t value[LAUNCH_MAX_VALUE] = {0};
	const struct element_info *info = &element_infos[type];
	size_t count = v->kind == YAML_LIST ? v->count : 1;

	if (v->kind == YAML_MAP)
		return yaml_error(v, c->err, "%s: expected a number or a list of numbers",
				  c->label);
	if (width && count != width)
		return yaml_error(v, c->err, "%s has %u elements, %zu given", c->label, width,
				  count);
	if (count * info->bytes > sizeof(value) || (arg_bytes && count * info->bytes > arg_bytes))
		return yaml_error(v, c->err, "%s has %u bytes, %zu given", c->label,
				  arg_bytes ? arg_bytes : LAUNCH_MAX_VALUE, count * info->bytes);
	for (size_t i = 0; i < count; i++) {
		const struct yaml_value *item = v->kind == YAML_LIST ? v->items[i] : v;

		if (!yaml_to_text(item, c->label, c->err))
			return false;
		if (!element_parse(type, item->text, value + i * info->bytes))
			return yaml_error(item, c->err, "%s: '%.80s' is not a value of type %s",
					  c->label, item->text, info->name);
	}
	launch_value(c->launch, value, arg_bytes ? arg_bytes : (uint32_t)(count * info->bytes));
	return true;
}

/* {f32: 1.5}: the type is the user's; size and kind of number must be the kernel's. */
static bool add_typed(struct arg_context *c, const struct yaml_value *v)
{
	enum element_type type = element_find(v->keys[0]), known;
	const struct kernel_arg *want = c->want;
	const struct element_info *info;
	size_t count, bytes;
	unsigned width;
	char suggestion[256];

	if (type == ELEMENT_COUNT || v->count != 1) {
		text_suggest(suggestion, sizeof(suggestion), v->keys[0], element_names,
			     ELEMENT_COUNT);
		return yaml_error(v, c->err, "%s: expected {TYPE: VALUE}; no type '%.80s'%s",
				  c->label, v->keys[0], suggestion);
	}
	info = &element_infos[type];
	count = v->items[0]->kind == YAML_LIST ? v->items[0]->count : 1;
	bytes = (count == 3 ? 4 : count) * info->bytes; /* a vector of 3 has the size of 4 */
	if (!want)
		return add_elements(c, v->items[0], type, 0, (uint32_t)bytes);
	if (bytes != want->size && count * info->bytes != want->size)
		return yaml_error(v, c->err, "%s (%s) has %u bytes, %zu given", c->label,
				  *want->type_name ? want->type_name : "a value", want->size,
				  bytes);
	known = element_find_cl(want->type_name, &width);
	if (known != ELEMENT_COUNT && element_infos[known].is_float != info->is_float)
		return yaml_error(v, c->err, "%s is of type %s, %s was given", c->label,
				  want->type_name, info->name);
	return add_elements(c, v->items[0], type, 0, want->size);
}

static bool add_value(struct arg_context *c, const struct yaml_value *v)
{
	enum element_type type;
	unsigned width;
	char text[80];

	if (c->want->size > LAUNCH_MAX_VALUE)
		return yaml_error(v, c->err, "%s has %u bytes; at most %d are possible", c->label,
				  c->want->size, LAUNCH_MAX_VALUE);
	if (v->kind == YAML_TEXT ? !yaml_is_number(v) : v->kind == YAML_MAP && yaml_get(v, "local"))
		return yaml_error(v, c->err, "%s is a value (%s), %s was given", c->label,
				  c->want->type_name,
				  v->kind == YAML_TEXT && !find_buffer(c->job, v->text)
					  ? v->text
					  : given_in_words(c, v, text, sizeof(text)));
	if (v->kind == YAML_MAP && v->count)
		return add_typed(c, v);
	type = element_find_cl(c->want->type_name, &width);
	if (type == ELEMENT_COUNT)
		return yaml_error(v, c->err, "%s is of type '%s'; say how to pass it: {i32: 5}",
				  c->label, c->want->type_name);
	return add_elements(c, v, type, width, c->want->size);
}

/* Without metadata the form of what is given decides. */
static bool add_unknown(struct arg_context *c, const struct yaml_value *v)
{
	if (v->kind == YAML_MAP && yaml_get(v, "local"))
		return add_local(c, v);
	if (v->kind == YAML_MAP && v->count)
		return add_typed(c, v);
	if (yaml_is_number(v) || v->kind != YAML_TEXT)
		return yaml_error(v, c->err,
				  "%s: the code object has no metadata; say how to pass it: "
				  "{i32: 5}",
				  c->label);
	return add_buffer(c, v);
}

static bool add_job_arg(struct arg_context *c, const struct yaml_value *v, size_t number)
{
	const struct kernel_arg *want = c->want;

	if (want && *want->name)
		snprintf(c->label, sizeof(c->label), "argument %zu '%.60s'", number, want->name);
	else
		snprintf(c->label, sizeof(c->label), "argument %zu", number);
	if (!want)
		return add_unknown(c, v);
	switch (want->kind) {
	case ARG_GLOBAL_BUFFER:
		return add_buffer(c, v);
	case ARG_DYNAMIC_SHARED:
		return add_local(c, v);
	case ARG_BY_VALUE:
		return add_value(c, v);
	default:
		return yaml_error(v, c->err,
				  "%s is an image, sampler, pipe or queue, which are not "
				  "supported",
				  c->label);
	}
}

static bool add_args(struct arg_context *c, const struct job_launch *l)
{
	const struct yaml_value *at = l->args ? l->args : l->at;
	size_t count = l->args ? l->args->count : 0, wanted = 0, next = 0;
	const struct kernel *k = c->kernel;

	for (size_t i = 0; i < k->arg_count; i++)
		wanted += !arg_is_hidden(k->args[i].kind);
	if (k->arg_count && count != wanted)
		return yaml_error(at, c->err, "kernel '%s' takes %zu argument%s, %zu given",
				  k->name, wanted, wanted == 1 ? "" : "s", count);
	if (count > LAUNCH_MAX_ARGS)
		return yaml_error(at, c->err, "%zu arguments; at most %d are possible", count,
				  LAUNCH_MAX_ARGS);
	for (size_t i = 0; i < count; i++) {
		while (next < k->arg_count && arg_is_hidden(k->args[next].kind))
			next++;
		c->want = next < k->arg_count ? &k->args[next++] : NULL;
		if (!add_job_arg(c, l->args->items[i], i + 1))
			return false;
	}
	return true;
}

/* Work-items of a workgroup, or one more than there may be. */
static uint32_t workgroup_items(const uint32_t size[3])
{
	uint64_t items = 1;

	for (int i = 0; i < 3; i++)
		items = items > MAX_WORKGROUP_ITEMS ? items : items * size[i];
	return items > MAX_WORKGROUP_ITEMS ? MAX_WORKGROUP_ITEMS + 1 : (uint32_t)items;
}

uint32_t job_largest_workgroup(const struct job *job)
{
	uint32_t largest = 0;

	for (size_t i = 0; i < job->launch_count; i++) {
		const struct job_launch *l = &job->launches[i];
		struct error unknown;
		const struct kernel *k = code_object_kernel(job->co, l->kernel, &unknown);
		uint32_t items = workgroup_items(l->workgroup);

		if (k && !k->required_workgroup[0] &&
		    k->max_workgroup_size == DEFAULT_MAX_WORKGROUP &&
		    items > DEFAULT_MAX_WORKGROUP && items <= MAX_WORKGROUP_ITEMS &&
		    items > largest)
			largest = items;
	}
	return largest;
}

/* The workgroup given, or what the kernel requires, or 64 in a row; then whether it is possible. */
static bool choose_workgroup(const struct job_launch *l, const struct kernel *k, uint32_t out[3],
			     struct error *err)
{
	const struct yaml_value *at = l->workgroup_at ? l->workgroup_at : l->at;
	uint32_t limit = k->max_workgroup_size && k->max_workgroup_size < MAX_WORKGROUP_ITEMS
				 ? k->max_workgroup_size
				 : MAX_WORKGROUP_ITEMS;
	const uint32_t *required = k->required_workgroup;
	uint32_t items;

	for (int i = 0; i < 3; i++)
		out[i] = l->workgroup_at ? l->workgroup[i] : required[i] ? required[i] : i ? 1 : 64;
	items = workgroup_items(out);
	for (int i = 0; i < 3; i++)
		if (required[i] && required[i] != out[i])
			return yaml_error(
				at, err,
				"workgroup [%u, %u, %u]: kernel '%s' requires [%u, %u, %u]", out[0],
				out[1], out[2], k->name, required[0], required[1], required[2]);
	if (items > MAX_WORKGROUP_ITEMS)
		return yaml_error(at, err, "workgroup [%u, %u, %u] has more than %d work-items",
				  out[0], out[1], out[2], MAX_WORKGROUP_ITEMS);
	if (items > limit)
		return yaml_error(
			at, err,
			"workgroup of %u work-items: kernel '%s' was compiled for at most %u; "
			"compile it with __attribute__((amdgpu_flat_work_group_size(1, %u)))",
			items, k->name, limit, items);
	return true;
}

bool job_prepare_launch(const struct job *job, struct job_launch *l, struct error *err)
{
	struct arg_context c = {.job = job, .err = err};
	uint32_t workgroup[3];
	struct error unknown;

	c.kernel = code_object_kernel(job->co, l->kernel, &unknown);
	if (!c.kernel)
		return yaml_error(l->kernel_at, err, "%s", unknown.text);
	if (strlen(c.kernel->name) >= sizeof(l->launch->kernel))
		return yaml_error(l->kernel_at, err,
				  "kernel names of more than %zu letters are not "
				  "supported",
				  sizeof(l->launch->kernel) - 1);
	if (!choose_workgroup(l, c.kernel, workgroup, err))
		return false;
	c.launch = l->launch = xcalloc(1, sizeof(*l->launch));
	launch_3d(c.launch, c.kernel->name, l->grid, workgroup);
	c.launch->dims = l->dims;
	memcpy(c.launch->offset, l->offset, sizeof(l->offset));
	return add_args(&c, l);
}
