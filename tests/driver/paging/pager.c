/* The way of a fault, to the cycle. The costs are in rig.h. */
#include "rig.h"

#include "driver/paging/pager_parts.h"

TEST(one_fault)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 4});
	struct rig_request *q = rig_ask(r, 0, 2, 7, false);

	rig_run(r);
	/* 100 walk, 10 interrupt, 100 batch, 10 block, 459.6 transfer, to the next cycle; 100 walk.
	 */
	CHECK_EQ(q->replied, 780);
	CHECK_EQ(q->over, 787);
	CHECK_EQ(r->pager->stats.faults, 1);
	CHECK_EQ(r->pager->stats.batches, 1);
	CHECK_EQ(r->pager->stats.fault.sum, 580); /* from 100 to 680 */
	CHECK_EQ(r->pager->stats.cycles_waiting, 10);
	CHECK_EQ(r->pager->stats.cycles_host, 110);
	CHECK_EQ(r->pager->stats.cycles_link, 460);
	CHECK_EQ(r->walker.stats.replays, 1);
	rig_free(r);
}

TEST(two_faults_of_a_block_are_one_batch)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 8});
	struct rig_request *a = rig_ask(r, 0, 0, 1, false), *b = rig_ask(r, 9, 3, 1, false);

	rig_run(r);
	/* Taken at 110, served at 220; two transfers, one behind the other: 679.6, 1139.2. Both
	 * wait for the end of the batch. */
	CHECK_EQ(a->replied, 1240);
	CHECK_EQ(b->replied, 1240);
	CHECK_EQ(r->pager->stats.blocks, 1);
	CHECK_EQ(r->link.stats.transfers[HOST_IN], 2);
	rig_free(r);
}

TEST(neighbours_come_in_one_transfer)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 8});
	struct rig_request *a = rig_ask(r, 0, 3, 1, false), *b = rig_ask(r, 0, 2, 1, false);

	rig_run(r);
	CHECK_EQ(a->replied, 1190); /* 220 + 50 + 819.2 = 1089.2 */
	CHECK_EQ(b->replied, 1190);
	CHECK_EQ(r->link.stats.transfers[HOST_IN], 1);
	rig_free(r);
}

TEST(a_fault_during_a_batch_waits_for_the_next)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 8});
	struct rig_request *a = rig_ask(r, 0, 0, 1, false), *b = rig_ask(r, 11, 1, 1, false);

	rig_run(r);
	CHECK_EQ(a->replied, 780);
	/* The driver looks again at 680, without an interrupt: 790 + 459.6 = 1249.6. */
	CHECK_EQ(b->replied, 1350);
	CHECK_EQ(r->pager->stats.batches, 2);
	rig_free(r);
}

TEST(blocks_are_served_in_turn_while_pages_come)
{
	for (int blocks = 0; blocks < 2; blocks++) {
		struct rig *r =
			rig_new(&(struct rig_config){.pages = 1024, .replay_blocks = blocks == 1});
		struct rig_request *a = rig_ask(r, 0, 0, 1, false);
		struct rig_request *b = rig_ask(r, 0, 512, 1, false);

		rig_run(r);
		/* The first transfer from 220 to 679.6; the second is ready at 230 and waits until
		 * then, to 1139.2. */
		CHECK_EQ(a->replied, blocks ? 780 : 1240);
		CHECK_EQ(b->replied, 1240);
		CHECK_EQ(r->pager->stats.blocks, 2);
		rig_free(r);
	}
}

TEST(a_batch_has_so_many_records)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 8, .batch = 1});
	struct rig_request *a = rig_ask(r, 0, 0, 1, false), *b = rig_ask(r, 0, 1, 1, false);

	rig_run(r);
	CHECK_EQ(a->replied, 780);
	CHECK_EQ(b->replied, 1350);
	rig_free(r);
}

TEST(two_waiters_of_a_page_are_one_fault)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 8});
	struct rig_request *a = rig_ask(r, 0, 5, 1, false), *b = rig_ask(r, 300, 5, 1, false);

	rig_run(r);
	CHECK_EQ(a->replied, 780);
	CHECK_EQ(b->replied, 780); /* its walk ends at 400, when the page is on its way */
	CHECK_EQ(r->pager->stats.faults, 1);
	CHECK_EQ(r->faults.stats.merged, 1);
	rig_free(r);
}

/* One place, two walkers, both of which fault: the second stalls until the first is replayed. */
TEST(a_full_buffer)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 8, .walkers = 2, .buffer = 1});
	struct rig_request *a = rig_ask(r, 0, 0, 1, false), *b = rig_ask(r, 0, 4, 1, false);

	rig_run(r);
	CHECK_EQ(r->walker.stats.fault_stalls, 1);
	CHECK_EQ(r->walker.stats.stalled.sum, 580);
	CHECK_EQ(a->replied, 780);
	CHECK_EQ(b->replied, 1350); /* recorded at 680, in the batch of that cycle */
	rig_free(r);
}

/* Two pages, one frame. */
static struct rig *tight_rig(void)
{
	return rig_new(&(struct rig_config){.pages = 2, .oversubscribe = 200});
}

TEST(a_clean_page_leaves)
{
	struct rig *r = tight_rig();
	struct rig_request *b;

	rig_ask(r, 0, 0, 20, false); /* accessed from 780 to 800 */
	b = rig_ask(r, 1000, 1, 1, false);
	rig_run(r);
	/* Recorded at 1100, taken at 1110, served at 1220; the shootdown until 1225, then the frame
	 * is free: 1225 + 459.6. */
	CHECK_EQ(b->replied, 1785);
	CHECK_EQ(r->shootdowns, 1);
	CHECK_EQ(r->dropped, 4096);
	CHECK_EQ(r->pager->stats.pages_dropped, 1);
	CHECK_EQ(r->pager->stats.pages_written, 0);
	CHECK_EQ(r->pager->stats.peak_pages, 1);
	rig_free(r);
}

TEST(a_dirty_page_is_written_back_first)
{
	struct rig *r = tight_rig();
	struct rig_request *b;

	rig_ask(r, 0, 0, 20, true);
	b = rig_ask(r, 1000, 1, 1, false);
	rig_run(r);
	/* Out from 1225 to 1684.6, in from 1685 to 2144.6. */
	CHECK_EQ(b->replied, 2245);
	CHECK_EQ(r->pager->stats.pages_written, 1);
	CHECK_EQ(r->pager->stats.cycles_frames, 460); /* 1225 to 1685 */
	CHECK_EQ(r->link.stats.bytes[HOST_OUT], 4096);
	rig_free(r);
}

TEST(a_page_leaves_when_its_last_access_is_over)
{
	struct rig *r = tight_rig();
	struct rig_request *b;

	rig_ask(r, 0, 0, 620, true); /* accessed from 780 to 1400 */
	b = rig_ask(r, 1000, 1, 1, false);
	rig_run(r);
	/* Told at 1225, not accessed from 1400 on: out to 1859.6, in from 1860 to 2319.6. */
	CHECK_EQ(b->replied, 2420);
	CHECK_EQ(r->pager->stats.drain.sum, 180); /* 1220 to 1400 */
	rig_free(r);
}

TEST(a_page_that_nobody_has_accessed_yet_stays)
{
	struct rig *r = tight_rig();
	struct rig_request *a = rig_ask(r, 0, 0, 5, false), *b = rig_ask(r, 11, 1, 1, false);

	rig_run(r);
	CHECK_EQ(a->replied, 780);
	/* Taken at 680, served at 790: by then the first is over. */
	CHECK_EQ(b->replied, 1355);
	CHECK_EQ(r->pager->stats.deferred, 0);
	rig_free(r);

	/* Both in one batch: there is room for one, and the other is taken up again. */
	r = tight_rig();
	a = rig_ask(r, 0, 0, 5, false);
	b = rig_ask(r, 0, 1, 1, false);
	rig_run(r);
	CHECK_EQ(a->replied, 780);
	CHECK_EQ(b->replied, 1355);
	CHECK_EQ(r->pager->stats.deferred, 1);
	rig_free(r);
}

/* A page that leaves between the replays of two who wait for it: the second faults again. */
TEST(a_replay_after_a_second_fault)
{
	struct rig *r =
		rig_new(&(struct rig_config){.pages = 2, .oversubscribe = 200, .walkers = 1});
	struct rig_request *a = rig_ask(r, 0, 0, 5, false), *b = rig_ask(r, 0, 0, 5, false);
	struct rig_request *c = rig_ask(r, 0, 1, 5, false);

	rig_run(r);
	/* Walks end at 100, 200 and 300. The page is there at 680: the first walks again to 780 and
	 * accesses it, the second to 880. The other page's batch begins at 680 and takes the frame
	 * at 790. */
	CHECK_EQ(a->replied, 780);
	/* In from 795 to 1254.6. */
	CHECK_EQ(c->replied, 1355);
	/* Recorded at 880, taken at 1255, served at 1365, when the other was accessed: its frame is
	 * free at 1370; in to 1829.6. */
	CHECK_EQ(b->replied, 1930);
	CHECK_EQ(r->walker.stats.faults, 4);
	CHECK_EQ(r->pager->stats.faults, 3);
	CHECK_EQ(r->pager->stats.refetched, 1);
	rig_free(r);
}

TEST(a_written_page_that_comes_again_is_clean)
{
	struct rig *r = tight_rig();

	rig_ask(r, 0, 0, 5, true);
	rig_ask(r, 3000, 1, 5, false);
	rig_ask(r, 6000, 0, 5, false);
	rig_ask(r, 9000, 1, 5, false);
	rig_run(r);
	CHECK_EQ(r->pager->stats.pages_written, 1);
	CHECK_EQ(r->pager->stats.pages_dropped, 2);
	CHECK_EQ(r->pager->stats.refetched, 2);
	rig_free(r);
}

static const struct fault_service_ops map_only = {.base = {.name = "map"}, .maps = true};

static bool third(void *state, uint32_t accesses)
{
	(void)state;
	return accesses == 3;
}

static const struct fault_service_ops third_comes = {
	.base = {.name = "third"}, .maps = true, .comes = third};

TEST(pages_mapped_in_place)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 4, .service = &map_only});
	struct rig_request *a = rig_ask(r, 0, 1, 5, true), *b = rig_ask(r, 1000, 1, 5, false);

	rig_run(r);
	CHECK_EQ(a->replied, 320); /* as one_fault without the transfer */
	CHECK_EQ(a->t.frame, (UINT64_C(1) << 40) + 4096);
	CHECK_EQ(b->replied, 1100);
	CHECK_EQ(r->pager->stats.pages_mapped, 1);
	CHECK_EQ(r->pager->stats.pages_in, 0);
	CHECK_EQ(pager_resident(r->pager), 0);
	rig_free(r);
}

TEST(pages_mapped_in_place_come_when_they_are_accessed_often)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 4, .service = &third_comes});
	struct rig_request *q;

	rig_ask(r, 0, 1, 5, false);
	rig_ask(r, 1000, 0, 5, false); /* counted together */
	rig_ask(r, 2000, 1, 900, false);
	q = rig_ask(r, 5000, 0, 5, false);
	rig_run(r);
	/* Both, and the long access is waited for: asked for at 2100, from 2220 on they are
	 * unmapped.
	 */
	CHECK_EQ(r->pager->stats.counted, 1);
	CHECK_EQ(r->pager->stats.pages_in, 2);
	CHECK_EQ(q->replied, 5100);
	CHECK(q->t.frame < UINT64_C(1) << 40);
	rig_free(r);
}

TEST(hints)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 4, .hint = HINT_PREFETCH});
	struct rig_request *q = rig_ask(r, 2000, 3, 5, false);

	rig_run(r);
	/* Asked for at 0: 10, 100, 10, and a transfer of 50 + 1638.4 later they are there. */
	CHECK_EQ(q->replied, 2100);
	CHECK_EQ(r->pager->stats.faults, 0);
	CHECK_EQ(r->pager->stats.pages_in, 4);
	rig_free(r);

	r = rig_new(&(struct rig_config){.pages = 4, .hint = HINT_PINNED});
	q = rig_ask(r, 0, 3, 5, true);
	rig_run(r);
	CHECK_EQ(q->replied, 100);
	CHECK_EQ(q->t.frame, (UINT64_C(1) << 40) + 3 * 4096);
	rig_free(r);

	r = rig_new(&(struct rig_config){.pages = 4, .hint = HINT_HOST, .service = &third_comes});
	for (unsigned i = 0; i < 5; i++)
		q = rig_ask(r, i * 1000, 3, 5, true);
	rig_run(r);
	CHECK_EQ(r->pager->stats.pages_in, 0);
	CHECK_EQ(r->pager->stats.pages_mapped, 1);
	rig_free(r);

	r = rig_new(
		&(struct rig_config){.pages = 4, .hint = HINT_READ_MOSTLY, .service = &map_only});
	q = rig_ask(r, 0, 2, 5, false);
	rig_run(r);
	CHECK_EQ(q->replied, 780);
	CHECK_EQ(r->pager->stats.pages_in, 1);
	rig_free(r);
}

/* Everything at once: invariants at each step, every request answered once. */
TEST(random_faults)
{
	static const struct eviction_ops *const evict[] = {&evict_lru_4k, &evict_lru_64k,
							   &evict_lru_2m};
	static const struct fault_service_ops *const service[] = {&service_migrate, &third_comes};

	for (unsigned round = 0; round < 24; round++) {
		unsigned pages = 1 + 37 * round, percent = 100 + 50 * (round % 7);
		uint64_t state = round + 1;
		struct rig *r = rig_new(&(struct rig_config){.pages = pages,
							     .oversubscribe = percent,
							     .walkers = 1 + round % 3,
							     .buffer = 1 + round % 5 * 8,
							     .batch = 1 + round % 4 * 7,
							     .replay_blocks = round % 2,
							     .evict = evict[round % 3],
							     .service = service[round % 4 == 3]});

		r->checks = true;
		r->most = (pages * UINT64_C(100) + percent - 1) / percent;
		for (unsigned i = 0; i < 600; i++) {
			state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
			rig_ask(r, (state >> 33) % 100000, (unsigned)((state >> 20) % pages),
				(state >> 45) % 3000, state >> 63);
		}
		rig_run(r);
		rig_free(r);
	}
}

/* What leaves too early is noticed. */
TEST(the_oracle_notices_a_frame_that_was_taken_away)
{
	struct rig *r = rig_new(&(struct rig_config){.pages = 2});
	struct rig_request *q = rig_ask(r, 0, 0, 500, false);
	struct block *b;

	while (q->replied == CYCLE_NEVER) {
		bool stop = false;

		engine_run(&r->engine, &stop, r->engine.executed + 1);
	}
	b = pager_find(r->pager, 0, RIG_VPN);
	b->page[0].frame += 4096;
	rig_run(r);
	CHECK_EQ(r->oracle.mismatches, 1);
	CHECK_CONTAINS(r->oracle.first, "after its frame");
	b->page[0].frame -= 4096;
	r->oracle.mismatches = 0;
	rig_free(r);
}
