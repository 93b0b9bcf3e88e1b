/*
 * L1 TLB victims in idle LDS and idle I-cache lines [Kotra21 §4]. After a miss in its L1 TLB a
 * translation is asked for in the CU's LDS, then in the CU's I-cache, then in the L2 TLB; found, it
 * leaves the place for the L1 TLB. What an L1 TLB evicts goes the same way (Figure 12):
 *
 *   1 evicted from the L1 TLB  2 segment of LDS in LDS-mode?  3 yes: on to the I-cache
 *   4 no: into the segment     5 what had to go for it        6 to the I-cache
 *   7 line in IC-mode?         8 no: into the line            9 yes: on to the L2 TLB
 *   10 what had to go, or passes by                           11 into the L2 TLB
 *
 * Either structure may be left out. Lookups and fills take port slots that instructions leave
 * idle. State changes at once when something is evicted; lookups see it when their latency is over.
 */
#ifndef DESIGNS_REACH_TX_VICTIMS_H
#define DESIGNS_REACH_TX_VICTIMS_H

#include "designs/reach/tx_store.h"
#include "hw/compute/lds.h"
#include "hw/memory/cache.h"
#include "sim/sampler.h"
#include "sim/timeline.h"
#include "socket/tx_stage.h"

struct tx_victims;

/* The translations in one I-cache. Invariant: a line is the tenant's exactly when it holds one. */
struct tx_icache {
	struct tx_victims *all;
	struct cache *cache; /* NULL: not attached */
	struct tx_store store;
};

/* What belongs to one L1 TLB, which is that of one CU. */
struct tx_unit {
	struct tx_victims *all;
	unsigned index;
	struct tx_outbox down; /* to the L2 TLB */
	struct tx_site site;
	/* LDS: a segment is in LDS-mode while a workgroup holds any byte of it */
	uint8_t *segment_holders; /* workgroups, by segment */
	struct tx_store lds;
	struct tx_icache *icache;
};

/* Each counts translations. Numbers in brackets are those of the flow above. */
struct tx_victims_stats {
	uint64_t lookups;
	uint64_t lds_lookups, lds_hits; /* of segments in Tx-mode */
	uint64_t icache_lookups, icache_hits;
	uint64_t evicted;        /* [1] */
	uint64_t lds_mode;       /* [3], LDS-mode */
	uint64_t lds_fills;      /* [4] */
	uint64_t lds_victims;    /* [5] */
	uint64_t icache_mode;    /* [9], IC-mode */
	uint64_t icache_fills;   /* [8] */
	uint64_t icache_victims; /* [8 to 10] */
	uint64_t to_l2;          /* [10] */
	uint64_t too_wide;       /* passed by: more tag bits than the format has */
	uint64_t misfits;        /* did not share the base of their segment or line */
	uint64_t lds_overwritten, icache_overwritten; /* lost to workgroups, to instructions */
	uint64_t instruction_lines; /* taken from instructions by naive replacement */
	uint64_t shot_down;
	uint64_t lds_capacity, icache_capacity; /* if all of it were idle */
	struct gauge lds_held, icache_held;     /* at sampled cycles, all CUs together */
	struct timeline held;                   /* both together, likewise */
};

struct tx_victims {
	struct engine *engine;
	bool has_lds, has_icache;
	bool fold_icache;  /* the line of a page is a fold of its number */
	bool warming;      /* outside of time: ports are not used */
	bool naive;        /* I-cache: translations take instruction lines, too */
	bool evict_misfit; /* a misfit takes the segment or line instead of passing by */
	uint32_t segment_bytes;
	const struct tx_format *segment, *line;
	uint32_t lds_latency, icache_latency; /* Tx-mode, multiplexer and wires included */
	uint32_t mode_latency;                /* until the mode of a segment is known */
	uint32_t icache_tag_latency;          /* likewise of a line, which is in its tag */
	struct tx_unit *units;
	struct tx_icache *icaches;
	unsigned unit_count;
	uint32_t lds_held, icache_held;
	struct sampler sampler;
	struct tx_victims_stats stats;
};

extern const struct tx_stage_ops tx_lds, tx_icache, tx_both;

/* check.c, storage.c */
bool tx_victims_check(struct params *p, struct error *err);
extern const struct storage_row tx_lds_storage[], tx_icache_storage[], tx_both_storage[];

#endif
