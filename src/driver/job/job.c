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

static bool compile_source(struct job *job, const char *path, struct error *err)
{
	struct compile_options options = {.cl_std = job->cl_std, .flags = job->flags};
	const char *tmp = getenv("TMPDIR");
	char *folder = xasprintf("%s/warpwalk-XXXXXX", tmp && *tmp ? tmp : "/tmp"), *output;

	if (!mkdtemp(folder)) {
		error_set(err, "%s: cannot be made: %s", folder, strerror(errno));
		free(folder);
		return false;
	}
	output = xasprintf("%s/kernels.co", folder);
	if (toolchain_compile(path, output, &options, err))
		job->co = code_object_read_file(output, err);
	unlink(output);
	rmdir(folder);
	free(output);
	free(folder);
	return job->co;
}

static bool load_kernels(struct job *job, struct error *err)
{
	char *path = job_path(job, job->source);
	size_t length = strlen(path);
	bool ok;

	if (access(path, R_OK))
		ok = yaml_error(job->source_at, err, "source '%s' cannot be read: %s", path,
				strerror(errno));
	else if (length > 3 && !strcmp(path + length - 3, ".cl"))
		ok = compile_source(job, path, err);
	else if (job->cl_std || job->flags)
		ok = yaml_error(job->source_at, err, "options are for a .cl file, and '%s' is none",
				job->source);
	else
		ok = (job->co = code_object_read_file(path, err));
	free(path);
	return ok;
}

static bool job_setup(struct app *app, struct error *err)
{
	struct job *job = app->state;

	if (!load_kernels(job, err) || !job_make_buffers(job, err))
		return false;
	for (size_t i = 0; i < job->launch_count; i++)
		if (!job_prepare_launch(job, &job->launches[i], err))
			return false;
	return true;
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
