/* Whole machines: every workload on every GPU, free translation, sharing, shootdowns. */
#include <stdlib.h>

#include "config/config.h"
#include "harness.h"
#include "timed.h"

/* Under the sanitizers every second one: on one of the two machines each. */
static void each_workload(const char *gpu, size_t first)
{
	for (size_t i = SANITIZED ? first : 0; i < workload_count; i += 1 + SANITIZED)
		timed_cycles(gpu, "", workload_table[i].workload->name);
}

TEST(every_workload_on_an_integrated_gpu_with_an_iommu)
{
	each_workload("apu18", 0);
}

TEST(every_workload_on_four_chiplets)
{
	each_workload("mcm4", 1);
}

/* One irregular and one regular workload on all of them. */
TEST(every_gpu)
{
	for (size_t i = 0; i < config_file_count; i++) {
		if (config_files[i].kind != CONFIG_GPU)
			continue;
		timed_cycles(config_files[i].name, "", "atax");
		timed_cycles(config_files[i].name, "", "mm");
	}
}

TEST(large_pages)
{
	timed_cycles("apu18", "page.bytes=64KB", "atax");
	timed_cycles("apu18", "page.bytes=2MB", "atax");
	timed_cycles("mcm4", "page.bytes=64KB", "bfs");
	timed_cycles("mcm4", "page.bytes=2MB", "gups");
}

TEST(contiguous_frames_closed_rows_write_back_l1)
{
	timed_cycles("apu18", "memory.frames=contiguous dram.rows=closed", "mvt");
	timed_cycles("apu18", "l1_cache.write=back l1_cache.write_allocate=true", "fft");
	timed_cycles("apu18", "dram.scheduler=fcfs", "bicg");
}

/* Tiny queues everywhere: back-pressure at every part, yet nothing is lost or stuck. */
TEST(back_pressure)
{
	static const char tight[] =
		"l1_tlb.mshrs=1 l1_tlb.queue=1 l2_tlb.mshrs=1 l2_tlb.queue=1 walk.buffer=1 "
		"walk.walkers=1 l1_cache.mshrs=1 l1_cache.queue=1 l2_cache.mshrs=1 "
		"l2_cache.queue=1 dram.queue=1 cu.vmem_queue=1 cu.smem_queue=1 itlb.mshrs=1 "
		"stlb.mshrs=1 icache.mshrs=1 scache.mshrs=1";
	static const char tight_links[] = " link.queue=1 rtu.queue=1 rma.queue=1";
	char both[sizeof(tight) + sizeof(tight_links)];

	timed_cycles("apu18", tight, "atax:nx=64,ny=64");
	timed_cycles("r9nano", tight, "gups:updates=256");
	snprintf(both, sizeof(both), "%s%s", tight, tight_links);
	timed_cycles("mcm4", both, "atax:nx=64,ny=64");
}

/*
 * For these workloads translation at no cost is the fastest. That is no law: another order of
 * accesses may suit caches and rows better (docs/experiments.md), by 1 % at most here.
 */
static void check_free_is_fastest(const char *gpu, const char *workload)
{
	uint64_t plain = timed_cycles(gpu, "", workload);
	uint64_t perfect = timed_cycles(gpu, "translation=perfect-l2", workload);
	uint64_t ideal = timed_cycles(gpu, "translation=ideal", workload);

	if (ideal * 100 > plain * 101)
		FAIL("%s on %s: %llu cycles, but %llu when translation is ideal", workload, gpu,
		     (unsigned long long)plain, (unsigned long long)ideal);
	if (ideal * 100 > perfect * 101)
		FAIL("%s on %s: %llu cycles with a perfect L2 TLB, %llu when ideal", workload, gpu,
		     (unsigned long long)perfect, (unsigned long long)ideal);
	if (perfect * 100 > plain * 101)
		FAIL("%s on %s: %llu cycles, %llu with a perfect L2 TLB", workload, gpu,
		     (unsigned long long)plain, (unsigned long long)perfect);
}

TEST(free_translation_is_fastest)
{
	static const char *const gpus[] = {"apu18", "apu21", "r9nano", "mcm4", "maxwell"};

	for (size_t i = 0; i < sizeof(gpus) / sizeof(*gpus); i++) {
		check_free_is_fastest(gpus[i], "gups");
		if (SANITIZED)
			continue;
		check_free_is_fastest(gpus[i], "bfs");
		check_free_is_fastest(gpus[i], "fft");
	}
}

TEST(applications_share_a_machine)
{
	struct timed t;

	timed_open(&t, "apu18", "", "atax mm gups");
	timed_run(&t);
	for (unsigned i = 0; i < 3; i++)
		CHECK(system_result(t.system, i)->finished);
	CHECK_EQ(system_result(t.system, 0)->cus, 2);
	CHECK_EQ(system_result(t.system, 2)->cus, 4); /* the remainder goes to the last */
	timed_close(&t);
}

TEST(two_runs_are_alike)
{
	struct timed a, b;

	timed_open(&a, "mcm4", "", "bfs");
	timed_run(&a);
	timed_open(&b, "mcm4", "", "bfs");
	timed_run(&b);
	CHECK_EQ(a.cycles, b.cycles);
	CHECK_EQ(system_events(a.system), system_events(b.system));
	timed_close(&a);
	timed_close(&b);
}

/* Pages move while they are in use: shootdowns must reach whatever holds a translation. A page of a
 * small buffer moves every time, so the interval must leave room for a whole walk. */
enum { MOVE_INTERVAL = 2000 };

struct mover {
	struct event event;
	struct timed *timed;
	unsigned moves;
};

static void move_pages(struct event *event)
{
	struct mover *m = container_of(event, struct mover, event);
	struct app *app = m->timed->app[0];

	if (dispatcher_finished(m->timed->system->dispatcher))
		return;
	for (size_t i = 0; i < app->buffer_count; i++) {
		uint64_t page = (m->moves * 7) % ((app->buffers[i]->bytes + 4095) / 4096);

		uint64_t va = app->buffers[i]->address + page * 4096, frame;

		/* A buffer may be mapped only when a launch uses it. */
		if (page_table_translate(m->timed->system->spaces[0]->table, va >> 12, &frame))
			system_migrate(m->timed->system, 0, va);
	}
	m->moves++;
	engine_after(&m->timed->system->engine, &m->event, MOVE_INTERVAL, move_pages);
}

static void check_migration(const char *gpu)
{
	struct timed t;
	struct mover m = {.timed = &t};

	timed_open(&t, gpu, "", "atax:nx=128,ny=256");
	engine_after(&t.system->engine, &m.event, MOVE_INTERVAL, move_pages);
	timed_run(&t);
	CHECK(m.moves > 10);
	timed_close(&t);
}

TEST(pages_that_move_are_shot_down_everywhere)
{
	check_migration("apu18");
	check_migration("r9nano");
	check_migration("mcm4");
	check_migration("maxwell");
}
