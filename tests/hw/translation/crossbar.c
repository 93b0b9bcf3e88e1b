/* Crossbars: rates, latencies and circuits both ways, pauses, back-pressure without loss. */
#include "hw/translation/crossbar.h"

#include "base/rng.h"
#include "hw/translation/tlb.h"
#include "hw_mock.h"

static unsigned by_page(void *state, unsigned source, const struct translation *t, bool warm)
{
	(void)state;
	(void)warm;
	(void)source;
	return t->vpn & 1;
}

struct xrig {
	struct event event; /* a test's own */
	struct engine engine;
	struct crossbar crossbar;
	struct mock_below below[2];
	struct mock_above above[3];
};

static void xrig_init(struct xrig *rig, uint32_t latency, uint32_t per_cycle, uint32_t queue)
{
	struct crossbar_config config = {.sources = 3,
					 .sinks = 2,
					 .latency = latency,
					 .per_cycle = per_cycle,
					 .reach = 1,
					 .queue = queue,
					 .route = by_page};

	engine_init(&rig->engine);
	crossbar_init(&rig->crossbar, &rig->engine, &config);
	for (unsigned i = 0; i < 2; i++) {
		mock_below_init(&rig->below[i], &rig->engine, 10);
		crossbar_connect(&rig->crossbar, i, mock_tx_port(&rig->below[i]));
	}
	for (unsigned i = 0; i < 3; i++) {
		mock_above_init(&rig->above[i], &rig->engine, (struct mem_port){0});
		rig->above[i].tx = crossbar_port(&rig->crossbar, i);
	}
}

TEST(crossbar_rate_and_latency)
{
	static struct xrig rig;
	struct mock_request r[4];

	/* Three sources want sink 0 in cycle 0 and leave in cycles 0, 1, 2; 4 cycles there, 10 in
	 * the sink, 4 back. Sink 1 is free. */
	xrig_init(&rig, 4, 1, 8);
	for (unsigned i = 0; i < 3; i++)
		mock_tx(&rig.above[i], &r[i], 0, 0x10, 0);
	mock_tx(&rig.above[1], &r[3], 0, 0x11, 0);
	mock_run(&rig.engine);
	CHECK_EQ(rig.below[0].log[0].cycle, 4);
	CHECK_EQ(rig.below[0].log[1].cycle, 5);
	CHECK_EQ(rig.below[0].log[2].cycle, 6);
	CHECK_EQ(r[0].answered, 18);
	CHECK_EQ(r[1].answered, 19);
	CHECK_EQ(r[2].answered, 20);
	CHECK_EQ(r[3].answered, 18);
	CHECK_EQ(r[0].t.frame, 0x10000);
	crossbar_release(&rig.crossbar);
}

/* Answers contend as well. Sinks 0 and 1 answer source 0 in the same cycle: one of them waits. */
TEST(crossbar_answers_contend_at_their_source)
{
	static struct xrig rig;
	struct mock_request r[3];

	/* Cycle 0 to both sinks, 4 there, 10 in them, 4 back: both are there in cycle 18. */
	xrig_init(&rig, 4, 1, 8);
	mock_tx(&rig.above[0], &r[0], 0, 0x10, 0);
	mock_tx(&rig.above[0], &r[1], 0, 0x11, 0);
	mock_tx(&rig.above[1], &r[2], 1, 0x11, 0);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 18);
	CHECK_EQ(r[1].answered, 19);
	CHECK_EQ(r[2].answered, 19); /* another source */
	CHECK_EQ(rig.crossbar.back_wait_cycles, 1);
	crossbar_release(&rig.crossbar);
}

/* A TLB that answers three in one cycle, those who wait for one page. */
TEST(crossbar_answers_contend_at_their_sink)
{
	static const struct tlb_config config = {.name = "TLB",
						 .entries = 4,
						 .ways = 4,
						 .latency = 1,
						 .ports = 1,
						 .mshrs = 4,
						 .queue = 4,
						 .page_shift = 12};
	static struct xrig rig;
	struct mock_request r[3];
	struct tlb tlb;

	/* There in cycles 4, 5 and 6, looked up one later: a miss and two merged. The answer comes
	 * in cycle 5 + 10; one leaves in each of the cycles 15 to 17, and takes 4. */
	xrig_init(&rig, 4, 1, 8);
	tlb_init(&tlb, &rig.engine, &config, mock_tx_port(&rig.below[0]));
	crossbar_connect(&rig.crossbar, 0, tlb_port(&tlb));
	for (unsigned i = 0; i < 3; i++)
		mock_tx(&rig.above[i], &r[i], 0, 0x10, 0);
	mock_run(&rig.engine);
	CHECK_EQ(tlb.stats.mshr_hits, 2);
	CHECK_EQ(r[0].answered, 19);
	CHECK_EQ(r[1].answered, 20);
	CHECK_EQ(r[2].answered, 21);
	CHECK_EQ(rig.crossbar.back_wait_cycles, 3);
	tlb_release(&tlb);
	crossbar_release(&rig.crossbar);
}

struct shot {
	struct event event;
	struct crossbar *crossbar;
	uint8_t asid;
	uint64_t vpn;
	unsigned times;
};

static void shoot(struct event *event)
{
	struct shot *s = container_of(event, struct shot, event);

	for (unsigned i = 0; i < s->times; i++)
		crossbar_shootdown(s->crossbar, s->asid, s->vpn);
}

/* When an answer comes whose page is shot down in that cycle. */
static cycle_t answered_after(cycle_t when, uint8_t asid, uint64_t vpn, unsigned times)
{
	static struct xrig rig;
	struct shot shot = {.asid = asid, .vpn = vpn, .times = times};
	struct mock_request r;

	xrig_init(&rig, 4, 1, 8);
	shot.crossbar = &rig.crossbar;
	mock_tx(&rig.above[0], &r, 0, 0x10, 0);
	engine_at(&rig.engine, &shot.event, when, shoot);
	mock_run(&rig.engine);
	CHECK_EQ(rig.crossbar.repeats, r.answered > 18);
	crossbar_release(&rig.crossbar);
	return r.answered;
}

/* There from 0 to 4, in the sink until 14, back from 14 to 18. */
TEST(crossbar_shootdowns_of_answers)
{
	CHECK_EQ(answered_after(13, 0, 0x10, 1), 18); /* the sink's own matter */
	CHECK_EQ(answered_after(15, 0, 0x10, 1), 36);
	CHECK_EQ(answered_after(17, 0, UINT64_MAX, 1), 36);
	CHECK_EQ(answered_after(15, 0, 0x12, 1), 18); /* another page */
	CHECK_EQ(answered_after(15, 1, 0x10, 1), 18); /* another address space */
	CHECK_EQ(answered_after(15, 0, 0x12, 16), 18);
	CHECK_EQ(answered_after(15, 0, 0x12, 17), 36); /* more than are remembered */
	CHECK_EQ(answered_after(19, 0, 0x10, 1), 18);
}

/* Of 4 cycles, for each `reach` sinks. */
static void circuit_init(struct xrig *rig, uint32_t reach)
{
	xrig_init(rig, 4, 1, 8);
	rig->crossbar.config.circuit = true;
	rig->crossbar.config.reach = reach;
}

/* A circuit: sinks 0 and 1 behind one multiplexer, which a translation holds for all of the 4
 * cycles, and as long on the way back. */
TEST(crossbar_as_a_circuit)
{
	static struct xrig rig;
	struct mock_request r[4];

	circuit_init(&rig, 2);
	mock_tx(&rig.above[0], &r[0], 0, 0x10, 0);
	mock_tx(&rig.above[1], &r[1], 0, 0x11, 0);
	mock_tx(&rig.above[2], &r[2], 1, 0x10, 0);
	mock_tx(&rig.above[0], &r[3], 30, 0x11, 0);
	mock_run(&rig.engine);
	CHECK_EQ(rig.below[0].log[0].cycle, 4);
	CHECK_EQ(rig.below[1].log[0].cycle, 8);
	CHECK_EQ(rig.below[0].log[1].cycle, 12);
	CHECK_EQ(r[0].answered, 18);
	CHECK_EQ(r[1].answered, 22);
	CHECK_EQ(r[2].answered, 26);
	CHECK_EQ(r[3].answered, 48);
	CHECK_EQ(rig.crossbar.wait_cycles, 4 + 7);
	CHECK_EQ(rig.crossbar.back_wait_cycles, 0);
	CHECK_EQ(crossbar_waited(&rig.crossbar), 4 + 7);
	crossbar_release(&rig.crossbar);
}

/* Two answers in one cycle hold the way back one after the other. */
TEST(crossbar_circuit_back)
{
	static struct xrig rig;
	struct mock_request r[2];

	circuit_init(&rig, 2);
	rig.below[1].latency = 6; /* there in cycle 8, answered in 14 as the first */
	mock_tx(&rig.above[0], &r[0], 0, 0x10, 0);
	mock_tx(&rig.above[1], &r[1], 0, 0x11, 0);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered + r[1].answered, 18 + 22);
	CHECK_EQ(rig.crossbar.back_wait_cycles, 4);
	CHECK_EQ(crossbar_waited(&rig.crossbar), 4 + 4); /* there, and back */
	crossbar_release(&rig.crossbar);
}

/* Each crossbar is a circuit of its own. */
TEST(crossbar_circuits_are_apart)
{
	static struct xrig rig;
	struct mock_request r[2];

	circuit_init(&rig, 1);
	mock_tx(&rig.above[0], &r[0], 0, 0x10, 0);
	mock_tx(&rig.above[1], &r[1], 0, 0x11, 0);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 18);
	CHECK_EQ(r[1].answered, 18);
	crossbar_release(&rig.crossbar);
}

TEST(crossbar_loses_nothing)
{
	enum { COUNT = 1000 };
	static struct xrig rig;
	static struct mock_request r[3][COUNT];
	struct rng rng;

	rng_seed(&rng, 3);
	xrig_init(&rig, 2, 2, 3);
	for (unsigned i = 0; i < 2; i++) {
		rig.below[i].rng = &rng;
		rig.below[i].percent = 50;
		rig.below[i].jitter = 9;
	}
	for (unsigned i = 0; i < 3; i++)
		for (unsigned j = 0; j < COUNT; j++)
			mock_tx(&rig.above[i], &r[i][j], rng_below(&rng, 1000), rng_below(&rng, 64),
				0);
	mock_run(&rig.engine);
	for (unsigned i = 0; i < 3; i++)
		for (unsigned j = 0; j < COUNT; j++)
			CHECK_EQ(r[i][j].answers, 1);
	CHECK_EQ(rig.crossbar.passed, 3 * COUNT);
	crossbar_release(&rig.crossbar);
}

static unsigned to_sink(void *state, unsigned source, const struct translation *t, bool warm)
{
	(void)source, (void)t;
	(void)warm;
	return *(unsigned *)state;
}

static void pause_now(struct event *event)
{
	struct xrig *rig = container_of(event, struct xrig, event);

	crossbar_pause(&rig->crossbar, 10);
}

/* Nothing is taken in cycles 5 to 14; what was on its way goes on. */
TEST(crossbar_pause)
{
	static struct xrig rig;
	struct mock_request r[3];

	xrig_init(&rig, 4, 1, 8);
	engine_at(&rig.engine, &rig.event, 5, pause_now);
	mock_tx(&rig.above[0], &r[0], 4, 0x10, 0);
	mock_tx(&rig.above[0], &r[1], 6, 0x10, 0);
	mock_tx(&rig.above[1], &r[2], 7, 0x11, 0);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 22);
	CHECK_EQ(r[1].accepted, 15);
	CHECK_EQ(r[1].answered, 33);
	CHECK_EQ(r[2].accepted, 15);
	crossbar_release(&rig.crossbar);
}

/* Without latency it is not in the way: no ports, no queues. */
TEST(crossbar_without_latency)
{
	static struct xrig rig;
	struct mock_request r[3];

	xrig_init(&rig, 0, 1, 1);
	for (unsigned i = 0; i < 3; i++)
		mock_tx(&rig.above[i], &r[i], 3, 0x10, 0);
	mock_run(&rig.engine);
	for (unsigned i = 0; i < 3; i++)
		CHECK_EQ(r[i].answered, 13);
	CHECK_EQ(rig.crossbar.passed, 0);
	CHECK_EQ(crossbar_sent(&rig.crossbar, 1), 1);
	CHECK_EQ(crossbar_waited(&rig.crossbar), 0);
	crossbar_release(&rig.crossbar);
}

/* A translation that waits at sink 0 when all go to sink 1 from now on. */
static struct {
	struct tlb tlb;
	unsigned sink;
} change;

static void change_sinks(struct event *event)
{
	struct xrig *rig = container_of(event, struct xrig, event);
	struct translation *t;

	crossbar_pause(&rig->crossbar, 5);
	while ((t = tlb_recall(&change.tlb)) != NULL)
		crossbar_recall(&rig->crossbar, t);
	crossbar_recall_blocked(&rig->crossbar);
	change.sink = 1;
}

TEST(crossbar_recalls)
{
	static const struct tlb_config config = {.name = "TLB",
						 .entries = 4,
						 .ways = 4,
						 .latency = 1,
						 .ports = 1,
						 .mshrs = 1,
						 .queue = 2,
						 .page_shift = 12};
	static struct xrig rig;
	struct mock_request r[5];

	/* A TLB with one MSHR and two places. There in cycles 4 to 7: page 1 misses in cycle 5,
	 * pages 2 and 3 wait for its MSHR, page 4 for a place. In cycle 9 pages 2 to 4 go back and
	 * from 14 on to sink 1: there in 18, 19, 20, answered 10 later, back 4 later. The fifth
	 * comes in cycle 10 and is sent after them. Page 1 ends where it began: cycle 15, back
	 * in 19. */
	xrig_init(&rig, 4, 1, 8);
	rig.crossbar.config.route = to_sink;
	rig.crossbar.config.route_state = &change.sink;
	change.sink = 0;
	tlb_init(&change.tlb, &rig.engine, &config, mock_tx_port(&rig.below[0]));
	crossbar_connect(&rig.crossbar, 0, tlb_port(&change.tlb));
	engine_at(&rig.engine, &rig.event, 9, change_sinks);
	for (unsigned i = 0; i < 4; i++)
		mock_tx(&rig.above[0], &r[i], i, 1 + i, 0);
	mock_tx(&rig.above[0], &r[4], 10, 9, 0);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 19);
	for (unsigned i = 1; i < 4; i++)
		CHECK_EQ(r[i].answered, 31 + i);
	CHECK_EQ(r[4].accepted, 14);
	CHECK_EQ(r[4].answered, 35);
	CHECK_EQ(rig.crossbar.recalled, 3);
	CHECK_EQ(crossbar_sent(&rig.crossbar, 0), 5 + 3);
	CHECK_EQ(crossbar_sent(&rig.crossbar, 1), 0);
	CHECK_EQ(rig.below[1].taken, 4);
	CHECK_EQ(change.tlb.stats.queue.now, 0);
	for (unsigned i = 0; i < 5; i++)
		CHECK_EQ(r[i].answers, 1);
	tlb_release(&change.tlb);
	crossbar_release(&rig.crossbar);
}
