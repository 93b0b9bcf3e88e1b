/* Measurements of data and instruction fetches by hand. */
#include "measure/measurements.h"
#include "tx_mock.h"

static bool take_every_second(void *owner, struct mem_access *a, struct waiter *waiter)
{
	unsigned *sends = owner;

	(void)a;
	(void)waiter;
	return ++*sends % 2 == 0;
}

/* Two chiplets of 1 MB; what is refused counts when it is taken. */
TEST(local_and_remote_accesses)
{
	struct memory_map_config config = {.chiplet_bytes = 1 << 20,
					   .unit_bytes = 64,
					   .chiplets = 2,
					   .banks = 1,
					   .channels = 1};
	unsigned sends = 0;
	struct memory_map map;
	struct locality l = {.map = &map, .chiplet = 1, .down = {take_every_second, &sends}};
	struct mem_port port = locality_port(&l);
	struct mem_access a = {.address = 64};
	struct waiter waiter = {0};

	memory_map_init(&map, &config);
	CHECK(!mem_send(&port, &a, &waiter));
	CHECK_EQ(l.remote, 0);
	CHECK(mem_send(&port, &a, &waiter));
	CHECK_EQ(l.remote, 1);
	a.address = 1 << 20;
	CHECK(!mem_send(&port, &a, &waiter));
	CHECK(mem_send(&port, &a, &waiter));
	CHECK_EQ(l.remote, 1);
	CHECK_EQ(l.local, 1);
}

/* Two I-caches of 8 lines, each of two CUs. */

static void line_comes(struct event *event)
{
	mem_reply(container_of(event, struct mem_access, event));
}

static bool line_asked(void *engine, struct mem_access *a, struct waiter *waiter)
{
	(void)waiter;
	engine_after(engine, &a->event, 1, line_comes);
	return true;
}

static void line_there(void *owner, struct mem_access *a)
{
	(void)owner, (void)a;
}

static void fetch_lines(struct engine *engine, struct cache *cache, uint64_t first, unsigned count)
{
	struct mem_port port = cache_port(cache);
	struct waiter waiter = {0};

	for (unsigned i = 0; i < count; i++) {
		struct mem_access a = {.address = (first + i) * 64, .kind = KIND_FETCH};

		mem_push(&a, line_there, NULL);
		CHECK(mem_send(&port, &a, &waiter));
		mock_run(engine);
	}
}

TEST(icache_utilisation)
{
	static const struct cache_config config = {.bytes = 512,
						   .ways = 2,
						   .line_bytes = 64,
						   .latency = 1,
						   .ports = 1,
						   .mshrs = 2,
						   .queue = 4,
						   .write_through = true};
	struct icache_use u;
	struct engine engine;
	struct cache *c[2];

	engine_init(&engine);
	icache_use_init(&u, 2, 2);
	for (int i = 0; i < 2; i++) {
		c[i] = cache_new(&engine, "icache", &config,
				 (struct mem_port){.send = line_asked, .owner = &engine});
		icache_use_add(&u, c[i]);
	}
	icache_use_begins(&u, 0, 0, 4);
	fetch_lines(&engine, c[0], 0, 3);
	fetch_lines(&engine, c[1], 0, 1);
	icache_use_begins(&u, 0, 0, 2); /* 4 of 16 lines until now; then 9 of 8 */
	fetch_lines(&engine, c[0], 100, 9);
	icache_use_begins(&u, 1, 2, 2); /* another application, and nothing */
	icache_use_settle(&u);
	CHECK_EQ(u.launches, 3);
	CHECK_EQ(u.full, 1);
	CHECK(u.launch[0] == 25 && u.launch[1] == 100 && u.launch[2] == 0);
	CHECK_EQ(u.percent.sum, 125);
	icache_use_settle(&u);
	CHECK_EQ(u.launches, 3);
	cache_free(c[0]);
	cache_free(c[1]);
	icache_use_release(&u);
}
