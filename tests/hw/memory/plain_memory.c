/* The plain memory: exact cycles of latency, bandwidth and the limit in flight. */
#include "hw/memory/plain_memory.h"
#include "harness.h"
#include "memory_rig.h"

static struct engine engine;
static struct plain_memory memory;
static struct rig rig;

static void run(const struct plain_memory_config *config, struct rig_access *list, size_t count)
{
	engine_init(&engine);
	plain_memory_init(&memory, &engine, config);
	rig_run(&rig, &engine, plain_memory_port(&memory), list, count);
	for (size_t i = 0; i < count; i++)
		CHECK_EQ(list[i].answers, 1);
	plain_memory_release(&memory);
}

TEST(latency_alone)
{
	struct plain_memory_config config = {.latency = 100, .line_bytes = 64};
	struct rig_access list[] = {{.at = 5}, {.at = 5}, {.at = 6}};

	list[1].access.op = MEM_OP_WRITE;
	list[2].access.kind = KIND_WALK;
	run(&config, list, 3);
	CHECK_EQ(list[0].answered, 105);
	CHECK_EQ(list[1].answered, 105);
	CHECK_EQ(list[2].answered, 106);
	CHECK_EQ(memory.stats.reads, 2);
	CHECK_EQ(memory.stats.writes, 1);
	CHECK_EQ(memory.stats.data_bytes, 128);
	CHECK_EQ(memory.stats.translation_bytes, 64);
	CHECK_EQ(memory.stats.walk_latency.sum, 100);
	CHECK(plain_memory_peak_gb_per_s(&memory, 1000) == 0);
}

TEST(bandwidth)
{
	/* 24 bytes a cycle: a line takes 2 2/3 cycles, so they begin at 0, 2.67, 5.33, 8. */
	struct plain_memory_config config = {
		.latency = 10, .line_bytes = 64, .bandwidth_bytes = 24, .bandwidth_cycles = 1};
	struct rig_access list[] = {{.at = 0}, {.at = 0}, {.at = 0}, {.at = 0}, {.at = 100}};

	run(&config, list, 5);
	CHECK_EQ(list[0].answered, 10);
	CHECK_EQ(list[1].answered, 13);
	CHECK_EQ(list[2].answered, 16);
	CHECK_EQ(list[3].answered, 18);
	CHECK_EQ(list[4].answered, 110);
	CHECK(plain_memory_peak_gb_per_s(&memory, 1000) == 24);
}

TEST(slower_than_a_byte_a_cycle)
{
	/* 64 bytes in 64 * 3 cycles. */
	struct plain_memory_config config = {
		.latency = 1, .line_bytes = 64, .bandwidth_bytes = 1, .bandwidth_cycles = 3};
	struct rig_access list[] = {{.at = 0}, {.at = 0}};

	run(&config, list, 2);
	CHECK_EQ(list[0].answered, 1);
	CHECK_EQ(list[1].answered, 193);
}

TEST(limit_in_flight)
{
	struct plain_memory_config config = {.latency = 100, .line_bytes = 64, .in_flight = 2};
	struct rig_access list[] = {{.at = 0}, {.at = 3}, {.at = 4}, {.at = 4}, {.at = 4}};

	run(&config, list, 5);
	CHECK_EQ(list[1].answered, 103);
	CHECK_EQ(list[2].accepted, 100);
	CHECK_EQ(list[2].answered, 200);
	CHECK_EQ(list[3].accepted, 103);
	CHECK_EQ(list[4].accepted, 200);
	CHECK_EQ(list[4].answered, 300);
	CHECK_EQ(memory.stats.in_flight.peak, 2);
}

TEST(long_stream_reaches_the_bandwidth)
{
	enum { COUNT = 3000 };
	struct plain_memory_config config = {
		.latency = 100, .line_bytes = 64, .bandwidth_bytes = 77, .bandwidth_cycles = 3};
	static struct rig_access list[COUNT];
	double rate;

	memset(list, 0, sizeof(list));
	run(&config, list, COUNT);
	/* Beginnings are 64 * 3 / 77 cycles apart. */
	rate = (COUNT - 1) * 64.0 / (double)(list[COUNT - 1].answered - list[0].answered);
	CHECK(rate <= 77.0 / 3 && rate > 0.999 * 77 / 3);
	/* Little's law, exactly: nobody is left. */
	CHECK_EQ(memory.stats.in_flight.area, memory.stats.data_latency.sum);
}
