/*
 * Curves of misses by capacity against fully associative LRU TLBs that are given the same lookups,
 * one after the other, for the streams of real workloads.
 */
#include "experiment/run/reach.h"

#include <stdlib.h>

#include "harness.h"
#include "timed.h"
#include "tx_mock.h"

/* What one TLB was asked for; heard beside the curve. */
struct heard {
	struct translation *asked; /* only address space and page matter */
	size_t count, capacity;
};

static void hear(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	struct heard *h = state;

	(void)outcome;
	if (h->count == h->capacity) {
		h->capacity = h->capacity ? 2 * h->capacity : 1024;
		h->asked = realloc(h->asked, h->capacity * sizeof(*h->asked));
	}
	h->asked[h->count++] = (struct translation){
		.vpn = t->vpn, .page_shift = t->page_shift, .who = {.asid = t->who.asid}};
}

static void listen(struct heard *h, struct reach_recorder *curve, unsigned level, struct tlb *tlb)
{
	static const struct tlb_listener_ops ops = {.looked_up = hear};

	*h = (struct heard){0};
	reach_listen(curve, level, tlb);
	tlb_listen(tlb, &ops, h);
}

static void ignore_answer(void *owner, struct translation *t)
{
	(void)owner, (void)t;
}

/* Misses of a TLB of this size, which answers each request before it gets the next. */
static uint64_t direct_misses(const struct heard *h, uint32_t entries)
{
	struct tlb_config config = {.name = "TLB",
				    .entries = entries,
				    .ways = entries,
				    .ports = 1,
				    .mshrs = 1,
				    .queue = 1,
				    .page_shift = 12};
	struct mock_below below;
	struct engine engine;
	struct tx_port port;
	struct waiter nobody = {0};
	struct tlb tlb;
	uint64_t misses;

	engine_init(&engine);
	port = mock_below_init(&below, &engine, 3, 0);
	tlb_init(&tlb, &engine, &config, port);
	port = tlb_port(&tlb);
	for (size_t i = 0; i < h->count; i++) {
		struct translation t = h->asked[i];

		tx_push(&t, ignore_answer, NULL);
		CHECK(tx_send(&port, &t, &nobody));
		mock_run(&engine);
	}
	CHECK_EQ(tlb.stats.mshr_hits, 0);
	misses = tlb.stats.misses;
	tlb_release(&tlb);
	return misses;
}

static void compare(const struct reach_level *level, const struct heard *heard, unsigned tlbs)
{
	static const uint32_t sizes[] = {1, 2, 3, 8, 16, 31, 64, 100, 257, 512, 2048};
	uint64_t lookups = 0;

	for (unsigned i = 0; i < tlbs; i++)
		lookups += heard[i].count;
	CHECK(lookups > 1000);
	CHECK_EQ(level->tlbs, tlbs);
	CHECK_EQ(reach_lookups(level), lookups);
	CHECK_EQ(level->hits + level->mshr_hits + level->misses, lookups);
	for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
		uint64_t misses = 0;

		for (unsigned i = 0; i < tlbs; i++)
			misses += direct_misses(&heard[i], sizes[s]);
		CHECK_EQ(reach_misses(level, sizes[s]), misses);
	}
}

static void check(const char *gpu, const char *settings, const char *workloads)
{
	struct reach_recorder *recorder = reach_recorder_new();
	struct heard *heard[REACH_LEVELS];
	unsigned counts[REACH_LEVELS] = {0};
	struct reach reach;
	struct timed t;

	timed_open(&t, gpu, settings, workloads);
	heard[0] = calloc(t.system->cu_count, sizeof(**heard));
	heard[1] = calloc(t.system->chiplet_count, sizeof(**heard));
	for (unsigned i = 0; i < t.system->chiplet_count; i++) {
		struct chiplet *ch = &t.system->chiplets[i];

		for (unsigned j = 0; j < ch->l1_tlb_count; j++)
			listen(&heard[0][counts[0]++], recorder, 1, &ch->l1_tlbs[j]);
		listen(&heard[1][counts[1]++], recorder, 2, &ch->l2_tlb);
	}
	timed_run(&t);
	reach_finish(recorder, &reach);
	for (unsigned level = 0; level < REACH_LEVELS; level++) {
		compare(&reach.level[level], heard[level], counts[level]);
		for (unsigned i = 0; i < counts[level]; i++)
			free(heard[level][i].asked);
		free(heard[level]);
	}
	reach_release(&reach);
	reach_recorder_free(recorder);
	timed_close(&t);
}

TEST(regular_and_irregular)
{
	check("apu18", "", "mvt:n=256");
	check("apu18", "", "gups:words=65536,updates=8");
}

TEST(several_applications)
{
	check("maxwell", "", "atax:nx=256,ny=256 gups:words=65536,updates=16");
}

TEST(several_chiplets)
{
	check("mcm4", "", "gups:words=65536,updates=8");
}
