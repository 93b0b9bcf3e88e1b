/* Which machine each repeat of a run has. */
#include "experiment/run/repeat.h"

#include <stdio.h>

bool repeat_read(const struct yaml_value *map, unsigned *repeat, struct error *err)
{
	const struct yaml_value *v = yaml_get(map, "repeat");
	int64_t value = 1;

	if (v && !yaml_to_i64(v, "repeat", 1, REPEAT_MOST, &value, err))
		return false;
	*repeat = (unsigned)value;
	return true;
}

void repeat_number(struct run_spec *spec, unsigned number)
{
	char setting[32];

	if (!number)
		return;
	snprintf(setting, sizeof(setting), "%s=%u", param_rows[P_PERTURB].name, number);
	text_list_add(&spec->settings, setting);
}

bool repeat_check(const struct run_spec *spec, unsigned number, struct error *err)
{
	char where[320];

	if (param(spec->params, P_PERTURB) == number)
		return true;
	return error_set(err,
			 "%s: repeated runs choose perturb themselves: leave it out, or repeat",
			 param_origin_text(spec->params, P_PERTURB, where, sizeof(where)));
}
