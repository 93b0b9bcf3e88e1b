/* Writes and atomics of caches by hand: written through, written back, with and without a copy. */
#include "cache_rig.h"

TEST(cache_write_through)
{
	static struct rig rig;
	struct mock_request miss, fill, hit_, again;

	/* Not allocated by a write; acknowledged from below: 4 + 20. */
	rig_init(&rig, through);
	mock_mem(&rig.above, &miss, 0, MEM_OP_WRITE, 0x44);
	mock_mem(&rig.above, &fill, 100, MEM_OP_READ, 0x40);
	mock_mem(&rig.above, &hit_, 200, MEM_OP_WRITE, 0x48);
	mock_mem(&rig.above, &again, 300, MEM_OP_READ, 0x40);
	mock_run(&rig.engine);
	CHECK_EQ(miss.answered, 24);
	CHECK_EQ(fill.answered, 124);
	CHECK_EQ(hit_.answered, 224);
	CHECK_EQ(again.answered, 304);
	CHECK_EQ(rig.below.taken, 3);
	CHECK_EQ(rig.below.log[2].op, MEM_OP_WRITE);
	CHECK_EQ(rig.below.log[2].address, 0x48);
	CHECK_EQ(rig.cache->stats.write_misses, 1);
	CHECK_EQ(rig.cache->stats.write_hits, 1);
	CHECK_EQ(rig.cache->stats.writebacks, 0);
	rig_release(&rig);
}

TEST(cache_write_through_refreshes_lru)
{
	static struct rig rig;
	struct mock_request r[4];

	/* Set 0: lines 0x000 and 0x100; a write makes 0x000 the newer one, so 0x200 takes 0x100. */
	rig_init(&rig, through);
	mock_mem(&rig.above, &r[0], 0, MEM_OP_READ, 0x000);
	mock_mem(&rig.above, &r[1], 100, MEM_OP_READ, 0x100);
	mock_mem(&rig.above, &r[2], 200, MEM_OP_WRITE, 0x000);
	mock_mem(&rig.above, &r[3], 300, MEM_OP_READ, 0x200);
	mock_run(&rig.engine);
	CHECK(cache_holds(rig.cache, 0, 0x000));
	CHECK(!cache_holds(rig.cache, 0, 0x100));
	CHECK_EQ(rig.cache->stats.evictions, 1);
	rig_release(&rig);
}

TEST(cache_write_through_allocates)
{
	static struct rig rig;
	struct cache_config config = through;
	struct mock_request part, whole, r[2];

	/* A part of a line: a fill goes down before the write. A whole line: none is needed. */
	config.write_allocate = true;
	rig_init(&rig, config);
	mock_mem(&rig.above, &part, 0, MEM_OP_WRITE, 0x44);
	mock_mem(&rig.above, &whole, 100, MEM_OP_WRITE, 0x80);
	whole.a.full_line = true;
	mock_mem(&rig.above, &r[0], 200, MEM_OP_READ, 0x40);
	mock_mem(&rig.above, &r[1], 300, MEM_OP_READ, 0x80);
	mock_run(&rig.engine);
	CHECK_EQ(part.answered, 24);
	CHECK_EQ(whole.answered, 124);
	CHECK_EQ(r[0].answered, 204);
	CHECK_EQ(r[1].answered, 304);
	CHECK_EQ(rig.below.taken, 3);
	CHECK_EQ(rig.below.log[0].op, MEM_OP_READ);
	CHECK_EQ(rig.below.log[1].op, MEM_OP_WRITE);
	CHECK_EQ(rig.cache->dirty_lines, 0);
	rig_release(&rig);
}

TEST(cache_write_back)
{
	static struct rig rig;
	struct mock_request part, hit_, read;

	/* The line is fetched, then dirty: 24. A hit is acknowledged by the cache itself. */
	rig_init(&rig, back);
	mock_mem(&rig.above, &part, 0, MEM_OP_WRITE, 0x44);
	mock_mem(&rig.above, &hit_, 100, MEM_OP_WRITE, 0x48);
	mock_mem(&rig.above, &read, 200, MEM_OP_READ, 0x40);
	mock_run(&rig.engine);
	CHECK_EQ(part.answered, 24);
	CHECK_EQ(hit_.answered, 104);
	CHECK_EQ(read.answered, 204);
	CHECK_EQ(rig.below.taken, 1);
	CHECK_EQ(rig.below.log[0].op, MEM_OP_READ);
	CHECK_EQ(rig.cache->dirty_lines, 1);
	rig_release(&rig);
}

TEST(cache_full_line_write_and_eviction)
{
	static struct rig rig;
	struct mock_request r[3], read;

	/*
	 * Whole lines 0x000, 0x100, 0x200 of set 0: acknowledged at 4, 5, 6 without a fill; the
	 * third pushes out the first, which goes down whole at 6. A read at 100 of a fourth line
	 * takes the place of 0x100, whose victim goes down when the fill is back, at 124.
	 */
	rig_init(&rig, back);
	for (unsigned i = 0; i < 3; i++) {
		mock_mem(&rig.above, &r[i], 0, MEM_OP_WRITE, 0x100 * i);
		r[i].a.full_line = true;
	}
	mock_mem(&rig.above, &read, 100, MEM_OP_READ, 0x300);
	mock_run(&rig.engine);
	for (unsigned i = 0; i < 3; i++)
		CHECK_EQ(r[i].answered, 4 + i);
	CHECK_EQ(read.answered, 124);
	CHECK_EQ(rig.below.taken, 3);
	CHECK_EQ(rig.below.log[0].cycle, 6);
	CHECK_EQ(rig.below.log[0].address, 0x000);
	CHECK_EQ(rig.below.log[0].op, MEM_OP_WRITE);
	CHECK(rig.below.log[0].full_line);
	CHECK_EQ(rig.below.log[1].cycle, 104);
	CHECK_EQ(rig.below.log[2].cycle, 124);
	CHECK_EQ(rig.below.log[2].address, 0x100);
	CHECK_EQ(rig.cache->stats.writebacks, 2);
	CHECK_EQ(rig.cache->stats.evictions, 2);
	CHECK_EQ(rig.cache->dirty_lines, 1);
	rig_release(&rig);
}

TEST(cache_victims_wait_for_a_place)
{
	static struct rig rig;
	struct cache_config config = back;
	struct mock_request r[6];

	/*
	 * One MSHR, so one place for a victim; below takes one access at a time, for 20 cycles.
	 * Whole lines of set 0: the third's victim goes down at 6, the fourth's (7) waits in the
	 * one place until 26; the fifth's (8) has none, comes again at 27, its victim waits
	 * until 46.
	 */
	config.mshrs = 1;
	rig_init(&rig, config);
	rig.below.limit = 1;
	for (unsigned i = 0; i < 6; i++) {
		mock_mem(&rig.above, &r[i], 0, MEM_OP_WRITE, 0x100 * i);
		r[i].a.full_line = true;
	}
	mock_run(&rig.engine);
	CHECK_EQ(r[3].answered, 7);
	CHECK_EQ(r[4].answered, 27);
	CHECK_EQ(r[5].answered, 47);
	CHECK_EQ(rig.below.log[1].cycle, 26);
	CHECK_EQ(rig.below.log[2].cycle, 46);
	CHECK_EQ(rig.below.taken, 4);
	rig_release(&rig);
}

TEST(cache_write_back_without_allocation)
{
	static struct rig rig;
	struct cache_config config = back;
	struct mock_request miss, read, merged, hit_;

	/* Passed down; but a write to a line under way waits for it and makes it dirty. */
	config.write_allocate = false;
	rig_init(&rig, config);
	mock_mem(&rig.above, &miss, 0, MEM_OP_WRITE, 0x40);
	mock_mem(&rig.above, &read, 100, MEM_OP_READ, 0x40);
	mock_mem(&rig.above, &merged, 101, MEM_OP_WRITE, 0x40);
	mock_mem(&rig.above, &hit_, 200, MEM_OP_WRITE, 0x40);
	mock_run(&rig.engine);
	CHECK_EQ(miss.answered, 24);
	CHECK_EQ(merged.answered, 124);
	CHECK_EQ(hit_.answered, 204);
	CHECK_EQ(rig.below.taken, 2);
	CHECK_EQ(rig.cache->stats.write_mshr_hits, 1);
	CHECK_EQ(rig.cache->dirty_lines, 1);
	rig_release(&rig);
}

TEST(cache_atomic_at_the_l2)
{
	static struct rig rig;
	struct mock_request r[2];

	rig_init(&rig, back);
	mock_mem(&rig.above, &r[0], 0, MEM_OP_ATOMIC, 0x40);
	mock_mem(&rig.above, &r[1], 100, MEM_OP_ATOMIC, 0x40);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 24);
	CHECK_EQ(r[1].answered, 104);
	CHECK_EQ(rig.below.taken, 1);
	CHECK_EQ(rig.below.log[0].op, MEM_OP_READ);
	CHECK_EQ(rig.cache->dirty_lines, 1);
	CHECK_EQ(rig.cache->stats.atomic_hits, 1);
	CHECK_EQ(rig.cache->stats.atomic_misses, 1);
	rig_release(&rig);
}

TEST(cache_atomic_at_a_write_through_l2)
{
	static struct rig rig;
	struct cache_config config = through;
	struct mock_request r[2];

	/* The line is read, the result written through at 24 and at 104. */
	config.atomics = true;
	rig_init(&rig, config);
	mock_mem(&rig.above, &r[0], 0, MEM_OP_ATOMIC, 0x40);
	mock_mem(&rig.above, &r[1], 100, MEM_OP_ATOMIC, 0x40);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 24);
	CHECK_EQ(r[1].answered, 104);
	CHECK_EQ(rig.below.taken, 3);
	CHECK_EQ(rig.below.log[1].cycle, 24);
	CHECK_EQ(rig.below.log[1].op, MEM_OP_WRITE);
	CHECK_EQ(rig.below.log[2].cycle, 104);
	CHECK_EQ(rig.cache->dirty_lines, 0);
	rig_release(&rig);
}

TEST(cache_atomic_passes_an_l1)
{
	static struct rig rig;
	struct cache_config config = back;
	struct mock_request write, atomic, read, during;

	/* A dirty line goes down before the atomic, and neither it nor a fill under way stays. */
	config.atomics = false;
	rig_init(&rig, config);
	mock_mem(&rig.above, &write, 0, MEM_OP_WRITE, 0x40);
	write.a.full_line = true;
	mock_mem(&rig.above, &atomic, 100, MEM_OP_ATOMIC, 0x44);
	mock_mem(&rig.above, &read, 200, MEM_OP_READ, 0x80);
	mock_mem(&rig.above, &during, 201, MEM_OP_ATOMIC, 0x80);
	mock_run(&rig.engine);
	CHECK_EQ(atomic.answered, 124);
	CHECK_EQ(rig.below.log[0].op, MEM_OP_WRITE);
	CHECK_EQ(rig.below.log[0].cycle, 104);
	CHECK_EQ(rig.below.log[1].op, MEM_OP_ATOMIC);
	CHECK_EQ(rig.below.log[1].cycle, 104);
	CHECK_EQ(rig.below.log[1].address, 0x44);
	CHECK(!cache_holds(rig.cache, 0, 0x40));
	CHECK_EQ(read.answered, 224);
	CHECK_EQ(during.answered, 225);
	CHECK(!cache_holds(rig.cache, 0, 0x80));
	CHECK_EQ(rig.cache->stats.atomics_passed, 2);
	rig_release(&rig);
}
