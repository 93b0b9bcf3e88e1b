/* Remote memory access and remote translation: round trips to the cycle, bytes, back-pressure. */
#include <stdlib.h>

#include "hw/link/rma.h"
#include "hw/link/rtu.h"
#include "hw_mock.h"
#include "policy/stock.h"

enum { CHIPLETS = 4, CHIPLET_BYTES = 1 << 20 };

struct rig {
	struct engine engine;
	struct memory_map map;
	struct links links;
	struct pool transfers;
	struct rma rma[CHIPLETS];
	struct rtu rtu[CHIPLETS];
	struct mock_below l2[CHIPLETS], tlb[CHIPLETS];
	struct mock_above cu[CHIPLETS], l1_tlb[CHIPLETS];
};

static void rig_init(struct rig *rig, uint32_t rate, uint32_t queue, uint32_t link_queue)
{
	struct memory_map_config map = {CHIPLET_BYTES, 256, CHIPLETS, 4, 4, 1, 0, 0};
	struct link_config link = {CHIPLETS, 32, 16, 1, link_queue};

	engine_init(&rig->engine);
	memory_map_init(&rig->map, &map);
	links_init(&rig->links, &rig->engine, &link);
	pool_init(&rig->transfers, sizeof(struct transfer));
	for (unsigned i = 0; i < CHIPLETS; i++) {
		struct remote_config remote = {i, CHIPLETS, rate, queue};
		struct rma_config rma = {remote, 16, 64};
		struct rtu_config rtu = {remote, 16, {&home_private, NULL}};

		mock_below_init(&rig->l2[i], &rig->engine, 20);
		mock_below_init(&rig->tlb[i], &rig->engine, 10);
		rma_init(&rig->rma[i], &rig->engine, &rma, &rig->map, &rig->links, &rig->transfers,
			 mock_mem_port(&rig->l2[i]));
		rtu_init(&rig->rtu[i], &rig->engine, &rtu, &rig->links, &rig->transfers,
			 mock_tx_port(&rig->tlb[i]));
		mock_above_init(&rig->cu[i], &rig->engine, rma_port(&rig->rma[i]));
		mock_above_init(&rig->l1_tlb[i], &rig->engine, (struct mem_port){0});
		rig->l1_tlb[i].tx = rtu_port(&rig->rtu[i]);
	}
	for (unsigned i = 0; i < CHIPLETS; i++)
		for (unsigned j = 0; j < i; j++) {
			rma_connect(&rig->rma[i], &rig->rma[j]);
			rtu_connect(&rig->rtu[i], &rig->rtu[j]);
		}
}

static void rig_release(struct rig *rig)
{
	CHECK_EQ(rig->transfers.taken, 0);
	for (unsigned i = 0; i < CHIPLETS; i++) {
		CHECK_EQ(rig->rma[i].remote.outgoing_occupancy.now, 0);
		CHECK_EQ(rig->rma[i].remote.incoming_occupancy.now, 0);
		rma_release(&rig->rma[i]);
		rtu_release(&rig->rtu[i]);
	}
	links_release(&rig->links);
	pool_release(&rig->transfers);
}

TEST(rma_round_trip)
{
	static struct rig rig;
	struct mock_request read, write, atomic;

	/*
	 * A read: 16 bytes out in 1 cycle, 32 across, 20 in the L2, 80 bytes back in 5 cycles, 32
	 * across: 90 in all. A write: 80 out, 16 back, also 90. An atomic: 80 out, 80 back: 94.
	 * Far apart, so that they do not meet.
	 */
	rig_init(&rig, 1, 8, 8);
	mock_mem(&rig.cu[0], &read, 100, MEM_OP_READ, 2 * CHIPLET_BYTES + 0x40);
	mock_mem(&rig.cu[0], &write, 1000, MEM_OP_WRITE, 1 * CHIPLET_BYTES);
	mock_mem(&rig.cu[3], &atomic, 2000, MEM_OP_ATOMIC, 0x80);
	mock_run(&rig.engine);
	CHECK_EQ(rig.l2[2].log[0].cycle, 133);
	CHECK_EQ(rig.l2[2].log[0].address, 2 * CHIPLET_BYTES + 0x40);
	CHECK_EQ(read.answered, 190);
	CHECK_EQ(rig.l2[1].log[0].cycle, 1037);
	CHECK_EQ(write.answered, 1090);
	CHECK_EQ(atomic.answered, 2094);
	CHECK_EQ(rig.rma[0].remote.sent, 2);
	CHECK_EQ(rig.rma[0].remote.received, 1);
	/* Chiplet 0: out 16 + 80 and the atomic's answer, 80; in 80 + 16, and 80. */
	CHECK_EQ(rig.rma[0].remote.sent_bytes, 176);
	CHECK_EQ(rig.rma[0].remote.received_bytes, 176);
	CHECK_EQ(rig.rma[0].remote.outgoing_latency.sum, 180);
	CHECK_EQ(rig.rma[0].remote.incoming_latency.sum, 20);
	rig_release(&rig);
}

TEST(rma_two_reads_share_the_way)
{
	static struct rig rig;
	struct mock_request r[2];

	/*
	 * Taken one per cycle, so they leave at 0 and 1 and arrive at 33 and 34; the L2 answers at
	 * 53 and 54; the first answer takes the link for 5 cycles (90), the second follows (95).
	 */
	rig_init(&rig, 1, 8, 8);
	mock_mem(&rig.cu[0], &r[0], 0, MEM_OP_READ, CHIPLET_BYTES);
	mock_mem(&rig.cu[0], &r[1], 0, MEM_OP_READ, CHIPLET_BYTES + 64);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 90);
	CHECK_EQ(r[1].answered, 95);
	rig_release(&rig);
}

TEST(rma_full_queue_refuses)
{
	static struct rig rig;
	struct mock_request r[3];
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	static const bool never = false;

	/*
	 * Rate 1, two places. r0 leaves at 0 and frees its place in that cycle for r2; a write of
	 * 80 bytes holds the link for 5 cycles: starts at 0, 5, 10; arrivals 37, 42, 47; the L2
	 * takes 20, the answers (16 bytes, 1 cycle) cross in 33.
	 */
	rig_init(&rig, 1, 2, 1);
	for (unsigned i = 0; i < 3; i++)
		mock_mem(&rig.cu[0], &r[i], 0, MEM_OP_WRITE, CHIPLET_BYTES + 64 * i);
	engine_run(&rig.engine, &never, 6);
	rma_describe(&rig.rma[0], out);
	mock_run(&rig.engine);
	rma_describe(&rig.rma[0], out);
	fclose(out);
	CHECK_STR(text,
		  "remote memory access unit of chiplet 0: requests wait for chiplet 1 or the "
		  "link\n");
	free(text);
	CHECK_EQ(r[2].accepted, 0);
	CHECK_EQ(r[0].answered, 90);
	CHECK_EQ(r[1].answered, 95);
	CHECK_EQ(r[2].answered, 100);
	CHECK_EQ(rig.rma[0].remote.refused, 1);
	rig_release(&rig);
}

TEST(rma_waits_while_the_other_side_is_full)
{
	static struct rig rig;
	struct mock_request r[4];

	/*
	 * One place on each side; the L2 takes one at a time for 20 cycles. r0 arrives at 33 and
	 * enters; r1 (sent at 1, when nothing is known of a jam) arrives at 34 and waits for the L2
	 * until 53. r2, sent at 40, finds the other side full, leaves at 53, arrives at 86.
	 */
	rig_init(&rig, 1, 1, 8);
	rig.l2[1].limit = 1;
	mock_mem(&rig.cu[0], &r[0], 0, MEM_OP_READ, CHIPLET_BYTES);
	mock_mem(&rig.cu[0], &r[1], 1, MEM_OP_READ, CHIPLET_BYTES + 64);
	mock_mem(&rig.cu[0], &r[2], 40, MEM_OP_READ, CHIPLET_BYTES + 128);
	mock_mem(&rig.cu[0], &r[3], 41, MEM_OP_READ, CHIPLET_BYTES + 192);
	mock_run(&rig.engine);
	CHECK_EQ(rig.l2[1].log[1].cycle, 53);
	CHECK_EQ(rig.l2[1].log[2].cycle, 86);
	CHECK_EQ(r[3].accepted, 53);
	CHECK_EQ(rig.rma[1].remote.incoming_occupancy.peak, 1);
	rig_release(&rig);
}

TEST(rtu_round_trip)
{
	static struct rig rig;
	struct mock_request far, near;

	/* 1 + 32 out, 10 in the TLB, 1 + 32 back: 76. At home: the TLB's 10 alone. */
	rig_init(&rig, 12, 24, 8);
	mock_tx(&rig.l1_tlb[1], &far, 5, 0x77, 3);
	mock_tx(&rig.l1_tlb[1], &near, 5, 0x78, 1);
	mock_run(&rig.engine);
	CHECK_EQ(rig.tlb[3].log[0].cycle, 38);
	CHECK_EQ(rig.tlb[3].log[0].address, 0x77);
	CHECK_EQ(far.answered, 81);
	CHECK_EQ(far.t.frame, 0x77000);
	CHECK_EQ(near.answered, 15);
	CHECK_EQ(rig.rtu[1].remote.sent, 1);
	CHECK_EQ(rig.rtu[3].remote.received, 1);
	CHECK_EQ(rig.rtu[3].remote.sent_bytes, 16);
	CHECK_EQ(rig.rtu[1].remote.outgoing_latency.sum, 76);
	CHECK_EQ(rig.rtu[3].remote.incoming_latency.sum, 10);
	rig_release(&rig);
}

TEST(rtu_rate)
{
	static struct rig rig;
	struct mock_request r[3];

	/* Two per cycle; with 16 bytes per cycle the link passes one: arrivals 33, 34, 35. */
	rig_init(&rig, 2, 24, 8);
	for (unsigned i = 0; i < 3; i++)
		mock_tx(&rig.l1_tlb[0], &r[i], 0, i, 1);
	mock_run(&rig.engine);
	for (unsigned i = 0; i < 3; i++)
		CHECK_EQ(rig.tlb[1].log[i].cycle, 33 + i);
	rig_release(&rig);
}

/* All to all, both kinds of message on the same links, everybody refusing often. */
static void stress(uint32_t rate, uint32_t queue, uint32_t link_queue)
{
	enum { COUNT = 400 };
	static struct rig rig;
	static struct mock_request m[CHIPLETS][COUNT], t[CHIPLETS][COUNT];
	uint64_t sent = 0, received = 0;
	struct rng rng;

	rng_seed(&rng, queue);
	rig_init(&rig, rate, queue, link_queue);
	for (unsigned i = 0; i < CHIPLETS; i++) {
		struct mock_below *both[] = {&rig.l2[i], &rig.tlb[i]};

		for (unsigned k = 0; k < 2; k++) {
			both[k]->rng = &rng;
			both[k]->percent = 50;
			both[k]->jitter = 30;
			both[k]->limit = 4;
		}
		for (unsigned j = 0; j < COUNT; j++) {
			uint64_t to = (i + 1 + rng_below(&rng, CHIPLETS - 1)) % CHIPLETS;

			mock_mem(&rig.cu[i], &m[i][j], rng_below(&rng, 3000),
				 (enum mem_op)rng_below(&rng, 3),
				 to * CHIPLET_BYTES + rng_below(&rng, 1000) * 64);
			mock_tx(&rig.l1_tlb[i], &t[i][j], rng_below(&rng, 3000), j,
				(uint8_t)rng_below(&rng, CHIPLETS));
		}
	}
	mock_run(&rig.engine);
	for (unsigned i = 0; i < CHIPLETS; i++) {
		for (unsigned j = 0; j < COUNT; j++) {
			CHECK_EQ(m[i][j].answers, 1);
			CHECK_EQ(t[i][j].answers, 1);
			CHECK_EQ(t[i][j].t.frame, (uint64_t)j << 12);
		}
		CHECK_EQ(rig.rma[i].remote.sent, COUNT);
		sent += rig.rma[i].remote.sent_bytes + rig.rtu[i].remote.sent_bytes;
		received += rig.rma[i].remote.received_bytes + rig.rtu[i].remote.received_bytes;
	}
	CHECK_EQ(sent, received);
	rig_release(&rig);
}

TEST(remote_units_lose_nothing)
{
	stress(1, 1, 1);
	stress(2, 4, 2);
	stress(12, 24, 128);
}

/* A policy whose registers the test sets: the home of every page, as each part of each chiplet
 * knows it. */
static uint8_t known[CHIPLETS][HOME_PARTS];
static unsigned events[HOME_REDIRECTED + 1];

static unsigned serves(void *state, enum home_part part, unsigned chiplet, uint8_t asid,
		       uint64_t vpn)
{
	(void)state, (void)asid, (void)vpn;
	return known[chiplet][part];
}

static void heard(void *state, enum home_event event, unsigned chiplet, const struct translation *t)
{
	(void)state, (void)chiplet, (void)t;
	events[event]++;
}

static const struct home_slice_ops changing = {.serves = serves, .heard = heard};

static void rig_init_changing(struct rig *rig, unsigned home, uint32_t queue)
{
	rig_init(rig, 12, queue, 8);
	memset(known, (int)home, sizeof(known));
	memset(events, 0, sizeof(events));
	for (unsigned i = 0; i < CHIPLETS; i++)
		rig->rtu[i].config.home.ops = &changing;
}

/*
 * Chiplet 0 takes page 7 for chiplet 1's, chiplet 1 knows that it is chiplet 2's (Figure 6b, 1):
 * there at 33 and at 66, answered at 76, back at 109 and at 142.
 */
TEST(rtu_reroutes_what_it_does_not_serve)
{
	static struct rig rig;
	struct mock_request r;

	rig_init_changing(&rig, 2, 24);
	known[0][HOME_RTU] = 1;
	mock_tx(&rig.l1_tlb[0], &r, 0, 7, 1);
	mock_run(&rig.engine);
	CHECK_EQ(rig.tlb[1].taken, 0);
	CHECK_EQ(rig.tlb[2].log[0].cycle, 66);
	CHECK_EQ(r.answered, 142);
	CHECK_EQ(r.t.home, 2);
	CHECK_EQ(events[HOME_REROUTED], 1);
	CHECK_EQ(events[HOME_SENT], 2);
	CHECK_EQ(events[HOME_RECEIVED], 2);
	rig_release(&rig);
}

/* The L1 TLBs name chiplet 1, the RTU knows better: its own slice serves it (2). */
TEST(rtu_returns_what_is_its_own)
{
	static struct rig rig;
	struct mock_request r;

	rig_init_changing(&rig, 0, 24);
	mock_tx(&rig.l1_tlb[0], &r, 0, 7, 1);
	mock_run(&rig.engine);
	CHECK_EQ(r.answered, 10);
	CHECK_EQ(events[HOME_RETURNED], 1);
	CHECK_EQ(events[HOME_SENT], 0);
	rig_release(&rig);
}

/* A home slice policy hears of hits and misses in the L2 TLB, not of what joins a miss. */
TEST(rtu_listens_to_its_l2_tlb)
{
	static struct rig rig;
	struct translation t = {.vpn = 7};

	rig_init_changing(&rig, 0, 24);
	for (int i = 0; i < 3; i++)
		rtu_listener.looked_up(&rig.rtu[0], &t, TLB_HIT);
	rtu_listener.looked_up(&rig.rtu[0], &t, TLB_MSHR_HIT);
	rtu_listener.looked_up(&rig.rtu[0], &t, TLB_MISS);
	CHECK_EQ(events[HOME_HIT], 3);
	CHECK_EQ(events[HOME_MISS], 1);
	rig_release(&rig);
}

static struct event agreement;

static void agree(struct event *event)
{
	(void)event;
	known[0][HOME_RTU] = known[1][HOME_RTU] = 2;
}

static void stop_disagreeing_at(struct rig *rig, cycle_t when)
{
	memset(&agreement, 0, sizeof(agreement));
	engine_at(&rig->engine, &agreement, when, agree);
}

/* A slice that misses whatever it is asked for. */
static bool miss(void *rtu, struct translation *t, struct waiter *waiter)
{
	(void)waiter;
	return rtu_redirect(rtu, t);
}

/* A miss in a slice that does not serve the page goes on (3): the slice's own time apart, a round
 * trip. */
TEST(rtu_redirects_misses)
{
	static struct rig rig;
	struct mock_request r;

	rig_init_changing(&rig, 3, 24);
	rig.rtu[0].local = (struct tx_port){.send = miss, .owner = &rig.rtu[0]};
	mock_tx(&rig.l1_tlb[0], &r, 0, 7, 0);
	mock_run(&rig.engine);
	CHECK_EQ(r.answered, 76);
	CHECK_EQ(events[HOME_REDIRECTED], 1);
	known[0][HOME_L2_TLB] = 0;
	CHECK(!rtu_redirect(&rig.rtu[0], &r.t));
	rig_release(&rig);
}

/*
 * Chiplets 0 and 1 send to each other what both know to be chiplet 2's and 3's, with one place in
 * every queue: whatever waits, each request is answered once.
 */
TEST(rerouted_requests_never_wait_for_each_other)
{
	enum { MANY = 64 };
	static struct rig rig;
	static struct mock_request r[2][MANY];

	rig_init_changing(&rig, 2, 1);
	for (unsigned i = 0; i < MANY; i++)
		for (unsigned from = 0; from < 2; from++)
			mock_tx(&rig.l1_tlb[from], &r[from][i], i, i, (uint8_t)(1 - from));
	known[0][HOME_RTU] = 1;
	known[1][HOME_RTU] = 0;
	stop_disagreeing_at(&rig, 150);
	mock_run(&rig.engine);
	for (unsigned i = 0; i < MANY; i++)
		for (unsigned from = 0; from < 2; from++)
			CHECK_EQ(r[from][i].answers, 1);
	CHECK(events[HOME_REROUTED] > 0);
	rig_release(&rig);
}
