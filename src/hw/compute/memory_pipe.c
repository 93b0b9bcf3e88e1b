/*
 * Memory instructions in flight. Rates hold per cycle and across instructions. What a TLB or cache
 * refuses is kept and sent again when its waiter is woken; nothing overtakes it.
 */
#include "hw/compute/memory_pipe.h"

#include <stdlib.h>
#include <string.h>

/* Pages and lines an op's storage holds, by pool. */
static const uint16_t storage_size[PIPE_STORAGES] = {4, 16, WAVE_LANES, COALESCED_MAX};

static void front_event(struct event *event);
static void line_event(struct event *event);
static void pipe_tlb_wake(struct waiter *waiter);
static void pipe_cache_wake(struct waiter *waiter);

void pipe_storage_init(struct pipe_storage *s)
{
	for (unsigned i = 0; i < PIPE_STORAGES; i++)
		pool_init(&s->pool[i], storage_size[i] * (sizeof(struct pipe_page) +
							  sizeof(struct coalesced_line)));
}

void pipe_storage_release(struct pipe_storage *s)
{
	for (unsigned i = 0; i < PIPE_STORAGES; i++)
		pool_release(&s->pool[i]);
}

void memory_pipe_init(struct memory_pipe *p, struct engine *engine,
		      const struct memory_pipe_config *config,
		      const struct memory_pipe_hooks *hooks, struct tx_port tlb,
		      struct mem_port cache, struct pool *translations, struct pool *accesses,
		      struct pipe_storage *storage)
{
	memset(p, 0, sizeof(*p));
	p->config = *config;
	p->hooks = *hooks;
	p->engine = engine;
	p->translations = translations;
	p->accesses = accesses;
	p->storage = storage;
	p->tlb = tlb;
	p->cache = cache;
	p->front_last = &p->front;
	p->ready_last = &p->ready;
	p->youngest = &p->oldest;
	p->tlb_waiter.wake = pipe_tlb_wake;
	p->cache_waiter.wake = pipe_cache_wake;
	p->ops = xcalloc(config->queue, sizeof(*p->ops));
	for (uint32_t i = config->queue; i-- > 0;) {
		p->ops[i].next = p->free;
		p->free = &p->ops[i];
	}
}

void memory_pipe_release(struct memory_pipe *p)
{
	free(p->ops);
}

/* Copies what the coalescer found into storage of the right size. */
static void keep_coalesced(struct memory_pipe *p, struct memory_op *op, const struct coalesced *c)
{
	unsigned entries = c->pages > c->lines ? c->pages : c->lines, storage = 0;

	while (storage_size[storage] < entries)
		storage++;
	op->storage = (uint8_t)storage;
	op->page = pool_take(&p->storage->pool[storage]);
	op->line = (struct coalesced_line *)(op->page + storage_size[storage]);
	for (unsigned i = 0; i < c->pages; i++) {
		op->page[i].op = op;
		op->page[i].vpn = c->page[i].vpn;
		op->page[i].first = c->page[i].first;
		op->page[i].last = c->page[i].last;
		op->page[i].lines = 0;
		op->page[i].lanes = c->page[i].lanes;
	}
	for (unsigned i = 0; i < c->lines; i++) {
		struct pipe_page *page = &op->page[c->line[i].page];

		op->line[i] = c->line[i];
		page->lines_left = ++page->lines;
		p->stats.bytes += c->line[i].bytes;
	}
	op->pages = op->pages_left = c->pages;
	op->pages_sent = 0;
	op->lines_left = op->lines_unsent = c->lines;
	p->stats.instructions++;
	p->stats.pages += c->pages;
	p->stats.lines += c->lines;
}

static void pipe_finish(struct memory_pipe *p, struct memory_op *op)
{
	latency_add(&p->stats.instruction, p->engine->now - op->issued);
	occupancy_change(&p->stats.in_flight, p->engine->now, -1);
	p->hooks.done(p->hooks.ctx, op);
	pool_give(&p->storage->pool[op->storage], op->page);
	op->next = p->free;
	p->free = op;
}

/* The reorder buffer */

static void schedule_front(struct memory_pipe *p, cycle_t when)
{
	if (!event_scheduled(&p->front_event))
		engine_at(p->engine, &p->front_event, when, front_event);
}

static void enter_reorder(struct memory_pipe *p, struct memory_op *op)
{
	op->younger = NULL;
	*p->youngest = op;
	p->youngest = &op->younger;
}

/* What is answered, as far as all before it is, gives back its places. */
static void pipe_retire(struct memory_pipe *p)
{
	uint32_t before = p->reordered;

	while (p->oldest) {
		struct memory_op *op = p->oldest;

		for (; p->oldest_page < op->pages; p->oldest_page++) {
			if (op->page[p->oldest_page].lines_left)
				break;
			p->reordered -= op->page[p->oldest_page].lines;
		}
		if (p->oldest_page < op->pages)
			break;
		p->oldest_page = 0;
		p->oldest = op->younger;
		if (!p->oldest)
			p->youngest = &p->oldest;
		pipe_finish(p, op);
	}
	if (p->reorder_full && p->reordered < before) {
		p->reorder_full = false;
		schedule_front(p, p->engine->now);
	}
}

/* Takes places for the lines of a page, as many as it has; one with more than the buffer goes when
 * that is empty. */
static bool take_places(struct memory_pipe *p, const struct pipe_page *page)
{
	if (p->reordered && p->reordered + page->lines > p->config.reorder) {
		p->reorder_full = true;
		return false;
	}
	p->reordered += page->lines;
	return true;
}

/* Accesses */

static void pipe_access_answered(void *owner, struct mem_access *a)
{
	struct memory_pipe *p = owner;
	struct pipe_page *page = a->owner;
	struct memory_op *op = page->op;

	pool_give(p->accesses, a);
	page->lines_left--;
	op->lines_left--;
	if (__builtin_expect(p->hooks.page_ends != NULL, 0) && !page->lines_left)
		p->hooks.page_ends(p->hooks.ctx, op, page);
	if (p->config.reorder)
		pipe_retire(p);
	else if (op->lines_left == 0)
		pipe_finish(p, op);
}

static struct mem_access *pipe_make_access(struct memory_pipe *p, struct pipe_page *page,
					   const struct coalesced_line *line)
{
	struct mem_access *a = pool_take(p->accesses);
	uint64_t in_page = line->address & ((UINT64_C(1) << p->config.coalescing.page_shift) - 1);

	mem_access_init(a, page->op->op, p->config.kind, p->engine->now);
	a->who = page->op->who;
	a->address = page->frame + in_page;
	a->vaddr = line->address;
	a->bytes = line->bytes;
	a->full_line = line->full && page->op->op == MEM_OP_WRITE;
	a->owner = page;
	mem_push(a, pipe_access_answered, p);
	return a;
}

static void next_line(struct memory_pipe *p)
{
	struct pipe_page *page = p->ready;
	struct memory_op *op = page->op;

	p->ready_line = op->line[p->ready_line].next;
	if (p->ready_line == COALESCED_NONE) {
		p->ready = page->next;
		if (p->ready)
			p->ready_line = p->ready->first;
		else
			p->ready_last = &p->ready;
	}
	if (--op->lines_unsent == 0)
		p->hooks.data_left(p->hooks.ctx, op);
}

static void send_lines(struct memory_pipe *p)
{
	cycle_t now = p->engine->now;

	if (p->cache_waiter.queued)
		return;
	if (p->line_cycle != now) {
		p->line_cycle = now;
		p->line_sent = 0;
	}
	while (p->ready) {
		struct mem_access *a = p->refused_access;

		if (p->line_sent == p->config.lines_per_cycle) {
			if (!event_scheduled(&p->line_event))
				engine_at(p->engine, &p->line_event, now + 1, line_event);
			return;
		}
		if (!a)
			a = pipe_make_access(p, p->ready, &p->ready->op->line[p->ready_line]);
		p->refused_access = NULL;
		if (!mem_send(&p->cache, a, &p->cache_waiter)) {
			p->refused_access = a;
			p->stats.cache_refused++;
			return;
		}
		p->line_sent++;
		next_line(p);
	}
}

static void line_event(struct event *event)
{
	send_lines(container_of(event, struct memory_pipe, line_event));
}

static void pipe_cache_wake(struct waiter *waiter)
{
	send_lines(container_of(waiter, struct memory_pipe, cache_waiter));
}

/* Translations */

/* The lines of a page may be sent; sending them is the caller's. */
static void page_ready(struct memory_pipe *p, struct pipe_page *page, uint64_t frame)
{
	struct memory_op *op = page->op;

	page->frame = frame;
	if (__builtin_expect(p->hooks.page_begins != NULL, 0))
		p->hooks.page_begins(p->hooks.ctx, op, page);
	page->next = NULL;
	if (!p->ready)
		p->ready_line = page->first;
	*p->ready_last = page;
	p->ready_last = &page->next;
	if (--op->pages_left == 0)
		p->hooks.translated(p->hooks.ctx, op);
}

static void count_answer(struct memory_pipe *p, const struct translation *t)
{
	resolution_add(&p->stats.resolution, t, ((struct pipe_page *)t->owner)->lanes,
		       p->engine->now);
	p->hooks.check(p->hooks.ctx, t);
}

static void pipe_translation_answered(void *owner, struct translation *t)
{
	struct memory_pipe *p = owner;

	count_answer(p, t);
	page_ready(p, t->owner, t->frame);
	pool_give(p->translations, t);
	send_lines(p);
}

static void pipe_fill_translation(struct memory_pipe *p, struct translation *t,
				  struct pipe_page *page)
{
	translation_init(t, p->config.kind, p->config.coalescing.page_shift, p->engine->now);
	t->who = page->op->who;
	t->vpn = page->vpn;
	t->owner = page;
}

static void translate_free(struct memory_pipe *p, struct pipe_page *page)
{
	struct translation t;

	pipe_fill_translation(p, &t, page);
	p->hooks.translate(p->hooks.ctx, &t);
	count_answer(p, &t);
	page_ready(p, page, t.frame);
}

static bool send_translation(struct memory_pipe *p, struct pipe_page *page)
{
	struct translation *t = p->refused_translation;

	if (!t) {
		t = pool_take(p->translations);
		pipe_fill_translation(p, t, page);
		tx_push(t, pipe_translation_answered, p);
	}
	p->refused_translation = NULL;
	if (tx_send(&p->tlb, t, &p->tlb_waiter))
		return true;
	p->refused_translation = t;
	p->stats.tlb_refused++;
	return false;
}

/* Pages of this op, as many as may go now; false when some have to wait. */
static bool send_pages(struct memory_pipe *p, struct memory_op *op)
{
	while (op->pages_sent < op->pages) {
		struct pipe_page *page = &op->page[op->pages_sent];
		bool sends = !p->config.untranslated && !p->config.translate_free;

		if (sends && p->front_sent == p->config.pages_per_cycle) {
			schedule_front(p, p->engine->now + 1);
			return false;
		}
		/* What the TLB has refused has its places. */
		if (p->config.reorder && !p->refused_translation && !take_places(p, page))
			return false;
		if (p->config.untranslated)
			page_ready(p, page, 0);
		else if (p->config.translate_free)
			translate_free(p, page);
		else if (!send_translation(p, page))
			return false;
		p->front_sent += sends;
		op->pages_sent++;
	}
	return true;
}

static void send_front(struct memory_pipe *p)
{
	cycle_t now = p->engine->now;

	if (p->tlb_waiter.queued)
		return;
	if (p->front_cycle != now) {
		p->front_cycle = now;
		p->front_sent = 0;
	}
	while (p->front) {
		struct memory_op *op = p->front;

		if (op->ready > now) {
			schedule_front(p, op->ready);
			break;
		}
		if (!send_pages(p, op))
			break;
		p->front = op->next;
		if (!p->front)
			p->front_last = &p->front;
		if (op->pages == 0)
			pipe_finish(p, op);
	}
	if (p->config.translate_free || p->config.untranslated)
		send_lines(p);
}

static void front_event(struct event *event)
{
	send_front(container_of(event, struct memory_pipe, front_event));
}

static void pipe_tlb_wake(struct waiter *waiter)
{
	send_front(container_of(waiter, struct memory_pipe, tlb_waiter));
}

/* The CU's side */

static enum mem_op op_of(const struct step *step)
{
	if (step->direction == MEM_READ)
		return MEM_OP_READ;
	return step->direction == MEM_WRITE ? MEM_OP_WRITE : MEM_OP_ATOMIC;
}

struct memory_op *memory_pipe_take(struct memory_pipe *p)
{
	struct memory_op *op = p->free;

	if (!op)
		BUG("cycle %llu: memory pipe is full", (unsigned long long)p->engine->now);
	p->free = op->next;
	return op;
}

void memory_pipe_push(struct memory_pipe *p, struct memory_op *op, const struct step *step)
{
	cycle_t now = p->engine->now;
	bool first = !p->front;
	struct coalesced found;

	coalesce(&found, step, &p->config.coalescing);
	op->op = (uint8_t)op_of(step);
	op->issued = now;
	op->ready = now + p->config.latency;
	op->next = NULL;
	keep_coalesced(p, op, &found);
	occupancy_change(&p->stats.in_flight, now, 1);
	*p->front_last = op;
	p->front_last = &op->next;
	if (p->config.reorder && op->pages)
		enter_reorder(p, op);
	if (first)
		schedule_front(p, op->ready);
}

static bool warm_translation(struct memory_pipe *p, const struct requester *who, uint64_t vpn,
			     uint64_t *frame)
{
	struct translation t;

	*frame = 0;
	if (p->config.untranslated)
		return true;
	translation_init(&t, p->config.kind, p->config.coalescing.page_shift, p->engine->now);
	t.who = *who;
	t.vpn = vpn;
	if (p->config.translate_free)
		p->hooks.translate(p->hooks.ctx, &t);
	else
		tx_warm(&p->tlb, &t);
	*frame = t.frame;
	return !t.faulted;
}

void memory_pipe_warm(struct memory_pipe *p, const struct requester *who, const struct step *step,
		      bool lines)
{
	uint64_t in_page = (UINT64_C(1) << p->config.coalescing.page_shift) - 1;
	struct coalesced found;

	coalesce(&found, step, &p->config.coalescing);
	for (unsigned i = 0; i < found.pages; i++) {
		uint64_t frame;

		if (!warm_translation(p, who, found.page[i].vpn, &frame) || !lines)
			continue;
		for (uint16_t n = found.page[i].first; n != COALESCED_NONE;
		     n = found.line[n].next) {
			const struct coalesced_line *line = &found.line[n];
			struct mem_access a;

			mem_access_init(&a, (uint8_t)op_of(step), p->config.kind, p->engine->now);
			a.who = *who;
			a.address = frame + (line->address & in_page);
			a.vaddr = line->address;
			a.bytes = line->bytes;
			a.full_line = line->full && a.op == MEM_OP_WRITE;
			mem_warm(&p->cache, &a);
		}
	}
}

void memory_pipe_register_stats(const struct memory_pipe *p, struct stats *stats, const char *group)
{
	const struct memory_pipe_stats *s = &p->stats;

	stats_counter(stats, group, "instructions", &s->instructions);
	stats_counter(stats, group, "pages", &s->pages);
	stats_counter(stats, group, "lines", &s->lines);
	stats_counter(stats, group, "bytes", &s->bytes);
	stats_latency(stats, group, "latency", &s->instruction);
	stats_latency(stats, group, "translation", &s->resolution.latency);
	stats_occupancy(stats, group, "in_flight", &s->in_flight);
	stats_counter(stats, group, "tlb_refused", &s->tlb_refused);
	stats_counter(stats, group, "cache_refused", &s->cache_refused);
	resolution_register_stats(&s->resolution, stats, group);
}

void memory_pipe_describe(const struct memory_pipe *p, FILE *out)
{
	static const char *const names[] = {"vector", "scalar", "fetch", "walk"};
	const char *name = names[p->config.kind];

	if (p->front)
		fprintf(out, "%s memory: instruction %u has sent %u of %u translations%s\n", name,
			p->front->who.instruction, p->front->pages_sent, p->front->pages,
			p->tlb_waiter.queued ? ", the TLB has no room"
			: p->reorder_full    ? ", the reorder buffer has no room"
					     : "");
	if (p->ready)
		fprintf(out, "%s memory: instruction %u has %u lines to send%s\n", name,
			p->ready->op->who.instruction, p->ready->op->lines_unsent,
			p->cache_waiter.queued ? ", the cache has no room" : "");
	for (uint32_t i = 0; i < p->config.queue; i++) {
		const struct memory_op *op = &p->ops[i];

		if (op->lines_left)
			fprintf(out,
				"%s memory: instruction %u of wave %u waits for %u translations "
				"and %u lines\n",
				name, op->who.instruction, op->who.wave, op->pages_left,
				op->lines_left);
	}
}
