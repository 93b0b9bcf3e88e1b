/* What listeners hear of a TLB, and a model that listens and must come to the same hits. */
#include "base/rng.h"
#include "tlb_bench.h"

/*
 * Listeners that write down what they hear, one word per call: their name, the event (h, j, m: a
 * lookup that hits, joins a miss, misses; a: an answer; f: a fill) and the page.
 */
struct listener {
	const char *name;
	char *log;
	const struct tlb *tlb;
};

static void heard(const struct listener *l, char event, const struct translation *t)
{
	sprintf(l->log + strlen(l->log), "%s%c%u ", l->name, event, (unsigned)t->vpn);
}

static void hear_lookup(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	heard(state, "hjm"[outcome], t);
}

/* Before it is installed; a dot for each that joined it, and the cycles it took. */
static void hear_answer(void *state, const struct translation *t, const struct translation *merged,
			cycle_t cycles)
{
	struct listener *l = state;

	CHECK(!tlb_probe(l->tlb, t->who.asid, t->vpn, NULL));
	for (; merged; merged = merged->next)
		strcat(l->log, ".");
	heard(l, 'a', t);
	sprintf(l->log + strlen(l->log), "%u cycles ", (unsigned)cycles);
}

static void hear_fill(void *state, const struct translation *t)
{
	struct listener *l = state;

	CHECK(tlb_probe(l->tlb, t->who.asid, t->vpn, NULL));
	heard(l, 'f', t);
}

static const struct tlb_listener_ops all = {hear_lookup, hear_answer, hear_fill};

/* Page 7 misses, twice more while the first is under way, then hits. */
TEST(listeners_hear_each_event_once_in_their_order)
{
	struct bench *b = bench_new(&usual, 0);
	char log[128] = "";
	struct listener first = {"x", log, &b->tlb}, second = {"y", log, &b->tlb};

	tlb_listen(&b->tlb, &all, &first);
	tlb_listen(&b->tlb, NULL, &first);
	tlb_listen(&b->tlb, &all, &second);
	mock_ask(&b->above, 0, 1, 7);
	mock_ask(&b->above, 5, 1, 7);
	mock_ask(&b->above, 6, 1, 7);
	mock_ask(&b->above, 20, 1, 7);
	mock_run(&b->engine);
	CHECK_STR(log, "xm7 ym7 xj7 yj7 xj7 yj7 ..xa7 11 cycles ..ya7 11 cycles xf7 yf7 xh7 yh7 ");
	bench_free(b);
}

TEST(listeners_hear_what_they_want)
{
	static const struct tlb_listener_ops one[] = {
		{.looked_up = hear_lookup}, {.answered = hear_answer}, {.filled = hear_fill}};
	static const char *const logs[] = {"m7 h7 ", "a7 11 cycles ", "f7 "};

	for (unsigned i = 0; i < 3; i++) {
		struct bench *b = bench_new(&usual, 0);
		char log[128] = "";
		struct listener l = {"", log, &b->tlb};

		tlb_listen(&b->tlb, &one[i], &l);
		mock_ask(&b->above, 0, 1, 7);
		mock_ask(&b->above, 20, 1, 7);
		mock_run(&b->engine);
		CHECK_STR(log, logs[i]);
		bench_free(b);
	}
}

static bool never(void *state, const struct translation *t, const struct translation *merged)
{
	(void)state, (void)t, (void)merged;
	return false;
}

/* One MSHR: page 8 waits for that of page 7, and is heard of when it gets it. Answers that are not
 * installed are answers, and what another structure puts in is no fill. */
TEST(listeners_hear_of_lookups_that_succeed_and_answers_that_fill)
{
	static const struct tlb_fill_ops none = {.may_fill = never};
	struct tlb_entry entry = {.vpn = 9, .page_shift = 12};
	struct tlb_config config = usual;
	char log[128] = "";
	struct listener l = {"", log, NULL};
	struct bench *b;

	config.mshrs = 1;
	b = bench_new(&config, 0);
	l.tlb = &b->tlb;
	tlb_set_fill(&b->tlb, &(struct tlb_fill){&none, NULL});
	tlb_listen(&b->tlb, &all, &l);
	mock_ask(&b->above, 0, 1, 7);
	mock_ask(&b->above, 0, 1, 8);
	mock_run(&b->engine);
	tlb_insert(&b->tlb, &entry);
	CHECK_STR(log, "m7 a7 11 cycles m8 a8 22 cycles ");
	bench_free(b);
}

/* Shot down on its way, page 7 is asked for again: one answer, which is not installed. */
TEST(listeners_hear_of_the_last_answer)
{
	struct bench *b = bench_new(&usual, 0);
	char log[128] = "";
	struct listener l = {"", log, &b->tlb};

	tlb_listen(&b->tlb, &all, &l);
	mock_ask(&b->above, 0, 1, 7);
	mock_run_to(&b->engine, 5);
	tlb_shootdown(&b->tlb, 1, 7);
	mock_run(&b->engine);
	CHECK_EQ(b->tlb.stats.repeats, 1);
	CHECK_STR(log, "m7 a7 21 cycles ");
	bench_free(b);
}

/*
 * An independent model: a lookup hits when fewer than `entries` other pages were used since the
 * page was last used or filled. Hears what a TLB does.
 */
struct stack_model {
	uint64_t page[4096];
	unsigned depth, entries;
	uint64_t hits, lookups;
};

static unsigned stack_depth(const struct stack_model *m, uint64_t page)
{
	unsigned at = 0;

	while (at < m->depth && m->page[at] != page)
		at++;
	return at;
}

static void stack_to_top(struct stack_model *m, uint64_t page)
{
	unsigned at = stack_depth(m, page);

	if (at == m->depth)
		m->depth++;
	for (; at > 0; at--)
		m->page[at] = m->page[at - 1];
	m->page[0] = page;
}

static void model_lookup(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	struct stack_model *m = state;
	unsigned at = stack_depth(m, t->vpn);

	(void)outcome;
	m->lookups++;
	if (at < m->entries && at < m->depth) {
		m->hits++;
		stack_to_top(m, t->vpn);
	}
}

static void model_fill(void *state, const struct translation *t)
{
	stack_to_top(state, t->vpn);
}

/* A sender that asks the next page of a random stream whenever an answer comes. */
struct stream {
	struct engine *engine;
	struct tx_port port;
	struct rng rng;
	unsigned left, pages;
	struct waiter waiter;
};

static void stream_next(struct stream *s, struct translation *t);

static void stream_again(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);

	stream_next(t->owner, t);
}

static void stream_reply(void *owner, struct translation *t)
{
	struct stream *s = owner;

	if (!s->left)
		return;
	t->owner = s;
	engine_after(s->engine, &t->event, rng_below(&s->rng, 3), stream_again);
}

static void stream_next(struct stream *s, struct translation *t)
{
	s->left -= s->left > 0;
	t->vpn = rng_below(&s->rng, rng_below(&s->rng, s->pages) + 1);
	tx_push(t, stream_reply, s);
	if (!tx_send(&s->port, t, &s->waiter))
		FAIL("the queue is large enough");
}

static uint64_t random_stream(uint32_t entries, unsigned in_flight, struct stack_model *model)
{
	static const struct tlb_listener_ops ops = {.looked_up = model_lookup,
						    .filled = model_fill};
	struct tlb_config config = usual;
	struct stream s = {.left = 20000, .pages = 400};
	struct translation *t = calloc(in_flight, sizeof(*t));
	struct mock_below below;
	struct engine engine;
	struct tlb tlb;
	uint64_t hits;

	memset(model, 0, sizeof(*model));
	model->entries = entries;
	config.entries = config.ways = entries;
	config.queue = in_flight;
	config.ports = 2;
	engine_init(&engine);
	tlb_init(&tlb, &engine, &config, mock_below_init(&below, &engine, 10, 0));
	tlb_listen(&tlb, &ops, model);
	s.engine = &engine;
	s.port = tlb_port(&tlb);
	rng_seed(&s.rng, 99);
	for (unsigned i = 0; i < in_flight; i++)
		stream_next(&s, &t[i]);
	mock_run(&engine);
	CHECK_EQ(tlb.stats.lookups, model->lookups);
	CHECK_EQ(tlb.stats.lookups, tlb.stats.hits + tlb.stats.mshr_hits + tlb.stats.misses);
	CHECK_EQ(tlb.stats.hits, model->hits);
	CHECK_EQ(tlb.stats.latency.count, tlb.stats.lookups);
	/* Little's law, exactly: the queue and the MSHRs hold what the latency says. */
	CHECK_EQ(tlb.stats.queue.arrivals, tlb.stats.lookups);
	CHECK_EQ(tlb.stats.mshrs.area, 10 * tlb.stats.misses);
	hits = tlb.stats.hits;
	tlb_release(&tlb);
	free(t);
	return hits;
}

TEST(agrees_with_stack_distance)
{
	static const uint32_t entries[] = {1, 4, 16, 17, 32, 64, 128, 256};
	struct stack_model *model = malloc(sizeof(*model));
	uint64_t serial = 0;

	for (unsigned i = 0; i < sizeof(entries) / sizeof(*entries); i++) {
		uint64_t hits = random_stream(entries[i], 1, model);

		/* One at a time the stream is the same for each size: more entries, more hits. */
		CHECK(hits >= serial);
		serial = hits;
		random_stream(entries[i], 8, model);
	}
	free(model);
}
