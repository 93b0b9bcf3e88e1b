/*
 * Walkers by hand. Unless a test says otherwise: one walker, a buffer of 2, one start per cycle, no
 * PWC; a PTE read takes 100 cycles.
 */
#include "hw/translation/walker.h"

#include "hw/translation/iommu.h"
#include "hw/translation/oracle.h"
#include "page_mock.h"
#include "policy/stock.h"

/* Answers each read 100 cycles later, `capacity` (0: any number) at a time. */
struct memory_mock {
	struct engine *engine;
	unsigned capacity, present;
	struct wait_list waiting;
	unsigned count;
	struct {
		uint64_t address;
		unsigned level;
		bool no_cache;
		cycle_t cycle;
	} log[64];
};

static void memory_answer(struct event *event)
{
	struct mem_access *a = container_of(event, struct mem_access, event);
	struct memory_mock *m = a->stage;

	m->present--;
	wait_list_wake(&m->waiting);
	mem_reply(a);
}

static bool memory_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct memory_mock *m = owner;

	if (m->capacity && m->present == m->capacity) {
		wait_list_add(&m->waiting, waiter);
		return false;
	}
	CHECK_EQ(a->kind, KIND_WALK);
	CHECK_EQ(a->op, MEM_OP_READ);
	CHECK_EQ(a->bytes, 8);
	m->present++;
	if (m->count < 64) {
		m->log[m->count].address = a->address;
		m->log[m->count].level = a->level;
		m->log[m->count].no_cache = a->no_cache;
		m->log[m->count].cycle = m->engine->now;
	}
	m->count++;
	a->stage = m;
	engine_after(m->engine, &a->event, 100, memory_answer);
	return true;
}

struct bench {
	struct engine engine;
	struct page_mock pages;
	struct memory_mock memory;
	struct walker walker;
	struct mock_above above;
	void *fcfs;
};

static const struct walker_config usual = {
	.name = "walkers",
	.walkers = 1,
	.buffer = 2,
	.starts_per_cycle = 1,
	.page_shift = 12,
	.pwc = {.entries = 16,
		.ways = 16,
		.level_entries = {[2] = 8, [3] = 8, [4] = 8},
		.level_ways = {[2] = 4, [3] = 4, [4] = 4},
		.bytes = 1024,
		.line_bytes = 64,
		.latency = 1,
		.ports = 1},
};

static struct bench *bench_new(const struct walker_config *config,
			       const struct walker_policies *other)
{
	struct bench *b = calloc(1, sizeof(*b));
	struct walker_policies policies = {.scheduler.ops = &walk_fcfs,
					   .pwc_replacement.ops = &pwc_lru};
	struct page_source source = page_mock_source(&b->pages);

	engine_init(&b->engine);
	b->pages.page_shift = config->page_shift;
	b->memory.engine = &b->engine;
	wait_list_init(&b->memory.waiting);
	b->fcfs = policies.scheduler.state = walk_fcfs.base.make(NULL);
	walker_init(&b->walker, &b->engine, config, other ? other : &policies, &source,
		    (struct mem_port){memory_send, &b->memory});
	mock_above_init(&b->above, &b->engine, walker_port(&b->walker));
	return b;
}

static void bench_free(struct bench *b)
{
	const struct walker_stats *s = &b->walker.stats;

	CHECK_EQ(b->above.replies, b->above.count);
	CHECK_EQ(s->walks, b->above.count);
	CHECK_EQ(s->reads, b->memory.count);
	CHECK_EQ(s->busy.now, 0);
	CHECK_EQ(s->buffer.now, 0);
	/* Little's law for buffer and walkers: what waits and walks is what is in them. */
	CHECK_EQ(s->buffer.area + s->busy.area, s->total.sum);
	CHECK_EQ(s->wait.sum + s->walk.sum, s->total.sum);
	CHECK_EQ(b->engine.pending, 0);
	walker_release(&b->walker);
	walk_fcfs.base.release(b->fcfs);
	free(b);
}

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

TEST(iommu)
{
	struct walker_config config = usual;
	struct iommu_config ic = {
		.hop_latency = 10,
		.capacity = 3,
		.ports = 2,
		.l1_entries = 1,
		.l1_latency = 1,
		.l2_entries = 8,
		.l2_ways = 4,
		.l2_latency = 5,
		.page_shift = 12,
	};
	struct mock_request *r[8];
	struct iommu *m = malloc(sizeof(*m));
	struct bench *b;

	config.fixed = true;
	config.fixed_latency = 50;
	b = bench_new(&config, NULL);
	iommu_init(m, &b->engine, &ic, walker_port(&b->walker));
	b->above.down = iommu_port(m);
	r[0] = mock_ask(&b->above, 0, 0, 1);
	r[1] = mock_ask(&b->above, 2, 0, 1);
	r[2] = mock_ask(&b->above, 200, 0, 1);
	r[3] = mock_ask(&b->above, 300, 0, 2);
	r[4] = mock_ask(&b->above, 400, 0, 1);
	mock_run(&b->engine);
	/* 10 in, 1 and 5 for the TLBs, 50 walked, 10 back. */
	CHECK_EQ(r[0]->replied, 76);
	CHECK_EQ(r[0]->t.source, TX_WALK);
	/* Merged in the first TLB. */
	CHECK_EQ(r[1]->replied, 76);
	CHECK_EQ(r[1]->t.source, TX_IOMMU_TLB);
	CHECK_EQ(r[2]->replied, 200 + 10 + 1 + 10);
	CHECK_EQ(r[3]->replied, 376);
	/* Page 2 has taken its place in the first TLB, the second still has it. */
	CHECK_EQ(r[4]->replied, 400 + 10 + 1 + 5 + 10);
	CHECK_EQ(b->walker.stats.walks, 2);
	iommu_shootdown(m, 0, 1);
	/* Three fit on the way in; the others follow as places become free. */
	for (unsigned i = 0; i < 4; i++)
		r[i] = mock_ask(&b->above, 500, 0, 10 + i);
	mock_run(&b->engine);
	CHECK_EQ(r[2]->accepted, 500);
	CHECK_EQ(r[3]->accepted, 510);
	/* Walks one after the other, from 516 on; the fourth has to find an MSHR at 567. */
	CHECK_EQ(r[0]->replied, 576);
	CHECK_EQ(r[1]->replied, 626);
	CHECK_EQ(r[2]->replied, 676);
	CHECK_EQ(r[3]->replied, 726);
	CHECK_EQ(m->crossing, 0);
	iommu_release(m);
	free(m);
	CHECK_EQ(b->above.replies, b->above.count);
	walker_release(&b->walker);
	walk_fcfs.base.release(b->fcfs);
	free(b);
}

TEST(oracle)
{
	struct page_mock pages = {.page_shift = 12, .unmapped_from = 1000};
	struct page_source source = page_mock_source(&pages);
	struct translation t = {.vpn = 5, .who.asid = 2, .frame = mock_frame(2, 5)};
	struct engine *engine = calloc(1, sizeof(*engine));
	struct oracle o;

	engine_init(engine);
	engine->now = 42;
	oracle_init(&o, engine, &source);
	CHECK(oracle_check(&o, &t));
	CHECK_STR(o.first, "");
	t.frame = mock_frame(1, 5);
	CHECK(!oracle_check(&o, &t));
	CHECK_STR(o.first, "cycle 42: page 0x5 of address space 2 was translated to 0x10000005000, "
			   "the page table says 0x20000005000");
	t.vpn = 1000;
	CHECK(!oracle_check(&o, &t));
	t.faulted = true;
	CHECK(!oracle_check(&o, &t));
	CHECK_EQ(o.checked, 4);
	CHECK_EQ(o.mismatches, 3);
	CHECK_CONTAINS(o.first, "cycle 42: page 0x5 ");
	free(engine);
}
