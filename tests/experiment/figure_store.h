/* Figures from text, and a store with results put in by hand. */
#ifndef TESTS_EXPERIMENT_FIGURE_STORE_H
#define TESTS_EXPERIMENT_FIGURE_STORE_H

#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "experiment/figure/figure_parts.h"
#include "experiment/figure/reproduce.h"

static inline struct experiment *parse(const char *text, struct error *err)
{
	return experiment_read("fig1", "t.yaml", text, strlen(text), NULL, err);
}

static inline struct experiment *must_parse(const char *text)
{
	struct error err;
	struct experiment *e = parse(text, &err);

	if (!e)
		FAIL("%s", err.text);
	return e;
}

/* A store in a folder of its own, gone after the test. */
static inline struct store *open_store(char *folder)
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

static inline void close_store(struct store *store, const char *folder)
{
	char command[128];

	store_close(store);
	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	CHECK(!system(command));
}

/* What a run of this spec measured: cycles by workload, a tenth of that on the ideal machine; an
 * application's IPC is 2, alone 4 for atax and 8 for others. */
static inline void fake(const struct run_spec *spec, struct result *r)
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

static inline void put_all(struct store *store, const struct figure *f)
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

static inline void plan(struct figure *f, const struct experiment *e)
{
	struct error err;

	if (!figure_plan(f, e, SIZE_TINY, 0, &err))
		FAIL("%s", err.text);
}

static inline void evaluate(struct figure *f, struct store *store)
{
	struct error err;

	if (!figure_evaluate(f, store, &err))
		FAIL("%s", err.text);
}

static inline void check_cell(const struct figure *f, size_t row, size_t series, double want)
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

#endif
