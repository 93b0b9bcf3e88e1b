/*
 * Stack distances of a stream of keys: for each use, how many different keys were used since the
 * last use of the same one, itself included. An LRU store of C keys has it exactly when the
 * distance is at most C, so one pass tells the misses at every capacity [Mattson70].
 *
 * Time stamps of last uses as bits with a Fenwick tree over their words (Bennett and Kruskal, "LRU
 * stack processing", 1975); stamps are renumbered when they run out. O(log n) for a use and memory
 * linear in different keys.
 */
#ifndef BASE_STACK_DISTANCE_H
#define BASE_STACK_DISTANCE_H

#include <stdint.h>

struct stack_key {
	uint64_t key;
	uint32_t time; /* of its last use; 0: no key here */
};

/*
 * Invariants: bit t of `live` is set exactly when t is some key's time, so `keys` bits are. The
 * tree counts the bits of the words before that of `now`; all later bits are 0.
 */
struct stack_distance {
	struct stack_key *table; /* open addressing; at most half full */
	uint32_t table_shift;    /* 64 less the logarithm of its size */
	uint32_t keys;
	uint32_t now; /* time of the next use, from 1 on */
	uint32_t words;
	uint64_t *live;
	uint32_t *tree; /* element i is that of word i - 1, as Fenwick has it */
};

void stack_distance_init(struct stack_distance *s);
void stack_distance_release(struct stack_distance *s);

/* Where to look for a key first. */
static inline uint32_t stack_distance_place(const struct stack_distance *s, uint64_t key)
{
	return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> s->table_shift);
}

/* Says to the host that this key will be used soon. */
static inline void stack_distance_prefetch(const struct stack_distance *s, uint64_t key)
{
	__builtin_prefetch(&s->table[stack_distance_place(s, key)]);
}

/* Uses a key. The distance, at least 1; 0 when it was never used before. */
uint32_t stack_distance_use(struct stack_distance *s, uint64_t key);

#endif
