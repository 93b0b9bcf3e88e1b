/*
 * A user's own kernel: a YAML file that names a .cl file or a code object, its buffers, the
 * launches and what to expect (docs/emulate.md has the format). Becomes an app like any workload's.
 */
#ifndef DRIVER_JOB_JOB_H
#define DRIVER_JOB_JOB_H

#include "driver/workload/workload.h"
#include "isa/object/code_object.h"

struct job;

/*
 * Reads the file, compiles or loads the kernels, makes and fills the buffers, and checks every
 * launch against its kernel's arguments. NULL with "file:line: ..." in err when anything does not
 * fit.
 */
struct job *job_read(const char *path, struct error *err);
void job_free(struct job *job); /* NULL is fine */

/* Both belong to the job. The app is set up: next, then verify (which writes the outputs too). */
struct app *job_app(struct job *job);
struct code_object *job_code_object(struct job *job);

/* Whether the job says what to expect; without that verify has nothing to compare with. */
bool job_has_expectation(const struct job *job);

/* Only the form of the file, without looking at any other file: what job_read does first. */
struct job *job_parse(const void *yaml, size_t bytes, const char *path, struct error *err);

#endif
