/*
 * The published numbers, from data/claims.csv, and how one of ours compares with one of them. A
 * claim has one number, several ("12/20"), the ends of a range ("27-61"), or a word.
 */
#ifndef EXPERIMENT_FIGURE_CLAIMS_H
#define EXPERIMENT_FIGURE_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum claim_kind {
	CLAIM_VALUE,  /* a measured magnitude */
	CLAIM_ORDER,  /* who wins, or that nothing changes: it holds or it does not */
	CLAIM_CONFIG, /* follows from the configuration: must match exactly */
};

enum { CLAIM_MOST_PARTS = 8 };

struct claim {
	char *id, *paper, *source, *quantity, *subject, *published, *unit;
	enum claim_kind kind;
	double numbers[CLAIM_MOST_PARTS]; /* of published */
	size_t number_count;              /* 0: it is a word */
	char between;                     /* '/' or '-' when there are several */
	int line;
};

struct claims {
	struct claim *items;
	size_t count;
};

/* A table with a header line, as data/claims.csv. False with "file:line: ..."; release in any case.
 */
bool claims_read(struct claims *claims, const char *bytes, size_t size, const char *name,
		 struct error *err);
void claims_release(struct claims *claims);

/* The table that is part of the program. */
const struct claims *claims_all(void);
const struct claim *claim_find(const struct claims *claims, const char *id); /* NULL: none */

const char *claim_kind_name(enum claim_kind kind); /* "value", "order", "config" */

/* How a figure's value answers a claim. */
enum claim_sense {
	CLAIM_LEVEL,  /* value: a hit ratio, a miss count; nothing that goes up or down */
	CLAIM_CHANGE, /* value: a gain or loss in percent, or a factor (unit x) */
	CLAIM_HOLDS,  /* order: true or false */
	CLAIM_EXACT,  /* config: the same number */
};

/* "level", "change", "holds", "exact"; the kind of claim that each answers. */
extern const char *const claim_sense_names[4];
enum claim_kind claim_sense_kind(enum claim_sense sense);

/* Worse ones later, so that the verdict on several numbers is the largest. */
enum verdict {
	VERDICT_WITHIN_10,
	VERDICT_WITHIN_25,
	VERDICT_SAME_DIRECTION,
	VERDICT_DIFFERS,
	VERDICT_HOLDS,
	VERDICT_DOES_NOT_HOLD,
	VERDICT_EXACT,
	VERDICT_NOT_EXACT,
	VERDICT_NOT_YET,
	VERDICT_COUNT,
};

extern const char *const verdict_names[VERDICT_COUNT]; /* "within 10 %", "not yet" ... */

/*
 * One number of ours against one published. Within 10 % means: differs by at most a tenth of the
 * published number, or by half a percentage point where the unit is percent or points, for small
 * changes are rounding. The same direction is that of a change: both gain, both lose.
 */
enum verdict claim_compare(const struct claim *claim, enum claim_sense sense, size_t part,
			   double ours);

/* What a change of the claim's unit is when nothing changes: 1 for a factor, else 0. */
double claim_no_change(const struct claim *claim);

/* Decimals with which people read a number of this size; and one of ours for a claim. */
int number_decimals(double size);
int claim_decimals(const struct claim *claim, double ours);

/* For people, written into out, which is returned: a number in the claim's unit ("30.1"), how far
 * it is ("+3.1 points", "-8 %"), the unit after a published number (" %", " mpki", ""). */
char *claim_number_text(const struct claim *claim, double ours, char *out, size_t bytes);
char *claim_difference_text(const struct claim *claim, size_t part, double ours, char *out,
			    size_t bytes);
const char *claim_unit_text(const struct claim *claim);

#endif
