/* The radix tree of a page table, its pages placed in simulated memory; see page_table.h. */
#include "driver/memory/page_table.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)TABLE_FRAME_SHIFT == (int)WALK_TABLE_SHIFT, "a frame of a table page");

static uint32_t level_index(const struct page_table *pt, uint64_t vpn, unsigned level)
{
	return walk_index(pt->shape, vpn, level);
}

/* Entries of a page of this level. */
static uint64_t level_entries(const struct page_table *pt, unsigned level)
{
	return level == WALK_ROOT ? walk_prefix(pt->shape, pt->pages - 1, level) + 1
				  : UINT64_C(1) << pt->shape.index_bits;
}

/* Which of the frames of its page an entry lies in. */
static uint64_t frame_of_index(const struct page_table *pt, uint64_t index)
{
	return index * pt->config.pte_bytes >> TABLE_FRAME_SHIFT;
}

static uint64_t level_frames(const struct page_table *pt, unsigned level)
{
	return frame_of_index(pt, level_entries(pt, level) - 1) + 1;
}

static struct table_page **children(struct table_page *page)
{
	return (struct table_page **)page->entry;
}

static struct table_page *child_of(const struct page_table *pt, struct table_page *page,
				   uint64_t vpn)
{
	return children(page)[level_index(pt, vpn, page->level)];
}

struct page_table *page_table_new(const struct page_table_config *config)
{
	struct page_table *pt = xcalloc(1, sizeof(*pt));

	pt->config = *config;
	if (!pt->config.pte_bytes)
		pt->config.pte_bytes = WALK_PTE_BYTES;
	pt->shape = walk_shape(config->page_shift, config->index_bits);
	pt->leaf_level = pt->shape.leaf;
	pt->copies = config->placement.ops->replicated ? config->chiplets : 1;
	pt->pages = UINT64_C(1) << (WALK_VA_BITS - config->page_shift);
	for (unsigned i = 0; i < PAGE_TABLE_LEAVES_CACHED; i++)
		pt->leaf[i].prefix = UINT64_MAX;
	return pt;
}

/* Calls visit for every page below this one, then for it. */
static void each_page(const struct page_table *pt, struct table_page *page,
		      void (*visit)(const struct page_table *pt, struct table_page *page,
				    void *state),
		      void *state)
{
	for (uint64_t i = 0; page->level > pt->leaf_level && i < level_entries(pt, page->level);
	     i++)
		if (children(page)[i])
			each_page(pt, children(page)[i], visit, state);
	visit(pt, page, state);
}

static void free_page(const struct page_table *pt, struct table_page *page, void *state)
{
	(void)state;
	for (uint64_t i = 0; i < level_frames(pt, page->level) * pt->copies; i++)
		if (page->address[i])
			frames_give(pt->config.frames, page->address[i]);
	free(page->address);
	free(page);
}

void page_table_free(struct page_table *pt)
{
	if (!pt)
		return;
	if (pt->root)
		each_page(pt, pt->root, free_page, NULL);
	free(pt);
}

struct frame_visitor {
	void (*visit)(void *state, uint64_t pa, uint64_t bytes);
	void *state;
};

/* The copies of one chiplet stand for all. */
static void visit_frames(const struct page_table *pt, struct table_page *page, void *state)
{
	const struct frame_visitor *visitor = state;

	for (uint64_t i = 0; i < level_frames(pt, page->level); i++)
		if (page->address[i * pt->copies])
			visitor->visit(visitor->state, page->address[i * pt->copies],
				       UINT64_C(1) << TABLE_FRAME_SHIFT);
}

void page_table_each_page(const struct page_table *pt,
			  void (*visit)(void *state, uint64_t pa, uint64_t bytes), void *state)
{
	struct frame_visitor visitor = {visit, state};

	if (pt->root)
		each_page(pt, pt->root, visit_frames, &visitor);
}

struct table_page *page_table_find_leaf(struct page_table *pt, uint64_t prefix)
{
	struct table_page *page = pt->root;
	uint64_t vpn = prefix << pt->shape.index_bits;
	unsigned slot = (unsigned)(prefix % PAGE_TABLE_LEAVES_CACHED);

	if (prefix >= pt->pages >> pt->shape.index_bits)
		return NULL;
	while (page && page->level > pt->leaf_level)
		page = child_of(pt, page, vpn);
	if (page) {
		pt->leaf[slot].prefix = prefix;
		pt->leaf[slot].page = page;
	}
	return page;
}

/* The frame of a page that holds this entry, on every chiplet that has a copy; what was taken
 * before one fails stays with the page, and goes with it. */
static bool need_frame(const struct page_table *pt, struct table_page *page, uint64_t index,
		       struct error *err)
{
	uint64_t *address = &page->address[frame_of_index(pt, index) * pt->copies];

	for (unsigned i = 0; i < pt->copies; i++)
		if (!address[i] &&
		    !frames_take_table(pt->config.frames, pt->copies > 1 ? i : page->chiplet,
				       &address[i], err))
			return false;
	return true;
}

/* The table page at *place, made when it is not there, with room for the entry of this page. */
static struct table_page *need_page(struct page_table *pt, struct table_page **place,
				    struct table_page *parent, unsigned level, uint64_t vpn,
				    unsigned data_chiplet, struct error *err)
{
	const struct table_placement *placement = &pt->config.placement;
	struct table_page *page = *place;

	if (!page) {
		page = xcalloc(1, sizeof(*page) + level_entries(pt, level) * sizeof(*page->entry));
		page->address =
			xcalloc(level_frames(pt, level) * pt->copies, sizeof(*page->address));
		page->parent = parent;
		page->level = (uint8_t)level;
		if (!placement->ops->replicated)
			page->chiplet = (uint8_t)placement->ops->chiplet(
				placement->state, pt->config.asid, level, vpn, data_chiplet);
		pt->table_pages++;
		*place = page;
	}
	return need_frame(pt, page, level_index(pt, vpn, level), err) ? page : NULL;
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
			page = need_page(pt, &children(page)[level_index(pt, vpn, level)], page,
					 level - 1, vpn, data_chiplet, err);
		if (!page)
			return false;
	}
	entry = &page->entry[page_table_index(pt, vpn)];
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
	uint64_t *entry = leaf ? &leaf->entry[page_table_index(pt, vpn)] : NULL;

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
	struct table_page *page = page_table_leaf(pt, vpn);
	uint64_t offset, frame;

	if (page) {
		while (page->level < level)
			page = page->parent;
	} else {
		if (vpn >= pt->pages)
			return false;
		page = pt->root;
		while (page && page->level > level)
			page = child_of(pt, page, vpn);
	}
	if (!page)
		return false;
	offset = (uint64_t)level_index(pt, vpn, level) * pt->config.pte_bytes;
	frame = page->address[(offset >> TABLE_FRAME_SHIFT) * pt->copies +
			      (pt->copies > 1 ? chiplet : 0)];
	*pa = frame + offset % (UINT64_C(1) << TABLE_FRAME_SHIFT);
	return frame != 0;
}

bool page_table_entry_address(struct page_table *pt, uint64_t vpn, unsigned level, uint64_t *pa)
{
	return page_table_copy_address(pt, 0, vpn, level, pa);
}
