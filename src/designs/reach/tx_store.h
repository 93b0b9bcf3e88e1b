/*
 * Translations in sets whose tags are base-delta compressed [Kotra21 Figures 7 and 10]: a set keeps
 * the upper bits that all its tags share once, as the base, and for each translation a delta of the
 * lower bits, its LRU rank and a valid bit. A translation whose upper bits differ cannot join a set
 * that holds others.
 *
 * The tag of a translation, from high to low: 2 bits VRF-ID, 2 bits VM-ID (together the address
 * space), then the page number without the set's index. The bits of a set, from low to high: the
 * base, then for each way valid (1), LRU rank (lru_bits), lower bits of the tag.
 */
#ifndef DESIGNS_REACH_TX_STORE_H
#define DESIGNS_REACH_TX_STORE_H

#include "hw/translation/tlb.h"

struct tx_format {
	uint32_t ways;       /* translations of a set */
	uint32_t base_bits;  /* of a set */
	uint32_t delta_bits; /* of a translation: lower bits of its tag, LRU, valid */
	uint32_t lru_bits;
	uint32_t va_bits; /* of a tag: the page number above the index */
};

enum { TX_MOST_WAYS = 8, TX_ID_BITS = 4 /* VRF-ID and VM-ID */ };

/* A 32-byte segment of LDS, three translations and 64 bits of tags (Figure 7b); one of 64 bytes
 * ([Kotra21 §6.3.1], widths ours: one bit more for LRU and page number each, 124 of 128 bits
 * used). */
extern const struct tx_format tx_lds_segment_32, tx_lds_segment_64;
/* A line of the I-cache: eight translations in 96 bits of tags (Figure 10c), or one in 39 (10b). */
extern const struct tx_format tx_icache_line_8, tx_icache_line_1;

typedef unsigned __int128 tx_bits;

/*
 * Invariants: LRU ranks of the ways of a set that holds anything are 0 (last used) to ways - 1,
 * each once; a translation is at most once in its set; `held` counts the valid ones.
 */
struct tx_store {
	struct tx_format format;
	uint32_t low_bits; /* of a tag, in the delta */
	uint32_t sets;
	uint8_t fold_bits; /* of the set, into which the page number is folded; 0: it is not */
	uint32_t held;
	tx_bits *tags;   /* by set */
	uint64_t *frame; /* by set and way: the eight bytes of data */
	uint16_t *by;    /* who put it there; for checks, no hardware has it */
};

void tx_store_init(struct tx_store *s, const struct tx_format *format, uint32_t sets);
void tx_store_release(struct tx_store *s);

/* Folds page numbers into the sets, which are a power of two. */
void tx_store_fold(struct tx_store *s);

/* What the page number above the index does to the set. */
static inline uint32_t tx_store_folded(const struct tx_store *s, uint64_t above)
{
	unsigned b = s->fold_bits;

	return b ? (uint32_t)((above ^ above >> b ^ above >> 2 * b) & (s->sets - 1)) : 0;
}

/* The set of a page: its number modulo sets (Figures 6c and 9), or folded. */
static inline uint32_t tx_store_set(const struct tx_store *s, uint64_t vpn)
{
	return (uint32_t)(vpn % s->sets) ^ tx_store_folded(s, vpn / s->sets);
}

/* Whether the tag is narrow enough to be held at all. */
bool tx_store_can_hold(const struct tx_store *s, uint8_t asid, uint64_t vpn);
/* Whether it could join what is in its set; an empty set takes any. */
bool tx_store_joins(const struct tx_store *s, uint8_t asid, uint64_t vpn);

/* Its way, or -1. Changes nothing. */
int tx_store_find(const struct tx_store *s, uint8_t asid, uint64_t vpn);
/* Takes it out; false when it is not there. */
bool tx_store_take(struct tx_store *s, uint8_t asid, uint64_t vpn, uint64_t *frame);

/*
 * Puts it in as the last used. What has to go is handed out: the least recently used translation of
 * a full set, or all of a set with another base. Returns how many those are. One that is there
 * already only becomes the last used.
 */
unsigned tx_store_put(struct tx_store *s, const struct tlb_entry *entry, uint16_t by,
		      struct tlb_entry victims[TX_MOST_WAYS]);

bool tx_store_empty(const struct tx_store *s, uint32_t set);
/* Forgets a set; returns how many translations it had. */
unsigned tx_store_clear(struct tx_store *s, uint32_t set);
/* Forgets a page, or with vpn UINT64_MAX an address space; returns how many translations. */
unsigned tx_store_shootdown(struct tx_store *s, uint8_t asid, uint64_t vpn);

/* The translation in a way; false when it is empty. page_shift is left alone. */
bool tx_store_entry(const struct tx_store *s, uint32_t set, unsigned way, struct tlb_entry *entry);

#endif
