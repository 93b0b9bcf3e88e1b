/*
 * Launch advice from how a kernel indexes its data, as LASP has it (lasp.h). Counts launches by the
 * class of their kernels.
 */
#include <stdlib.h>

#include "designs/lasp/lasp.h"

struct index_advice {
	struct lasp_options options;
	uint64_t by_class[LASP_CLASSES];
};

static void *index_advice_make(const struct plan_facts *facts)
{
	struct index_advice *x = xcalloc(1, sizeof(*x));

	x->options = (struct lasp_options){.chiplets = facts->chiplets,
					   .page_bytes = UINT64_C(1) << facts->page_shift,
					   .first = param(facts->params, P_LASP_ACCESS) != 0};
	return x;
}

static void index_advice_register_stats(void *state, struct stats *stats)
{
	static const char *const names[LASP_CLASSES] = {
		[LASP_UNCLASSIFIED] = "unclassified",
		[LASP_NL] = "nl",
		[LASP_ITL] = "itl",
		[LASP_RCL_COLUMNS] = "rcl_columns",
		[LASP_RCL_ROWS] = "rcl_rows",
	};
	const struct index_advice *x = state;

	if (x->options.chiplets == 1)
		return;
	for (unsigned i = 0; i < LASP_CLASSES; i++)
		stats_counter(stats, "lasp", names[i], &x->by_class[i]);
}

static void index_advice_advise(void *state, const struct index_kernel *k,
				const struct launch *launch, struct advice *advice)
{
	struct index_advice *x = state;
	struct lasp_plan plan;

	lasp_launch(&plan, k, launch, &x->options);
	x->by_class[plan.class]++;
	advice->split = plan.split;
	advice->count = plan.count;
	for (size_t i = 0; i < plan.count; i++) {
		advice->of[i].buffer = plan.of[i].buffer;
		advice->of[i].block_bytes = plan.of[i].block_bytes;
	}
}

const struct launch_advice_ops advice_index_notes = {
	.base = {.name = "index-notes",
		 .summary = "as the kernel's index expressions tell, found when it was compiled",
		 .make = index_advice_make,
		 .release = free,
		 .register_stats = index_advice_register_stats},
	.advise = index_advice_advise,
};
