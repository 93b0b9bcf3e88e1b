/*
 * The coalescer: the lane addresses of one memory instruction become distinct pages and, in them,
 * distinct lines, both in the order in which lanes first touch them. Knows nothing of time. Where
 * each line is translated on its own, a page stands for one line of it, and there are as many.
 */
#ifndef HW_COMPUTE_COALESCER_H
#define HW_COMPUTE_COALESCER_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/exec/wavefront.h"

/* Four dwords of 64 lanes of private memory, each dword on its own; no access has more pieces. */
enum { COALESCED_MAX = 4 * WAVE_LANES, COALESCED_NONE = UINT16_MAX };

struct coalesced_line {
	uint64_t address; /* virtual, of the first byte touched */
	uint16_t bytes;   /* touched: bytes that several lanes touch count once */
	uint16_t next;    /* next line of its page, COALESCED_NONE after the last */
	uint16_t page;    /* number of its page */
	bool full;        /* every byte of the line is touched */
};

struct coalesced_page {
	uint64_t vpn;
	uint16_t first, last; /* of its lines */
	uint16_t lanes;       /* that ask for it; one that straddles pages counts for its last */
};

/* Invariant: every line belongs to exactly one page's list; every page has a line. */
struct coalesced {
	uint16_t pages, lines;
	struct coalesced_page page[COALESCED_MAX];
	struct coalesced_line line[COALESCED_MAX];
};

struct coalescing {
	uint8_t line_shift,
		page_shift; /* a line is at most 1024 bytes and not larger than a page */
	bool by_line;       /* a page for each line */
};

/* The lanes of the step that went to memory (not to LDS). */
void coalesce(struct coalesced *c, const struct step *step, const struct coalescing *how);

#endif
