/*
 * The schedulers of [Shin18] against the paper's own description, linear scans over the buffer
 * (section IV), decision by decision on a million random arrivals each.
 */
#include "harness.h"

#include <stdlib.h>

#include "base/rng.h"
#include "designs/walks/walks.h"

enum { CAPACITY = 64, ARRIVALS = 1000000 };

/* An entry of the buffer: what the paper adds to it is the instruction's identity and the score. */
struct entry {
	struct translation *t;
	uint32_t id, score, reads;
	uint64_t passed; /* younger ones that have left before it */
};

/* Oldest first. */
struct walk_buffer {
	struct entry entry[CAPACITY];
	unsigned count;
	bool scored, batches;
	uint32_t mask;
	uint64_t ageing, last;
};

/* Actions 1-a and 1-b of Figure 7: all entries of the instruction carry the new sum. */
static void reference_arrive(struct walk_buffer *b, struct translation *t)
{
	uint32_t id = t->who.instruction & b->mask, reads = b->scored ? t->walk_reads : 0;
	uint32_t score = reads;

	for (unsigned i = 0; i < b->count; i++)
		if (b->entry[i].id == id)
			score = b->entry[i].score + reads;
	b->entry[b->count++] = (struct entry){.t = t, .id = id, .reads = reads};
	for (unsigned i = 0; i < b->count; i++)
		if (b->entry[i].id == id)
			b->entry[i].score = score;
}

/* Action 2-a, after the ageing scheme of "Design Subtleties". */
static unsigned reference_choice(const struct walk_buffer *b)
{
	unsigned lowest = 0;

	for (unsigned i = 0; i < b->count; i++)
		if (b->entry[i].passed > b->ageing)
			return i;
	for (unsigned i = 0; i < b->count && b->batches; i++)
		if (b->entry[i].id == b->last)
			return i;
	for (unsigned i = 1; i < b->count; i++)
		if (b->entry[i].score < b->entry[lowest].score)
			lowest = i;
	return lowest;
}

static struct translation *reference_next(struct walk_buffer *b)
{
	unsigned at = reference_choice(b);
	struct entry chosen = b->entry[at];

	if (!b->count)
		return NULL;
	for (unsigned i = 0; i < at; i++)
		b->entry[i].passed++;
	memmove(&b->entry[at], &b->entry[at + 1], (--b->count - at) * sizeof(chosen));
	for (unsigned i = 0; i < b->count; i++)
		if (b->entry[i].id == chosen.id)
			b->entry[i].score -= chosen.reads;
	b->last = chosen.id;
	return chosen.t;
}

struct setting {
	const struct walk_scheduler_ops *ops;
	bool scored, batches;
	uint64_t ageing;
	unsigned id_bits;
	unsigned instructions; /* in flight at a time */
	unsigned arrivals;     /* percent of events that are arrivals */
};

/* A million requests, from instructions a little apart in number, come and go at random. */
static void compare(const struct setting *s)
{
	static struct params params;
	static struct translation t[CAPACITY];
	struct plan_facts facts = {.params = &params};
	struct walk_buffer b = {.scored = s->scored,
				.batches = s->batches,
				.mask = (UINT32_C(1) << s->id_bits) - 1,
				.ageing = s->ageing,
				.last = UINT64_MAX};
	struct translation *free_ones[CAPACITY];
	unsigned free_count = CAPACITY, arrived = 0;
	struct rng rng;
	void *state;

	params_init(&params);
	params.i[P_WALK_BUFFER] = CAPACITY;
	params.i[P_WALK_ID_BITS] = s->id_bits;
	params.i[P_WALK_AGEING] = (int64_t)s->ageing;
	state = s->ops->base.make(&facts);
	rng_seed(&rng, 11);
	for (unsigned i = 0; i < CAPACITY; i++)
		free_ones[i] = &t[i];
	while (arrived < ARRIVALS || b.count) {
		bool arrives = arrived < ARRIVALS && rng_below(&rng, 100) < s->arrivals;

		if (arrives && free_count) {
			struct translation *one = free_ones[--free_count];

			one->who.instruction =
				arrived / 16 + (uint32_t)rng_below(&rng, s->instructions);
			one->walk_reads = (uint8_t)(1 + rng_below(&rng, 4));
			arrived++;
			if (!b.count && rng_below(&rng, 2)) { /* a walker is idle */
				s->ops->passed(state, one);
				b.last = one->who.instruction & b.mask;
				free_ones[free_count++] = one;
				continue;
			}
			reference_arrive(&b, one);
			s->ops->arrive(state, one);
		} else {
			struct translation *want = reference_next(&b);

			if (s->ops->next(state) != want)
				FAIL("%s: another choice after %u arrivals", s->ops->base.name,
				     arrived);
			if (want)
				free_ones[free_count++] = want;
		}
	}
	CHECK(!s->ops->next(state));
	s->ops->base.release(state);
	params_release(&params);
}

TEST(simt_full_buffer)
{
	compare(&(struct setting){&walk_simt, true, true, 2000000, 20, 40, 60});
}

TEST(simt_that_ages)
{
	compare(&(struct setting){&walk_simt, true, true, 150, 20, 40, 52});
}

/* 16 identities for 40 instructions. */
TEST(simt_with_identities_that_wrap)
{
	compare(&(struct setting){&walk_simt, true, true, 1000, 4, 40, 55});
}

TEST(sjf)
{
	compare(&(struct setting){&walk_sjf, true, false, 300, 20, 20, 55});
}

TEST(batch)
{
	compare(&(struct setting){&walk_batch, false, true, 300, 20, 20, 51});
}

/* Walkers keep up most of the time: the buffer runs empty, and walks start past it. */
TEST(simt_with_idle_walkers)
{
	compare(&(struct setting){&walk_simt, true, true, 20, 20, 8, 47});
}
