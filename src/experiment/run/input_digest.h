/*
 * Digests of inputs that lie in files. Each is computed once per process: a sweep asks for the same
 * one in every run.
 */
#ifndef EXPERIMENT_RUN_INPUT_DIGEST_H
#define EXPERIMENT_RUN_INPUT_DIGEST_H

#include "base/error.h"

/* Of a file's content. NULL with one line in err. */
const char *input_digest_file(const char *path, struct error *err);

/* Of a job: its file, the machine code and the buffers' contents that it leads to. */
const char *input_digest_job(const char *path, struct error *err);

#endif
