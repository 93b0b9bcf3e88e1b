/* Figures: from a file and results put into a store by hand to cells, summaries and answers. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "experiment/figure/figure_parts.h"
#include "experiment/figure/reproduce.h"

static struct experiment *parse(const char *text, struct error *err)
{
	return experiment_read("fig1", "t.yaml", text, strlen(text), err);
}

static struct experiment *must_parse(const char *text)
{
	struct error err;
	struct experiment *e = parse(text, &err);

	if (!e)
		FAIL("%s", err.text);
	return e;
}

/* A store in a folder of its own, gone after the test. */
static struct store *open_store(char *folder)
{
	struct error err;
	struct store *store;
	char path[64];

	strcpy(folder, "/tmp/warpwalk-figure-XXXXXX");
	CHECK(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/t.db", folder);
	store = store_open(path, STORE_WRITE, &err);
	if (!store)
		FAIL("%s", err.text);
	return store;
}

static void close_store(struct store *store, const char *folder)
{
	char command[128];

	store_close(store);
	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	CHECK(!system(command));
}

/* What a run of this spec measured: cycles by workload, a tenth of that on the ideal machine; an
 * application's IPC is 2, alone 4 for atax and 8 for others. */
static void fake(const struct run_spec *spec, struct result *r)
{
	bool atax = !strcmp(spec->workloads.items[0], "atax");
	double cycles = atax ? 1000 : 3000;

	result_init(r);
	r->status = RUN_OK;
	if (spec->designs.count)
		cycles /= atax ? 2 : 10;
	result_add_whole(r, "cycles", (int64_t)cycles);
	result_add_whole(r, "instructions", 500);
	result_add_whole(r, "walks", spec->designs.count ? 0 : 50);
	result_add_real(r, "ipc", atax ? 4 : 8);
	if (spec->workloads.count > 1) {
		result_add_real(r, "apps.0.ipc", 2);
		result_add_real(r, "apps.1.ipc", 2);
	}
	result_sort(r);
}

static void put_all(struct store *store, const struct figure *f)
{
	struct error err;

	for (size_t i = 0; i < f->spec_count; i++) {
		struct result r;

		fake(&f->specs[i], &r);
		if (!store_put(store, &f->specs[i], &r, &err))
			FAIL("%s", err.text);
		result_release(&r);
	}
}

static void plan(struct figure *f, const struct experiment *e)
{
	struct error err;

	if (!figure_plan(f, e, SIZE_TINY, &err))
		FAIL("%s", err.text);
}

static void evaluate(struct figure *f, struct store *store)
{
	struct error err;

	if (!figure_evaluate(f, store, &err))
		FAIL("%s", err.text);
}

static void check_cell(const struct figure *f, size_t row, size_t series, double want)
{
	const struct figure_cell *cell = figure_cell(f, row, series);

	if (!cell->known)
		FAIL("row %zu, series %zu: %s", row, series, cell->missing);
	if (fabs(cell->value - want) > 1e-9)
		FAIL("row %zu, series %zu is %.12g, expected %.12g", row, series, cell->value,
		     want);
}

static const char gains[] =
	"title: t\n"
	"runs:\n"
	"  gpus: apu18\n"
	"  workloads: [atax, bicg, nothing-such]\n"
	"  designs: [[], ideal, simt-awake]\n"
	"baseline: {design: baseline}\n"
	"labels: {baseline: before, ideal: after}\n"
	"values:\n"
	"  gain: {is: gain(baseline.cycles / cycles), unit: percent}\n"
	"  walks: per_kilo(walks)\n"
	"groups: {known: [atax, bicg]}\n"
	"summaries:\n"
	"  best: {of: known, by: max}\n"
	"  geomean: {of: known, by: speedup}\n"
	"  all: mean\n"
	"claims:\n"
	"  S01: {change: '[geomean, after gain]'}\n"
	"  S02: {change: 'max([*, after gain])'}\n"
	"  S03: {holds: 'all([known, after walks] < 1)', show: '[best, after gain]'}\n"
	"  M01a: {change: '[best, simt-awake gain]'}\n"
	"  S13: {level: ['[atax, after gain]', '[atax, simt-awake gain]']}\n";

TEST(cells_summaries_answers)
{
	struct experiment *e = must_parse(gains);
	struct claim_answer a;
	struct store *store;
	struct figure f;
	char folder[64], text[64];

	plan(&f, e);
	CHECK_EQ(f.spec_count, 4);
	CHECK_EQ(f.row_count, 3);
	CHECK_EQ(f.rows.count, 6);
	CHECK_EQ(f.series_count, 6);
	CHECK_STR(f.series[2].label, "after gain");
	CHECK_STR(f.series[5].label, "simt-awake walks");
	CHECK_STR(figure_cell(&f, 0, 2)->missing, "not run yet");
	store = open_store(folder);
	evaluate(&f, store);
	CHECK_STR(figure_cell(&f, 0, 2)->missing, "not run yet");
	put_all(store, &f);
	evaluate(&f, store);
	check_cell(&f, 0, 0, 0);
	check_cell(&f, 0, 2, 100); /* 1000 cycles to 500 */
	check_cell(&f, 1, 2, 900); /* 3000 to 300 */
	check_cell(&f, 1, 1, 100); /* 50 walks in 500 instructions */
	check_cell(&f, 3, 2, 900);
	check_cell(&f, 4, 2, 100 * (sqrt(20) - 1)); /* speedups of 2 and 10 */
	CHECK_STR(figure_cell(&f, 2, 2)->missing, "needs workload 'nothing-such'");
	CHECK_STR(figure_cell(&f, 0, 4)->missing, "needs design 'simt-awake'");
	CHECK_STR(figure_cell(&f, 5, 2)->missing, "needs workload 'nothing-such'");
	CHECK(figure_cell(&f, 4, 2)->has_published && figure_cell(&f, 4, 2)->published == 30);
	CHECK(!figure_cell(&f, 0, 0)->has_published);

	claim_answer(&a, &f, &e->claims[0]);
	CHECK_EQ(a.verdict, VERDICT_SAME_DIRECTION);
	CHECK_STR(claim_ours_text(&a, text, sizeof(text)), "347.2 %");
	CHECK_STR(claim_answer_difference(&a, text, sizeof(text)), "+317.2 points");
	claim_answer(&a, &f, &e->claims[1]);
	CHECK_EQ(a.verdict, VERDICT_NOT_YET);
	CHECK_STR(a.why.text, "needs workload 'nothing-such'");
	claim_answer(&a, &f, &e->claims[2]);
	CHECK_EQ(a.verdict, VERDICT_HOLDS);
	CHECK_STR(claim_ours_text(&a, text, sizeof(text)), "900.0 %");
	claim_answer(&a, &f, &e->claims[3]);
	CHECK_STR(claim_ours_text(&a, text, sizeof(text)), "-");
	/* One of two numbers. */
	claim_answer(&a, &f, &e->claims[4]);
	CHECK_STR(claim_ours_text(&a, text, sizeof(text)), "100.0-? %");
	CHECK_STR(claim_verdict_text(&a, text, sizeof(text)), "differs (1 of 2)");
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

TEST(applications_alone)
{
	struct experiment *e =
		must_parse("title: t\n"
			   "runs: {gpus: maxwell, workloads: [[atax, mm]], designs: [[], ideal]}\n"
			   "alone: {designs: [], settings: [cus=15]}\n"
			   "baseline: {design: ideal}\n"
			   "values:\n"
			   "  weighted: sum_apps(app.ipc / alone.ipc)\n"
			   "  second: alone.1.ipc\n"
			   "  third: alone.2.ipc\n"
			   "  lost: sum_apps(app.ipc) / sum_apps(baseline.app.ipc)\n");
	struct store *store;
	struct figure f;
	char folder[64];

	plan(&f, e);
	CHECK_EQ(f.spec_count, 2 + 4);
	CHECK_EQ(f.specs[2].designs.count, 0);
	CHECK_STR(f.specs[5].workloads.items[0], "mm");
	CHECK_STR(f.specs[5].settings.items[0], "cus=15");
	/* Alone is the same run whichever design is measured. */
	CHECK_STR(f.specs[2].key, f.specs[4].key);
	CHECK_STR(f.rows.items[0], "atax+mm");
	store = open_store(folder);
	put_all(store, &f);
	evaluate(&f, store);
	check_cell(&f, 0, 0, 2.0 / 4 + 2.0 / 8);
	check_cell(&f, 0, 1, 8);
	CHECK_STR(figure_cell(&f, 0, 2)->missing, "there is no 'alone.2.ipc'");
	check_cell(&f, 0, 3, 1);
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

TEST(failed_runs_and_unknown_statistics)
{
	struct experiment *e = must_parse("title: t\n"
					  "runs: {gpus: apu18, workloads: [atax, bicg]}\n"
					  "values: {x: no.such / cycles}\n");
	struct text_list reasons = {0};
	struct store *store;
	struct error err;
	struct result r;
	struct figure f;
	char folder[64];

	plan(&f, e);
	store = open_store(folder);
	fake(&f.specs[0], &r);
	CHECK(store_put(store, &f.specs[0], &r, &err));
	result_release(&r);
	result_init(&r);
	result_fail(&r, RUN_FAILED, "result is wrong");
	CHECK(store_put(store, &f.specs[1], &r, &err));
	result_release(&r);
	evaluate(&f, store);
	figure_reasons(&f, &reasons);
	CHECK_EQ(reasons.count, 2);
	CHECK_STR(reasons.items[0], "needs statistic 'no.such'");
	CHECK_STR(reasons.items[1], "apu18, bicg, tiny failed: result is wrong");
	text_list_release(&reasons);
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

TEST(parameters_and_policies_that_do_not_exist_yet)
{
	struct experiment *e = must_parse("title: t\n"
					  "runs:\n"
					  "  gpus: apu18\n"
					  "  workloads: atax\n"
					  "  variants:\n"
					  "    now: {params: {walk.scheduler: fcfs}}\n"
					  "    soon: {params: {walk.scheduler: psychic}}\n"
					  "    later: {params: {walk.crystal_ball: 3}}\n"
					  "    never: {designs: [ideal, oracle-x]}\n"
					  "values: {x: cycles}\n");
	struct store *store;
	struct figure f;
	char folder[64];

	plan(&f, e);
	CHECK_EQ(f.spec_count, 1);
	store = open_store(folder);
	put_all(store, &f);
	evaluate(&f, store);
	check_cell(&f, 0, 0, 1000);
	CHECK_STR(figure_cell(&f, 0, 1)->missing, "needs 'walk.scheduler: psychic'");
	CHECK_STR(figure_cell(&f, 0, 2)->missing, "needs parameter 'walk.crystal_ball'");
	CHECK_STR(figure_cell(&f, 0, 3)->missing, "needs design 'oracle-x'");
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

TEST(a_figure_may_wait)
{
	struct experiment *e = must_parse("title: t\n"
					  "needs: [ideal, not-invented]\n"
					  "runs: {gpus: apu18, workloads: atax}\n"
					  "values: {x: cycles}\n");
	struct figure f;

	plan(&f, e);
	CHECK_EQ(f.spec_count, 0);
	evaluate(&f, NULL);
	CHECK_STR(figure_cell(&f, 0, 0)->missing, "needs design 'not-invented'");
	figure_release(&f);
	experiment_free(e);
}

/* A workload takes the form of the figure's paper, unless the file gives it parameters. */
TEST(workloads_as_the_paper_has_them)
{
	static const char text[] =
		"title: t\n"
		"paper: l1\n"
		"runs: {gpus: r9nano, workloads: [atax, 'atax:nx=64', [atax, mm]]}\n"
		"values: {x: cycles}\n";
	struct experiment *e = must_parse(text);
	struct figure f;
	struct error err;

	CHECK_STR(e->id, "l1-fig1");
	CHECK_STR(e->alias, "fig1");
	CHECK(figure_plan(&f, e, SIZE_PAPER, &err));
	CHECK_STR(f.specs[0].workloads.items[0], "atax:nx=1536,ny=1536");
	CHECK_STR(f.specs[1].workloads.items[0], "atax:nx=64");
	CHECK_STR(f.specs[2].workloads.items[0], "atax:nx=1536,ny=1536");
	CHECK_STR(f.specs[2].workloads.items[1], "mm");
	CHECK_STR(f.rows.items[0], "atax");
	CHECK_STR(f.rows.items[2], "atax+mm");
	figure_release(&f);
	plan(&f, e);
	CHECK_STR(f.specs[0].workloads.items[0], "atax");
	figure_release(&f);
	experiment_free(e);
}

TEST(rows_may_be_another_axis)
{
	struct experiment *e = must_parse("title: t\n"
					  "rows: l2_tlb.entries\n"
					  "runs:\n"
					  "  gpus: apu18\n"
					  "  params: {l2_tlb.entries: [512, 1K]}\n"
					  "  workloads: [atax, bicg]\n"
					  "values: {x: cycles}\n");
	struct store *store;
	struct figure f;
	char folder[64];

	plan(&f, e);
	store = open_store(folder);
	put_all(store, &f);
	evaluate(&f, store);
	CHECK_STR(f.rows.items[1], "1K");
	CHECK_STR(f.series[1].label, "bicg");
	check_cell(&f, 1, 0, 1000);
	check_cell(&f, 1, 1, 3000);
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

/*
 * By fake(): atax takes 1000 cycles and half of that on the ideal machine, bicg 3000 and a tenth,
 * both 500 instructions; walks are 50 and 0. work is 550 and 500; cost 1000 / 550 and 500 / 500 for
 * atax.
 */
TEST(terms_and_parameters)
{
	struct experiment *e =
		must_parse("title: t\n"
			   "runs: {gpus: apu18, workloads: [atax, bicg], designs: [[], ideal]}\n"
			   "baseline: {design: baseline}\n"
			   "terms:\n"
			   "  work: instructions + walks\n"
			   "  cost: cycles / work\n"
			   "  walks: walks + config.cus\n"
			   "values:\n"
			   "  times: cost / baseline.cost\n"
			   "  own: walks + 1000 * (work / work)\n"
			   "  none: config.cus + config.cuss\n");
	struct store *store;
	struct figure f;
	char folder[64];

	plan(&f, e);
	store = open_store(folder);
	put_all(store, &f);
	evaluate(&f, store);
	check_cell(&f, 0, 0, 1);
	check_cell(&f, 0, 1, 50 + 8 + 1000);
	check_cell(&f, 0, 3, 1.0 / (1000.0 / 550));
	check_cell(&f, 0, 4, 0 + 8 + 1000);
	check_cell(&f, 1, 3, (300.0 / 500) / (3000.0 / 550));
	CHECK_STR(figure_cell(&f, 0, 2)->missing, "needs parameter 'cuss'");
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

static const char *refusal(const char *text)
{
	static struct error err;
	struct experiment *e = parse(text, &err);
	struct figure f = {0};
	bool ok = e && figure_plan(&f, e, SIZE_TINY, &err);

	figure_release(&f);
	experiment_free(e);
	if (ok)
		FAIL("taken: %s", text);
	return err.text;
}

#define RUNS "title: t\nruns: {gpus: apu18, workloads: [atax, bicg], designs: [[], ideal]}\n"

TEST(refusals_name_file_and_line)
{
	CHECK_STR(refusal("titel: t\n"),
		  "t.yaml:1: a figure has no key 'titel'; did you mean 'title'?");
	CHECK_STR(refusal("title: t\n"), "t.yaml:1: no runs given: what to simulate");
	CHECK_STR(refusal(RUNS), "t.yaml:1: no values given: what to derive from a run");
	CHECK_STR(refusal(RUNS "values: {x: cycles +}\n"),
		  "t.yaml:3: x: column 9 of 'cycles +': it ends where a value is expected");
	CHECK_CONTAINS(
		refusal("title: t\nruns:\n  gpus: apu81\n  workloads: atax\nvalues: {x: cycles}\n"),
		"t.yaml:3: ");
	CHECK_CONTAINS(
		refusal("title: t\nruns: {gpus: apu18, workloads: []}\nvalues: {x: cycles}\n"),
		"t.yaml:2: workloads: empty");
	CHECK_STR(refusal("title: t\nruns: {gpus: apu18, sizes: tiny}\nvalues: {x: cycles}\n"),
		  "t.yaml:2: runs of a figure have no sizes: the command line says which");
	CHECK_CONTAINS(refusal(RUNS "values: {x: cycles}\nsummaries:\n  m: meen\n"),
		       "t.yaml:5: unknown mean 'meen'; did you mean 'mean'");
	CHECK_CONTAINS(refusal(RUNS "values: {x: cycles}\nsummaries:\n  m: {of: them, by: mean}\n"),
		       "t.yaml:5: there is no row or group 'them'");
	CHECK_CONTAINS(refusal(RUNS "values: {x: cycles}\ngroups:\n  g: [atax, mvt]\n"),
		       "t.yaml:5: there is no row or group 'mvt'");
	CHECK_STR(refusal(RUNS "values: {x: cycles}\nbaseline:\n  design: idle\n"),
		  "t.yaml:5: baseline: the runs have no axis 'design' with 'idle' on it");
	CHECK_CONTAINS(refusal(RUNS "rows: desing\nvalues: {x: cycles}\n"),
		       "t.yaml:3: rows: there is no axis 'desing'; did you mean 'design'");
	CHECK_STR(refusal(RUNS "terms:\n  l2.hits: 1\nvalues: {x: cycles}\n"),
		  "t.yaml:4: terms: a name has small letters and _, at most 32, unlike 'l2.hits'");
	CHECK_CONTAINS(refusal(RUNS "terms:\n  a: cycles +\nvalues: {x: a}\n"),
		       "t.yaml:4: a: column 9 of 'cycles +'");
	CHECK_CONTAINS(refusal(RUNS "chart: pie\nvalues: {x: cycles}\n"),
		       "t.yaml:3: unknown chart 'pie'");
}

/* A file in a folder of its own; returns its path. */
static char *write_file(char *folder, const char *text)
{
	char *path;
	FILE *file;

	strcpy(folder, "/tmp/warpwalk-figure-XXXXXX");
	CHECK(mkdtemp(folder));
	path = xasprintf("%s/common.yaml", folder);
	file = fopen(path, "w");
	CHECK(file);
	fputs(text, file);
	CHECK(!fclose(file));
	return path;
}

static void remove_file(char *path, const char *folder)
{
	CHECK(!unlink(path) && !rmdir(folder));
	free(path);
}

/* The figure's own title, designs and group stay; workloads and the other group are taken. */
TEST(a_figure_may_include_a_file)
{
	char folder[64], *text;
	char *path = write_file(folder, "title: theirs\n"
					"about: Included.\n"
					"runs: {workloads: [atax, bicg], designs: ideal}\n"
					"groups: {one: [bicg], two: [atax, bicg]}\n");
	struct experiment *e;
	struct figure f;

	text = xasprintf(
		"title: mine\nabout: Own.\nincludes: %s\nruns: {gpus: apu18, designs: [[], "
		"ideal]}\ngroups: {one: [atax]}\nvalues: {x: cycles}\n",
		path);
	e = must_parse(text);
	CHECK_STR(e->title, "mine");
	CHECK_STR(e->about, "Own. Included.");
	CHECK_EQ(e->group_count, 2);
	CHECK_STR(e->groups[0].rows.items[0], "atax");
	CHECK_EQ(e->groups[1].rows.count, 2);
	plan(&f, e);
	CHECK_EQ(f.row_count, 2);
	CHECK_EQ(f.series_count, 2);
	figure_release(&f);
	experiment_free(e);
	free(text);
	remove_file(path, folder);
}

TEST(refusals_of_what_is_included)
{
	char folder[64], *text, *expected;
	char *path = write_file(folder, "includes: mask-pairs\ngroups:\n  g: [mvt]\n");

	CHECK_CONTAINS(refusal("includes: mask-pears\n"),
		       "t.yaml:1: includes: there is no 'mask-pears'; did you mean 'mask-pairs'?");
	CHECK_CONTAINS(refusal("includes: ./nowhere.yaml\n"), "nowhere.yaml");
	text = xasprintf(RUNS "includes: %s\nvalues: {x: cycles}\n", path);
	expected = xasprintf("%s:1: what is included may not include more", path);
	CHECK_STR(refusal(text), expected);
	free(expected);
	remove_file(path, folder);
	free(text);
	path = write_file(folder, "groups:\n  g: [mvt]\n");
	text = xasprintf(RUNS "includes: %s\nvalues: {x: cycles}\n", path);
	expected = xasprintf("%s:2: there is no row or group 'mvt'", path);
	CHECK_CONTAINS(refusal(text), expected);
	free(expected);
	free(text);
	remove_file(path, folder);
}

TEST(a_claim_may_mean_several_series)
{
	CHECK(figure_series_match("VIVT 64x1", "VIVT 64x1"));
	CHECK(!figure_series_match("VIVT 64x1", "VIVT 64x16"));
	CHECK(figure_series_match("*", "anything"));
	CHECK(figure_series_match("VIVT *", "VIVT 64x1"));
	CHECK(!figure_series_match("VIVT *", "PIPT 64x1"));
	CHECK(figure_series_match("* MPKI", "64 MPKI"));
	CHECK(figure_series_match("VIVT *x1", "VIVT 64x1"));
	CHECK(!figure_series_match("VIVT *x1", "VIVT 64x16"));
	CHECK(!figure_series_match("aba*aba", "aba")); /* one may not serve as both ends */
}

TEST(refusals_of_claims)
{
	CHECK_STR(refusal(RUNS "values: {x: cycles}\nclaims:\n  Z1: {level: '[atax, x]'}\n"),
		  "t.yaml:5: there is no claim 'Z1'");
	CHECK_STR(refusal(RUNS "values: {x: cycles}\nclaims:\n  S01: {holds: '[atax, ideal]'}\n"),
		  "t.yaml:5: claim S01 is of kind value, which 'holds' does not answer");
	CHECK_STR(refusal(RUNS "values: {x: cycles}\nclaims:\n  S12a: {level: '[atax, ideal]'}\n"),
		  "t.yaml:5: claim S12a has 2 numbers (27-61), and here are 1 expressions");
	CHECK_STR(refusal(RUNS "values: {x: cycles}\nclaims:\n  S01: {show: '[atax, ideal]'}\n"),
		  "t.yaml:5: claim S01: expected one of level, change, holds and exact");
	CHECK_CONTAINS(
		refusal(RUNS "values: {x: cycles}\nclaims:\n  S01: {change: '[atax, idal]'}\n"),
		"t.yaml:5: there is no series 'idal'; did you mean 'ideal'?");
	CHECK_CONTAINS(
		refusal(RUNS "values: {x: cycles}\nclaims:\n  S01: {change: '[attax, ideal]'}\n"),
		"t.yaml:5: there is no row or group 'attax'; did you mean 'atax'?");
	CHECK_CONTAINS(refusal(RUNS "values: {x: cycles}\nclaims:\n  S01: {change: 'cycles'}\n"),
		       "t.yaml:5: S01: column 1 of 'cycles': a name has no meaning here");
}

/* Every shipped figure lies in the folder of its paper and can be planned at every size; no claim
 * is answered twice. */
TEST(the_shipped_figures)
{
	const struct experiments *all = experiments_all();

	for (size_t i = 0; i < all->count; i++) {
		const struct experiment *e = all->items[i];
		char *path = xasprintf("configs/experiments/%s/%s.yaml", e->paper, e->alias);

		CHECK_STR(e->file, path);
		free(path);
		for (size_t k = 0; k < e->claim_count; k++) {
			const struct experiment_claim *entry;

			CHECK_STR(e->claims[k].claim->paper, e->paper);
			if (experiments_answering(e->claims[k].claim->id, &entry) != e)
				FAIL("claim %s is answered twice", e->claims[k].claim->id);
		}
	}
	for (enum workload_size size = SIZE_TINY; size <= (SANITIZED ? SIZE_TINY : SIZE_PAPER);
	     size++) {
		struct reproduction r;
		struct error err;

		if (!reproduction_select(&r, NULL, 0, size, &err))
			FAIL("%s", err.text);
		CHECK_EQ(r.figure_count, all->count);
		CHECK_EQ(r.answer_count, claims_all()->count);
		reproduction_release(&r);
	}
}

TEST(targets)
{
	const char *const figure[] = {"walks-fig3"}, *const alias[] = {"fig3"},
			  *const claim[] = {"S01"}, *const paper[] = {"walks", "mask-fig3"};
	struct reproduction r;
	struct error err;

	CHECK(reproduction_select(&r, figure, 1, SIZE_TINY, &err));
	CHECK_EQ(r.figure_count, 1);
	CHECK_EQ(r.answer_count, 3);
	reproduction_release(&r);
	CHECK(reproduction_select(&r, alias, 1, SIZE_TINY, &err));
	CHECK_EQ(r.figure_count, 4);
	reproduction_release(&r);
	CHECK(reproduction_select(&r, claim, 1, SIZE_TINY, &err));
	CHECK_EQ(r.figure_count, 1);
	CHECK_EQ(r.answer_count, 1);
	CHECK_STR(r.figures[0].experiment->id, "walks-fig8");
	reproduction_release(&r);
	CHECK(reproduction_select(&r, paper, 2, SIZE_TINY, &err));
	CHECK_STR(r.figures[0].experiment->id, "mask-fig3");
	reproduction_release(&r);
}
