/* Caches that are flushed or invalidated, by hand. */
#include "cache_rig.h"

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
