/*
 * Storage that policies add to a machine, computed from its configuration by the rules that their
 * papers state. Only what a paper counts is counted; policies whose papers count nothing have no
 * part here.
 */
#ifndef POLICY_STORAGE_H
#define POLICY_STORAGE_H

#include "config/params.h"

struct storage_part {
	const char *name;           /* in statistics: "fill_tokens" */
	const char *what;           /* a line for people */
	const char *paper, *source; /* "mask", "7.4" */
	/* Bits that this configuration adds in the whole machine; 0: it does not have the part. */
	uint64_t (*bits)(const struct params *p);
	/* What the paper compares with, and its bits; NULL: nothing. */
	const char *beside;
	uint64_t (*beside_bits)(const struct params *p);
};

extern const struct storage_part storage_parts[];
extern const size_t storage_part_count;

#endif
