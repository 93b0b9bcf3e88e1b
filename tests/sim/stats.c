/* Latencies, occupancies, and the registry that adds up and prints. */
#include "sim/stats.h"
#include "base/rng.h"
#include "harness.h"

#include <stdlib.h>

static struct latency latency, other, sum;

TEST(latency_buckets)
{
	unsigned last = 0;

	/* Exact below 32, then sixteen to a power of two. */
	for (uint64_t i = 0; i < 32; i++)
		CHECK_EQ(latency_bucket(i), i);
	CHECK_EQ(latency_bucket(32), 32);
	CHECK_EQ(latency_bucket(33), 32);
	CHECK_EQ(latency_bucket(34), 33);
	CHECK_EQ(latency_bucket(63), 47);
	CHECK_EQ(latency_bucket(64), 48);
	CHECK_EQ(latency_bucket(67), 48);
	CHECK_EQ(latency_bucket(68), 49);
	CHECK_EQ(latency_bucket(UINT64_MAX), LATENCY_BUCKETS - 1);
	CHECK_EQ(latency_bucket((UINT64_C(1) << 40) - 1), LATENCY_BUCKETS - 1);
	for (uint64_t i = 0; i < 1000000; i++) {
		unsigned bucket = latency_bucket(i);

		CHECK(bucket == last || bucket == last + 1);
		last = bucket;
	}
}

TEST(latency_mean_and_percentiles)
{
	memset(&latency, 0, sizeof(latency));
	CHECK(latency_mean(&latency) == 0);
	CHECK_EQ(latency_percentile(&latency, 0.5), 0);
	for (uint64_t i = 1; i <= 20; i++)
		latency_add(&latency, i);
	CHECK(latency_mean(&latency) == 10.5);
	CHECK_EQ(latency_percentile(&latency, 0), 1);
	CHECK_EQ(latency_percentile(&latency, 0.5), 10);
	CHECK_EQ(latency_percentile(&latency, 0.51), 11);
	CHECK_EQ(latency_percentile(&latency, 1), 20);
	latency_add(&latency, 1000);
	CHECK_EQ(latency_percentile(&latency, 1), 1000); /* not the bucket's top */
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

TEST(percentiles_are_within_a_sixteenth)
{
	enum { COUNT = 20000 };
	static uint64_t values[COUNT];
	struct rng rng;

	rng_seed(&rng, 3);
	memset(&latency, 0, sizeof(latency));
	for (unsigned i = 0; i < COUNT; i++) {
		values[i] = rng_below(&rng, UINT64_C(1) << rng_below(&rng, 30));
		latency_add(&latency, values[i]);
	}
	qsort(values, COUNT, sizeof(*values), by_value);
	for (unsigned i = 1; i <= 1000; i++) {
		uint64_t exact = values[i * (COUNT / 1000) - 1];
		uint64_t got = latency_percentile(&latency, i / 1000.0);

		CHECK(got >= exact && got <= exact + exact / 16 + 1);
	}
}

TEST(latencies_merge)
{
	memset(&latency, 0, sizeof(latency));
	memset(&other, 0, sizeof(other));
	memset(&sum, 0, sizeof(sum));
	for (uint64_t i = 0; i < 1000; i++) {
		latency_add(i % 3 ? &latency : &other, i * i);
		latency_add(&sum, i * i);
	}
	latency_merge(&latency, &other);
	CHECK(!memcmp(&latency, &sum, sizeof(sum)));
}

TEST(occupancy_over_time)
{
	struct occupancy o = {0};

	/* 0 until 10, 2 until 20, 3 until 25, 1 until 100. */
	occupancy_change(&o, 10, 2);
	occupancy_change(&o, 20, 1);
	occupancy_change(&o, 25, -2);
	CHECK_EQ(occupancy_area(&o, 25), 35);
	CHECK_EQ(o.peak, 3);
	CHECK_EQ(o.now, 1);
	CHECK_EQ(o.arrivals, 3);
	CHECK(occupancy_mean(&o, 100) == 1.1);
	CHECK(occupancy_mean(&(struct occupancy){0}, 0) == 0);
}

static char text[4096];

static const char *printed(const struct stats *s, cycle_t end)
{
	FILE *out = fmemopen(text, sizeof(text), "w");
	struct json j;

	json_init(&j, out);
	json_open_object(&j, NULL);
	stats_json(s, &j, end);
	json_close_object(&j);
	json_finish(&j);
	fclose(out);
	return text;
}

TEST(parts_of_a_kind_add_up)
{
	struct stats *s = stats_new();
	uint64_t hits[2] = {3, 4}, misses[2] = {10, 20}, reads = 7;
	struct occupancy queue[2] = {{0}, {0}};
	struct occupancy_sum all;

	memset(&latency, 0, sizeof(latency));
	memset(&other, 0, sizeof(other));
	for (unsigned i = 0; i < 2; i++) {
		stats_counter(s, "tlb", "hits", &hits[i]);
		stats_counter(s, "tlb", "misses", &misses[i]);
		stats_latency(s, "tlb", "time", i ? &other : &latency);
		if (i == 0)
			stats_counter(s, "dram", "reads", &reads);
		stats_occupancy(s, "tlb", "queue", &queue[i]);
	}
	latency_add(&latency, 4);
	latency_add(&other, 8);
	occupancy_change(&queue[0], 0, 2);
	occupancy_change(&queue[1], 50, 1);
	CHECK_EQ(stats_get(s, "tlb", "hits"), 7);
	CHECK_EQ(stats_get(s, "tlb", "misses"), 30);
	CHECK_EQ(stats_get(s, "dram", "reads"), 7);
	CHECK_EQ(stats_get(s, "dram", "hits"), 0);
	CHECK_EQ(stats_get(s, "tlb", "time"), 0); /* no counter */
	stats_get_latency(s, "tlb", "time", &sum);
	CHECK_EQ(sum.count, 2);
	CHECK_EQ(sum.sum, 12);
	CHECK(stats_get_occupancy(s, "tlb", "queue", 100, &all));
	CHECK(all.mean == 2.5 && all.peak == 2 && all.arrivals == 3 && all.parts == 2);
	CHECK(!stats_get_occupancy(s, "tlb", "time", 100, &all));
	/* The names say that the peak is of one part and may lie below the mean of all. */
	CHECK_CONTAINS(printed(s, 100), "\"mean_of_all\": 2.5,\n      \"peak_of_one\": 2,\n      "
					"\"parts\": 2,\n      \"arrivals\": 3");
	hits[0] = 100; /* read when asked for */
	CHECK_EQ(stats_get(s, "tlb", "hits"), 104);
	stats_free(s);
}

TEST(each_name_is_printed_once_in_order)
{
	struct stats *s = stats_new();
	uint64_t one = 1;
	const char *at;

	stats_counter(s, "b", "y", &one);
	stats_counter(s, "a", "x", &one);
	stats_counter(s, "b", "x", &one);
	stats_counter(s, "a", "x", &one);
	stats_counter(s, "b", "y", &one);
	at = strstr(printed(s, 10), "\"b\"");
	CHECK(at);
	CHECK_CONTAINS(at, "\"y\": 2");
	CHECK(strstr(at, "\"y\"") < strstr(at, "\"x\": 1"));
	CHECK(strstr(at, "\"x\": 1") < strstr(at, "\"a\""));
	CHECK_CONTAINS(strstr(at, "\"a\""), "\"x\": 2");
	CHECK(!strstr(strstr(at, "\"a\""), "\"y\""));
	stats_free(s);
}

/* A machine of 2,000 parts with 50 names each. */
TEST(many_parts)
{
	enum { PARTS = 2000, NAMES = 50 };
	static char names[NAMES][16];
	struct stats *s = stats_new();
	uint64_t one = 1;
	FILE *out = fopen("/dev/null", "w");
	struct json j;

	for (unsigned i = 0; i < NAMES; i++)
		snprintf(names[i], sizeof(names[i]), "name%u", i);
	for (unsigned p = 0; p < PARTS; p++)
		for (unsigned i = 0; i < NAMES; i++)
			stats_counter(s, p % 2 ? "odd" : "even", names[i], &one);
	for (unsigned i = 0; i < NAMES; i++)
		CHECK_EQ(stats_get(s, "odd", names[i]), PARTS / 2);
	json_init(&j, out);
	json_open_object(&j, NULL);
	stats_json(s, &j, 1);
	json_close_object(&j);
	fclose(out);
	stats_free(s);
}

/* Parts 1 and 2 saw 4, 4, 7 and 2; part 3 saw nothing, which is not a minimum of 0. */
TEST(gauges)
{
	struct stats *s = stats_new();
	struct gauge one = {0}, two = {0}, none = {0}, all;

	gauge_add(&one, 4, 2);
	gauge_add(&one, 7, 1);
	gauge_add(&two, 2, 1);
	stats_gauge(s, "part", "level", &none);
	stats_gauge(s, "part", "level", &one);
	stats_gauge(s, "part", "level", &two);
	stats_get_gauge(s, "part", "level", &all);
	CHECK_EQ(all.count, 4);
	CHECK_EQ(all.sum, 17);
	CHECK_EQ(all.min, 2);
	CHECK_EQ(all.max, 7);
	CHECK(gauge_mean(&all) == 4.25);
	CHECK(gauge_mean(&none) == 0);
	stats_get_gauge(s, "part", "other", &all);
	CHECK_EQ(all.count, 0);
	CHECK_CONTAINS(printed(s, 1), "\"count\": 4");
	CHECK_CONTAINS(text, "\"mean\": 4.25");
	CHECK_CONTAINS(text, "\"min\": 2");
	CHECK_CONTAINS(text, "\"max\": 7");
	stats_free(s);
}

struct seen {
	unsigned count;
	char text[200];
};

static void visit(void *ctx, const char *group, const char *name, enum stat_kind kind)
{
	struct seen *seen = ctx;

	seen->count++;
	snprintf(seen->text + strlen(seen->text), sizeof(seen->text) - strlen(seen->text),
		 "%s.%s/%d ", group, name, (int)kind);
}

TEST(walk_through)
{
	struct stats *s = stats_new();
	struct seen seen = {0};
	struct occupancy o = {0};
	uint64_t one = 1;

	stats_counter(s, "b", "y", &one);
	stats_occupancy(s, "a", "q", &o);
	stats_counter(s, "b", "x", &one);
	stats_counter(s, "b", "y", &one);
	stats_each(s, visit, &seen);
	CHECK_EQ(seen.count, 3);
	CHECK_STR(seen.text, "b.y/0 b.x/0 a.q/2 ");
	stats_free(s);
}
