/*
 * Writes docs/workloads.md: runs every workload functionally at each size and, at size small, on
 * the GPU of each published evaluation that uses it. Fails when a workload's extent is not what a
 * run finds. Some six minutes on one core.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "driver/process/emulator.h"
#include "driver/workload/workload.h"
#include "experiment/run/simulate.h"
#include "isa/object/code_object.h"

/* What one timed run measured, and the class that makes by the paper's own rule. */
struct measured {
	double instructions;
	double memory; /* vector memory instructions */
	double pages, lines;
	double l1_hits, l1_merged, l2_hits, l2_merged; /* of lookups, in percent */
	double walks;                                  /* per thousand wavefront instructions */
};

static const char *class_reach(const struct measured *m)
{
	double walks = m->walks / 64; /* per thousand instructions of work-items */

	return walks >= 20 ? "H" : walks > 1 ? "M" : "L";
}

static const char *class_walks(const struct measured *m)
{
	return m->walks >= 10 ? "irregular" : "regular";
}

static const char *class_mask(const struct measured *m)
{
	static const char *const names[2][2] = {{"low L1, low L2", "low L1, high L2"},
						{"high L1, low L2", "high L1, high L2"}};

	return names[m->l1_hits < 80][m->l2_hits < 80];
}

static const struct paper {
	const char *name, *gpu, *rule;
	const char *(*class)(const struct measured *m); /* NULL: not a matter of these numbers */
} papers[] = {
	{"reach", "apu21",
	 "Classes of [Kotra21 Table 2]: H has 20 or more walks per thousand\n"
	 "instructions, M more than one, L fewer. The published numbers (90.7 for\n"
	 "gesummv, 37.7 for atax) count instructions of work-items, 64 for one of a\n"
	 "wavefront. For the class ours are counted so, too.\n",
	 class_reach},
	{"l1", "r9nano",
	 "Classes of [Choudhary22 Table 3.2]: whether CUs have translations in common\n"
	 "(chapter 5), which these numbers do not show. Each line is translated by\n"
	 "itself there, so pages count as often as their lines.\n",
	 NULL},
	{"walks", "apu18",
	 "Classes of [Shin18 Table II]. The paper calls those irregular that suffer from\n"
	 "translation; ours are irregular with 10 or more walks per thousand wavefront\n"
	 "instructions.\n",
	 class_walks},
	{"mgvm", "mcm4",
	 "Classes of [Pratheek22 Table II]: the locality that static analysis finds,\n"
	 "which these numbers do not show.\n",
	 NULL},
	{"mask", "maxwell",
	 "Classes of [Ausavarungnirun18 Table 2]. High: 20 % or more of the lookups do\n"
	 "not hit. [mask.md](designs/mask.md#classes-of-table-2) has the same at the\n"
	 "authors' inputs, and why classes differ.\n",
	 class_mask},
};

/* The large matrix products would take longer than all others together. */
enum { TIMED_MILLIONS = 10 };

enum { PAPERS = sizeof(papers) / sizeof(*papers) };

static _Noreturn void die(const char *what, const struct error *err)
{
	fprintf(stderr, "%s: %s\n", what, err->text);
	exit(1);
}

static const char *bytes_text(uint64_t bytes)
{
	static char texts[4][32];
	static unsigned next;

	return text_bytes(texts[next++ % 4], sizeof(texts[0]), bytes);
}

static const char *count_text(double count)
{
	static char texts[8][32];
	static unsigned next;

	return text_count(texts[next++ % 8], sizeof(texts[0]), (uint64_t)count);
}

static struct code_object *kernels_of(const struct workload_entry *entry)
{
	struct error err;
	struct code_object *co = code_object_read(entry->code_object, entry->code_object_bytes,
						  entry->workload->name, &err);

	if (!co)
		die(entry->workload->name, &err);
	return co;
}

/* Instructions of a functional run. Its extent must be what the workload says. */
static uint64_t emulate(const struct workload *w, enum workload_size size)
{
	const struct workload_extent *said = &w->extent[workload_size_inputs(size)];
	const struct workload_entry *entry;
	const struct emulator_stats *stats;
	struct error err;
	struct app *app;
	struct launch launch;
	uint64_t instructions;

	fprintf(stderr, "%s at %s\n", w->name, workload_size_name(size));
	app = app_open(w->name, size, &entry, &err);
	if (!app)
		die(w->name, &err);

	struct code_object *co = kernels_of(entry);
	struct emulator *e = emulator_new(co);

	while (w->next(app, &launch))
		if (!emulator_launch(e, app, &launch, &err))
			die(w->name, &err);
	stats = emulator_stats(e);
	if (!w->verify(app, &err))
		die(w->name, &err);
	if (app_footprint(app) != said->footprint || stats->launches != said->launches ||
	    stats->lds_bytes != said->lds) {
		error_set(&err, "its extent at %s is {%llu, %llu, %u}", workload_size_name(size),
			  (unsigned long long)app_footprint(app),
			  (unsigned long long)stats->launches, stats->lds_bytes);
		die(w->name, &err);
	}
	instructions = stats->instructions;
	emulator_free(e);
	code_object_free(co);
	app_free(app);
	return instructions;
}

static void print_workloads(void)
{
	printf("## All of them\n"
	       "\n"
	       "Three numbers in a cell are those at sizes tiny / small / paper. Instructions\n"
	       "are those of wavefronts. LDS is that of a workgroup, at paper.\n"
	       "\n"
	       "| workload | what it computes | suite | kernels | launches | footprint | "
	       "instructions | "
	       "LDS |\n"
	       "|---|---|---|--:|--:|--:|--:|--:|\n");
	for (size_t i = 0; i < workload_count; i++) {
		const struct workload *w = workload_table[i].workload;
		const struct workload_extent *e = w->extent;
		struct code_object *co = kernels_of(&workload_table[i]);
		const uint64_t count[INPUTS_COUNT] = {emulate(w, SIZE_TINY), emulate(w, SIZE_SMALL),
						      emulate(w, SIZE_PAPER)};

		printf("| %s | %s | %s | %zu | %u / %u / %u | %s / %s / %s | %s / %s / %s | %s |\n",
		       w->name, w->summary, w->suite, co->kernel_count, e[0].launches,
		       e[1].launches, e[2].launches, bytes_text(e[0].footprint),
		       bytes_text(e[1].footprint), bytes_text(e[2].footprint),
		       count_text((double)count[0]), count_text((double)count[1]),
		       count_text((double)count[2]), e[2].lds ? bytes_text(e[2].lds) : "-");
		code_object_free(co);
	}
	printf("\n");
}

/* With all buffers that are there before the first launch. */
static uint64_t footprint_at_paper(const char *spec)
{
	const struct workload_entry *entry;
	struct error err;
	struct app *app;
	uint64_t bytes;

	fprintf(stderr, "%s at paper, its footprint\n", spec);
	app = app_open(spec, SIZE_PAPER, &entry, &err);
	if (!app)
		die(spec, &err);
	bytes = app_footprint(app);
	app_free(app);
	return bytes;
}

static void print_use(const struct workload *w, const struct workload_use *u)
{
	char spec[256];
	uint64_t bytes;

	workload_use_spec(w, u, SIZE_PAPER, spec, sizeof(spec));
	bytes = u->at_paper ? footprint_at_paper(spec) : w->extent[INPUTS_PAPER].footprint;
	printf("| %s | %s | `--size paper %s` | %s | %s |\n", u->paper, u->called, spec,
	       u->published ? u->published : "not stated", bytes_text(bytes));
}

/* Calls print for every use of that paper. */
static void each_use(const struct paper *paper,
		     void (*print)(const struct workload *w, const struct workload_use *u))
{
	for (size_t i = 0; i < workload_count; i++) {
		const struct workload *w = workload_table[i].workload;

		for (const struct workload_use *u = w->uses; u && u->paper; u++)
			if (!strcmp(u->paper, paper->name))
				print(w, u);
	}
}

static void print_uses(void)
{
	printf("## As the papers use them\n"
	       "\n"
	       "Which paper uses which workload, and how to run it at the paper's size. Where\n"
	       "a paper states no size, it is that of the benchmark's own distribution or of\n"
	       "another paper; for mask, of the input that its authors ship with their\n"
	       "simulator.\n"
	       "\n"
	       "| paper | called | run | published footprint | ours |\n"
	       "|---|---|---|--:|--:|\n");
	for (size_t p = 0; p < PAPERS; p++)
		each_use(&papers[p], print_use);
	printf("\n");
}

static double value(const struct result *r, const char *name)
{
	double value = 0;

	if (!result_get(r, name, &value))
		BUG("no statistic '%s'", name);
	return value;
}

static double ratio(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

static struct measured measure(const char *gpu, const char *workload)
{
	struct measured m;
	struct run_spec spec;
	struct result r;
	struct error err;
	double l1, l2;

	fprintf(stderr, "%s on %s\n", workload, gpu);
	run_spec_init(&spec, gpu, SIZE_SMALL);
	text_list_add(&spec.workloads, workload);
	spec.max_instructions = TIMED_MILLIONS * UINT64_C(1000000);
	if (!run_spec_resolve(&spec, &err))
		die(workload, &err);
	result_init(&r);
	simulate(&spec, &r);
	if (r.status != RUN_OK) {
		error_set(&err, "%s", r.reason);
		die(workload, &err);
	}
	l1 = value(&r, "l1_tlb.lookups");
	l2 = value(&r, "l2_tlb.lookups");
	m = (struct measured){
		.instructions = value(&r, "instructions"),
		.memory = value(&r, "vmem.instructions"),
		.pages = ratio(value(&r, "vmem.pages"), value(&r, "vmem.instructions")),
		.lines = ratio(value(&r, "vmem.lines"), value(&r, "vmem.instructions")),
		.l1_hits = 100 * ratio(value(&r, "l1_tlb.hits"), l1),
		.l1_merged = 100 * ratio(value(&r, "l1_tlb.mshr_hits"), l1),
		.l2_hits = 100 * ratio(value(&r, "l2_tlb.hits"), l2),
		.l2_merged = 100 * ratio(value(&r, "l2_tlb.mshr_hits"), l2),
		.walks = 1e3 * ratio(value(&r, "walks"), value(&r, "instructions")),
	};
	result_release(&r);
	run_spec_release(&spec);
	return m;
}

static const struct paper *measuring;

static void print_measured(const struct workload *w, const struct workload_use *u)
{
	char spec[256];
	struct measured m;

	workload_use_spec(w, u, SIZE_SMALL, spec, sizeof(spec));
	m = measure(measuring->gpu, spec);
	printf("| %s | %s | %s | %.2f | %.2f | %.1f + %.1f | %.1f + %.1f | %.2f | %s |", spec,
	       count_text(m.instructions), count_text(m.memory), m.pages, m.lines, m.l1_hits,
	       m.l1_merged, m.l2_hits, m.l2_merged, m.walks, u->class ? u->class : "-");
	if (measuring->class)
		printf(" %s |", measuring->class(&m));
	printf("\n");
	fflush(stdout);
}

static void print_translation(void)
{
	printf("## Divergence and translation\n"
	       "\n"
	       "How many pages a memory instruction touches, and what that does to the TLBs of\n"
	       "each paper's GPU. The runs are timed at size **small**, which is not the size\n"
	       "of the papers: a class may differ for that alone.\n"
	       "[accuracy.md](accuracy.md) compares hit ratios and walks with the\n"
	       "published ones at size paper. Runs end after %u million wavefront\n"
	       "instructions.\n"
	       "\n"
	       "| column | is |\n"
	       "|---|---|\n"
	       "| memory instructions | vector memory instructions of wavefronts |\n"
	       "| pages, lines | how many one of them touches, on average |\n"
	       "| L1, L2 TLB hits | percent of the lookups that hit + percent that joined a miss "
	       "under way |\n"
	       "| walks | per thousand wavefront instructions |\n"
	       "\n",
	       TIMED_MILLIONS);
	for (size_t p = 0; p < PAPERS; p++) {
		measuring = &papers[p];
		printf("### %s on %s\n\n%s\n", papers[p].name, papers[p].gpu, papers[p].rule);
		printf("| workload | instructions | memory instructions | pages | lines | L1 TLB "
		       "hits | "
		       "L2 TLB hits | walks | published class |%s\n",
		       papers[p].class ? " ours |" : "");
		printf("|---|--:|--:|--:|--:|--:|--:|--:|---|%s\n", papers[p].class ? "---|" : "");
		each_use(&papers[p], print_measured);
		printf("\n");
	}
}

int main(void)
{
	printf("# Workloads\n"
	       "\n"
	       "`make docs-workloads` writes this page from runs of the whole suite. In every\n"
	       "run the result is compared with a plain C reference.\n"
	       "\n"
	       "- `warpwalk list workloads` prints the first table.\n"
	       "- `warpwalk list workloads NAME` tells everything about one workload: its\n"
	       "  kernels, its parameters at each size, the papers that use it.\n"
	       "\n"
	       "Inputs are random. The seed is the workload's name, so they are the same on\n"
	       "every machine. Graphs and matrices may also come from files\n"
	       "(`bfs:graph=town.gr`, `spmv:matrix=plate.mtx`), Matrix Market `.mtx` or DIMACS\n"
	       "`.gr`: [emulate.md](emulate.md#a-graph-or-a-matrix-of-your-own) has examples.\n"
	       "\n");
	print_workloads();
	print_uses();
	print_translation();
	return 0;
}
