/* Clusters of L1 TLBs: where pages are at each level, and what moves when the level changes. */
#include "designs/adaptive/l1_clusters.h"
#include "harness.h"

enum { CUS = 4, ENTRIES = 4, MSHRS = 2, LATENCY = 1, PAUSE = 8 };

/* One chiplet of 4 CUs; nothing is below the TLBs. */
struct rig {
	struct engine engine;
	struct crossbar crossbar;
	struct tlb tlbs[CUS];
	struct l1_clusters clusters;
};

static unsigned to_place(void *state, unsigned cu, const struct translation *t, bool warm)
{
	(void)warm;
	return l1_clusters_place(state, cu, t->vpn);
}

static struct rig *rig_new(bool circuit)
{
	struct rig *rig = xcalloc(1, sizeof(*rig));
	struct crossbar_config crossbar = {.sources = CUS,
					   .sinks = CUS,
					   .per_cycle = 1,
					   .reach = 1,
					   .circuit = circuit,
					   .queue = 4,
					   .route = to_place,
					   .route_state = &rig->clusters};
	struct tlb_config tlb = {.name = "tlb",
				 .entries = ENTRIES,
				 .ways = ENTRIES,
				 .latency = LATENCY,
				 .ports = 1,
				 .mshrs = MSHRS * CUS,
				 .queue = 4,
				 .page_shift = 12};

	engine_init(&rig->engine);
	crossbar_init(&rig->crossbar, &rig->engine, &crossbar);
	for (unsigned i = 0; i < CUS; i++)
		tlb_init(&rig->tlbs[i], &rig->engine, &tlb, (struct tx_port){0});
	l1_clusters_init(&rig->clusters, &rig->engine, 1, CUS, circuit, PAUSE);
	l1_clusters_set_shape(&rig->clusters, ENTRIES, LATENCY, MSHRS);
	l1_clusters_attach(&rig->clusters, 0, &rig->crossbar, rig->tlbs);
	return rig;
}

static void rig_free(struct rig *rig)
{
	l1_clusters_release(&rig->clusters);
	for (unsigned i = 0; i < CUS; i++)
		tlb_release(&rig->tlbs[i]);
	crossbar_release(&rig->crossbar);
	free(rig);
}

static void hold(struct rig *rig, unsigned tlb, uint64_t vpn)
{
	tlb_insert(&rig->tlbs[tlb], &(struct tlb_entry){.vpn = vpn, .asid = 1, .page_shift = 12});
}

static bool holds(const struct rig *rig, unsigned tlb, uint64_t vpn)
{
	return tlb_probe(&rig->tlbs[tlb], 1, vpn, NULL);
}

/* Another level, and the pause that follows. */
static void change(struct rig *rig, unsigned level)
{
	bool stop = false;

	l1_clusters_change(&rig->clusters, level);
	CHECK_EQ(rig->clusters.level, level);
	engine_run(&rig->engine, &stop, UINT64_MAX);
}

/* [Choudhary22 §5.1]: log2 of inputs and outputs for a crossbar, 2 log2 of the sets for a lookup.
 */
TEST(latencies_of_both_kinds)
{
	struct rig *pipelined = rig_new(false), *circuit = rig_new(true);

	for (unsigned level = 0; level <= 2; level++) {
		CHECK_EQ(l1_clusters_way(&pipelined->clusters, level), 2 * level);
		CHECK_EQ(l1_clusters_lookup(&pipelined->clusters, level), LATENCY);
		CHECK_EQ(l1_clusters_way(&circuit->clusters, level), level);
		CHECK_EQ(l1_clusters_lookup(&circuit->clusters, level), level ? 2 * level : 1);
		CHECK(l1_clusters_crossing(&circuit->clusters, level) == 2.0 * level);
	}
	rig_free(pipelined);
	rig_free(circuit);
}

TEST(places)
{
	struct rig *rig = rig_new(false);

	for (uint64_t vpn = 0; vpn < 256; vpn++)
		CHECK_EQ(l1_clusters_place(&rig->clusters, 2, vpn), 2);
	change(rig, 1); /* {0, 1} and {2, 3}: the lowest bit of the folded page says which */
	CHECK_EQ(l1_clusters_place(&rig->clusters, 3, 4), 2);
	CHECK_EQ(l1_clusters_place(&rig->clusters, 2, 5), 3);
	CHECK_EQ(l1_clusters_place(&rig->clusters, 2, 0x45), 2); /* bit 6 is folded onto bit 0 */
	change(rig, 2);
	CHECK_EQ(l1_clusters_place(&rig->clusters, 0, 7), 3);
	rig_free(rig);
}

/* Pages 4 and 5 of TLB 2, and page 4 of TLB 0, at level 1 and then at 0 again. */
TEST(entries_move_and_are_copied)
{
	struct rig *rig = rig_new(false);

	hold(rig, 2, 4);
	hold(rig, 2, 5);
	hold(rig, 0, 4);
	change(rig, 1);
	CHECK(holds(rig, 0, 4) && holds(rig, 2, 4)); /* even pages are at home there */
	CHECK(!holds(rig, 2, 5) && holds(rig, 3, 5));
	CHECK_EQ(rig->clusters.moved, 1);

	change(rig, 0); /* each half of a cluster gets all that it held */
	for (unsigned i = 0; i < CUS; i++)
		CHECK(holds(rig, i, 4));
	CHECK(holds(rig, 2, 5) && holds(rig, 3, 5) && !holds(rig, 0, 5));
	CHECK_EQ(rig->clusters.moved, 1 + 3);
	rig_free(rig);
}

/* A quarter of each cluster, no more; what all hold is added up. */
TEST(room)
{
	struct rig *rig = rig_new(false);
	uint64_t held;

	change(rig, 1);
	hold(rig, 0, 4);
	hold(rig, 1, 5);
	hold(rig, 2, 6);
	CHECK(l1_clusters_have_room(&rig->clusters, &held));
	CHECK_EQ(held, 3);
	hold(rig, 0, 8); /* three of eight */
	CHECK(!l1_clusters_have_room(&rig->clusters, &held));
	rig_free(rig);
}
