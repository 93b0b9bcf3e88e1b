/*
 * Which virtual page the virtually addressed L1 caches of a chiplet know a frame by, kept where
 * their accesses enter the network to the L2. It makes synonyms harmless: an access that comes
 * with another name for a frame drops the lines held under the old one, so that a physical line is
 * never cached under two names. A frame that falls out of the map loses its lines, too. Takes no
 * time: it is looked up beside the L2.
 */
#ifndef DESIGNS_VIVT_REVERSE_MAP_H
#define DESIGNS_VIVT_REVERSE_MAP_H

#include "base/assoc.h"
#include "sim/stats.h"
#include "socket/request.h"

struct reverse_map_config {
	uint32_t entries, ways; /* frames */
	uint8_t page_shift;
	/* Drops the lines of a virtual page in all L1 caches, also those on their way; returns how
	 * many were there. */
	uint32_t (*drop)(void *ctx, uint8_t asid, uint64_t vpn);
	void *drop_ctx;
};

struct reverse_map_stats {
	uint64_t accesses;
	uint64_t synonyms;      /* accesses that came with another name for their frame */
	uint64_t synonym_lines; /* lines dropped for them */
	uint64_t evictions;     /* frames that fell out */
	uint64_t evicted_lines; /* lines dropped for them */
};

/* Invariant: a line of an L1 cache has the name that `name` has for its frame. */
struct reverse_map {
	struct reverse_map_config config;
	struct mem_port down;
	struct assoc tags; /* by frame */
	uint64_t *name;    /* by slot: address space and virtual page, as in a TLB */
	struct reverse_map_stats stats;
};

void reverse_map_init(struct reverse_map *m, const struct reverse_map_config *config,
		      struct mem_port down);
void reverse_map_release(struct reverse_map *m);

/* For accesses with both addresses, on their way to the L2. */
struct mem_port reverse_map_port(struct reverse_map *m);

/* Whether this is the name of the frame. */
bool reverse_map_knows(const struct reverse_map *m, uint64_t frame, uint8_t asid, uint64_t vpn);

/* The page (or, with UINT64_MAX, all of the address space) has no frame any more; its lines are
 * dropped by who shoots it down. */
void reverse_map_shootdown(struct reverse_map *m, uint8_t asid, uint64_t vpn);

void reverse_map_register_stats(const struct reverse_map *m, struct stats *stats,
				const char *group);

#endif
