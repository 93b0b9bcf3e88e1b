/* Whole machines whose L1 TLBs form clusters as they are worth it: every entry in its place at any
 * time, what it gains, what it leaves alone. */
#include <stdlib.h>

#include "harness.h"
#include "timed.h"

#define ADAPTIVE "l1_tlb.organisation=adaptive "
#define PIPELINED "l1_tlb.crossbar=pipelined l1_tlb.crossbar_rate=4 "
#define QUICK ADAPTIVE "l1_adaptive.misses=1 l1_adaptive.epoch=16 "

struct watch {
	struct event event;
	struct timed *timed;
	unsigned at;
	uint64_t entries;
};

/* In the TLB that a CU beside it would ask; so in no other TLB of the cluster. */
static void check_entry(void *state, const struct tlb_entry *entry)
{
	struct watch *w = state;
	struct system *s = w->timed->system;

	w->entries++;
	CHECK_EQ(s->plan.l1_org.ops->route(s->plan.l1_org.state, w->at, entry->vpn), w->at);
}

static void look(struct event *event)
{
	struct watch *w = container_of(event, struct watch, event);
	struct system *s = w->timed->system;

	for (unsigned c = 0; c < s->chiplet_count; c++)
		for (w->at = 0; w->at < s->chiplets[c].l1_tlb_count; w->at++)
			tlb_each(&s->chiplets[c].l1_tlbs[w->at], check_entry, w);
	if (!dispatcher_finished(s->dispatcher))
		engine_after(&s->engine, event, 89, look);
}

static void check_places(const char *gpu, const char *settings, const char *workload)
{
	struct timed t;
	struct watch w = {.timed = &t};

	timed_open(&t, gpu, settings, workload);
	engine_after(&t.system->engine, &w.event, 89, look);
	timed_run(&t);
	CHECK(w.entries > 1000);
	CHECK(timed_counter(&t, "l1_adaptive", "ups") > 0);
	CHECK(timed_counter(&t, "l1_adaptive", "moved") > 0);
	timed_close(&t);
}

TEST(every_entry_is_in_its_place_at_any_time)
{
	check_places("r9nano", ADAPTIVE, "mt:n=1024");
	check_places("r9nano", ADAPTIVE PIPELINED, "mt:block=16,n=1024");
	check_places("r9nano", QUICK "l1_tlb.entries=4", "spmv");
	check_places("r9nano", QUICK "l1_cache.addressing=vivt l1_tlb.entries=8", "mt");
	check_places("mcm4", ADAPTIVE "l1_adaptive.misses=8", "atax");
}

/* Everything moves all the time: nothing is lost, nothing is stuck, every translation is right. */
TEST(restless)
{
	static const char restless[] = ADAPTIVE "l1_adaptive.epoch=1 l1_adaptive.misses=1 "
						"l1_adaptive.pause=3 l1_tlb.mshrs=1 l1_tlb.queue=2 "
						"l1_tlb.entries=4";

	timed_cycles("r9nano", restless, "gups:updates=256");
	timed_cycles("r9nano", restless, "mt:block=16,n=256");
	timed_cycles("r9nano", PIPELINED ADAPTIVE "l1_adaptive.epoch=1", "mt:block=16,n=256");
	timed_cycles("r9nano", ADAPTIVE "l1_adaptive.pause=0 l1_adaptive.epoch=1", "bfs");
}

/* Behind circuits few larger TLBs are best. */
TEST(shared_pages_are_worth_a_larger_tlb)
{
	static const char workload[] = "mt:n=1024";
	cycle_t private = timed_cycles("r9nano", "", workload);
	cycle_t adaptive = timed_cycles("r9nano", ADAPTIVE, workload);
	cycle_t best =
		timed_cycles("r9nano", "l1_tlb.organisation=clustered l1_tlb.count=4", workload);

	CHECK(2 * best < private);
	CHECK(adaptive * 19 < best * 20);
}

/* Behind pipelined crossbars one cluster of all TLBs, with all their ports. */
TEST(shared_pages_are_worth_a_cluster)
{
	static const char workload[] = "mt:block=16,n=1024";
	cycle_t private = timed_cycles("r9nano", PIPELINED, workload);
	cycle_t adaptive = timed_cycles("r9nano", PIPELINED ADAPTIVE, workload);
	cycle_t best = timed_cycles(
		"r9nano",
		PIPELINED "l1_tlb.organisation=clustered l1_tlb.count=64 l1_tlb.clusters=1",
		workload);

	CHECK(2 * best < private);
	/* It takes a while to see that pages are shared, and runs with equal walks differ. */
	CHECK(adaptive * 6 < best * 7);
}

/* Pages that CUs do not have in common: it stays private, cycle by cycle. */
TEST(nothing_shared_nothing_changed)
{
	struct timed t;

	timed_open(&t, "r9nano", ADAPTIVE, "fft");
	timed_run(&t);
	CHECK_EQ(timed_counter(&t, "l1_adaptive", "ups"), 0);
	CHECK_EQ(t.cycles, timed_cycles("r9nano", "", "fft"));
	timed_close(&t);
}

/* What all CUs miss at once, and once only, is no reason either. */
TEST(a_cold_start_changes_nothing)
{
	CHECK_EQ(timed_cycles("r9nano", ADAPTIVE, "pagerank"),
		 timed_cycles("r9nano", "", "pagerank"));
	CHECK_EQ(timed_cycles("r9nano", ADAPTIVE, "gemm"), timed_cycles("r9nano", "", "gemm"));
}

/* Trials of smaller clusters, where circuits are held most of the time: they come about, some stay,
 * and the others are undone. */
TEST(smaller_clusters_are_tried)
{
	struct timed t;

	timed_open(&t, "r9nano", ADAPTIVE, "mt:n=1024");
	timed_run(&t);
	CHECK(timed_counter(&t, "l1_adaptive", "ups") > 0);
	CHECK(timed_counter(&t, "l1_adaptive", "returns") > 0);
	CHECK(timed_counter(&t, "l1_adaptive", "downs") >
	      timed_counter(&t, "l1_adaptive", "returns"));
	timed_close(&t);
}
