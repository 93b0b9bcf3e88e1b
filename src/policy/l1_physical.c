/* L1 cache addressing: physical index and tag, as GPUs have; translation comes first. */
#include "policy/stock.h"

const struct l1_addressing_ops l1_physical = {
	.base = {.name = "pipt", .summary = "translate, then look up the L1 cache"},
};
