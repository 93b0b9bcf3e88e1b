/*
 * Caches by hand. Unless a test says otherwise: 4 sets of 2 ways, lines of 64 bytes, 4 cycles from
 * port to lookup, 1 port, 2 MSHRs; the level below answers after 20 cycles.
 */
#include <stdlib.h>

#include "hw/memory/cache_parts.h"
#include "hw_mock.h"

struct rig {
	struct engine engine;
	struct cache *cache;
	struct mock_below below;
	struct mock_above above;
};

static const struct cache_config through = {
	.bytes = 512,
	.ways = 2,
	.line_bytes = 64,
	.latency = 4,
	.ports = 1,
	.mshrs = 2,
	.queue = 8,
	.write_through = true,
};

static const struct cache_config back = {
	.bytes = 512,
	.ways = 2,
	.line_bytes = 64,
	.latency = 4,
	.ports = 1,
	.mshrs = 2,
	.queue = 8,
	.write_allocate = true,
	.atomics = true,
};

static void rig_init(struct rig *rig, struct cache_config config)
{
	engine_init(&rig->engine);
	mock_below_init(&rig->below, &rig->engine, 20);
	rig->cache = cache_new(&rig->engine, "cache", &config, mock_mem_port(&rig->below));
	mock_above_init(&rig->above, &rig->engine, cache_port(rig->cache));
}

static void rig_release(struct rig *rig)
{
	CHECK(cache_is_idle(rig->cache));
	CHECK_EQ(rig->cache->accesses->taken, 0);
	CHECK_EQ(rig->cache->stats.queue.now, 0);
	cache_free(rig->cache);
}

TEST(cache_miss_then_hit)
{
	static struct rig rig;
	struct mock_request r[2];

	rig_init(&rig, through);
	mock_mem(&rig.above, &r[0], 0, MEM_OP_READ, 0x1048);
	mock_mem(&rig.above, &r[1], 100, MEM_OP_READ, 0x1070);
	r[0].a.kind = KIND_FETCH;
	r[0].a.who = (struct requester){.cu = 3, .wave = 2, .instruction = 77, .asid = 1};
	mock_run(&rig.engine);
	CHECK_EQ(rig.below.taken, 1);
	CHECK_EQ(rig.below.log[0].cycle, 4);
	CHECK_EQ(rig.below.log[0].address, 0x1040);
	CHECK_EQ(rig.below.log[0].kind, KIND_FETCH);
	CHECK_EQ(r[0].answered, 24);
	CHECK_EQ(r[1].answered, 104);
	CHECK_EQ(rig.cache->stats.read_misses, 1);
	CHECK_EQ(rig.cache->stats.read_hits, 1);
	CHECK_EQ(rig.cache->stats.read_latency.sum, 28);
	CHECK(cache_holds(rig.cache, 0, 0x1040));
	CHECK(!cache_holds(rig.cache, 0, 0x1080));
	rig_release(&rig);
}

TEST(cache_ports)
{
	static struct rig rig;
	struct cache_config config = through;
	struct mock_request fill, r[3];

	/* Two lookups per cycle: slots 100, 100, 101. */
	config.ports = 2;
	rig_init(&rig, config);
	mock_mem(&rig.above, &fill, 0, MEM_OP_READ, 0);
	for (unsigned i = 0; i < 3; i++)
		mock_mem(&rig.above, &r[i], 100, MEM_OP_READ, 0);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 104);
	CHECK_EQ(r[1].answered, 104);
	CHECK_EQ(r[2].answered, 105);
	rig_release(&rig);
}

TEST(cache_merge)
{
	static struct rig rig;
	struct mock_request r[3];

	/* Lookups at 4, 5, 6; one fill, from 4 to 24, answers the first two. */
	rig_init(&rig, through);
	mock_mem(&rig.above, &r[0], 0, MEM_OP_READ, 0x40);
	mock_mem(&rig.above, &r[1], 0, MEM_OP_READ, 0x7c);
	mock_mem(&rig.above, &r[2], 0, MEM_OP_READ, 0x80);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 24);
	CHECK_EQ(r[1].answered, 24);
	CHECK_EQ(r[2].answered, 26);
	CHECK_EQ(rig.below.taken, 2);
	CHECK_EQ(rig.cache->stats.read_misses, 2);
	CHECK_EQ(rig.cache->stats.read_mshr_hits, 1);
	/* Little: 2 fills of 20 cycles; 4 + 5 + 6 cycles in the queue. */
	CHECK_EQ(rig.cache->stats.mshrs.area, 40);
	CHECK_EQ(rig.cache->stats.mshrs.peak, 2);
	CHECK_EQ(rig.cache->stats.queue.area, 15);
	rig_release(&rig);
}

TEST(cache_mshrs_full)
{
	static struct rig rig;
	struct cache_config config = through;
	struct mock_request r[4];

	/*
	 * One MSHR. Lookups at 4 to 7. The first fills from 4 to 24; the second finds no MSHR, and
	 * the third, though it could merge with the first, waits behind it. Again from 25, one per
	 * cycle: the second fills (25 to 45), the third hits at 26, the fourth finds no MSHR at 27,
	 * and again at 46: answered at 66.
	 */
	config.mshrs = 1;
	rig_init(&rig, config);
	mock_mem(&rig.above, &r[0], 0, MEM_OP_READ, 0x000);
	mock_mem(&rig.above, &r[1], 0, MEM_OP_READ, 0x040);
	mock_mem(&rig.above, &r[2], 0, MEM_OP_READ, 0x000);
	mock_mem(&rig.above, &r[3], 0, MEM_OP_READ, 0x080);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 24);
	CHECK_EQ(r[1].answered, 45);
	CHECK_EQ(r[2].answered, 26);
	CHECK_EQ(r[3].answered, 66);
	CHECK_EQ(rig.cache->stats.stalls, 3);
	CHECK_EQ(rig.cache->stats.read_hits, 1);
	CHECK_EQ(rig.cache->stats.read_misses, 3);
	rig_release(&rig);
}

TEST(cache_queue_full)
{
	static struct rig rig;
	struct cache_config config = through;
	struct mock_request r[3];

	/* One place: it is free again when the access has moved to its MSHR, at 4, 8, 12. */
	config.queue = 1;
	rig_init(&rig, config);
	for (unsigned i = 0; i < 3; i++)
		mock_mem(&rig.above, &r[i], 0, MEM_OP_READ, 0);
	mock_run(&rig.engine);
	CHECK_EQ(r[1].accepted, 4);
	CHECK_EQ(r[2].accepted, 8);
	CHECK_EQ(r[2].answered, 24);
	rig_release(&rig);
}

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

TEST(cache_bypass)
{
	static struct rig rig;
	struct mock_request r, line;

	/* Straight down in its own cycle, though the line is here; nothing is counted as a lookup.
	 */
	rig_init(&rig, through);
	mock_mem(&rig.above, &line, 0, MEM_OP_READ, 0x40);
	mock_mem(&rig.above, &r, 100, MEM_OP_READ, 0x40);
	r.a.no_cache = true;
	r.a.kind = KIND_WALK;
	mock_run(&rig.engine);
	CHECK_EQ(rig.below.log[1].cycle, 100);
	CHECK_EQ(r.answered, 120);
	CHECK_EQ(rig.cache->stats.bypassed, 1);
	CHECK_EQ(rig.cache->stats.walk_hits[0], 0);
	rig_release(&rig);
}

struct hearing {
	unsigned lookups, hits;
	uint8_t level[8];
};

static void hear(void *state, const struct mem_access *a, bool hit)
{
	struct hearing *h = state;

	h->level[h->lookups++] = a->level;
	h->hits += hit;
}

TEST(cache_walks)
{
	static struct rig rig;
	struct cache_config config = back;
	struct hearing h = {0};
	struct mock_request r[4];
	static const uint8_t levels[] = {4, 1, 1, 0};

	/* Three reads of a walk and one of data, all of one line: miss, merge, hit, hit. */
	config.looked_up = hear;
	config.looked_up_state = &h;
	rig_init(&rig, config);
	for (unsigned i = 0; i < 4; i++) {
		mock_mem(&rig.above, &r[i], i < 2 ? 0 : 100, MEM_OP_READ, 0x40 + 8 * i);
		r[i].a.kind = levels[i] ? KIND_WALK : KIND_VECTOR;
		r[i].a.level = levels[i];
	}
	mock_run(&rig.engine);
	CHECK_EQ(rig.below.taken, 1);
	CHECK_EQ(rig.below.log[0].kind, KIND_WALK);
	CHECK_EQ(rig.below.log[0].level, 4);
	CHECK_EQ(rig.cache->stats.walk_misses[4], 1);
	CHECK_EQ(rig.cache->stats.walk_mshr_hits[1], 1);
	CHECK_EQ(rig.cache->stats.walk_hits[1], 1);
	CHECK_EQ(rig.cache->stats.read_hits, 1);
	CHECK_EQ(rig.cache->stats.walk_latency.count, 3);
	CHECK_EQ(h.lookups, 4);
	CHECK_EQ(h.hits, 2);
	CHECK_EQ(memcmp(h.level, levels, 4), 0);
	rig_release(&rig);
}

struct flush_done {
	struct waiter waiter;
	struct engine *engine;
	cycle_t when;
	unsigned times;
};

static void flushed(struct waiter *waiter)
{
	struct flush_done *f = container_of(waiter, struct flush_done, waiter);

	f->when = f->engine->now;
	f->times++;
}

struct flush_start {
	struct event event;
	struct cache *cache;
	struct waiter *done;
};

static void flush_now(struct event *event)
{
	struct flush_start *f = container_of(event, struct flush_start, event);

	cache_flush(f->cache, f->done);
}

TEST(cache_flush)
{
	static struct rig rig;
	struct mock_request r[3], after;
	struct flush_done done = {{NULL, flushed, false}, &rig.engine, 0, 0};
	struct flush_start start[2] = {0};

	/*
	 * Three dirty lines, one per cycle: sent at 100, 101, 102, acknowledged at 120, 121, 122.
	 * They stay: a read at 200 hits. A second flush, of nothing, is done at once.
	 */
	rig_init(&rig, back);
	for (unsigned i = 0; i < 3; i++) {
		mock_mem(&rig.above, &r[i], 0, MEM_OP_WRITE, 0x40 * i);
		r[i].a.full_line = true;
	}
	for (unsigned i = 0; i < 2; i++) {
		start[i] = (struct flush_start){{0}, rig.cache, &done.waiter};
		engine_at(&rig.engine, &start[i].event, i ? 300 : 100, flush_now);
	}
	mock_mem(&rig.above, &after, 200, MEM_OP_READ, 0x40);
	static const bool never = false;
	while (rig.engine.pending && rig.engine.now < 250)
		engine_run(&rig.engine, &never, rig.engine.executed + 1);
	CHECK_EQ(rig.below.log[0].cycle, 100);
	CHECK_EQ(rig.below.log[2].cycle, 102);
	CHECK_EQ(after.answered, 204);
	mock_run(&rig.engine);
	CHECK_EQ(done.times, 2);
	CHECK_EQ(done.when, 300);
	CHECK_EQ(rig.below.taken, 3);
	CHECK_EQ(rig.cache->dirty_lines, 0);
	rig_release(&rig);
}

TEST(cache_flush_under_back_pressure)
{
	static struct rig rig;
	struct mock_request r[8];
	struct flush_done done = {{NULL, flushed, false}, &rig.engine, 0, 0};
	struct flush_start start = {{0}, NULL, &done.waiter};

	/* Eight dirty lines, below one at a time: 8 x 20 cycles from 100 on. */
	rig_init(&rig, back);
	rig.below.limit = 1;
	for (unsigned i = 0; i < 8; i++) {
		mock_mem(&rig.above, &r[i], 0, MEM_OP_WRITE, 0x40 * i);
		r[i].a.full_line = true;
	}
	start.cache = rig.cache;
	engine_at(&rig.engine, &start.event, 100, flush_now);
	mock_run(&rig.engine);
	CHECK_EQ(done.when, 260);
	CHECK_EQ(done.times, 1);
	CHECK_EQ(rig.below.taken, 8);
	rig_release(&rig);
}

TEST(cache_invalidate)
{
	static struct rig rig;
	struct mock_request a, b, under_way;
	static const bool never = false;

	rig_init(&rig, through);
	mock_mem(&rig.above, &a, 0, MEM_OP_READ, 0x40);
	mock_mem(&rig.above, &b, 0, MEM_OP_READ, 0x80);
	mock_run(&rig.engine);
	cache_invalidate_line(rig.cache, 0, 0x47);
	CHECK(!cache_holds(rig.cache, 0, 0x40));
	CHECK(cache_holds(rig.cache, 0, 0x80));
	/* A fill that is under way is answered but not installed. */
	mock_mem(&rig.above, &under_way, 100, MEM_OP_READ, 0xc0);
	while (rig.engine.now < 104)
		engine_run(&rig.engine, &never, rig.engine.executed + 1);
	cache_invalidate_all(rig.cache);
	mock_run(&rig.engine);
	CHECK_EQ(under_way.answered, 124);
	CHECK(!cache_holds(rig.cache, 0, 0xc0));
	CHECK(!cache_holds(rig.cache, 0, 0x80));
	rig_release(&rig);
}

TEST(cache_bank_indexes_its_own_lines)
{
	static struct rig rig;
	struct cache_config config = through;
	struct mock_request r[8];

	/* Bank 1 of 3, units of 128 bytes: its lines are at 0x80, 0xc0, 0x200, 0x240, 0x380, ...; 8
	 * of them in a row fill 4 sets of 2 ways without pushing one another out. */
	config.banks = 3;
	config.bank_unit_bytes = 128;
	rig_init(&rig, config);
	for (unsigned i = 0; i < 8; i++)
		mock_mem(&rig.above, &r[i], 100 * i, MEM_OP_READ,
			 i / 2 * 0x180 + 0x80 + i % 2 * 64);
	mock_run(&rig.engine);
	CHECK_EQ(rig.cache->stats.evictions, 0);
	for (unsigned i = 0; i < 8; i++)
		CHECK(cache_holds(rig.cache, 0, r[i].a.address));
	rig_release(&rig);
}

TEST(cache_hashed_sets)
{
	static struct rig rig;
	struct cache_config config = through;
	struct mock_request r[3];

	/* Lines 0, 4 and 8 have equal low bits, and 0, 1 and 2 as the XOR of their fields. */
	config.hash = ASSOC_XOR;
	rig_init(&rig, config);
	for (unsigned i = 0; i < 3; i++)
		mock_mem(&rig.above, &r[i], 100 * i, MEM_OP_READ, 0x100 * i);
	mock_run(&rig.engine);
	for (unsigned i = 0; i < 3; i++)
		CHECK(cache_holds(rig.cache, 0, 0x100 * i));
	CHECK_EQ(rig.cache->stats.evictions, 0);
	rig_release(&rig);
}

TEST(cache_virtual)
{
	static struct rig rig;
	struct cache_config config = back;
	struct mock_request r[4];

	/* Same virtual line in two address spaces: two lines. Other physical address: same line. */
	config.virtual = true;
	config.atomics = false;
	rig_init(&rig, config);
	for (unsigned i = 0; i < 4; i++) {
		mock_mem(&rig.above, &r[i], 100 * i, MEM_OP_READ, 0x7000001040);
		r[i].a.address = 0x9000 + 0x1000 * i;
		r[i].a.who.asid = i & 1;
	}
	mock_run(&rig.engine);
	CHECK_EQ(rig.cache->stats.read_misses, 2);
	CHECK_EQ(rig.cache->stats.read_hits, 2);
	cache_invalidate_line(rig.cache, 1, 0x7000001040);
	CHECK(cache_holds(rig.cache, 0, 0x7000001040));
	CHECK(!cache_holds(rig.cache, 1, 0x7000001040));
	rig_release(&rig);
}

TEST(cache_describes_what_waits)
{
	static struct rig rig;
	struct cache_config config = through;
	struct mock_request r[3];
	static const bool never = false;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	config.mshrs = 1;
	rig_init(&rig, config);
	for (unsigned i = 0; i < 3; i++)
		mock_mem(&rig.above, &r[i], 0, MEM_OP_READ, 0x40 * i);
	while (rig.engine.now < 6)
		engine_run(&rig.engine, &never, rig.engine.executed + 1);
	cache_describe(rig.cache, out);
	mock_run(&rig.engine);
	cache_describe(rig.cache, out);
	fclose(out);
	CHECK_STR(text, "cache: 2 accesses, the first to 0x40, wait for an MSHR or a place for a "
			"victim\ncache: 1 fills under way, one of line 0x0\n");
	free(text);
	rig_release(&rig);
}

/* A tenant's lines */

static uint32_t displaced[8];
static unsigned displaced_count;

static void on_displaced(void *state, uint32_t line)
{
	(void)state;
	displaced[displaced_count++] = line;
}

static void tenant_rig(struct rig *rig, bool lines_first)
{
	struct cache_tenant tenant = {.displaced = on_displaced, .lines_first = lines_first};

	displaced_count = 0;
	rig_init(rig, through);
	cache_set_tenant(rig->cache, &tenant);
}

/* Lines 0 and 1 are those of set 0. One is filled and then the older, the other the tenant's: a
 * fill takes the tenant's line when that goes first, else the least recently used. */
TEST(tenant_and_fills)
{
	for (int first = 0; first < 2; first++) {
		static struct rig rig;
		struct mock_request r[2];
		uint32_t filled, other;

		tenant_rig(&rig, first);
		CHECK_EQ(cache_lines(rig.cache), 8);
		mock_mem(&rig.above, &r[0], 0, MEM_OP_READ, 0x1000);
		mock_run(&rig.engine);
		filled = cache_line_use(rig.cache, 0) == CACHE_LINE_FILLED ? 0 : 1;
		other = 1 - filled;
		CHECK_EQ(cache_line_use(rig.cache, other), CACHE_LINE_IDLE);
		cache_tenant_take(rig.cache, other);
		CHECK_EQ(cache_line_use(rig.cache, other), CACHE_LINE_TENANT);
		mock_mem(&rig.above, &r[1], 100, MEM_OP_READ, 0x2000);
		mock_run(&rig.engine);
		CHECK_EQ(cache_holds(rig.cache, 0, 0x1000), first);
		CHECK(cache_holds(rig.cache, 0, 0x2000));
		CHECK_EQ(displaced_count, first);
		CHECK_EQ(rig.cache->stats.evictions, !first);
		if (first)
			CHECK_EQ(displaced[0], other);
		rig_release(&rig);
	}
}

TEST(tenant_takes_idle_lines_from_nobody)
{
	static struct rig rig;
	struct mock_request r;

	/* An idle line comes before the tenant's. */
	tenant_rig(&rig, true);
	cache_tenant_take(rig.cache, 0);
	mock_mem(&rig.above, &r, 0, MEM_OP_READ, 0x1000);
	mock_run(&rig.engine);
	CHECK_EQ(displaced_count, 0);
	CHECK_EQ(cache_line_use(rig.cache, 0), CACHE_LINE_TENANT);
	/* Invalidation is about filled lines. */
	cache_invalidate_all(rig.cache);
	CHECK(!cache_holds(rig.cache, 0, 0x1000));
	CHECK_EQ(cache_line_use(rig.cache, 0), CACHE_LINE_TENANT);
	CHECK_EQ(cache_line_use(rig.cache, 1), CACHE_LINE_IDLE);
	cache_tenant_leave(rig.cache, 0);
	CHECK_EQ(cache_line_use(rig.cache, 0), CACHE_LINE_IDLE);
	rig_release(&rig);
}

TEST(tenant_takes_a_filled_line)
{
	static struct rig rig;
	struct mock_request r;

	tenant_rig(&rig, false);
	mock_mem(&rig.above, &r, 0, MEM_OP_READ, 0x1000);
	mock_run(&rig.engine);
	cache_tenant_take(rig.cache, 0);
	cache_tenant_take(rig.cache, 1);
	CHECK(!cache_holds(rig.cache, 0, 0x1000));
	rig_release(&rig);
}

/* Of two slots a cycle those that lookups leave. */
TEST(tenant_takes_what_lookups_leave)
{
	static struct rig rig;
	struct cache_config config = through;

	config.ports = 2;
	rig_init(&rig, config);
	port_reserve(&rig.cache->port, 0);
	CHECK_EQ(cache_tenant_access(rig.cache), 0);
	CHECK_EQ(cache_tenant_access(rig.cache), 1);
	port_reserve(&rig.cache->port, 5);
	port_reserve(&rig.cache->port, 5);
	port_reserve(&rig.cache->port, 5); /* in cycle 6 */
	CHECK_EQ(cache_tenant_access(rig.cache), 6);
	CHECK_EQ(cache_tenant_access(rig.cache), 7);
	CHECK_EQ(cache_tenant_access(rig.cache), 7);
	rig_release(&rig);
}

/* A lookup goes before the tenant's accesses, which take the slots that are left. */
TEST(tenant_shares_the_port)
{
	static struct rig rig;
	struct mock_request r[3];
	struct latency idle = {0};
	struct cache_config config = through;

	config.port_idle = &idle;
	rig_init(&rig, config);
	CHECK_EQ(cache_tenant_access(rig.cache), 0);
	CHECK_EQ(cache_tenant_access(rig.cache), 1);
	/* Of cycle 0: it takes slot 0 though the tenant had it, whose next is 3 instead of 2. */
	mock_mem(&rig.above, &r[0], 0, MEM_OP_READ, 0x1000);
	mock_mem(&rig.above, &r[1], 10, MEM_OP_READ, 0x1000);
	mock_mem(&rig.above, &r[2], 10, MEM_OP_READ, 0x1000);
	mock_run(&rig.engine);
	CHECK_EQ(r[0].answered, 24);
	/* Slots 0, 10, 11: idle for 9 cycles, then for none. */
	CHECK_EQ(idle.count, 2);
	CHECK_EQ(idle.sum, 9);
	CHECK_EQ(rig.cache->tenant_port.cycle, 2);
	rig_release(&rig);
}
