/*
 * A TLB between a level above and a level below. Unless a test says otherwise: 4 entries fully
 * associative, latency 1, one port, 4 MSHRs, queue 8; below it every page takes 10 cycles.
 */
#ifndef TESTS_HW_TRANSLATION_TLB_BENCH_H
#define TESTS_HW_TRANSLATION_TLB_BENCH_H

#include "hw/translation/tlb.h"
#include "tx_mock.h"

struct bench {
	struct engine engine;
	struct tlb tlb;
	struct mock_below below;
	struct mock_above above;
};

static const struct tlb_config usual = {
	.name = "tlb",
	.entries = 4,
	.ways = 4,
	.latency = 1,
	.ports = 1,
	.mshrs = 4,
	.queue = 8,
	.hit_source = TX_L1_TLB,
	.mshr_source = TX_L1_MSHR,
	.page_shift = 12,
};

static inline struct bench *bench_new(const struct tlb_config *config, unsigned below_capacity)
{
	struct bench *b = calloc(1, sizeof(*b));

	engine_init(&b->engine);
	tlb_init(&b->tlb, &b->engine, config,
		 mock_below_init(&b->below, &b->engine, 10, below_capacity));
	mock_above_init(&b->above, &b->engine, tlb_port(&b->tlb));
	return b;
}

static inline void bench_free(struct bench *b)
{
	const struct tlb_stats *s = &b->tlb.stats;

	CHECK_EQ(s->lookups, s->hits + s->mshr_hits + s->misses);
	CHECK_EQ(s->lookups, b->above.count);
	CHECK_EQ(b->above.replies, b->above.count);
	CHECK_EQ(s->misses + s->repeats, b->below.taken);
	CHECK_EQ(s->latency.count, s->lookups);
	CHECK_EQ(b->tlb.stats.queue.now, 0);
	CHECK_EQ(s->queue.now, 0);
	CHECK_EQ(s->mshrs.now, 0);
	CHECK_EQ(b->engine.pending, 0);
	tlb_release(&b->tlb);
	free(b);
}

#endif
