/* Pages that come and pages that leave, and the frames in between. */
#include "driver/paging/pager_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Frames */

static uint64_t pool_capacity(const struct pager *p, const struct frame_pool *pool)
{
	size_t at = (size_t)(pool - p->pools);
	uint64_t footprint = p->pools[at / p->config.chiplets * p->config.chiplets].footprint;
	double frames;

	if (p->config.oversubscribe == 0)
		return UINT64_MAX;
	frames = ceil((double)footprint * 100 / p->config.oversubscribe / p->config.chiplets);
	return frames < 1 ? 1 : (uint64_t)frames;
}

/* Frames that a page of the pool could get now. */
static uint64_t free_frames(const struct pager *p, const struct block *b, unsigned page)
{
	const struct frame_pool *pool = pager_pool(p, b, page);
	uint64_t capacity = pool_capacity(p, pool);
	unsigned chiplet = b->page[page].chiplet == PAGE_ANY_CHIPLET ? 0 : b->page[page].chiplet;
	uint64_t left = frames_left(b->frames, chiplet);
	uint64_t most = frames_count(b->frames, chiplet);

	if (p->config.shares && capacity > most / p->config.apps)
		capacity = most / p->config.apps;
	if (capacity <= pool->used)
		return 0;
	return left < capacity - pool->used ? left : capacity - pool->used;
}

int64_t pager_available(const struct pager *p, const struct block *b, unsigned page)
{
	const struct frame_pool *pool = pager_pool(p, b, page);

	return (int64_t)(free_frames(p, b, page) + pool->leaving) - (int64_t)pool->claimed;
}

/* Gives a page that comes its frame. */
static bool take_frame(struct pager *p, struct block *b, unsigned i)
{
	struct frame_pool *pool = pager_pool(p, b, i);
	struct error ignored;

	if (!free_frames(p, b, i) ||
	    !frames_take(b->frames, b->page[i].chiplet, &b->page[i].frame, &ignored))
		return false;
	pool->used++;
	if (pool->used > pool->peak)
		pool->peak = pool->used;
	if (++p->stats.resident > p->stats.peak_pages)
		p->stats.peak_pages = p->stats.resident;
	return true;
}

static void give_frame(struct pager *p, struct block *b, unsigned i)
{
	struct page *page = &b->page[i];

	frames_give(b->frames, page->frame);
	pager_pool(p, b, i)->used--;
	p->stats.resident--;
	page->frame = PAGE_NO_FRAME;
	page->state = PAGE_OUT;
	page->dirty = page->fresh = page->ahead = false;
	if (page->anywhere)
		page->chiplet = PAGE_ANY_CHIPLET;
}

/* Coming */

static void map_page(struct pager *p, struct block *b, unsigned i, uint64_t frame,
		     enum page_state state)
{
	struct page *page = &b->page[i];
	struct error err;

	page->state = state;
	if (!page_table_map(b->as->table, b->base.first_vpn + i, frame,
			    page->chiplet == PAGE_ANY_CHIPLET ? 0 : page->chiplet, &err))
		run_fail(p->config.control, &err);
}

static void page_is_in(struct pager *p, struct block *b, unsigned i)
{
	struct page *page = &b->page[i];
	struct paged_buffer *buffer = &p->buffers[page->buffer];

	map_page(p, b, i, page->frame, PAGE_IN);
	if (page->old_frame != PAGE_NO_FRAME) { /* not from the host: dirty as before */
		p->config.eviction.ops->came(p->config.eviction.state, &b->base, i);
		pager_give_old_frame(p, b, i);
		p->stats.pages_moved++;
		return;
	}
	p->config.eviction.ops->came(p->config.eviction.state, &b->base, i);
	p->stats.pages_in++;
	buffer->pages_in++;
	p->stats.refetched += page->came > 0;
	buffer->refetched += page->came > 0;
	p->stats.thrashing += page->came > 1;
	page->came += page->came < UINT8_MAX;
	p->stats.pages_ahead += page->ahead;
}

static void move_over(struct move *m)
{
	struct pager *p = m->pager;
	struct block *b = m->block;
	struct task *task = m->task;

	for (unsigned i = m->first; i < (unsigned)m->first + m->count; i++) {
		if (page_mask_has(&b->base.managed, i)) {
			page_is_in(p, b, i);
			continue;
		}
		page_mask_drop(&b->base.present, i); /* its buffer has gone */
		pager_give_old_frame(p, b, i);
		give_frame(p, b, i);
	}
	pool_give(&p->moves, m);
	pager_let_go(p, b);
	if (p->hungry.first) /* old frames */
		pager_feed(p);
	pager_move_came(p, task);
}

static void move_came(struct host_transfer *transfer)
{
	move_over(container_of(transfer, struct move, transfer));
}

static void message_came(struct link_message *message)
{
	move_over(container_of(message, struct move, message));
}

static void send_message(struct waiter *waiter)
{
	struct move *m = container_of(waiter, struct move, waiter);

	link_send(m->pager->config.links, &m->message, &m->waiter);
}

/* On its way: from another chiplet over the links, or over that to the host. */
static void send_move(struct pager *p, struct move *m)
{
	uint64_t bytes = (uint64_t)m->count << p->config.page_shift;

	if (m->source != PAGE_ANY_CHIPLET) {
		m->message = (struct link_message){
			.arrived = message_came,
			.bytes = (uint32_t)bytes,
			.from = m->source,
			.to = m->block->page[m->first].chiplet,
		};
		m->waiter = (struct waiter){.wake = send_message};
		send_message(&m->waiter);
		return;
	}
	m->transfer.bytes = bytes;
	m->transfer.direction = HOST_IN;
	m->transfer.done = move_came;
	host_link_transfer(p->config.link, &m->transfer);
}

/* True: all of its pages have frames, and the transfer is under way. */
static bool feed_move(struct pager *p, struct move *m)
{
	struct block *b = m->block;

	for (unsigned i = m->first; m->missing && i < (unsigned)m->first + m->count; i++)
		if (b->page[i].frame == PAGE_NO_FRAME && take_frame(p, b, i)) {
			pager_pool(p, b, i)->claimed--;
			m->missing--;
		}
	if (m->missing)
		return false;
	for (struct fault_record *r = m->task ? m->task->records.first : NULL; r; r = r->next)
		if (!r->framed)
			r->framed = p->config.engine->now;
	send_move(p, m);
	return true;
}

/* A launch may have taken frames that were promised: others leave for those, at no cost. */
static void relieve(struct pager *p)
{
	const struct move *m = p->hungry.first;
	struct leave *l;

	if (!m || pager_available(p, m->block, m->first) >= 0)
		return;
	l = pager_evict(p, m->block, m->first);
	if (l)
		pager_told(l);
}

/* In order; those of another pool do not wait for each other. */
void pager_feed(struct pager *p)
{
	struct move *m = p->hungry.first;

	move_list_init(&p->hungry);
	while (m) {
		struct move *next = m->next;

		if (!feed_move(p, m))
			move_list_append(&p->hungry, m);
		m = next;
	}
	relieve(p);
}

static uint8_t source_of(const struct block *b, unsigned page)
{
	return b->page[page].old_frame == PAGE_NO_FRAME ? PAGE_ANY_CHIPLET
							: b->page[page].old_chiplet;
}

/* Whether they make one transfer. */
static bool go_together(const struct block *b, unsigned first, unsigned page)
{
	uint8_t source = source_of(b, first);

	return source == source_of(b, page) &&
	       (source == PAGE_ANY_CHIPLET || b->page[first].chiplet == b->page[page].chiplet);
}

static void start_move(struct pager *p, struct block *b, unsigned first, unsigned count,
		       struct task *task)
{
	struct move *m = pool_take(&p->moves);

	m->transfer.event.run = NULL;
	m->pager = p;
	m->block = b;
	m->task = task;
	m->first = (uint16_t)first;
	m->count = m->missing = (uint16_t)count;
	m->source = source_of(b, first);
	b->busy++;
	for (unsigned i = first; i < first + count; i++) {
		struct page *page = &b->page[i];

		page->state = PAGE_COMING;
		page->frame = PAGE_NO_FRAME;
		page->accesses = 0;
		page_mask_add(&b->base.present, i);
		pager_pool(p, b, i)->claimed++;
	}
	if (!feed_move(p, m))
		move_list_append(&p->hungry, m);
}

void pager_bring(struct pager *p, struct block *b, const struct page_mask *pages, struct task *task)
{
	unsigned i = page_mask_next(pages, 0);

	while (i < b->base.pages) {
		unsigned first = i;

		while (i < b->base.pages && page_mask_has(pages, i) && go_together(b, first, i))
			i++;
		if (task)
			task->moves++;
		start_move(p, b, first, i - first, task);
		i = page_mask_next(pages, i);
	}
}

bool pager_map_in_place(struct pager *p, struct block *b, unsigned i)
{
	map_page(p, b, i, b->host + ((uint64_t)i << p->config.page_shift), PAGE_MAPPED);
	p->stats.pages_mapped++;
	return true;
}

/* Leaving */

/* Which pool wants the room. */
struct wish {
	const struct pager *pager;
	const struct frame_pool *pool;
};

static bool may_leave(void *owner, const struct paged_block *base, unsigned i)
{
	const struct wish *wish = owner;
	const struct block *b = (const struct block *)(const void *)base;
	const struct page *page = &b->page[i];

	return page->state == PAGE_IN && !page->fresh &&
	       pager_pool(wish->pager, b, i) == wish->pool;
}

static void page_has_left(struct pager *p, struct block *b, unsigned i)
{
	pager_pool(p, b, i)->leaving--;
	give_frame(p, b, i);
}

static void written_back(struct host_transfer *transfer)
{
	struct move *m = container_of(transfer, struct move, transfer);
	struct pager *p = m->pager;
	struct block *b = m->block;

	for (unsigned i = m->first; i < (unsigned)m->first + m->count; i++)
		page_has_left(p, b, i);
	pool_give(&p->moves, m);
	pager_let_go(p, b);
	pager_feed(p);
	pager_wake(p);
}

static void write_back(struct pager *p, struct block *b, unsigned first, unsigned count)
{
	struct move *m = pool_take(&p->moves);

	m->transfer = (struct host_transfer){.bytes = (uint64_t)count << p->config.page_shift,
					     .direction = HOST_OUT,
					     .done = written_back};
	m->pager = p;
	m->block = b;
	m->first = (uint16_t)first;
	m->count = (uint16_t)count;
	b->busy++;
	p->stats.pages_written += count;
	p->buffers[b->page[first].buffer].pages_out += count;
	host_link_transfer(p->config.link, &m->transfer);
}

/* It comes again, from where it is: at once, if the driver is about to choose, else when it can. */
static void comes_again(struct pager *p, struct block *b, unsigned i)
{
	b->page[i].state = PAGE_OUT;
	if (page_mask_has(&b->base.managed, i) && (!b->task || b->task->chosen))
		pager_ask(p, b, i);
}

static void page_drained(struct pager *p, struct block *b, unsigned i)
{
	struct page *page = &b->page[i];
	bool mapped = page->frame == PAGE_NO_FRAME;
	uint64_t frame = mapped ? b->host + ((uint64_t)i << p->config.page_shift) : page->frame;

	p->config.drop_lines(p->config.owner, frame, UINT64_C(1) << p->config.page_shift);
	page->leave = NULL;
	if (mapped) {
		page->dirty = false;
		comes_again(p, b, i);
	} else if (page->moves_to != PAGE_ANY_CHIPLET) {
		pager_pool(p, b, i)->leaving--;
		page->old_frame = page->frame;
		page->old_chiplet = page->chiplet;
		page->chiplet = page->moves_to;
		page->moves_to = PAGE_ANY_CHIPLET;
		page->frame = PAGE_NO_FRAME;
		comes_again(p, b, i);
	} else if (!page->dirty) {
		p->stats.pages_dropped++;
		page_has_left(p, b, i);
	}
}

/* A page that was to move finds no room: it leaves from where it is. */
void pager_abandon(struct pager *p, struct block *b, unsigned i)
{
	struct page *page = &b->page[i];

	if (page->old_frame == PAGE_NO_FRAME)
		return;
	page->frame = page->old_frame;
	page->chiplet = page->old_chiplet;
	page->old_frame = PAGE_NO_FRAME;
	page->state = PAGE_LEAVING;
	pager_pool(p, b, i)->leaving++;
	if (page->dirty) {
		write_back(p, b, i, 1);
		return;
	}
	p->stats.pages_dropped++;
	page_has_left(p, b, i);
	pager_feed(p);
	pager_wake(p);
}

/* Nobody accesses the pages any more, and everybody has been told: what is clean is free. */
static void leave_drained(struct leave *l)
{
	struct pager *p = l->pager;
	struct block *b = l->block;

	for (unsigned i = page_mask_next(&l->pages, 0); i < b->base.pages;
	     i = page_mask_next(&l->pages, i + 1))
		page_drained(p, b, i);
	for (unsigned i = page_mask_next(&l->pages, 0); i < b->base.pages;
	     i = page_mask_next(&l->pages, i)) {
		unsigned first = i;

		while (i < b->base.pages && page_mask_has(&l->pages, i) &&
		       b->page[i].state == PAGE_LEAVING)
			i++;
		if (i > first)
			write_back(p, b, first, i - first);
		else
			i++;
	}
	latency_add(&p->stats.drain, p->config.engine->now - l->began);
	pool_give(&p->leaves, l);
	pager_let_go(p, b);
	pager_feed(p);
	pager_wake(p);
}

void pager_access_over(struct leave *l)
{
	if (--l->accessed == 0 && l->told)
		leave_drained(l);
}

void pager_told(struct leave *l)
{
	l->told = true;
	if (!l->accessed)
		leave_drained(l);
}

static void unmap_page(struct pager *p, struct leave *l, unsigned i, bool moves)
{
	struct block *b = l->block;
	struct page *page = &b->page[i];
	uint64_t vpn = b->base.first_vpn + i;

	if (page->state == PAGE_IN) {
		page_mask_drop(&b->base.present, i);
		p->config.eviction.ops->gone(p->config.eviction.state, &b->base, i);
		pager_pool(p, b, i)->leaving++;
		p->stats.ahead_unused += page->ahead;
	} else {
		page->frame = PAGE_NO_FRAME;
	}
	if (!moves)
		page->moves_to = PAGE_ANY_CHIPLET;
	page->state = PAGE_LEAVING;
	page->leave = l;
	l->accessed += page->in_flight > 0;
	page_table_unmap(b->as->table, vpn);
	b->as->config.shootdown(b->as->config.owner, b->base.asid, vpn);
}

/* moves: they come again from where they are. */
static struct leave *start_leave(struct pager *p, struct block *b, const struct page_mask *pages,
				 bool moves)
{
	struct leave *l = pool_take(&p->leaves);

	*l = (struct leave){
		.pager = p, .block = b, .pages = *pages, .began = p->config.engine->now};
	b->busy++;
	for (unsigned i = page_mask_next(pages, 0); i < b->base.pages;
	     i = page_mask_next(pages, i + 1))
		unmap_page(p, l, i, moves);
	return l;
}

struct leave *pager_evict(struct pager *p, const struct block *b, unsigned page)
{
	struct wish wish = {p, pager_pool(p, b, page)};
	struct eviction_site site = {may_leave, &wish};
	struct page_mask pages = {{0}};
	struct paged_block *victim =
		p->config.eviction.ops->choose(p->config.eviction.state, &site, &pages);

	if (!victim)
		return NULL;
	p->stats.evictions++;
	return start_leave(p, block_of(victim), &pages, false);
}

struct leave *pager_unmap_first(struct pager *p, struct block *b, const struct page_mask *pages)
{
	return start_leave(p, b, pages, true);
}

/* Outside of time: nothing is in flight that could be accessed. */
bool pager_bring_now(struct pager *p, struct block *b, unsigned i)
{
	while (pager_available(p, b, i) <= 0) {
		struct leave *l = pager_evict(p, b, i);

		if (!l)
			return false;
		for (unsigned k = 0; k < l->block->base.pages; k++)
			if (page_mask_has(&l->pages, k))
				l->block->page[k].dirty = false;
		pager_told(l);
	}
	if (!take_frame(p, b, i))
		return false;
	b->page[i].dirty = false;
	page_mask_add(&b->base.present, i);
	page_is_in(p, b, i);
	return true;
}
