/* Stack distances against a plain LRU list, at every capacity. */
#include "base/stack_distance.h"

#include <stdlib.h>

#include "base/rng.h"
#include "harness.h"

/* The most recent first. */
struct lru {
	uint64_t *keys;
	uint32_t count, capacity;
};

/* Whether it was there. */
static bool lru_use(struct lru *l, uint64_t key)
{
	uint32_t at = 0;
	bool hit;

	while (at < l->count && l->keys[at] != key)
		at++;
	hit = at < l->count;
	if (!hit && l->count < l->capacity)
		l->count++;
	else if (!hit)
		at = l->capacity - 1;
	memmove(l->keys + 1, l->keys, at * sizeof(*l->keys));
	l->keys[0] = key;
	return hit;
}

static uint64_t lru_misses(const uint64_t *stream, size_t length, uint32_t capacity)
{
	struct lru l = {malloc(capacity * sizeof(uint64_t)), 0, capacity};
	uint64_t misses = 0;

	for (size_t i = 0; i < length; i++)
		misses += !lru_use(&l, stream[i]);
	free(l.keys);
	return misses;
}

/* Distances of the stream counted: element d, with those never used before in element 0. */
static uint64_t *profile(const uint64_t *stream, size_t length)
{
	uint64_t *counts = calloc(length + 1, sizeof(*counts));
	struct stack_distance s;

	stack_distance_init(&s);
	for (size_t i = 0; i < length; i++)
		counts[stack_distance_use(&s, stream[i])]++;
	stack_distance_release(&s);
	return counts;
}

static void check_capacities(const uint64_t *stream, size_t length, uint32_t most, uint32_t step)
{
	uint64_t *counts = profile(stream, length);
	uint64_t hits = 0;
	uint32_t counted = 0;

	for (uint32_t capacity = 1; capacity <= most; capacity += step) {
		while (counted < capacity && counted < length)
			hits += counts[++counted];
		CHECK_EQ(length - hits, lru_misses(stream, length, capacity));
	}
	free(counts);
}

TEST(by_hand)
{
	/*                              a  b  c  b  a  a  c  d  b */
	static const uint64_t keys[] = {7, 8, 9, 8, 7, 7, 9, 0, 8};
	static const uint32_t want[] = {0, 0, 0, 2, 3, 1, 3, 0, 4};
	struct stack_distance s;

	stack_distance_init(&s);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		CHECK_EQ(stack_distance_use(&s, keys[i]), want[i]);
	stack_distance_release(&s);
}

TEST(random_streams)
{
	enum { LENGTH = 4000 };
	uint64_t *stream = malloc(LENGTH * sizeof(*stream));
	struct rng rng;

	rng_seed(&rng, 11);
	for (uint32_t keys = 1; keys <= 600; keys = keys * 3 / 2 + 1) {
		for (size_t i = 0; i < LENGTH; i++)
			stream[i] = rng_u64(&rng) % keys * UINT64_C(0x10000000001);
		check_capacities(stream, LENGTH, keys + 2, keys / 40 + 1);
	}
	free(stream);
}

/* Hot and cold keys: short distances between long ones. */
TEST(skewed_stream)
{
	enum { LENGTH = 20000 };
	uint64_t *stream = malloc(LENGTH * sizeof(*stream));
	struct rng rng;

	rng_seed(&rng, 12);
	for (size_t i = 0; i < LENGTH; i++) {
		uint64_t bits = rng_u64(&rng);

		stream[i] = (bits >> 32) % (UINT64_C(1) << bits % 13);
	}
	check_capacities(stream, LENGTH, 4200, 97);
	free(stream);
}

/* Round and round: every distance but the first ones is the length of the round. */
TEST(loops)
{
	struct stack_distance s;

	for (uint64_t round = 1; round < 3000; round = round * 2 + 1) {
		stack_distance_init(&s);
		for (uint64_t i = 0; i < 9 * round; i++)
			CHECK_EQ(stack_distance_use(&s, i % round), i < round ? 0 : round);
		stack_distance_release(&s);
	}
}

/* There and back again: distances grow by one with every step of the way back. */
TEST(pendulum)
{
	enum { SIDE = 5000 };
	struct stack_distance s;

	stack_distance_init(&s);
	for (uint32_t i = 0; i < SIDE; i++)
		CHECK_EQ(stack_distance_use(&s, i), 0);
	for (int swing = 0; swing < 4; swing++)
		for (uint32_t i = 0; i < SIDE; i++)
			CHECK_EQ(stack_distance_use(&s, swing % 2 ? i : SIDE - 1 - i), i + 1);
	stack_distance_release(&s);
}
