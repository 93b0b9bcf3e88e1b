/* The timing wheel, pools, wait lists and ports; the wheel also against a sorted list. */
#include "sim/engine.h"
#include "base/pool.h"
#include "base/rng.h"
#include "harness.h"
#include "sim/port.h"
#include "sim/wait.h"

#include <stdlib.h>

enum { BLOCK = ENGINE_SLOTS, SPAN = ENGINE_SLOTS * ENGINE_SLOTS };

static struct engine engine;
static const bool go_on = false;

struct probe {
	struct event event;
	cycle_t ran;
	unsigned order;
};

static unsigned ran;

static void note(struct event *event)
{
	struct probe *p = container_of(event, struct probe, event);

	p->ran = engine.now;
	p->order = ++ran;
}

static void start(void)
{
	engine_init(&engine);
	ran = 0;
}

static void finish(void)
{
	engine_run(&engine, &go_on, UINT64_MAX);
	CHECK_EQ(engine.pending, 0);
}

TEST(order_within_a_cycle)
{
	struct probe p[100] = {0};

	start();
	for (unsigned i = 0; i < 100; i++)
		engine_at(&engine, &p[i].event, 7 + i % 2, note);
	finish();
	for (unsigned i = 0; i < 100; i++) {
		CHECK_EQ(p[i].ran, 7 + i % 2);
		CHECK_EQ(p[i].order, i % 2 ? 51 + i / 2 : 1 + i / 2);
	}
}

TEST(boundaries_of_blocks_and_spans)
{
	static const cycle_t when[] = {0,
				       1,
				       BLOCK - 1,
				       BLOCK,
				       BLOCK + 1,
				       2 * BLOCK - 1,
				       SPAN - 1,
				       SPAN,
				       SPAN + 1,
				       SPAN + BLOCK,
				       3 * (cycle_t)SPAN - 1,
				       1000 * (cycle_t)SPAN + 5};
	enum { COUNT = sizeof(when) / sizeof(*when) };
	struct probe p[COUNT] = {0};

	start();
	for (unsigned i = COUNT; i-- > 0;)
		engine_at(&engine, &p[i].event, when[i], note);
	CHECK_EQ(engine.pending, COUNT);
	finish();
	for (unsigned i = 0; i < COUNT; i++) {
		CHECK_EQ(p[i].ran, when[i]);
		CHECK_EQ(p[i].order, i + 1);
	}
}

struct scheduler {
	struct event event;
	struct probe *probe;
	cycle_t when;
};

static void schedule(struct event *event)
{
	struct scheduler *s = container_of(event, struct scheduler, event);

	engine_at(&engine, &s->probe->event, s->when, note);
}

/* One cycle, scheduled from ever nearer: beyond the span, in another block, in the same block, in
 * the cycle itself. */
TEST(far_and_near_keep_their_order)
{
	static const cycle_t from[] = {
		0, SPAN - 1, SPAN, SPAN + 4 * BLOCK, SPAN + 5 * BLOCK, SPAN + 5 * BLOCK + 7};
	enum { COUNT = sizeof(from) / sizeof(*from) };
	const cycle_t when = SPAN + 5 * BLOCK + 7;
	struct scheduler s[COUNT] = {0};
	struct probe p[COUNT] = {0};

	start();
	for (unsigned i = COUNT; i-- > 0;) {
		s[i].probe = &p[i];
		s[i].when = when;
		engine_at(&engine, &s[i].event, from[i], schedule);
	}
	finish();
	for (unsigned i = 0; i < COUNT; i++) {
		CHECK_EQ(p[i].ran, when);
		CHECK_EQ(p[i].order, i + 1);
	}
}

struct stopper {
	struct event event;
	bool *stop;
};

static void stop_now(struct event *event)
{
	*container_of(event, struct stopper, event)->stop = true;
}

TEST(stop_and_limit)
{
	bool stop = false;
	struct stopper s = {.stop = &stop};
	struct probe p[4] = {0};

	start();
	engine_at(&engine, &p[0].event, 5, note);
	engine_at(&engine, &s.event, 5, stop_now);
	engine_at(&engine, &p[1].event, 5, note);
	engine_at(&engine, &p[2].event, 6, note);
	engine_at(&engine, &p[3].event, SPAN, note);
	engine_run(&engine, &stop, UINT64_MAX);
	CHECK_EQ(ran, 1);
	CHECK_EQ(engine.pending, 3);
	CHECK(event_scheduled(&p[1].event) && !event_scheduled(&p[0].event));
	stop = false;
	engine_run(&engine, &stop, 3); /* events, from the start of the run */
	CHECK_EQ(ran, 2);
	CHECK_EQ(engine.now, 5);
	engine_run(&engine, &stop, 4);
	CHECK_EQ(p[2].ran, 6);
	engine_run(&engine, &stop, UINT64_MAX);
	CHECK_EQ(p[3].ran, SPAN);
	CHECK_EQ(engine.executed, 5);
}

/* A million events, each of which schedules more, and a heap ordered by (cycle, number). */
enum { EVENTS = SANITIZED ? 100000 : 1000000, LIVE = 5000 };

struct random_event {
	struct event event;
	uint64_t number; /* of scheduling */
};

struct expected {
	cycle_t when;
	uint64_t number;
};

static struct random_event live[LIVE];
static struct expected heap[LIVE + 1];
static size_t heap_count;
static uint64_t scheduled, wrong;
static struct rng rng;

static bool before(const struct expected *a, const struct expected *b)
{
	return a->when != b->when ? a->when < b->when : a->number < b->number;
}

static void heap_push(struct expected x)
{
	size_t i = ++heap_count;

	for (; i > 1 && before(&x, &heap[i / 2]); i /= 2)
		heap[i] = heap[i / 2];
	heap[i] = x;
}

static struct expected heap_pop(void)
{
	struct expected top = heap[1], last = heap[heap_count--];
	size_t i = 1;

	while (2 * i <= heap_count) {
		size_t child = 2 * i;

		if (child < heap_count && before(&heap[child + 1], &heap[child]))
			child++;
		if (!before(&heap[child], &last))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = last;
	return top;
}

static void random_run(struct event *event);

static void random_schedule(struct random_event *r)
{
	static const uint64_t reach[] = {1, 4, 100, BLOCK, 3 * BLOCK, SPAN, 5 * (uint64_t)SPAN};
	cycle_t when =
		engine.now +
		rng_below(&rng,
			  reach[rng_below(&rng, 40) ? rng_below(&rng, 5) : rng_below(&rng, 7)]);

	if (scheduled == EVENTS)
		return;
	r->number = scheduled++;
	heap_push((struct expected){when, r->number});
	engine_at(&engine, &r->event, when, random_run);
}

static void random_run(struct event *event)
{
	struct random_event *r = container_of(event, struct random_event, event);
	struct expected x = heap_pop();

	wrong += x.number != r->number || x.when != engine.now;
	random_schedule(r);
}

TEST(a_million_random_events)
{
	start();
	memset(live, 0, sizeof(live));
	heap_count = scheduled = wrong = 0;
	rng_seed(&rng, 42);
	for (unsigned i = 0; i < LIVE; i++)
		random_schedule(&live[i]);
	finish();
	CHECK_EQ(engine.executed, EVENTS);
	CHECK_EQ(heap_count, 0);
	CHECK_EQ(wrong, 0);
}

TEST(pool_objects)
{
	enum { COUNT = 10000 };
	static uint64_t *objects[COUNT];
	struct pool pool;
	void *last;

	pool_init(&pool, 24);
	for (unsigned i = 0; i < COUNT; i++) {
		objects[i] = pool_take(&pool);
		CHECK_EQ((uintptr_t)objects[i] % 16, 0);
		CHECK_EQ(objects[i][1], 0);
		objects[i][0] = objects[i][1] = objects[i][2] = i;
	}
	CHECK_EQ(pool.taken, COUNT);
	for (unsigned i = 0; i < COUNT; i++) /* they do not overlap */
		CHECK(objects[i][0] == i && objects[i][2] == i);
	last = objects[77];
	pool_give(&pool, last);
	CHECK(pool_take(&pool) == last);
	for (unsigned i = 0; i < COUNT; i++)
		pool_give(&pool, objects[i]);
	CHECK_EQ(pool.taken, 0);
	pool_release(&pool);
	pool_init(&pool, 1 << 20); /* larger than a chunk */
	memset(pool_take(&pool), 1, 1 << 20);
	pool_release(&pool);
}

struct sleeper {
	struct waiter waiter;
	struct wait_list *again;
	unsigned woken;
};

static void wake(struct waiter *waiter)
{
	struct sleeper *s = container_of(waiter, struct sleeper, waiter);

	s->woken = ++ran;
	if (s->again)
		wait_list_add(s->again, waiter);
}

TEST(waiters_wake_in_order)
{
	struct wait_list waiting;
	struct sleeper s[3];

	memset(s, 0, sizeof(s));
	ran = 0;
	wait_list_init(&waiting);
	CHECK(!wait_list_wake(&waiting));
	for (unsigned i = 0; i < 3; i++) {
		s[i].waiter.wake = wake;
		wait_list_add(&waiting, &s[i].waiter);
		wait_list_add(&waiting, &s[0].waiter); /* already there */
	}
	s[0].again = &waiting; /* not served: joins at the end */
	CHECK(wait_list_wake(&waiting) && wait_list_wake(&waiting) && wait_list_wake(&waiting));
	CHECK_EQ(s[0].woken, 1);
	CHECK_EQ(s[1].woken, 2);
	CHECK_EQ(s[2].woken, 3);
	CHECK(s[0].waiter.queued && !s[1].waiter.queued);
	s[0].again = NULL;
	CHECK(wait_list_wake(&waiting));
	CHECK_EQ(s[0].woken, 4);
	CHECK(!wait_list_wake(&waiting));
}

TEST(port_rate)
{
	struct port port;

	port_init(&port, 2);
	CHECK_EQ(port_reserve(&port, 0), 0);
	CHECK_EQ(port_reserve(&port, 0), 0);
	CHECK_EQ(port_reserve(&port, 0), 1);
	CHECK_EQ(port_reserve(&port, 1), 1);
	CHECK_EQ(port_reserve(&port, 1), 2);
	CHECK_EQ(port_reserve(&port, 10), 10);
	CHECK_EQ(port_reserve(&port, 9), 10); /* never before one that came earlier */
	CHECK_EQ(port_reserve(&port, 10), 11);
}
