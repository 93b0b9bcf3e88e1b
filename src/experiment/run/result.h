/*
 * What came out of a run, flat: every number of `run --json` by its dotted path ("cycles",
 * "l1_tlb.hits", "vmem.latency.p99", "apps.0.ipc"; truth values are 0 and 1), without the
 * configuration and without what depends on the host, which stands apart.
 */
#ifndef EXPERIMENT_RUN_RESULT_H
#define EXPERIMENT_RUN_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum run_status {
	RUN_ABSENT,  /* not in the store */
	RUN_OK,      /* to its end and right, or cut short at max_instructions as asked for */
	RUN_FAILED,  /* it cannot run, or its result is wrong: the same every time */
	RUN_CRASHED, /* the process died: may go well another time */
};

const char *run_status_name(enum run_status status); /* "ok", "failed", "crashed" */

struct result_value {
	char *name;
	bool whole; /* i is exact; f is the nearest double in any case */
	int64_t i;
	double f;
};

/* Invariant: values are sorted by name once result_sort was called; empty unless RUN_OK. */
struct result {
	enum run_status status;
	char *reason; /* one line; NULL when ok */
	struct result_value *values;
	size_t count, capacity;

	double wall_seconds; /* of the host */
	uint64_t peak_rss_bytes;
	char *log; /* what the run wrote to stderr; NULL: nothing, or not kept */
};

void result_init(struct result *r);
void result_release(struct result *r);
void result_add_whole(struct result *r, const char *name, int64_t value);
void result_add_real(struct result *r, const char *name, double value);
void result_fail(struct result *r, enum run_status status, const char *reason);
void result_sort(struct result *r);

/* False when there is no such statistic. */
bool result_get(const struct result *r, const char *name, double *value);

#endif
