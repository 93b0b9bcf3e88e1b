/* Page table walkers: buffer, starts, PWC lookups, dependent reads. See walker.h. */
#include "hw/translation/walker.h"

#include <stdlib.h>
#include <string.h>

static void walk_next_level(struct walk *walk);
static void walk_begin(struct walk *walk, struct translation *t, bool waited);

static struct walk *walker_reserve(const struct walker *w)
{
	return &w->walk[w->config.walkers];
}

/* Of what has faulted before, where all walkers are taken: the one that is kept for it goes on
 * while others are stalled. */
static void walker_use_reserve(struct walker *w)
{
	struct walk *walk = walker_reserve(w);
	struct translation *t;

	if (!w->stalled || !w->replays.first || walk->t)
		return;
	t = tx_fifo_take(&w->replays);
	occupancy_change(&w->stats.buffer, w->engine->now, -1);
	walk->replayed = true;
	walk_begin(walk, t, false);
}

/* The walker is free: what has faulted before goes first, then what the scheduler chooses. */
static void walk_next(struct walk *walk)
{
	struct walker *w = walk->owner;
	struct translation *next;

	walk->replayed = false;
	if (__builtin_expect(walk == walker_reserve(w), 0)) {
		walker_use_reserve(w);
		return;
	}
	if (__builtin_expect(w->replays.first != NULL, 0)) {
		next = tx_fifo_take(&w->replays);
		walk->replayed = true;
	} else {
		next = w->buffered ? w->policies.scheduler.ops->next(w->policies.scheduler.state)
				   : NULL;
		w->buffered -= next != NULL;
	}
	if (next) {
		occupancy_change(&w->stats.buffer, w->engine->now, -1);
		walk_begin(walk, next, !walk->replayed);
	} else {
		walk->next = w->idle;
		w->idle = walk;
	}
}

/* The walk is over: the next one that waits starts before anybody hears of it. */
static void walk_leave(struct walk *walk)
{
	struct walker *w = walk->owner;
	struct translation *t = walk->t;
	cycle_t now = w->engine->now;

	if (w->listener.sampler)
		w->listener.ended(w->listener.state, walk);
	w->stats.walks++;
	w->stats.replays += walk->replayed;
	latency_add(&w->stats.wait, t->walk_started - t->walk_queued);
	latency_add(&w->stats.walk, now - t->walk_started);
	latency_add(&w->stats.total, now - t->walk_queued);
	walk->t = NULL;
	occupancy_change(&w->stats.busy, now, -1);
	walk_next(walk);
	while ((w->idle || w->buffered < w->config.buffer) && wait_list_wake(&w->senders))
		;
}

/* The stalled walks in order, as far as the fault buffer has room. */
static void fault_room(struct waiter *waiter)
{
	struct walker *w = container_of(waiter, struct walker, fault_waiter);

	while (w->stalled) {
		struct walk *walk = w->stalled;

		if (!tx_send(&w->faults, walk->t, &w->fault_waiter))
			return;
		w->stalled = walk->next;
		if (!w->stalled)
			w->stalled_last = &w->stalled;
		latency_add(&w->stats.stalled, w->engine->now - walk->access.born);
		walk_leave(walk);
	}
}

/* The page can be brought: the translation is the fault buffer's, or waits for room there in its
 * walker. */
static void walk_fault(struct walk *walk)
{
	struct walker *w = walk->owner;

	w->stats.faults++;
	if (!w->stalled && tx_send(&w->faults, walk->t, &w->fault_waiter)) {
		walk_leave(walk);
		return;
	}
	w->stats.fault_stalls++;
	walk->access.born = w->engine->now; /* of no read: since when it is stalled */
	walk->next = NULL;
	*w->stalled_last = walk;
	w->stalled_last = &walk->next;
	walker_use_reserve(w);
}

static bool walk_can_fault(const struct walk *walk)
{
	const struct walker *w = walk->owner;

	return w->faults.send && w->source.paged &&
	       w->source.paged(w->source.state, walk->t->who.asid, walk->t->vpn);
}

static void walk_finish(struct walk *walk, bool found)
{
	struct walker *w = walk->owner;
	struct translation *t = walk->t;

	if (!found || !w->source.translate(w->source.state, t->who.asid, t->vpn, &t->frame)) {
		if (walk_can_fault(walk)) {
			walk_fault(walk);
			return;
		}
		t->faulted = true;
		w->stats.faults++;
	}
	t->source = TX_WALK;
	t->walked = w->engine->now;
	walk_leave(walk);
	tx_reply(t);
}

static void walk_read_done(void *owner, struct mem_access *a)
{
	struct walk *walk = owner;
	struct walker *w = walk->owner;
	cycle_t cycles = w->engine->now - a->born;

	w->stats.reads++;
	w->stats.reads_level[walk->level]++;
	walk->t->walk_reads++;
	latency_add(&w->stats.read, cycles);
	walk->read_cycles += (uint32_t)cycles;
	if (w->listener.read)
		w->listener.read(w->listener.state, walk, cycles);
	if (!walk->stale)
		pwc_fill(&w->pwc, walk->t->who.asid, walk->t->vpn, walk->level, a->address);
	walk_next_level(walk);
}

/* Sends the read of walk->level, whose address is known. */
static void walk_read_entry(struct walk *walk)
{
	struct walker *w = walk->owner;
	struct mem_access *a = &walk->access;

	a->who = walk->t->who;
	a->vaddr = walk->t->vpn << w->config.page_shift;
	a->bytes = WALK_PTE_BYTES;
	a->op = MEM_OP_READ;
	a->kind = KIND_WALK;
	a->level = walk->level;
	a->born = w->engine->now;
	a->full_line = false;
	a->flags = 0;
	a->no_cache = w->policies.caching.ops &&
		      !w->policies.caching.ops->may_cache(w->policies.caching.state, a);
	a->misses = walk->level < w->leaf + w->config.missing_levels;
	a->owner = walk;
	a->depth = 0;
	mem_push(a, walk_read_done, walk);
	mem_outbox_send(&w->memory, a);
}

static void line_looked_up(struct event *event)
{
	struct walk *walk = container_of(event, struct walk, event);

	if (pwc_lookup_line(&walk->owner->pwc, walk->t->who.asid, walk->access.address,
			    walk->level))
		walk_next_level(walk);
	else
		walk_read_entry(walk);
}

/* Goes on with the entry of the level below the last one read, or ends. */
static void walk_next_level(struct walk *walk)
{
	struct walker *w = walk->owner;
	const struct translation *t = walk->t;

	if (walk->level == w->leaf) {
		walk_finish(walk, true);
		return;
	}
	walk->level--;
	if (!w->source.pte_address(w->source.state, t->who.asid, t->vpn, walk->level,
				   &walk->access.address)) {
		walk_finish(walk, false);
		return;
	}
	if (w->config.pwc.kind == PWC_LINES)
		engine_at(w->engine, &walk->event, pwc_slot(&w->pwc, w->engine->now),
			  line_looked_up);
	else
		walk_read_entry(walk);
}

/* The PWC says which levels are known. */
static void prefix_looked_up(struct event *event)
{
	struct walk *walk = container_of(event, struct walk, event);
	struct walker *w = walk->owner;
	unsigned reads = pwc_lookup(&w->pwc, walk->t->who.asid, walk->t->vpn, walk->claimed);

	walk->level = (uint8_t)(w->leaf + reads);
	walk_next_level(walk);
}

static void fixed_time_over(struct event *event)
{
	walk_finish(container_of(event, struct walk, event), true);
}

static void walk_start(struct event *event)
{
	struct walk *walk = container_of(event, struct walk, event);
	struct walker *w = walk->owner;

	if (w->config.pwc.kind == PWC_SPLIT || w->config.pwc.kind == PWC_UNIFIED) {
		engine_at(w->engine, &walk->event, pwc_slot(&w->pwc, w->engine->now),
			  prefix_looked_up);
	} else {
		walk->level = WALK_ROOT + 1;
		walk_next_level(walk);
	}
}

/*
 * Gives a translation to this walker, which starts as soon as the start rate lets it. Only
 * schedules: a walk must not end before its send has returned.
 */
static void walk_begin(struct walk *walk, struct translation *t, bool waited)
{
	struct walker *w = walk->owner;
	cycle_t now = w->engine->now;
	cycle_t slot = port_reserve(&w->starts, now + (waited ? w->config.scan_latency : 0));
	uint64_t id = (uint64_t)t->kind << 32 | t->who.instruction;

	walk->t = t;
	walk->level = 0;
	walk->stale = false;
	walk->follows = w->last_started == id;
	w->last_started = id;
	walk->read_cycles = 0;
	walk->claimed = waited && w->policies.scheduler.ops->wants_reads;
	t->walk_started = now; /* its walker is taken from now on */
	t->walk_reads = 0;
	occupancy_change(&w->stats.busy, now, 1);
	if (w->config.fixed)
		engine_at(w->engine, &walk->event, slot + w->config.fixed_latency, fixed_time_over);
	else if (slot == now &&
		 (w->config.pwc.kind == PWC_SPLIT || w->config.pwc.kind == PWC_UNIFIED))
		walk_start(&walk->event);
	else
		engine_at(w->engine, &walk->event, slot, walk_start);
}

static bool walker_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct walker *w = owner;
	struct walk *walk = w->idle;

	if (!walk && w->buffered == w->config.buffer) {
		w->stats.refusals++;
		wait_list_add(&w->senders, waiter);
		return false;
	}
	if (w->listener.sampler)
		sampler_check(w->listener.sampler, w->engine->now);
	t->entered = t->walk_queued = w->engine->now;
	if (walk) {
		w->idle = walk->next;
		if (w->policies.scheduler.ops->passed)
			w->policies.scheduler.ops->passed(w->policies.scheduler.state, t);
		walk_begin(walk, t, false);
		return true;
	}
	w->buffered++;
	occupancy_change(&w->stats.buffer, w->engine->now, 1);
	if (w->policies.scheduler.ops->wants_reads)
		t->walk_reads = (uint8_t)pwc_claim(&w->pwc, t->who.asid, t->vpn);
	w->policies.scheduler.ops->arrive(w->policies.scheduler.state, t);
	return true;
}

/* Never refused: each was here before, and left its place to come back. */
static bool walker_replay(void *owner, struct translation *t, struct waiter *waiter)
{
	struct walker *w = owner;
	struct walk *walk = w->idle;

	(void)waiter;
	t->entered = t->walk_queued = w->engine->now;
	if (walk) {
		w->idle = walk->next;
		walk->replayed = true;
		walk_begin(walk, t, false);
		return true;
	}
	occupancy_change(&w->stats.buffer, w->engine->now, 1);
	tx_fifo_append(&w->replays, t);
	walker_use_reserve(w);
	return true;
}

/* The reads that the PWC does not save, from `level` down to the leaf. */
static void warm_reads(struct walker *w, struct translation *t, unsigned level)
{
	bool by_line = w->config.pwc.kind == PWC_LINES;

	while (level-- > w->leaf) {
		struct mem_access a;
		uint64_t pa;

		if (!w->source.pte_address(w->source.state, t->who.asid, t->vpn, level, &pa))
			return;
		if (by_line && pwc_lookup_line(&w->pwc, t->who.asid, pa, level))
			continue;
		mem_access_init(&a, MEM_OP_READ, KIND_WALK, w->engine->now);
		a.who = t->who;
		a.address = pa;
		a.vaddr = t->vpn << w->config.page_shift;
		a.bytes = WALK_PTE_BYTES;
		a.level = (uint8_t)level;
		a.no_cache = w->policies.caching.ops &&
			     !w->policies.caching.ops->may_cache(w->policies.caching.state, &a);
		a.misses = level < w->leaf + w->config.missing_levels;
		mem_warm(&w->memory.port, &a);
		pwc_fill(&w->pwc, t->who.asid, t->vpn, level, pa);
	}
}

static void walker_warm(void *owner, struct translation *t)
{
	struct walker *w = owner;
	const struct pwc_stats counted = w->pwc.stats;
	unsigned level = WALK_ROOT + 1;

	t->faulted = !w->source.translate(w->source.state, t->who.asid, t->vpn, &t->frame);
	if (t->faulted && w->faults.warm && w->source.paged &&
	    w->source.paged(w->source.state, t->who.asid, t->vpn))
		tx_warm(&w->faults, t);
	if (w->config.fixed)
		return;
	if (w->config.pwc.kind == PWC_SPLIT || w->config.pwc.kind == PWC_UNIFIED)
		level = w->leaf + pwc_lookup(&w->pwc, t->who.asid, t->vpn, false);
	warm_reads(w, t, level);
	w->pwc.stats = counted;
}

void walker_init(struct walker *w, struct engine *engine, const struct walker_config *config,
		 const struct walker_policies *policies, const struct page_source *source,
		 struct mem_port memory)
{
	struct pwc_config pwc = config->pwc;

	if (!config->walkers || !config->starts_per_cycle)
		BUG("%s: %u walkers, %u starts per cycle", config->name, config->walkers,
		    config->starts_per_cycle);
	memset(w, 0, sizeof(*w));
	w->engine = engine;
	w->config = *config;
	w->policies = *policies;
	w->source = *source;
	mem_outbox_init(&w->memory, memory, NULL);
	w->leaf = walk_leaf(config->page_shift);
	pwc.page_shift = config->page_shift;
	if (config->fixed)
		pwc.kind = PWC_NONE;
	w->config.pwc = pwc;
	pwc_init(&w->pwc, &pwc, &policies->pwc_replacement, source);
	port_init(&w->starts, config->starts_per_cycle);
	wait_list_init(&w->senders);
	w->last_started = UINT64_MAX;
	w->fault_waiter.wake = fault_room;
	w->stalled_last = &w->stalled;
	tx_fifo_init(&w->replays);
	w->walk = xcalloc((size_t)config->walkers + 1, sizeof(*w->walk));
	walker_reserve(w)->owner = w;
	for (uint32_t i = config->walkers; i-- > 0;) {
		w->walk[i].owner = w;
		w->walk[i].next = w->idle;
		w->idle = &w->walk[i];
	}
}

void walker_release(struct walker *w)
{
	pwc_release(&w->pwc);
	free(w->walk);
	w->walk = NULL;
}

struct tx_port walker_port(struct walker *w)
{
	return (struct tx_port){walker_send, w, walker_warm};
}

void walker_set_faults(struct walker *w, struct tx_port faults)
{
	w->faults = faults;
}

struct tx_port walker_replay_port(struct walker *w)
{
	return (struct tx_port){.send = walker_replay, .owner = w};
}

void walker_set_listener(struct walker *w, const struct walker_listener *listener)
{
	w->listener = *listener;
}

void walker_shootdown(struct walker *w, uint8_t asid, uint64_t vpn)
{
	pwc_shootdown(&w->pwc, asid, vpn);
	for (uint32_t i = 0; i <= w->config.walkers; i++) {
		const struct translation *t = w->walk[i].t;

		if (t && t->who.asid == asid)
			w->walk[i].stale = true;
	}
}

void walker_register_stats(const struct walker *w, struct stats *stats, const char *group,
			   const char *pwc_group)
{
	static const char *const reads[] = {NULL, "reads_level1", "reads_level2", "reads_level3",
					    "reads_level4"};
	const struct walker_stats *s = &w->stats;

	stats_counter(stats, group, "walks", &s->walks);
	stats_counter(stats, group, "faults", &s->faults);
	stats_counter(stats, group, "refusals", &s->refusals);
	if (w->faults.send) {
		stats_counter(stats, group, "replays", &s->replays);
		stats_counter(stats, group, "fault_stalls", &s->fault_stalls);
		stats_latency(stats, group, "stalled", &s->stalled);
	}
	stats_counter(stats, group, "reads", &s->reads);
	for (unsigned level = 1; level <= WALK_ROOT; level++)
		stats_counter(stats, group, reads[level], &s->reads_level[level]);
	stats_latency(stats, group, "wait", &s->wait);
	stats_latency(stats, group, "walk", &s->walk);
	stats_latency(stats, group, "total", &s->total);
	stats_latency(stats, group, "read", &s->read);
	stats_occupancy(stats, group, "buffer", &s->buffer);
	stats_occupancy(stats, group, "busy", &s->busy);
	pwc_register_stats(&w->pwc, stats, pwc_group);
}

void walker_describe(const struct walker *w, FILE *out)
{
	if (w->buffered)
		fprintf(out, "%s: %u of %u places in the walk buffer taken%s\n", w->config.name,
			w->buffered, w->config.buffer, w->senders.first ? ", senders wait" : "");
	for (uint32_t i = 0; i <= w->config.walkers; i++) {
		const struct walk *walk = &w->walk[i];
		const struct translation *t = walk->t;

		if (!t)
			continue;
		fprintf(out,
			"%s: walker %u translates page 0x%llx of address space %u since cycle %llu",
			w->config.name, i, (unsigned long long)t->vpn, t->who.asid,
			(unsigned long long)t->walk_started);
		if (walk == w->stalled)
			fprintf(out, ", the fault buffer has no room");
		else if (walk->level && !event_scheduled(&walk->event))
			fprintf(out, ", waits for the level %u entry at 0x%llx", walk->level,
				(unsigned long long)walk->access.address);
		fputc('\n', out);
	}
}
