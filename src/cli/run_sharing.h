/* Runs beside a run of several applications: each alone, and other divisions of the CUs. */
#ifndef CLI_RUN_SHARING_H
#define CLI_RUN_SHARING_H

#include "experiment/run/sharing.h"

struct sharing_options {
	const char *partition; /* even, oracle[:STEP] or N,N,...; NULL: as the workloads say */
	bool alone;            /* also run each application alone */
	const char *db;        /* where these runs are kept */
	unsigned jobs;
	bool quiet;
};

/* Exit status of options that do not go together, 0 when they do; divides the CUs as asked for. */
int sharing_take_partition(const struct sharing_options *options, struct run_spec *spec);

/*
 * Once the spec is configured: makes the runs that partition and alone ask for, as far as the
 * database lacks them, and leaves the best division in the spec (then to be configured again) and
 * the IPCs alone in `sharing`. False with one line.
 */
bool sharing_prepare(const struct sharing_options *options, struct run_spec *spec,
		     struct sharing *sharing, struct error *err);

#endif
