/*
 * Set-associative tags. A find compares 16-bit hashes of all keys of the set, without branches that
 * depend on where the match is, and verifies the key; sets of very many ways are found through a
 * hash table instead. LRU order is a word of 4-bit ways, or a ring of links beyond 16 ways.
 */
#include "base/assoc.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* Tags compared at a time; a set of many ways has a multiple of STRIDE. */
enum { LANES = ASSOC_FEW_WAYS, STRIDE = 2 * LANES };

static void ring_init(struct assoc *a)
{
	a->newest = xcalloc(a->sets, sizeof(*a->newest));
	a->next = xmalloc((size_t)a->sets * a->ways * sizeof(*a->next));
	a->prev = xmalloc((size_t)a->sets * a->ways * sizeof(*a->prev));
	for (uint32_t set = 0; set < a->sets; set++) {
		uint16_t *next = a->next + (size_t)set * a->ways;
		uint16_t *prev = a->prev + (size_t)set * a->ways;

		for (uint32_t way = 0; way < a->ways; way++) {
			next[way] = (uint16_t)(way + 1 == a->ways ? 0 : way + 1);
			prev[way] = (uint16_t)(way == 0 ? a->ways - 1 : way - 1);
		}
	}
}

void assoc_init(struct assoc *a, uint32_t sets, uint32_t ways, enum assoc_index index)
{
	size_t slots = (size_t)sets * ways;

	if (!sets || !ways || ways > ASSOC_MAX_WAYS || slots > UINT32_MAX / 4)
		BUG("array of %u sets and %u ways", sets, ways);
	memset(a, 0, sizeof(*a));
	a->sets = sets;
	a->ways = ways;
	a->index = (uint8_t)index;
	a->mask = sets & (sets - 1) ? 0 : sets - 1;
	a->plain = index == ASSOC_MODULO && !(sets & (sets - 1));
	while (UINT64_C(1) << a->field_bits < sets)
		a->field_bits++;
	a->key = xcalloc_lines(slots, sizeof(*a->key));
	memset(a->key, 0xff, slots * sizeof(*a->key));
	if (ways <= ASSOC_FEW_WAYS) {
		a->few = xcalloc_lines(sets, sizeof(*a->few));
		for (uint32_t set = 0; set < sets; set++)
			a->few[set].order = UINT64_C(0xfedcba9876543210);
		return;
	}
	ring_init(a);
	if (ways > ASSOC_SCAN_WAYS) {
		uint32_t size = 4;

		while (size < 2 * slots)
			size *= 2;
		a->hash = xcalloc(size, sizeof(*a->hash));
		a->hash_mask = size - 1;
	} else {
		a->stride = (ways + STRIDE - 1) / STRIDE * STRIDE;
		a->tag = xcalloc_lines((size_t)sets * a->stride, sizeof(*a->tag));
	}
}

void assoc_release(struct assoc *a)
{
	free(a->key);
	free(a->tag);
	free(a->hash);
	free(a->few);
	free(a->next);
	free(a->prev);
	free(a->newest);
	memset(a, 0, sizeof(*a));
}

/* Position of the key in the hash table, or of the hole where it would be. */
static uint32_t hash_position(const struct assoc *a, uint64_t key)
{
	uint32_t at = (uint32_t)(assoc_mix(key) >> 32) & a->hash_mask;

	while (a->hash[at] && a->key[a->hash[at] - 1] != key)
		at = (at + 1) & a->hash_mask;
	return at;
}

static void hash_remove(struct assoc *a, uint64_t key)
{
	uint32_t hole = hash_position(a, key), at = hole;

	for (;;) {
		uint32_t home;

		at = (at + 1) & a->hash_mask;
		if (!a->hash[at])
			break;
		home = (uint32_t)(assoc_mix(a->key[a->hash[at] - 1]) >> 32) & a->hash_mask;
		/* Moves back only what would still be found from its home. */
		if (((at - home) & a->hash_mask) < ((at - hole) & a->hash_mask))
			continue;
		a->hash[hole] = a->hash[at];
		hole = at;
	}
	a->hash[hole] = 0;
}

static int find_hashed(const struct assoc *a, uint32_t set, uint64_t key)
{
	uint32_t slot = a->hash[hash_position(a, key)];

	/* A caller's own set function may look in a set where the key is not. */
	if (!slot || (slot - 1) / a->ways != set)
		return -1;
	return (int)((slot - 1) % a->ways);
}

/* Whether any of so many tags, a multiple of STRIDE, is the wanted one. */
static bool any_matches(const uint16_t *tags, unsigned count, uint16_t wanted)
{
#ifdef __SSE2__
	const __m128i *vector = (const __m128i *)(const void *)tags, *end = vector + count / 8;
	__m128i all = _mm_set1_epi16((short)wanted), any = _mm_setzero_si128();

	for (; vector < end; vector += STRIDE / 8) {
		__m128i first = _mm_or_si128(_mm_cmpeq_epi16(vector[0], all),
					     _mm_cmpeq_epi16(vector[1], all));
		__m128i second = _mm_or_si128(_mm_cmpeq_epi16(vector[2], all),
					      _mm_cmpeq_epi16(vector[3], all));

		any = _mm_or_si128(any, _mm_or_si128(first, second));
	}
	return _mm_movemask_epi8(any);
#else
	(void)tags, (void)count, (void)wanted;
	return true;
#endif
}

int assoc_find_many(const struct assoc *a, uint32_t set, uint64_t key)
{
	const uint16_t *tags;
	const uint64_t *keys;
	uint16_t wanted;

	if (a->hash)
		return find_hashed(a, set, key);
	tags = a->tag + (size_t)set * a->stride;
	wanted = assoc_tag(key);
	if (!any_matches(tags, a->stride, wanted))
		return -1;
	keys = a->key + (size_t)set * a->ways;
	for (unsigned base = 0; base < a->ways; base += LANES) {
		uint32_t match = assoc_match(tags + base, wanted);

		for (; match; match &= match - 1) {
			unsigned way = base + (unsigned)__builtin_ctz(match);

			/* Beyond the last way there is padding. */
			if (way < a->ways && keys[way] == key)
				return (int)way;
		}
	}
	return -1;
}

static void ring_unlink(uint16_t *next, uint16_t *prev, unsigned way)
{
	next[prev[way]] = next[way];
	prev[next[way]] = prev[way];
}

/* Between the oldest and the newest: the caller says which of the two it becomes. */
static void ring_link(uint16_t *next, uint16_t *prev, unsigned newest, unsigned way)
{
	unsigned oldest = prev[newest];

	next[oldest] = (uint16_t)way;
	prev[way] = (uint16_t)oldest;
	next[way] = (uint16_t)newest;
	prev[newest] = (uint16_t)way;
}

void assoc_touch_many(struct assoc *a, uint32_t set, unsigned way)
{
	uint16_t *next = a->next + (size_t)set * a->ways;
	uint16_t *prev = a->prev + (size_t)set * a->ways;
	unsigned newest = a->newest[set];

	if (way == newest)
		return;
	if (way != prev[newest]) {
		ring_unlink(next, prev, way);
		ring_link(next, prev, newest, way);
	}
	a->newest[set] = (uint16_t)way;
}

/* Makes it the next victim. */
static void demote(struct assoc *a, uint32_t set, unsigned way)
{
	if (a->few) {
		uint64_t order = a->few[set].order;
		uint64_t below = UINT64_C(1) << 4 * assoc_position(order, way);
		uint64_t last = UINT64_C(1) << 4 * (a->ways - 1);
		uint64_t older = order & ~(below * 16 - 1) & (last * 16 - 1);

		a->few[set].order = (order & ~(last * 16 - 1)) | older >> 4 |
				    (order & (below - 1)) | last * way;
	} else if (a->ways > 1) {
		uint16_t *next = a->next + (size_t)set * a->ways;
		uint16_t *prev = a->prev + (size_t)set * a->ways;
		unsigned newest = a->newest[set];

		if (way == newest) {
			a->newest[set] = next[way];
			return;
		}
		ring_unlink(next, prev, way);
		ring_link(next, prev, newest, way);
	}
}

unsigned assoc_victim_many(const struct assoc *a, uint32_t set)
{
	return a->prev[(size_t)set * a->ways + a->newest[set]];
}

int assoc_newer(const struct assoc *a, uint32_t set, unsigned way)
{
	if (a->few) {
		uint64_t order = a->few[set].order;
		unsigned at = assoc_position(order, way);

		return at ? (int)((order >> 4 * (at - 1)) & 15) : -1;
	}
	return way == a->newest[set] ? -1 : a->prev[(size_t)set * a->ways + way];
}

void assoc_insert_many(struct assoc *a, uint32_t set, unsigned way, uint64_t key)
{
	uint32_t slot = assoc_slot(a, set, way);

	if (a->key[slot] == ASSOC_INVALID)
		a->valid++;
	else if (a->hash)
		hash_remove(a, a->key[slot]);
	a->key[slot] = key;
	if (a->hash)
		a->hash[hash_position(a, key)] = slot + 1;
	else
		a->tag[(size_t)set * a->stride + way] = assoc_tag(key);
	assoc_touch_many(a, set, way);
}

void assoc_invalidate(struct assoc *a, uint32_t set, unsigned way)
{
	uint32_t slot = assoc_slot(a, set, way);

	if (assoc_valid(a, set, way)) {
		if (a->few)
			a->few[set].valid &= ~(UINT32_C(1) << way);
		else if (a->hash)
			hash_remove(a, a->key[slot]);
		a->key[slot] = ASSOC_INVALID;
		a->valid--;
	}
	demote(a, set, way);
}

void assoc_invalidate_all(struct assoc *a)
{
	if (!a->valid)
		return;
	for (uint32_t set = 0; set < a->sets; set++)
		for (uint32_t way = 0; way < a->ways; way++)
			if (assoc_valid(a, set, way))
				assoc_invalidate(a, set, way);
}
