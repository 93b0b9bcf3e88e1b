/*
 * No silent no-ops. For each pair of a shipped design and a shipped GPU: with two applications it
 * is refused with a reason, or it leaves every parameter as the GPU has it, or some row of the
 * table differs from the row without the design.
 */
#include "effect.h"

#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "experiment/run/run_spec.h"

/* False: refused, with the reason. */
static bool machine_of(const char *gpu, const char *design, char *machine, struct error *err)
{
	struct run_spec spec;
	bool ok;

	run_spec_init(&spec, gpu, SIZE_TINY);
	if (design)
		text_list_add(&spec.designs, design);
	text_list_add(&spec.workloads, "mt");
	text_list_add(&spec.workloads, "gups");
	ok = run_spec_configure(&spec, err);
	if (ok)
		run_spec_machine(&spec, machine);
	run_spec_release(&spec);
	return ok;
}

/* Columns of a row's name but the last; NULL: a row of another GPU or other designs. */
static const char *rest_of(const struct golden_row *row, const char *gpu, const char *designs,
			   int *length)
{
	char *begin = xasprintf("%s\t%s\t", gpu, designs);
	size_t skip = strlen(begin);
	bool same = !strncmp(row->name, begin, skip);

	free(begin);
	if (!same)
		return NULL;
	*length = (int)(strrchr(row->name, '\t') - row->name - (ptrdiff_t)skip);
	return row->name + skip;
}

/* Whether a row of the design has other values than the one of the same settings and workloads. */
static bool shows(const struct golden_table *t, const char *gpu, const char *design)
{
	for (size_t i = 0; i < t->count; i++) {
		int length, plain_length;
		const char *rest = rest_of(&t->rows[i], gpu, design, &length), *plain;

		for (size_t k = 0; rest && k < t->count; k++) {
			plain = rest_of(&t->rows[k], gpu, "-", &plain_length);
			if (plain && length == plain_length &&
			    !strncmp(rest, plain, (size_t)length) &&
			    strcmp(t->rows[i].values, t->rows[k].values) != 0)
				return true;
		}
	}
	return false;
}

/* What a pair is, or NULL with a line. */
static const char *judge(const struct golden_table *t, const char *gpu, const char *design)
{
	char with[RUN_KEY_DIGITS + 1], without[RUN_KEY_DIGITS + 1];
	struct error err = {0};

	if (!machine_of(gpu, NULL, without, &err))
		BUG("%s: %s", gpu, err.text);
	if (!machine_of(gpu, design, with, &err))
		return err.exit_status == 2 && *err.text && err.unfit ? "refused" : NULL;
	if (!strcmp(with, without))
		return "the GPU's own";
	return shows(t, gpu, design) ? "effective" : NULL;
}

bool golden_check_effect(const struct golden_table *t)
{
	bool ok = true;

	for (size_t g = 0; g < config_file_count; g++)
		for (size_t d = 0; d < config_file_count; d++) {
			const char *gpu = config_files[g].name, *design = config_files[d].name;

			if (config_files[g].kind != CONFIG_GPU ||
			    config_files[d].kind != CONFIG_DESIGN || judge(t, gpu, design))
				continue;
			printf("not ok golden_effect: -g %s -d %s changes no row: either it cannot "
			       "act there and must be refused (src/config/matters.c), or "
			       "tests/golden/runs.c needs a showing in which it does\n",
			       gpu, design);
			ok = false;
		}
	if (ok)
		puts("ok golden_effect");
	return ok;
}
