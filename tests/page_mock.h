/*
 * Page tables for tests: every page is mapped, page p of address space a to mock_frame(a, p), but
 * for those from `unmapped_from` on; the tables of level `no_table_at` and below do not exist for
 * them. The entries of one level lie one after the other in physical memory.
 */
#ifndef TESTS_PAGE_MOCK_H
#define TESTS_PAGE_MOCK_H

#include "socket/page_source.h"
#include "socket/walk_levels.h"
#include "tx_mock.h"

struct page_mock {
	unsigned page_shift, no_table_at;
	uint64_t unmapped_from; /* 0: none */
	bool paged;             /* these can be brought */
};

static inline bool page_mock_is_gap(const struct page_mock *p, uint64_t vpn)
{
	return p->unmapped_from && vpn >= p->unmapped_from;
}

static inline bool page_mock_pte(void *state, uint8_t asid, uint64_t vpn, unsigned level,
				 uint64_t *pa)
{
	const struct page_mock *p = state;

	*pa = (uint64_t)asid << 44 | (uint64_t)level << 40 |
	      walk_prefix(walk_shape(p->page_shift, 0), vpn, level) * WALK_PTE_BYTES;
	return !page_mock_is_gap(p, vpn) || level > p->no_table_at;
}

static inline bool page_mock_translate(void *state, uint8_t asid, uint64_t vpn, uint64_t *frame)
{
	*frame = mock_frame(asid, vpn);
	return !page_mock_is_gap(state, vpn);
}

static inline bool page_mock_paged(void *state, uint8_t asid, uint64_t vpn)
{
	const struct page_mock *p = state;

	(void)asid;
	return p->paged && page_mock_is_gap(p, vpn);
}

static inline struct page_source page_mock_source(struct page_mock *p)
{
	return (struct page_source){page_mock_pte, page_mock_translate, p, page_mock_paged};
}

#endif
