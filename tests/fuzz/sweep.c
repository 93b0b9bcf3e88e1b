/* Files of warpwalk sweep on any bytes: a product of resolved runs, or a line. Nothing is run. */
#include "experiment/run/repeat.h"
#include "experiment/sweep/sweep.h"

#include "fuzz.h"
#include "product.h"

static void check_specs(const struct sweep *sweep)
{
	size_t runs = 1;
	char text[64];

	for (size_t a = 0; a < sweep->axis_count; a++) {
		must(sweep->axes[a].labels.count > 0);
		must(sweep_axis(sweep, sweep->axes[a].name) != NULL);
		runs *= sweep->axes[a].labels.count;
	}
	must(runs == sweep->count);
	for (size_t i = 0; i < sweep->count; i++) {
		must(sweep->unfit[i] || strlen(sweep->specs[i].key) == RUN_KEY_DIGITS);
		must(strlen(run_spec_text(&sweep->specs[i], text, sizeof(text))) < sizeof(text));
		for (size_t a = 0; a < sweep->axis_count; a++)
			must(sweep_point(sweep, i, &sweep->axes[a]) < sweep->axes[a].labels.count);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct yaml_value *root = yaml_read(data, size, "fuzz.yaml", &err);
	struct sweep sweep = {0};
	unsigned repeat = 1;

	if (root && repeat_read(root, &repeat, &err) && product_takes_long(root, repeat)) {
		yaml_value_free(root);
		return 0;
	}
	/* As sweep_read does. */
	if (root && yaml_check_keys(root, "a sweep", sweep_keys, sweep_key_count, &err) &&
	    sweep_expand(&sweep, root, NULL, 0, &err))
		check_specs(&sweep);
	else
		must_say(&err, "fuzz.yaml:");
	sweep_release(&sweep);
	yaml_value_free(root);
	return 0;
}
