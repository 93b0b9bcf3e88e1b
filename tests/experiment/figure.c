/* Figures: from a file and results put into a store by hand to cells, summaries and answers. */
#include "figure_store.h"

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

/* From small on each run, and each alone, lasts as long as the file says. */
TEST(runs_that_last)
{
	static const enum workload_size sizes[] = {SIZE_TINY, SIZE_SMALL, SIZE_MEDIUM, SIZE_PAPER};
	static const int64_t lasting[] = {0, 600000, 3000000, 3000000};
	struct experiment *e = must_parse("title: t\n"
					  "runs: {gpus: maxwell, workloads: [[atax, mm]]}\n"
					  "alone: {settings: [cus=15]}\n"
					  "lasting: [600000, 3000000]\n"
					  "values: {x: alone.0.ipc}\n");

	for (unsigned i = 0; i < 4; i++) {
		struct error err;
		struct figure f;

		if (!figure_plan(&f, e, sizes[i], 1, &err))
			FAIL("%s", err.text);
		CHECK_EQ(f.spec_count, 3);
		for (unsigned k = 0; k < 3; k++)
			CHECK_EQ(param(f.specs[k].params, P_APP_CYCLES), lasting[i]);
		figure_release(&f);
	}
	experiment_free(e);
}

/* Cells say why; the others have their values. */
TEST(what_does_not_fit_is_missing)
{
	struct experiment *e = must_parse("title: t\n"
					  "runs: {gpus: maxwell, workloads: [[atax, mm], atax],\n"
					  "       designs: [[], static, mgvm]}\n"
					  "alone: {settings: [cus=15]}\n"
					  "values: {x: alone.0.ipc}\n");
	struct store *store;
	struct figure f;
	char folder[64];

	plan(&f, e);
	/* With static nothing is alone: then there is nothing to share. */
	CHECK_EQ(f.spec_count, 3 + 2 + 1);
	store = open_store(folder);
	put_all(store, &f);
	evaluate(&f, store);
	check_cell(&f, 0, 0, 4);
	CHECK_CONTAINS(figure_cell(&f, 0, 1)->missing, "needs more than one application");
	CHECK_CONTAINS(figure_cell(&f, 0, 2)->missing, "needs more than one chiplet");
	check_cell(&f, 1, 0, 4);
	CHECK_CONTAINS(figure_cell(&f, 1, 1)->missing, "needs more than one application");
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

TEST(nested_parameters)
{
	struct experiment *e =
		must_parse("title: t\n"
			   "runs:\n"
			   "  gpus: apu18\n"
			   "  workloads: atax\n"
			   "  params: {l2_tlb: {entries: [512, 1024], latency: 12}}\n"
			   "rows: l2_tlb.entries\n"
			   "values: {x: config.l2_tlb.entries}\n");
	char folder[32];
	struct store *store = open_store(folder);
	struct figure f;

	plan(&f, e);
	CHECK_EQ(f.spec_count, 2);
	evaluate(&f, store);
	CHECK_STR(f.rows.items[1], "1024");
	check_cell(&f, 0, 0, 512);
	check_cell(&f, 1, 0, 1024);
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
	CHECK(figure_plan(&f, e, SIZE_PAPER, 0, &err));
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

/* Each term is the one before it twice: 40 of them have 2^40 ways down, and are evaluated once. */
TEST(terms_of_terms)
{
	enum { TERMS = 40 };
	char text[4096] = "title: t\n"
			  "runs: {gpus: apu18, workloads: atax}\n"
			  "terms:\n"
			  "  start: instructions / instructions\n";
	struct experiment *e;
	struct store *store;
	struct figure f;
	char folder[64];

	for (int i = 1; i <= TERMS; i++) {
		char before[8] = "start";

		if (i > 1)
			snprintf(before, sizeof(before), "t%c%c", 'a' + (i - 1) / 26,
				 'a' + (i - 1) % 26);
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "  t%c%c: %s + %s\n",
			 'a' + i / 26, 'a' + i % 26, before, before);
	}
	snprintf(text + strlen(text), sizeof(text) - strlen(text), "values: {x: t%c%c}\n",
		 'a' + TERMS / 26, 'a' + TERMS % 26);
	e = must_parse(text);
	plan(&f, e);
	store = open_store(folder);
	put_all(store, &f);
	evaluate(&f, store);
	check_cell(&f, 0, 0, (double)(UINT64_C(1) << TERMS));
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

static void check_fits(const struct figure *f)
{
	for (size_t i = 0; i < f->plan->grid; i++)
		if (f->plan->unfit[i])
			FAIL("%s: %s", f->experiment->id, f->plan->unfit[i]);
}

/* A figure on another machine, with its claims. */
TEST(the_same_on_another_machine)
{
	static const char text[] = "paper: mask\n"
				   "title: t\n"
				   "also_on: [maxwell-sim]\n"
				   "runs: {gpus: maxwell, workloads: [[atax, mm]]}\n"
				   "values: {x: apps.0.ipc}\n"
				   "claims: {A01: {change: \"[*, x]\"}}\n";
	static const char *const path = "build/also_on.yaml";
	const char *const targets[] = {path};
	FILE *out = fopen(path, "w");
	struct reproduction r;
	struct error err;
	char id[64];

	CHECK(out && fputs(text, out) >= 0 && !fclose(out));
	if (!reproduction_select(&r, targets, 1, SIZE_TINY, 0, &err))
		FAIL("%s", err.text);
	unlink(path);
	CHECK_EQ(r.figure_count, 2);
	CHECK_STR(r.figures[0].experiment->id, "mask-also_on");
	CHECK_STR(r.figures[0].specs[0].gpu, "maxwell");
	CHECK_STR(r.figures[1].experiment->id, "mask-also_on-maxwell-sim");
	CHECK_STR(r.figures[1].experiment->title, "t, on maxwell-sim");
	CHECK_STR(r.figures[1].specs[0].gpu, "maxwell-sim");
	CHECK_EQ(r.answer_count, 2);
	CHECK_STR(claim_id_text(&r.answers[0], id, sizeof(id)), "A01");
	CHECK_STR(claim_id_text(&r.answers[1], id, sizeof(id)), "A01 maxwell-sim");
	CHECK(experiment_is_called(r.figures[1].experiment, "also_on"));
	CHECK(experiment_is_called(r.figures[1].experiment, "mask-also_on"));
	CHECK(experiment_is_called(r.figures[1].experiment, "also_on-maxwell-sim"));
	CHECK(!experiment_is_called(r.figures[1].experiment, "also"));
	CHECK(!experiment_is_called(r.figures[0].experiment, "also_on-maxwell-sim"));
	reproduction_release(&r);
}

/* Every shipped figure lies in the folder of its paper and can be planned at every size, whole; no
 * claim is answered twice for one machine. */
TEST(the_shipped_figures)
{
	const struct experiments *all = experiments_all();
	size_t others = 0;

	for (size_t i = 0; i < all->count; i++) {
		const struct experiment *e = all->items[i];
		size_t machine = strlen(e->machine) ? strlen(e->machine) + 1 : 0;
		char *path = xasprintf("configs/experiments/%s/%.*s.yaml", e->paper,
				       (int)(strlen(e->alias) - machine), e->alias);

		CHECK_STR(e->file, path);
		free(path);
		others += machine ? e->claim_count : 0;
		for (size_t k = 0; k < e->claim_count; k++) {
			const struct experiment_claim *entry;

			CHECK_STR(e->claims[k].claim->paper, e->paper);
			if (!machine && experiments_answering(e->claims[k].claim->id, &entry) != e)
				FAIL("claim %s is answered twice", e->claims[k].claim->id);
		}
	}
	for (enum workload_size size = SIZE_TINY; size <= (SANITIZED ? SIZE_TINY : SIZE_PAPER);
	     size++) {
		struct reproduction r;
		struct error err;

		if (!reproduction_select(&r, NULL, 0, size, 0, &err))
			FAIL("%s", err.text);
		CHECK_EQ(r.figure_count, all->count);
		CHECK_EQ(r.answer_count, claims_all()->count + others);
		for (size_t i = 0; i < r.figure_count; i++)
			check_fits(&r.figures[i]);
		reproduction_release(&r);
	}
}

TEST(targets)
{
	const char *const figure[] = {"walks-fig3"}, *const alias[] = {"fig3"},
			  *const claim[] = {"S01"}, *const paper[] = {"walks", "mask-fig3"};
	struct reproduction r;
	struct error err;

	CHECK(reproduction_select(&r, figure, 1, SIZE_TINY, 0, &err));
	CHECK_EQ(r.figure_count, 1);
	CHECK_EQ(r.answer_count, 3);
	reproduction_release(&r);
	/* One of each of four papers, and mask's on its second machine. */
	CHECK(reproduction_select(&r, alias, 1, SIZE_TINY, 0, &err));
	CHECK_EQ(r.figure_count, 5);
	reproduction_release(&r);
	CHECK(reproduction_select(&r, claim, 1, SIZE_TINY, 0, &err));
	CHECK_EQ(r.figure_count, 1);
	CHECK_EQ(r.answer_count, 1);
	CHECK_STR(r.figures[0].experiment->id, "walks-fig8");
	reproduction_release(&r);
	CHECK(reproduction_select(&r, paper, 2, SIZE_TINY, 0, &err));
	CHECK_STR(r.figures[0].experiment->id, "mask-fig3");
	reproduction_release(&r);
}
