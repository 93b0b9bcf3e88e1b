/* Whole machines of four chiplets: where pages, page tables and workgroups end up. */
#include "harness.h"
#include "timed.h"

#define COARSE "home_slice=dhsl-coarse placement.tables=by-home "

/* Every page of an application's memory, with the chiplets of its data, its leaf entry and its
 * home. */
static void each_page(struct timed *t, void (*visit)(unsigned data, unsigned leaf, unsigned home))
{
	struct system *s = t->system;
	struct address_space *as = s->spaces[0];
	unsigned leaf_level = s->page_shift == 21 ? 2 : 1;

	for (size_t i = 0; i < as->range_count; i++) {
		uint64_t first = as->ranges[i].va >> s->page_shift;
		uint64_t pages = as->ranges[i].bytes >> s->page_shift;

		for (uint64_t vpn = first; vpn < first + pages; vpn++) {
			uint64_t frame, pa;

			CHECK(page_table_translate(as->table, vpn, &frame));
			CHECK(page_table_entry_address(as->table, vpn, leaf_level, &pa));
			visit(frames_chiplet(s->frames[0], frame), frames_chiplet(s->frames[0], pa),
			      s->plan.home_slice.ops->walks_at(s->plan.home_slice.state, 0, vpn));
		}
	}
}

static void leaf_is_at_home(unsigned data, unsigned leaf, unsigned home)
{
	(void)data;
	CHECK_EQ(leaf, home);
}

/* Listing 1: no walk reads a leaf entry of another chiplet, whatever the workload and the page
 * size. */
TEST(leaf_entries_are_at_their_pages_home)
{
	static const char *const workloads[] = {
		"syrk", "jacobi2d:n=1024", "mis", "gups", "kmeans", "spmv", "mt", "fastwalsh"};
	static const char *const pages[] = {"page.bytes=4KB", "page.bytes=64KB", "page.bytes=2MB"};

	for (size_t i = 0; i < sizeof(workloads) / sizeof(*workloads); i++) {
		char settings[128];
		struct timed t;

		snprintf(settings, sizeof(settings), COARSE "%s", pages[i % 3]);
		timed_open(&t, "mcm4", settings, workloads[i]);
		timed_run(&t);
		each_page(&t, leaf_is_at_home);
		timed_close(&t);
	}
}

static unsigned apart, together;

static void data_is_at_home(unsigned data, unsigned leaf, unsigned home)
{
	(void)leaf;
	if (data == home)
		together++;
	else
		apart++;
}

/*
 * jacobi1d of 2 M elements: two buffers of 8 MB, a quarter of which is one block of 2 MB. All 4096
 * pages of data have their home where they lie; code, arguments and private memory are a few pages
 * more.
 */
TEST(data_and_home_agree)
{
	struct timed t;

	timed_open(&t, "mcm4", COARSE, "jacobi1d:n=2097152");
	timed_run(&t);
	apart = together = 0;
	each_page(&t, data_is_at_home);
	CHECK(together >= 4096);
	CHECK(apart < 16);
	/* So nearly all requests stay on their chiplet, as with private slices. */
	CHECK(timed_counter(&t, "home_slice", "remote") * 20 <
	      timed_counter(&t, "home_slice", "local"));
	CHECK(timed_counter(&t, "data_accesses", "remote") * 20 <
	      timed_counter(&t, "data_accesses", "local"));
	timed_close(&t);
}

/* 1.5 M elements: blocks of 1.5 MB, so that the second buffer must begin at a whole round of them.
 */
TEST(blocks_that_are_no_powers_of_two)
{
	struct timed t;

	timed_open(&t, "mcm4", "home_slice=dhsl", "jacobi1d:n=1572864");
	timed_run(&t);
	apart = together = 0;
	each_page(&t, data_is_at_home);
	CHECK(together >= 3072);
	CHECK(apart < 16);
	timed_close(&t);
}

TEST(replicated_tables_are_read_locally)
{
	struct timed t;

	timed_open(&t, "mcm4", "placement.tables=replicated", "gups");
	timed_run(&t);
	CHECK_EQ(timed_counter(&t, "pte_reads", "remote"), 0);
	CHECK(timed_counter(&t, "pte_reads", "local") > 0);
	timed_close(&t);
}

/* Each page on the chiplet whose workgroup asked first; the parts of jacobi1d hardly overlap. */
TEST(first_touch)
{
	struct timed t;

	timed_open(&t, "mcm4", "placement.data=first-touch dispatch.policy=contiguous",
		   "jacobi1d:n=1048576");
	timed_run(&t);
	CHECK(timed_counter(&t, "data_accesses", "remote") * 20 <
	      timed_counter(&t, "data_accesses", "local"));
	timed_close(&t);
	timed_cycles("mcm4", "placement.data=first-touch translation=ideal", "mis");
	timed_cycles("mcm4", "placement.data=first-touch home_slice=xor", "bfs");
}

/* LASP brings remote accesses down where workgroups have data of their own. */
TEST(lasp_keeps_accesses_local)
{
	struct timed t;
	uint64_t remote;

	timed_open(&t, "mcm4", "placement.data=interleaved dispatch.policy=round-robin",
		   "jacobi2d:n=512");
	timed_run(&t);
	remote = timed_counter(&t, "data_accesses", "remote");
	timed_close(&t);
	timed_open(&t, "mcm4", "", "jacobi2d:n=512");
	timed_run(&t);
	CHECK(timed_counter(&t, "data_accesses", "remote") * 10 < remote);
	timed_close(&t);
}

TEST(two_applications)
{
	timed_cycles("mcm4", COARSE, "gups mis");
	timed_cycles("mcm4", "home_slice=dhsl", "syrk kmeans");
}

/*
 * Slices are switched back and forth every few hundred requests: parts disagree all the time, yet
 * every request is answered once (or the run does not end, or a part says that nobody asked) and
 * rightly.
 */
TEST(switched_back_and_forth)
{
	static const char *const cases[][2] = {
		{"balance.force=300", "gups"},
		{"balance.force=200 balance.hop_latency=20", "gups"},
		{"balance.force=8 link.latency=200", "mis"},
		{"balance.force=200 rtu.queue=1 link.queue=1 l2_tlb.queue=2 l2_tlb.mshrs=2",
		 "gups"},
		{"balance.force=20 l2_tlb.entries=16 walk.walkers=1", "bfs"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char settings[256];
		struct timed t;

		snprintf(settings, sizeof(settings), "home_slice=mgvm placement.tables=by-home %s",
			 cases[i][0]);
		timed_open(&t, "mcm4", settings, cases[i][1]);
		timed_run(&t);
		CHECK(timed_counter(&t, "balance", "forced") > 4);
		CHECK(timed_counter(&t, "balance", "rerouted") +
			      timed_counter(&t, "balance", "redirected") >
		      0);
		timed_close(&t);
	}
}

/* All workgroups read and write one table of 2 MB, which is one block: its slice alone would serve
 * it. */
TEST(balance_spreads_requests)
{
	static const char gups[] = "gups";
	struct timed coarse, balanced;

	timed_open(&coarse, "mcm4", COARSE, gups);
	timed_run(&coarse);
	timed_open(&balanced, "mcm4", "home_slice=mgvm placement.tables=by-home", gups);
	timed_run(&balanced);
	CHECK(timed_counter(&balanced, "balance", "switches") > 0);
	CHECK(balanced.cycles < coarse.cycles);
	/* Messages are few beside their requests: less than 0.1 % [Pratheek22 §V]. */
	CHECK(timed_counter(&balanced, "balance", "message_bytes") * 1000 <
	      timed_counter(&balanced, "rtu", "sent_bytes"));
	timed_close(&coarse);
	timed_close(&balanced);
}

/* Slices that keep what others serve wait for each other's answers, but not for each other's MSHRs
 * and queues. */
TEST(caching_slices_do_not_wait_in_circles)
{
	static const char *const settings[] = {
		"l2_tlb.mshrs=4 l2_tlb.reserved_mshrs=1 l2_tlb.entries=16",
		"l2_tlb.mshrs=2 l2_tlb.reserved_mshrs=1 l2_tlb.entries=16 l2_tlb.queue=2 "
		"rtu.queue=1 link.queue=1",
		"l2_tlb.mshrs=1 l2_tlb.entries=16 walk.walkers=1",
		"l2_tlb.merges=1", /* a full MSHR is as bad as none */
		"l2_tlb.merges=2 l2_tlb.queue=4",
	};

	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		char all[256];

		snprintf(all, sizeof(all), "home_slice=dhsl-caching placement.tables=by-home %s",
			 settings[i]);
		timed_cycles("mcm4", all, "gups:words=524288,groups=16,updates=16");
		timed_cycles("mcm4", all, "spmv");
	}
}

/* Parts of a chiplet that disagree for long, or switch at every request: what is sent round is
 * served in the end. */
TEST(requests_do_not_go_round_for_ever)
{
	static const char *const settings[] = {"balance.hop_latency=1500",
					       "balance.hop_latency=10000 balance.force=16",
					       "balance.force=1", "balance.force=2"};

	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		char all[256];

		snprintf(all, sizeof(all), "home_slice=mgvm placement.tables=by-home %s",
			 settings[i]);
		timed_cycles("mcm4", all, "gups:words=524288,groups=16,updates=16");
		timed_cycles("mcm4", all, "gups");
	}
}

/* Slices that keep what others serve: no switch, and most of what was remote becomes local. */
TEST(remote_caching)
{
	struct timed coarse, caching;

	timed_open(&coarse, "mcm4", COARSE, "mis");
	timed_run(&coarse);
	timed_open(&caching, "mcm4", "home_slice=dhsl-caching placement.tables=by-home", "mis");
	timed_run(&caching);
	CHECK(timed_counter(&caching, "rtu", "sent") < timed_counter(&coarse, "rtu", "sent") / 2);
	CHECK_EQ(timed_counter(&caching, "home_slice", "remote"), 0);
	timed_close(&coarse);
	timed_close(&caching);
}
