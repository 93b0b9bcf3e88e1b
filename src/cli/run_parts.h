/* One run of the machine, for the files that start it and report on it. */
#ifndef CLI_RUN_PARTS_H
#define CLI_RUN_PARTS_H

#include "driver/subject.h"
#include "sim/params.h"
#include "system.h"

enum { RUN_MOST_APPS = 64 };

enum run_verdict {
	RUN_VERIFIED,  /* every application's result is right */
	RUN_UNCHECKED, /* a job that expects nothing, and nothing wrong elsewhere */
	RUN_CUT_SHORT, /* stopped at --max-instructions: nothing to compare */
	RUN_WRONG,
};

struct run {
	struct params params;
	const char *const *designs;
	size_t design_count;
	const char *size;
	struct subject subjects[RUN_MOST_APPS];
	unsigned app_count;
	struct system *system;
	enum run_verdict verdict;
	bool right[RUN_MOST_APPS]; /* per application; meaningless when cut short */
	double wall_seconds;
	uint64_t peak_rss_bytes;
};

/* Simulated seconds. */
double run_seconds(const struct run *r);
/* Sum of the counters of this name over all groups: "walks". */
uint64_t run_total(const struct run *r, const char *counter);

/* The page a person reads, and the same as one JSON object. */
void run_report(const struct run *r, FILE *out);
void run_json(const struct run *r, FILE *out);

#endif
