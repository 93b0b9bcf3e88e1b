/* A table of pages, tagged and direct-mapped: one that was pushed out begins anew. */
#include "designs/adaptive/l1_sharing.h"

#include <stdlib.h>

#include "hw/translation/tlb.h"

struct page_misses {
	uint32_t tag;
	bool answered;   /* the last */
	uint64_t number; /* of it, among the machine's misses, from 1; 0: none */
	uint64_t cus;    /* who missed: a bit for each CU, or for as many neighbours as needed */
};

static double *share_of(const struct l1_sharing *s, unsigned level, unsigned cu)
{
	return &s->share[((size_t)s->chiplets * s->cus * level) + (cu >> level)];
}

/* One more for each CU: without misses all have an equal share. */
void l1_sharing_renew(struct l1_sharing *s)
{
	unsigned cus = s->chiplets * s->cus;
	double all = 0;

	for (unsigned i = 0; i < cus; i++) {
		*share_of(s, 0, i) = (double)s->missed[i] + 1;
		all += *share_of(s, 0, i);
		s->missed[i] /= 2;
	}
	for (unsigned i = 0; i < cus; i++)
		*share_of(s, 0, i) /= all;
	for (unsigned k = 1; k <= s->top; k++)
		for (unsigned i = 0; i < cus; i += 1u << k)
			*share_of(s, k, i) =
				*share_of(s, k - 1, i) + *share_of(s, k - 1, i + (1u << (k - 1)));
}

/* The bits of those who share a cluster with the CU. */
static uint64_t neighbour_bits(const struct l1_sharing *s, unsigned level, unsigned cu)
{
	unsigned bits = level > s->bit_shift ? 1u << (level - s->bit_shift) : 1;
	unsigned first = (cu % s->cus >> s->bit_shift) & ~(bits - 1);

	return bits == 64 ? UINT64_MAX : ((UINT64_C(1) << bits) - 1) << first;
}

static unsigned avoiding_level(const struct l1_sharing *s, const struct page_misses *page,
			       unsigned cu, unsigned level)
{
	double since = (double)(s->misses - page->number) * __builtin_popcountll(page->cus);
	unsigned k;

	for (k = level + 1; k <= s->top; k++) {
		int near = __builtin_popcountll(page->cus & neighbour_bits(s, k, cu));

		if (near && 4 * since * *share_of(s, k, cu) <= (double)near * (s->entries << k))
			break;
	}
	return k;
}

/* None of its entries can be left anywhere. */
static bool is_forgotten(const struct l1_sharing *s, const struct page_misses *page)
{
	return 4 * (s->misses - page->number) > (uint64_t)s->chiplets * s->cus * s->entries;
}

/* Those of its chiplet: clusters are within one. */
static struct page_misses *page_in_table(const struct l1_sharing *s, const struct translation *t,
					 uint32_t *tag)
{
	uint64_t key = tlb_key(t->who.asid, t->vpn) ^ (uint64_t)(t->who.cu / s->cus) << 48;

	key = (key ^ key >> 44) * UINT64_C(0x9e3779b97f4a7c15);
	*tag = (uint32_t)key;
	return &s->table[key >> 32 & s->table_mask];
}

unsigned l1_sharing_missed(struct l1_sharing *s, const struct translation *t, unsigned level)
{
	uint32_t tag;
	struct page_misses *page = page_in_table(s, t, &tag);
	unsigned avoiding = s->top + 1;

	s->missed[t->who.cu]++;
	if (!page->number || page->tag != tag || is_forgotten(s, page))
		page->cus = 0;
	else if (page->answered)
		avoiding = avoiding_level(s, page, t->who.cu, level);
	page->tag = tag;
	page->answered = false;
	page->number = ++s->misses;
	page->cus |= neighbour_bits(s, 0, t->who.cu);
	return avoiding;
}

void l1_sharing_answered(struct l1_sharing *s, const struct translation *t)
{
	uint32_t tag;
	struct page_misses *page = page_in_table(s, t, &tag);

	page->answered |= page->tag == tag;
}

void l1_sharing_init(struct l1_sharing *s, unsigned chiplets, unsigned cus, uint32_t pages)
{
	unsigned top = (unsigned)__builtin_ctz(cus);

	*s = (struct l1_sharing){
		.chiplets = chiplets,
		.cus = cus,
		.top = top,
		.table = xcalloc(pages, sizeof(*s->table)),
		.table_mask = pages - 1,
		.bit_shift = top > 6 ? top - 6 : 0,
		.missed = xcalloc((size_t)chiplets * cus, sizeof(*s->missed)),
		.share = xcalloc((size_t)(top + 1) * chiplets * cus, sizeof(*s->share)),
	};
}

void l1_sharing_release(struct l1_sharing *s)
{
	free(s->table);
	free(s->missed);
	free(s->share);
}
