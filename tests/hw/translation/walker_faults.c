/* Walks of pages that can be brought, by hand: to the fault buffer, stalled before it, and back. */
#include "walker_bench.h"

/* Holds what it is sent, `capacity` at a time. */
struct faults {
	struct engine *engine;
	unsigned capacity, held;
	struct translation *t[16];
	cycle_t came[16];
	unsigned count;
	struct wait_list waiting;
};

static bool faults_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct faults *f = owner;

	if (f->held == f->capacity) {
		wait_list_add(&f->waiting, waiter);
		return false;
	}
	f->held++;
	f->t[f->count] = t;
	f->came[f->count++] = f->engine->now;
	return true;
}

/* Sends number i back to the walkers; its place is free. */
static void faults_replay(struct faults *f, unsigned i, struct walker *w)
{
	struct tx_port port = walker_replay_port(w);

	CHECK(tx_send(&port, f->t[i], NULL));
	f->held--;
	while (f->held < f->capacity && wait_list_wake(&f->waiting))
		;
}

static struct bench *paged_bench(struct faults *f, unsigned capacity)
{
	struct bench *b = bench_new(&usual, NULL);

	*f = (struct faults){.engine = &b->engine, .capacity = capacity};
	wait_list_init(&f->waiting);
	b->pages.unmapped_from = 0x1000;
	b->pages.paged = true;
	walker_set_faults(&b->walker, (struct tx_port){.send = faults_send, .owner = f});
	return b;
}

/* bench_free wants a walk per request: those of replays come on top. */
static void paged_bench_free(struct bench *b)
{
	b->walker.stats.walks -= b->walker.stats.faults;
	bench_free(b);
}

TEST(a_walk_that_finds_nothing_leaves_its_walker_and_walks_again)
{
	struct faults f;
	struct bench *b = paged_bench(&f, 4);
	struct mock_request *gone = mock_ask(&b->above, 0, 0, 0x1000);
	struct mock_request *there = mock_ask(&b->above, 1, 0, 0x20);

	mock_run_to(&b->engine, 1000);
	/* Four reads, then it is the fault buffer's, and the walker's next begins. */
	CHECK_EQ(f.came[0], 400);
	CHECK_EQ(there->replied, 800);
	CHECK_EQ(gone->replied, CYCLE_NEVER);
	b->pages.unmapped_from = 0;
	faults_replay(&f, 0, &b->walker);
	mock_run(&b->engine);
	CHECK_EQ(gone->replied, 1400);
	CHECK(!gone->t.faulted);
	CHECK_EQ(gone->t.walked, 1400);
	CHECK_EQ(b->walker.stats.faults, 1);
	CHECK_EQ(b->walker.stats.replays, 1);
	CHECK_EQ(b->walker.stats.fault_stalls, 0);
	paged_bench_free(b);
}

TEST(a_table_that_is_not_there_ends_the_walk_early)
{
	struct faults f;
	struct bench *b = paged_bench(&f, 4);

	b->pages.no_table_at = 2;
	mock_ask(&b->above, 0, 0, 0x1000);
	mock_run_to(&b->engine, 1000);
	CHECK_EQ(f.came[0], 200);
	b->pages.unmapped_from = 0;
	faults_replay(&f, 0, &b->walker);
	mock_run(&b->engine);
	paged_bench_free(b);
}

TEST(what_nobody_brings_is_answered_as_before)
{
	struct faults f;
	struct bench *b = paged_bench(&f, 4);
	struct mock_request *q;

	b->pages.paged = false;
	q = mock_ask(&b->above, 0, 0, 0x1000);
	mock_run(&b->engine);
	CHECK_EQ(q->replied, 400);
	CHECK(q->t.faulted);
	CHECK_EQ(f.count, 0);
	bench_free(b);
}

TEST(a_full_fault_buffer_stalls_the_walk_in_its_walker)
{
	struct faults f;
	struct bench *b = paged_bench(&f, 1);
	struct mock_request *q[3];

	q[0] = mock_ask(&b->above, 0, 0, 0x1000);
	q[1] = mock_ask(&b->above, 0, 0, 0x1001);
	q[2] = mock_ask(&b->above, 0, 0, 0x20); /* there, but behind the stalled one */
	mock_run_to(&b->engine, 2000);
	CHECK_EQ(f.count, 1);
	CHECK_EQ(b->walker.stats.fault_stalls, 1);
	CHECK_EQ(b->walker.stats.busy.now, 1);
	CHECK_EQ(q[2]->replied, CYCLE_NEVER);
	b->pages.unmapped_from = 0;
	/* The replay takes the walker that is kept for it, since the only other one is stalled. In
	 * the same cycle that one finds room in the fault buffer, and its next walk starts in the
	 * cycle after. */
	faults_replay(&f, 0, &b->walker);
	mock_run_to(&b->engine, 3000);
	CHECK_EQ(f.came[1], 2000);
	CHECK_EQ(q[0]->replied, 2400);
	CHECK_EQ(q[2]->replied, 2401);
	CHECK_EQ(b->walker.stats.stalled.sum, 2000 - 800);
	faults_replay(&f, 1, &b->walker);
	mock_run(&b->engine);
	CHECK_EQ(q[1]->replied, 3400);
	paged_bench_free(b);
}

TEST(replays_go_before_walks_that_wait)
{
	struct faults f;
	struct bench *b = paged_bench(&f, 4);
	struct mock_request *q[4];

	q[0] = mock_ask(&b->above, 0, 0, 0x1000);
	mock_run_to(&b->engine, 500);
	b->pages.unmapped_from = 0;
	for (unsigned i = 1; i < 4; i++)
		q[i] = mock_ask(&b->above, 500, 0, i); /* one walks, two wait */
	mock_run_to(&b->engine, 600);
	faults_replay(&f, 0, &b->walker);
	mock_run(&b->engine);
	CHECK_EQ(q[1]->replied, 900);
	CHECK_EQ(q[0]->replied, 1300);
	CHECK_EQ(q[2]->replied, 1700);
	CHECK_EQ(q[3]->replied, 2100);
	paged_bench_free(b);
}
