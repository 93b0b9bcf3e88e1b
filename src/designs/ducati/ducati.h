/*
 * DUCATI [Jaleel19; Kotra21 §6.3.4]: translations in memory that the driver has set apart
 * (DRAM-TLB), read and written through the L2 cache, which so holds translations beside data
 * (UCAT). After a miss in the L2 TLB the line where a page's translation would be is read; when it
 * is not there the walk follows, and its result is written into the line. Both contend with data
 * for the L2 cache and for DRAM.
 *
 * A line of memory is a set: an entry takes 16 bytes, tag and translation, so that a line of 64 has
 * four ways, with LRU. The set is the page number modulo the lines set apart.
 */
#ifndef DESIGNS_DUCATI_DUCATI_H
#define DESIGNS_DUCATI_DUCATI_H

#include "base/pool.h"
#include "hw/translation/tlb.h"
#include "socket/tx_stage.h"

enum { DUCATI_ENTRY_BYTES = 16 };

/* A set is in order of last use. */
struct ducati_entry {
	uint64_t key; /* tlb_key() plus one; 0: none */
	uint64_t frame;
};

struct ducati;

/* A read for a translation, or a write of one that has been walked (t is NULL). */
struct ducati_access {
	struct mem_access access; /* first: pools and lists are of these */
	struct ducati_unit *unit;
	struct translation *t;
	uint64_t shootdowns; /* so many when the walk began */
};

/* The table of one chiplet. */
struct ducati_unit {
	struct ducati *all;
	struct tx_outbox down;
	struct mem_outbox memory;
	uint64_t base;  /* physical address */
	uint64_t lines; /* sets */
	unsigned ways;
	struct ducati_entry *entries;
};

struct ducati {
	struct engine *engine;
	uint32_t line_bytes;
	unsigned unit_count;
	struct ducati_unit *units;
	struct pool accesses;
	uint64_t shootdowns;
	uint64_t lookups, hits, misses, fills, evictions, unfilled, shot_down;
	struct latency latency; /* of a lookup */
};

extern const struct tx_stage_ops ducati;

#endif
