/* What a TLB says of itself to organisations that change: entries it holds, work it has done. */
#include "hw/translation/tlb.h"
#include "tx_mock.h"

/* 4 entries, latency 1; below every page takes 10 cycles. One MSHR: the second miss waits. */
TEST(work_and_entries)
{
	static const struct tlb_config config = {.name = "tlb",
						 .entries = 4,
						 .ways = 4,
						 .latency = 1,
						 .ports = 1,
						 .mshrs = 1,
						 .queue = 8,
						 .page_shift = 12};
	static struct mock_below below;
	static struct mock_above above;
	struct engine engine;
	struct tlb tlb;
	struct tlb_work work;

	engine_init(&engine);
	tlb_init(&tlb, &engine, &config, mock_below_init(&below, &engine, 10, 0));
	mock_above_init(&above, &engine, tlb_port(&tlb));
	work = tlb_work_done(&tlb);
	CHECK(!work.lookups && !work.answer_cycles && !work.queue_cycles);
	CHECK_EQ(tlb_valid_entries(&tlb), 0);

	/* Page 7 misses in cycle 1 and is answered in 11. Page 8 is accepted in 2 and waits. */
	mock_ask(&above, 0, 1, 7);
	mock_ask(&above, 2, 1, 8);
	mock_run_to(&engine, 6);
	work = tlb_work_done(&tlb);
	CHECK_EQ(work.lookups, 1);
	CHECK_EQ(work.answer_cycles, 0);
	CHECK_EQ(work.queue_cycles, 1 + 4);
	CHECK_EQ(tlb_valid_entries(&tlb), 0);

	/* Its lookup succeeds in 12, its answer comes in 22. */
	mock_run(&engine);
	work = tlb_work_done(&tlb);
	CHECK_EQ(work.lookups, 2);
	CHECK_EQ(work.answer_cycles, 11 + 20);
	CHECK_EQ(work.queue_cycles, 1 + 10);
	CHECK_EQ(tlb_valid_entries(&tlb), 2);
	tlb_shootdown(&tlb, 1, 7);
	CHECK_EQ(tlb_valid_entries(&tlb), 1);
	tlb_release(&tlb);
}
