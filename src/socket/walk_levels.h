/*
 * Level arithmetic of the radix page table, shared by page table, page walk caches and walkers.
 * Levels count from 4 (root) down to the leaf; a table page has 512 entries of 8 bytes unless
 * walk.index_bits and walk.pte_bytes say otherwise.
 *
 *   page    leaf  reads  bits of the virtual address per level, from 4 to the leaf
 *   4 KB     1      4    47-39  38-30  29-21  20-12
 *   64 KB    1      4    47-43  42-34  33-25  24-16
 *   2 MB     2      3    47-39  38-30  29-21
 *
 * 4 KB and 2 MB as x86-64 has them. 64 KB is the same tree above 16 bits: a page of PTEs covers
 * 32 MB [Pratheek22 §V], and the root uses 32 of its entries.
 *
 * So 48 bits of virtual address are covered in each case. With fewer index bits the root has the
 * rest of the address.
 */
#ifndef SOCKET_WALK_LEVELS_H
#define SOCKET_WALK_LEVELS_H

#include <stdint.h>

enum {
	WALK_ROOT = 4,         /* level of the root table */
	WALK_INDEX_BITS = 9,   /* of a table page, at most */
	WALK_VA_BITS = 48,     /* virtual addresses */
	WALK_TABLE_SHIFT = 12, /* a table page is 4 KB whatever the page size of data */
	WALK_PTE_BYTES = 8,
};

/* Level whose entries hold frames. */
static inline unsigned walk_leaf(unsigned page_shift)
{
	return page_shift >= 21 ? 2 : 1;
}

/* Reads of a walk from the root. */
static inline unsigned walk_levels(unsigned page_shift)
{
	return WALK_ROOT + 1 - walk_leaf(page_shift);
}

struct walk_shape {
	uint8_t leaf, index_bits;
};

/* index_bits 0: WALK_INDEX_BITS. */
static inline struct walk_shape walk_shape(unsigned page_shift, unsigned index_bits)
{
	return (struct walk_shape){(uint8_t)walk_leaf(page_shift),
				   (uint8_t)(index_bits ? index_bits : WALK_INDEX_BITS)};
}

/* What pages that share the entry of this level have in common. */
static inline uint64_t walk_prefix(struct walk_shape shape, uint64_t vpn, unsigned level)
{
	return vpn >> shape.index_bits * (level - shape.leaf);
}

/* Which entry of its table page. */
static inline uint32_t walk_index(struct walk_shape shape, uint64_t vpn, unsigned level)
{
	uint64_t prefix = walk_prefix(shape, vpn, level);

	return (uint32_t)(level == WALK_ROOT ? prefix : prefix & ((1u << shape.index_bits) - 1));
}

#endif
