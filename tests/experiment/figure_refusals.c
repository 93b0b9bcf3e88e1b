/* Files of figures that are refused, each with its message; what they include and claim. */
#include "figure_store.h"

static const char *refusal(const char *text)
{
	static struct error err;
	struct experiment *e = parse(text, &err);
	struct figure f = {0};
	bool ok = e && figure_plan(&f, e, SIZE_TINY, 0, &err);

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

TEST(a_product_beyond_all_bounds)
{
	char text[1024] = "title: t\nruns:\n  gpus: apu18\n  workloads: atax\n  params:\n";

	for (int i = 0; i < 20; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "    p%d: [1, 2, 3, 4, 5, 6, 7, 8]\n", i);
	strcat(text, "values: {x: cycles}\n");
	CHECK_STR(refusal(text), "t.yaml:3: the product has more than 1000000 runs");
}

TEST(what_runs_alone_is_lists)
{
	CHECK_STR(refusal(RUNS "alone:\n  designs: ideal\nvalues: {x: cycles}\n"),
		  "t.yaml:4: designs: expected a list, not a single value");
	CHECK_STR(refusal(RUNS "alone:\n  settings: [{cus: 4}]\nvalues: {x: cycles}\n"),
		  "t.yaml:4: settings: expected a single value, not keys with values");
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
