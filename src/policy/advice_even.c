/* Launch advice of one who knows nothing: equal contiguous parts of buffers and grid. */
#include "policy/stock.h"

#include <stdlib.h>

struct even {
	unsigned chiplets;
	uint64_t page_bytes;
};

static void *advice_even_make(const struct plan_facts *facts)
{
	struct even *e = xcalloc(1, sizeof(*e));

	e->chiplets = facts->chiplets;
	e->page_bytes = UINT64_C(1) << facts->page_shift;
	return e;
}

static void advice_even_advise(void *state, const struct index_kernel *k,
			       const struct launch *launch, struct advice *advice)
{
	const struct even *e = state;

	(void)k;
	advice->split = advice_widest(launch);
	advice->count = 0;
	for (size_t i = 0; i < launch->arg_count; i++) {
		const struct buffer *b =
			launch->args[i].kind == LAUNCH_BUFFER ? launch->args[i].buffer : NULL;

		if (!b)
			continue;
		advice->of[advice->count].buffer = b;
		advice->of[advice->count++].block_bytes =
			advice_even_block(b->bytes, e->chiplets, e->page_bytes);
	}
}

const struct launch_advice_ops advice_even = {
	.base = {.name = "even",
		 .summary = "equal contiguous parts, whatever the kernel does with them",
		 .make = advice_even_make,
		 .release = free},
	.advise = advice_even_advise,
};
