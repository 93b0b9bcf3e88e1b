/* Translations by where they were resolved, and how long they took; kept by whoever asks for them.
 */
#ifndef HW_TRANSLATION_RESOLUTION_H
#define HW_TRANSLATION_RESOLUTION_H

#include "sim/stats.h"
#include "socket/request.h"

struct resolution {
	struct {
		uint64_t count;
		uint64_t lanes;  /* that asked for them */
		uint64_t cycles; /* their latencies, summed */
	} source[TX_SOURCES];
	struct latency latency; /* born to answered */
};

static inline void resolution_add(struct resolution *r, const struct translation *t, uint64_t lanes,
				  cycle_t now)
{
	uint64_t cycles = now - t->born;

	r->source[t->source].count++;
	r->source[t->source].lanes += lanes;
	r->source[t->source].cycles += cycles;
	latency_add(&r->latency, cycles);
}

/* All but the latency, whose name is the owner's. */
void resolution_register_stats(const struct resolution *r, struct stats *stats, const char *group);

/*
 * Lookups of vector memory in the TLBs of one level, each counted once for every lane that asked
 * for the translation, as gem5's GPU TLB does. From what is registered, so it costs the model
 * nothing.
 */
struct lane_lookups {
	uint64_t lookups, hits, mshr_hits, misses;
};
struct lane_lookups resolution_l1_lanes(const struct stats *stats);
struct lane_lookups resolution_l2_lanes(const struct stats *stats);

#endif
