/* Pages under way by key in a small hash table; see translator.h. */
#include "designs/vivt/translator.h"

#include <stdlib.h>
#include <string.h>

#include "hw/translation/tlb.h"

static struct translator_page **translator_bucket(const struct translator *x, uint64_t key)
{
	return &x->bucket[key * UINT64_C(0x9e3779b97f4a7c15) >> x->bucket_shift];
}

static struct translator_page *translator_find(const struct translator *x, uint64_t key)
{
	struct translator_page *page = *translator_bucket(x, key);

	while (page && page->key != key)
		page = page->next;
	return page;
}

/* Translations */

static void translator_page_free(struct translator *x, struct translator_page *page)
{
	struct translator_page **link = translator_bucket(x, page->key);

	while (*link != page)
		link = &(*link)->next;
	*link = page->next;
	page->next = x->free;
	x->free = page;
}

static void translator_access_answered(void *owner, struct mem_access *a)
{
	struct translator *x = owner;

	x->config.ends(x->config.check_ctx, a, a->vaddr >> x->config.page_shift);
	mem_reply(a);
}

static void translator_answered(void *owner, struct translation *t)
{
	struct translator_page *page = owner;
	struct translator *x = page->owner;
	struct mem_access *waiting = page->waiting.first;
	uint64_t frame = t->frame, in_page = (UINT64_C(1) << x->config.page_shift) - 1;

	resolution_add(&x->stats.resolution, t, 0, x->engine->now);
	x->config.check(x->config.check_ctx, t);
	pool_give(x->config.translations, t);
	translator_page_free(x, page);
	while (waiting) {
		struct mem_access *a = waiting;

		waiting = a->next;
		a->address = frame + (a->vaddr & in_page);
		occupancy_change(&x->stats.waiting, x->engine->now, -1);
		if (x->config.begins) {
			x->config.begins(x->config.check_ctx, a, a->vaddr >> x->config.page_shift);
			mem_push(a, translator_access_answered, x);
		}
		mem_outbox_send(&x->down, a);
	}
	while (x->stats.waiting.now < x->config.queue && wait_list_wake(&x->senders))
		;
}

static struct translator_page *translator_ask(struct translator *x, uint64_t key,
					      const struct mem_access *a)
{
	struct translator_page *page = x->free, **bucket = translator_bucket(x, key);
	struct translation *t = pool_take(x->config.translations);

	x->free = page->next;
	page->key = key;
	mem_fifo_init(&page->waiting);
	page->next = *bucket;
	*bucket = page;
	translation_init(t, a->kind, x->config.page_shift, x->engine->now);
	t->who = a->who;
	t->vpn = a->vaddr >> x->config.page_shift;
	t->owner = page;
	tx_push(t, translator_answered, page);
	tx_outbox_send(&x->tlb, t);
	return page;
}

static bool translator_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct translator *x = owner;
	uint64_t key = tlb_key(a->who.asid, a->vaddr >> x->config.page_shift);
	struct translator_page *page;

	if (x->stats.waiting.now == x->config.queue) {
		x->stats.refused++;
		wait_list_add(&x->senders, waiter);
		return false;
	}
	page = x->config.unshared ? NULL : translator_find(x, key);
	if (page)
		x->stats.shared++;
	else
		page = translator_ask(x, key, a);
	mem_fifo_append(&page->waiting, a);
	occupancy_change(&x->stats.waiting, x->engine->now, 1);
	return true;
}

static void translator_warm(void *owner, struct mem_access *a)
{
	const struct translator *x = owner;
	struct translation t;

	translation_init(&t, a->kind, x->config.page_shift, x->engine->now);
	t.who = a->who;
	t.vpn = a->vaddr >> x->config.page_shift;
	tx_warm(&x->tlb.port, &t);
	if (t.faulted)
		return;
	a->address = t.frame + (a->vaddr & ((UINT64_C(1) << x->config.page_shift) - 1));
	mem_warm(&x->down.port, a);
}

struct mem_port translator_port(struct translator *x)
{
	return (struct mem_port){translator_send, x, translator_warm};
}

void translator_init(struct translator *x, struct engine *engine,
		     const struct translator_config *config, struct mem_port down)
{
	unsigned bits = 1;

	memset(x, 0, sizeof(*x));
	x->engine = engine;
	x->config = *config;
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
	tx_outbox_init(&x->tlb, (struct tx_port){0}, NULL);
	mem_outbox_init(&x->down, down, NULL);
	wait_list_init(&x->senders);
}

void translator_connect(struct translator *x, struct tx_port tlb)
{
	x->tlb.port = tlb;
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
			x->stats.waiting.now,
			tx_outbox_first(&x->tlb) ? ", the TLB has no room" : "");
	if (mem_outbox_first(&x->down))
		fprintf(out, "translator: the access to 0x%llx is not taken below\n",
			(unsigned long long)mem_outbox_first(&x->down)->address);
}
