/*
 * A set-associative array of 64-bit keys with exact LRU: the tags of TLBs, page walk caches and
 * caches. Holds keys only; the owner keeps what belongs to them in arrays indexed by assoc_slot().
 *
 * Usage: set = assoc_set(a, bits); way = assoc_find(a, set, key); on a hit assoc_touch(); to
 * install, way = assoc_victim() (or another one), then assoc_insert(). ASSOC_INVALID is no key.
 */
#ifndef HW_ASSOC_H
#define HW_ASSOC_H

#include <stdbool.h>
#include <stdint.h>

#define ASSOC_INVALID UINT64_MAX

/* Set of a key: its bits modulo the number of sets, or the XOR of the four lowest such fields. */
enum assoc_index { ASSOC_MODULO, ASSOC_XOR };

enum {
	ASSOC_MAX_WAYS = 65536,
	ASSOC_NIBBLE_WAYS = 16, /* up to here LRU order is one 64-bit word per set */
	ASSOC_SCAN_WAYS = 128,  /* up to here a set is scanned, beyond a hash table finds the way */
};

/*
 * Invariants: a valid key is at most once in its set. Ways of a set are totally ordered by last
 * use; invalid ways come last, so the last way is the victim. tag[] is a 16-bit hash of the key,
 * kept apart so that a scan of 16 ways reads 32 bytes.
 */
struct assoc {
	uint32_t sets, ways;
	uint32_t stride; /* of tag[] from set to set: ways rounded up to 16 */
	uint32_t mask;   /* sets - 1 when a power of two, else 0 */
	uint8_t field_bits;
	uint8_t index;
	uint16_t *tag;
	uint64_t *key;
	uint64_t *order;       /* few ways: 4 bits per way, most recently used lowest */
	uint16_t *next, *prev; /* many ways: ring per set, next is less recently used */
	uint16_t *newest;
	uint32_t *hash; /* very many ways: slot + 1 by key, open addressing */
	uint32_t hash_mask;
	uint32_t valid; /* keys held */
};

void assoc_init(struct assoc *a, uint32_t sets, uint32_t ways, enum assoc_index index);
void assoc_release(struct assoc *a);

/* The way that holds the key, or -1. Changes nothing. */
int assoc_find(const struct assoc *a, uint32_t set, uint64_t key);

/* Makes it the most recently used of its set. */
void assoc_touch(struct assoc *a, uint32_t set, unsigned way);

/* The way to give up next: an invalid one, else the least recently used. */
unsigned assoc_victim(const struct assoc *a, uint32_t set);

/* The way used next after this one (towards the most recent), or -1. */
int assoc_newer(const struct assoc *a, uint32_t set, unsigned way);

/* Puts the key there, most recently used, in place of what was there. */
void assoc_insert(struct assoc *a, uint32_t set, unsigned way, uint64_t key);

void assoc_invalidate(struct assoc *a, uint32_t set, unsigned way);
void assoc_invalidate_all(struct assoc *a);

/* bits: what the set is chosen by (page or line number), usually the key without its tag bits. */
static inline uint32_t assoc_set(const struct assoc *a, uint64_t bits)
{
	if (a->index == ASSOC_XOR) {
		unsigned b = a->field_bits;

		bits = (bits ^ bits >> b ^ bits >> 2 * b ^ bits >> 3 * b) &
		       ((UINT64_C(1) << b) - 1);
	}
	if (__builtin_expect(a->mask || a->sets == 1, 1))
		return (uint32_t)bits & a->mask;
	return (uint32_t)(bits % a->sets);
}

static inline uint32_t assoc_slot(const struct assoc *a, uint32_t set, unsigned way)
{
	return set * a->ways + way;
}

/* ASSOC_INVALID when the way is empty. */
static inline uint64_t assoc_key(const struct assoc *a, uint32_t set, unsigned way)
{
	return a->key[assoc_slot(a, set, way)];
}

#endif
