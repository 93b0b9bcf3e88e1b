/* A TLB: one event per request, at its port slot plus the latency; see tlb.h for the order. */
#include "hw/translation/tlb_parts.h"

#include <stdlib.h>
#include <string.h>

static void tlb_answer(void *owner, struct translation *t);

/* A place in the queue is free: those who were refused come first, before any reply goes out. */
static void tlb_leave_queue(struct tlb *tlb)
{
	occupancy_change(&tlb->stats.queue, tlb->engine->now, -1);
	while (tlb->senders.first && tlb->stats.queue.now < tlb->places &&
	       wait_list_wake(&tlb->senders))
		;
}

static inline void tlb_count_lookup(struct tlb *tlb, const struct translation *t, uint64_t *total,
				    enum tlb_outcome outcome)
{
	tlb->stats.lookups++;
	++*total;
	if (tlb->by_app)
		tlb->by_app[t->who.asid].outcome[outcome]++;
	if (__builtin_expect(tlb->listeners.looked_up != NULL, 0))
		tlb_tell_looked_up(tlb, t, outcome);
}

/* Whether the TLB, or what the fill policy keeps beside it, has the page; then sets t->frame. */
static bool tlb_find(struct tlb *tlb, struct translation *t)
{
	uint32_t set = tlb_set_of(tlb, t->vpn);
	int way = assoc_find(&tlb->tags, set, tlb_key(t->who.asid, t->vpn));

	if (way >= 0) {
		assoc_touch(&tlb->tags, set, (unsigned)way);
		t->frame = tlb->frame[assoc_slot(&tlb->tags, set, (unsigned)way)];
		return true;
	}
	if (tlb->fill.ops && tlb->fill.ops->aside && tlb->fill.ops->aside(tlb->fill.state, t)) {
		tlb->stats.aside_hits++;
		if (tlb->by_app)
			tlb->by_app[t->who.asid].aside_hits++;
		return true;
	}
	return false;
}

static inline bool tlb_may_allocate(const struct tlb *tlb)
{
	return __builtin_expect(!tlb->pool, 1) || tlb->pool->used < tlb->pool->limit;
}

/* Gives away a request of a page that another slice serves. One that found neither an MSHR nor room
 * in one must not wait here: two slices could wait for each other for ever. */
static bool tlb_pass_on(struct tlb *tlb, struct translation *t)
{
	if (!tlb->redirect || !tlb->redirect(tlb->slice_state, t))
		return false;
	tlb_leave_queue(tlb);
	return true;
}

/* One lookup; false when it needs an MSHR and there is none, or has to wait for a miss that blocks,
 * with nothing changed. */
static bool tlb_look_up(struct tlb *tlb, struct translation *t)
{
	uint64_t key = tlb_key(t->who.asid, t->vpn);
	uint32_t instruction = tlb->config.merge_instruction ? t->who.instruction : 0;
	struct mshr *mshr;

	if (__builtin_expect(tlb->config.blocking && tlb->mshrs.used, 0))
		return false;
	if (tlb_find(tlb, t)) {
		tlb_count_lookup(tlb, t, &tlb->stats.hits, TLB_HIT);
		latency_add(&tlb->stats.latency, tlb->engine->now - t->entered);
		t->source = tlb->config.hit_source;
		tlb_leave_queue(tlb);
		tx_reply(t);
		return true;
	}
	mshr = mshr_find_of(&tlb->mshrs, key, instruction);
	if (mshr) {
		if (!mshr_merge(&tlb->mshrs, mshr, t))
			return tlb_pass_on(tlb, t);
		tlb_count_lookup(tlb, t, &tlb->stats.mshr_hits, TLB_MSHR_HIT);
	} else if (__builtin_expect(tlb->redirect != NULL, 0) &&
		   tlb->mshrs.used + tlb->reserved >= tlb->mshrs.entries && tlb_pass_on(tlb, t)) {
		return true;
	} else {
		mshr = tlb_may_allocate(tlb) ? mshr_allocate(&tlb->mshrs, key) : NULL;
		if (!mshr)
			return false;
		if (__builtin_expect(tlb->pool != NULL, 0))
			tlb->pool->used++;
		mshr->entered = t->entered;
		mshr->instruction = instruction;
		occupancy_change(&tlb->stats.mshrs, tlb->engine->now, 1);
		tlb_count_lookup(tlb, t, &tlb->stats.misses, TLB_MISS);
		tx_push(t, tlb_answer, mshr);
		tx_outbox_send(&tlb->down, t);
	}
	tlb_leave_queue(tlb);
	return true;
}

/* Stall cycles are those in which the first of the stalled has no MSHR. */
static void tlb_block(struct tlb *tlb)
{
	if (!tlb->blocked)
		tlb->blocked_since = tlb->engine->now;
	tlb->blocked = true;
}

static void tlb_unblock(struct tlb *tlb)
{
	if (tlb->blocked)
		tlb->stats.stall_cycles += tlb->engine->now - tlb->blocked_since;
	tlb->blocked = false;
}

static void tlb_lookup_event(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);
	struct tlb *tlb = t->stage;

	if (__builtin_expect(tlb->stalled.first == NULL, 1)) {
		if (__builtin_expect(tlb_look_up(tlb, t), 1))
			return;
		tlb_block(tlb);
	}
	tx_fifo_append(&tlb->stalled, t);
}

/* The stalled lookups again, at the port rate, until one finds no MSHR. */
static void tlb_retry_event(struct event *event)
{
	struct tlb *tlb = container_of(event, struct tlb, retry);

	for (uint32_t i = 0; i < tlb->config.ports && tlb->stalled.first; i++) {
		struct translation *next = tlb->stalled.first->next;

		if (!tlb_look_up(tlb, tlb->stalled.first)) {
			tlb_block(tlb);
			return;
		}
		tlb_unblock(tlb);
		tx_fifo_drop(&tlb->stalled, next);
	}
	if (!tlb->stalled.first)
		return;
	/* It has waited for long: the host's cache may have forgotten it. */
	translation_prefetch(tlb->stalled.first);
	engine_after(tlb->engine, &tlb->retry, 1, tlb_retry_event);
}

/* The page is not there. */
static void tlb_put_entry(struct tlb *tlb, uint32_t set, uint64_t key, uint64_t frame)
{
	struct tlb_entry evicted;

	tlb->stats.fills++;
	if (!tlb_replace(tlb, set, key, frame, &evicted))
		return;
	tlb->stats.evictions++;
	if (tlb->evicted)
		tlb->evicted(tlb->evicted_state, tlb->evicted_unit, &evicted, false);
}

/* An MSHR was open for the page since it missed, and only its answer fills; where instructions have
 * MSHRs of their own, the first of them does. */
static void tlb_install(struct tlb *tlb, const struct translation *t)
{
	uint64_t key = tlb_key(t->who.asid, t->vpn);
	uint32_t set = tlb_set_of(tlb, t->vpn);
	int way = -1;

	if (__builtin_expect(tlb->config.merge_instruction, 0))
		way = assoc_find(&tlb->tags, set, key);
	if (__builtin_expect(way >= 0, 0)) {
		assoc_touch(&tlb->tags, set, (unsigned)way);
		tlb->stats.unfilled++;
		return;
	}
	tlb_put_entry(tlb, set, key, t->frame);
	if (__builtin_expect(tlb->listeners.filled != NULL, 0))
		tlb_tell_filled(tlb, t);
}

void tlb_insert(struct tlb *tlb, const struct tlb_entry *entry)
{
	uint64_t key = tlb_key(entry->asid, entry->vpn);
	uint32_t set = tlb_set_of(tlb, entry->vpn);
	int way = assoc_find(&tlb->tags, set, key);

	port_reserve(&tlb->port, tlb->engine->now);
	if (way >= 0) {
		assoc_touch(&tlb->tags, set, (unsigned)way);
	} else if (!mshr_find(&tlb->mshrs, key)) {
		tlb_put_entry(tlb, set, key, entry->frame);
		tlb->stats.inserts++;
	}
}

/* An MSHR is free: from the next cycle on. */
static void tlb_retry_stalled(struct tlb *tlb)
{
	if (!tlb->stalled.first || event_scheduled(&tlb->retry))
		return;
	translation_prefetch(tlb->stalled.first);
	engine_after(tlb->engine, &tlb->retry, 1, tlb_retry_event);
}

static void tlb_mshr_freed(struct tlb *tlb)
{
	struct tlb_pool *pool = tlb->pool;

	if (__builtin_expect(!pool, 1)) {
		tlb_retry_stalled(tlb);
		return;
	}
	pool->used--;
	for (uint32_t i = 0; i < pool->member_count; i++)
		tlb_retry_stalled(&pool->members[i]);
}

static void tlb_reply_merged(struct tlb *tlb, struct translation *list, uint64_t frame,
			     bool faulted, cycle_t walked)
{
	cycle_t now = tlb->engine->now;

	while (list) {
		struct translation *t = list;

		list = t->next;
		t->frame = frame;
		t->faulted = faulted;
		t->walked = walked;
		t->source = tlb->config.mshr_source;
		latency_add(&tlb->stats.latency, now - t->entered);
		tx_reply(t);
	}
}

/*
 * The level below has answered: install, then reply to all who asked, in order. An answer whose
 * page was shot down on its way may be out of date and is asked for again, unless a walk found it
 * since.
 */
static void tlb_answer(void *owner, struct translation *t)
{
	struct mshr *mshr = owner;
	struct tlb *tlb = mshr->owner;
	struct translation *merged;
	uint64_t frame = t->frame, cycles;
	cycle_t walked = t->walked;
	bool faulted = t->faulted, stale;

	if (__builtin_expect(!mshr->held, 0))
		BUG("cycle %llu: %s: answer for page 0x%llx that nobody asked for",
		    (unsigned long long)tlb->engine->now, tlb->config.name,
		    (unsigned long long)t->vpn);
	if (__builtin_expect(mshr->outdated, 0) && t->walked <= mshr->shot) {
		mshr->outdated = false;
		tlb->stats.repeats++;
		tx_push(t, tlb_answer, mshr);
		tx_outbox_send(&tlb->down, t);
		return;
	}
	stale = mshr->stale;
	cycles = tlb->engine->now - mshr->entered;
	latency_add(&tlb->stats.latency, cycles);
	merged = mshr_free(&tlb->mshrs, mshr);
	if (tlb->listeners.answered)
		tlb_tell_answered(tlb, t, merged, cycles);
	occupancy_change(&tlb->stats.mshrs, tlb->engine->now, -1);
	if (!faulted && !stale &&
	    (!tlb->fill.ops || !tlb->fill.ops->may_fill ||
	     tlb->fill.ops->may_fill(tlb->fill.state, t, merged)))
		tlb_install(tlb, t);
	else
		tlb->stats.unfilled++;
	tlb_mshr_freed(tlb);
	tx_reply(t);
	tlb_reply_merged(tlb, merged, frame, faulted, walked);
}

static bool tlb_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct tlb *tlb = owner;
	cycle_t now = tlb->engine->now;

	if (tlb->stats.queue.now == tlb->places) {
		tlb->stats.refusals++;
		wait_list_add(&tlb->senders, waiter);
		return false;
	}
	occupancy_change(&tlb->stats.queue, now, 1);
	t->entered = now;
	t->stage = tlb;
	engine_at(tlb->engine, &t->event, port_reserve(&tlb->port, now) + tlb->latency,
		  tlb_lookup_event);
	return true;
}

void tlb_init(struct tlb *tlb, struct engine *engine, const struct tlb_config *config,
	      struct tx_port down)
{
	if (!config->ways || config->entries % config->ways)
		BUG("%s: %u entries in %u ways", config->name, config->entries, config->ways);
	if (!config->ports || !config->queue || !config->mshrs)
		BUG("%s: %u ports, %u queue places, %u MSHRs", config->name, config->ports,
		    config->queue, config->mshrs);
	memset(tlb, 0, sizeof(*tlb));
	tlb->engine = engine;
	tlb->config = *config;
	tlb->latency = config->latency;
	tlb->own_set = config->set != NULL;
	tlb->places = config->queue;
	assoc_init(&tlb->tags, config->entries / config->ways, config->ways, config->hash);
	tlb->frame = xcalloc(config->entries, sizeof(*tlb->frame));
	mshr_init(&tlb->mshrs, tlb, config->mshrs, config->merges);
	if (config->apps)
		tlb->by_app = xcalloc(config->apps, sizeof(*tlb->by_app));
	port_init(&tlb->port, config->ports);
	wait_list_init(&tlb->senders);
	tx_fifo_init(&tlb->stalled);
	tx_outbox_init(&tlb->down, down, NULL);
}

void tlb_set_latency(struct tlb *tlb, uint32_t latency)
{
	tlb->latency = latency;
}

void tlb_share_mshrs(struct tlb_pool *pool, struct tlb *members, uint32_t count, uint32_t limit)
{
	*pool = (struct tlb_pool){.members = members, .member_count = count, .limit = limit};
	for (uint32_t i = 0; i < count; i++) {
		pool->used += members[i].mshrs.used;
		members[i].pool = pool;
	}
}

void tlb_release(struct tlb *tlb)
{
	assoc_release(&tlb->tags);
	mshr_release(&tlb->mshrs);
	free(tlb->frame);
	tlb->frame = NULL;
	free(tlb->by_app);
	tlb->by_app = NULL;
	tlb_forget_listeners(tlb);
}

struct tx_port tlb_port(struct tlb *tlb)
{
	return (struct tx_port){tlb_send, tlb, tlb_warm};
}

void tlb_set_fill(struct tlb *tlb, const struct tlb_fill *fill)
{
	tlb->fill = *fill;
	if (fill->ops)
		tlb_listen(tlb, fill->ops->listener, fill->state);
}

void tlb_set_evicted(struct tlb *tlb, tlb_evicted_fn *evicted, void *state, unsigned unit)
{
	tlb->evicted = evicted;
	tlb->evicted_state = state;
	tlb->evicted_unit = unit;
}

void tlb_set_slice(struct tlb *tlb, bool (*redirect)(void *state, struct translation *t),
		   uint32_t reserved, void *state)
{
	tlb->redirect = redirect;
	tlb->reserved = reserved < tlb->mshrs.entries ? reserved : tlb->mshrs.entries;
	tlb->slice_state = state;
}

struct translation *tlb_recall(struct tlb *tlb)
{
	struct translation *t = tx_fifo_take(&tlb->stalled);

	if (!t)
		return NULL;
	if (!tlb->stalled.first)
		tlb_unblock(tlb);
	tlb_leave_queue(tlb);
	return t;
}
