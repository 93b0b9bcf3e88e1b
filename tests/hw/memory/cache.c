/* Caches by hand: lookups, what waits for what, walks, sets. */
#include <stdlib.h>

#include "cache_rig.h"

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
