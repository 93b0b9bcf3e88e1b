/* The form of job files, and the YAML below it, on any bytes. Touches no other file. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver/job/job.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct job *job = job_parse(data, size, "fuzz.yaml", &err);

	/* Refused with one line that names the file, or accepted. */
	if (!job && strncmp(err.text, "fuzz.yaml:", 10))
		abort();
	job_free(job);
	return 0;
}
