/*
 * Walk scheduling on a whole machine: the picture of [Shin18] in small. Two CUs, two walkers, an L2
 * TLB of 128 entries, and eight wavefronts whose loads touch 64 pages each, four times what the TLB
 * holds.
 */
#include "harness.h"
#include "timed.h"

#define MACHINE "cus=2 l1_tlb.entries=16 l1_tlb.mshrs=512 l2_tlb.entries=128"
#define IRREGULAR "atax:nx=512,ny=1024"

struct outcome {
	uint64_t cycles, walks, stalls;
	double gap, wavefronts, interleaved;
};

static struct outcome outcome(const char *settings, const char *workload)
{
	const struct walk_profile *p;
	const struct gauge *epochs;
	struct outcome o = {0};
	struct timed t;

	timed_open(&t, "apu18", settings, workload);
	timed_run(&t);
	p = &t.system->measurements.walk_profile;
	epochs = &t.system->measurements.chiplets[0].epochs.wavefronts;
	o.cycles = t.cycles;
	o.walks = timed_counter(&t, "walker", "walks");
	o.stalls =
		timed_counter(&t, "cu", "active_cycles") - timed_counter(&t, "cu", "busy_cycles");
	if (p->multi_walk) {
		o.gap = (double)(p->last_latency.sum - p->first_latency.sum) /
			(double)p->multi_walk;
		o.interleaved = (double)p->interleaved / (double)p->multi_walk;
	}
	if (epochs->count)
		o.wavefronts = (double)epochs->sum / (double)epochs->count;
	timed_close(&t);
	return o;
}

#define SCHEDULER(name) "walk.scheduler=" name " walk.walkers=2 walk.buffer=64 " MACHINE
#define SIMT "simt pwc.replacement=protected"

TEST(simt_aware_before_fcfs_before_random)
{
	struct outcome fcfs = outcome(SCHEDULER("fcfs"), IRREGULAR);
	struct outcome random = outcome(SCHEDULER("random"), IRREGULAR);
	struct outcome simt = outcome(SCHEDULER(SIMT), IRREGULAR);

	CHECK(simt.cycles * 5 < fcfs.cycles * 4 && fcfs.cycles * 5 < random.cycles * 4);
	CHECK(simt.walks < fcfs.walks && fcfs.walks < random.walks);
	CHECK(simt.stalls < fcfs.stalls && fcfs.stalls < random.stalls);
	CHECK(simt.gap < random.gap && fcfs.gap < random.gap);
	/* Fewer wavefronts contend for the L2 TLB: that is where the walks are saved. */
	CHECK(simt.wavefronts < 0.75 * fcfs.wavefronts);
	CHECK(random.interleaved > 0.9);
}

TEST(halves)
{
	struct outcome fcfs = outcome(SCHEDULER("fcfs"), IRREGULAR);
	struct outcome batch = outcome(SCHEDULER("batch"), IRREGULAR);
	struct outcome sjf = outcome(SCHEDULER("sjf pwc.replacement=protected"), IRREGULAR);

	CHECK(batch.interleaved < 0.01);
	CHECK(sjf.walks < fcfs.walks && sjf.cycles < fcfs.cycles);
	CHECK(sjf.gap > batch.gap);
}

static double gain(const char *fcfs, const char *simt)
{
	return (double)outcome(fcfs, IRREGULAR).cycles / (double)outcome(simt, IRREGULAR).cycles;
}

#define BOTH(settings) gain("walk.scheduler=fcfs " settings, "walk.scheduler=" SIMT " " settings)

TEST(less_to_gain_with_more_walkers)
{
	CHECK(BOTH("walk.walkers=8 walk.buffer=64 " MACHINE) <
	      BOTH("walk.walkers=2 walk.buffer=64 " MACHINE));
}

/* From one instruction's 64 walks to four of them; a smaller buffer only ever sees parts of one. */
TEST(more_to_gain_with_a_larger_buffer)
{
	CHECK(BOTH("walk.walkers=2 walk.buffer=64 " MACHINE) <
	      BOTH("walk.walkers=2 walk.buffer=256 " MACHINE));
}

/* What hardly walks has nothing to gain or lose. */
TEST(regular_workloads_do_not_care)
{
	static const char *const workloads[] = {"hotspot", "backprop", "kmeans"};

	for (unsigned i = 0; i < 3; i++) {
		double fcfs = (double)outcome("", workloads[i]).cycles;
		double simt = (double)outcome("walk.scheduler=" SIMT, workloads[i]).cycles;

		CHECK(simt < 1.03 * fcfs && simt > 0.97 * fcfs);
	}
}

/* Every walk that waited was chosen for one of three reasons. */
TEST(choices_add_up)
{
	struct timed t;

	timed_open(&t, "apu18", "walk.ageing=5 " SCHEDULER(SIMT), "atax:nx=384,ny=512");
	timed_run(&t);
	CHECK_EQ(timed_counter(&t, "walk_order", "batched") +
			 timed_counter(&t, "walk_order", "lowest") +
			 timed_counter(&t, "walk_order", "aged"),
		 t.system->chiplets[0].walker.stats.buffer.arrivals);
	CHECK(timed_counter(&t, "walk_order", "aged") > 0);
	timed_close(&t);
}
