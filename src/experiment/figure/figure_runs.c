/* From the runs of a figure's file to a grid of points and the specs of those that can run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/figure/figure_parts.h"
#include "experiment/run/repeat.h"
#include "experiment/sweep/sweep.h"

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
	if (plan->waits)
		return plan->waits;
	if (plan->unfit[point])
		return plan->unfit[point];
	for (size_t a = 0; a < plan->axis_count; a++) {
		const char *missing = plan->axes[a].missing[plan_position(plan, point, a)];

		if (missing)
			return missing;
	}
	return NULL;
}

/* *runs: whether any point of it can run. */
static bool size_grid(struct figure *f, bool *runs, struct error *err)
{
	struct figure_plan *plan = f->plan;

	*runs = true;
	plan->grid = 1;
	for (size_t a = 0; a < plan->axis_count; a++) {
		bool some = !plan->axes[a].labels.count; /* the sweep says what is wrong */

		plan->grid *= plan->axes[a].labels.count;
		if (plan->grid * f->repeat > SWEEP_MOST_RUNS)
			return yaml_error(f->experiment->runs, err,
					  "the product has more than %d runs", SWEEP_MOST_RUNS);
		for (size_t i = 0; i < plan->axes[a].labels.count; i++)
			some |= !plan->axes[a].missing[i];
		*runs &= some;
	}
	plan->spec = xcalloc(plan->grid + 1, sizeof(*plan->spec));
	plan->alone = xcalloc(plan->grid + 1, sizeof(*plan->alone));
	plan->unfit = xcalloc(plan->grid + 1, sizeof(*plan->unfit));
	for (size_t i = 0; i < plan->grid; i++)
		plan->spec[i] = plan->alone[i] = PLAN_NONE;
	return true;
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
		f->plan->unfit[i] = sweep->unfit[next];
		if (sweep->unfit[next]) {
			run_spec_release(&sweep->specs[next++]);
			continue;
		}
		f->plan->spec[i] = (long)f->spec_count;
		*add_spec(f) = sweep->specs[next++];
	}
	if (next != sweep->count)
		BUG("%s: %zu runs for %zu grid points", f->experiment->id, sweep->count, next);
	sweep->count = 0; /* they are the figure's now */
}

/* Of one workload at this size, 0: none. A list has those at small (and medium) and at paper. */
static bool run_limit_of(const struct yaml_value *item, enum workload_size size, int64_t *limit,
			 struct error *err)
{
	*limit = 0;
	if (size == SIZE_TINY)
		return true;
	if (item->kind != YAML_LIST)
		return size != SIZE_PAPER || yaml_to_i64(item, "limits", 1, INT64_MAX, limit, err);
	if (item->count != 2)
		return yaml_error(item, err, "limits: expected two numbers, at small and at paper");
	return yaml_to_i64(item->items[size == SIZE_PAPER], "limits", 0, INT64_MAX, limit, err);
}

/* All may last as long as each other. */
static bool apply_lasting(struct figure *f, struct error *err)
{
	int64_t cycles = experiment_lasts(f->experiment, f->size);
	char setting[64];

	snprintf(setting, sizeof(setting), "apps.cycles=%" PRId64, cycles);
	for (size_t i = 0; cycles && i < f->spec_count; i++) {
		text_list_add(&f->specs[i].settings, setting);
		if (!run_spec_resolve(&f->specs[i], err))
			return false;
	}
	return true;
}

/* Long runs may end early. */
static bool apply_limits(struct figure *f, struct error *err)
{
	const struct yaml_value *limits = f->experiment->limits;

	for (size_t i = 0; limits && i < limits->count; i++) {
		int64_t limit;

		if (!run_limit_of(limits->items[i], f->size, &limit, err))
			return false;
		for (size_t k = 0; limit && k < f->spec_count; k++) {
			struct run_spec *spec = &f->specs[k];
			const char *name = spec->workloads.items[0];
			size_t length = strcspn(name, ":@");

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
		text_list_add(&spec->designs, designs->items[i]->text);
	for (size_t i = 0; settings && i < settings->count; i++)
		text_list_add(&spec->settings, settings->items[i]->text);
	return run_spec_resolve(spec, err) ||
	       error_prefix(err, "%s:%d: alone", alone->file, alone->line);
}

/* Without one of its applications alone a point has no values either. */
static void drop_alone(struct figure *f, size_t point, const char *why)
{
	while (f->spec_count > (size_t)f->plan->alone[point])
		run_spec_release(&f->specs[--f->spec_count]);
	f->plan->spec[point] = f->plan->alone[point] = PLAN_NONE;
	f->plan->unfit[point] = xstrdup(why);
}

static bool add_all_alone(struct figure *f, struct error *err)
{
	for (size_t i = 0; f->experiment->alone && i < f->plan->grid; i++) {
		size_t apps;

		if (f->plan->spec[i] == PLAN_NONE)
			continue;
		apps = f->specs[f->plan->spec[i]].workloads.count;
		f->plan->alone[i] = (long)f->spec_count;
		for (size_t k = 0; k < apps && f->plan->alone[i] != PLAN_NONE; k++) {
			if (add_alone(f, i, k, err))
				continue;
			if (!err->unfit)
				return false;
			drop_alone(f, i, err->text);
		}
	}
	return true;
}

/* What there is once more for each further repeat, those of applications alone included. */
static bool add_repeats(struct figure *f, struct error *err)
{
	const struct yaml_value *runs = f->experiment->runs;
	size_t each = f->spec_count;

	for (size_t i = 0; f->repeat > 1 && i < each * f->repeat; i++) {
		unsigned number = (unsigned)(i / each);

		if (number) {
			struct run_spec *spec = add_spec(f);

			run_spec_copy(spec, &f->specs[i % each]);
			repeat_number(spec, number);
			if (!run_spec_resolve(spec, err))
				return error_prefix(err, "%s:%d", runs->file, runs->line);
		}
		if (!repeat_check(&f->specs[i], number, err))
			return error_prefix(err, "%s:%d", runs->file, runs->line);
	}
	return true;
}

bool figure_plan_runs(struct figure *f, struct error *err)
{
	struct plan_reader r = {.f = f};
	struct sweep sweep = {0};
	bool ok, runs;

	f->plan = xcalloc(1, sizeof(*f->plan));
	for (size_t i = 0; !f->plan->waits && i < f->experiment->needs.count; i++)
		f->plan->waits = plan_missing_design(f->experiment->needs.items[i]);
	plan_read_axes(&r);
	ok = size_grid(f, &runs, err);
	if (ok && runs && !f->plan->waits) {
		ok = sweep_expand(&sweep, &r.map, &f->size, 1, err);
		if (ok)
			place_specs(f, &sweep);
		sweep_release(&sweep);
	}
	plan_reader_release(&r);
	return ok && apply_limits(f, err) && apply_lasting(f, err) && add_all_alone(f, err) &&
	       add_repeats(f, err);
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
	for (size_t i = 0; plan && plan->unfit && i < plan->grid; i++)
		free(plan->unfit[i]);
	if (plan) {
		free(plan->unfit);
		free(plan->axes);
		free(plan->waits);
		free(plan->spec);
		free(plan->alone);
	}
	free(plan);
}
