/* The form of job files, and the YAML below it, on any bytes. Touches no other file. */
#include "driver/job/job.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct job *job = job_parse(data, size, "fuzz.yaml", &err);

	/* Refused with one line that names the file, or accepted. */
	if (!job)
		must_say(&err, "fuzz.yaml:");
	job_free(job);
	return 0;
}
