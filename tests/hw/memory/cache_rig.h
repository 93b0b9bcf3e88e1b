/*
 * A cache between mocks. Unless a test says otherwise: 4 sets of 2 ways, lines of 64 bytes, 4
 * cycles from port to lookup, 1 port, 2 MSHRs; the level below answers after 20 cycles.
 */
#ifndef TESTS_HW_MEMORY_CACHE_RIG_H
#define TESTS_HW_MEMORY_CACHE_RIG_H

#include "hw/memory/cache_parts.h"
#include "hw_mock.h"

struct rig {
	struct engine engine;
	struct cache *cache;
	struct mock_below below;
	struct mock_above above;
};

static const struct cache_config through = {
	.bytes = 512,
	.ways = 2,
	.line_bytes = 64,
	.latency = 4,
	.ports = 1,
	.mshrs = 2,
	.queue = 8,
	.write_through = true,
};

static const struct cache_config back = {
	.bytes = 512,
	.ways = 2,
	.line_bytes = 64,
	.latency = 4,
	.ports = 1,
	.mshrs = 2,
	.queue = 8,
	.write_allocate = true,
	.atomics = true,
};

static inline void rig_init(struct rig *rig, struct cache_config config)
{
	engine_init(&rig->engine);
	mock_below_init(&rig->below, &rig->engine, 20);
	rig->cache = cache_new(&rig->engine, "cache", &config, mock_mem_port(&rig->below));
	mock_above_init(&rig->above, &rig->engine, cache_port(rig->cache));
}

static inline void rig_release(struct rig *rig)
{
	CHECK(cache_is_idle(rig->cache));
	CHECK_EQ(rig->cache->accesses->taken, 0);
	CHECK_EQ(rig->cache->stats.queue.now, 0);
	cache_free(rig->cache);
}

#endif
