/* Fetching ahead: only the pages that were asked for come. */
#include "policy/stock.h"

const struct fetch_ahead_ops fetch_none = {
	.base = {.name = "none", .summary = "only pages that were asked for"},
};
