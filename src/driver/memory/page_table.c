/* The radix tree of a page table, its pages placed in simulated memory; see page_table.h. */
#include "driver/memory/page_table.h"

#include <stdlib.h>
#include <string.h>

#include "socket/walk_levels.h"

_Static_assert(PAGE_TABLE_ENTRIES == 1 << WALK_INDEX_BITS, "a table page");
_Static_assert((int)TABLE_FRAME_SHIFT == (int)WALK_TABLE_SHIFT, "a frame of a table page");

static unsigned level_index(const struct page_table *pt, uint64_t vpn, unsigned level)
{
	return walk_index(pt->config.page_shift, vpn, level);
}

struct page_table *page_table_new(const struct page_table_config *config)
{
	struct page_table *pt = xcalloc(1, sizeof(*pt));

	pt->config = *config;
	pt->leaf_level = walk_leaf(config->page_shift);
	pt->pages = UINT64_C(1) << (WALK_VA_BITS - config->page_shift);
	for (unsigned i = 0; i < PAGE_TABLE_LEAVES_CACHED; i++)
		pt->leaf[i].prefix = UINT64_MAX;
	return pt;
}

static void free_page(const struct page_table *pt, struct table_page *page)
{
	if (page->level > pt->leaf_level)
		for (unsigned i = 0; i < PAGE_TABLE_ENTRIES; i++)
			if (page->child[i])
				free_page(pt, page->child[i]);
	frames_give(pt->config.frames, page->address);
	for (unsigned i = 1; page->copies && i < pt->config.chiplets; i++)
		frames_give(pt->config.frames, page->copies[i]);
	free(page->copies);
	free(page);
}

void page_table_free(struct page_table *pt)
{
	if (!pt)
		return;
	if (pt->root)
		free_page(pt, pt->root);
	free(pt);
}

static void visit_page(const struct page_table *pt, const struct table_page *page,
		       void (*visit)(void *state, uint64_t pa, uint64_t bytes), void *state)
{
	if (page->level > pt->leaf_level)
		for (unsigned i = 0; i < PAGE_TABLE_ENTRIES; i++)
			if (page->child[i])
				visit_page(pt, page->child[i], visit, state);
	visit(state, page->address, UINT64_C(1) << TABLE_FRAME_SHIFT);
}

void page_table_each_page(const struct page_table *pt,
			  void (*visit)(void *state, uint64_t pa, uint64_t bytes), void *state)
{
	if (pt->root)
		visit_page(pt, pt->root, visit, state);
}

struct table_page *page_table_find_leaf(struct page_table *pt, uint64_t prefix)
{
	struct table_page *page = pt->root;
	uint64_t vpn = prefix * PAGE_TABLE_ENTRIES;
	unsigned slot = (unsigned)(prefix % PAGE_TABLE_LEAVES_CACHED);

	if (prefix >= pt->pages / PAGE_TABLE_ENTRIES)
		return NULL;
	for (unsigned level = WALK_ROOT; page && level > pt->leaf_level; level--)
		page = page->child[level_index(pt, vpn, level)];
	if (page) {
		pt->leaf[slot].prefix = prefix;
		pt->leaf[slot].page = page;
	}
	return page;
}

/* A frame on each chiplet; those taken before one fails stay with the page, which ends the run. */
static bool take_copies(const struct page_table *pt, struct table_page *page, struct error *err)
{
	page->copies = xcalloc(pt->config.chiplets, sizeof(*page->copies));
	page->copies[0] = page->address;
	for (unsigned i = 1; i < pt->config.chiplets; i++)
		if (!frames_take_table(pt->config.frames, i, &page->copies[i], err)) {
			for (unsigned j = 1; j < i; j++)
				frames_give(pt->config.frames, page->copies[j]);
			free(page->copies);
			page->copies = NULL;
			return false;
		}
	return true;
}

/* The table page at *place, made when it is not there. */
static struct table_page *need_page(struct page_table *pt, struct table_page **place,
				    struct table_page *parent, unsigned level, uint64_t vpn,
				    unsigned data_chiplet, struct error *err)
{
	const struct page_table_config *c = &pt->config;
	struct table_page *page;
	unsigned chiplet;
	uint64_t address;

	if (*place)
		return *place;
	chiplet = c->placement.ops->replicated
			  ? 0
			  : c->placement.ops->chiplet(c->placement.state, c->asid, level, vpn,
						      data_chiplet);
	if (!frames_take_table(c->frames, chiplet, &address, err))
		return NULL;
	page = xcalloc(1, sizeof(*page));
	page->address = address;
	if (c->placement.ops->replicated && !take_copies(pt, page, err)) {
		frames_give(c->frames, address);
		free(page);
		return NULL;
	}
	page->parent = parent;
	page->chiplet = (uint8_t)chiplet;
	page->level = (uint8_t)level;
	pt->table_pages++;
	*place = page;
	return page;
}

bool page_table_map(struct page_table *pt, uint64_t vpn, uint64_t frame, unsigned data_chiplet,
		    struct error *err)
{
	struct table_page *page = page_table_leaf(pt, vpn);
	uint64_t *entry;

	if (vpn >= pt->pages || frame & ~PTE_FRAME_MASK)
		BUG("address space %u: page 0x%llx, frame 0x%llx", pt->config.asid,
		    (unsigned long long)vpn, (unsigned long long)frame);
	if (!page) {
		page = need_page(pt, &pt->root, NULL, WALK_ROOT, vpn, data_chiplet, err);
		for (unsigned level = WALK_ROOT; page && level > pt->leaf_level; level--)
			page = need_page(pt, &page->child[level_index(pt, vpn, level)], page,
					 level - 1, vpn, data_chiplet, err);
		if (!page)
			return false;
	}
	entry = &page->entry[vpn % PAGE_TABLE_ENTRIES];
	if (*entry & PTE_PRESENT)
		BUG("address space %u: page 0x%llx mapped twice", pt->config.asid,
		    (unsigned long long)vpn);
	*entry = (*entry & ~PTE_FRAME_MASK) | frame | PTE_PRESENT;
	pt->mapped++;
	return true;
}

/* The entry of a mapped page, its generation advanced. */
static uint64_t *change_entry(struct page_table *pt, uint64_t vpn)
{
	struct table_page *leaf = page_table_leaf(pt, vpn);
	uint64_t *entry = leaf ? &leaf->entry[vpn % PAGE_TABLE_ENTRIES] : NULL;

	if (!entry || !(*entry & PTE_PRESENT))
		BUG("address space %u: page 0x%llx is not mapped", pt->config.asid,
		    (unsigned long long)vpn);
	if (*entry >> PTE_GENERATION_SHIFT < PTE_GENERATION_MAX)
		*entry += UINT64_C(1) << PTE_GENERATION_SHIFT;
	return entry;
}

uint64_t page_table_unmap(struct page_table *pt, uint64_t vpn)
{
	uint64_t *entry = change_entry(pt, vpn);
	uint64_t frame = *entry & PTE_FRAME_MASK;

	*entry &= ~(PTE_FRAME_MASK | PTE_PRESENT);
	pt->mapped--;
	return frame;
}

uint64_t page_table_remap(struct page_table *pt, uint64_t vpn, uint64_t frame)
{
	uint64_t *entry = change_entry(pt, vpn);
	uint64_t old = *entry & PTE_FRAME_MASK;

	*entry = (*entry & ~PTE_FRAME_MASK) | frame;
	return old;
}

bool page_table_copy_address(struct page_table *pt, unsigned chiplet, uint64_t vpn, unsigned level,
			     uint64_t *pa)
{
	const struct table_page *page = page_table_leaf(pt, vpn);

	if (page) {
		for (unsigned l = pt->leaf_level; l < level; l++)
			page = page->parent;
	} else {
		if (vpn >= pt->pages)
			return false;
		page = pt->root;
		for (unsigned l = WALK_ROOT; page && l > level; l--)
			page = page->child[level_index(pt, vpn, l)];
	}
	if (!page)
		return false;
	*pa = (page->copies ? page->copies[chiplet] : page->address) +
	      (uint64_t)level_index(pt, vpn, level) * WALK_PTE_BYTES;
	return true;
}

bool page_table_entry_address(struct page_table *pt, uint64_t vpn, unsigned level, uint64_t *pa)
{
	return page_table_copy_address(pt, 0, vpn, level, pa);
}
