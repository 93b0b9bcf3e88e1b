/* Shared L1 TLBs: every geometry against the tables of [Choudhary22], and placements by hand. */
#include <string.h>

#include "designs/l1/l1.h"
#include "harness.h"

/* An organisation of `cus` CUs with private TLBs as Table 4.1 has them. */
struct organisation {
	void *state;
	unsigned tlbs;
	uint32_t entries, ways, mshrs, latency;
	uint32_t crossbar_latency, reach;
	bool has_crossbar;
};

static struct organisation organise(unsigned cus, unsigned tlbs, unsigned clusters)
{
	static struct params params;
	struct plan_facts facts = {.params = &params, .chiplets = 1, .cus = cus};
	struct organisation o = {.entries = 128, .ways = 128, .mshrs = 4, .latency = 1};

	params.i[P_L1_TLB_COUNT] = tlbs;
	params.i[P_L1_TLB_CLUSTERS] = clusters;
	o.state = l1_clustered.base.make(&facts);
	l1_clustered.geometry(o.state, cus, &o.tlbs, &o.entries, &o.ways, &o.mshrs, &o.latency);
	o.has_crossbar = l1_clustered.crossbar(o.state, &o.crossbar_latency, &o.reach);
	return o;
}

static void dissolve(struct organisation *o)
{
	l1_clustered.base.release(o->state);
}

/* Table 5.1, row by row. */
TEST(aggregated_geometries)
{
	static const struct {
		unsigned tlbs, entries, sets, mshrs, latency, crossbar;
	} rows[] = {
		{64, 128, 1, 4, 1, 0},     {32, 256, 2, 8, 2, 1},   {16, 512, 4, 16, 4, 2},
		{8, 1024, 8, 32, 6, 3},    {4, 2048, 16, 64, 8, 4}, {2, 4096, 32, 128, 10, 5},
		{1, 8192, 64, 256, 12, 6},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct organisation o = organise(64, rows[i].tlbs, 0);

		CHECK_EQ(o.tlbs, rows[i].tlbs);
		CHECK_EQ(o.entries, rows[i].entries);
		CHECK_EQ(o.ways, 128);
		CHECK_EQ(o.entries / o.ways, rows[i].sets);
		CHECK_EQ(o.mshrs, rows[i].mshrs);
		CHECK_EQ(o.latency, rows[i].latency);
		CHECK_EQ(o.has_crossbar, rows[i].tlbs < 64);
		CHECK_EQ(o.crossbar_latency, rows[i].crossbar);
		CHECK_EQ(o.reach, 1);
		dissolve(&o);
	}
}

/* Table 6.1, all 28 rows. It prints 10 cycles for 32 TLBs in 1 cluster, a 64 x 32 crossbar; its
 * own formula makes that 6 + 5 = 11, and so does the model. */
TEST(clustered_geometries)
{
	static const unsigned rows[][3] = {
		{64, 64, 0}, {64, 32, 2}, {64, 16, 4}, {64, 8, 6}, {64, 4, 8}, {64, 2, 10},
		{64, 1, 12}, {32, 32, 1}, {32, 16, 3}, {32, 8, 5}, {32, 4, 7}, {32, 2, 9},
		{32, 1, 11}, {16, 16, 2}, {16, 8, 4},  {16, 4, 6}, {16, 2, 8}, {16, 1, 10},
		{8, 8, 3},   {8, 4, 5},   {8, 2, 7},   {8, 1, 9},  {4, 4, 4},  {4, 2, 6},
		{4, 1, 8},   {2, 2, 5},   {2, 1, 7},   {1, 1, 6},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct organisation o = organise(64, rows[i][0], rows[i][1]);
		struct organisation aggregated = organise(64, rows[i][0], 0);

		CHECK_EQ(o.crossbar_latency, rows[i][2]);
		CHECK_EQ(o.has_crossbar, i > 0);
		CHECK_EQ(o.tlbs, rows[i][0]);
		CHECK_EQ(o.entries, aggregated.entries);
		CHECK_EQ(o.mshrs, aggregated.mshrs);
		CHECK_EQ(o.latency, aggregated.latency);
		dissolve(&o);
		dissolve(&aggregated);
	}
}

/* Where CU `cu` finds page `vpn`. */
static void check_place(const struct organisation *o, unsigned cu, uint64_t vpn, unsigned tlb,
			uint32_t set)
{
	CHECK_EQ(l1_clustered.route(o->state, cu, vpn), tlb);
	CHECK_EQ(l1_clustered.set(o->state, vpn, o->entries / o->ways), set);
}

TEST(placement_with_aggregation)
{
	/* 16 TLBs of 4 sets, each for 4 CUs: CU 5 has TLB 5 / 4, page 0x1237 set 0x1237 % 4. */
	struct organisation o = organise(64, 16, 16);

	check_place(&o, 5, 0x1237, 1, 3);
	check_place(&o, 3, 0x1234, 0, 0);
	check_place(&o, 63, 0x1235, 15, 1);
	dissolve(&o);
}

TEST(placement_with_clusters)
{
	/* 32 TLBs of 2 sets in 16 clusters: 4 CUs and 2 TLBs each. CU 5 is in cluster 1, which has
	 * TLBs 2 and 3; the lowest bit of the page chooses one, the next its set. */
	struct organisation o = organise(64, 32, 16);

	check_place(&o, 5, 0x1234, 2, 0);
	check_place(&o, 5, 0x1235, 3, 0);
	check_place(&o, 5, 0x1236, 2, 1);
	check_place(&o, 5, 0x1237, 3, 1);
	check_place(&o, 63, 0x1235, 31, 0);
	dissolve(&o);

	/* 8 TLBs of 8 sets in 2 clusters: 32 CUs and 4 TLBs each. CU 40 is in cluster 1, TLBs 4 to
	 * 7; page 0x2b = 10 10 11b: TLB 4 + 3, set 10 % 8 = 2. */
	o = organise(64, 8, 2);
	check_place(&o, 40, 0x2b, 7, 2);
	check_place(&o, 31, 0x2b, 3, 2);
	check_place(&o, 0, 0x3c, 0, 7);
	dissolve(&o);

	/* One TLB for all: 64 sets. */
	o = organise(64, 1, 1);
	check_place(&o, 17, 0x1000 + 61, 0, 61);
	dissolve(&o);
}

/* Numbers that are no powers of two: 30 CUs, 15 TLBs of 2 sets in 5 clusters of 6 CUs. */
TEST(numbers_that_are_no_powers_of_two)
{
	struct organisation o = organise(30, 15, 5);

	CHECK(o.tlbs == 15 && o.entries == 256 && o.mshrs == 8 && o.latency == 2);
	CHECK_EQ(o.reach, 3);
	CHECK_EQ(o.crossbar_latency, 3 + 2);  /* 6 x 3, logarithms rounded up */
	check_place(&o, 13, 7, 2 * 3 + 1, 0); /* cluster 13 / 6; page 7: TLB 7 % 3, set 7 / 3 % 2 */
	check_place(&o, 29, 5, 4 * 3 + 2, 1);
	dissolve(&o);
}

/* Other powers of two: 8 CUs with TLBs of 2 sets of 16 ways and a latency of 3. */
TEST(other_machines)
{
	struct organisation o = organise(8, 2, 1);
	uint32_t entries = 32, ways = 16, mshrs = 3, latency = 3;
	unsigned tlbs;

	/* 4 private TLBs in each: 8 sets, 2 * 3 cycles; 8 x 2 crossbar. */
	l1_clustered.geometry(o.state, 8, &tlbs, &entries, &ways, &mshrs, &latency);
	CHECK(tlbs == 2 && entries == 128 && ways == 16 && mshrs == 12 && latency == 6);
	CHECK_EQ(o.crossbar_latency, 4);
	dissolve(&o);

	/* Never faster than a private one: 8 sets take 6 cycles, but a private TLB takes 9. */
	o = organise(8, 2, 2);
	entries = 32, ways = 16, mshrs = 3, latency = 9;
	l1_clustered.geometry(o.state, 8, &tlbs, &entries, &ways, &mshrs, &latency);
	CHECK_EQ(latency, 9);
	dissolve(&o);

	/* Not merged: as it was, whatever its sets. */
	o = organise(8, 0, 4);
	entries = 256, ways = 16, mshrs = 3, latency = 1;
	l1_clustered.geometry(o.state, 8, &tlbs, &entries, &ways, &mshrs, &latency);
	CHECK(tlbs == 8 && entries == 256 && ways == 16 && mshrs == 3 && latency == 1);
	CHECK_EQ(o.crossbar_latency, 2);
	dissolve(&o);
}

/* The machine's CUs are all chiplets' together; each chiplet has an organisation of its own. */
TEST(chiplets_are_organised_alike)
{
	static struct params params;
	struct plan_facts facts = {.params = &params, .chiplets = 4, .cus = 64};
	uint32_t latency, reach;
	void *state;

	params.i[P_L1_TLB_COUNT] = 4;
	params.i[P_L1_TLB_CLUSTERS] = 2;
	state = l1_clustered.base.make(&facts);
	/* 16 CUs: 8 x 2 crossbars. */
	CHECK(l1_clustered.crossbar(state, &latency, &reach));
	CHECK_EQ(latency, 4);
	CHECK_EQ(reach, 2);
	CHECK_EQ(l1_clustered.route(state, 9, 5), 3);
	l1_clustered.base.release(state);
}
