/* From what the user typed to an app that is set up. */
#include "driver/subject.h"

#include <stdlib.h>
#include <string.h>

bool subject_is_job(const char *argument)
{
	const char *dot = strrchr(argument, '.');

	return dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"));
}

static char *job_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name = xstrdup(slash ? slash + 1 : path);

	*strrchr(name, '.') = '\0';
	return name;
}

bool subject_open(struct subject *s, const char *argument, enum workload_size size,
		  struct error *err)
{
	const struct workload_entry *entry;

	memset(s, 0, sizeof(*s));
	if (subject_is_job(argument)) {
		s->job = job_read(argument, err);
		if (!s->job)
			return false;
		s->app = job_app(s->job);
		s->co = job_code_object(s->job);
		s->name = job_name(argument);
		s->checked = job_has_expectation(s->job);
		return true;
	}
	s->app = app_open(argument, size, &entry, err);
	if (!s->app)
		return false;
	s->name = xstrdup(entry->workload->name);
	s->checked = true;
	s->co = code_object_read(entry->code_object, entry->code_object_bytes, s->name, err);
	return s->co != NULL;
}

void subject_close(struct subject *s)
{
	free(s->name);
	if (s->job) {
		job_free(s->job);
		return;
	}
	app_free(s->app);
	code_object_free(s->co);
}
