/*
 * A set-associative array of 64-bit keys with exact LRU: the tags of TLBs, page walk caches and
 * caches. Holds keys only; the owner keeps what belongs to them in arrays indexed by assoc_slot().
 *
 * Usage: set = assoc_set(a, bits); way = assoc_find(a, set, key); on a hit assoc_touch(); to
 * install, way = assoc_victim() (or another one), then assoc_insert(). ASSOC_INVALID is no key.
 */
#ifndef BASE_ASSOC_H
#define BASE_ASSOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define ASSOC_INVALID UINT64_MAX

/* Set of a key: its bits modulo the number of sets, or the XOR of the four lowest such fields. */
enum assoc_index { ASSOC_MODULO, ASSOC_XOR };

enum {
	ASSOC_MAX_WAYS = 65536,
	ASSOC_FEW_WAYS = 16,   /* up to here tags and order of a set are one line */
	ASSOC_SCAN_WAYS = 128, /* up to here a set is scanned, beyond a hash table finds the way */
};

/* A set of few ways: one line of the host's cache. */
struct assoc_set {
	uint16_t tag[ASSOC_FEW_WAYS];
	uint64_t order; /* 4 bits per way, most recently used lowest; unused ways behind all */
	uint32_t valid; /* a bit for each way that holds a key */
	uint32_t unused[5];
};

/*
 * Invariants: a valid key is at most once in its set. Ways of a set are totally ordered by last
 * use; invalid ways come last, so the last way is the victim. A tag is a 16-bit hash of the key,
 * kept apart so that a scan of 16 ways reads 32 bytes.
 */
struct assoc {
	uint32_t sets, ways;
	uint32_t mask; /* sets - 1 when a power of two, else 0 */
	uint8_t field_bits;
	uint8_t index;
	bool plain;            /* the set is the lowest bits, without more ado */
	struct assoc_set *few; /* few ways, else NULL */
	uint64_t *key;
	uint32_t valid; /* keys held */

	/* Many ways */
	uint32_t stride; /* of tag[] from set to set: ways rounded up to 32 */
	uint16_t *tag;
	uint16_t *next, *prev; /* ring per set, next is less recently used */
	uint16_t *newest;
	uint32_t *hash; /* very many ways: slot + 1 by key, open addressing */
	uint32_t hash_mask;
};

void assoc_init(struct assoc *a, uint32_t sets, uint32_t ways, enum assoc_index index);
void assoc_release(struct assoc *a);

/* The way used next after this one (towards the most recent), or -1. */
int assoc_newer(const struct assoc *a, uint32_t set, unsigned way);

void assoc_invalidate(struct assoc *a, uint32_t set, unsigned way);
void assoc_invalidate_all(struct assoc *a);

/* Out of line: sets of many ways. */
int assoc_find_many(const struct assoc *a, uint32_t set, uint64_t key);
void assoc_touch_many(struct assoc *a, uint32_t set, unsigned way);
unsigned assoc_victim_many(const struct assoc *a, uint32_t set);
void assoc_insert_many(struct assoc *a, uint32_t set, unsigned way, uint64_t key);

/* bits: what the set is chosen by (page or line number), usually the key without its tag bits. */
static inline uint32_t assoc_set(const struct assoc *a, uint64_t bits)
{
	if (__builtin_expect(a->plain, 1))
		return (uint32_t)bits & a->mask;
	if (a->index == ASSOC_XOR) {
		unsigned b = a->field_bits;

		bits = (bits ^ bits >> b ^ bits >> 2 * b ^ bits >> 3 * b) &
		       ((UINT64_C(1) << b) - 1);
	}
	return a->mask ? (uint32_t)bits & a->mask : (uint32_t)(bits % a->sets);
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

#define ASSOC_EACH_NIBBLE UINT64_C(0x1111111111111111)
#define ASSOC_NIBBLE_TOPS UINT64_C(0x8888888888888888)

static inline uint64_t assoc_mix(uint64_t key)
{
	return (key ^ key >> 29) * UINT64_C(0x9e3779b97f4a7c15);
}

static inline uint16_t assoc_tag(uint64_t key)
{
	return (uint16_t)(assoc_mix(key) >> 48);
}

/* One bit for each of 16 tags that is the wanted one. */
static inline uint32_t assoc_match(const uint16_t *tags, uint16_t wanted)
{
#ifdef __SSE2__
	const __m128i *vector = (const __m128i *)(const void *)tags;
	__m128i all = _mm_set1_epi16((short)wanted);

	/* Matching lanes are -1, and still are when narrowed to bytes. */
	return (uint32_t)_mm_movemask_epi8(
		_mm_packs_epi16(_mm_cmpeq_epi16(vector[0], all), _mm_cmpeq_epi16(vector[1], all)));
#else
	uint32_t match = 0;

	for (unsigned i = 0; i < ASSOC_FEW_WAYS; i++)
		match |= (uint32_t)(tags[i] == wanted) << i;
	return match;
#endif
}

/* Where a way is in the order word, 0 the most recently used. Every way is there exactly once. */
static inline unsigned assoc_position(uint64_t order, unsigned way)
{
	uint64_t zero = order ^ way * ASSOC_EACH_NIBBLE;

	return (unsigned)__builtin_ctzll((zero - ASSOC_EACH_NIBBLE) & ~zero & ASSOC_NIBBLE_TOPS) /
	       4;
}

/* The way that holds the key, or -1. Changes nothing. */
static inline int assoc_find(const struct assoc *a, uint32_t set, uint64_t key)
{
	const uint64_t *keys;
	uint32_t match;

	if (__builtin_expect(!a->few, 0))
		return assoc_find_many(a, set, key);
	keys = a->key + (size_t)set * a->ways;
	match = assoc_match(a->few[set].tag, assoc_tag(key)) & a->few[set].valid;
	for (; match; match &= match - 1) {
		unsigned way = (unsigned)__builtin_ctz(match);

		if (__builtin_expect(keys[way] == key, 1))
			return (int)way;
	}
	return -1;
}

/* Whether the way holds a key. */
static inline bool assoc_valid(const struct assoc *a, uint32_t set, unsigned way)
{
	if (__builtin_expect(!a->few, 0))
		return assoc_key(a, set, way) != ASSOC_INVALID;
	return a->few[set].valid >> way & 1;
}

/* What a find of this set will read, ahead of time. Inlined always: gcc takes a call of a function
 * that only prefetches for one without effect. */
static inline __attribute__((always_inline)) void assoc_prefetch(const struct assoc *a,
								 uint32_t set)
{
	const uint64_t *keys = a->key + (size_t)set * a->ways;

	if (__builtin_expect(!a->few, 0))
		return;
	__builtin_prefetch(&a->few[set]);
	__builtin_prefetch(keys);
	__builtin_prefetch(keys + a->ways - 1);
}

/* Makes it the most recently used of its set. */
static inline void assoc_touch(struct assoc *a, uint32_t set, unsigned way)
{
	uint64_t order, below;

	if (__builtin_expect(!a->few, 0)) {
		assoc_touch_many(a, set, way);
		return;
	}
	order = a->few[set].order;
	below = UINT64_C(1) << 4 * assoc_position(order, way);
	/* Those used since move up by one place into its. */
	a->few[set].order = (order & ~(below * 16 - 1)) | (order & (below - 1)) << 4 | way;
}

/* Puts the key there, most recently used, in place of what was there. */
static inline void assoc_insert(struct assoc *a, uint32_t set, unsigned way, uint64_t key)
{
	struct assoc_set *s = a->few + set;

	if (__builtin_expect(!a->few, 0)) {
		assoc_insert_many(a, set, way, key);
		return;
	}
	a->valid += ~s->valid >> way & 1;
	s->valid |= UINT32_C(1) << way;
	s->tag[way] = assoc_tag(key);
	a->key[assoc_slot(a, set, way)] = key;
	assoc_touch(a, set, way);
}

/* The way to give up next: an invalid one, else the least recently used. */
static inline unsigned assoc_victim(const struct assoc *a, uint32_t set)
{
	if (__builtin_expect(!a->few, 0))
		return assoc_victim_many(a, set);
	return (a->few[set].order >> 4 * (a->ways - 1)) & 15;
}

#endif
