/* Links between chiplets: exact times of crossings, contention on both sides, the peak. */
#include "hw_mock.h"

#include <stdlib.h>

#include "hw/link/link.h"

struct parcel {
	struct link_message message;
	struct engine *engine;
	cycle_t arrived;
	unsigned arrivals;
};

static void arrived(struct link_message *message)
{
	struct parcel *p = container_of(message, struct parcel, message);

	p->arrived = p->engine->now;
	p->arrivals++;
}

static void parcel_init(struct parcel *p, struct engine *e, unsigned from, unsigned to,
			uint32_t bytes)
{
	memset(p, 0, sizeof(*p));
	p->engine = e;
	p->message.from = (uint8_t)from;
	p->message.to = (uint8_t)to;
	p->message.bytes = bytes;
	p->message.arrived = arrived;
}

static void links_make(struct links *l, struct engine *e, uint32_t latency, uint32_t bytes,
		       uint32_t cycles, uint32_t queue)
{
	struct link_config config = {4, latency, bytes, cycles, queue};

	engine_init(e);
	links_init(l, e, &config);
}

TEST(link_crossing)
{
	struct engine e;
	struct links l;
	struct parcel p;

	/* 80 bytes at 16 per cycle: 5 cycles, and 32 of latency. */
	links_make(&l, &e, 32, 16, 1, 8);
	parcel_init(&p, &e, 0, 1, 80);
	CHECK(link_send(&l, &p.message, NULL));
	mock_run(&e);
	CHECK_EQ(p.arrived, 37);
	CHECK_EQ(l.link[0].bytes_out, 80);
	CHECK_EQ(l.link[1].bytes_in, 80);
	links_release(&l);
}

TEST(link_fraction_of_a_cycle)
{
	struct engine e;
	struct links l;
	struct parcel p[3];

	/* 10 bytes at 7 bytes in 2 cycles: 20/7 cycles each; ends at 20/7, 40/7, 60/7, each rounded
	 * up: 3, 6, 9; plus 10. */
	links_make(&l, &e, 10, 7, 2, 8);
	for (unsigned i = 0; i < 3; i++) {
		parcel_init(&p[i], &e, 0, 1, 10);
		CHECK(link_send(&l, &p[i].message, NULL));
	}
	mock_run(&e);
	CHECK_EQ(p[0].arrived, 13);
	CHECK_EQ(p[1].arrived, 16);
	CHECK_EQ(p[2].arrived, 19);
	links_release(&l);
}

TEST(link_several_in_one_cycle)
{
	struct engine e;
	struct links l;
	struct parcel p[5];

	/* 16 bytes at 64 per cycle: four of them in each cycle. */
	links_make(&l, &e, 32, 64, 1, 8);
	for (unsigned i = 0; i < 5; i++) {
		parcel_init(&p[i], &e, 0, 1, 16);
		CHECK(link_send(&l, &p[i].message, NULL));
	}
	mock_run(&e);
	CHECK_EQ(p[0].arrived, 33);
	CHECK_EQ(p[3].arrived, 33);
	CHECK_EQ(p[4].arrived, 34);
	links_release(&l);
}

TEST(link_two_contend_at_the_sender)
{
	struct engine e;
	struct links l;
	struct parcel a, b;

	/* To different chiplets: the second starts when the first is out, 4 cycles later. */
	links_make(&l, &e, 10, 16, 1, 8);
	parcel_init(&a, &e, 0, 1, 64);
	parcel_init(&b, &e, 0, 2, 64);
	CHECK(link_send(&l, &a.message, NULL));
	CHECK(link_send(&l, &b.message, NULL));
	mock_run(&e);
	CHECK_EQ(a.arrived, 14);
	CHECK_EQ(b.arrived, 18);
	CHECK_EQ(l.link[0].occupancy.peak, 1);
	links_release(&l);
}

TEST(link_two_contend_at_the_receiver)
{
	struct engine e;
	struct links l;
	struct parcel a, b, c;

	/* From different chiplets to one: its incoming side takes one after the other. A third that
	 * goes the other way is not in their way. */
	links_make(&l, &e, 10, 16, 1, 8);
	parcel_init(&a, &e, 0, 2, 64);
	parcel_init(&b, &e, 1, 2, 64);
	parcel_init(&c, &e, 2, 0, 64);
	CHECK(link_send(&l, &a.message, NULL));
	CHECK(link_send(&l, &b.message, NULL));
	CHECK(link_send(&l, &c.message, NULL));
	mock_run(&e);
	CHECK_EQ(a.arrived, 14);
	CHECK_EQ(b.arrived, 18);
	CHECK_EQ(c.arrived, 14);
	links_release(&l);
}

/* A sender of many messages that keeps its link as busy as it can. */
struct flood {
	struct links *links;
	struct waiter waiter;
	struct parcel *parcel;
	unsigned next, count;
};

static void flood_on(struct waiter *waiter)
{
	struct flood *f = container_of(waiter, struct flood, waiter);

	while (f->next < f->count && link_send(f->links, &f->parcel[f->next].message, waiter))
		f->next++;
}

TEST(link_bandwidth_reaches_but_never_passes_the_peak)
{
	enum { COUNT = 1000 };
	static struct parcel parcel[4][COUNT];
	struct engine e;
	struct links l;
	struct flood f[4];
	struct rng rng;
	uint64_t bytes[4] = {0};

	rng_seed(&rng, 7);
	links_make(&l, &e, 32, 773, 10, 4); /* 77.3 bytes per cycle */
	for (unsigned i = 0; i < 4; i++) {
		f[i] = (struct flood){&l, {NULL, flood_on, false}, parcel[i], 0, COUNT};
		for (unsigned j = 0; j < COUNT; j++) {
			uint32_t n = rng_below(&rng, 2) ? 16 : 80;

			/* A ring, so that no receiver has more to take than its peak. */
			parcel_init(&parcel[i][j], &e, i, (i + 1) % 4, n);
			bytes[i] += n;
		}
	}
	for (unsigned i = 0; i < 4; i++)
		flood_on(&f[i].waiter);
	mock_run(&e);
	for (unsigned i = 0; i < 4; i++) {
		uint64_t sum = 0;

		for (unsigned j = 0; j < COUNT; j++) {
			CHECK_EQ(parcel[i][j].arrivals, 1);
			sum += parcel[i][j].message.bytes;
			/* All bytes so far, at 77.3 per cycle, not before; and less than one cycle
			 * after. */
			CHECK(sum * 10 <= (parcel[i][j].arrived - 32) * 773);
			CHECK(sum * 10 > (parcel[i][j].arrived - 32 - 1) * 773);
		}
		CHECK_EQ(sum, bytes[i]);
		CHECK_EQ(l.link[i].bytes_out, sum);
		CHECK_EQ(l.link[i].occupancy.peak, 4);
		CHECK_EQ(l.link[i].occupancy.now, 0);
	}
	links_release(&l);
}

TEST(link_all_to_one_takes_the_receivers_peak)
{
	enum { COUNT = 300 };
	static struct parcel parcel[3][COUNT];
	struct engine e;
	struct links l;
	struct flood f[3];
	cycle_t last = 0;

	/* 900 messages of 64 bytes at 64 per cycle into one chiplet: 900 cycles and the latency. */
	links_make(&l, &e, 32, 64, 1, 4);
	for (unsigned i = 0; i < 3; i++) {
		f[i] = (struct flood){&l, {NULL, flood_on, false}, parcel[i], 0, COUNT};
		for (unsigned j = 0; j < COUNT; j++)
			parcel_init(&parcel[i][j], &e, i, 3, 64);
		flood_on(&f[i].waiter);
	}
	mock_run(&e);
	for (unsigned i = 0; i < 3; i++)
		for (unsigned j = 0; j < COUNT; j++)
			last = parcel[i][j].arrived > last ? parcel[i][j].arrived : last;
	CHECK_EQ(last, 932);
	links_release(&l);
}

TEST(link_bandwidth_as_a_fraction)
{
	struct link_config config = {0};

	link_config_bandwidth(&config, 768);
	CHECK_EQ(config.bytes_per_cycle, 768);
	CHECK_EQ(config.per_cycles, 1);
	link_config_bandwidth(&config, 0.75);
	CHECK_EQ(config.bytes_per_cycle, 3);
	CHECK_EQ(config.per_cycles, 4);
	link_config_bandwidth(&config, 1e9);
	CHECK_EQ(config.bytes_per_cycle, 1000000000);
	link_config_bandwidth(&config, 1e-9);
	CHECK_EQ(config.bytes_per_cycle, 1);
	CHECK_EQ(config.per_cycles, 1000000);
}

TEST(link_describes_what_waits)
{
	struct engine e;
	struct links l;
	struct parcel a, b;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	links_make(&l, &e, 10, 16, 1, 8);
	parcel_init(&a, &e, 3, 1, 64);
	parcel_init(&b, &e, 3, 2, 64);
	link_send(&l, &a.message, NULL);
	link_send(&l, &b.message, NULL);
	links_describe(&l, out);
	mock_run(&e);
	links_describe(&l, out);
	fclose(out);
	CHECK_STR(text, "link: 1 messages wait to leave chiplet 3\n");
	free(text);
	links_release(&l);
}
