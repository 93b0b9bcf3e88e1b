/* Whole machines whose pages come on demand: every design, too little memory, chiplets, sharing. */
#include "config/config.h"
#include "harness.h"
#include "timed.h"

static void run(struct timed *t, const char *gpu, const char *settings, const char *workloads)
{
	timed_open(t, gpu, settings, workloads);
	timed_run(t);
	CHECK(pager_is_valid(t->system->pager));
}

static uint64_t count(const char *gpu, const char *settings, const char *workloads,
		      const char *name)
{
	struct timed t;
	uint64_t value;

	run(&t, gpu, settings, workloads);
	value = timed_counter(&t, "paging", name);
	timed_close(&t);
	return value;
}

TEST(every_page_of_a_footprint_faults_once)
{
	struct timed t;

	run(&t, "apu18", "uvm-demand", "relu:elements=65536");
	CHECK_EQ(timed_counter(&t, "paging", "faults"), 128);
	CHECK_EQ(timed_counter(&t, "paging", "pages_in"), 128);
	CHECK_EQ(timed_counter(&t, "host_link", "bytes_in"), 128 * 4096);
	CHECK_EQ(timed_counter(&t, "paging", "refetched"), 0);
	timed_close(&t);
	CHECK_EQ(count("apu18", "uvm-demand page.bytes=64KB", "relu:elements=65536", "faults"), 8);
	CHECK_EQ(count("apu18", "uvm-demand page.bytes=2MB", "relu:elements=65536", "faults"), 2);
}

/* On one published machine each; that results are right is checked by timed_run. */
TEST(with_every_design_of_translation)
{
	static const struct {
		const char *gpu, *designs;
	} machines[] = {
		{"apu21", "tx-both"},      {"apu21", "ducati"},
		{"apu18", "simt-walks"},   {"r9nano", "vivt"},
		{"r9nano", "clustered"},   {"r9nano", "adaptive-l1"},
		{"maxwell", "mask"},       {"maxwell", "pwcache"},
		{"maxwell", "shared-tlb"}, {"mcm4", "mgvm"},
		{"mcm4", "dhsl"},          {"mcm4", "remote-caching"},
		{"mcm4", "first-touch"},   {"mcm4", "private-replicated"},
	};

	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		char settings[160];

		snprintf(settings, sizeof(settings), "%s uvm-tree-evict paging.oversubscribe=150",
			 machines[i].designs);
		CHECK(count(machines[i].gpu, settings, "mt:n=128", "pages_in") > 0);
	}
}

/* One frame, one place in the fault buffer, one walker: slow, but nothing is stuck. */
TEST(as_little_as_there_can_be)
{
	static const char least[] =
		"memory.paging=demand paging.oversubscribe=100000 fault.buffer=1 "
		"fault.batch=1 walk.walkers=1 walk.buffer=1";

	CHECK_EQ(count("apu18", least, "mt:n=64", "peak_pages"), 1);
	CHECK_EQ(count("r9nano", least, "mt:n=64", "peak_pages"), 1);
	CHECK_EQ(count("mcm4", least, "mt:n=64", "peak_pages"), 4); /* one of each chiplet */
}

TEST(less_memory_means_more_pages_that_come_again)
{
	uint64_t before = 0;
	static const char *const percents[] = {"100", "125", "200", "400"};

	for (unsigned i = 0; i < 4; i++) {
		char settings[80];
		uint64_t again;

		snprintf(settings, sizeof(settings), "uvm-demand paging.oversubscribe=%s",
			 percents[i]);
		again = count("apu18", settings, "mvt:n=256", "refetched");
		CHECK(i == 0 ? again == 0 : again >= before);
		before = again;
	}
	CHECK(before > 0);
}

/* A memory that is as small is as full. */
TEST(memory_bytes_bounds_pages)
{
	struct timed t;

	/* 512 frames, of which page tables have 16 and code and arguments two; 800 pages. */
	run(&t, "apu18", "uvm-demand memory.bytes=2MB page.largest=4KB", "mt:n=640");
	CHECK(timed_counter(&t, "paging", "peak_pages") <= 494);
	CHECK(timed_counter(&t, "paging", "evictions") >= 800 - 494);
	timed_close(&t);
}

TEST(shares_keep_applications_apart)
{
	struct timed t;

	run(&t, "apu18", "uvm-demand paging.oversubscribe=150 paging.sharing=shares",
	    "mt:n=128 mvt");
	CHECK(timed_counter(&t, "paging", "evictions") > 0);
	timed_close(&t);
}

TEST(pages_move_between_chiplets)
{
	static const char moving[] = "uvm-demand first-touch paging.chiplet_threshold=2";

	CHECK(count("mcm4", moving, "atax", "pages_moved") > 0);
	CHECK_EQ(count("mcm4", "uvm-demand first-touch", "atax", "pages_moved"), 0);
	CHECK(count("mcm4", "uvm-demand paging.chiplet_threshold=1 paging.oversubscribe=3000",
		    "spmv", "peak_pages") <= 8);
}

/* A touch over the link costs more than one at home, and less than a fault. */
TEST(host_memory_is_accessed_in_place)
{
	struct timed t;
	uint64_t reads;

	run(&t, "apu18", "uvm-counters paging.counter_threshold=1000000000", "relu:elements=65536");
	CHECK_EQ(timed_counter(&t, "paging", "pages_in"), 0);
	reads = timed_counter(&t, "host_link", "reads");
	CHECK_EQ(reads, 65536 * 4 / 64); /* each line of the input once */
	timed_close(&t);
	CHECK(count("apu18", "uvm-counters paging.counter_threshold=8", "gups", "counted") > 0);
}
