/* Opens configuration and workloads as the command line does, and runs the machine. */
#include "timed.h"

#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "driver/job/subject.h"
#include "driver/process/emulator.h"
#include "harness.h"

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

static void open_workload(struct timed *t, unsigned i, const char *spec)
{
	const struct workload_entry *entry;
	struct error err;

	t->app[i] = app_open(spec, SIZE_TINY, &entry, &err);
	if (!t->app[i])
		FAIL("%s: %s", spec, err.text);
	t->code[i] = code_object_read(entry->code_object, entry->code_object_bytes, spec, &err);
	if (!t->code[i])
		FAIL("%s: %s", spec, err.text);
}

static void verify_workload(struct timed *t, unsigned i)
{
	struct error err;

	if (!t->app[i]->workload->verify(t->app[i], &err))
		FAIL("%s: %s", t->app[i]->workload->name, err.text);
}

static void close_workload(struct timed *t, unsigned i)
{
	app_free(t->app[i]);
	code_object_free(t->code[i]);
}

static bool relaunch(void *data, unsigned i, struct app **next, struct code_object **code,
		     struct error *err)
{
	struct timed *t = data;

	(void)err;
	verify_workload(t, i);
	close_workload(t, i);
	open_workload(t, i, t->spec[i]);
	t->fresh[i] = true;
	*next = t->app[i];
	*code = t->code[i];
	if (t->relaunched)
		t->relaunched(t, i);
	return true;
}

static void load_config(struct timed *t, const char *gpu, const char *settings)
{
	const char *words[MOST_WORDS], *designs[MOST_WORDS], *assignments[MOST_WORDS];
	struct config_request request = {.gpu = gpu, .settings = assignments, .designs = designs};
	struct error err;
	char *copy;
	size_t count;

	memset(t, 0, sizeof(*t));
	count = split(settings, &copy, words);
	for (size_t i = 0; i < count; i++)
		if (strchr(words[i], '='))
			assignments[request.setting_count++] = words[i];
		else
			designs[request.design_count++] = words[i];
	if (!config_load(&t->params, &request, &err))
		FAIL("%s", err.text);
	free(copy);
}

static void make_system(struct timed *t, const struct system_app *apps)
{
	struct system_options options = {
		.wavefront_limit = EMULATOR_DEFAULT_LIMIT,
		.relaunch = relaunch,
		.relaunch_data = t,
	};
	struct error err;

	t->system = system_new(&t->params, apps, t->apps, &options, &err);
	if (!t->system)
		FAIL("%s", err.text);
}

void timed_open(struct timed *t, const char *gpu, const char *settings, const char *workloads)
{
	struct system_app apps[TIMED_MOST_APPS];
	const char *words[MOST_WORDS];
	char *copy;

	load_config(t, gpu, settings);
	t->apps = (unsigned)split(workloads, &copy, words);
	for (unsigned i = 0; i < t->apps; i++) {
		t->spec[i] = subject_bare(words[i]);
		open_workload(t, i, t->spec[i]);
		apps[i] = (struct system_app){t->app[i]->workload->name, t->app[i], t->code[i],
					      subject_cus(words[i])};
	}
	free(copy);
	make_system(t, apps);
}

void timed_open_app(struct timed *t, const char *gpu, const char *settings, struct app *app,
		    struct code_object *code)
{
	load_config(t, gpu, settings);
	t->app[0] = app;
	t->code[0] = code;
	t->apps = 1;
	make_system(t, &(struct system_app){app->workload->name, app, code, 0});
}

void timed_run(struct timed *t)
{
	struct oracle_result oracle;
	struct error err;

	if (!system_run(t->system, &err))
		FAIL("%s", err.text);
	for (unsigned i = 0; i < t->apps; i++)
		if (!t->fresh[i])
			verify_workload(t, i);
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
		close_workload(t, i);
		free(t->spec[i]);
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
