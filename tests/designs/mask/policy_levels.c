/* Page table levels that pass the L2 cache by: the decision from epoch to epoch by hand. */
#include "designs/mask/mask.h"
#include "harness.h"
#include "policy/stock.h"

enum { LINE = 64 };

static struct engine engine;
static struct params params;
static void *policy;

static void make(const char *sample)
{
	struct plan_facts facts = {.engine = &engine, .params = &params, .chiplets = 1, .apps = 2};
	struct error err;

	engine_init(&engine);
	params_init(&params);
	CHECK(param_set(&params, P_EPOCH, "1000", &err));
	CHECK(param_set(&params, P_BYPASS_READS, "4", &err));
	CHECK(param_set(&params, P_BYPASS_SAMPLE, sample, &err));
	policy = walk_caching_levels.base.make(&facts);
}

static void end(void)
{
	walk_caching_levels.base.release(policy);
	params_release(&params);
}

static struct mem_access read_of(uint8_t level, uint64_t line)
{
	return (struct mem_access){
		.level = level, .kind = level ? KIND_WALK : KIND_VECTOR, .address = line * LINE};
}

/* So many lookups of a level (0: data), of which the first ones hit. */
static void lookups(uint8_t level, unsigned count, unsigned hits)
{
	struct mem_access a = read_of(level, 0);

	for (unsigned i = 0; i < count; i++)
		walk_caching_levels.looked_up(policy, &a, i < hits);
}

/* How many of the lines 0 to 255 of a level use the cache. */
static unsigned cached(uint8_t level)
{
	unsigned count = 0;

	for (uint64_t line = 0; line < 256; line++) {
		struct mem_access a = read_of(level, line);

		count += walk_caching_levels.may_cache(policy, &a);
	}
	return count;
}

TEST(levels_below_the_data_hit_rate_pass_by)
{
	make("1000000"); /* practically no sample: line 0 alone */
	lookups(0, 10, 5);
	lookups(4, 10, 10);
	lookups(3, 10, 5);
	lookups(2, 10, 4);
	lookups(1, 3, 0);
	CHECK_EQ(cached(2), 256); /* none in the first epoch */
	engine.now = 1000;
	CHECK_EQ(cached(4), 256); /* 100 % */
	CHECK_EQ(cached(3), 256); /* 50 %, not below the 50 % of data */
	CHECK_EQ(cached(2), 1);   /* 40 % */
	CHECK_EQ(cached(1), 256); /* 0 % of three reads: too few to judge by */
	/* The next epoch counts anew: level 1 hits less often than data, level 3 as often. */
	lookups(0, 100, 20);
	lookups(3, 10, 2);
	lookups(1, 10, 1);
	engine.now = 2345;
	CHECK_EQ(cached(1), 1);
	CHECK_EQ(cached(3), 256);
	CHECK_EQ(cached(2), 1); /* not read: as before */
	end();
}

TEST(a_sample_of_lines_lets_a_level_come_back)
{
	unsigned sample;

	make("8");
	lookups(0, 10, 5);
	lookups(1, 10, 0);
	engine.now = 1000;
	sample = cached(1);
	CHECK(sample > 16 && sample < 48); /* an eighth of 256 */
	CHECK_EQ(cached(1), sample);       /* always the same lines, so that they see their reuse */
	/* What uses the cache hits more often than data now: the level is back. */
	lookups(0, 10, 5);
	lookups(1, 10, 6);
	engine.now = 2000;
	CHECK_EQ(cached(1), 256);
	end();
}
