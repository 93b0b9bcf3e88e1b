/* Figures of repeated runs, from results put into a store by hand: means, spreads, verdicts. */
#include "figure_store.h"

#include "experiment/figure/figure_write.h"
#include "experiment/run/repeat.h"

/* Speedups of the ideal machine: 2, 2.2, 1.5 for atax; 2, 3, 2 for bicg. */
static const double cycles[2][2][3] = {{{1000, 1100, 900}, {500, 500, 600}},
				       {{3000, 3000, 3000}, {1500, 1000, 1500}}};

static unsigned number_of(const struct run_spec *spec)
{
	return (unsigned)param(spec->params, P_PERTURB);
}

static void put(struct store *store, const struct run_spec *spec)
{
	bool bicg = !strcmp(spec->workloads.items[0], "bicg"), ideal = spec->designs.count;
	unsigned number = number_of(spec);
	struct error err;
	struct result r;

	result_init(&r);
	r.status = RUN_OK;
	result_add_real(&r, "cycles", cycles[bicg][ideal][number]);
	/* Alone twice as fast as beside each other, whatever the machine. */
	result_add_real(&r, "ipc", 4 + 2 * number);
	if (spec->workloads.count > 1) {
		result_add_real(&r, "apps.0.ipc", 2 + number);
		result_add_real(&r, "apps.1.ipc", 2 + number);
	}
	result_sort(&r);
	if (!store_put(store, spec, &r, &err))
		FAIL("%s", err.text);
	result_release(&r);
}

/* The results of the first so many repeats. */
static void put_repeats(struct store *store, const struct figure *f, unsigned count)
{
	for (size_t i = 0; i < f->spec_count; i++)
		if (number_of(&f->specs[i]) < count)
			put(store, &f->specs[i]);
}

static void check_spread(const struct figure *f, size_t row, size_t series, double mean,
			 double half)
{
	const struct figure_cell *cell = figure_cell(f, row, series);

	check_cell(f, row, series, mean);
	CHECK_EQ(cell->repeats, 3);
	CHECK(!cell->missing);
	if (fabs(cell->spread - half) > 1e-4 * half)
		FAIL("spread of row %zu, series %zu is %.9g, expected %.9g", row, series,
		     cell->spread, half);
}

static const double t2 = 4.302653; /* Student's, for three values */

static double spread_of_three(double a, double b, double c)
{
	double mean = (a + b + c) / 3;

	a -= mean;
	b -= mean;
	c -= mean;
	return t2 * sqrt((a * a + b * b + c * c) / 2 / 3);
}

#define RUNS "runs: {gpus: apu18, workloads: [atax, bicg], designs: [[], ideal]}\n"

static const char gain[] = "title: t\n"
			   "repeat: 3\n" RUNS "baseline: {design: baseline}\n"
			   "terms: {times: baseline.cycles / cycles}\n"
			   "values: {gain: {is: gain(times), unit: percent}}\n"
			   "summaries: {mean: mean, speedup: speedup}\n";

TEST(means_of_what_each_machine_gains)
{
	struct experiment *e = must_parse(gain);
	struct store *store;
	struct figure f;
	char folder[64];

	plan(&f, e);
	CHECK_EQ(f.repeat, 3);
	CHECK_EQ(f.spec_count, 12);
	CHECK_EQ(f.specs[1].settings.count, 0);
	CHECK_STR(f.specs[5].settings.items[0], "perturb=1");
	CHECK_STR(f.specs[11].settings.items[0], "perturb=2");
	CHECK_STR(f.specs[11].workloads.items[0], f.specs[3].workloads.items[0]);
	store = open_store(folder);
	evaluate(&f, store);
	CHECK_STR(figure_cell(&f, 0, 1)->missing, "not run yet");
	put_repeats(store, &f, 3);
	evaluate(&f, store);
	check_spread(&f, 0, 0, 0, 0);
	/* 100, 120 and 50 %: squares of 10, 30, 40. */
	check_spread(&f, 0, 1, 90, t2 * sqrt(2600 / 2.0 / 3));
	check_spread(&f, 1, 1, 400 / 3.0, spread_of_three(100, 200, 100));
	/* Over the rows first, on each machine by itself: 100, 160, 75. */
	check_spread(&f, 2, 1, 335 / 3.0, spread_of_three(100, 160, 75));
	check_spread(&f, 3, 1, (100 * (1 + sqrt(6.6) + sqrt(3)) - 300) / 3 + 100 / 3.0,
		     100 * spread_of_three(2, sqrt(6.6), sqrt(3)));
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

TEST(alone_on_the_same_machine)
{
	struct experiment *e = must_parse("title: t\n"
					  "repeat: 3\n"
					  "runs: {gpus: maxwell, workloads: [[atax, mm]]}\n"
					  "alone: {settings: [cus=15]}\n"
					  "values:\n"
					  "  weighted: sum_apps(app.ipc / alone.ipc)\n"
					  "  ipc: apps.0.ipc\n"
					  "  alone: alone.1.ipc\n");
	struct store *store;
	struct figure f;
	char folder[64];

	plan(&f, e);
	CHECK_EQ(f.spec_count, 9);
	CHECK_EQ(f.specs[5].settings.count, 2);
	CHECK_STR(f.specs[5].settings.items[0], "cus=15");
	CHECK_STR(f.specs[5].settings.items[1], "perturb=1");
	store = open_store(folder);
	put_repeats(store, &f, 3);
	evaluate(&f, store);
	check_spread(&f, 0, 0, 1, 0);
	check_spread(&f, 0, 1, 3, spread_of_three(2, 3, 4));
	check_spread(&f, 0, 2, 6, spread_of_three(4, 6, 8));
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

/* The runs of a figure that is not repeated are the first ones, and further ones only come after.
 */
TEST(more_repeats_only_add_runs)
{
	struct experiment *e = must_parse(gain);
	struct figure once, twice, thrice;
	struct error err;

	CHECK(figure_plan(&once, e, SIZE_TINY, 1, &err));
	CHECK(figure_plan(&twice, e, SIZE_TINY, 2, &err));
	plan(&thrice, e);
	CHECK_EQ(once.repeat, 1);
	CHECK_EQ(once.spec_count, 4);
	CHECK_EQ(twice.spec_count, 8);
	for (size_t i = 0; i < 4; i++)
		CHECK_STR(once.specs[i].key, twice.specs[i].key);
	for (size_t i = 0; i < 8; i++)
		CHECK_STR(twice.specs[i].key, thrice.specs[i].key);
	for (size_t i = 0; i < 12; i++)
		for (size_t k = 0; k < i; k++)
			CHECK(strcmp(thrice.specs[i].key, thrice.specs[k].key) != 0);
	figure_release(&once);
	figure_release(&twice);
	figure_release(&thrice);
	experiment_free(e);
}

/* What is there counts; a mean over fewer says so. */
TEST(repeats_that_are_missing)
{
	struct experiment *e = must_parse(gain);
	const struct figure_cell *cell;
	struct text_list reasons = {0};
	struct store *store;
	struct figure f;
	char folder[64];

	plan(&f, e);
	store = open_store(folder);
	put_repeats(store, &f, 1);
	evaluate(&f, store);
	cell = figure_cell(&f, 0, 1);
	check_cell(&f, 0, 1, 100);
	CHECK_EQ(cell->repeats, 1);
	CHECK_STR(cell->missing, "only 1 of 3 repeats: not run yet");
	figure_reasons(&f, &reasons);
	CHECK_EQ(reasons.count, 1);
	put_repeats(store, &f, 2);
	evaluate(&f, store);
	check_cell(&f, 0, 1, 110);
	CHECK_EQ(cell->repeats, 2);
	CHECK(fabs(cell->spread - 12.706205 * 10) < 1e-6);
	text_list_release(&reasons);
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

static const char claims[] = "claims:\n"
			     "  S01: {change: '[mean, ideal]'}\n" /* 111.7 +- 108.5, published 30 */
			     "  S02: {change: '[bicg, ideal]'}\n" /* 133.3 +- 143.4, 41 */
			     "  M01a: {change: '[atax, ideal] + 100'}\n" /* 190 +- 89.6, 52 */
			     "  S12a: {change: ['[atax, ideal]', '[mean, ideal]']}\n" /* 27-61 */
			     "  S03: {holds: '[atax, ideal] > 10', show: '[atax, ideal]'}\n";

static void check_answer(const struct figure *f, size_t number, const char *ours,
			 const char *verdict)
{
	struct claim_answer a;
	char text[256];

	claim_answer(&a, f, &f->experiment->claims[number]);
	CHECK_STR(claim_ours_spread_text(&a, text, sizeof(text)), ours);
	CHECK_STR(claim_verdict_text(&a, text, sizeof(text)), verdict);
}

TEST(verdicts_say_what_the_spread_leaves_open)
{
	char *file = xasprintf("%s%s", gain, claims), text[64];
	struct experiment *e = must_parse(file);
	struct claim_answer a;
	struct store *store;
	struct figure f;
	char folder[64];

	plan(&f, e);
	store = open_store(folder);
	put_repeats(store, &f, 3);
	evaluate(&f, store);
	check_answer(&f, 0, "111.7 ±108.5 %", "same direction, published within the spread");
	check_answer(&f, 1, "133.3 ±143.4 %",
		     "same direction, published and direction within the spread");
	check_answer(&f, 2, "190.0 ±89.6 %", "same direction");
	check_answer(&f, 3, "90.0 ±89.6-111.7 ±108.5 %",
		     "same direction, published within the spread");
	check_answer(&f, 4, "90.0 ±89.6 %", "holds, within the spread");
	claim_answer(&a, &f, &e->claims[3]);
	CHECK_STR(claim_ours_text(&a, text, sizeof(text)), "90.0-111.7 %");
	CHECK_STR(claim_spread_text(&a, text, sizeof(text)), "89.6-108.5");
	CHECK_STR(claim_answer_difference(&a, text, sizeof(text)), "+63.0/+50.7 points");
	figure_release(&f);
	experiment_free(e);
	free(file);
	close_store(store, folder);
}

/* Each with the verdict of the means and whether it is open. */
static const struct statement {
	const char *is;
	bool holds, open;
} statements[] = {
	/* 90 +- 89.6: all three above 10, but not beyond the spread. */
	{"[atax, ideal] > 10", true, true},
	{"[atax, ideal] > 0", true, false},
	{"10 < [atax, ideal]", true, true},
	{"[atax, ideal] <= 100", true, true}, /* 120 is not */
	{"[atax, ideal] <= 180", true, false},
	{"[atax, ideal] >= 180", false, false},
	{"[atax, ideal] >= 170", false, true},
	/* Differences of 0, 80 and 50, on the same machine each. */
	{"[bicg, ideal] > [atax, ideal]", true, true},
	{"[bicg, ideal] + 60 > [atax, ideal]", true, false}, /* 103.3 +- 100.4 */
	{"[bicg, ideal] + 50 > [atax, ideal]", true, true},  /* 93.3 */
	/* All of several; one that is open is enough. */
	{"all([*, ideal] > -100)", true, false},
	{"all([*, ideal] > -10)", true, true}, /* bicg: 143.3 +- 143.4 */
	/* A count of those that hold, and the product of two. */
	{"sum([*, ideal] > -10) >= 1", true, false},
	{"([atax, ideal] > 0) * ([atax, ideal] < 100)", true, true},
	{"([atax, ideal] > 0) * ([atax, ideal] < 200)", true, false},
	/* Not a comparison: as each machine has it. */
	{"[atax, ideal] - 90", false, true},
	{"[atax, ideal]", true, false},
};

TEST(statements_are_open_when_the_spread_may_turn_them)
{
	char folder[64];
	struct store *store = open_store(folder);

	for (size_t i = 0; i < sizeof(statements) / sizeof(*statements); i++) {
		const struct statement *s = &statements[i];
		char *file = xasprintf("%sclaims: {S03: {holds: '%s'}}\n", gain, s->is);
		struct experiment *e = must_parse(file);
		struct claim_answer a;
		struct figure f;

		plan(&f, e);
		put_repeats(store, &f, 3);
		evaluate(&f, store);
		claim_answer(&a, &f, &e->claims[0]);
		if ((a.verdict == VERDICT_HOLDS) != s->holds || a.direction_within != s->open)
			FAIL("%s: %s%s", s->is, verdict_names[a.verdict],
			     a.direction_within ? ", open" : "");
		figure_release(&f);
		/* One run of each leaves nothing open. */
		CHECK(figure_plan(&f, e, SIZE_TINY, 1, &(struct error){0}));
		evaluate(&f, store);
		claim_answer(&a, &f, &e->claims[0]);
		CHECK(!a.direction_within && !a.published_within);
		figure_release(&f);
		experiment_free(e);
		free(file);
	}
	close_store(store, folder);
}

static char *csv_of(const struct figure *f)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	figure_csv(f, out);
	fclose(out);
	return text;
}

TEST(spreads_in_csv)
{
	struct experiment *e = must_parse(gain);
	struct store *store;
	struct figure f;
	char folder[64], *text;

	plan(&f, e);
	store = open_store(folder);
	put_repeats(store, &f, 3);
	evaluate(&f, store);
	text = csv_of(&f);
	CHECK_CONTAINS(text, "figure,row,series,unit,value,spread,repeats,published,missing\n");
	CHECK_CONTAINS(text, "fig1,atax,ideal,percent,90,89.5668646,3,,\n");
	free(text);
	figure_release(&f);
	CHECK(figure_plan(&f, e, SIZE_TINY, 1, &(struct error){0}));
	evaluate(&f, store);
	text = csv_of(&f);
	CHECK_CONTAINS(text, "fig1,atax,ideal,percent,100,,1,,\n");
	free(text);
	figure_release(&f);
	experiment_free(e);
	close_store(store, folder);
}

/* Nobody's choice of a machine is lost without a word. */
TEST(refusals)
{
	static const char *const files[][2] = {
		{"title: t\nrepeat: 0\n" RUNS "values: {x: cycles}\n",
		 "t.yaml:2: repeat: expected a whole number from 1 to 30, not '0'"},
		{"title: t\nrepeat: 31\n" RUNS "values: {x: cycles}\n",
		 "t.yaml:2: repeat: expected a whole number from 1 to 30, not '31'"},
		{"title: t\nrepeat: [3]\n" RUNS "values: {x: cycles}\n", "t.yaml:2: repeat: "},
		{"title: t\nruns: {gpus: apu18, workloads: atax, repeat: 3}\nvalues: {x: cycles}\n",
		 "t.yaml:2: repeat stands beside runs, not below it"},
		{"title: t\nrepeat: 2\n"
		 "runs: {gpus: apu18, workloads: atax, params: {perturb: [0, 1]}}\n"
		 "values: {x: cycles}\n",
		 "t.yaml:3: -s perturb=1: repeated runs choose perturb themselves: leave it out"},
		{"title: t\nrepeat: 2\nruns: {gpus: maxwell, workloads: [[atax, mm]]}\n"
		 "alone: {settings: [perturb=1]}\nvalues: {x: cycles}\n",
		 "t.yaml:3: -s perturb=1: repeated runs choose perturb themselves"},
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		struct error err;
		struct experiment *e = parse(files[i][0], &err);
		struct figure f = {0};

		if (e && figure_plan(&f, e, SIZE_TINY, 0, &err))
			FAIL("taken: %s", files[i][0]);
		CHECK_CONTAINS(err.text, files[i][1]);
		figure_release(&f);
		experiment_free(e);
	}
}
