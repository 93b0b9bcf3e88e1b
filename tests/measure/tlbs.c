/* Measurements of lookups and misses by hand, with the values worked out in comments. */
#include "measure/measurements.h"
#include "tx_mock.h"

TEST(sharing_counts_each_translation_once)
{
	struct translation t = {.vpn = 5, .who = {.cu = 1}};
	struct sharing s;

	sharing_init(&s);
	sharing_used(&s, &t);
	sharing_used(&s, &t);
	CHECK(s.translations == 1 && s.shared == 0);
	t.who.cu = 2;
	sharing_used(&s, &t);
	t.who.cu = 3;
	sharing_used(&s, &t);
	CHECK(s.translations == 1 && s.shared == 1);
	t.who.asid = 1; /* the same page of another address space */
	sharing_used(&s, &t);
	CHECK(s.translations == 2 && s.shared == 1);
	sharing_release(&s);
}

/* Distinct wavefronts: the first epoch is all of one, the second goes through 3 slots of each of 2
 * CUs, the third is not complete. */
TEST(wavefronts_per_epoch)
{
	struct epoch_wavefronts e;
	struct requester who = {.cu = 1, .wave = 3};

	epoch_wavefronts_init(&e, 2, 4);
	for (unsigned i = 0; i < EPOCH_LOOKUPS; i++)
		epoch_wavefronts_lookup(&e, &who);
	CHECK_EQ(e.wavefronts.count, 1);
	CHECK_EQ(e.wavefronts.max, 1);
	for (unsigned i = 0; i < EPOCH_LOOKUPS + 5; i++) {
		who.cu = i % 2;
		who.wave = (uint16_t)(i / 2 % 3);
		epoch_wavefronts_lookup(&e, &who);
	}
	CHECK_EQ(e.wavefronts.count, 2);
	CHECK_EQ(e.wavefronts.min, 1);
	CHECK_EQ(e.wavefronts.max, 6);
	CHECK_EQ(e.wavefronts.sum, 7);
	epoch_wavefronts_release(&e);
}

static const struct tlb_config small_tlb = {.name = "TLB",
					    .entries = 4,
					    .ways = 4,
					    .latency = 1,
					    .ports = 4,
					    .mshrs = 4,
					    .queue = 8,
					    .hit_source = TX_L1_TLB,
					    .mshr_source = TX_L1_MSHR,
					    .page_shift = 12};

/*
 * Three TLBs of 4 entries. TLB 0 holds pages 1 2 3 4, TLB 1 pages 1 2 5, TLB 2 page 1 and page 1 of
 * another address space: page 1 three times, page 2 twice, four translations once.
 */
TEST(copies_of_translations)
{
	static const struct {
		uint8_t tlb, asid;
		uint64_t vpn;
	} fills[] = {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {1, 0, 1},
		     {1, 0, 2}, {1, 0, 5}, {2, 0, 1}, {2, 1, 1}};
	struct mock_above *above = calloc(3, sizeof(*above));
	struct engine *engine = calloc(1, sizeof(*engine));
	struct mock_below below;
	struct replication r;
	struct tlb tlb[3];

	engine_init(engine);
	replication_init(&r);
	mock_below_init(&below, engine, 5, 0);
	for (unsigned i = 0; i < 3; i++) {
		tlb_init(&tlb[i], engine, &small_tlb,
			 (struct tx_port){.send = mock_below_send, .owner = &below});
		mock_above_init(&above[i], engine, tlb_port(&tlb[i]));
		replication_add(&r, &tlb[i]);
	}
	replication_sample(&r, 1);
	CHECK_EQ(r.samples, 1);
	CHECK_EQ(r.copies.count, 0);
	for (size_t i = 0; i < sizeof(fills) / sizeof(*fills); i++)
		mock_ask(&above[fills[i].tlb], 0, fills[i].asid, fills[i].vpn);
	mock_run(engine);
	replication_sample(&r, 2); /* the same at two cycles looked at */
	CHECK_EQ(r.samples, 3);
	CHECK_EQ(r.copies.count, 2 * 6);
	CHECK_EQ(r.copies.sum, 2 * 9);
	CHECK_EQ(r.copies.max, 3);
	CHECK_EQ(r.class[0], 2 * 4);
	CHECK_EQ(r.class[1], 2 * 1);
	CHECK_EQ(r.class[2], 2 * 1);
	tlb_shootdown(&tlb[2], 0, UINT64_MAX);
	replication_sample(&r, 1); /* page 1 twice now */
	CHECK_EQ(r.copies.sum, 2 * 9 + 8);
	CHECK_EQ(r.class[1], 2 * 1 + 2);
	replication_release(&r);
	for (unsigned i = 0; i < 3; i++)
		tlb_release(&tlb[i]);
	free(engine);
	free(above);
}

/* Where misses were resolved, for a CU of chiplet 1. */
TEST(cycles_of_misses)
{
	static const struct {
		uint8_t source, home;
		cycle_t cycles;
	} answers[] = {{TX_L2_TLB, 1, 10},  {TX_L2_TLB, 1, 12},  {TX_L2_TLB, 3, 80},
		       {TX_L2_MSHR, 1, 50}, {TX_L2_MSHR, 0, 90}, {TX_WALK, 1, 300},
		       {TX_WALK, 2, 400},   {TX_IOMMU_TLB, 1, 7}};
	struct translation t = {.who.chiplet = 1, .kind = KIND_VECTOR};
	struct stats *stats = stats_new();
	struct l1_miss_cycles m = {0};

	for (size_t i = 0; i < sizeof(answers) / sizeof(*answers); i++) {
		t.source = answers[i].source;
		t.home = answers[i].home;
		l1_miss_cycles_answered(&m, &t, answers[i].cycles);
	}
	l1_miss_cycles_read(&m, &t, false, 1, 100);
	l1_miss_cycles_read(&m, &t, true, 1, 250);
	t.kind = KIND_SCALAR; /* its walk is no L1 TLB's, but its reads are PTE reads */
	l1_miss_cycles_read(&m, &t, true, 3, 1000);
	l1_miss_cycles_register_stats(&m, stats, "cycles", "misses");
	CHECK_EQ(stats_get(stats, "cycles", "local_hit"), 22);
	CHECK_EQ(stats_get(stats, "misses", "local_hit"), 2);
	CHECK_EQ(stats_get(stats, "cycles", "remote_hit"), 80);
	CHECK_EQ(stats_get(stats, "cycles", "local_merged"), 50);
	CHECK_EQ(stats_get(stats, "cycles", "remote_merged"), 90);
	CHECK_EQ(stats_get(stats, "cycles", "walked"), 700);
	CHECK_EQ(stats_get(stats, "misses", "walked"), 2);
	CHECK_EQ(stats_get(stats, "cycles", "local_walk"), 100);
	CHECK_EQ(stats_get(stats, "cycles", "remote_walk"), 250);
	CHECK_EQ(stats_get(stats, "cycles", "elsewhere"), 7);
	CHECK_EQ(m.pte_reads[0], 1);
	CHECK_EQ(m.pte_reads[1], 4);
	stats_free(stats);
}

/*
 * Wavefronts per miss, 2 CUs of 4 slots. Page 5 is answered to CU 0, where wavefronts 1, 2 and
 * again 1 wait, then to CU 1 with wavefront 1 alone: 2 and 1 per L1 TLB, 3 together. Page 6 in the
 * same cycle and page 6 in the next are misses of their own. An L2 TLB hit stalls nobody for a
 * miss.
 */
TEST(wavefronts_per_miss)
{
	struct translation third = {.who = {.wave = 1}};
	struct translation second = {.who = {.wave = 2}, .next = &third};
	struct translation first = {.who = {.wave = 1}, .vpn = 5, .source = TX_WALK};
	struct translation other = {.who = {.cu = 1, .wave = 1}, .vpn = 5, .source = TX_L2_MSHR};
	struct translation hit = {.vpn = 7, .source = TX_L2_TLB};
	struct stalled_per_miss s;

	stalled_per_miss_init(&s, 2, 4);
	stalled_per_miss_answered(&s, &first, &second, 100);
	stalled_per_miss_answered(&s, &other, NULL, 100);
	stalled_per_miss_answered(&s, &hit, &second, 100);
	other.vpn = 6;
	stalled_per_miss_answered(&s, &other, NULL, 100);
	stalled_per_miss_answered(&s, &other, NULL, 101);
	stalled_per_miss_settle(&s);
	stalled_per_miss_settle(&s);
	CHECK_EQ(s.per_l1_tlb.count, 4);
	CHECK_EQ(s.per_l1_tlb.sum, 2 + 1 + 1 + 1);
	CHECK_EQ(s.per_l1_tlb.max, 2);
	CHECK_EQ(s.wavefronts.count, 3);
	CHECK_EQ(s.wavefronts.sum, 3 + 1 + 1);
	CHECK_EQ(s.wavefronts.max, 3);
	CHECK_EQ(s.wavefronts.min, 1);
	stalled_per_miss_release(&s);
}

/* 3 + 1 requests: the busiest has 75 %; an interval without any does not count; 5 of 5 are 100 %.
 */
TEST(load_of_slices_over_time)
{
	struct slice_load s;

	slice_load_init(&s, 2);
	for (int i = 0; i < 4; i++)
		slice_load_lookup(&s, i == 3);
	slice_load_sample(&s);
	slice_load_sample(&s);
	for (int i = 0; i < 5; i++)
		slice_load_lookup(&s, 1);
	slice_load_sample(&s);
	CHECK_EQ(s.busiest_percent.count, 2);
	CHECK_EQ(s.busiest_percent.min, 75);
	CHECK_EQ(s.busiest_percent.max, 100);
	CHECK_EQ(s.requests[0].sum, 3);
	CHECK_EQ(s.requests[1].sum, 6);
	CHECK_EQ(s.requests[1].max, 5);
	slice_load_release(&s);
}
