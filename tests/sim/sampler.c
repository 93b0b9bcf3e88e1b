/* Looks at a machine every so many cycles, and how they are kept. */
#include "sim/sampler.h"

#include "harness.h"
#include "sim/timeline.h"

struct look {
	uint64_t times, calls;
};

static void note(void *state, uint64_t times)
{
	struct look *look = state;

	look->calls++;
	look->times += times;
}

/* Every 10 cycles: a change in cycle 10 comes after nothing was seen yet, since cycle 10 is not
 * over; one in cycle 11 sees cycle 10, one in cycle 41 sees 20, 30 and 40 at once. */
TEST(sampler_catches_up)
{
	struct look look = {0};
	struct sampler s;

	sampler_init(&s, 10, note, &look);
	sampler_check(&s, 10);
	CHECK_EQ(look.calls, 0);
	sampler_check(&s, 11);
	sampler_check(&s, 20);
	CHECK_EQ(look.times, 1);
	sampler_check(&s, 41);
	CHECK_EQ(look.calls, 2);
	CHECK_EQ(look.times, 4);
	sampler_check(&s, 50);
	CHECK_EQ(look.times, 4);
	sampler_init(&s, 0, note, &look);
	sampler_check(&s, UINT64_MAX);
	CHECK_EQ(look.times, 4);
}

/* Samples 0 to 15 fill sixteen stretches of one, which become eight of two with means 0 (of 0 and
 * 1), 2, 4 ...; then seven times 100 fill three more and half of another. */
TEST(timeline_joins_stretches)
{
	struct timeline t = {0};

	for (uint64_t i = 0; i < 15; i++)
		timeline_add(&t, i, 1);
	CHECK(t.stretch == 1 && t.used == 15 && t.mean[14] == 14 && t.mean[15] == 0);
	timeline_add(&t, 15, 1);
	CHECK(t.stretch == 2 && t.used == 8);
	CHECK(t.mean[0] == 0 && t.mean[1] == 2 && t.mean[7] == 14 && t.mean[8] == 0);
	timeline_add(&t, 100, 7);
	CHECK(t.used == 11 && t.filled == 1 && t.mean[10] == 100 && t.mean[11] == 0);
	timeline_add(&t, 7, 1000000); /* long idle time at once */
	CHECK(t.used >= 8 && t.mean[7] == 7);
}
