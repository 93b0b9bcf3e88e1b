/* A tenant's lines in a cache, by hand. */
#include "cache_rig.h"

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
