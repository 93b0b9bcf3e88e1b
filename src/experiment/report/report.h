/*
 * What a store holds as one page for a browser, which needs nothing else: figures with the
 * published numbers beside ours, claims, runs. Order of calls: report_gather, report_write. Release
 * it in any case.
 */
#ifndef EXPERIMENT_REPORT_REPORT_H
#define EXPERIMENT_REPORT_REPORT_H

#include "experiment/figure/reproduce.h"

/*
 * A figure is shown at the size of which the store knows the most values, the larger one of equals;
 * its claims likewise. Invariant: figures and answers are the same ones in the same order at each
 * size.
 */
struct report {
	struct store *store;
	struct reproduction sizes[SIZE_COUNT];
	enum workload_size *figure_size; /* by number of the figure */
};

/* Targets and repeat as of reproduction_select. only: no other size is looked at; NULL: all are. */
bool report_gather(struct report *r, struct store *store, const char *const *targets, size_t count,
		   const enum workload_size *only, unsigned repeat, struct error *err);
void report_release(struct report *r);

/* The number of figures that show something. */
size_t report_figures(const struct report *r);

/*
 * The page, and its tables as files of comma-separated values in a folder beside it (report.html:
 * report-csv). Each file is there as a whole or not at all, the page last.
 */
bool report_write(struct report *r, const char *path, struct error *err);

/* The name of that folder; the caller frees it. */
char *report_folder(const char *path);

#endif
