/*
 * What stands below a virtually addressed L1 cache: translators by hand-computed cycles, the
 * reverse map step by step, and all together with memory that numbers its writes, so that stale
 * data shows.
 */
#include <stdlib.h>

#include "designs/vivt/reverse_map.h"
#include "designs/vivt/translator.h"
#include "hw/memory/cache.h"
#include "hw_mock.h"

enum { PAGE_SHIFT = 12, LINE = 64 };

/* Translators */

struct rig {
	struct engine engine;
	struct pool translations;
	struct translator translator;
	struct mock_below tlb, memory;
	struct mock_above above;
	unsigned checked;
};

static void checked(void *ctx, const struct translation *t)
{
	((struct rig *)ctx)->checked++;
	CHECK(!t->faulted);
}

static void rig_init(struct rig *rig, uint32_t queue, cycle_t tlb_latency)
{
	struct translator_config config = {.queue = queue,
					   .page_shift = PAGE_SHIFT,
					   .translations = &rig->translations,
					   .check = checked,
					   .check_ctx = rig};

	memset(rig, 0, sizeof(*rig));
	engine_init(&rig->engine);
	pool_init(&rig->translations, sizeof(struct translation));
	mock_below_init(&rig->tlb, &rig->engine, tlb_latency);
	mock_below_init(&rig->memory, &rig->engine, 10);
	translator_init(&rig->translator, &rig->engine, &config, mock_mem_port(&rig->memory));
	translator_connect(&rig->translator, mock_tx_port(&rig->tlb));
	mock_above_init(&rig->above, &rig->engine, translator_port(&rig->translator));
}

static void rig_release(struct rig *rig)
{
	CHECK_EQ(rig->translations.taken, 0);
	CHECK_EQ(rig->translator.stats.waiting.now, 0);
	translator_release(&rig->translator);
	pool_release(&rig->translations);
}

/* The mock TLB maps page p to frame p; what goes on has the physical address. */
TEST(accesses_of_a_page_share_a_translation)
{
	static struct rig rig;
	struct mock_request r[4];

	/* Cycles 0 and 3: page 5, one translation, answered in cycle 7. Cycle 1: page 6, answered
	 * in
	 * 8. Cycle 9: page 5 again, asked for again, answered in 16. Each takes 10 in memory. */
	rig_init(&rig, 8, 7);
	mock_mem(&rig.above, &r[0], 0, MEM_OP_READ, 0x5040);
	mock_mem(&rig.above, &r[1], 1, MEM_OP_READ, 0x6080);
	mock_mem(&rig.above, &r[2], 3, MEM_OP_WRITE, 0x50c0);
	mock_mem(&rig.above, &r[3], 9, MEM_OP_READ, 0x5000);
	mock_run(&rig.engine);
	CHECK_EQ(rig.tlb.taken, 3);
	CHECK_EQ(rig.translator.stats.shared, 1);
	CHECK_EQ(rig.checked, 3);
	CHECK_EQ(r[0].answered, 17);
	CHECK_EQ(r[1].answered, 18);
	CHECK_EQ(r[2].answered, 17);
	CHECK_EQ(r[3].answered, 26);
	/* In order within the page. */
	CHECK_EQ(rig.memory.log[0].address, 0x5040);
	CHECK_EQ(rig.memory.log[1].address, 0x50c0);
	CHECK_EQ(rig.memory.log[2].address, 0x6080);
	CHECK_EQ(rig.translator.stats.resolution.latency.sum, 21);
	rig_release(&rig);
}

TEST(accesses_of_a_page_ask_for_their_own)
{
	static struct rig rig;
	struct mock_request r[2];

	/* Cycles 0 and 3: page 5, translated in 7 and 10. Each takes 10 in memory. */
	rig_init(&rig, 8, 7);
	rig.translator.config.unshared = true;
	mock_mem(&rig.above, &r[0], 0, MEM_OP_READ, 0x5040);
	mock_mem(&rig.above, &r[1], 3, MEM_OP_WRITE, 0x50c0);
	mock_run(&rig.engine);
	CHECK_EQ(rig.tlb.taken, 2);
	CHECK_EQ(rig.translator.stats.shared, 0);
	CHECK_EQ(r[0].answered, 17);
	CHECK_EQ(r[1].answered, 20);
	CHECK_EQ(rig.memory.log[1].address, 0x50c0);
	rig_release(&rig);
}

TEST(translator_refuses_when_full)
{
	static struct rig rig;
	struct mock_request r[3];

	/* Room for two: the third comes in when the first has its translation, in cycle 7. */
	rig_init(&rig, 2, 7);
	for (unsigned i = 0; i < 3; i++)
		mock_mem(&rig.above, &r[i], i, MEM_OP_READ, 0x1000 * (i + 1));
	mock_run(&rig.engine);
	CHECK_EQ(r[2].accepted, 7);
	CHECK_EQ(r[2].answered, 24);
	CHECK_EQ(rig.translator.stats.refused, 1);
	rig_release(&rig);
}

TEST(translator_loses_nothing)
{
	enum { COUNT = 2000 };
	static struct mock_request r[COUNT];
	static struct rig rig;
	struct rng rng;

	rng_seed(&rng, 11);
	rig_init(&rig, 5, 3);
	rig.tlb.rng = rig.memory.rng = &rng;
	rig.tlb.percent = rig.memory.percent = 40;
	rig.tlb.jitter = 30;
	for (unsigned i = 0; i < COUNT; i++)
		mock_mem(&rig.above, &r[i], rng_below(&rng, 3000), MEM_OP_READ,
			 rng_below(&rng, 16) << PAGE_SHIFT | rng_below(&rng, 64) * LINE);
	mock_run(&rig.engine);
	for (unsigned i = 0; i < COUNT; i++) {
		CHECK_EQ(r[i].answers, 1);
		CHECK_EQ(r[i].a.address, r[i].a.vaddr);
	}
	rig_release(&rig);
}

/* The reverse map */

static struct {
	unsigned count;
	uint8_t asid;
	uint64_t vpn;
} dropped;

static uint32_t drop(void *ctx, uint8_t asid, uint64_t vpn)
{
	(void)ctx;
	dropped.count++;
	dropped.asid = asid;
	dropped.vpn = vpn;
	return 3;
}

static void pass(struct reverse_map *m, uint8_t asid, uint64_t vpn, uint64_t frame)
{
	struct mem_access a = {.vaddr = vpn << PAGE_SHIFT | 0x40,
			       .address = frame << PAGE_SHIFT | 0x40,
			       .who = {.asid = asid}};
	struct mem_port port = reverse_map_port(m);
	struct waiter waiter = {0};

	CHECK(mem_send(&port, &a, &waiter));
}

static bool take(void *owner, struct mem_access *a, struct waiter *waiter)
{
	(void)owner, (void)a, (void)waiter;
	return true;
}

TEST(a_frame_has_one_name)
{
	static const struct reverse_map_config config = {
		.entries = 2, .ways = 2, .page_shift = PAGE_SHIFT, .drop = drop};
	struct reverse_map m;

	memset(&dropped, 0, sizeof(dropped));
	reverse_map_init(&m, &config, (struct mem_port){.send = take, .owner = NULL});
	pass(&m, 0, 0x10, 7); /* 7: page 0x10 */
	pass(&m, 0, 0x10, 7);
	CHECK(reverse_map_knows(&m, 7 << PAGE_SHIFT, 0, 0x10));
	CHECK(!reverse_map_knows(&m, 7 << PAGE_SHIFT, 1, 0x10));
	CHECK_EQ(dropped.count, 0);
	pass(&m, 0, 0x20, 7); /* a synonym: page 0x10 goes */
	CHECK(dropped.count == 1 && dropped.asid == 0 && dropped.vpn == 0x10);
	CHECK(reverse_map_knows(&m, 7 << PAGE_SHIFT, 0, 0x20));
	CHECK(!reverse_map_knows(&m, 7 << PAGE_SHIFT, 0, 0x10));
	pass(&m, 1, 0x20, 7); /* the same page of another address space */
	CHECK(dropped.count == 2 && dropped.asid == 0 && dropped.vpn == 0x20);
	CHECK_EQ(m.stats.synonyms, 2);
	CHECK_EQ(m.stats.synonym_lines, 6);
	pass(&m, 0, 0x30, 8);
	pass(&m, 0, 0x31, 9); /* no room: frame 7 is the oldest */
	CHECK(dropped.count == 3 && dropped.asid == 1 && dropped.vpn == 0x20);
	CHECK_EQ(m.stats.evictions, 1);
	reverse_map_shootdown(&m, 0, 0x30);
	CHECK(!reverse_map_knows(&m, 8 << PAGE_SHIFT, 0, 0x30));
	pass(&m, 0, 0x40, 8); /* the frame's next page is no synonym of one that is gone */
	CHECK_EQ(m.stats.synonyms, 2);
	CHECK_EQ(m.stats.accesses, 7);
	reverse_map_shootdown(&m, 0, UINT64_MAX);
	CHECK_EQ(m.tags.valid, 0);
	reverse_map_release(&m);
}

/*
 * A cache, its translator, the reverse map, and memory that counts the writes of each physical
 * line. Pages 0x10 + i, 0x20 + i and 0x30 + i are mapped to frame i. A line of the cache holds the
 * count that memory had when it answered the fill, or the last write through that name.
 */
enum { FRAMES = 4, NAMES = 3, LINES = FRAMES << PAGE_SHIFT >> 6 };

struct machine {
	struct engine engine;
	struct pool translations;
	struct translator translator;
	struct reverse_map map;
	struct cache *cache;
	struct mock_above above;
	uint64_t written[LINES];
	uint64_t held[NAMES][LINES]; /* by name and line */
	bool asked;                  /* memory was, since this was last cleared */
};

static uint64_t line_of(uint64_t physical)
{
	return physical / LINE;
}

static void reply_later(struct event *event)
{
	struct mem_access *a = container_of(event, struct mem_access, event);

	mem_reply(a);
}

static bool memory_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct machine *m = owner;
	uint64_t line = line_of(a->address);
	unsigned name = (unsigned)(a->vaddr >> 16) - 1;

	(void)waiter;
	CHECK(line < LINES);
	if (a->op == MEM_OP_WRITE)
		m->written[line]++;
	else
		m->asked = true;
	/* What a fill brings, and what a write leaves in the line of its own name. */
	m->held[name][line] = m->written[line];
	engine_after(&m->engine, &a->event, 20, reply_later);
	return true;
}

static void translate_later(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);

	t->frame = (t->vpn & 0xf) << PAGE_SHIFT;
	tx_reply(t);
}

static bool tlb_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct machine *m = owner;

	(void)waiter;
	engine_after(&m->engine, &t->event, 5, translate_later);
	return true;
}

static uint32_t drop_lines(void *ctx, uint8_t asid, uint64_t vpn)
{
	return cache_invalidate_page(((struct machine *)ctx)->cache, asid, vpn << PAGE_SHIFT,
				     PAGE_SHIFT);
}

static void ignore(void *ctx, const struct translation *t)
{
	(void)ctx, (void)t;
}

static void machine_init(struct machine *m)
{
	struct cache_config cache = {.bytes = 4096,
				     .ways = 16,
				     .line_bytes = LINE,
				     .latency = 3,
				     .ports = 1,
				     .mshrs = 4,
				     .queue = 8,
				     .write_through = true,
				     .virtual = true};
	struct translator_config translator = {.queue = 8,
					       .page_shift = PAGE_SHIFT,
					       .translations = &m->translations,
					       .check = ignore};
	struct reverse_map_config map = {.entries = 8,
					 .ways = 8,
					 .page_shift = PAGE_SHIFT,
					 .drop = drop_lines,
					 .drop_ctx = m};

	memset(m, 0, sizeof(*m));
	engine_init(&m->engine);
	pool_init(&m->translations, sizeof(struct translation));
	reverse_map_init(&m->map, &map, (struct mem_port){.send = memory_send, .owner = m});
	translator_init(&m->translator, &m->engine, &translator, reverse_map_port(&m->map));
	translator_connect(&m->translator, (struct tx_port){.send = tlb_send, .owner = m});
	m->cache = cache_new(&m->engine, "L1 cache", &cache, translator_port(&m->translator));
	mock_above_init(&m->above, &m->engine, cache_port(m->cache));
}

static void machine_release(struct machine *m)
{
	cache_free(m->cache);
	translator_release(&m->translator);
	reverse_map_release(&m->map);
	pool_release(&m->translations);
}

static uint64_t name_address(unsigned name, uint64_t line)
{
	return (uint64_t)(name + 1) << 16 | line * LINE;
}

/* One access to its end; a read returns how many writes its data is behind. */
static uint64_t perform(struct machine *m, enum mem_op op, unsigned name, uint64_t line)
{
	struct mock_request r;

	m->asked = false;
	mock_mem(&m->above, &r, m->engine.now, op, name_address(name, line));
	mock_run(&m->engine);
	CHECK_EQ(r.answers, 1);
	return m->written[line] - m->held[name][line];
}

TEST(a_write_is_seen_under_every_name)
{
	static struct machine m;

	machine_init(&m);
	CHECK_EQ(perform(&m, MEM_OP_READ, 0, 5), 0);
	CHECK(m.asked);
	CHECK_EQ(perform(&m, MEM_OP_READ, 0, 5), 0);
	CHECK(!m.asked); /* a hit: no translation, no memory */
	CHECK_EQ(perform(&m, MEM_OP_READ, 1, 5), 0);
	CHECK(m.asked); /* the other name is not there, and takes the first one's place */
	CHECK(!cache_holds(m.cache, 0, name_address(0, 5)));
	CHECK(cache_holds(m.cache, 0, name_address(1, 5)));
	perform(&m, MEM_OP_WRITE, 0, 5);
	CHECK(!cache_holds(m.cache, 0, name_address(1, 5)));
	CHECK_EQ(perform(&m, MEM_OP_READ, 1, 5), 0);
	CHECK(m.asked);
	CHECK_EQ(m.map.stats.synonyms, 3);
	machine_release(&m);
}

static uint64_t stale_reads(struct machine *m, uint64_t *hits)
{
	struct rng rng;
	uint64_t stale = 0;

	rng_seed(&rng, 5);
	*hits = 0;
	for (unsigned i = 0; i < 20000; i++) {
		unsigned name = (unsigned)rng_below(&rng, NAMES);
		uint64_t line = rng_below(&rng, FRAMES) << 6 | rng_below(&rng, 4);

		if (rng_below(&rng, 4) == 0) {
			perform(m, MEM_OP_WRITE, name, line);
		} else {
			stale += perform(m, MEM_OP_READ, name, line) > 0;
			*hits += !m->asked;
		}
	}
	return stale;
}

static uint32_t drop_nothing(void *ctx, uint8_t asid, uint64_t vpn)
{
	(void)ctx, (void)asid, (void)vpn;
	return 0;
}

TEST(no_read_is_stale)
{
	static struct machine m;
	uint64_t hits;

	machine_init(&m);
	CHECK_EQ(stale_reads(&m, &hits), 0);
	CHECK(hits > 1000);
	CHECK(m.map.stats.synonyms > 1000);
	machine_release(&m);

	/* The test would notice: without the map's doing most of them are. */
	machine_init(&m);
	m.map.config.drop = drop_nothing;
	CHECK(stale_reads(&m, &hits) > 1000);
	machine_release(&m);
}

/* A fill that memory has answered is still on its way when another name is written. */
TEST(a_fill_on_its_way_is_not_kept)
{
	static struct machine m;
	struct mock_request r[2];

	/* Both translated in cycle 8 and at memory then; answers in cycle 28. The write's name is
	 * the frame's, so the read's line is not installed. */
	machine_init(&m);
	mock_mem(&m.above, &r[0], 0, MEM_OP_READ, name_address(0, 9));
	mock_mem(&m.above, &r[1], 1, MEM_OP_WRITE, name_address(1, 9));
	mock_run(&m.engine);
	CHECK_EQ(r[0].answered, 28);
	CHECK(!cache_holds(m.cache, 0, name_address(0, 9)));
	CHECK_EQ(perform(&m, MEM_OP_READ, 0, 9), 0);
	CHECK(m.asked);
	machine_release(&m);
}
