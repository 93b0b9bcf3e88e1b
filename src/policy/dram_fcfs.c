/* DRAM scheduling: the oldest of each bank; banks still work in parallel. */
#include "policy/stock.h"

const struct dram_scheduler_ops dram_fcfs = {
	.base = {.name = "fcfs", .summary = "each bank in order of arrival"},
};
