/* Routers: hops, independent destinations, back-pressure without loss. */
#include <stdlib.h>

#include "hw/memory/router.h"
#include "hw_mock.h"

static unsigned by_low_bit(const void *state, const struct mem_access *a)
{
	(void)state;
	return a->address >> 6 & 1;
}

struct rig {
	struct engine engine;
	struct router router;
	struct mock_below below[2];
	struct mock_above above[2];
};

static void rig_init(struct rig *rig, uint32_t latency, uint32_t queue)
{
	struct router_config config = {
		.latency = latency, .queue = queue, .destinations = 2, .route = by_low_bit};

	engine_init(&rig->engine);
	router_init(&rig->router, &rig->engine, &config);
	for (unsigned i = 0; i < 2; i++) {
		mock_below_init(&rig->below[i], &rig->engine, 10);
		router_connect(&rig->router, i, mock_mem_port(&rig->below[i]));
		mock_above_init(&rig->above[i], &rig->engine, router_port(&rig->router));
	}
}

TEST(router_two_banks)
{
	static struct rig rig;
	struct mock_request r[2];

	/* 3 cycles there, 10 in the bank, 3 back. */
	rig_init(&rig, 3, 4);
	mock_mem(&rig.above[0], &r[0], 5, MEM_OP_READ, 0x00);
	mock_mem(&rig.above[0], &r[1], 5, MEM_OP_READ, 0x40);
	mock_run(&rig.engine);
	CHECK_EQ(rig.below[0].log[0].cycle, 8);
	CHECK_EQ(rig.below[1].log[0].cycle, 8);
	CHECK_EQ(r[0].answered, 21);
	CHECK_EQ(r[1].answered, 21);
	router_release(&rig.router);
}

/* The first destination lies behind a pipe. */
TEST(router_pipe)
{
	for (uint32_t latency = 0; latency < 4; latency += 3) {
		static struct rig rig;
		struct mock_request r[3];

		rig_init(&rig, latency, 4);
		rig.router.config.pipe_latency = 20;
		rig.router.config.pipe_destinations = 1;
		mock_mem(&rig.above[0], &r[0], 5, MEM_OP_READ, 0x00);
		mock_mem(&rig.above[0], &r[1], 5, MEM_OP_READ, 0x40);
		mock_mem(&rig.above[0], &r[2], 6, MEM_OP_READ, 0x80);
		r[2].a.no_cache = true;
		mock_run(&rig.engine);
		CHECK_EQ(r[0].answered, 5 + 20 + 10 + 2 * latency);
		CHECK_EQ(r[1].answered, 5 + 10 + 2 * latency);
		CHECK_EQ(r[2].answered, 6 + 10 + 2 * latency);
		router_release(&rig.router);
	}
}

TEST(router_without_latency)
{
	static struct rig rig;
	struct mock_request r[2];

	/* The bank takes one at a time: the second waits there for the first. */
	rig_init(&rig, 0, 4);
	rig.below[0].limit = 1;
	mock_mem(&rig.above[0], &r[0], 5, MEM_OP_READ, 0x00);
	mock_mem(&rig.above[0], &r[1], 5, MEM_OP_READ, 0x80);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 15);
	CHECK_EQ(r[1].accepted, 15);
	CHECK_EQ(r[1].answered, 25);
	router_release(&rig.router);
}

TEST(router_full_destination_stops_only_its_own)
{
	static struct rig rig;
	struct mock_request r[4];
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	/*
	 * Bank 0 takes one at a time for 10 cycles, the way to it holds one access. From source 0
	 * at cycle 0: the first arrives at 3 and is done at 13; the second (accepted at 3, when the
	 * first has left) arrives at 6, enters at 13, is done at 23; the third is accepted at 13,
	 * arrives at 16, enters at 23, is done at 33. Source 1 goes to bank 1 unhindered.
	 */
	rig_init(&rig, 3, 1);
	rig.below[0].limit = 1;
	for (unsigned i = 0; i < 3; i++)
		mock_mem(&rig.above[0], &r[i], 0, MEM_OP_READ, 0x80 * i);
	mock_mem(&rig.above[1], &r[3], 7, MEM_OP_READ, 0x40);
	static const bool never = false;
	engine_run(&rig.engine, &never, 6);
	router_describe(&rig.router, "L2 router", out);
	mock_run(&rig.engine);
	router_describe(&rig.router, "L2 router", out);
	fclose(out);
	CHECK_STR(text, "L2 router: 1 accesses for destination 0, the first to 0x80, wait for room "
			"there\n");
	free(text);
	CHECK_EQ(r[0].answered, 16);
	CHECK_EQ(r[1].accepted, 3);
	CHECK_EQ(r[1].answered, 26);
	CHECK_EQ(r[2].accepted, 13);
	CHECK_EQ(r[2].answered, 36);
	CHECK_EQ(r[3].answered, 23);
	CHECK_EQ(rig.router.destinations[0].occupancy.now, 0);
	router_release(&rig.router);
}

static void stress(uint32_t latency, uint32_t queue)
{
	enum { COUNT = 1500 };
	static struct rig rig;
	static struct mock_request r[2][COUNT];
	struct rng rng;

	rng_seed(&rng, latency * 100 + queue);
	rig_init(&rig, latency, queue);
	for (unsigned i = 0; i < 2; i++) {
		rig.below[i].rng = &rng;
		rig.below[i].percent = 60;
		rig.below[i].jitter = 20;
		rig.below[i].limit = 3;
		for (unsigned j = 0; j < COUNT; j++)
			mock_mem(&rig.above[i], &r[i][j], rng_below(&rng, 2000), MEM_OP_READ,
				 rng_below(&rng, 64) << 6);
	}
	mock_run(&rig.engine);
	for (unsigned i = 0; i < 2; i++)
		for (unsigned j = 0; j < COUNT; j++)
			CHECK_EQ(r[i][j].answers, 1);
	CHECK_EQ(rig.below[0].taken + rig.below[1].taken, 2 * COUNT);
	CHECK_EQ(rig.router.passed, 2 * COUNT);
	router_release(&rig.router);
}

TEST(router_loses_nothing)
{
	stress(0, 1);
	stress(1, 1);
	stress(7, 3);
	stress(7, 64);
}
