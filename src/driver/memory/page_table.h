/*
 * The page table of an address space: a radix tree whose pages lie in simulated physical memory, so
 * that each step of a walk reads an entry at an address of its own. Levels are those of
 * socket/walk_levels.h. What the entries hold is kept in host memory beside it. Table pages are
 * never given back while the address space lives, so that a page's past is remembered and a walk
 * under way never loses its table.
 */
#ifndef DRIVER_MEMORY_PAGE_TABLE_H
#define DRIVER_MEMORY_PAGE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "driver/memory/frames.h"
#include "socket/table_placement.h"
#include "socket/walk_levels.h"

struct page_table_config {
	uint8_t asid;
	unsigned page_shift;
	unsigned index_bits; /* of a table page; 0: WALK_INDEX_BITS */
	/* From one entry to the next, 0: WALK_PTE_BYTES. A table page takes a frame of page tables
	 * at most; the root, which has the rest of the address, as many as it uses. */
	unsigned pte_bytes;
	struct frames *frames;
	struct table_placement placement;
	unsigned chiplets; /* that have a copy of it, where the placement wants that */
};

/*
 * A leaf entry on the host: physical address of the page's first byte, whether it is mapped, and
 * how often its mapping was taken away or changed (saturating).
 */
enum { PTE_PRESENT = 1, PTE_GENERATION_SHIFT = 48, PTE_GENERATION_MAX = 0xffff };
#define PTE_FRAME_MASK UINT64_C(0x0000fffffffff000)

enum { PAGE_TABLE_LEAVES_CACHED = 1024 };

/*
 * One page of the table. Its entries are PTE_* in a leaf, above it the page of the level below that
 * holds what is under the index, or NULL. parent is NULL for the root alone.
 */
struct table_page {
	struct table_page *parent;
	uint8_t chiplet, level;
	/* Physical, by frame (only the root may have several; 0: not yet needed) and, where the
	 * table is replicated, by chiplet. */
	uint64_t *address;
	uint64_t entry[];
};

/* Invariant: leaf[i].page covers the pages from leaf[i].prefix << index_bits on; the prefix is
 * UINT64_MAX while the slot is empty. Leaf pages never go, so slots never become stale. */
struct page_table {
	struct page_table_config config;
	struct table_page *root; /* NULL until the first page is mapped */
	struct walk_shape shape;
	unsigned leaf_level;
	unsigned copies;      /* of each page: 1, or one per chiplet */
	uint64_t pages;       /* that the address space has */
	uint64_t mapped;      /* pages */
	uint64_t table_pages; /* pages of the table itself */
	struct {
		uint64_t prefix;
		struct table_page *page;
	} leaf[PAGE_TABLE_LEAVES_CACHED];
};

struct page_table *page_table_new(const struct page_table_config *config);
void page_table_free(struct page_table *pt);

/* Calls visit with the frame of every page of the table itself. */
void page_table_each_page(const struct page_table *pt,
			  void (*visit)(void *state, uint64_t pa, uint64_t bytes), void *state);

/*
 * Maps a page that is not mapped; table pages are made where needed, placed by the policy, which
 * hears on which chiplet the page's data lies. False with one line in err when memory is exhausted.
 */
bool page_table_map(struct page_table *pt, uint64_t vpn, uint64_t frame, unsigned data_chiplet,
		    struct error *err);

/* Takes a mapping away and returns its frame; unmapping what is not mapped is a BUG. */
uint64_t page_table_unmap(struct page_table *pt, uint64_t vpn);

/* Lets a mapped page point to another frame; returns the old one. */
uint64_t page_table_remap(struct page_table *pt, uint64_t vpn, uint64_t frame);

/* Out of line: the leaf page of the pages of this prefix by a walk from the root; NULL without one.
 */
struct table_page *page_table_find_leaf(struct page_table *pt, uint64_t prefix);

static inline struct table_page *page_table_leaf(struct page_table *pt, uint64_t vpn)
{
	uint64_t prefix = vpn >> pt->shape.index_bits;
	unsigned slot = (unsigned)(prefix % PAGE_TABLE_LEAVES_CACHED);

	if (__builtin_expect(pt->leaf[slot].prefix == prefix, 1))
		return pt->leaf[slot].page;
	return page_table_find_leaf(pt, prefix);
}

/* Of a page in its leaf page. */
static inline uint64_t page_table_index(const struct page_table *pt, uint64_t vpn)
{
	return vpn & ((UINT64_C(1) << pt->shape.index_bits) - 1);
}

/* The leaf entry of a page, 0 where none was ever mapped. */
static inline uint64_t page_table_entry(struct page_table *pt, uint64_t vpn)
{
	const struct table_page *leaf = page_table_leaf(pt, vpn);

	return leaf ? leaf->entry[page_table_index(pt, vpn)] : 0;
}

/* The frame of a page; false when it is not mapped. */
static inline bool page_table_translate(struct page_table *pt, uint64_t vpn, uint64_t *frame)
{
	uint64_t entry = page_table_entry(pt, vpn);

	*frame = entry & PTE_FRAME_MASK;
	return entry & PTE_PRESENT;
}

/* How often this page was unmapped or moved: not 0 tells a stale translation from a wrong one. */
static inline unsigned page_table_generation(struct page_table *pt, uint64_t vpn)
{
	return (unsigned)(page_table_entry(pt, vpn) >> PTE_GENERATION_SHIFT);
}

/*
 * Physical address of the entry that a walk of this page reads at a level; false when there is no
 * table page there (the entry above it is empty and ends the walk).
 */
bool page_table_entry_address(struct page_table *pt, uint64_t vpn, unsigned level, uint64_t *pa);

/* The same in the copy that this chiplet has; where there are no copies, in the only one. */
bool page_table_copy_address(struct page_table *pt, unsigned chiplet, uint64_t vpn, unsigned level,
			     uint64_t *pa);

#endif
