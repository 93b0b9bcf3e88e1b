/* Measurements of whole machines agree with what the parts count, and change nothing. */
#include "harness.h"
#include "timed.h"

static uint64_t sum_of(const struct timed *t, const char *group, const char *const *names,
		       size_t count)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += timed_counter(t, group, names[i]);
	return sum;
}

#define SUM(t, group, ...)                                                                         \
	sum_of(t, group, (const char *const[]){__VA_ARGS__},                                       \
	       sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static struct gauge gauge_of(const struct timed *t, const char *group, const char *name)
{
	struct gauge g;

	stats_get_gauge(system_stats(t->system), group, name, &g);
	return g;
}

/* Every walk and every PTE read belongs to one instruction, and all are done at the end. */
static void check_walks(const struct timed *t)
{
	CHECK_EQ(SUM(t, "walk_profile", "vector_walks", "other_walks"),
		 timed_counter(t, "walker", "walks"));
	CHECK_EQ(SUM(t, "walk_profile", "vector_accesses", "other_accesses"),
		 timed_counter(t, "walker", "reads"));
	CHECK_EQ(SUM(t, "walk_profile", "accesses_0", "accesses_1_16", "accesses_17_32",
		     "accesses_33_48", "accesses_49_64", "accesses_65_80", "accesses_81_256"),
		 timed_counter(t, "walk_profile", "instructions"));
	CHECK(timed_counter(t, "walk_profile", "instructions") > 0);
	CHECK(timed_counter(t, "walk_profile", "interleaved") <=
	      timed_counter(t, "walk_profile", "multi_walk"));
	CHECK_EQ(t->system->measurements.walk_profile.held, 0);
}

static void check_epochs(const struct timed *t)
{
	struct gauge wavefronts = gauge_of(t, "walk_profile", "epoch_wavefronts");
	uint64_t epochs = 0;

	for (unsigned i = 0; i < t->system->chiplet_count; i++)
		epochs += t->system->chiplets[i].l2_tlb.stats.lookups / EPOCH_LOOKUPS;
	CHECK_EQ(wavefronts.count, epochs);
	CHECK(wavefronts.max <= EPOCH_LOOKUPS);
}

/* Every L1 miss is in one class, and every L1 miss that is an L2 miss too stalls somebody. */
static void check_misses(const struct timed *t)
{
	const struct gauge per_miss = gauge_of(t, "stalled_per_miss", "wavefronts");
	const struct gauge per_tlb = gauge_of(t, "stalled_per_miss", "per_l1_tlb");

	CHECK_EQ(SUM(t, "l1_misses", "local_hit", "remote_hit", "local_merged", "remote_merged",
		     "walked", "elsewhere"),
		 timed_counter(t, "l1_tlb", "misses"));
	CHECK_EQ(timed_counter(t, "l1_misses", "walked"),
		 timed_counter(t, "walk_profile", "vector_walks"));
	CHECK(SUM(t, "l1_miss_cycles", "local_walk", "remote_walk") <=
	      timed_counter(t, "l1_miss_cycles", "walked"));
	CHECK_EQ(per_miss.sum, per_tlb.sum);
	CHECK(per_miss.count <= per_tlb.count);
	CHECK_EQ(per_tlb.count,
		 SUM(t, "l1_misses", "local_merged", "remote_merged", "walked", "elsewhere"));
}

static void check_apps(const struct timed *t)
{
	struct system_tlb_result l1 = {0}, l2 = {0};

	for (unsigned i = 0; i < t->apps; i++) {
		const struct system_app_result *r = system_result(t->system, i);

		CHECK_EQ(r->l1_tlb.lookups,
			 r->l1_tlb.hits + r->l1_tlb.mshr_hits + r->l1_tlb.misses);
		CHECK(r->l1_tlb.lookups > 0);
		l1.hits += r->l1_tlb.hits;
		l1.misses += r->l1_tlb.misses;
		l1.lookups += r->l1_tlb.lookups;
		l2.hits += r->l2_tlb.hits;
		l2.mshr_hits += r->l2_tlb.mshr_hits;
		l2.lookups += r->l2_tlb.lookups;
	}
	CHECK_EQ(l1.lookups, timed_counter(t, "l1_tlb", "lookups"));
	CHECK_EQ(l1.hits, timed_counter(t, "l1_tlb", "hits"));
	CHECK_EQ(l1.misses, timed_counter(t, "l1_tlb", "misses"));
	CHECK_EQ(l2.lookups, timed_counter(t, "l2_tlb", "lookups"));
	CHECK_EQ(l2.hits, timed_counter(t, "l2_tlb", "hits"));
	CHECK_EQ(l2.mshr_hits, timed_counter(t, "l2_tlb", "mshr_hits"));
}

static void check_machine(const char *gpu, const char *settings, const char *workloads)
{
	struct timed t;

	timed_open(&t, gpu, settings, workloads);
	timed_run(&t);
	check_walks(&t);
	check_epochs(&t);
	check_misses(&t);
	check_apps(&t);
	timed_close(&t);
}

TEST(sums_agree_with_the_parts)
{
	check_machine("apu18", "", "atax");
	check_machine("apu18", "l2_tlb.entries=64", "bfs gups");
	check_machine("maxwell", "", "gups mm");
	check_machine("r9nano", "l2_tlb.entries=64", "mvt");
	check_machine("apu18", "l1_tlb.mshrs=1 walk.buffer=1 walk.walkers=1 cu.vmem_queue=1",
		      "atax:nx=64,ny=64");
}

/* With several chiplets every PTE read is local or remote, and some are either. */
TEST(chiplets)
{
	struct timed t;

	timed_open(&t, "mcm4", "apps.relaunch=false", "atax mm");
	timed_run(&t);
	check_walks(&t);
	check_epochs(&t);
	check_misses(&t);
	check_apps(&t);
	CHECK_EQ(SUM(&t, "pte_reads", "local", "remote"), timed_counter(&t, "walker", "reads"));
	CHECK(timed_counter(&t, "pte_reads", "local") > 0);
	CHECK(timed_counter(&t, "pte_reads", "remote") > 0);
	CHECK(timed_counter(&t, "l1_miss_cycles", "remote_walk") > 0);
	/* What another chiplet's unit gets is what was counted as remote, data and PTEs. */
	CHECK_EQ(SUM(&t, "data_accesses", "remote") + SUM(&t, "pte_reads", "remote"),
		 timed_counter(&t, "rma", "sent"));
	timed_close(&t);
}

/* Sampled in every cycle, the walks under way add up to the busy time of the walkers, and those
 * outstanding to all the time that walks waited or walked. */
TEST(a_sample_per_cycle_is_exact)
{
	struct timed t;
	const struct walker_stats *w;
	struct gauge walking, outstanding;

	timed_open(&t, "apu18", "measure.interval=1 l2_tlb.entries=64", "atax:nx=128,ny=128");
	timed_run(&t);
	w = &t.system->chiplets[0].walker.stats;
	walking = gauge_of(&t, "concurrent_walks", "walking");
	outstanding = gauge_of(&t, "concurrent_walks", "outstanding");
	CHECK_EQ(walking.sum, w->walk.sum);
	CHECK_EQ(outstanding.sum, w->total.sum);
	CHECK_EQ(walking.max, w->busy.peak);
	CHECK_EQ(walking.count + timed_counter(&t, "concurrent_walks", "idle_samples"), t.cycles);
	CHECK_EQ(timed_counter(&t, "replication", "samples"), t.cycles);
	CHECK_EQ(system_result(t.system, 0)->concurrent_walks.sum, walking.sum);
	timed_close(&t);
}

TEST(sampling_changes_nothing)
{
	struct timed t;
	uint64_t cycles = timed_cycles("apu18", "measure.interval=0", "bfs");

	CHECK_EQ(cycles, timed_cycles("apu18", "measure.interval=7", "bfs"));
	CHECK_EQ(cycles, timed_cycles("apu18", "", "bfs"));
	timed_open(&t, "apu18", "measure.interval=0", "atax");
	timed_run(&t);
	CHECK_EQ(timed_counter(&t, "replication", "samples"), 0);
	CHECK_EQ(timed_counter(&t, "concurrent_walks", "idle_samples"), 0);
	timed_close(&t);
}

/* A TLB holds a page at most once, so no translation has more copies than there are L1 TLBs. */
TEST(replication_is_bounded)
{
	struct timed t;
	struct gauge copies;

	timed_open(&t, "maxwell", "measure.interval=100", "mm");
	timed_run(&t);
	copies = gauge_of(&t, "replication", "copies");
	CHECK(copies.count > 0);
	CHECK(copies.min >= 1);
	CHECK(copies.max > 1 && copies.max <= 30);
	CHECK_EQ(copies.count,
		 SUM(&t, "replication", "copies_1", "copies_2", "copies_3_4", "copies_5_8",
		     "copies_9_16", "copies_17_32", "copies_33_64", "copies_65_up"));
	timed_close(&t);
}

/* Nothing of walks is there where nothing walks. */
TEST(bounds)
{
	struct timed t;

	timed_open(&t, "maxwell", "translation=perfect-l2", "gups");
	timed_run(&t);
	CHECK_EQ(timed_counter(&t, "l1_misses", "local_hit"),
		 timed_counter(&t, "l1_tlb", "misses"));
	check_apps(&t);
	timed_close(&t);
	timed_cycles("maxwell", "translation=ideal", "gups");
}
