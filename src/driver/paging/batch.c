/*
 * The host: one batch after the other. What is in the fault buffer is taken and grouped by blocks;
 * the CPU spends its time on the batch, then on one block after the other, and on each shootdown
 * that makes room; pages come meanwhile. When all are there, those who wait are replayed.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/paging/pager_parts.h"

static void begin_batch(struct event *event);
static void next_task(struct pager *p);
static void replay_task(struct pager *p, struct task *task);

static void host_after(struct pager *p, uint32_t cycles, void (*run)(struct event *event))
{
	engine_after(p->config.engine, &p->host, cycles, run);
}

void pager_arrived(void *pager)
{
	struct pager *p = pager;

	p->changed = true;
	if (p->busy)
		return;
	p->busy = true;
	p->starved = false;
	host_after(p, p->config.interrupt_cycles, begin_batch);
}

void pager_wake(struct pager *p)
{
	if (p->hungry.first)
		pager_feed(p);
	p->changed = true;
	if (p->starved)
		pager_arrived(p);
}

/* Taking */

static struct task *task_for(struct pager *p, struct block *b)
{
	struct task *task = b->task;

	if (task)
		return task;
	task = &p->tasks[p->task_count++];
	*task = (struct task){.block = b};
	fault_list_init(&task->records);
	b->task = task;
	b->busy++;
	return task;
}

static void take_record(struct pager *p, struct fault_record *r)
{
	struct block *b = pager_find(p, r->who.asid, r->vpn);
	unsigned i = page_index(b, r->vpn);
	struct task *task = task_for(p, b);
	struct page *page = &b->page[i];

	r->taken_at = p->config.engine->now;
	r->served = r->framed = r->came = 0;
	p->buffers[page->buffer].faults++;
	page_mask_add(&task->faulted, i);
	if (page->chiplet == PAGE_ANY_CHIPLET)
		page->chiplet = r->who.chiplet;
	if (page->state == PAGE_IN || page->state == PAGE_MAPPED)
		p->stats.already++;
	else
		p->stats.faults++;
	/* Who waits for it will access it. */
	page->fresh = page->state != PAGE_MAPPED;
	fault_list_append(&task->records, r);
}

/* Blocks of which somebody wants pages without a fault. */
static void take_asked(struct pager *p)
{
	while (p->asked && p->task_count < p->config.batch) {
		struct block *b = p->asked;
		struct task *task = task_for(p, b);

		p->asked = b->next;
		if (!p->asked)
			p->asked_last = &p->asked;
		b->asked = false;
		for (unsigned i = 0; i < PAGED_BLOCK_PAGES / 64; i++)
			task->asked.word[i] |= b->wanted.word[i];
		memset(&b->wanted, 0, sizeof(b->wanted));
		pager_let_go(p, b);
	}
}

static void cpu_next(struct event *event)
{
	next_task(container_of(event, struct pager, host));
}

static void begin_batch(struct event *event)
{
	struct pager *p = container_of(event, struct pager, host);
	struct fault_record *r;

	p->task_count = p->task_at = 0;
	p->batch_records = 0;
	p->batch_moves = 0;
	p->cpu_done = p->changed = false;
	p->batch_began = p->config.engine->now;
	while (p->batch_records < p->config.batch &&
	       (r = fault_buffer_take(p->config.faults)) != NULL) {
		p->batch_records++;
		take_record(p, r);
	}
	take_asked(p);
	p->stats.batches++;
	p->stats.blocks += p->task_count;
	gauge_add(&p->stats.batch_records, p->batch_records, 1);
	gauge_add(&p->stats.batch_blocks, p->task_count, 1);
	host_after(p, p->config.batch_cycles, cpu_next);
}

/* Serving */

bool pager_maps(const struct pager *p, const struct block *b, unsigned page)
{
	switch (p->buffers[b->page[page].buffer].hint) {
	case HINT_HOST:
	case HINT_PINNED:
		return true;
	case HINT_NONE:
		return p->config.service.ops->maps && !b->page[page].migrates;
	default:
		return false;
	}
}

/* Pages that are out, of a buffer: of those asked for and those that come with them. */
static void choose_pages(struct pager *p, struct task *task)
{
	struct block *b = task->block;
	struct page_mask asked = task->asked, wanted = {{0}};

	for (unsigned i = 0; i < PAGED_BLOCK_PAGES / 64; i++)
		asked.word[i] = (asked.word[i] | task->faulted.word[i]) & b->base.managed.word[i];
	for (unsigned i = page_mask_next(&asked, 0); i < b->base.pages;
	     i = page_mask_next(&asked, i + 1)) {
		if (b->page[i].state != PAGE_OUT)
			continue;
		if (pager_maps(p, b, i))
			pager_map_in_place(p, b, i);
		else
			page_mask_add(&wanted, i);
	}
	if (page_mask_count(&wanted) && p->config.fetch.ops->choose)
		p->config.fetch.ops->choose(p->config.fetch.state, &b->base, &wanted);
	for (unsigned i = page_mask_next(&wanted, 0); i < b->base.pages;
	     i = page_mask_next(&wanted, i + 1))
		if (!page_mask_has(&b->base.managed, i) || b->page[i].state != PAGE_OUT ||
		    pager_maps(p, b, i))
			page_mask_drop(&wanted, i);
	task->wanted = wanted;
}

/* One that goes where the first fault of its block goes, if it may lie anywhere. */
static void place_pages(struct task *task)
{
	const struct fault_record *r = task->records.first;
	struct block *b = task->block;

	for (unsigned i = page_mask_next(&task->wanted, 0); i < b->base.pages;
	     i = page_mask_next(&task->wanted, i + 1))
		if (b->page[i].chiplet == PAGE_ANY_CHIPLET)
			b->page[i].chiplet = r ? r->who.chiplet : 0;
}

/* Of the pool of this page, as many as the task wants. */
static unsigned wanted_of_pool(const struct pager *p, const struct task *task, unsigned page)
{
	const struct block *b = task->block;
	const struct frame_pool *pool = pager_pool(p, b, page);
	unsigned sum = 0;

	for (unsigned i = page_mask_next(&task->wanted, 0); i < b->base.pages;
	     i = page_mask_next(&task->wanted, i + 1))
		sum += pager_pool(p, b, i) == pool;
	return sum;
}

/* Leaves out what no frame can be had for: first what was not asked for, the last pages first. */
static void want_less(struct pager *p, struct task *task, unsigned page)
{
	struct block *b = task->block;
	const struct frame_pool *pool = pager_pool(p, b, page);
	int64_t most = pager_available(p, b, page);
	int64_t excess = (int64_t)wanted_of_pool(p, task, page) - (most > 0 ? most : 0);

	for (int asked = 0; asked < 2; asked++)
		for (unsigned i = b->base.pages; i-- > 0 && excess > 0;)
			if (page_mask_has(&task->wanted, i) && pager_pool(p, b, i) == pool &&
			    page_mask_has(&task->faulted, i) == (asked == 1)) {
				page_mask_drop(&task->wanted, i);
				pager_abandon(p, b, i);
				excess--;
			}
}

static void room_made(struct event *event)
{
	struct pager *p = container_of(event, struct pager, host);
	struct leave *l = p->telling;

	p->telling = NULL;
	pager_told(l);
	next_task(p);
}

/* True: there is room for all that is wanted, as far as there can be. False: the CPU makes some,
 * and comes back. */
static bool have_room(struct pager *p, struct task *task)
{
	struct block *b = task->block;

	for (unsigned i = page_mask_next(&task->wanted, 0); i < b->base.pages;
	     i = page_mask_next(&task->wanted, i + 1)) {
		if (pager_available(p, b, i) >= (int64_t)wanted_of_pool(p, task, i))
			continue;
		p->telling = pager_evict(p, b, i);
		if (p->telling) {
			host_after(p, p->config.shootdown_cycles, room_made);
			return false;
		}
		want_less(p, task, i);
	}
	return true;
}

/* Pages that are mapped in host memory, or on another chiplet, come after they are unmapped. True:
 * the CPU does that. */
static bool unmap_first(struct pager *p, struct task *task)
{
	struct block *b = task->block;
	struct page_mask mapped = {{0}};

	for (unsigned i = page_mask_next(&task->asked, 0); i < b->base.pages;
	     i = page_mask_next(&task->asked, i + 1))
		if ((b->page[i].state == PAGE_MAPPED && b->page[i].migrates) ||
		    (b->page[i].state == PAGE_IN && b->page[i].moves_to != PAGE_ANY_CHIPLET))
			page_mask_add(&mapped, i);
	if (!page_mask_count(&mapped))
		return false;
	p->telling = pager_unmap_first(p, b, &mapped);
	host_after(p, p->config.shootdown_cycles, room_made);
	return true;
}

static void serve(struct event *event)
{
	next_task(container_of(event, struct pager, host));
}

static void start_task(struct pager *p, struct task *task)
{
	struct block *b = task->block;
	cycle_t now = p->config.engine->now;

	task->served = true;
	for (struct fault_record *r = task->records.first; r; r = r->next)
		r->served = now;
	for (unsigned i = page_mask_next(&task->wanted, 0); i < b->base.pages;
	     i = page_mask_next(&task->wanted, i + 1)) {
		b->page[i].ahead =
			!page_mask_has(&task->faulted, i) && !page_mask_has(&task->asked, i);
		b->page[i].fresh = page_mask_has(&task->faulted, i);
	}
	pager_bring(p, b, &task->wanted, task);
	p->batch_moves += task->moves;
	if (p->config.replay_blocks && !task->moves)
		replay_task(p, task);
}

/* Ending */

static bool is_there(const struct block *b, const struct fault_record *r)
{
	uint8_t state = b->page[page_index(b, r->vpn)].state;

	return state == PAGE_IN || state == PAGE_MAPPED;
}

static void replay_record(struct pager *p, struct fault_record *r)
{
	struct pager_stats *s = &p->stats;
	cycle_t now = p->config.engine->now;

	if (!r->framed || r->framed < r->served) /* it wanted none */
		r->framed = r->served;
	if (!r->came || r->came < r->framed)
		r->came = r->framed;
	s->cycles_waiting += r->taken_at - r->born;
	s->cycles_host += r->served - r->taken_at;
	s->cycles_frames += r->framed - r->served;
	s->cycles_link += r->came - r->framed;
	s->cycles_replay += now - r->came;
	latency_add(&s->fault, now - r->born);
	fault_buffer_replay(p->config.faults, r);
}

/* Replays those whose pages are there. */
static void replay_task(struct pager *p, struct task *task)
{
	struct fault_record *r = task->records.first;

	fault_list_init(&task->records);
	while (r) {
		struct fault_record *next = r->next;

		if (is_there(task->block, r)) {
			replay_record(p, r);
			p->changed = true;
		} else {
			fault_list_append(&task->records, r);
		}
		r = next;
	}
}

/* What could not be replayed waits for another batch, in the order in which it came. */
static void put_back(struct pager *p, struct task *task)
{
	struct fault_record *r = task->records.first, *reversed = NULL;

	while (r) {
		struct fault_record *next = r->next;

		r->next = reversed;
		reversed = r;
		r = next;
	}
	while (reversed) {
		r = reversed;
		reversed = r->next;
		p->stats.deferred++;
		fault_buffer_put_back(p->config.faults, r);
	}
}

/* A replay is heard by all: those whose page came with others go on, too, at no cost. */
static void replay_others(struct pager *p)
{
	struct fault_record *r, *stay = NULL;

	while ((r = fault_buffer_take(p->config.faults))) {
		struct block *b = pager_find(p, r->who.asid, r->vpn);
		struct page *page = &b->page[page_index(b, r->vpn)];

		if (is_there(b, r)) {
			p->stats.already++;
			p->buffers[page->buffer].faults++;
			page->fresh = page->state == PAGE_IN;
			r->taken_at = r->served = p->config.engine->now;
			replay_record(p, r);
		} else {
			r->next = stay;
			stay = r;
		}
	}
	while (stay) {
		r = stay;
		stay = r->next;
		fault_buffer_put_back(p->config.faults, r);
	}
}

static void end_batch(struct pager *p)
{
	for (unsigned i = 0; i < p->task_count; i++)
		replay_task(p, &p->tasks[i]);
	for (unsigned i = p->task_count; i-- > 0;) {
		struct task *task = &p->tasks[i];

		put_back(p, task);
		task->block->task = NULL;
		pager_let_go(p, task->block);
	}
	replay_others(p);
	p->task_count = 0;
	latency_add(&p->stats.batch, p->config.engine->now - p->batch_began);
	p->busy = false;
	if (!p->config.faults->listed && !p->asked)
		return;
	if (p->changed || p->asked) {
		p->busy = true;
		host_after(p, 0, begin_batch);
	} else {
		p->starved = true;
	}
}

static void check_end(struct pager *p)
{
	if (p->cpu_done && !p->batch_moves)
		end_batch(p);
}

void pager_move_came(struct pager *p, struct task *task)
{
	if (!task)
		return;
	p->batch_moves--;
	p->changed = true;
	if (--task->moves == 0) {
		for (struct fault_record *r = task->records.first; r; r = r->next)
			r->came = p->config.engine->now;
		if (p->config.replay_blocks && task->served)
			replay_task(p, task);
	}
	check_end(p);
}

static void next_task(struct pager *p)
{
	while (p->task_at < p->task_count) {
		struct task *task = &p->tasks[p->task_at];

		if (!task->begun) {
			task->begun = true;
			host_after(p, p->config.block_cycles, serve);
			return;
		}
		if (!task->chosen) {
			if (unmap_first(p, task))
				return;
			choose_pages(p, task);
			place_pages(task);
			task->chosen = true;
		}
		if (!have_room(p, task))
			return;
		start_task(p, task);
		p->task_at++;
	}
	p->cpu_done = true;
	check_end(p);
}
