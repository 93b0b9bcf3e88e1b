/* From the parts' callbacks to the measurements. */
#include "measure/measurements.h"

#include <stdlib.h>
#include <string.h>

static void measure_sample(void *state, uint64_t times)
{
	struct measurements *m = state;

	replication_sample(&m->replication, times);
	if (m->concurrent_walks.walker_count)
		concurrent_walks_sample(&m->concurrent_walks, times);
	if (m->config.chiplets > 1)
		slice_load_sample(&m->slice_load);
}

void measurements_init(struct measurements *m, struct engine *engine,
		       const struct measurements_config *config)
{
	memset(m, 0, sizeof(*m));
	m->engine = engine;
	m->config = *config;
	sampler_init(&m->sampler, config->interval, measure_sample, m);
	walk_profile_init(&m->walk_profile, config->vector_instructions);
	replication_init(&m->replication);
	sharing_init(&m->sharing);
	icache_use_init(&m->icache_use, config->apps, config->fetch_cus ? config->fetch_cus : 1);
	concurrent_walks_init(&m->concurrent_walks, config->apps);
	slice_load_init(&m->slice_load, config->chiplets);
	stalled_per_miss_init(&m->stalled_per_miss, config->cus, config->wave_slots);
	m->chiplets = xcalloc(config->chiplets, sizeof(*m->chiplets));
	for (unsigned i = 0; i < config->chiplets; i++) {
		m->chiplets[i].machine = m;
		m->chiplets[i].index = i;
		epoch_wavefronts_init(&m->chiplets[i].epochs, config->cus, config->wave_slots);
	}
}

void measurements_release(struct measurements *m)
{
	walk_profile_release(&m->walk_profile);
	replication_release(&m->replication);
	sharing_release(&m->sharing);
	icache_use_release(&m->icache_use);
	concurrent_walks_release(&m->concurrent_walks);
	slice_load_release(&m->slice_load);
	stalled_per_miss_release(&m->stalled_per_miss);
	for (unsigned i = 0; m->chiplets && i < m->config.chiplets; i++)
		epoch_wavefronts_release(&m->chiplets[i].epochs);
	free(m->chiplets);
	m->chiplets = NULL;
}

/* Walkers */

static void measure_walk_read(void *state, const struct walk *walk, cycle_t cycles)
{
	struct chiplet_measurements *c = state;
	struct measurements *m = c->machine;
	bool remote = memory_map_chiplet(m->config.map, walk->access.address) != c->index;

	l1_miss_cycles_read(&m->l1_miss_cycles, walk->t, remote, 1, cycles);
}

static void measure_walk_ended(void *state, const struct walk *walk)
{
	struct chiplet_measurements *c = state;
	struct measurements *m = c->machine;
	const struct translation *t = walk->t;
	cycle_t now = m->engine->now;

	sampler_check(&m->sampler, now);
	walk_profile_walk(&m->walk_profile, t, c->index, walk->follows, now);
	if (m->config.chiplets == 1) /* all its reads were local */
		l1_miss_cycles_read(&m->l1_miss_cycles, t, false, t->walk_reads, walk->read_cycles);
}

void measure_walker(struct measurements *m, unsigned chiplet, struct walker *walker)
{
	struct walker_listener listener = {&m->chiplets[chiplet], &m->sampler,
					   m->config.chiplets > 1 ? measure_walk_read : NULL,
					   measure_walk_ended};

	concurrent_walks_add(&m->concurrent_walks, walker);
	walker_set_listener(walker, &listener);
}

/* TLBs */

static void measure_l1_answered(void *state, const struct translation *t,
				const struct translation *merged, cycle_t cycles)
{
	struct measurements *m = state;
	cycle_t now = m->engine->now;

	sampler_check(&m->sampler, now);
	l1_miss_cycles_answered(&m->l1_miss_cycles, t, cycles);
	sharing_used(&m->sharing, t);
	stalled_per_miss_answered(&m->stalled_per_miss, t, merged, now);
}

void measure_l1_tlb(struct measurements *m, struct tlb *tlb)
{
	static const struct tlb_listener_ops ops = {.answered = measure_l1_answered};

	replication_add(&m->replication, tlb);
	tlb_listen(tlb, &ops, m);
}

static void measure_l2_lookup(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	struct chiplet_measurements *c = state;
	struct measurements *m = c->machine;

	(void)outcome;
	epoch_wavefronts_lookup(&c->epochs, &t->who);
	if (m->config.chiplets > 1) {
		sampler_check(&m->sampler, m->engine->now);
		slice_load_lookup(&m->slice_load, c->index);
	}
}

void measure_l2_tlb(struct measurements *m, unsigned chiplet, struct tlb *tlb)
{
	static const struct tlb_listener_ops ops = {.looked_up = measure_l2_lookup};

	tlb_listen(tlb, &ops, &m->chiplets[chiplet]);
}

/* Instruction caches */

void measure_fetch_cache(struct measurements *m, struct cache *cache)
{
	icache_use_add(&m->icache_use, cache);
}

void measure_kernel(struct measurements *m, uint8_t asid, unsigned first_cu, unsigned cus)
{
	icache_use_begins(&m->icache_use, asid, first_cu, cus);
}

/* Data */

struct mem_port measure_data(struct measurements *m, unsigned chiplet, struct mem_port down)
{
	struct locality *l = &m->chiplets[chiplet].locality;

	l->map = m->config.map;
	l->chiplet = chiplet;
	l->down = down;
	return locality_port(l);
}

void measurements_settle(struct measurements *m)
{
	sampler_check(&m->sampler, m->engine->now + 1);
	stalled_per_miss_settle(&m->stalled_per_miss);
	icache_use_settle(&m->icache_use);
}

void measurements_register_stats(const struct measurements *m, struct stats *stats)
{
	replication_register_stats(&m->replication, stats, "replication");
	sharing_register_stats(&m->sharing, stats, "sharing");
	icache_use_register_stats(&m->icache_use, stats, "icache_use");
	l1_miss_cycles_register_stats(&m->l1_miss_cycles, stats, "l1_miss_cycles", "l1_misses");
	if (m->concurrent_walks.walker_count) {
		walk_profile_register_stats(&m->walk_profile, stats, "walk_profile");
		for (unsigned i = 0; i < m->config.chiplets; i++)
			stats_gauge(stats, "walk_profile", "epoch_wavefronts",
				    &m->chiplets[i].epochs.wavefronts);
		concurrent_walks_register_stats(&m->concurrent_walks, stats, "concurrent_walks");
		stalled_per_miss_register_stats(&m->stalled_per_miss, stats, "stalled_per_miss");
	}
	if (m->config.chiplets == 1)
		return;
	slice_load_register_stats(&m->slice_load, stats, "slice_load");
	stats_counter(stats, "pte_reads", "local", &m->l1_miss_cycles.pte_reads[0]);
	stats_counter(stats, "pte_reads", "remote", &m->l1_miss_cycles.pte_reads[1]);
	for (unsigned i = 0; i < m->config.chiplets; i++) {
		stats_counter(stats, "data_accesses", "local", &m->chiplets[i].locality.local);
		stats_counter(stats, "data_accesses", "remote", &m->chiplets[i].locality.remote);
	}
}
