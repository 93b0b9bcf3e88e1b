/* Blocks of paged memory, found by address; the pages of buffers; who accesses them. */
#include "driver/paging/pager_parts.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST_BUCKET_BITS = 6 };

/* Blocks */

static uint64_t block_number(const struct pager *p, uint64_t vpn)
{
	return vpn >> (PAGED_BLOCK_SHIFT - p->config.page_shift);
}

static struct block **block_bucket(const struct pager *p, uint8_t asid, uint64_t number)
{
	uint64_t key = number ^ (uint64_t)asid << 48;

	return &p->bucket[key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - p->bucket_bits)];
}

struct block *pager_find(const struct pager *p, uint8_t asid, uint64_t vpn)
{
	uint64_t number = block_number(p, vpn);
	struct block *b = *block_bucket(p, asid, number);

	while (b && (b->base.asid != asid || block_number(p, b->base.first_vpn) != number))
		b = b->chain;
	return b;
}

static void grow_buckets(struct pager *p)
{
	struct block **old = p->bucket;
	size_t old_buckets = p->bucket ? (size_t)1 << p->bucket_bits : 0;

	p->bucket_bits = p->bucket ? p->bucket_bits + 2 : FEWEST_BUCKET_BITS;
	p->bucket = xcalloc((size_t)1 << p->bucket_bits, sizeof(struct block *));
	for (size_t i = 0; i < old_buckets; i++)
		while (old[i]) {
			struct block *b = old[i], **bucket;

			old[i] = b->chain;
			bucket = block_bucket(p, b->base.asid, block_number(p, b->base.first_vpn));
			b->chain = *bucket;
			*bucket = b;
		}
	free(old);
}

static struct block *need_block(struct pager *p, uint8_t asid, uint64_t vpn)
{
	struct block *b = pager_find(p, asid, vpn), **bucket;
	unsigned pages = p->block_pages;

	if (b)
		return b;
	if (p->block_count >> p->bucket_bits)
		grow_buckets(p);
	b = xcalloc(1, sizeof(*b) + pages * (sizeof(struct page) + sizeof(struct paged_unit)));
	b->base.asid = asid;
	b->base.pages = pages;
	b->base.first_vpn = vpn & ~(uint64_t)(pages - 1);
	b->base.unit = (struct paged_unit *)(void *)(b->page + pages);
	b->host = p->next_host;
	p->next_host += UINT64_C(1) << PAGED_BLOCK_SHIFT;
	for (unsigned i = 0; i < pages; i++) {
		b->page[i].old_frame = PAGE_NO_FRAME;
		b->page[i].moves_to = PAGE_ANY_CHIPLET;
		b->base.unit[i].block = &b->base;
		b->base.unit[i].page = (uint16_t)i;
	}
	bucket = block_bucket(p, asid, block_number(p, vpn));
	b->chain = *bucket;
	*bucket = b;
	p->block_count++;
	return b;
}

/* A block without pages of a buffer goes when nobody knows it any more. */
static void forget_block(struct pager *p, struct block *b)
{
	struct block **link = block_bucket(p, b->base.asid, block_number(p, b->base.first_vpn));

	if (b->busy || page_mask_count(&b->base.managed))
		return;
	while (*link != b)
		link = &(*link)->chain;
	*link = b->chain;
	p->block_count--;
	free(b);
}

void pager_let_go(struct pager *p, struct block *b)
{
	b->busy--;
	if (!b->busy && !page_mask_count(&b->base.managed))
		forget_block(p, b);
}

struct frame_pool *pager_pool(const struct pager *p, const struct block *b, unsigned page)
{
	unsigned share = p->config.shares ? b->base.asid : 0;
	unsigned chiplet = b->page[page].chiplet == PAGE_ANY_CHIPLET ? 0 : b->page[page].chiplet;

	return &p->pools[share * p->config.chiplets + chiplet];
}

/* Buffers. The frames of a footprint are those of all chiplets in equal parts. */

static void count_footprint(struct pager *p, uint8_t asid, uint64_t pages, bool more)
{
	struct frame_pool *pool = &p->pools[p->config.shares ? asid * p->config.chiplets : 0];

	pool->footprint += more ? pages : -pages;
}

/* Before anybody asks for the page. */
static void follow_hint(struct pager *p, struct block *b, unsigned i)
{
	uint8_t hint = p->buffers[b->page[i].buffer].hint;

	if (b->page[i].state != PAGE_OUT)
		return; /* on its way since an earlier buffer */
	if (hint == HINT_PINNED)
		pager_map_in_place(p, b, i);
	else if (hint == HINT_PREFETCH)
		pager_ask(p, b, i);
}

static bool is_buffer(const struct paged_buffer *buffer, const struct address_space *as,
		      const struct mapped_range *range, uint64_t pages)
{
	return buffer->asid == as->config.asid && buffer->hint == range->hint &&
	       buffer->pages == pages && !strcmp(buffer->name, range->name);
}

/* An application that is launched again has the same buffers again. */
static uint32_t find_buffer(struct pager *p, const struct address_space *as,
			    const struct mapped_range *range, uint64_t pages)
{
	struct paged_buffer *buffer;

	for (size_t i = 0; i < p->buffer_count; i++)
		if (is_buffer(&p->buffers[i], as, range, pages))
			return (uint32_t)i;
	p->buffers = xrealloc(p->buffers, (p->buffer_count + 1) * sizeof(*p->buffers));
	buffer = &p->buffers[p->buffer_count];
	*buffer =
		(struct paged_buffer){.asid = as->config.asid, .pages = pages, .hint = range->hint};
	snprintf(buffer->name, sizeof(buffer->name), "%s", range->name);
	return (uint32_t)p->buffer_count++;
}

static void add_range(void *pager, struct address_space *as, const struct mapped_range *range)
{
	struct pager *p = pager;
	uint64_t first = range->va >> p->config.page_shift;
	uint64_t pages = range->bytes >> p->config.page_shift;
	uint32_t buffer = find_buffer(p, as, range, pages);

	for (uint64_t vpn = first; vpn < first + pages; vpn++) {
		struct block *b = need_block(p, as->config.asid, vpn);
		unsigned i = page_index(b, vpn);

		b->as = as;
		b->frames = as->config.frames;
		page_mask_add(&b->base.managed, i);
		b->page[i].buffer = buffer;
		b->page[i].anywhere = p->config.chiplets > 1;
		b->page[i].chiplet = p->config.chiplets > 1 ? PAGE_ANY_CHIPLET : 0;
		b->page[i].came = 0;
		b->page[i].migrates = false;
		follow_hint(p, b, i);
	}
	count_footprint(p, as->config.asid, pages, true);
}

static void place_page(void *pager, uint8_t asid, uint64_t vpn, unsigned chiplet)
{
	struct block *b = pager_find(pager, asid, vpn);
	struct page *page = &b->page[page_index(b, vpn)];

	page->chiplet = (uint8_t)chiplet;
	page->anywhere = false;
}

struct frame_pool *pager_pool_of(const struct pager *p, const struct block *b, unsigned chiplet)
{
	return &p->pools[(p->config.shares ? b->base.asid : 0) * p->config.chiplets + chiplet];
}

/* The frame that a page had before it moved. */
void pager_give_old_frame(struct pager *p, struct block *b, unsigned i)
{
	struct page *page = &b->page[i];

	if (page->old_frame == PAGE_NO_FRAME)
		return;
	frames_give(b->frames, page->old_frame);
	pager_pool_of(p, b, page->old_chiplet)->used--;
	p->stats.resident--;
	page->old_frame = PAGE_NO_FRAME;
}

/* Pages on their way find out when they arrive. */
static void remove_page(struct pager *p, struct block *b, unsigned i)
{
	struct page *page = &b->page[i];
	uint64_t vpn = b->base.first_vpn + i;

	page_mask_drop(&b->base.managed, i);
	page_mask_drop(&b->wanted, i);
	if (page->state == PAGE_OUT)
		pager_give_old_frame(p, b, i);
	if (page->state != PAGE_IN && page->state != PAGE_MAPPED)
		return;
	page_table_unmap(b->as->table, vpn);
	if (!p->closed)
		b->as->config.shootdown(b->as->config.owner, b->base.asid, vpn);
	if (page->state == PAGE_IN) {
		struct frame_pool *pool = pager_pool(p, b, i);

		p->config.eviction.ops->gone(p->config.eviction.state, &b->base, i);
		frames_give(b->frames, page->frame);
		pool->used--;
		p->stats.resident--;
		page_mask_drop(&b->base.present, i);
	}
	page->state = PAGE_OUT;
	page->dirty = page->fresh = page->ahead = false;
}

static void remove_range(void *pager, struct address_space *as, const struct mapped_range *range)
{
	struct pager *p = pager;
	uint64_t first = range->va >> p->config.page_shift;
	uint64_t end = first + (range->bytes >> p->config.page_shift);

	for (uint64_t vpn = first; vpn < end; vpn++) {
		struct block *b = pager_find(p, as->config.asid, vpn);

		remove_page(p, b, page_index(b, vpn));
		forget_block(p, b);
	}
	count_footprint(p, as->config.asid, end - first, false);
}

struct page_keeper pager_keeper(struct pager *p)
{
	return (struct page_keeper){add_range, place_page, remove_range, p};
}

size_t pager_buffers(const struct pager *p, const struct paged_buffer **buffers)
{
	*buffers = p->buffers;
	return p->buffer_count;
}

/* What the hardware asks and tells */

static struct block *managed(const struct pager *p, uint8_t asid, uint64_t vpn, unsigned *page)
{
	struct block *b = pager_find(p, asid, vpn);

	if (!b)
		return NULL;
	*page = page_index(b, vpn);
	return page_mask_has(&b->base.managed, *page) ? b : NULL;
}

bool pager_manages(const struct pager *p, uint8_t asid, uint64_t vpn)
{
	unsigned page;

	return managed(p, asid, vpn, &page) != NULL;
}

void pager_ask(struct pager *p, struct block *b, unsigned page)
{
	page_mask_add(&b->wanted, page);
	if (!b->asked) {
		b->asked = true;
		b->busy++;
		b->next = NULL;
		*p->asked_last = b;
		p->asked_last = &b->next;
	}
	pager_arrived(p);
}

/* Of pages that are counted together those that are mapped in place come. */
static void count_in_place(struct pager *p, struct block *b, unsigned i)
{
	unsigned first = i & ~(p->config.counted_pages - 1);

	if (p->buffers[b->page[i].buffer].hint != HINT_NONE)
		return;
	b->page[first].accesses++;
	if (!p->config.service.ops->comes ||
	    !p->config.service.ops->comes(p->config.service.state, b->page[first].accesses))
		return;
	b->page[first].accesses = 0;
	p->stats.counted++;
	for (unsigned k = first; k < first + p->config.counted_pages && k < b->base.pages; k++)
		if (b->page[k].state == PAGE_MAPPED) {
			b->page[k].migrates = true;
			pager_ask(p, b, k);
		}
}

/* A page that only others access moves to the last of them. */
static void count_chiplet(struct pager *p, struct block *b, unsigned i, uint8_t chiplet)
{
	struct page *page = &b->page[i];

	if (page->chiplet == chiplet) {
		page->accesses = 0;
		return;
	}
	if (++page->accesses != p->config.chiplet_threshold || page->fresh)
		return;
	page->moves_to = chiplet;
	pager_ask(p, b, i);
}

void pager_access_begins(struct pager *p, const struct requester *who, uint64_t vpn, enum mem_op op)
{
	unsigned i;
	struct block *b = managed(p, who->asid, vpn, &i);
	struct page *page;

	if (!b)
		return;
	page = &b->page[i];
	page->in_flight++;
	if (page->state == PAGE_LEAVING) {
		if (page->leave && page->in_flight == 1)
			page->leave->accessed++;
		return; /* with a translation from before: the oracle reports it */
	}
	page->dirty |= op != MEM_OP_READ;
	page->ahead = false;
	if (page->state == PAGE_MAPPED) {
		count_in_place(p, b, i);
		return;
	}
	if (p->config.chiplet_threshold)
		count_chiplet(p, b, i, who->chiplet);
	if (p->config.eviction.ops->used)
		p->config.eviction.ops->used(p->config.eviction.state, &b->base, i);
	if (page->fresh) {
		page->fresh = false;
		pager_wake(p);
	}
}

void pager_access_ends(struct pager *p, const struct requester *who, uint64_t vpn)
{
	unsigned i;
	struct block *b = managed(p, who->asid, vpn, &i);
	struct page *page;

	if (!b)
		return;
	page = &b->page[i];
	if (!page->in_flight)
		BUG("cycle %llu: an access to page 0x%llx of address space %u ends twice",
		    (unsigned long long)p->config.engine->now, (unsigned long long)vpn, who->asid);
	if (--page->in_flight == 0 && page->state == PAGE_LEAVING && page->leave)
		pager_access_over(page->leave);
}

bool pager_holds(const struct pager *p, uint8_t asid, uint64_t vpn, uint64_t frame)
{
	unsigned i;
	const struct block *b = managed(p, asid, vpn, &i);
	const struct page *page;

	if (!b)
		return true;
	page = &b->page[i];
	if (frame >= p->config.host_base)
		return page->state != PAGE_IN || page->in_flight;
	return page->frame == frame && (page->state == PAGE_IN || page->state == PAGE_LEAVING);
}

void pager_warm(void *pager, struct translation *t)
{
	struct pager *p = pager;
	unsigned i;
	struct block *b = managed(p, t->who.asid, t->vpn, &i);

	if (!b)
		return;
	if (b->page[i].chiplet == PAGE_ANY_CHIPLET)
		b->page[i].chiplet = t->who.chiplet;
	if (b->page[i].state == PAGE_OUT)
		t->faulted = pager_maps(p, b, i) ? !pager_map_in_place(p, b, i)
						 : !pager_bring_now(p, b, i);
	if (!t->faulted)
		page_table_translate(b->as->table, t->vpn, &t->frame);
}

/* Life */

struct pager *pager_new(const struct pager_config *config)
{
	struct pager *p = xcalloc(1, sizeof(*p));

	p->config = *config;
	p->block_pages = 1u << (PAGED_BLOCK_SHIFT - config->page_shift);
	if (p->config.counted_pages > p->block_pages)
		p->config.counted_pages = p->block_pages;
	if (!p->config.counted_pages)
		p->config.counted_pages = 1;
	p->next_host = config->host_base;
	p->pools = xcalloc((size_t)config->chiplets * (config->shares ? config->apps : 1),
			   sizeof(*p->pools));
	p->tasks = xcalloc(config->batch, sizeof(*p->tasks));
	p->asked_last = &p->asked;
	move_list_init(&p->hungry);
	pool_init(&p->moves, sizeof(struct move));
	pool_init(&p->leaves, sizeof(struct leave));
	grow_buckets(p);
	return p;
}

void pager_close(struct pager *p)
{
	p->closed = true;
}

void pager_free(struct pager *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < (size_t)1 << p->bucket_bits; i++)
		while (p->bucket[i]) {
			struct block *b = p->bucket[i];

			p->bucket[i] = b->chain;
			free(b);
		}
	pool_release(&p->moves);
	pool_release(&p->leaves);
	free(p->bucket);
	free(p->pools);
	free(p->tasks);
	free(p->buffers);
	free(p);
}
