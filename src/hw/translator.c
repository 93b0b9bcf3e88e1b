/* Pages under way by key in a small hash table; see translator.h. */
#include "hw/translator.h"

#include <stdlib.h>
#include <string.h>

#include "hw/tlb.h"

static struct translator_page **bucket_of(const struct translator *x, uint64_t key)
{
	return &x->bucket[key * UINT64_C(0x9e3779b97f4a7c15) >> x->bucket_shift];
}

static struct translator_page *find(const struct translator *x, uint64_t key)
{
	struct translator_page *page = *bucket_of(x, key);

	while (page && page->key != key)
		page = page->next;
	return page;
}

/* Below */

static void go_on(struct translator *x, struct mem_access *a)
{
	if (!x->outbox && mem_send(&x->down, a, &x->down_waiter))
		return;
	a->next = NULL;
	*x->outbox_last = a;
	x->outbox_last = &a->next;
}

static void down_has_room(struct waiter *waiter)
{
	struct translator *x = container_of(waiter, struct translator, down_waiter);

	while (x->outbox) {
		struct mem_access *next = x->outbox->next;

		if (!mem_send(&x->down, x->outbox, &x->down_waiter))
			return;
		x->outbox = next;
		if (!next)
			x->outbox_last = &x->outbox;
	}
}

/* Translations */

static void page_free(struct translator *x, struct translator_page *page)
{
	struct translator_page **link = bucket_of(x, page->key);

	while (*link != page)
		link = &(*link)->next;
	*link = page->next;
	page->next = x->free;
	x->free = page;
}

static void answered(void *owner, struct translation *t)
{
	struct translator_page *page = owner;
	struct translator *x = page->owner;
	struct mem_access *waiting = page->first;
	uint64_t frame = t->frame, in_page = (UINT64_C(1) << x->config.page_shift) - 1;

	resolution_add(&x->stats.resolution, t, 0, x->engine->now);
	x->config.check(x->config.check_ctx, t);
	pool_give(x->config.translations, t);
	page_free(x, page);
	while (waiting) {
		struct mem_access *a = waiting;

		waiting = a->next;
		a->address = frame + (a->vaddr & in_page);
		occupancy_change(&x->stats.waiting, x->engine->now, -1);
		go_on(x, a);
	}
	while (x->stats.waiting.now < x->config.queue && wait_list_wake(&x->senders))
		;
}

static void send_translation(struct translator *x, struct translation *t)
{
	if (!x->unsent && tx_send(&x->tlb, t, &x->tlb_waiter))
		return;
	t->next = NULL;
	*x->unsent_last = t;
	x->unsent_last = &t->next;
}

static void tlb_has_room(struct waiter *waiter)
{
	struct translator *x = container_of(waiter, struct translator, tlb_waiter);

	while (x->unsent) {
		struct translation *next = x->unsent->next;

		if (!tx_send(&x->tlb, x->unsent, &x->tlb_waiter))
			return;
		x->unsent = next;
		if (!next)
			x->unsent_last = &x->unsent;
	}
}

static struct translator_page *ask(struct translator *x, uint64_t key, const struct mem_access *a)
{
	struct translator_page *page = x->free, **bucket = bucket_of(x, key);
	struct translation *t = pool_take(x->config.translations);

	x->free = page->next;
	page->key = key;
	page->first = NULL;
	page->last = &page->first;
	page->next = *bucket;
	*bucket = page;
	translation_init(t, a->kind, x->config.page_shift, x->engine->now);
	t->who = a->who;
	t->vpn = a->vaddr >> x->config.page_shift;
	t->owner = page;
	tx_push(t, answered, page);
	send_translation(x, t);
	return page;
}

static bool send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct translator *x = owner;
	uint64_t key = tlb_key(a->who.asid, a->vaddr >> x->config.page_shift);
	struct translator_page *page;

	if (x->stats.waiting.now == x->config.queue) {
		x->stats.refused++;
		wait_list_add(&x->senders, waiter);
		return false;
	}
	page = x->config.unshared ? NULL : find(x, key);
	if (page)
		x->stats.shared++;
	else
		page = ask(x, key, a);
	a->next = NULL;
	*page->last = a;
	page->last = &a->next;
	occupancy_change(&x->stats.waiting, x->engine->now, 1);
	return true;
}

struct mem_port translator_port(struct translator *x)
{
	return (struct mem_port){send, x};
}

void translator_init(struct translator *x, struct engine *engine,
		     const struct translator_config *config, struct mem_port down)
{
	unsigned bits = 1;

	memset(x, 0, sizeof(*x));
	x->engine = engine;
	x->config = *config;
	x->down = down;
	while (UINT32_C(1) << bits < 2 * config->queue)
		bits++;
	x->bucket = xcalloc((size_t)1 << bits, sizeof(struct translator_page *));
	x->bucket_shift = 64 - bits;
	x->page = xcalloc(config->queue, sizeof(*x->page));
	for (uint32_t i = config->queue; i-- > 0;) {
		x->page[i].owner = x;
		x->page[i].next = x->free;
		x->free = &x->page[i];
	}
	x->unsent_last = &x->unsent;
	x->outbox_last = &x->outbox;
	x->tlb_waiter.wake = tlb_has_room;
	x->down_waiter.wake = down_has_room;
	wait_list_init(&x->senders);
}

void translator_connect(struct translator *x, struct tx_port tlb)
{
	x->tlb = tlb;
}

void translator_release(struct translator *x)
{
	free(x->bucket);
	free(x->page);
}

void translator_register_stats(const struct translator *x, struct stats *stats, const char *group,
			       const char *pipe)
{
	const struct translator_stats *s = &x->stats;

	stats_counter(stats, group, "shared", &s->shared);
	stats_counter(stats, group, "refused", &s->refused);
	stats_occupancy(stats, group, "waiting", &s->waiting);
	stats_latency(stats, pipe, "translation", &s->resolution.latency);
	resolution_register_stats(&s->resolution, stats, pipe);
}

void translator_describe(const struct translator *x, FILE *out)
{
	if (x->stats.waiting.now)
		fprintf(out, "translator: %u accesses wait for a translation%s\n",
			x->stats.waiting.now, x->unsent ? ", the TLB has no room" : "");
	if (x->outbox)
		fprintf(out, "translator: the access to 0x%llx is not taken below\n",
			(unsigned long long)x->outbox->address);
}
