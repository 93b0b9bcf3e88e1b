/* From a YAML map to axes and their product. */
#include "experiment/sweep/sweep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/run/repeat.h"
#include "experiment/sweep/sweep_parts.h"

const char *const sweep_keys[] = {"gpus",     "designs", "workloads",        "sizes",
				  "variants", "params",  "max_instructions", "repeat"};
const size_t sweep_key_count = sizeof(sweep_keys) / sizeof(*sweep_keys);

struct sweep_axis_draft *sweep_draft_axis(struct sweep_draft *d, const char *name)
{
	struct sweep_axis_draft *axis;

	d->axes = xrealloc(d->axes, (d->axis_count + 1) * sizeof(*d->axes));
	axis = &d->axes[d->axis_count++];
	*axis = (struct sweep_axis_draft){.name = xstrdup(name)};
	return axis;
}

struct run_spec *sweep_draft_point(struct sweep_draft *d, const struct yaml_value *at,
				   const char *label)
{
	struct sweep_axis_draft *axis = &d->axes[d->axis_count - 1];
	struct sweep_point_draft *point;

	for (size_t i = 0; i < axis->count; i++) {
		if (strcmp(axis->points[i].label, label) != 0)
			continue;
		yaml_error(at, d->err, "%s '%.80s' is given twice", axis->name, label);
		return NULL;
	}
	axis->points = xrealloc(axis->points, (axis->count + 1) * sizeof(*axis->points));
	point = &axis->points[axis->count++];
	*point = (struct sweep_point_draft){.at = at, .label = xstrdup(label)};
	return &point->part;
}

void sweep_draft_drop(struct sweep_draft *d)
{
	struct sweep_axis_draft *axis = &d->axes[--d->axis_count];

	for (size_t i = 0; i < axis->count; i++) {
		free(axis->points[i].label);
		run_spec_release(&axis->points[i].part);
	}
	free(axis->points);
	free(axis->name);
}

static void free_draft(struct sweep_draft *d)
{
	while (d->axis_count)
		sweep_draft_drop(d);
	free(d->axes);
}

/* "l2_tlb.entries" of "l2_tlb.entries=512". */
static bool same_parameter(const char *a, const char *b)
{
	size_t length = strcspn(a, "=");

	return length == strcspn(b, "=") && !strncmp(a, b, length);
}

static bool add_settings(struct sweep_draft *d, struct run_spec *spec,
			 const struct sweep_point_draft *point)
{
	for (size_t i = 0; i < point->part.settings.count; i++) {
		const char *setting = point->part.settings.items[i];

		for (size_t k = 0; k < spec->settings.count; k++)
			if (same_parameter(setting, spec->settings.items[k]))
				return yaml_error(point->at, d->err,
						  "%.*s is set here, and by another axis (%s)",
						  (int)strcspn(setting, "="), setting,
						  spec->settings.items[k]);
		text_list_add(&spec->settings, setting);
	}
	return true;
}

static bool add_point(struct sweep_draft *d, struct run_spec *spec,
		      const struct sweep_point_draft *point)
{
	const struct run_spec *part = &point->part;

	if (part->gpu)
		spec->gpu = xstrdup(part->gpu);
	for (size_t i = 0; i < part->designs.count; i++)
		text_list_add(&spec->designs, part->designs.items[i]);
	for (size_t i = 0; i < part->workloads.count; i++)
		text_list_add(&spec->workloads, part->workloads.items[i]);
	if (point->sets_size)
		spec->size = part->size;
	return add_settings(d, spec, point);
}

/* The run at one place of the product. *unfit: why it cannot be, to be freed; NULL: it can. */
static bool compose(struct sweep_draft *d, struct run_spec *spec, char **unfit, size_t index,
		    size_t count)
{
	size_t stride = d->each;
	unsigned number = (unsigned)(index / stride);
	char text[256];

	run_spec_init(spec, NULL, d->size ? *d->size : SIZE_SMALL);
	spec->max_instructions = d->max_instructions;
	for (size_t a = 0; a < d->axis_count; a++) {
		const struct sweep_axis_draft *axis = &d->axes[a];

		stride /= axis->count;
		if (!add_point(d, spec, &axis->points[index / stride % axis->count]))
			return false;
	}
	repeat_number(spec, number);
	if (run_spec_resolve(spec, d->err) &&
	    (d->repeat == 1 || repeat_check(spec, number, d->err)))
		return true;
	if (d->err->unfit) {
		*unfit = xstrdup(d->err->text);
		return true;
	}
	return error_prefix(d->err, "%s: run %zu of %zu (%s)", d->map->file, index + 1, count,
			    run_spec_text(spec, text, sizeof(text)));
}

static bool count_runs(struct sweep_draft *d, size_t *count)
{
	d->each = 1;
	for (size_t a = 0; a < d->axis_count; a++) {
		d->each *= d->axes[a].count;
		if (d->each * d->repeat > SWEEP_MOST_RUNS)
			return yaml_error(d->map, d->err, "the product has more than %d runs",
					  SWEEP_MOST_RUNS);
	}
	*count = d->each * d->repeat;
	return true;
}

static void keep_axes(struct sweep *sweep, const struct sweep_draft *d)
{
	size_t first = d->repeat > 1;

	sweep->axes = xcalloc(first + d->axis_count, sizeof(*sweep->axes));
	sweep->axis_count = first + d->axis_count;
	if (first)
		sweep->axes[0].name = xstrdup(param_rows[P_PERTURB].name);
	for (unsigned i = 0; first && i < d->repeat; i++) {
		char label[16];

		snprintf(label, sizeof(label), "%u", i);
		text_list_add(&sweep->axes[0].labels, label);
	}
	for (size_t a = 0; a < d->axis_count; a++) {
		struct sweep_axis *axis = &sweep->axes[first + a];

		axis->name = xstrdup(d->axes[a].name);
		for (size_t i = 0; i < d->axes[a].count; i++)
			text_list_add(&axis->labels, d->axes[a].points[i].label);
	}
}

static bool nothing_fits(struct sweep_draft *d, const struct sweep *sweep)
{
	char text[256];

	return error_set(d->err, "%s: nothing fits; run 1 of %zu (%s): %s", d->map->file,
			 sweep->count, run_spec_text(&sweep->specs[0], text, sizeof(text)),
			 sweep->unfit[0]);
}

bool sweep_expand(struct sweep *sweep, const struct yaml_value *map, const enum workload_size *size,
		  unsigned repeat, struct error *err)
{
	struct sweep_draft draft = {.map = map, .size = size, .err = err};
	size_t count = 0;
	bool ok, fits = false;

	*sweep = (struct sweep){0};
	ok = sweep_read_axes(&draft) && repeat_read(map, &draft.repeat, err);
	if (repeat)
		draft.repeat = repeat;
	ok = ok && count_runs(&draft, &count);
	if (ok) {
		keep_axes(sweep, &draft);
		sweep->specs = xcalloc(count, sizeof(*sweep->specs));
		sweep->unfit = xcalloc(count, sizeof(*sweep->unfit));
	}
	while (ok && sweep->count < count) {
		size_t i = sweep->count++;

		ok = compose(&draft, &sweep->specs[i], &sweep->unfit[i], i, count);
		fits |= ok && !sweep->unfit[i];
	}
	if (ok && !fits)
		ok = nothing_fits(&draft, sweep);
	free_draft(&draft);
	return ok;
}

bool sweep_read(struct sweep *sweep, const char *path, unsigned repeat, struct error *err)
{
	struct yaml_value *root = yaml_read_file(path, err);
	bool ok;

	*sweep = (struct sweep){0};
	ok = root && yaml_check_keys(root, "a sweep", sweep_keys, sweep_key_count, err) &&
	     sweep_expand(sweep, root, NULL, repeat, err);
	yaml_value_free(root);
	return ok;
}

void sweep_release(struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->count; i++) {
		run_spec_release(&sweep->specs[i]);
		free(sweep->unfit[i]);
	}
	for (size_t a = 0; a < sweep->axis_count; a++) {
		free(sweep->axes[a].name);
		text_list_release(&sweep->axes[a].labels);
	}
	free(sweep->specs);
	free(sweep->unfit);
	free(sweep->axes);
	*sweep = (struct sweep){0};
}

const struct sweep_axis *sweep_axis(const struct sweep *sweep, const char *name)
{
	for (size_t a = 0; a < sweep->axis_count; a++)
		if (!strcmp(sweep->axes[a].name, name))
			return &sweep->axes[a];
	return NULL;
}

size_t sweep_point(const struct sweep *sweep, size_t spec, const struct sweep_axis *axis)
{
	size_t stride = 1;

	for (size_t a = sweep->axis_count; a-- > 0 && &sweep->axes[a] != axis;)
		stride *= sweep->axes[a].labels.count;
	return spec / stride % axis->labels.count;
}
