/*
 * Page walk caches, three kinds behind one interface, and none:
 *   split    one per level above the leaf: virtual prefix -> pointer to the next table
 *   unified  one for all levels above the leaf; the longest prefix known counts [Pratheek22]
 *   lines    a cache of page table lines by physical address, the leaf's too; a read that hits
 *            costs no memory access (PWCache [Ausavarungnirun18])
 * Keys carry the address space. Who calls keeps to ports and latency: pwc_slot().
 *
 * split, unified, none: once per walk, pwc_lookup() says how many reads are left.
 * lines: before each read, pwc_lookup_line() says whether it can be left out.
 * All: after each read, pwc_fill().
 */
#ifndef HW_TRANSLATION_PWC_H
#define HW_TRANSLATION_PWC_H

#include <stdio.h>

#include "base/assoc.h"
#include "sim/port.h"
#include "sim/stats.h"
#include "socket/page_source.h"
#include "socket/pwc_replacement.h"
#include "socket/walk_levels.h"

enum pwc_kind { PWC_NONE, PWC_SPLIT, PWC_UNIFIED, PWC_LINES };

enum { PWC_CLAIMS_MAX = 3 };

struct pwc_config {
	enum pwc_kind kind;
	uint32_t entries, ways; /* unified */
	/* Split, by level (2 to 4); levels the page size does not have are not used. */
	uint32_t level_entries[WALK_ROOT + 1], level_ways[WALK_ROOT + 1];
	uint32_t bytes, line_bytes; /* lines; with `ways` */
	uint32_t latency, ports;
	uint8_t page_shift;
	uint8_t index_bits; /* of a table page; 0: WALK_INDEX_BITS */
};

/* One array: tags, and by slot how many waiting walks would use the entry. */
struct pwc_array {
	struct assoc tags;
	uint8_t *claims;
};

/* Index 0 of the per-level counters is not used; a hit counts at the deepest level known. */
struct pwc_stats {
	uint64_t lookups, misses, fills, evictions, shot_down;
	uint64_t hits[WALK_ROOT + 1];
};

/* Invariant: array[level] is in use for split, array[0] for unified and lines. */
struct pwc {
	struct pwc_config config;
	struct pwc_array array[WALK_ROOT + 1];
	struct port port;
	struct walk_shape shape;
	unsigned leaf, line_shift;
	struct pwc_replacement replacement;
	struct page_source source;
	struct pwc_stats stats;
};

/* source is asked only by pwc_probe and pwc_shootdown of lines. */
void pwc_init(struct pwc *pwc, const struct pwc_config *config,
	      const struct pwc_replacement *replacement, const struct page_source *source);
void pwc_release(struct pwc *pwc);

/* The cycle in which a lookup asked for now, or later at `earliest`, has its answer. */
static inline cycle_t pwc_slot(struct pwc *pwc, cycle_t earliest)
{
	return port_reserve(&pwc->port, earliest) + pwc->config.latency;
}

/* Reads left for a walk of this page, 1 (only the leaf) to walk_levels(). claimed: this walk was
 * announced by pwc_claim(). Not for lines. */
unsigned pwc_lookup(struct pwc *pwc, uint8_t asid, uint64_t vpn, bool claimed);

/* Whether the line of this PTE is there. Only for lines; level is for the counters. */
bool pwc_lookup_line(struct pwc *pwc, uint8_t asid, uint64_t pa, unsigned level);

/* Reads a walk would make as things are (lines: 0 to walk_levels()). Changes nothing. */
unsigned pwc_probe(const struct pwc *pwc, uint8_t asid, uint64_t vpn);

/* The same, and the entry that answers (split, unified) is claimed by a waiting walk. */
unsigned pwc_claim(struct pwc *pwc, uint8_t asid, uint64_t vpn);

/* A walk has read the entry at this level, at physical address pa. */
void pwc_fill(struct pwc *pwc, uint8_t asid, uint64_t vpn, unsigned level, uint64_t pa);

/* Forgets what covers a page, or with UINT64_MAX an address space. */
void pwc_shootdown(struct pwc *pwc, uint8_t asid, uint64_t vpn);

void pwc_register_stats(const struct pwc *pwc, struct stats *stats, const char *group);

#endif
