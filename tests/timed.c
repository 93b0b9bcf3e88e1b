/* Opens configuration and workloads as the command line does, and runs the machine. */
#include "timed.h"

#include <stdlib.h>
#include <string.h>

#include "driver/emulator.h"
#include "harness.h"
#include "sim/config.h"

enum { MOST_WORDS = 32 };

/* Splits at blanks; the words point into *copy, which the caller frees. */
static size_t split(const char *text, char **copy, const char **words)
{
	size_t count = 0;
	char *rest;

	*copy = xstrdup(text);
	for (char *word = strtok_r(*copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		if (count == MOST_WORDS)
			FAIL("too many words in '%s'", text);
		words[count++] = word;
	}
	return count;
}

static void open_workload(struct timed *t, const char *spec)
{
	const struct workload_entry *entry;
	struct error err;
	unsigned i = t->apps++;

	t->app[i] = app_open(spec, SIZE_TINY, &entry, &err);
	if (!t->app[i])
		FAIL("%s: %s", spec, err.text);
	t->code[i] = code_object_read(entry->code_object, entry->code_object_bytes, spec, &err);
	if (!t->code[i])
		FAIL("%s: %s", spec, err.text);
}

void timed_open(struct timed *t, const char *gpu, const char *settings, const char *workloads)
{
	const char *words[MOST_WORDS];
	struct config_request request = {.gpu = gpu, .settings = words};
	struct system_options options = {.wavefront_limit = EMULATOR_DEFAULT_LIMIT};
	struct system_app apps[TIMED_MOST_APPS];
	struct error err;
	char *copy;
	size_t count;

	memset(t, 0, sizeof(*t));
	request.setting_count = split(settings, &copy, words);
	if (!config_load(&t->params, &request, &err))
		FAIL("%s", err.text);
	free(copy);
	count = split(workloads, &copy, words);
	for (size_t i = 0; i < count; i++)
		open_workload(t, words[i]);
	for (unsigned i = 0; i < t->apps; i++)
		apps[i] = (struct system_app){t->app[i]->workload->name, t->app[i], t->code[i]};
	free(copy);
	t->system = system_new(&t->params, apps, t->apps, &options, &err);
	if (!t->system)
		FAIL("%s", err.text);
}

void timed_run(struct timed *t)
{
	struct oracle_result oracle;
	struct error err;

	if (!system_run(t->system, &err))
		FAIL("%s", err.text);
	for (unsigned i = 0; i < t->apps; i++)
		if (!t->app[i]->workload->verify(t->app[i], &err))
			FAIL("%s: %s", t->app[i]->workload->name, err.text);
	oracle = system_oracle(t->system);
	if (oracle.mismatches)
		FAIL("%llu of %llu translations wrong: %s", (unsigned long long)oracle.mismatches,
		     (unsigned long long)oracle.checked, oracle.first);
	CHECK(oracle.checked > 0);
	t->cycles = system_cycles(t->system);
}

void timed_close(struct timed *t)
{
	system_free(t->system);
	for (unsigned i = 0; i < t->apps; i++) {
		app_free(t->app[i]);
		code_object_free(t->code[i]);
	}
	params_release(&t->params);
}

cycle_t timed_cycles(const char *gpu, const char *settings, const char *workloads)
{
	struct timed t;

	timed_open(&t, gpu, settings, workloads);
	timed_run(&t);
	timed_close(&t);
	return t.cycles;
}

uint64_t timed_counter(const struct timed *t, const char *group, const char *name)
{
	return stats_get(system_stats(t->system), group, name);
}
