/*
 * Parameters. Each is one row of params.def: name, type, unit, range, default, explanation. GPU and
 * design files, the command line, validation, `list params` and docs/params.md all come from that
 * table. In files a dotted name is a nested key: "l1_tlb.entries" is `l1_tlb: { entries: 32 }`.
 */
#ifndef SIM_PARAMS_H
#define SIM_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/error.h"
#include "sim/json.h"

enum param_type {
	PARAM_COUNT_TYPE, /* whole number; K, M, G suffixes */
	PARAM_BYTES,      /* likewise, with KB, MB, GB */
	PARAM_CYCLES,     /* whole number of core cycles */
	PARAM_REAL,       /* with the unit that the row states */
	PARAM_BOOL,       /* true or false */
	PARAM_CHOICE,     /* one of the row's choices */
};

/* P_L1_TLB_ENTRIES and so on: the index of each row. */
enum param {
#define PARAM(id, ...) P_##id,
#include "sim/params.def"
#undef PARAM
	P_COUNT,
};

struct param_row {
	const char *name;
	enum param_type type;
	const char *unit; /* "MHz", "GB/s", "ns"; NULL when the type says it */
	double min, max;
	const char *fallback; /* default, as a user would type it */
	const char *choices;  /* PARAM_CHOICE: "a|b|c" */
	const char *help;
};

extern const struct param_row param_rows[P_COUNT];

/* Where a value came from: a file and line, the command line, or the default. */
struct param_origin {
	const char *file; /* NULL: the default */
	int line;
	const char *design; /* name of the design that set it, NULL otherwise */
};

struct params {
	int64_t i[P_COUNT]; /* whole numbers; PARAM_BOOL 0 or 1; PARAM_CHOICE: index of the choice
			     */
	double f[P_COUNT];  /* PARAM_REAL (and the same number for the others) */
	struct param_origin origin[P_COUNT];
	char gpu[64]; /* name of the GPU file */
	char *texts;  /* owned strings of the origins */
};

static inline int64_t param(const struct params *p, enum param id)
{
	return p->i[id];
}

static inline double param_real(const struct params *p, enum param id)
{
	return p->f[id];
}

#endif
