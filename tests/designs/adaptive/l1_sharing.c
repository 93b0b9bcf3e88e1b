/* What the misses of shared pages tell adaptive L1 TLBs, by hand: 8 CUs with 4 entries each. */
#include "designs/adaptive/l1_sharing.h"

#include "harness.h"

enum { NONE = 4 }; /* above the highest level, 3 */

static void open_sharing(struct l1_sharing *s, unsigned chiplets)
{
	l1_sharing_init(s, chiplets, 8, 64);
	s->entries = 4;
	l1_sharing_renew(s);
}

static unsigned miss_at(struct l1_sharing *s, unsigned cu, uint64_t vpn, unsigned level)
{
	struct translation t = {.vpn = vpn, .who.cu = (uint16_t)cu};

	return l1_sharing_missed(s, &t, level);
}

/* At level 0, and answered at once. */
static unsigned miss(struct l1_sharing *s, unsigned cu, uint64_t vpn)
{
	struct translation t = {.vpn = vpn, .who.cu = (uint16_t)cu};
	unsigned level = l1_sharing_missed(s, &t, 0);

	l1_sharing_answered(s, &t);
	return level;
}

TEST(the_smallest_cluster_that_has_another_sharer)
{
	struct l1_sharing s;

	open_sharing(&s, 1);
	CHECK_EQ(miss(&s, 0, 9), NONE);
	CHECK_EQ(miss(&s, 4, 9), 3);
	CHECK_EQ(miss(&s, 2, 9), 2);
	CHECK_EQ(miss(&s, 1, 9), 1);
	CHECK_EQ(miss(&s, 7, 9), 2); /* 4 is nearer than the others */
	CHECK_EQ(miss_at(&s, 6, 9, 2), 3);
	l1_sharing_release(&s);
}

/* Eight CUs that miss alike have an eighth of the misses each: a pair a quarter of them, and 8
 * entries. With one sharer there may be 8 misses in between (4 x 8 / 4 = 8 entries). */
TEST(an_entry_must_have_survived)
{
	struct l1_sharing s;

	for (unsigned between = 7; between <= 9; between++) {
		open_sharing(&s, 1);
		miss(&s, 0, 9);
		for (unsigned i = 0; i < between; i++)
			miss(&s, 2 + i % 6, 100 + i);
		CHECK_EQ(miss(&s, 0, 9), between <= 8 ? 1 : NONE);
		l1_sharing_release(&s);
	}
}

TEST(a_miss_under_way_does_not_count)
{
	struct l1_sharing s;

	open_sharing(&s, 1);
	CHECK_EQ(miss_at(&s, 0, 9, 0), NONE);
	CHECK_EQ(miss_at(&s, 1, 9, 0), NONE);
	l1_sharing_release(&s);
}

/* Clusters are within a chiplet, and pages within an address space. */
TEST(others_do_not_share)
{
	struct translation other = {.vpn = 9, .who.asid = 1, .who.cu = 1};
	struct l1_sharing s;

	open_sharing(&s, 2);
	miss(&s, 0, 9);
	CHECK_EQ(miss(&s, 8, 9), NONE);
	CHECK_EQ(l1_sharing_missed(&s, &other, 0), NONE);
	CHECK_EQ(miss(&s, 1, 9), 1);
	l1_sharing_release(&s);
}
