/* Caches under random streams: nothing lost however often the level below refuses, and hits,
 * victims and contents as an independent model of a set has them. */
#include "hw/memory/cache_parts.h"
#include "hw_mock.h"

struct rig {
	struct engine engine;
	struct cache *cache;
	struct mock_below below;
	struct mock_above above[2];
};

static void rig_init(struct rig *rig, const struct cache_config *config, cycle_t latency)
{
	engine_init(&rig->engine);
	mock_below_init(&rig->below, &rig->engine, latency);
	rig->cache = cache_new(&rig->engine, "cache", config, mock_mem_port(&rig->below));
	for (unsigned i = 0; i < 2; i++)
		mock_above_init(&rig->above[i], &rig->engine, cache_port(rig->cache));
}

struct flusher {
	struct event event;
	struct waiter waiter;
	struct cache *cache;
	unsigned done;
};

static void flush(struct event *event)
{
	struct flusher *f = container_of(event, struct flusher, event);

	cache_flush(f->cache, &f->waiter);
}

static void flush_is_done(struct waiter *waiter)
{
	container_of(waiter, struct flusher, waiter)->done++;
}

static void stress(struct cache_config config, uint64_t seed)
{
	enum { COUNT = 2000 };
	static struct rig rig;
	static struct mock_request r[2][COUNT];
	struct flusher flusher = {.waiter = {.wake = flush_is_done}};
	struct rng rng;
	const struct cache_stats *s;

	rng_seed(&rng, seed);
	rig_init(&rig, &config, 15);
	rig.below.rng = &rng;
	rig.below.percent = 40;
	rig.below.jitter = 40;
	rig.below.limit = 5;
	flusher.cache = rig.cache;
	engine_at(&rig.engine, &flusher.event, 1500, flush);
	for (unsigned i = 0; i < 2; i++)
		for (unsigned j = 0; j < COUNT; j++) {
			mock_mem(&rig.above[i], &r[i][j], rng_below(&rng, 4000),
				 (enum mem_op)rng_below(&rng, 3), rng_below(&rng, 40 * 64));
			r[i][j].a.full_line = rng_below(&rng, 3) == 0;
			r[i][j].a.no_cache = rng_below(&rng, 20) == 0;
		}
	mock_run(&rig.engine);
	for (unsigned i = 0; i < 2; i++)
		for (unsigned j = 0; j < COUNT; j++)
			CHECK_EQ(r[i][j].answers, 1);
	s = cache_statistics(rig.cache);
	CHECK_EQ(s->read_hits + s->read_misses + s->read_mshr_hits + s->write_hits +
			 s->write_misses + s->write_mshr_hits + s->atomic_hits + s->atomic_misses +
			 s->atomic_mshr_hits + s->atomics_passed + s->bypassed,
		 2 * COUNT);
	CHECK_EQ(flusher.done, 1);
	CHECK(cache_is_idle(rig.cache));
	CHECK_EQ(rig.cache->accesses->taken, 0);
	CHECK(s->mshrs.peak <= config.mshrs);
	CHECK(s->queue.peak <= config.queue);
	cache_free(rig.cache);
}

TEST(cache_loses_nothing)
{
	for (unsigned bits = 0; bits < 8; bits++)
		for (unsigned size = 0; size < 3; size++) {
			struct cache_config config = {
				.bytes = 1024,
				.ways = 2,
				.line_bytes = 64,
				.latency = 1 + 5 * size,
				.ports = 1 + size,
				.mshrs = 1 + 3 * size,
				.queue = 1 + 7 * size,
				.write_through = bits & 1,
				.write_allocate = bits & 2,
				.atomics = bits & 4,
			};

			stress(config, 1 + bits * 3 + size);
		}
}

/* A set as a list, most recent first. */
enum { SETS = 8, WAYS = 4 };

struct model {
	uint64_t line[SETS][WAYS];
	bool dirty[SETS][WAYS];
	unsigned held[SETS];
	uint64_t hits, victims;
};

static void model_access(struct model *m, uint64_t line, bool write)
{
	unsigned set = line % SETS, i = 0;
	bool dirty = write;

	while (i < m->held[set] && m->line[set][i] != line)
		i++;
	if (i < m->held[set]) {
		m->hits++;
		dirty |= m->dirty[set][i];
	} else if (i == WAYS) {
		m->victims += m->dirty[set][--i];
	} else {
		m->held[set]++;
	}
	for (; i > 0; i--) {
		m->line[set][i] = m->line[set][i - 1];
		m->dirty[set][i] = m->dirty[set][i - 1];
	}
	m->line[set][0] = line;
	m->dirty[set][0] = dirty;
}

TEST(cache_agrees_with_a_model)
{
	enum { COUNT = 3000 };
	static struct rig rig;
	static struct mock_request r[COUNT];
	static struct model model;
	struct cache_config config = {
		.bytes = SETS * WAYS * 64,
		.ways = WAYS,
		.line_bytes = 64,
		.latency = 2,
		.ports = 1,
		.mshrs = 4,
		.queue = 4,
		.write_allocate = true,
	};
	const struct cache_stats *s;
	struct rng rng;

	/* One at a time, so that no merge blurs the picture. */
	rng_seed(&rng, 11);
	rig_init(&rig, &config, 10);
	for (unsigned i = 0; i < COUNT; i++) {
		uint64_t line = rng_below(&rng, 2) ? rng_below(&rng, 24) : rng_below(&rng, 200);
		bool write = rng_below(&rng, 3) == 0;

		mock_mem(&rig.above[0], &r[i], 50 * i, write ? MEM_OP_WRITE : MEM_OP_READ,
			 line * 64);
		r[i].a.full_line = rng_below(&rng, 2);
		model_access(&model, line, write);
	}
	mock_run(&rig.engine);
	s = cache_statistics(rig.cache);
	CHECK_EQ(s->read_hits + s->write_hits, model.hits);
	CHECK_EQ(s->writebacks, model.victims);
	for (uint64_t line = 0; line < 200; line++) {
		bool held = false;

		for (unsigned i = 0; i < model.held[line % SETS]; i++)
			held |= model.line[line % SETS][i] == line;
		CHECK_EQ(cache_holds(rig.cache, 0, line * 64), held);
	}
	cache_free(rig.cache);
}
