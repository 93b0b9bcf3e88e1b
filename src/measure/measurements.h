/*
 * All measurements of a machine that no part makes by itself, each in a file of its own, and the
 * callbacks through which they hear of what happens. They change nothing that is simulated: no
 * event, no answer, no order depends on them.
 *
 * Order of calls: init; then the wiring hands over each part as it is made; settle when the run is
 * over; release before the parts are.
 */
#ifndef MEASURE_MEASUREMENTS_H
#define MEASURE_MEASUREMENTS_H

#include "measure/concurrent_walks.h"
#include "measure/epoch_wavefronts.h"
#include "measure/icache_use.h"
#include "measure/l1_miss_cycles.h"
#include "measure/locality.h"
#include "measure/replication.h"
#include "measure/sharing.h"
#include "measure/slice_load.h"
#include "measure/stalled_per_miss.h"
#include "measure/walk_profile.h"

struct measurements_config {
	const struct memory_map *map;
	uint32_t chiplets, cus, apps; /* cus: of the whole machine */
	uint32_t wave_slots;          /* of a CU */
	uint32_t vector_instructions; /* in flight at most, all CUs together */
	uint32_t interval;            /* cycles between two looks; 0: none */
	uint32_t fetch_cus;           /* that share an instruction cache */
};

/* What is measured chiplet by chiplet, and what its parts' callbacks lead to. */
struct chiplet_measurements {
	struct measurements *machine;
	unsigned index;
	struct epoch_wavefronts epochs;
	struct locality locality;
};

struct measurements {
	struct engine *engine;
	struct measurements_config config;
	struct sampler sampler;
	struct walk_profile walk_profile;
	struct replication replication;
	struct l1_miss_cycles l1_miss_cycles;
	struct concurrent_walks concurrent_walks;
	struct stalled_per_miss stalled_per_miss;
	struct sharing sharing;
	struct icache_use icache_use;
	struct slice_load slice_load; /* with several chiplets */
	struct chiplet_measurements *chiplets;
};

void measurements_init(struct measurements *m, struct engine *engine,
		       const struct measurements_config *config);
void measurements_release(struct measurements *m);

void measure_walker(struct measurements *m, unsigned chiplet, struct walker *walker);
void measure_l1_tlb(struct measurements *m, struct tlb *tlb);
void measure_l2_tlb(struct measurements *m, unsigned chiplet, struct tlb *tlb);
/* The port to use in place of `down` by first-level caches. */
struct mem_port measure_data(struct measurements *m, unsigned chiplet, struct mem_port down);

/* In the order of their CUs. */
void measure_fetch_cache(struct measurements *m, struct cache *cache);

/* A kernel begins on these CUs. */
void measure_kernel(struct measurements *m, uint8_t asid, unsigned first_cu, unsigned cus);

/* A vector memory instruction has all its answers. */
static inline void measure_vector_done(struct measurements *m, uint32_t instruction)
{
	walk_profile_done(&m->walk_profile, instruction);
}

/* TLB entries are about to be removed. */
static inline void measure_shootdown(struct measurements *m)
{
	sampler_check(&m->sampler, m->engine->now);
}

/* Completes what was being measured, up to the end of the current cycle. */
void measurements_settle(struct measurements *m);

void measurements_register_stats(const struct measurements *m, struct stats *stats);

#endif
