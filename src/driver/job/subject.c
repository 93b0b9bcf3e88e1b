/* From what the user typed to an app that is set up. */
#include "driver/job/subject.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "driver/recording/replay.h"

/* Where "@12" begins, or the end. */
static size_t bare_length(const char *argument)
{
	size_t length = strlen(argument), digits = 0;

	while (digits < length && isdigit((unsigned char)argument[length - digits - 1]))
		digits++;
	if (digits == 0 || digits > 4 || digits + 1 >= length ||
	    argument[length - digits - 1] != '@')
		return length;
	return length - digits - 1;
}

unsigned subject_cus(const char *argument)
{
	const char *at = argument + bare_length(argument);

	return *at ? (unsigned)strtoul(at + 1, NULL, 10) : 0;
}

bool subject_check_cus(const char *argument, struct error *err)
{
	if (subject_cus(argument) || !argument[bare_length(argument)])
		return true;
	return error_set(err,
			 "%s: an application needs one CU at least; without '@0' it gets an "
			 "even share",
			 argument);
}

char *subject_bare(const char *argument)
{
	char *bare = xstrdup(argument);

	bare[bare_length(argument)] = '\0';
	return bare;
}

bool subject_is_recording(const char *argument)
{
	char *bare = subject_bare(argument);
	bool is = replay_is_recording(bare);

	free(bare);
	return is;
}

bool subject_is_file(const char *argument)
{
	return subject_is_job(argument) || subject_is_recording(argument);
}

bool subject_is_job(const char *argument)
{
	static const char *const endings[] = {".yaml", ".yml"};
	size_t length = bare_length(argument);

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		size_t ending = strlen(endings[i]);

		if (length >= ending && !strncmp(argument + length - ending, endings[i], ending))
			return true;
	}
	return false;
}

static char *job_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name = xstrdup(slash ? slash + 1 : path);

	*strrchr(name, '.') = '\0';
	return name;
}

static bool open_bare(struct subject *s, const char *argument, enum workload_size size,
		      struct error *err)
{
	const struct workload_entry *entry;

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
	if (replay_is_recording(argument)) {
		s->app = replay_open(argument, err);
		s->name = job_name(argument);
		s->checked = true;
		return s->app != NULL;
	}
	s->app = app_open(argument, size, &entry, err);
	if (!s->app)
		return false;
	s->name = xstrdup(entry->workload->name);
	s->checked = true;
	s->co = code_object_read(entry->code_object, entry->code_object_bytes, s->name, err);
	return s->co != NULL;
}

bool subject_open(struct subject *s, const char *argument, enum workload_size size,
		  struct error *err)
{
	char *bare = subject_bare(argument);
	bool ok;

	memset(s, 0, sizeof(*s));
	ok = open_bare(s, bare, size, err);
	free(bare);
	return ok;
}

void subject_close(struct subject *s)
{
	free(s->name);
	if (s->job) {
		job_free(s->job);
		return;
	}
	app_free(s->app);
	if (s->co)
		code_object_free(s->co);
}
