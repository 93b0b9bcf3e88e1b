/*
 * Runs what a store lacks, in processes of their own: a run that fails or crashes is recorded with
 * its reason and does not disturb the others. Only this process writes to the store, as each run
 * ends.
 */
#ifndef EXPERIMENT_SWEEP_WORKERS_H
#define EXPERIMENT_SWEEP_WORKERS_H

#include "experiment/store/store.h"

struct workers_state {
	size_t total;        /* different runs among the specs */
	size_t known;        /* of these in the store from the start, good or failed */
	size_t done;         /* run now, good or failed */
	size_t failed;       /* of known and done */
	size_t running;      /* at this moment */
	double seconds;      /* since the start */
	double seconds_left; /* estimated; negative: not known yet */
};

struct workers_options {
	unsigned jobs; /* processes at the same time, at least 1 */
	/* Called ten times a second and whenever a run ends; true interrupts: the runs at work are
	 * given up, those done are kept. May be NULL. */
	bool (*progress)(void *data, const struct workers_state *state);
	/* A run that failed, now or earlier, in the order of the specs only for earlier ones. May
	 * be NULL. */
	void (*failure)(void *data, const struct run_spec *spec, const char *reason);
	void *data;
};

/*
 * All specs are resolved; several may have the same key. True when all are in the store, failed
 * ones (state->failed) included. False with a line: the store went wrong (exit status 2), or it was
 * interrupted (130).
 */
bool workers_run(struct store *store, const struct run_spec *specs, size_t count,
		 const struct workers_options *options, struct workers_state *state,
		 struct error *err);

#endif
