/* warpwalk list params: the parameter table for reading, as JSON, and as docs/params.md. */
#include <stdio.h>
#include <string.h>

#include "cli/list_parts.h"
#include "config/params.h"

static const char *type_name(enum param_type type)
{
	static const char *const names[] = {
		[PARAM_COUNT_TYPE] = "count", [PARAM_BYTES] = "bytes",  [PARAM_CYCLES] = "cycles",
		[PARAM_REAL] = "real",        [PARAM_BOOL] = "boolean", [PARAM_CHOICE] = "choice"};

	return names[type];
}

/* A bound of the row's range as a person would type it; units are left out. */
static const char *bound(const struct param_row *row, double value)
{
	static char texts[2][32];
	static unsigned next;
	char *out = texts[next++ % 2];
	static const char *const units[] = {"", "KB", "MB", "GB", "TB"};
	unsigned unit = 0;

	if (row->type != PARAM_BYTES) {
		snprintf(out, sizeof(texts[0]), "%.15g", value);
		return out;
	}
	while (unit < 4 && value >= 1024 && (int64_t)value % 1024 == 0) {
		value /= 1024;
		unit++;
	}
	snprintf(out, sizeof(texts[0]), "%.0f%s", value, units[unit]);
	return out;
}

/* "1 to 65536", "fcfs, random", "true, false". */
static void range_text(enum param id, char *out, size_t bytes)
{
	const struct param_row *row = &param_rows[id];

	if (row->type == PARAM_BOOL)
		snprintf(out, bytes, "true, false");
	else if (row->type == PARAM_CHOICE)
		param_choices_text(id, out, bytes);
	else
		snprintf(out, bytes, "%s to %s", bound(row, row->min), bound(row, row->max));
}

/* Whether the row is a design's first; the machine's own come before all of them. */
static bool begins_design(int id)
{
	const char *design = param_rows[id].design;

	return design && (!param_rows[id - 1].design || strcmp(design, param_rows[id - 1].design));
}

/* Whether the row begins another group: "l1_tlb.entries" after "translation". */
static bool begins_group(int id)
{
	const char *name = param_rows[id].name;
	size_t length = strcspn(name, ".");

	return id > 0 && name[length] && strncmp(name, param_rows[id - 1].name, length + 1) != 0;
}

static void default_text(const struct param_row *row, char *out, size_t bytes)
{
	const char *unit = row->unit ? row->unit : "";

	snprintf(out, bytes, "%s%s%s", row->fallback, *unit ? " " : "", unit);
}

void list_params(void)
{
	char value[48], range[400];

	printf("%-26s %-12s %-22s %s\n", "parameter", "default", "range", "");
	for (int id = 0; id < P_COUNT; id++) {
		const struct param_row *row = &param_rows[id];

		default_text(row, value, sizeof(value));
		range_text((enum param)id, range, sizeof(range));
		if (begins_design(id))
			printf("\nParameters of %s\n", row->design);
		else if (begins_group(id))
			putchar('\n');
		printf("%-26s %-12s %-22s %s\n", row->name, value, range, row->help);
	}
}

static void json_range(struct json *j, enum param id)
{
	const struct param_row *row = &param_rows[id];
	char choice[64];

	if (row->type == PARAM_BOOL)
		return;
	if (row->type != PARAM_CHOICE) {
		json_f64(j, "min", row->min);
		json_f64(j, "max", row->max);
		return;
	}
	json_open_array(j, "choices");
	for (size_t i = 0; param_choice(id, i, choice, sizeof(choice)); i++)
		json_string(j, NULL, choice);
	json_close_array(j);
}

void list_params_json(struct json *j)
{
	for (int id = 0; id < P_COUNT; id++) {
		const struct param_row *row = &param_rows[id];

		json_open_object(j, NULL);
		json_string(j, "name", row->name);
		json_string(j, "type", type_name(row->type));
		if (row->unit && *row->unit)
			json_string(j, "unit", row->unit);
		json_range(j, (enum param)id);
		json_string(j, "default", row->fallback);
		json_string(j, "help", row->help);
		if (row->design)
			json_string(j, "design", row->design);
		json_close_object(j);
	}
}

void list_params_markdown(void)
{
	static const char head[] = "| parameter | default | range | |\n|---|---|---|---|";
	char value[48], range[400];

	puts("# Parameters\n\n"
	     "Made by `make docs` from `src/config/params.def` and `src/designs/*/params.def`. On "
	     "the "
	     "command line:\n"
	     "`-s l1_tlb.entries=64`; in a GPU or design file a dotted name is a nested key: "
	     "`l1_tlb: {entries: 64}`.\n"
	     "Sizes take KB, MB and GB; latencies are in core cycles unless a unit is given.\n");
	puts(head);
	for (int id = 0; id < P_COUNT; id++) {
		const struct param_row *row = &param_rows[id];

		default_text(row, value, sizeof(value));
		range_text((enum param)id, range, sizeof(range));
		if (begins_design(id))
			printf("\n## Parameters of %s\n\n%s\n", row->design, head);
		printf("| `%s` | %s | %s | %s |\n", row->name, value, range, row->help);
	}
}
