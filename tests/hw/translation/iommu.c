/* The IOMMU by hand: the way there and back, its two TLBs, the walker behind them. */
#include "hw/translation/iommu.h"

#include "walker_bench.h"

TEST(iommu)
{
	struct walker_config config = usual;
	struct iommu_config ic = {
		.hop_latency = 10,
		.capacity = 3,
		.ports = 2,
		.l1_entries = 1,
		.l1_latency = 1,
		.l2_entries = 8,
		.l2_ways = 4,
		.l2_latency = 5,
		.page_shift = 12,
	};
	struct mock_request *r[8];
	struct iommu *m = malloc(sizeof(*m));
	struct bench *b;

	config.fixed = true;
	config.fixed_latency = 50;
	b = bench_new(&config, NULL);
	iommu_init(m, &b->engine, &ic, walker_port(&b->walker));
	b->above.down = iommu_port(m);
	r[0] = mock_ask(&b->above, 0, 0, 1);
	r[1] = mock_ask(&b->above, 2, 0, 1);
	r[2] = mock_ask(&b->above, 200, 0, 1);
	r[3] = mock_ask(&b->above, 300, 0, 2);
	r[4] = mock_ask(&b->above, 400, 0, 1);
	mock_run(&b->engine);
	/* 10 in, 1 and 5 for the TLBs, 50 walked, 10 back. */
	CHECK_EQ(r[0]->replied, 76);
	CHECK_EQ(r[0]->t.source, TX_WALK);
	/* Merged in the first TLB. */
	CHECK_EQ(r[1]->replied, 76);
	CHECK_EQ(r[1]->t.source, TX_IOMMU_TLB);
	CHECK_EQ(r[2]->replied, 200 + 10 + 1 + 10);
	CHECK_EQ(r[3]->replied, 376);
	/* Page 2 has taken its place in the first TLB, the second still has it. */
	CHECK_EQ(r[4]->replied, 400 + 10 + 1 + 5 + 10);
	CHECK_EQ(b->walker.stats.walks, 2);
	iommu_shootdown(m, 0, 1);
	/* Three fit on the way in; the others follow as places become free. */
	for (unsigned i = 0; i < 4; i++)
		r[i] = mock_ask(&b->above, 500, 0, 10 + i);
	mock_run(&b->engine);
	CHECK_EQ(r[2]->accepted, 500);
	CHECK_EQ(r[3]->accepted, 510);
	/* Walks one after the other, from 516 on; the fourth has to find an MSHR at 567. */
	CHECK_EQ(r[0]->replied, 576);
	CHECK_EQ(r[1]->replied, 626);
	CHECK_EQ(r[2]->replied, 676);
	CHECK_EQ(r[3]->replied, 726);
	CHECK_EQ(m->crossing, 0);
	iommu_release(m);
	free(m);
	CHECK_EQ(b->above.replies, b->above.count);
	walker_release(&b->walker);
	walk_fcfs.base.release(b->fcfs);
	free(b);
}
