/* Walk caching: every read of a page table entry may use the L2 cache. */
#include "policy/stock.h"

static bool always_may_cache(void *state, const struct mem_access *a)
{
	(void)state, (void)a;
	return true;
}

const struct walk_caching_ops walk_caching_always = {
	.base = {.name = "always", .summary = "all levels of the page table"},
	.may_cache = always_may_cache,
};
