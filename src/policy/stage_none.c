/* No stage of a design's own: the socket stays empty, translations go straight on. */
#include "policy/stock.h"

const struct tx_stage_ops stage_none = {
	.base = {.name = "none", .summary = "nothing in between"},
};
