/* Digests of input files, remembered by path for as long as the process lives. */
#include "experiment/run/input_digest.h"

#include "base/digest.h"
#include "driver/job/job.h"

#include <string.h>

struct known {
	struct known *next;
	bool job;
	char *path;
	char digest[DIGEST_DIGITS + 1];
};

static struct known *all;

static bool add_job(struct digest *d, const char *path, struct error *err)
{
	struct job *job = job_read(path, err);
	const struct code_object *co;
	const struct app *app;

	if (!job)
		return false;
	co = job_code_object(job);
	app = job_app(job);
	digest_add(d, co->image, co->image_bytes);
	for (size_t i = 0; i < app->buffer_count; i++) {
		const struct buffer *b = app->buffers[i];

		digest_add(d, &b->bytes, sizeof(b->bytes));
		digest_add(d, b->host, b->bytes);
	}
	job_free(job);
	return digest_add_file(d, path, err);
}

static const char *find_input(const char *path, bool job, struct error *err)
{
	struct known *k;
	struct digest d;

	for (k = all; k; k = k->next)
		if (k->job == job && !strcmp(k->path, path))
			return k->digest;
	digest_init(&d);
	if (job ? !add_job(&d, path, err) : !digest_add_file(&d, path, err))
		return NULL;
	k = xcalloc(1, sizeof(*k));
	*k = (struct known){.next = all, .job = job, .path = xstrdup(path)};
	digest_text(&d, k->digest);
	all = k;
	return k->digest;
}

const char *input_digest_file(const char *path, struct error *err)
{
	return find_input(path, false, err);
}

const char *input_digest_job(const char *path, struct error *err)
{
	return find_input(path, true, err);
}
