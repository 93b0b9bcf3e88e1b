/* L1 TLB victims in LDS and I-cache by hand: every path of [Kotra21 Figure 12], modes, capacity. */
#include "tx_victims_rig.h"

/* The paths of Figure 12 */

TEST(path_1_2_4)
{
	struct rig *r = rig_new("lds-icache", NULL);

	evict(r, 5);
	evict(r, 5 + SEGMENTS);
	evict(r, 5 + 2 * SEGMENTS);
	CHECK(in_lds(r, 5) && in_lds(r, 5 + SEGMENTS) && in_lds(r, 5 + 2 * SEGMENTS));
	CHECK_EQ(r->v->stats.lds_fills, 3);
	CHECK_EQ(r->v->stats.lds_victims, 0);
	check_l2(r, 0, 0);
	rig_free(r);
}

TEST(path_1_2_4_5_6)
{
	struct rig *r = rig_new("lds-icache", NULL);

	for (unsigned i = 0; i < 4; i++)
		evict(r, 5 + i * SEGMENTS);
	/* The fourth of the segment: the first goes on to the I-cache, whose line is idle. */
	CHECK(!in_lds(r, 5) && in_icache(r, 5));
	CHECK(in_lds(r, 5 + 3 * SEGMENTS));
	CHECK_EQ(r->v->stats.lds_victims, 1);
	CHECK_EQ(r->v->stats.icache_fills, 1);
	CHECK_EQ(cache_line_use(r->icache, 5), CACHE_LINE_TENANT);
	check_l2(r, 0, 0);
	rig_free(r);
}

TEST(path_1_2_3_6_7_8)
{
	struct rig *r = rig_new("lds-icache", NULL);

	lds_take(&r->lds[0], 0, 256, 256); /* segments 0 to 7 */
	evict(r, 5);
	evict(r, 8);
	CHECK(!in_lds(r, 5) && in_icache(r, 5));
	CHECK(in_lds(r, 8) && !in_icache(r, 8));
	CHECK_EQ(r->v->stats.lds_mode, 1);
	/* The line is in Tx-mode now and takes the next one, too. */
	evict(r, 5 + SEGMENTS);
	CHECK(in_icache(r, 5) && in_icache(r, 5 + SEGMENTS));
	CHECK_EQ(r->v->stats.icache_victims, 0);
	check_l2(r, 0, 0);
	rig_free(r);
}

TEST(path_1_2_3_6_7_8_10_11)
{
	struct rig *r = rig_new("lds-icache", NULL);

	lds_take(&r->lds[0], 0, 16384, 16384);
	for (unsigned i = 0; i < 9; i++)
		evict(r, 7 + i * LINES);
	/* The ninth of a line: the first goes to the L2 TLB. */
	CHECK(!in_icache(r, 7) && in_icache(r, 7 + 8 * LINES));
	CHECK_EQ(r->v->stats.icache_victims, 1);
	check_l2(r, 1, 7);
	rig_free(r);
}

TEST(path_1_2_3_6_7_9_10)
{
	struct rig *r = rig_new("lds-icache", NULL);

	lds_take(&r->lds[0], 0, 16384, 16384);
	fill_with_instructions(r);
	evict(r, 9);
	CHECK(!in_lds(r, 9) && !in_icache(r, 9));
	CHECK_EQ(r->v->stats.icache_mode, 1);
	check_l2(r, 1, 9);
	rig_free(r);
}

/* The same with a victim of the LDS: 1-2-4-5-6-7-9-10 and 1-2-4-5-6-7-8-10-11. */
TEST(victims_of_the_lds_go_the_same_way)
{
	struct rig *r = rig_new("lds-icache", NULL);

	fill_with_instructions(r);
	for (unsigned i = 0; i < 4; i++)
		evict(r, 5 + i * SEGMENTS);
	check_l2(r, 1, 5);
	cache_invalidate_all(r->icache);
	/* Segments 5 and 261 share line 5 of the I-cache. Each gives up three more: with six
	 * translations the line has room; a ninth drives out the least recently used. */
	for (unsigned i = 4; i < 7; i++)
		evict(r, 5 + i * SEGMENTS);
	for (unsigned i = 0; i < 6; i++)
		evict(r, 261 + i * SEGMENTS);
	CHECK_EQ(r->v->stats.icache_fills, 6);
	check_l2(r, 1, 5);
	evict(r, 5 + 7 * SEGMENTS);
	evict(r, 261 + 6 * SEGMENTS);
	check_l2(r, 1, 5);
	evict(r, 261 + 7 * SEGMENTS);
	check_l2(r, 2, 5 + SEGMENTS);
	CHECK_EQ(r->v->stats.icache_victims, 1);
	rig_free(r);
}

TEST(without_one_of_the_structures)
{
	struct rig *r = rig_new("lds", NULL);

	for (unsigned i = 0; i < 4; i++)
		evict(r, 5 + i * SEGMENTS);
	check_l2(r, 1, 5);
	CHECK_EQ(cache_line_use(r->icache, 5), CACHE_LINE_IDLE);
	rig_free(r);
	r = rig_new("icache", NULL);
	evict(r, 5);
	CHECK(in_icache(r, 5));
	CHECK_EQ(r->lds[0].tenant_cycles, 0);
	rig_free(r);
}

/* Modes */

TEST(allocation_overwrites_at_once)
{
	struct rig *r = rig_new("lds-icache", NULL);

	evict(r, 5);
	evict(r, 20);
	lds_take(&r->lds[0], 0, 256, 100);
	CHECK(!in_lds(r, 5) && in_lds(r, 20));
	CHECK_EQ(r->v->stats.lds_overwritten, 1);
	evict(r, 6); /* never displaces LDS data */
	CHECK(!in_lds(r, 6));
	lds_give_back(&r->lds[0], 0, 256);
	evict(r, 7);
	CHECK(in_lds(r, 7) && !in_lds(r, 5));
	CHECK_EQ(r->v->lds_held, 2);
	rig_free(r);
}

TEST(instructions_take_lines_back)
{
	struct rig *r = rig_new("icache", NULL);

	/* All eight lines of set 0 hold translations; lines are numbered set by set. */
	for (unsigned i = 0; i < 8; i++)
		evict(r, i);
	evict(r, 0 + LINES); /* line 0 is the last used again, line 1 the least recently */
	fetch(r, 0);
	CHECK(in_icache(r, 0) && !in_icache(r, 1) && in_icache(r, 2));
	CHECK_EQ(r->v->stats.icache_overwritten, 1);
	CHECK_EQ(cache_line_use(r->icache, 1), CACHE_LINE_FILLED);
	evict(r, 1); /* IC-mode now */
	CHECK(!in_icache(r, 1));
	/* Emptied at a kernel's end: the line is idle, those with translations stay. */
	cache_invalidate_all(r->icache);
	evict(r, 1);
	CHECK(in_icache(r, 0) && in_icache(r, 1));
	rig_free(r);
}

TEST(naive_replacement_takes_instruction_lines)
{
	struct rig *r = rig_new("icache", "tx_icache.replacement=naive");

	fill_with_instructions(r);
	evict(r, 3);
	CHECK(in_icache(r, 3));
	CHECK_EQ(r->v->stats.instruction_lines, 1);
	check_l2(r, 0, 0);
	/* Instructions take the least recently used line of set 0, which is not the translation's.
	 */
	fetch(r, 64 * 1024);
	CHECK(in_icache(r, 3));
	rig_free(r);
}

TEST(one_translation_per_way)
{
	struct rig *r = rig_new("icache", "tx_icache.per_way=1");

	evict(r, 5);
	evict(r, 5 + LINES);
	CHECK(!in_icache(r, 5) && in_icache(r, 5 + LINES));
	check_l2(r, 1, 5);
	CHECK_EQ(r->v->stats.icache_capacity, 256);
	rig_free(r);
}

/* Sixteen consecutive tags share the base of a line of the I-cache. */
TEST(misfits)
{
	struct rig *r = rig_new("icache", NULL);

	evict(r, 5);
	evict(r, 5 + 15 * LINES);
	evict(r, 5 + 16 * LINES);
	CHECK(in_icache(r, 5) && in_icache(r, 5 + 15 * LINES) && !in_icache(r, 5 + 16 * LINES));
	CHECK_EQ(r->v->stats.misfits, 1);
	check_l2(r, 1, 5 + 16 * LINES);
	rig_free(r);
	r = rig_new("icache", "tx.misfit=evict");
	evict(r, 5);
	evict(r, 5 + 15 * LINES);
	evict(r, 5 + 16 * LINES);
	CHECK(!in_icache(r, 5) && in_icache(r, 5 + 16 * LINES));
	CHECK_EQ(r->v->icache_held, 1);
	check_l2(r, 2, 5 + 15 * LINES);
	rig_free(r);
	/* More than 25 bits of tag: 46 bits of address with 512 segments. */
	r = rig_new("lds", NULL);
	evict(r, (UINT64_C(1) << 34) - 1);
	CHECK(in_lds(r, (UINT64_C(1) << 34) - 1));
	evict(r, UINT64_C(1) << 34);
	CHECK_EQ(r->v->stats.too_wide, 1);
	check_l2(r, 1, UINT64_C(1) << 34);
	rig_free(r);
}

/* Capacity: 1,536 in each LDS, 2,048 in an I-cache of 16 KB. */
TEST(capacity)
{
	struct rig *r = rig_new("lds-icache", NULL);

	for (uint64_t vpn = 0; vpn < 3 * SEGMENTS; vpn++) {
		evict_from(r, 0, vpn);
		evict_from(r, 1, vpn + 100000);
	}
	CHECK_EQ(r->v->lds_held, 2 * 3 * SEGMENTS);
	CHECK_EQ(r->v->icache_held, 0);
	for (uint64_t vpn = 0; vpn < 8 * LINES; vpn++)
		evict_from(r, 0, vpn + 4096);
	CHECK_EQ(r->v->lds_held, 2 * 3 * SEGMENTS);
	CHECK_EQ(r->v->icache_held, 3 * SEGMENTS); /* what the others drove out */
	CHECK_EQ(r->v->stats.lds_capacity, 2 * 1536);
	CHECK_EQ(r->v->stats.icache_capacity, 2048);
	rig_free(r);
	r = rig_new("icache", NULL);
	for (uint64_t vpn = 0; vpn < 8 * LINES; vpn++)
		evict(r, vpn);
	CHECK_EQ(r->v->icache_held, 2048);
	check_l2(r, 0, 0);
	rig_free(r);
}
