/* Launches that run functionally on a timed machine: what they leave in TLBs and caches, under
 * every design, and that they neither count nor take time. */
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "driver/process/emulator.h"
#include "driver/job/subject.h"
#include "harness.h"
#include "timed.h"

/* A workload of which the first launches are not timed. */
struct partly {
	struct workload workload; /* in place of inner */
	const struct workload *inner;
	struct timed *timed;
	struct emulator *emulator;
	unsigned untimed; /* launches */
	bool warms;
	void (*warmed)(struct timed *t); /* before the first that is timed; may be NULL */
};

static struct partly partly;

static bool begins(void *data, const struct launch *launch, const struct process *process,
		   struct error *err)
{
	(void)data;
	return system_warm_begins(partly.timed->system, 0, launch, process, err);
}

static void executed(void *data, uint64_t workgroup, const struct wavefront *w,
		     const struct step *step)
{
	(void)data;
	system_warm(partly.timed->system, 0, workgroup, w, step, true);
}

static bool next(struct app *app, struct launch *launch)
{
	struct error err;

	for (; partly.untimed; partly.untimed--)
		if (!partly.inner->next(app, launch) ||
		    !emulator_launch(partly.emulator, app, launch, &err))
			FAIL("%s", err.text);
	if (partly.warmed)
		partly.warmed(partly.timed);
	partly.warmed = NULL;
	return partly.inner->next(app, launch);
}

static void open_partly(struct timed *t, const char *gpu, const char *settings, const char *spec,
			unsigned untimed, bool warms, void (*warmed)(struct timed *t))
{
	const struct workload_entry *entry;
	struct code_object *code[2];
	struct error err;
	struct app *app = app_open(spec, SIZE_TINY, &entry, &err);

	for (unsigned i = 0; i < 2; i++)
		code[i] =
			code_object_read(entry->code_object, entry->code_object_bytes, spec, &err);
	partly = (struct partly){.workload = *app->workload,
				 .inner = app->workload,
				 .timed = t,
				 .emulator = emulator_new(code[1]),
				 .untimed = untimed,
				 .warms = warms,
				 .warmed = warmed};
	if (warms)
		emulator_options(partly.emulator)->watcher =
			(struct emulator_watcher){begins, executed, NULL};
	partly.workload.next = next;
	app->workload = &partly.workload;
	timed_open_app(t, gpu, settings, app, code[0]);
	timed_run(t);
	emulator_free(partly.emulator);
	code_object_free(code[1]);
}

/* A matrix that two kernels read, one after the other: 32 pages. */
static const char *const matrix = "atax:nx=256,ny=128";

/* Everything the first kernel touched is there. */
static void check_warm(struct timed *t)
{
	struct chiplet *ch = &t->system->chiplets[0];
	const struct buffer *b = t->app[0]->buffers[0];
	unsigned lines = 0, pages = 0;

	for (uint64_t at = b->address; at < b->address + b->bytes; at += 64) {
		uint64_t frame, pa;

		CHECK(page_table_translate(t->system->spaces[0]->table, at >> 12, &frame));
		pa = frame + at % 4096;
		for (unsigned i = 0; i < u32(t->system, P_L2_BANKS); i++)
			lines += cache_holds(ch->l2_banks[i], 0, pa);
		pages += at % 4096 == 0 && tlb_probe(&ch->l2_tlb, 0, at >> 12, NULL);
	}
	CHECK_EQ(pages, b->bytes / 4096);
	CHECK_EQ(lines, b->bytes / 64);
	CHECK_EQ(t->system->engine.now, 0);
	CHECK_EQ(timed_counter(t, "l1_tlb", "lookups"), 0);
	CHECK_EQ(timed_counter(t, "l2_tlb", "lookups"), 0);
	CHECK_EQ(timed_counter(t, "l2_tlb", "fills"), 0);
	CHECK_EQ(timed_counter(t, "l2_cache", "fills"), 0);
	CHECK_EQ(timed_counter(t, "pwc", "lookups"), 0);
	CHECK_EQ(timed_counter(t, "walker", "walks"), 0);
}

TEST(what_a_launch_outside_of_time_leaves)
{
	struct timed t;
	uint64_t walks[2];

	for (int warms = 0; warms < 2; warms++) {
		open_partly(&t, "r9nano", "", matrix, 1, warms, warms ? check_warm : NULL);
		walks[warms] = timed_counter(&t, "walker", "walks");
		timed_close(&t);
	}
	CHECK(walks[0] >= 32);
	CHECK(walks[1] <= 3); /* what only the second kernel touches */
}

/* Fewer walks than without warming, or none to save. */
static void check_design(const char *gpu, const char *design)
{
	uint64_t walks[2];
	struct timed t;

	for (int warms = 0; warms < 2; warms++) {
		open_partly(&t, gpu, design, matrix, 1, warms, NULL);
		walks[warms] = timed_counter(&t, "walker", "walks");
		timed_close(&t);
	}
	if (walks[1] > walks[0] || (walks[0] > 16 && walks[1] == walks[0]))
		FAIL("%s %s: %llu walks cold, %llu warm", gpu, design, (unsigned long long)walks[0],
		     (unsigned long long)walks[1]);
}

TEST(under_every_design)
{
	static const char *const gpus[] = {"apu18", "apu21", "r9nano", "mcm4", "maxwell"};

	for (size_t g = 0; g < sizeof(gpus) / sizeof(*gpus); g++)
		for (size_t i = 0; i < config_file_count; i++) {
			struct config_request request = {.gpu = gpus[g],
							 .designs = &config_files[i].name,
							 .design_count = 1,
							 .apps = 1};
			struct params params;
			struct error err;
			bool fits;

			if (config_files[i].kind != CONFIG_DESIGN)
				continue;
			fits = config_load(&params, &request, &err);
			params_release(&params);
			if (fits)
				check_design(gpus[g], config_files[i].name);
		}
}
