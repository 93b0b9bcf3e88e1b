/* PWC replacement: the least recently used entry. */
#include "policy/stock.h"
#include "socket/pwc_replacement.h"

static unsigned pwc_lru_victim(void *state, const struct pwc_set_view *set)
{
	(void)state;
	return set->oldest;
}

const struct pwc_replacement_ops pwc_lru = {
	.base = {.name = "lru", .summary = "the least recently used"},
	.victim = pwc_lru_victim,
};
