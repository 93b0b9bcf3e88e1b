/*
 * PWC replacement: the least recently used of the entries that no waiting walk has claimed, of all
 * when each has a claim [Shin18 §IV, "Design Subtleties"]. Claims are counted where walks are
 * scored on arrival: with other schedulers there are none, and this is LRU.
 */
#include "designs/walks/walks.h"
#include "socket/pwc_replacement.h"

static unsigned pwc_protected_victim(void *state, const struct pwc_set_view *set)
{
	(void)state;
	for (int way = (int)set->oldest; way >= 0; way = pwc_view_newer(set, (unsigned)way))
		if (!set->claims[way])
			return (unsigned)way;
	return set->oldest;
}

const struct pwc_replacement_ops pwc_protected = {
	.base = {.name = "protected",
		 .summary = "the least recently used that no waiting walk would use",
		 .needs = NEED_WAITING_WALKS},
	.victim = pwc_protected_victim,
};
