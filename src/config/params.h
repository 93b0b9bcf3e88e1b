/*
 * Parameters. Each is one row of params.def, or of the params.def of a design: name, type, unit,
 * range, default, explanation. GPU and design files, the command line, validation, `list params`
 * and docs/params.md all come from that table. In files a dotted name is a nested key:
 * "l1_tlb.entries" is `l1_tlb: { entries: 32 }`.
 */
#ifndef CONFIG_PARAMS_H
#define CONFIG_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/json.h"

enum param_type {
	PARAM_COUNT_TYPE, /* whole number; K, M, G suffixes */
	PARAM_BYTES,      /* likewise, with KB, MB, GB */
	PARAM_CYCLES,     /* whole number of core cycles */
	PARAM_REAL,       /* with the unit that the row states */
	PARAM_BOOL,       /* true or false */
	PARAM_CHOICE,     /* one of its choices */
};

/* P_L1_TLB_ENTRIES and so on: the index of each row. */
enum param {
#define PARAM(id, ...) P_##id,
#include "config/params_table.def"
#undef PARAM
	P_COUNT,
};

struct param_row {
	const char *name;
	enum param_type type;
	const char
		*unit; /* "MHz", "GB/s", "ns", "" for a plain number; NULL when the type says it */
	double min, max;
	const char *fallback; /* default, as a user would type it */
	const char
		*choices; /* "a|b|c"; read through param_choice, since those of a socket are NULL */
	const char *help;
	const char *design; /* whose folder has the row; NULL: the machine's own */
};

extern const struct param_row param_rows[P_COUNT];

/* Where a value came from: a file and line, the command line, or the default. */
struct param_origin {
	const char *file; /* NULL: the default; "-s key=value" (and line 0): the command line */
	int line;
	const char *design; /* name of the design that set it, NULL otherwise */
};

struct params {
	int64_t i[P_COUNT]; /* whole numbers; PARAM_BOOL 0 or 1; PARAM_CHOICE: index of the choice
			     */
	double f[P_COUNT];  /* PARAM_REAL (and the same number for the others) */
	struct param_origin origin[P_COUNT];
	char gpu[64]; /* name of the GPU file */
	char **texts; /* owned strings of the origins */
	size_t text_count;
	/* Lines for people on designs that make no difference, or only in part; NULL: none. */
	char *notes;
};

/* Every parameter at its default. */
void params_init(struct params *p);
void params_release(struct params *p);

/* P_COUNT when there is none of that name. */
enum param param_find(const char *name);

/* For a message about an unknown name: the nearest ones, as text_suggest writes them. */
void param_suggest(char *out, size_t bytes, const char *wrong);

/* Choice `index` of a PARAM_CHOICE: the row's own, or the policies of its socket (policies.h).
 * Returns out; NULL beyond the last. */
char *param_choice(enum param id, size_t index, char *out, size_t bytes);

/* All of them: "oldest, greedy". Returns out. */
char *param_choices_text(enum param id, char *out, size_t bytes);

/*
 * Takes a value as a person types it: "32", "64KB", "1.6", "1600 MHz", "true", "fcfs". False with
 * "l1_tlb.entries: expected a whole number from 1 to 65536, not 'x'" in err, and p unchanged. The
 * origin is left alone.
 */
bool param_set(struct params *p, enum param id, const char *text, struct error *err);

/* The value as a person would type it: "64KB", "1600 MHz", "fcfs". Returns out. */
char *param_text(const struct params *p, enum param id, char *out, size_t bytes);

/* Whether a PARAM_CHOICE is the one called so. */
bool param_is(const struct params *p, enum param id, const char *choice);

/* "configs/gpus/apu18.yaml:12", "-s cus=4" or "default". Returns out. */
char *param_origin_text(const struct params *p, enum param id, char *out, size_t bytes);

/* A copy of the text that lives as long as p. */
const char *params_keep(struct params *p, const char *text);

/* Adds a line to the notes. */
void params_note(struct params *p, const char *line);

/* One member per parameter, named as in the table: numbers (bytes, cycles, the row's unit),
 * booleans, choices by name. */
void params_json(const struct params *p, struct json *j, const char *key);

static inline int64_t param(const struct params *p, enum param id)
{
	return p->i[id];
}

static inline double param_real(const struct params *p, enum param id)
{
	return p->f[id];
}

#endif
