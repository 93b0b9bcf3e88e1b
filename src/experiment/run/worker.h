/*
 * One run in a process of its own. The result comes back through a pipe; what the process writes to
 * stderr is kept as the log of a run that does not go well. The process ends with its parent.
 */
#ifndef EXPERIMENT_RUN_WORKER_H
#define EXPERIMENT_RUN_WORKER_H

#include <sys/types.h>

#include "experiment/run/result.h"
#include "experiment/run/run_spec.h"

struct worker {
	pid_t pid;
	int pipe, log; /* to read from */
	char *bytes;   /* received so far */
	size_t count, capacity;
	double started;
};

/* False with one line: no process, no pipe. */
bool worker_start(struct worker *w, const struct run_spec *spec, struct error *err);

/* Takes what has come through the pipe; true when that was the end. */
bool worker_receive(struct worker *w);

/* After the end: waits for the process and fills r, RUN_CRASHED when it died. */
void worker_finish(struct worker *w, struct result *r);

/* Ends the process and forgets what it did. */
void worker_kill(struct worker *w);

#endif
