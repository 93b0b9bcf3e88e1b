/* What a cache can say of itself: contents, statistics, what it waits for. */
#include "hw/memory/cache_parts.h"

bool cache_holds(const struct cache *c, uint8_t asid, uint64_t address)
{
	uint64_t key = cache_key(c, asid, address);

	return assoc_find(&c->tags, cache_set_of(c, key), key) >= 0;
}

bool cache_is_idle(const struct cache *c)
{
	return !c->stats.queue.now && !c->stats.mshrs.now && !c->unacknowledged && !c->flushing;
}

const struct cache_stats *cache_statistics(const struct cache *c)
{
	return &c->stats;
}

static void register_walks(struct cache *c, struct stats *stats, const char *group)
{
	static const char *const names[CACHE_WALK_LEVELS][3] = {
		{NULL, NULL, NULL},
		{"walk_level1_hits", "walk_level1_misses", "walk_level1_mshr_hits"},
		{"walk_level2_hits", "walk_level2_misses", "walk_level2_mshr_hits"},
		{"walk_level3_hits", "walk_level3_misses", "walk_level3_mshr_hits"},
		{"walk_level4_hits", "walk_level4_misses", "walk_level4_mshr_hits"},
	};

	for (unsigned i = 1; i < CACHE_WALK_LEVELS; i++) {
		stats_counter(stats, group, names[i][0], &c->stats.walk_hits[i]);
		stats_counter(stats, group, names[i][1], &c->stats.walk_misses[i]);
		stats_counter(stats, group, names[i][2], &c->stats.walk_mshr_hits[i]);
	}
	stats_latency(stats, group, "walk_latency", &c->stats.walk_latency);
}

void cache_register_stats(struct cache *c, struct stats *stats, const char *group)
{
	struct cache_stats *s = &c->stats;
	const struct {
		const char *name;
		const uint64_t *value;
	} counters[] = {
		{"read_hits", &s->read_hits},
		{"read_misses", &s->read_misses},
		{"read_mshr_hits", &s->read_mshr_hits},
		{"write_hits", &s->write_hits},
		{"write_misses", &s->write_misses},
		{"write_mshr_hits", &s->write_mshr_hits},
		{"atomic_hits", &s->atomic_hits},
		{"atomic_misses", &s->atomic_misses},
		{"atomic_mshr_hits", &s->atomic_mshr_hits},
		{"atomics_passed", &s->atomics_passed},
		{"bypassed", &s->bypassed},
		{"fills", &s->fills},
		{"evictions", &s->evictions},
		{"writebacks", &s->writebacks},
		{"tenant_lookups", &s->tenant_lookups},
		{"stalls", &s->stalls},
	};

	for (unsigned i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		stats_counter(stats, group, counters[i].name, counters[i].value);
	stats_latency(stats, group, "read_latency", &s->read_latency);
	stats_occupancy(stats, group, "queue", &s->queue);
	stats_occupancy(stats, group, "mshrs", &s->mshrs);
	if (c->config.atomics)
		register_walks(c, stats, group);
}

void cache_describe(const struct cache *c, FILE *out)
{
	if (c->stalled.first)
		fprintf(out,
			"%s: %u accesses, the first to 0x%llx, wait for an MSHR or a place for a "
			"victim\n",
			c->name, c->stats.queue.now, (unsigned long long)c->stalled.first->address);
	for (uint32_t i = 0; i < c->config.mshrs; i++)
		if (c->mshr[i].used) {
			unsigned long long line = c->mshr[i].key << c->line_shift;

			fprintf(out, "%s: %u fills under way, one of line 0x%llx\n", c->name,
				c->stats.mshrs.now, line);
			break;
		}
	if (mem_outbox_first(&c->down))
		fprintf(out, "%s: wait for room below, first with 0x%llx\n", c->name,
			(unsigned long long)mem_outbox_first(&c->down)->address);
	if (c->flushers.first)
		fprintf(out, "%s: a flush waits for %u victims to be acknowledged\n", c->name,
			c->unacknowledged);
}
