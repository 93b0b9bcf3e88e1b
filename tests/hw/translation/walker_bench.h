/*
 * Walkers between a level above and a memory. Unless a test says otherwise: one walker, a buffer of
 * 2, one start per cycle, no PWC; a PTE read takes 100 cycles.
 */
#ifndef TESTS_HW_TRANSLATION_WALKER_BENCH_H
#define TESTS_HW_TRANSLATION_WALKER_BENCH_H

#include "hw/translation/walker.h"
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

static inline void memory_answer(struct event *event)
{
	struct mem_access *a = container_of(event, struct mem_access, event);
	struct memory_mock *m = a->stage;

	m->present--;
	wait_list_wake(&m->waiting);
	mem_reply(a);
}

static inline bool memory_send(void *owner, struct mem_access *a, struct waiter *waiter)
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

static inline struct bench *bench_new(const struct walker_config *config,
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
		    (struct mem_port){.send = memory_send, .owner = &b->memory});
	mock_above_init(&b->above, &b->engine, walker_port(&b->walker));
	return b;
}

static inline void bench_free(struct bench *b)
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

#endif
