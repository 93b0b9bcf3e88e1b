/*
 * Paged memory as its policies see it: in blocks of 2 MB of virtual addresses, each with its pages
 * that belong to buffers and those that are in the GPU's memory.
 */
#ifndef SOCKET_PAGED_BLOCK_H
#define SOCKET_PAGED_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum { PAGED_BLOCK_SHIFT = 21, PAGED_BLOCK_PAGES = 512 }; /* pages of 4 KB */

/* A bit for each page of a block. */
struct page_mask {
	uint64_t word[PAGED_BLOCK_PAGES / 64];
};

struct paged_block;

/* A page, or the pages from this one on that go together, as an eviction policy keeps them: all but
 * block and page is its own. */
struct paged_unit {
	struct paged_unit *older, *newer;
	struct paged_block *block;
	uint64_t uses;
	uint32_t slot;
	uint16_t page;    /* of the block, its first */
	uint16_t present; /* of its pages */
};

struct paged_block {
	uint64_t first_vpn;
	uint8_t asid;
	unsigned pages;           /* that 2 MB hold */
	struct page_mask managed; /* of a buffer; no other can come */
	struct page_mask present; /* in memory, or on their way into it */
	struct paged_unit *unit;  /* `pages` of them */
};

static inline bool page_mask_has(const struct page_mask *m, unsigned page)
{
	return m->word[page / 64] >> page % 64 & 1;
}

static inline void page_mask_add(struct page_mask *m, unsigned page)
{
	m->word[page / 64] |= UINT64_C(1) << page % 64;
}

static inline void page_mask_drop(struct page_mask *m, unsigned page)
{
	m->word[page / 64] &= ~(UINT64_C(1) << page % 64);
}

static inline unsigned page_mask_count(const struct page_mask *m)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < PAGED_BLOCK_PAGES / 64; i++)
		sum += (unsigned)__builtin_popcountll(m->word[i]);
	return sum;
}

/* Of the pages [first, first + pages), a power of two that divides first. */
static inline uint64_t page_mask_bits(unsigned first, unsigned pages)
{
	return (pages >= 64 ? UINT64_MAX : (UINT64_C(1) << pages) - 1) << first % 64;
}

static inline unsigned page_mask_count_in(const struct page_mask *m, unsigned first, unsigned pages)
{
	unsigned sum = 0;

	for (unsigned i = first; i < first + pages; i += 64)
		sum += (unsigned)__builtin_popcountll(m->word[i / 64] &
						      page_mask_bits(first, pages));
	return sum;
}

static inline void page_mask_add_all(struct page_mask *m, unsigned first, unsigned pages)
{
	for (unsigned i = first; i < first + pages; i += 64)
		m->word[i / 64] |= page_mask_bits(first, pages);
}

/* The first page from `from` on that it has; PAGED_BLOCK_PAGES: none. */
static inline unsigned page_mask_next(const struct page_mask *m, unsigned from)
{
	while (from < PAGED_BLOCK_PAGES) {
		uint64_t rest = m->word[from / 64] >> from % 64;

		if (rest)
			return from + (unsigned)__builtin_ctzll(rest);
		from = (from / 64 + 1) * 64;
	}
	return PAGED_BLOCK_PAGES;
}

#endif
