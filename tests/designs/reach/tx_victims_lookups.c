/* L1 TLB victims in LDS and I-cache by hand: lookups and their cycles, ports shared with
 * instructions, shootdowns. */
#include "tx_victims_rig.h"

TEST(found_it_leaves)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct mock_request *a, *b, *c;

	evict(r, 5);
	for (unsigned i = 0; i < 4; i++)
		evict(r, 6 + i * SEGMENTS); /* page 6 is in the I-cache */
	a = mock_ask(&r->above, 100, 0, 5);
	b = mock_ask(&r->above, 200, 0, 6);
	c = mock_ask(&r->above, 300, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 136);
	CHECK_EQ(a->t.frame, mock_frame(0, 5));
	CHECK_EQ(a->t.source, TX_VICTIM);
	CHECK_EQ(b->replied, 236 + 21);
	CHECK_EQ(b->t.frame, mock_frame(0, 6));
	CHECK_EQ(cache_line_use(r->icache, 6), CACHE_LINE_IDLE);
	/* Gone: the L1 TLB has it. 36 in LDS, 17 in a line that holds nothing, 100 below. */
	CHECK_EQ(c->replied, 300 + 36 + 17 + 100);
	CHECK_EQ(c->t.source, TX_WALK);
	CHECK_EQ(r->v->stats.lds_hits, 1);
	CHECK_EQ(r->v->stats.icache_hits, 1);
	CHECK_EQ(r->v->lds_held, 3);
	rig_free(r);
}

TEST(lds_mode_costs_a_cycle)
{
	struct rig *r = rig_new("lds", NULL);
	struct mock_request *a;

	lds_take(&r->lds[0], 0, 16384, 16384);
	a = mock_ask(&r->above, 10, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 10 + 1 + 100);
	CHECK_EQ(r->lds[0].tenant_cycles, 0);
	rig_free(r);
}

TEST(wires)
{
	struct rig *r = rig_new("lds", "tx_lds.wire_latency=50");
	struct mock_request *a;

	evict(r, 5);
	a = mock_ask(&r->above, 10, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 10 + 36 + 50);
	rig_free(r);
	r = rig_new("icache", "tx_icache.wire_latency=100");
	evict(r, 5);
	a = mock_ask(&r->above, 10, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 10 + 21 + 100);
	rig_free(r);
}

/* Fills and lookups of one cycle share the port that instructions leave; those go first. */
TEST(ports)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct step step = {.width = 4};
	struct mock_request *a, *b;

	for (unsigned i = 0; i < 64; i++)
		step.addr[i] = 4 * i;
	evict(r, 5); /* slot 0 of the LDS */
	evict(r, 6); /* slot 1 */
	a = mock_ask(&r->above, 0, 0, 5);
	b = mock_ask(&r->above, 0, 0, 6);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 2 + 36);
	CHECK_EQ(b->replied, 3 + 36);
	/* 64 lanes hold the LDS for two cycles, fill or not; a lookup then waits for both. */
	evict(r, 5);
	CHECK_EQ(lds_access(&r->lds[0], 39, &step, UINT64_MAX), 39 + 2 - 1 + 31);
	a = mock_ask(&r->above, 39, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->replied, 39 + 3 + 36);
	rig_free(r);
	/* A fetch goes before a fill of the same cycle: 16 for the lookup, 1 for the line. A lookup
	 * behind both waits for two slots. */
	r = rig_new("icache", NULL);
	evict(r, 5);
	a = mock_ask(&r->above, 0, 0, 5);
	CHECK_EQ(fetch(r, 0), 16 + 1);
	CHECK_EQ(a->replied, 2 + 21);
	rig_free(r);
}

TEST(back_pressure_from_below)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct mock_request *q[5];

	r->below.capacity = 1;
	for (unsigned i = 0; i < 5; i++)
		q[i] = mock_ask(&r->above, 0, 0, i);
	mock_run(&r->engine);
	for (unsigned i = 0; i < 5; i++)
		CHECK_EQ(q[i]->replied, 36 + 17 + 100 * (i + 1));
	rig_free(r);
}

TEST(shootdown_reaches_both)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct tlb_entry other = {.vpn = 6, .frame = 1, .asid = 1, .page_shift = 12};

	evict(r, 5);
	for (unsigned i = 0; i < 4; i++)
		evict(r, 6 + i * SEGMENTS);
	lds_take(&r->lds[0], 64 * 256 - 256, 256, 256);
	evict(r, 511); /* its segment is in LDS-mode */
	CHECK(in_lds(r, 5) && in_icache(r, 6) && in_icache(r, 511));
	r->ops->base.shootdown(r->v, 1, 5); /* of another address space */
	CHECK(in_lds(r, 5));
	r->ops->base.shootdown(r->v, 0, 5);
	r->ops->base.shootdown(r->v, 0, 6);
	CHECK(!in_lds(r, 5) && !in_icache(r, 6));
	CHECK_EQ(cache_line_use(r->icache, 6), CACHE_LINE_IDLE);
	r->ops->evicted(r->v, 1, &other, false);
	r->ops->base.shootdown(r->v, 0, UINT64_MAX);
	CHECK_EQ(r->v->lds_held, 1);
	CHECK_EQ(r->v->icache_held, 0);
	r->ops->base.shootdown(r->v, 1, UINT64_MAX);
	CHECK_EQ(r->v->lds_held, 0);
	CHECK_EQ(r->v->stats.shot_down, 2 + 4 + 1);
	rig_free(r);
}

/* Two address spaces with the same page, in the LDS of their CUs and in an I-cache they share. */
TEST(address_spaces)
{
	struct rig *r = rig_new("lds-icache", NULL);
	struct tlb_entry e = {.vpn = 5, .frame = 0x5000, .asid = 1, .page_shift = 12};
	struct mock_request *a;

	r->ops->evicted(r->v, 1, &e, false);
	a = mock_ask(&r->above, 0, 0, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->t.source, TX_WALK);
	lds_take(&r->lds[1], 0, 16384, 16384);
	e.frame = 0x6000;
	r->ops->evicted(r->v, 1, &e, false);
	a = mock_ask(&r->above, 1000, 0, 5); /* not its own: address space 0 */
	mock_run(&r->engine);
	CHECK_EQ(a->t.source, TX_WALK);
	a = mock_ask(&r->above, 2000, 1, 5);
	mock_run(&r->engine);
	CHECK_EQ(a->t.source, TX_VICTIM);
	CHECK_EQ(a->t.frame, 0x6000);
	rig_free(r);
}
