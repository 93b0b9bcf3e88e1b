/* warpwalk list designs --cost: storage that designs add to the machines of their papers. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/list_parts.h"
#include "config/config.h"
#include "policy/storage.h"

struct cost {
	const char *design, *gpu;
	const struct storage_row *part;
	uint64_t bits;
	double percent; /* of what it is compared with; negative: of nothing */
};

static void print_cost(const struct cost *c, struct json *j)
{
	if (!j) {
		printf("%-16s %-8s %6" PRIu64 " bits %8.1f bytes  %s", c->design, c->gpu, c->bits,
		       (double)c->bits / 8, c->part->what);
		if (c->percent >= 0)
			printf(", %.2g %% of the %s", c->percent, c->part->beside);
		printf(" (%s, %s)\n", c->part->paper, c->part->source);
		return;
	}
	json_open_object(j, NULL);
	json_string(j, "design", c->design);
	json_string(j, "gpu", c->gpu);
	json_string(j, "part", c->part->name);
	json_string(j, "what", c->part->what);
	json_string(j, "paper", c->part->paper);
	json_string(j, "source", c->part->source);
	json_u64(j, "bits", c->bits);
	if (c->percent >= 0)
		json_f64(j, "percent", c->percent);
	json_close_object(j);
}

/* What one design adds to one machine, as far as papers state it for that one. */
static void list_cost_on(const char *design, const char *gpu, struct json *j)
{
	struct config_request request = {.gpu = gpu, .designs = &design, .design_count = 1};
	const struct storage_row *part;
	struct params params;
	struct error err;

	if (config_load(&params, &request, &err))
		for (size_t i = 0; (part = storage_at(&params, i)); i++) {
			struct cost c = {design, gpu, part, part->bits(&params), -1};

			if (!c.bits || strcmp(part->gpu, gpu) != 0)
				continue;
			if (part->beside)
				c.percent =
					100 * (double)c.bits / (double)part->beside_bits(&params);
			print_cost(&c, j);
		}
	params_release(&params);
}

/* Whether the machine of this row is that of an earlier one. */
static bool is_seen(size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (!strcmp(storage_at(NULL, i)->gpu, storage_at(NULL, row)->gpu))
			return true;
	return false;
}

void list_costs(struct json *j)
{
	const struct storage_row *row;

	for (size_t i = 0; i < config_file_count; i++)
		for (size_t k = 0;
		     config_files[i].kind == CONFIG_DESIGN && (row = storage_at(NULL, k)); k++)
			if (!is_seen(k))
				list_cost_on(config_files[i].name, row->gpu, j);
}
