/*
 * warpwalk list workloads --lasp: what the analysis of indices finds in the kernels that a workload
 * launches. Runs each at tiny, since the sizes of the data structures decide a kernel's class.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/list_parts.h"
#include "designs/lasp/lasp.h"
#include "driver/process/emulator.h"

enum { MAX_KERNELS = 64, CHIPLETS = 4, PAGE_BYTES = 4096 };

/* One kernel as it was first launched. */
struct lasp_row {
	const struct kernel *kernel;
	const struct index_kernel *index; /* NULL without notes */
	struct launch launch;
	struct lasp_plan plan;
};

struct lasp_rows {
	struct app *app;
	struct code_object *co;
	struct index_notes *notes;
	struct lasp_row row[MAX_KERNELS];
	size_t count;
};

static void add_row(struct lasp_rows *rows, const struct launch *launch)
{
	static const struct lasp_options options = {.chiplets = CHIPLETS, .page_bytes = PAGE_BYTES};
	struct lasp_row *row = &rows->row[rows->count];
	struct error err;

	for (size_t i = 0; i < rows->count; i++)
		if (!strcmp(rows->row[i].launch.kernel, launch->kernel))
			return;
	row->kernel = code_object_kernel(rows->co, launch->kernel, &err);
	if (rows->count == MAX_KERNELS || !row->kernel)
		return;
	row->launch = *launch;
	row->index = index_notes_kernel(rows->notes, launch->kernel);
	lasp_launch(&row->plan, row->index, launch, &options);
	rows->count++;
}

static bool find_rows(const struct workload_entry *entry, struct lasp_rows *rows, struct error *err)
{
	const struct workload *w = entry->workload;
	struct emulator *emulator;
	struct launch launch;
	bool ok = true;

	memset(rows, 0, sizeof(*rows));
	rows->app = app_open(w->name, SIZE_TINY, &entry, err);
	rows->co = rows->app ? code_object_read(entry->code_object, entry->code_object_bytes,
						w->name, err)
			     : NULL;
	if (!rows->co)
		return false;
	if (rows->co->index_notes) {
		rows->notes = index_notes_read(rows->co->index_notes, err);
		if (!rows->notes)
			return false;
	}
	emulator = emulator_new(rows->co);
	while (ok && rows->count < rows->co->kernel_count && w->next(rows->app, &launch)) {
		add_row(rows, &launch);
		ok = emulator_launch(emulator, rows->app, &launch, err);
	}
	emulator_free(emulator);
	return ok;
}

static void free_rows(struct lasp_rows *rows)
{
	index_notes_free(rows->notes);
	if (rows->co)
		code_object_free(rows->co);
	app_free(rows->app);
}

/* "RCL" for both kinds, as the paper has it. */
static const char *short_name(enum lasp_class class)
{
	return class >= LASP_RCL_COLUMNS ? "RCL" : lasp_class_name(class);
}

/* The classes of all kernels, each once, in the order of lasp.h: "NL+ITL". */
static void workload_class(const struct lasp_rows *rows, char *out, size_t bytes)
{
	const char *last = "";
	size_t used = 0;

	out[0] = '\0';
	for (int class = 0; class < LASP_CLASSES; class ++)
		for (size_t i = 0; i < rows->count; i++) {
			const char *name = short_name((enum lasp_class) class);

			if (rows->row[i].plan.class != (enum lasp_class) class ||
			    !strcmp(name, last))
				continue;
			used += (size_t)snprintf(out + used, bytes - used, "%s%s", used ? "+" : "",
						 name);
			last = name;
		}
}

static const char *argument_name(const struct lasp_row *row, unsigned argument)
{
	return argument < row->kernel->arg_count ? row->kernel->args[argument].name : "?";
}

/* The accesses of one argument. */
static void print_accesses(const struct lasp_row *row, unsigned argument)
{
	for (size_t i = 0; row->index && i < row->index->access_count; i++) {
		const struct index_access *a = &row->index->accesses[i];

		if (a->argument == argument)
			printf("      %-12s %s[%s]\n",
			       lasp_class_name(lasp_access_class(row->index, a)),
			       argument_name(row, argument), a->text);
	}
}

static void print_lasp_row(const struct lasp_row *row)
{
	size_t structure = 0;

	printf("  %s: %s, workgroups divided along %c\n", row->kernel->name,
	       lasp_class_name(row->plan.class), "xyz"[row->plan.split]);
	for (unsigned i = 0; i < row->launch.arg_count; i++) {
		const struct launch_arg *arg = &row->launch.args[i];

		if (arg->kind != LAUNCH_BUFFER || !arg->buffer)
			continue;
		printf("    %-14s %s\n", argument_name(row, i),
		       lasp_class_name(row->plan.of[structure++].class));
		print_accesses(row, i);
	}
}

static void json_accesses(struct json *j, const struct lasp_row *row, unsigned argument)
{
	json_open_array(j, "accesses");
	for (size_t i = 0; row->index && i < row->index->access_count; i++) {
		const struct index_access *a = &row->index->accesses[i];

		if (a->argument != argument)
			continue;
		json_open_object(j, NULL);
		json_string(j, "class", lasp_class_name(lasp_access_class(row->index, a)));
		json_string(j, "index", a->text);
		json_bool(j, "write", a->write);
		json_close_object(j);
	}
	json_close_array(j);
}

static void json_lasp_row(struct json *j, const struct lasp_row *row)
{
	size_t structure = 0;

	json_open_object(j, NULL);
	json_string(j, "name", row->kernel->name);
	json_string(j, "class", lasp_class_name(row->plan.class));
	json_u64(j, "split", row->plan.split);
	json_open_array(j, "structures");
	for (unsigned i = 0; i < row->launch.arg_count; i++) {
		const struct launch_arg *arg = &row->launch.args[i];

		if (arg->kind != LAUNCH_BUFFER || !arg->buffer)
			continue;
		json_open_object(j, NULL);
		json_string(j, "name", argument_name(row, i));
		json_string(j, "class", lasp_class_name(row->plan.of[structure++].class));
		json_accesses(j, row, i);
		json_close_object(j);
	}
	json_close_array(j);
	json_close_object(j);
}

bool list_lasp(const struct workload_entry *entry, struct json *j, struct error *err)
{
	struct lasp_rows *rows = xcalloc(1, sizeof(*rows));
	bool ok = find_rows(entry, rows, err);
	char class[64];

	workload_class(rows, class, sizeof(class));
	if (ok && j) {
		json_open_object(j, NULL);
		json_string(j, "name", entry->workload->name);
		json_string(j, "class", class);
		json_open_array(j, "kernels");
		for (size_t i = 0; i < rows->count; i++)
			json_lasp_row(j, &rows->row[i]);
		json_close_array(j);
		json_close_object(j);
	} else if (ok) {
		printf("%s: %s\n", entry->workload->name, class);
		for (size_t i = 0; i < rows->count; i++)
			print_lasp_row(&rows->row[i]);
	}
	free_rows(rows);
	free(rows);
	return ok;
}
