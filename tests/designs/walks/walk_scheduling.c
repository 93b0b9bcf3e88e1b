/*
 * Walk schedulers on hand-made buffers. Walks arrive as "A4 B1 A2": an instruction and the reads
 * its walk would make; all walkers are busy. They leave as "A0 B0 A1": the first walk of A, the
 * first of B, the second of A.
 */
#include "harness.h"

#include <stdlib.h>

#include "designs/walks/walks.h"
#include "policy/registry.h"
#include "policy/stock.h"
#include "socket/pwc_replacement.h"

enum { MOST = 64 };

struct desk {
	struct params params;
	const struct walk_scheduler_ops *ops;
	void *state;
	struct translation t[MOST];
	char name[MOST][4];
	unsigned count;
	unsigned of[26]; /* walks that have arrived, by instruction */
	char order[4 * MOST];
};

static void desk_set(struct desk *d, const struct walk_scheduler_ops *ops)
{
	memset(d, 0, sizeof(*d));
	params_init(&d->params);
	d->params.i[P_WALK_BUFFER] = MOST;
	d->ops = ops;
}

static void desk_make(struct desk *d)
{
	struct plan_facts facts = {.params = &d->params, .chiplets = 1, .page_shift = 12};

	d->state = d->ops->base.make(&facts);
}

static void desk_open(struct desk *d, const struct walk_scheduler_ops *ops)
{
	desk_set(d, ops);
	desk_make(d);
}

static void desk_close(struct desk *d)
{
	CHECK(!d->ops->next(d->state));
	d->ops->base.release(d->state);
	params_release(&d->params);
}

static uint32_t number_of(char instruction)
{
	return (uint32_t)(instruction - 'A') + 100;
}

static void arrive_as(struct desk *d, char instruction, uint32_t number, unsigned reads)
{
	struct translation *t = &d->t[d->count];

	t->who.instruction = number;
	t->walk_reads = (uint8_t)reads;
	snprintf(d->name[d->count++], sizeof(d->name[0]), "%c%u", instruction,
		 d->of[instruction - 'A']++ % 10);
	d->ops->arrive(d->state, t);
}

static void arrive(struct desk *d, const char *walks)
{
	for (; *walks; walks += walks[2] ? 3 : 2)
		arrive_as(d, walks[0], number_of(walks[0]), (unsigned)(walks[1] - '0'));
}

/* The next `count` walks to leave. */
static const char *leave(struct desk *d, unsigned count)
{
	size_t used = 0;

	d->order[0] = '\0';
	while (count--) {
		struct translation *t = d->ops->next(d->state);

		if (!t)
			FAIL("after \"%s\" nothing is left", d->order);
		used += (size_t)snprintf(d->order + used, sizeof(d->order) - used, "%s%s",
					 used ? " " : "", d->name[t - d->t]);
	}
	return d->order;
}

/* One that found a walker idle. */
static void pass(struct desk *d, char instruction)
{
	struct translation t = {.who.instruction = number_of(instruction)};

	if (d->ops->passed)
		d->ops->passed(d->state, &t);
}

/* Figure 4: two loads of four walks each, interleaved as they arrive, each walk one read. */
static void figure_4(const struct walk_scheduler_ops *ops, const char *order)
{
	struct desk d;

	desk_open(&d, ops);
	arrive(&d, "A1 B1 A1 B1 A1 B1 A1 B1");
	CHECK_STR(leave(&d, 8), order);
	desk_close(&d);
}

TEST(figure_4a_first_come)
{
	figure_4(&walk_fcfs, "A0 B0 A1 B1 A2 B2 A3 B3"); /* A done after 7 walks, B after 8 */
}

TEST(figure_4b_batched)
{
	figure_4(&walk_simt, "A0 A1 A2 A3 B0 B1 B2 B3"); /* A done after 4, B no later */
	figure_4(&walk_batch, "A0 A1 A2 A3 B0 B1 B2 B3");
	/* By score alone: both have 4; once A0 has left A has 3, and so on. */
	figure_4(&walk_sjf, "A0 A1 A2 A3 B0 B1 B2 B3");
}

TEST(least_work_first)
{
	static const struct {
		const struct walk_scheduler_ops *ops;
		const char *order;
	} expected[] = {
		/* A: 4 + 4, B: 1 + 1 + 1, C: 4. */
		{&walk_simt, "B0 B1 B2 C0 A0 A1"},
		{&walk_sjf, "B0 B1 B2 C0 A0 A1"},
		{&walk_batch, "A0 A1 B0 B1 B2 C0"},
		{&walk_fcfs, "A0 B0 C0 B1 A1 B2"},
	};
	struct desk d;

	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++) {
		desk_open(&d, expected[i].ops);
		arrive(&d, "A4 B1 C4 B1 A4 B1");
		CHECK_STR(leave(&d, 6), expected[i].order);
		desk_close(&d);
	}
}

TEST(ties_go_to_the_oldest)
{
	struct desk d;

	/* All have 4 in the end; the oldest walk of C came first, then A's, then B's. */
	desk_open(&d, &walk_simt);
	arrive(&d, "C2 A1 B4 A3 C2");
	CHECK_STR(leave(&d, 5), "C0 C1 A0 A1 B0");
	desk_close(&d);
	/* The oldest that still waits counts: C0 has left, so C (2 + 2) is younger than A and B. */
	desk_open(&d, &walk_sjf);
	arrive(&d, "C1 A4 B4 C2");
	CHECK_STR(leave(&d, 1), "C0");
	arrive(&d, "C2");
	CHECK_STR(leave(&d, 4), "A0 B0 C1 C2");
	desk_close(&d);
}

TEST(late_arrivals_change_the_score)
{
	struct desk d;

	/* A waits with 2, B with 3; then A grows to 5, so B goes first. */
	desk_open(&d, &walk_simt);
	arrive(&d, "A2 B3 A3");
	CHECK_STR(leave(&d, 3), "B0 A0 A1");
	/* Nothing of A waits any more: what comes now is scored by itself. */
	arrive(&d, "C2 A1");
	CHECK_STR(leave(&d, 2), "A2 C0"); /* the last one served was of A anyway */
	pass(&d, 'Z');
	arrive(&d, "C2 A1");
	CHECK_STR(leave(&d, 2), "A3 C1"); /* 1 before 2 */
	desk_close(&d);
	/* What has left no longer counts: A has 4 + 1, then 1, and is before B. */
	desk_open(&d, &walk_sjf);
	arrive(&d, "A4");
	arrive(&d, "A1 B6 C7");
	CHECK_STR(leave(&d, 1), "A0");
	arrive(&d, "B1 A3"); /* A: 1 + 3, B: 6 + 1, C: 7 */
	CHECK_STR(leave(&d, 5), "A1 A2 B0 B1 C0");
	desk_close(&d);
}

TEST(walks_past_the_buffer_are_the_last_served)
{
	struct desk d;

	/* B's first walk found a walker idle: its others, though more work, belong to it. */
	desk_open(&d, &walk_simt);
	pass(&d, 'B');
	arrive(&d, "A1 B4 B4");
	CHECK_STR(leave(&d, 3), "B0 B1 A0");
	desk_close(&d);
	desk_open(&d, &walk_sjf);
	pass(&d, 'B');
	arrive(&d, "A1 B4 B4");
	CHECK_STR(leave(&d, 3), "A0 B0 B1");
	desk_close(&d);
}

/* A keeps adding walks and is the last one served each time; B waits until it is old enough. */
TEST(ageing_ends_a_growing_instruction)
{
	struct desk d;

	desk_set(&d, &walk_simt);
	d.params.i[P_WALK_AGEING] = 3;
	desk_make(&d);
	pass(&d, 'A');
	arrive(&d, "B1 A1");
	for (unsigned i = 0; i < 4; i++) { /* after the fourth, more than 3 have passed B */
		char expected[3] = {'A', (char)('0' + i), '\0'};

		CHECK_STR(leave(&d, 1), expected);
		arrive(&d, "A1");
	}
	CHECK_STR(leave(&d, 1), "B0");
	CHECK_STR(leave(&d, 1), "A4");
	desk_close(&d);
}

TEST(ageing_takes_the_oldest_first)
{
	struct desk d;

	/* D0 passes the four before it, which go in order of age; the rest as usual. */
	desk_set(&d, &walk_simt);
	d.params.i[P_WALK_AGEING] = 0;
	desk_make(&d);
	arrive(&d, "A9 B9 A9 C2 D1 E1 C2");
	CHECK_STR(leave(&d, 7), "D0 A0 B0 A1 C0 C1 E0");
	desk_close(&d);
}

TEST(older_walks_do_not_age_one)
{
	struct desk d;

	/* Five leave before F0, all of them older: it has been passed by none. */
	desk_set(&d, &walk_simt);
	d.params.i[P_WALK_AGEING] = 2;
	desk_make(&d);
	arrive(&d, "A1 B2 C3 D4 E5 F9");
	CHECK_STR(leave(&d, 5), "A0 B0 C0 D0 E0");
	arrive(&d, "G1 H1 I1 J1");
	CHECK_STR(leave(&d, 5), "G0 H0 I0 F0 J0");
	desk_close(&d);
}

/* With 20 bits, instructions 2^20 apart count as one, and so do their scores. */
TEST(identities_wrap)
{
	struct desk d;

	desk_open(&d, &walk_simt);
	arrive_as(&d, 'A', 5, 2);
	arrive_as(&d, 'B', 6, 3);
	arrive_as(&d, 'C', 5 + (1 << 20), 2);
	CHECK_STR(leave(&d, 3), "B0 A0 C0"); /* 2 + 2 is more than 3 */
	arrive_as(&d, 'D', UINT32_MAX, 1);
	arrive_as(&d, 'E', 0, 1);
	arrive_as(&d, 'F', (1 << 20) - 1, 1); /* the same as D */
	CHECK_STR(leave(&d, 3), "E0 D0 F0");
	desk_close(&d);
	/* One more bit tells A and C apart. */
	desk_set(&d, &walk_simt);
	d.params.i[P_WALK_ID_BITS] = 21;
	desk_make(&d);
	arrive_as(&d, 'A', 5, 2);
	arrive_as(&d, 'B', 6, 3);
	arrive_as(&d, 'C', 5 + (1 << 20), 2);
	CHECK_STR(leave(&d, 3), "A0 C0 B0");
	desk_close(&d);
	desk_set(&d, &walk_simt);
	d.params.i[P_WALK_ID_BITS] = 32;
	desk_make(&d);
	arrive_as(&d, 'A', UINT32_MAX, 2);
	arrive_as(&d, 'B', UINT32_MAX >> 1, 1);
	CHECK_STR(leave(&d, 2), "B0 A0");
	desk_close(&d);
}

TEST(random_order_follows_from_the_seed)
{
	static const char walks[] = "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1";
	char first[4 * MOST];
	struct desk d;

	for (int64_t seed = 1; seed <= 3; seed++) {
		desk_set(&d, &walk_random);
		d.params.i[P_WALK_SEED] = seed < 3 ? 7 : 8;
		desk_make(&d);
		arrive(&d, walks);
		leave(&d, 12);
		if (seed == 1)
			strcpy(first, d.order);
		CHECK_EQ(!strcmp(first, d.order), seed < 3);
		desk_close(&d);
	}
}

/* Any of three equally often: 30,000 draws, each 10,000 give or take five standard deviations. */
TEST(random_order_is_fair)
{
	unsigned leaves_first[3] = {0};

	for (int64_t seed = 0; seed < 30000; seed++) {
		struct translation t[3] = {{.vpn = 0}, {.vpn = 1}, {.vpn = 2}};
		static struct params params;
		struct plan_facts facts = {.params = &params};
		void *state;

		params.i[P_WALK_BUFFER] = 3;
		params.i[P_WALK_SEED] = seed;
		state = walk_random.base.make(&facts);
		for (unsigned i = 0; i < 3; i++)
			walk_random.arrive(state, &t[i]);
		leaves_first[walk_random.next(state)->vpn]++;
		walk_random.base.release(state);
	}
	for (unsigned i = 0; i < 3; i++)
		CHECK(leaves_first[i] > 9592 && leaves_first[i] < 10408);
}

/* Which schedulers score arrivals, and so let them claim PWC entries. */
TEST(who_asks_for_reads)
{
	CHECK(walk_simt.wants_reads && walk_sjf.wants_reads);
	CHECK(!walk_fcfs.wants_reads && !walk_random.wants_reads && !walk_batch.wants_reads);
}

TEST(claimed_entries_stay)
{
	uint8_t claims[4] = {0};
	struct pwc_set_view view = {.ways = 4, .claims = claims};
	struct assoc tags;

	assoc_init(&tags, 1, 4, ASSOC_MODULO);
	for (unsigned way = 0; way < 4; way++)
		assoc_insert(&tags, 0, assoc_victim(&tags, 0), 10 + way);
	view.tags = &tags;
	view.oldest = assoc_victim(&tags, 0);
	/* In order of last use: 10, 11, 12, 13. */
#define WAY(key) ((unsigned)assoc_find(&tags, 0, key) % 4)
	CHECK_EQ(pwc_protected.victim(NULL, &view), WAY(10));
	claims[WAY(10)] = 1;
	CHECK_EQ(pwc_protected.victim(NULL, &view), WAY(11));
	claims[WAY(11)] = 3;
	claims[WAY(12)] = 2;
	CHECK_EQ(pwc_protected.victim(NULL, &view), WAY(13));
	claims[WAY(13)] = 1; /* all are claimed: the least recently used after all */
	CHECK_EQ(pwc_protected.victim(NULL, &view), WAY(10));
	claims[WAY(11)] = 0;
	CHECK_EQ(pwc_protected.victim(NULL, &view), WAY(11));
#undef WAY
	assoc_release(&tags);
}
