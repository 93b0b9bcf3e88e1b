/* warpwalk list designs --cost: storage that designs add to the machines of their papers. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/list_parts.h"
#include "policy/storage.h"
#include "config/config.h"

/* The machine for which a paper states its cost. */
static const struct {
	const char *paper, *gpu;
} machines[] = {{"reach", "apu21"}, {"mgvm", "mcm4"}, {"mask", "maxwell"}};

enum { MACHINES = sizeof(machines) / sizeof(*machines) };

struct cost {
	const char *design, *gpu;
	const struct storage_part *part;
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

/* The parts of one design on the machine of one paper. */
static void list_cost_on(const char *design, unsigned machine, struct json *j)
{
	struct config_request request = {
		.gpu = machines[machine].gpu, .designs = &design, .design_count = 1};
	struct params params;
	struct error err;

	if (config_load(&params, &request, &err))
		for (size_t i = 0; i < storage_part_count; i++) {
			const struct storage_part *part = &storage_parts[i];
			struct cost c = {design, request.gpu, part, part->bits(&params), -1};

			if (!c.bits || strcmp(part->paper, machines[machine].paper) != 0)
				continue;
			if (part->beside)
				c.percent =
					100 * (double)c.bits / (double)part->beside_bits(&params);
			print_cost(&c, j);
		}
	params_release(&params);
}

void list_costs(struct json *j)
{
	for (size_t i = 0; i < config_file_count; i++)
		for (unsigned k = 0; config_files[i].kind == CONFIG_DESIGN && k < MACHINES; k++)
			list_cost_on(config_files[i].name, k, j);
}
