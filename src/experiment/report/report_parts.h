/* What the files of the report share. */
#ifndef EXPERIMENT_REPORT_REPORT_PARTS_H
#define EXPERIMENT_REPORT_REPORT_PARTS_H

#include <stdio.h>

#include "base/json.h"
#include "experiment/report/report.h"

/* The page before and after its data, made by the build from src/report/. */
extern const char report_page_head[], report_page_tail[];
extern const size_t report_page_head_size, report_page_tail_size;

/* The figure and the answer at the size that is shown. */
const struct figure *report_figure(const struct report *r, size_t number);
const struct claim_answer *report_answer(const struct report *r, size_t number,
					 const struct figure **figure);
/*
 * Whether there is something to see: values, and more than those of a baseline against itself, all
 * alike, while what it is there for is missing.
 */
bool report_shows(const struct figure *f);

/* Of all three sizes alike. */
const struct reproduction *report_any(const struct report *r);

/* report_json.c: everything as one object. */
bool report_json(struct report *r, FILE *out, struct error *err);

/* report_runs.c: an array, sorted by what was asked for. False also when there is none. */
bool report_runs_json(struct store *store, struct json *j, struct error *err);

/* report_reach.c: the curves of a run, an array that is empty for most. */
bool report_reach_json(struct store *store, int64_t run, struct json *j, struct error *err);

#endif
