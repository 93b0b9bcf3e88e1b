/*
 * Whether a parameter matters in a machine: whether anything ever asks for its value. A machine of
 * one chiplet has no homes to choose, plain memory no requests to put in order, and where
 * translation is ideal nothing walks.
 */
#ifndef CONFIG_MATTERS_H
#define CONFIG_MATTERS_H

#include "config/params.h"

enum need {
	NEED_TLBS = 1 << 0,
	NEED_WALKS = 1 << 1,
	NEED_L2_TLB = 1 << 2, /* one whose misses walk */
	NEED_WALK_READS = 1 << 3,
	NEED_CACHED_WALKS = 1 << 4,
	NEED_PWC = 1 << 5,
	NEED_WAITING_WALKS = 1 << 6,
	NEED_DRAM_QUEUES = 1 << 7,
	NEED_CHIPLETS = 1 << 8,
	NEED_CUS = 1 << 9, /* in a chiplet */
	NEED_APPS = 1 << 10,
	NEED_PAGING = 1 << 11,
};

/*
 * apps: applications that share the machine; 0: not known, which counts as several. False with what
 * is missing, why it is, and what to do: "home_slice (xor) needs more than one chiplet, but
 * chiplets is 1; ...". What is said to matter may still make no difference to a program.
 */
bool param_matters(const struct params *p, enum param id, unsigned apps, struct error *why);

#endif
