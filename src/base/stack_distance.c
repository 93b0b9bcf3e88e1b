/* Stack distances by counting set bits after a key's last use. */
#include "base/stack_distance.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* NEAR: so many words are counted one by one before the tree is asked. */
enum { WORD = 64, LEAST_WORDS = 4, LEAST_TABLE_LOG2 = 5, NEAR = 6 };

static uint32_t table_size(const struct stack_distance *s)
{
	return UINT32_C(1) << (64 - s->table_shift);
}

void stack_distance_init(struct stack_distance *s)
{
	memset(s, 0, sizeof(*s));
	s->table_shift = 64 - LEAST_TABLE_LOG2;
	s->table = xcalloc(table_size(s), sizeof(*s->table));
	s->words = LEAST_WORDS;
	s->live = xcalloc(s->words, sizeof(*s->live));
	s->tree = xcalloc(s->words + 1, sizeof(*s->tree));
	s->now = 1;
}

void stack_distance_release(struct stack_distance *s)
{
	free(s->table);
	free(s->live);
	free(s->tree);
	memset(s, 0, sizeof(*s));
}

/* Where the key is, or the empty place where it belongs. */
static inline struct stack_key *stack_find(const struct stack_distance *s, uint64_t key)
{
	uint32_t mask = table_size(s) - 1;
	uint32_t i = stack_distance_place(s, key);

	while (s->table[i].time && s->table[i].key != key)
		i = (i + 1) & mask;
	return &s->table[i];
}

static void grow_table(struct stack_distance *s)
{
	struct stack_key *old = s->table;
	uint32_t old_size = table_size(s);

	s->table_shift--;
	s->table = xcalloc(table_size(s), sizeof(*s->table));
	for (uint32_t i = 0; i < old_size; i++)
		if (old[i].time)
			*stack_find(s, old[i].key) = old[i];
	free(old);
}

static inline void tree_add(struct stack_distance *s, uint32_t word, uint32_t count)
{
	for (uint32_t i = word + 1; i <= s->words; i += i & -i)
		s->tree[i] += count;
}

/* Bits in all words up to and with this one. */
static inline uint32_t tree_sum(const struct stack_distance *s, uint32_t word)
{
	uint32_t sum = 0;

	for (uint32_t i = word + 1; i; i &= i - 1)
		sum += s->tree[i];
	return sum;
}

/* In the same order from time 1 on without gaps; then room for seven times as many uses as keys. */
static void stack_renumber(struct stack_distance *s)
{
	uint32_t *before = s->tree, sum = 0, wanted = (8 * s->keys + WORD) / WORD;

	for (uint32_t w = 0; w < s->words; w++) {
		before[w] = sum;
		sum += (uint32_t)__builtin_popcountll(s->live[w]);
	}
	for (uint32_t i = 0; i < table_size(s); i++) {
		uint32_t t = s->table[i].time;
		uint64_t earlier = (UINT64_C(1) << t % WORD) - 1;

		if (t)
			s->table[i].time =
				before[t / WORD] + 1 +
				(uint32_t)__builtin_popcountll(s->live[t / WORD] & earlier);
	}
	if (wanted > s->words) {
		s->words = wanted;
		s->live = xrealloc(s->live, s->words * sizeof(*s->live));
		s->tree = xrealloc(s->tree, (s->words + 1) * sizeof(*s->tree));
	}
	memset(s->live, 0, s->words * sizeof(*s->live));
	memset(s->tree, 0, (s->words + 1) * sizeof(*s->tree));
	for (uint32_t t = 1; t <= s->keys; t++)
		s->live[t / WORD] |= UINT64_C(1) << t % WORD;
	s->now = s->keys + 1;
	for (uint32_t w = 0; w < s->now / WORD; w++)
		tree_add(s, w, (uint32_t)__builtin_popcountll(s->live[w]));
}

/* Keys whose last use is not before that time. */
static inline uint32_t count_since(const struct stack_distance *s, uint32_t time)
{
	uint32_t word = time / WORD, last = s->now / WORD;
	uint32_t count = (uint32_t)__builtin_popcountll(s->live[word] >> time % WORD);

	if (last - word > NEAR)
		return count + s->keys - tree_sum(s, word);
	while (word++ < last)
		count += (uint32_t)__builtin_popcountll(s->live[word]);
	return count;
}

static inline void stack_forget(struct stack_distance *s, uint32_t time)
{
	s->live[time / WORD] &= ~(UINT64_C(1) << time % WORD);
	if (time / WORD != s->now / WORD)
		tree_add(s, time / WORD, (uint32_t)-1);
}

uint32_t stack_distance_use(struct stack_distance *s, uint64_t key)
{
	uint32_t distance = 0;
	struct stack_key *k;

	if (s->now == s->words * WORD)
		stack_renumber(s);
	if (s->keys == table_size(s) / 2)
		grow_table(s);
	k = stack_find(s, key);
	if (k->time) {
		if (k->time == s->now - 1)
			return 1;
		distance = count_since(s, k->time);
		stack_forget(s, k->time);
	} else {
		s->keys++;
		k->key = key;
	}
	k->time = s->now;
	s->live[s->now / WORD] |= UINT64_C(1) << s->now % WORD;
	s->now++;
	if (s->now % WORD == 0) /* a word is complete */
		tree_add(s, s->now / WORD - 1,
			 (uint32_t)__builtin_popcountll(s->live[s->now / WORD - 1]));
	return distance;
}
