/* A job from its file to its end: the kernels it names, and the workload that runs them. */
#include "driver/job/job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/job/job_parts.h"
#include "driver/toolchain/toolchain.h"

char *job_path(const struct job *job, const char *path)
{
	return xasprintf("%s%s", *path == '/' ? "" : job->folder, path);
}

static bool is_source(const char *path)
{
	size_t length = strlen(path);

	return length > 3 && !strcmp(path + length - 3, ".cl");
}

/* Compiled for workgroups of so many work-items; 0: as the kernels say. */
static bool compile_source(struct job *job, const char *path, uint32_t max_workgroup,
			   struct error *err)
{
	struct compile_options options = {
		.cl_std = job->cl_std, .flags = job->flags, .max_workgroup = max_workgroup};
	size_t bytes;
	const void *kernels = toolchain_kernels(path, &options, &bytes, err);

	code_object_free(job->co);
	job->co = kernels ? code_object_read(kernels, bytes, path, err) : NULL;
	return job->co;
}

static bool load_kernels(struct job *job, const char *path, struct error *err)
{
	if (access(path, R_OK))
		return yaml_error(job->source_at, err, "source '%s' cannot be read: %s", path,
				  strerror(errno));
	if (is_source(path))
		return compile_source(job, path, 0, err);
	if (job->cl_std || job->flags)
		return yaml_error(job->source_at, err,
				  "options are for a .cl file, and '%s' is none", job->source);
	job->co = code_object_read_file(path, err);
	return job->co;
}

/* Kernels that do not say how large their workgroups are may be launched with larger ones than
 * the compiler provides for; then they are compiled anew. */
static bool provide_workgroups(struct job *job, const char *path, struct error *err)
{
	uint32_t items = is_source(path) ? job_largest_workgroup(job) : 0;

	return !items || compile_source(job, path, items, err);
}

static bool job_setup(struct app *app, struct error *err)
{
	struct job *job = app->state;
	char *path = job_path(job, job->source);
	bool ok = load_kernels(job, path, err) && job_make_buffers(job, err) &&
		  provide_workgroups(job, path, err);

	free(path);
	for (size_t i = 0; ok && i < job->launch_count; i++)
		ok = job_prepare_launch(job, &job->launches[i], err);
	return ok;
}

static bool job_next(struct app *app, struct launch *launch)
{
	struct job *job = app->state;
	const struct job_launch *l = &job->launches[job->next_launch];

	if (job->next_launch == job->launch_count)
		return false;
	*launch = *l->launch;
	if (++job->next_repeat == l->repeat) {
		job->next_launch++;
		job->next_repeat = 0;
	}
	return true;
}

static bool job_verify(struct app *app, struct error *err)
{
	const struct job *job = app->state;

	return job_write_outputs(job, err) && job_check_results(job, err);
}

struct job *job_read(const char *path, struct error *err)
{
	struct job *job = job_parse_yaml(yaml_read_file(path, err), path, err);

	if (!job)
		return NULL;
	job->workload = (struct workload){
		.name = job->path,
		.suite = "",
		.summary = "",
		.setup = job_setup,
		.next = job_next,
		.verify = job_verify,
	};
	job->app = app_new(&job->workload, SIZE_SMALL);
	job->app->state = job;
	if (job->workload.setup(job->app, err))
		return job;
	job_free(job);
	return NULL;
}

void job_free(struct job *job)
{
	if (!job)
		return;
	app_free(job->app);
	code_object_free(job->co);
	for (size_t i = 0; i < job->buffer_count; i++)
		free(job->buffers[i].expected);
	for (size_t i = 0; i < job->launch_count; i++)
		free(job->launches[i].launch);
	free(job->buffers);
	free(job->launches);
	free(job->flags);
	free(job->path);
	free(job->folder);
	yaml_value_free(job->yaml);
	free(job);
}

struct app *job_app(struct job *job)
{
	return job->app;
}

struct code_object *job_code_object(struct job *job)
{
	return job->co;
}

bool job_has_expectation(const struct job *job)
{
	for (size_t i = 0; i < job->buffer_count; i++)
		if (job->buffers[i].expect)
			return true;
	return false;
}
