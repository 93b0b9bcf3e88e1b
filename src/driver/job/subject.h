/* What a command runs: an app and its kernels, from a workload, a user's job file or a recording.
 */
#ifndef DRIVER_JOB_SUBJECT_H
#define DRIVER_JOB_SUBJECT_H

#include "driver/job/job.h"
#include "driver/workload/workload.h"
#include "isa/object/code_object.h"

struct subject {
	char *name;   /* the workload's, or the job file's without folder and extension */
	bool checked; /* there is something to compare the result with */
	struct job *job;
	struct app *app;
	struct code_object *co; /* NULL: the app loads its own */
};

/* Whether it names a job file rather than a workload. */
bool subject_is_job(const char *argument);
/* Or a recording (warpwalk exec --record); or either. */
bool subject_is_recording(const char *argument);
bool subject_is_file(const char *argument);

/*
 * An argument may end with the number of CUs that the application asks for: "scan:n=64@12". The
 * number, 0 without one; the argument without it, which the caller frees.
 */
unsigned subject_cus(const char *argument);
/* "mm@0" asks for none, which no application can run on: false with one line in err. */
bool subject_check_cus(const char *argument, struct error *err);
char *subject_bare(const char *argument);

/* argument: "NAME[:param=value,...][@CUS]" or "FILE.yaml[@CUS]". Close it also after a failure. */
bool subject_open(struct subject *s, const char *argument, enum workload_size size,
		  struct error *err);
void subject_close(struct subject *s);

#endif
