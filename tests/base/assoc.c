/* The associative array against a naive model: a list per set, most recently used first. */
#include "base/assoc.h"

#include <stdlib.h>

#include "base/rng.h"
#include "harness.h"

/* The naive set: keys by way, ways by last use; an invalid way is always behind valid ones. */
struct naive {
	uint32_t sets, ways;
	uint64_t *key;
	unsigned *order;
};

static void naive_init(struct naive *n, uint32_t sets, uint32_t ways)
{
	n->sets = sets;
	n->ways = ways;
	n->key = malloc((size_t)sets * ways * sizeof(*n->key));
	n->order = malloc((size_t)sets * ways * sizeof(*n->order));
	for (uint32_t i = 0; i < sets * ways; i++) {
		n->key[i] = ASSOC_INVALID;
		n->order[i] = i % ways;
	}
}

static int naive_find(const struct naive *n, uint32_t set, uint64_t key)
{
	for (unsigned way = 0; way < n->ways; way++)
		if (n->key[set * n->ways + way] == key)
			return (int)way;
	return -1;
}

static void naive_move(struct naive *n, uint32_t set, unsigned way, unsigned to)
{
	unsigned *order = n->order + set * n->ways, at = 0;

	while (order[at] != way)
		at++;
	for (; at > to; at--)
		order[at] = order[at - 1];
	for (; at < to; at++)
		order[at] = order[at + 1];
	order[to] = way;
}

static void compare_order(const struct assoc *a, const struct naive *n, uint32_t set)
{
	int way = (int)assoc_victim(a, set);

	for (unsigned at = n->ways; at-- > 0; way = assoc_newer(a, set, (unsigned)way))
		CHECK_EQ(way, n->order[set * n->ways + at]);
	CHECK_EQ(way, -1);
}

static void random_operations(uint32_t sets, uint32_t ways, enum assoc_index index, unsigned count)
{
	struct assoc a;
	struct naive n;
	struct rng rng;
	uint32_t valid = 0;

	rng_seed(&rng, sets * 1000 + ways);
	assoc_init(&a, sets, ways, index);
	naive_init(&n, sets, ways);
	for (unsigned i = 0; i < count; i++) {
		uint64_t key = rng_below(&rng, 3 * sets * ways / 2 + 1) * 0x10001;
		uint32_t set = assoc_set(&a, key);
		int way = naive_find(&n, set, key);
		unsigned victim = n.order[set * ways + ways - 1];

		CHECK(set < sets);
		CHECK_EQ(assoc_find(&a, set, key), way);
		CHECK_EQ(assoc_victim(&a, set), victim);
		if (rng_below(&rng, 16) == 0 && way >= 0) {
			assoc_invalidate(&a, set, (unsigned)way);
			n.key[set * ways + (unsigned)way] = ASSOC_INVALID;
			naive_move(&n, set, (unsigned)way, ways - 1);
			valid--;
		} else if (way >= 0) {
			assoc_touch(&a, set, (unsigned)way);
			naive_move(&n, set, (unsigned)way, 0);
		} else {
			valid += assoc_key(&a, set, victim) == ASSOC_INVALID;
			assoc_insert(&a, set, victim, key);
			n.key[set * ways + victim] = key;
			naive_move(&n, set, victim, 0);
		}
		CHECK_EQ(a.valid, valid);
		if (i % 64 == 0)
			compare_order(&a, &n, set);
	}
	assoc_invalidate_all(&a);
	CHECK_EQ(a.valid, 0);
	assoc_release(&a);
	free(n.key);
	free(n.order);
}

TEST(agrees_with_naive_model)
{
	/* A million operations over all three ways to order and both ways to find. */
	static const struct {
		uint32_t sets, ways;
	} shape[] = {
		{1, 1},  {7, 1},  {64, 2}, {12, 3},  {16, 8},  {32, 16}, {5, 15},  {1, 16},
		{1, 17}, {4, 20}, {1, 32}, {1, 128}, {3, 100}, {1, 129}, {2, 512}, {8, 4},
	};

	for (unsigned i = 0; i < sizeof(shape) / sizeof(*shape); i++) {
		random_operations(shape[i].sets, shape[i].ways, ASSOC_MODULO, 50000);
		random_operations(shape[i].sets, shape[i].ways, ASSOC_XOR, 15000);
	}
}

TEST(set_index)
{
	struct assoc a;

	assoc_init(&a, 16, 2, ASSOC_MODULO);
	CHECK_EQ(assoc_set(&a, 0x12345), 5);
	assoc_release(&a);
	assoc_init(&a, 12, 2, ASSOC_MODULO);
	CHECK_EQ(assoc_set(&a, 0x12345), 0x12345 % 12);
	assoc_release(&a);
	/* Four fields of four bits: 2 ^ 3 ^ 4 ^ 5 = 0; the fifth does not count. */
	assoc_init(&a, 16, 2, ASSOC_XOR);
	CHECK_EQ(assoc_set(&a, 0x12345), 0);
	CHECK_EQ(assoc_set(&a, 0x00345), 3 ^ 4 ^ 5);
	assoc_release(&a);
	assoc_init(&a, 12, 2, ASSOC_XOR);
	CHECK_EQ(assoc_set(&a, 0x000f0), 15 % 12);
	assoc_release(&a);
	assoc_init(&a, 1, 64, ASSOC_XOR);
	CHECK_EQ(assoc_set(&a, 0x12345), 0);
	assoc_release(&a);
}

TEST(more_ways_never_lose_hits)
{
	/* LRU has the inclusion property: hits grow with the ways of one set, on any stream. */
	enum { STREAM = 20000 };
	static const uint32_t ways[] = {1, 2, 3, 5, 8, 16, 17, 24, 64, 128, 200};
	uint64_t before = 0;

	for (unsigned w = 0; w < sizeof(ways) / sizeof(*ways); w++) {
		struct assoc a;
		struct rng rng;
		uint64_t hits = 0;

		rng_seed(&rng, 7);
		assoc_init(&a, 1, ways[w], ASSOC_MODULO);
		for (unsigned i = 0; i < STREAM; i++) {
			uint64_t key = rng_below(&rng, rng_below(&rng, 300) + 1);
			int way = assoc_find(&a, 0, key);

			if (way >= 0) {
				hits++;
				assoc_touch(&a, 0, (unsigned)way);
			} else {
				assoc_insert(&a, 0, assoc_victim(&a, 0), key);
			}
		}
		CHECK(hits >= before);
		before = hits;
		assoc_release(&a);
	}
	CHECK(before > STREAM / 2);
}
