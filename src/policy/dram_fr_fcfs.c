/* DRAM scheduling: one class, row hits first, then the oldest [Rixner00]. */
#include "policy/stock.h"

const struct dram_scheduler_ops dram_fr_fcfs = {
	.base = {.name = "fr-fcfs", .summary = "row hits first, then the oldest"},
	.row_first = {true, true, true},
};
