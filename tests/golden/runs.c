/*
 * Which runs there are. What a run is made of follows from names alone, never from how many GPUs,
 * designs or workloads exist: a new one adds rows and leaves the others as they are.
 */
#include "runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"

/* Whose turn it is depends on the length of this list: rows change when it does. */
static const char *const rotation[] = {"atax", "gups",      "spmv", "mm",       "bfs",    "fft",
				       "mt",   "reduction", "scan", "pagerank", "kmeans", "conv2d"};
enum { NAME_COLUMNS = 4, MACHINE_DIGITS = 8 };
enum { ROTATION = sizeof(rotation) / sizeof(*rotation) };

/* Changes that each GPU is run with: little of everything, and the choices no design makes. */
static const char *const variants[] = {
	"walk.walkers=1",
	"walk.walkers=1 walk.buffer=1",
	"l1_tlb.mshrs=1",
	"l2_tlb.mshrs=2",
	"l1_tlb.mshrs=1 l2_tlb.mshrs=1 walk.walkers=1",
	"l1_cache.mshrs=1",
	"l2_cache.mshrs=1",
	"l1_tlb.queue=1 l2_tlb.queue=1",
	"l1_cache.queue=1 l2_cache.queue=1 dram.queue=1",
	"icache.mshrs=1 scache.mshrs=1 itlb.mshrs=1 stlb.mshrs=1",
	"cu.vmem_queue=1 cu.smem_queue=1",
	"l1_tlb.entries=1 l1_tlb.ways=0",
	"l1_tlb.entries=2 l1_tlb.ways=0 l2_tlb.entries=4 l2_tlb.ways=0 pwc.entries=1 pwc.ways=0",
	"l1_tlb.merges=1",
	"l1_tlb.blocking=true",
	"page.bytes=64KB",
	"page.bytes=2MB",
	"chiplets=2",
	"chiplets=2 home_slice=modulo link.queue=1 rtu.queue=1 rma.queue=1",
	"cus=1",
	"cu.vmem_reorder=64",
	"cu.scheduler=greedy",
	"coalescer.translate=line",
	"pwc.kind=none",
	"pwc.kind=unified",
	"pwc.kind=lines",
	"walk.memory=dram",
	"walk.memory=fixed",
	"iommu.present=true",
	"dram.kind=hbm dram.rows=closed",
	"dram.kind=ddr3-1600 dram.scheduler=fcfs",
	"dram.kind=gddr5 dram.row_hit_cap=4 dram.queue=2",
	"dram.kind=plain dram.in_flight=1",
	"l2_tlb.hash=xor l2_cache.hash=xor",
	"l1_cache.write=back l1_cache.write_allocate=true",
	"l2_cache.write=through l2_cache.write_allocate=false",
	"memory.frames=contiguous memory.interleave=page",
};

/* Two applications share each GPU, with these. Epochs as short as the runs, so that policies act.
 */
static const struct pairing {
	const char *designs, *settings;
} pairings[] = {
	{"-", "-"},
	{"static", "-"},
	{"shared-tlb", "-"},
	{"pwcache", "-"},
	{"shared-tlb+mask-tlb", "epoch=2000"},
	{"shared-tlb+mask-cache", "epoch=2000"},
	{"shared-tlb+mask-dram", "epoch=2000"},
	{"shared-tlb+mask", "epoch=2000"},
	{"mask", "epoch=1000 walk.walkers=2 l2_tlb.mshrs=4"},
	{"-", "apps.relaunch=false"},
};

/* Designs together, with little room, with their own parameters. "-": two of the rotation. */
static const struct given {
	const char *gpu, *designs, *settings, *workloads;
} givens[] = {
	/* Kotra et al. */
	{"apu21", "tx-both+ducati", "-", "-"},
	{"apu21", "tx-lds+ducati", "-", "-"},
	{"apu21", "tx-both", "tx_lds.segment=64 tx_icache.per_way=1", "-"},
	{"apu21", "tx-both", "l1_tlb.entries=2 l1_tlb.ways=0 l2_tlb.mshrs=2", "-"},
	{"apu21", "tx-both", "page.bytes=64KB", "-"},
	{"apu21", "tx-icache", "tx_icache.replacement=naive icache.kernel_flush=false", "-"},
	{"apu21", "tx-lds", "tx.misfit=evict l1_tlb.entries=4 l1_tlb.ways=0", "-"},
	{"apu21", "tx-both", "tx_lds.wire_latency=50 tx_icache.wire_latency=50", "-"},
	{"apu21", "ducati", "l2_tlb.entries=16 l2_tlb.ways=0 l2_tlb.mshrs=2", "-"},
	{"apu21", "tx-both", "-", "atax gups"},
	/* Choudhary */
	{"r9nano", "clustered+vivt", "-", "-"},
	{"r9nano", "aggregated+vivt", "-", "-"},
	{"r9nano", "adaptive-l1+vivt", "l1_adaptive.misses=4", "-"},
	{"r9nano", "adaptive-l1", "l1_adaptive.misses=1 l1_adaptive.epoch=64", "-"},
	{"r9nano", "adaptive-l1", "l1_tlb.entries=2 l1_tlb.ways=0 l1_tlb.mshrs=1", "-"},
	{"r9nano", "clustered", "l1_tlb.crossbar=circuit", "-"},
	{"r9nano", "clustered", "l1_tlb.count=8 l1_tlb.clusters=4", "-"},
	{"r9nano", "clustered", "l1_tlb.queue=1 l1_tlb.mshrs=1", "-"},
	{"r9nano", "aggregated", "l1_tlb.count=1 l1_tlb.crossbar_rate=4", "-"},
	{"r9nano", "vivt", "translator.queue=1 reverse_map.entries=16 reverse_map.ways=2", "-"},
	{"r9nano", "vivt", "l1_cache.write=back l1_cache.write_allocate=true", "-"},
	{"r9nano", "vivt", "-", "spmv mt"},
	/* Shin et al. */
	{"apu18", "simt-walks", "walk.walkers=1 walk.buffer=16", "-"},
	{"apu18", "simt-walks", "l1_tlb.entries=4 l1_tlb.ways=0 l2_tlb.entries=16", "-"},
	{"apu18", "simt-walks", "walk.ageing=4 walk.id_bits=4 walk.walkers=2", "-"},
	{"apu18", "simt-walks", "walk.scan_latency=20 walk.walkers=2", "-"},
	{"apu18", "sjf-walks", "walk.walkers=2 l2_tlb.entries=16", "-"},
	{"apu18", "batch-walks", "walk.walkers=2 l2_tlb.entries=16", "-"},
	{"apu18", "random-walks", "walk.walkers=2 walk.random_seed=7", "-"},
	{"apu18", "simt-walks", "pwc.entries=2 pwc.ways=0 walk.walkers=2", "-"},
	{"apu18", "simt-walks+tx-both", "-", "-"},
	{"apu18", "simt-walks", "-", "gups spmv"},
	/* Pratheek et al. */
	{"mcm4", "mgvm", "balance.epoch=50 balance.ratio=0 balance.share=0.1", "-"},
	{"mcm4", "mgvm", "balance.force=200", "-"},
	{"mcm4", "mgvm-magic", "balance.force=200", "-"},
	{"mcm4", "mgvm", "balance.force=100 balance.back_hits=all balance.hop_latency=20", "-"},
	{"mcm4", "mgvm", "walk.walkers=1 l2_tlb.mshrs=2", "-"},
	{"mcm4", "mgvm", "page.bytes=64KB", "-"},
	{"mcm4", "mgvm", "page.bytes=2MB", "-"},
	{"mcm4", "mgvm", "chiplets=2", "-"},
	{"mcm4", "mgvm", "chiplets=8", "-"},
	{"mcm4", "mgvm", "lasp.access=first home_blocks.rounding=up", "-"},
	{"mcm4", "mgvm", "home_blocks.pages=7", "-"},
	{"mcm4", "mgvm+remote-caching", "-", "-"},
	{"mcm4", "mgvm+ducati", "-", "-"},
	{"mcm4", "dhsl+first-touch", "-", "-"},
	{"mcm4", "shared+first-touch", "-", "-"},
	{"mcm4", "shared+round-robin", "-", "-"},
	{"mcm4", "shared+simt-walks", "-", "-"},
	{"mcm4", "shared+clustered", "-", "-"},
	{"mcm4", "mgvm+vivt", "-", "-"},
	{"mcm4", "mgvm+simt-walks", "walk.walkers=2", "-"},
	{"mcm4", "mgvm+tx-both", "-", "-"},
	{"mcm4", "shared", "link.queue=1 rtu.queue=1 rma.queue=1", "-"},
	{"mcm4", "shared", "link.bandwidth=16 link.latency=200 rtu.per_cycle=1", "-"},
	{"mcm4", "shared", "placement.tables=spread", "-"},
	{"mcm4", "remote-caching", "l2_tlb.entries=32 l2_tlb.reserved_mshrs=2", "-"},
	{"mcm4", "mgvm", "-", "atax mm"},
	{"mcm4", "mgvm+mask-tlb", "epoch=2000", "gups kmeans"},
	/* Ausavarungnirun et al. */
	{"maxwell", "mask", "epoch=2000", "histo gups"},
	{"maxwell", "mask", "epoch=1000 l2_tlb.tokens_rule=climb", "spmv gups"},
	{"maxwell", "mask", "epoch=1000 l2_tlb.tokens_spread=packed l2_tlb.bypass_entries=2",
	 "mt gups"},
	{"maxwell", "mask-tlb", "epoch=1000 l2_tlb.entries=16 l2_tlb.tokens_start=10", "atax gups"},
	{"maxwell", "mask-dram", "dram.silver_full=normal dram.silver=2", "histo bfs"},
	{"maxwell", "mask-dram", "dram.priority=rows dram.silver_quota=16", "spmv fft"},
	{"maxwell", "mask-dram", "dram.golden=0 dram.normal=1 dram.silver=1", "mm gups"},
	{"maxwell", "mask-cache", "epoch=1000 walk.bypass_sample=2 walk.bypass_reads=1", "mt gups"},
	{"maxwell", "mask", "epoch=2000", "gups@4 atax@20"},
	{"maxwell", "mask", "epoch=2000", "histo gups spmv"},
	{"maxwell", "mask+simt-walks", "epoch=2000", "histo gups"},
	{"maxwell", "static", "page.bytes=2MB", "conv2d gups"},
	{"fermi", "mask", "epoch=2000", "mm reduction"},
	{"integrated", "mask", "epoch=2000", "fft pagerank"},
};

/* What shows that a design acts, on each GPU beside the same without the design (effect.c). Every
 * design has the first; the others are of designs that it does not show. */
static const struct showing {
	const char *design, *settings, *workloads; /* design NULL: any */
} showings[] = {
	{NULL, "-", "mt"},
	{"static", "-", "mt gups"},
	{"mask", "epoch=500", "mt gups"},
	{"mask-tlb", "epoch=500", "mt gups"},
	{"mask-cache", "epoch=500", "mt gups"},
	{"mask-cache", "epoch=500", "fft mt"},
};

static uint32_t hash(uint32_t h, const char *text)
{
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 16777619u;
	return h * 16777619u;
}

/* Two workloads of the rotation. */
static void choose(const char *gpu, const char *designs, const char *settings,
		   const char *chosen[static 2])
{
	uint32_t h = hash(hash(hash(2166136261u, gpu), designs), settings) >> 8;
	uint32_t first = h % ROTATION;

	chosen[0] = rotation[first];
	chosen[1] = rotation[(first + 1 + h / ROTATION % (ROTATION - 1)) % ROTATION];
}

static void add_words(struct text_list *list, const char *text, const char *between)
{
	char *copy = xstrdup(text), *rest = copy, *word;

	while (strcmp(text, "-") != 0 && (word = strsep(&rest, between)) != NULL)
		text_list_add(list, word);
	free(copy);
}

void golden_run_init(struct run_spec *spec, const char *gpu, const char *designs,
		     const char *settings, const char *workloads)
{
	run_spec_init(spec, gpu, SIZE_TINY);
	spec->max_instructions = GOLDEN_MOST_INSTRUCTIONS;
	add_words(&spec->designs, designs, "+");
	add_words(&spec->settings, settings, " ");
	add_words(&spec->workloads, workloads, " ");
}

char *golden_run_ask(const char *name, struct run_spec *spec)
{
	char *copy = xstrdup(name), *rest = copy, *column[NAME_COLUMNS] = {0}, *whole = NULL;
	char machine[RUN_KEY_DIGITS + 1];
	struct run_spec trial;
	struct error err;

	for (int i = 0; i < NAME_COLUMNS && rest; i++)
		column[i] = strsep(&rest, "\t");
	golden_run_init(spec, column[0], column[1], column[2], column[3]);
	run_spec_copy(&trial, spec);
	if (run_spec_configure(&trial, &err)) {
		run_spec_machine(&trial, machine);
		whole = xasprintf("%s\t%s\t%s\t%s\t%.*s", column[0], column[1], column[2],
				  column[3], MACHINE_DIGITS, machine);
	}
	run_spec_release(&trial);
	free(copy);
	return whole;
}

static bool is_there(const struct golden_runs *runs, const char *name)
{
	for (size_t i = 0; i < runs->count; i++)
		if (!strcmp(runs->runs[i].name, name))
			return true;
	return false;
}

/* What does not fit its GPU is left out; no run is there twice. */
static void add(struct golden_runs *runs, const char *gpu, const char *designs,
		const char *settings, const char *workloads)
{
	char *name = xasprintf("%s\t%s\t%s\t%s", gpu, designs, settings, workloads), *whole;
	struct golden_run run;

	whole = golden_run_ask(name, &run.spec);
	if (whole && !is_there(runs, whole)) {
		runs->runs = xrealloc(runs->runs, (runs->count + 1) * sizeof(*runs->runs));
		run.name = whole;
		runs->runs[runs->count++] = run;
	} else {
		run_spec_release(&run.spec);
		free(whole);
	}
	free(name);
}

static void add_both(struct golden_runs *runs, const char *gpu, const char *designs,
		     const char *settings)
{
	const char *chosen[2];

	choose(gpu, designs, settings, chosen);
	add(runs, gpu, designs, settings, chosen[0]);
	add(runs, gpu, designs, settings, chosen[1]);
}

static void add_pair(struct golden_runs *runs, const char *gpu, const char *designs,
		     const char *settings)
{
	const char *chosen[2];
	char *both;

	choose(gpu, designs, settings, chosen);
	both = xasprintf("%s %s", chosen[0], chosen[1]);
	add(runs, gpu, designs, settings, both);
	free(both);
}

/* With the design, and without. */
static void add_showings(struct golden_runs *runs, const char *gpu, const char *design)
{
	for (size_t i = 0; i < sizeof(showings) / sizeof(*showings); i++) {
		const struct showing *s = &showings[i];

		if (s->design && strcmp(s->design, design) != 0)
			continue;
		add(runs, gpu, "-", s->settings, s->workloads);
		add(runs, gpu, design, s->settings, s->workloads);
	}
}

static void add_gpu(struct golden_runs *runs, const char *gpu)
{
	const char *chosen[2];

	/* Every workload's inputs and kernels: with chiplets and without. */
	if (!strcmp(gpu, "apu18") || !strcmp(gpu, "mcm4"))
		for (size_t i = 0; i < workload_count; i++)
			add(runs, gpu, "-", "-", workload_table[i].workload->name);
	else
		add_both(runs, gpu, "-", "-");
	for (size_t i = 0; i < config_file_count; i++)
		if (config_files[i].kind == CONFIG_DESIGN)
			add_both(runs, gpu, config_files[i].name, "-");
	for (size_t i = 0; i < sizeof(variants) / sizeof(*variants); i++) {
		choose(gpu, "-", variants[i], chosen);
		add(runs, gpu, "-", variants[i], chosen[0]);
	}
	for (size_t i = 0; i < sizeof(pairings) / sizeof(*pairings); i++)
		add_pair(runs, gpu, pairings[i].designs, pairings[i].settings);
	for (size_t i = 0; i < sizeof(givens) / sizeof(*givens); i++) {
		const struct given *g = &givens[i];

		if (!strcmp(g->gpu, gpu) && strcmp(g->workloads, "-") != 0)
			add(runs, gpu, g->designs, g->settings, g->workloads);
		else if (!strcmp(g->gpu, gpu))
			add_both(runs, gpu, g->designs, g->settings);
	}
	for (size_t i = 0; i < config_file_count; i++)
		if (config_files[i].kind == CONFIG_DESIGN)
			add_showings(runs, gpu, config_files[i].name);
}

void golden_runs_init(struct golden_runs *runs)
{
	*runs = (struct golden_runs){0};
	for (size_t i = 0; i < config_file_count; i++)
		if (config_files[i].kind == CONFIG_GPU)
			add_gpu(runs, config_files[i].name);
}

void golden_runs_release(struct golden_runs *runs)
{
	for (size_t i = 0; i < runs->count; i++) {
		run_spec_release(&runs->runs[i].spec);
		free(runs->runs[i].name);
	}
	free(runs->runs);
}

char *golden_run_command(const struct run_spec *spec)
{
	char *designs = text_list_join(&spec->designs, " -d ");
	char *settings = text_list_join(&spec->settings, " -s ");
	char *workloads = text_list_join(&spec->workloads, " ");
	char *command =
		xasprintf("build/warpwalk run -g %s%s%s%s%s --size tiny --max-instructions %" PRIu64
			  " --json %s",
			  spec->gpu, *designs ? " -d " : "", designs, *settings ? " -s " : "",
			  settings, spec->max_instructions, workloads);

	free(designs);
	free(settings);
	free(workloads);
	return command;
}
