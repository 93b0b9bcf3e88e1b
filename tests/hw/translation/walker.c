/* Walkers by hand: reads, page walk caches, buffers, policies. */
#include "walker_bench.h"

TEST(cold_walk)
{
	struct bench *b = bench_new(&usual, NULL);
	struct mock_request *r = mock_ask(&b->above, 7, 3, 0x12345);

	mock_run(&b->engine);
	/* Four dependent reads of 100 cycles. */
	CHECK_EQ(r->replied, 407);
	CHECK_EQ(r->t.source, TX_WALK);
	CHECK_EQ(r->t.frame, mock_frame(3, 0x12345));
	CHECK_EQ(r->t.walk_reads, 4);
	CHECK(!r->t.faulted);
	for (unsigned i = 0; i < 4; i++) {
		uint64_t pa;

		page_mock_pte(&b->pages, 3, 0x12345, 4 - i, &pa);
		CHECK_EQ(b->memory.log[i].address, pa);
		CHECK_EQ(b->memory.log[i].level, 4 - i);
		CHECK_EQ(b->memory.log[i].cycle, 7 + 100 * i);
		CHECK(!b->memory.log[i].no_cache);
		CHECK_EQ(b->walker.stats.reads_level[4 - i], 1);
	}
	CHECK_EQ(b->walker.stats.walk.sum, 400);
	CHECK_EQ(b->walker.stats.read.sum, 400);
	bench_free(b);
}

TEST(page_sizes)
{
	static const struct {
		uint8_t shift;
		cycle_t cycles;
	} size[] = {{12, 400}, {16, 400}, {21, 300}};

	for (unsigned i = 0; i < 3; i++) {
		struct walker_config config = usual;
		struct mock_request *r;
		struct bench *b;

		config.page_shift = size[i].shift;
		b = bench_new(&config, NULL);
		r = mock_ask(&b->above, 0, 0, 0x1234);
		mock_run(&b->engine);
		CHECK_EQ(r->replied, size[i].cycles);
		bench_free(b);
	}
}

TEST(pwc_hit_at_each_level)
{
	static const enum pwc_kind kind[] = {PWC_SPLIT, PWC_UNIFIED};
	const uint64_t vpn = UINT64_C(0x123456789);

	for (unsigned i = 0; i < 2; i++) {
		struct walker_config config = usual;
		struct mock_request *r[5];
		struct bench *b;

		config.pwc.kind = kind[i];
		b = bench_new(&config, NULL);
		r[0] = mock_ask(&b->above, 0, 0, vpn);
		r[1] = mock_ask(&b->above, 1000, 0, vpn ^ 1);
		r[2] = mock_ask(&b->above, 2000, 0, vpn ^ 1 << 9);
		r[3] = mock_ask(&b->above, 3000, 0, vpn ^ 1 << 18);
		r[4] = mock_ask(&b->above, 4000, 0, vpn ^ 1 << 27);
		mock_run(&b->engine);
		/* One cycle for the PWC, then as many reads as levels are not known. */
		CHECK_EQ(r[0]->replied, 401);
		CHECK_EQ(r[1]->replied, 1101);
		CHECK_EQ(r[2]->replied, 2201);
		CHECK_EQ(r[3]->replied, 3301);
		CHECK_EQ(r[4]->replied, 4401);
		CHECK_EQ(r[1]->t.walk_reads, 1);
		CHECK_EQ(r[3]->t.walk_reads, 3);
		CHECK_EQ(b->walker.pwc.stats.hits[2], 1);
		CHECK_EQ(b->walker.pwc.stats.hits[3], 1);
		CHECK_EQ(b->walker.pwc.stats.hits[4], 1);
		CHECK_EQ(b->walker.pwc.stats.misses, 2);
		bench_free(b);
	}
}

TEST(pwc_of_lines)
{
	struct walker_config config = usual;
	struct mock_request *r[5];
	struct bench *b;

	config.pwc.kind = PWC_LINES;
	config.pwc.latency = 10;
	b = bench_new(&config, NULL);
	r[0] = mock_ask(&b->above, 0, 0, 16);
	r[1] = mock_ask(&b->above, 1000, 0, 17);
	r[2] = mock_ask(&b->above, 2000, 0, 24);
	r[3] = mock_ask(&b->above, 3000, 0, 8 << 9);
	r[4] = mock_ask(&b->above, 4000, 0, 8 << 18);
	mock_run(&b->engine);
	/* Ten cycles per level, and a read where the line is not there. */
	CHECK_EQ(r[0]->replied, 440);
	CHECK_EQ(r[1]->replied, 1040);
	CHECK_EQ(r[2]->replied, 2140);
	CHECK_EQ(r[3]->replied, 3240);
	CHECK_EQ(r[4]->replied, 4340);
	CHECK_EQ(r[1]->t.walk_reads, 0);
	bench_free(b);
}

TEST(pwc_port)
{
	struct walker_config config = usual;
	struct mock_request *r[2];
	struct bench *b;

	config.pwc.kind = PWC_SPLIT;
	config.walkers = config.starts_per_cycle = 2;
	b = bench_new(&config, NULL);
	r[0] = mock_ask(&b->above, 0, 0, 1);
	r[1] = mock_ask(&b->above, 0, 0, UINT64_C(1) << 30);
	mock_run(&b->engine);
	CHECK_EQ(r[0]->replied, 401);
	CHECK_EQ(r[1]->replied, 402);
	bench_free(b);
}

TEST(fixed_walks_and_starts)
{
	/* Two walkers: two walks at once start in one cycle or in two. */
	for (uint32_t starts = 1; starts <= 2; starts++) {
		struct walker_config config = usual;
		struct mock_request *r[2];
		struct bench *b;

		config.fixed = true;
		config.fixed_latency = 50;
		config.walkers = 2;
		config.starts_per_cycle = starts;
		b = bench_new(&config, NULL);
		r[0] = mock_ask(&b->above, 0, 0, 1);
		r[1] = mock_ask(&b->above, 0, 0, 2);
		mock_run(&b->engine);
		CHECK_EQ(r[0]->replied, 50);
		CHECK_EQ(r[1]->replied, starts == 1 ? 51 : 50);
		CHECK_EQ(r[1]->t.frame, mock_frame(0, 2));
		CHECK_EQ(b->memory.count, 0);
		/* The wait for its start counts to the walk: the walker is taken. */
		CHECK_EQ(b->walker.stats.walk.sum, starts == 1 ? 101 : 100);
		bench_free(b);
	}
}

TEST(buffer_full)
{
	struct walker_config config = usual;
	struct mock_request *r[4];
	struct bench *b;

	config.fixed = true;
	config.fixed_latency = 50;
	config.buffer = 1;
	b = bench_new(&config, NULL);
	for (unsigned i = 0; i < 4; i++)
		r[i] = mock_ask(&b->above, 0, 0, i);
	mock_run(&b->engine);
	/* One walks, one waits, the third is let in when the first ends. */
	CHECK_EQ(r[0]->accepted, 0);
	CHECK_EQ(r[1]->accepted, 0);
	CHECK_EQ(r[2]->accepted, 50);
	CHECK_EQ(r[3]->accepted, 100);
	for (unsigned i = 0; i < 4; i++)
		CHECK_EQ(r[i]->replied, 50 * (i + 1));
	CHECK_EQ(b->walker.stats.wait.sum, 0 + 50 + 50 + 50);
	CHECK_EQ(b->walker.stats.buffer.peak, 1);
	bench_free(b);
}

TEST(memory_full)
{
	struct walker_config config = usual;
	struct mock_request *r[2];
	struct bench *b;

	config.walkers = config.starts_per_cycle = 2;
	b = bench_new(&config, NULL);
	b->memory.capacity = 1;
	r[0] = mock_ask(&b->above, 0, 0, 1);
	r[1] = mock_ask(&b->above, 0, 0, 2);
	mock_run(&b->engine);
	/* The memory serves the two in turn: 0, 200, 400, 600 and 100, 300, 500, 700. */
	CHECK_EQ(r[0]->replied, 700);
	CHECK_EQ(r[1]->replied, 800);
	/* A read's latency has the wait in it. */
	CHECK_EQ(b->walker.stats.read.sum, 700 + 800);
	bench_free(b);
}

TEST(unmapped)
{
	struct bench *b = bench_new(&usual, NULL);
	struct mock_request *leaf, *table;

	/* The leaf entry is empty: all four reads. */
	b->pages.unmapped_from = 100;
	leaf = mock_ask(&b->above, 0, 0, 100);
	mock_run(&b->engine);
	CHECK_EQ(leaf->replied, 400);
	CHECK(leaf->t.faulted);
	/* The entry at level 3 is empty: two reads. */
	b->pages.no_table_at = 2;
	table = mock_ask(&b->above, 1000, 0, 100);
	mock_run(&b->engine);
	CHECK_EQ(table->replied, 1200);
	CHECK(table->t.faulted);
	CHECK_EQ(b->walker.stats.faults, 2);
	bench_free(b);
}

TEST(shootdown_in_flight)
{
	struct walker_config config = usual;
	struct bench *b;

	config.pwc.kind = PWC_UNIFIED;
	b = bench_new(&config, NULL);
	mock_ask(&b->above, 0, 1, 5);
	mock_run_to(&b->engine, 150); /* level 4 has been read */
	CHECK_EQ(pwc_probe(&b->walker.pwc, 1, 5), 3);
	walker_shootdown(&b->walker, 1, 5);
	CHECK_EQ(pwc_probe(&b->walker.pwc, 1, 5), 4);
	mock_run(&b->engine);
	CHECK_EQ(pwc_probe(&b->walker.pwc, 1, 5), 4);
	mock_ask(&b->above, 1000, 1, 5);
	mock_run(&b->engine);
	CHECK_EQ(pwc_probe(&b->walker.pwc, 1, 5), 1);
	bench_free(b);
}

/* Last come, first served; notes the estimate each had when it came. */
struct lifo {
	struct translation *top;
	unsigned reads[8], count;
};

static void lifo_arrive(void *state, struct translation *t)
{
	struct lifo *l = state;

	l->reads[l->count++] = t->walk_reads;
	t->next = l->top;
	l->top = t;
}

static struct translation *lifo_next(void *state)
{
	struct lifo *l = state;
	struct translation *t = l->top;

	l->top = t->next;
	return t;
}

static bool upper_levels_only(void *state, const struct mem_access *a)
{
	(void)state;
	return a->level > 1;
}

TEST(policies)
{
	static const struct walk_scheduler_ops lifo_ops = {
		.wants_reads = true, .arrive = lifo_arrive, .next = lifo_next};
	static const struct walk_caching_ops caching = {.may_cache = upper_levels_only};
	struct lifo lifo = {0};
	struct walker_policies policies = {.scheduler = {&lifo_ops, &lifo},
					   .caching.ops = &caching};
	struct walker_config config = usual;
	struct mock_request *r[3];
	struct bench *b;

	config.pwc.kind = PWC_SPLIT;
	b = bench_new(&config, &policies);
	r[0] = mock_ask(&b->above, 0, 0, 0);
	r[1] = mock_ask(&b->above, 150, 0, 1);       /* level 4 is known by now */
	r[2] = mock_ask(&b->above, 250, 0, 1 << 18); /* shares level 4 only */
	mock_run(&b->engine);
	CHECK_EQ(r[0]->replied, 401);
	/* The last first: 401 + 1 + 3 reads; then the other, of which only the leaf is missing. */
	CHECK_EQ(r[2]->replied, 702);
	CHECK_EQ(r[1]->replied, 803);
	CHECK_EQ(lifo.count, 2);
	CHECK_EQ(lifo.reads[0], 3);
	CHECK_EQ(lifo.reads[1], 3);
	CHECK_EQ(r[2]->t.walk_reads, 3);
	for (unsigned i = 0; i < b->memory.count; i++)
		CHECK_EQ(b->memory.log[i].no_cache, b->memory.log[i].level == 1);
	bench_free(b);
}

TEST(describes_walks)
{
	struct bench *b = bench_new(&usual, NULL);
	char text[1024] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");

	mock_ask(&b->above, 0, 1, 0xabc);
	mock_ask(&b->above, 0, 1, 0xdef);
	mock_run_to(&b->engine, 150);
	walker_describe(&b->walker, out);
	fflush(out);
	CHECK_CONTAINS(text, "1 of 2 places in the walk buffer taken");
	CHECK_CONTAINS(text, "walker 0 translates page 0xabc of address space 1 since cycle 0");
	CHECK_CONTAINS(text, "waits for the level 3 entry");
	mock_run(&b->engine);
	rewind(out);
	walker_describe(&b->walker, out);
	CHECK_EQ(ftell(out), 0);
	fclose(out);
	bench_free(b);
}
