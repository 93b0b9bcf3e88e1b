/* One run from its spec to its verdict. */
#include "experiment/run/simulate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "driver/process/emulator.h"
#include "sim/host_clock.h"

bool simulation_open(struct simulation *s, const struct run_spec *spec, struct error *err)
{
	memset(s, 0, sizeof(*s));
	s->spec = spec;
	s->params = spec->params;
	for (size_t i = 0; i < spec->workloads.count; i++) {
		s->app_count = (unsigned)i + 1; /* also one that fails half-way is closed */
		if (!subject_open(&s->subjects[i], spec->workloads.items[i], spec->size, err))
			return false;
	}
	return true;
}

void simulation_adopt(struct simulation *s, const struct run_spec *spec, const char *name,
		      struct app *app)
{
	s->spec = spec;
	s->params = spec->params;
	s->once = true;
	s->subjects[s->app_count++] = (struct subject){.name = xstrdup(name), .app = app};
}

void simulation_close(struct simulation *s)
{
	system_free(s->system);
	for (unsigned i = 0; i < s->app_count; i++) {
		if (s->once)
			s->subjects[i].app = NULL;
		subject_close(&s->subjects[i]);
	}
}

/* Compares the result of a run that has just ended with what its workload expects. */
static void verify_app(struct simulation *s, unsigned app)
{
	struct subject *subject = &s->subjects[app];
	struct error wrong;

	memory_for("the reference of '%s'", subject->name);
	if (subject->app->workload->verify(subject->app, &wrong))
		return;
	s->correct[app] = false;
	if (s->wrong.text[0])
		return;
	s->wrong = wrong;
	error_prefix(&s->wrong, "%s", subject->name);
}

/* The same inputs once more, for an application that has ended before the others. */
static bool next_instance(void *data, unsigned app, struct app **next, struct code_object **code,
			  struct error *err)
{
	struct simulation *s = data;
	struct subject *subject = &s->subjects[app];

	verify_app(s, app);
	subject_close(subject);
	if (!subject_open(subject, s->spec->workloads.items[app], s->spec->size, err))
		return false;
	memory_for("the simulation");
	s->fresh[app] = true;
	*next = subject->app;
	*code = subject->co;
	return true;
}

/* Compares results with what the workloads expect, and translations with the page tables. */
static bool verify(struct simulation *s, struct error *err)
{
	struct oracle_result oracle = system_oracle(s->system);
	bool ok;

	s->verdict = RUN_VERIFIED;
	for (unsigned i = 0; i < s->app_count; i++) {
		if (!system_result(s->system, i)->finished)
			s->verdict = RUN_CUT_SHORT;
		else if (!s->subjects[i].checked && s->verdict == RUN_VERIFIED)
			s->verdict = RUN_UNCHECKED;
	}
	for (unsigned i = 0; i < s->app_count; i++)
		if (system_result(s->system, i)->finished && !s->fresh[i])
			verify_app(s, i);
	ok = !s->wrong.text[0];
	if (!ok)
		*err = s->wrong;
	if (ok && oracle.mismatches)
		ok = error_failed(err, "%llu of %llu translations were wrong: %s",
				  (unsigned long long)oracle.mismatches,
				  (unsigned long long)oracle.checked,
				  oracle.first ? oracle.first : "");
	if (!ok)
		s->verdict = RUN_WRONG;
	return ok;
}

bool simulation_run(struct simulation *s, const struct system_options *options, bool *correct,
		    struct error *err)
{
	struct system_options with_limit = *options;
	struct system_app apps[RUN_MOST_APPS];
	double started = host_seconds();
	struct rusage usage;

	with_limit.max_instructions = s->spec->max_instructions;
	with_limit.relaunch = s->once ? NULL : next_instance;
	with_limit.relaunch_data = s;
	for (unsigned i = 0; i < s->app_count; i++) {
		s->correct[i] = true;
		apps[i] = (struct system_app){.name = s->subjects[i].name,
					      .app = s->subjects[i].app,
					      .code = s->subjects[i].co,
					      .cus = subject_cus(s->spec->workloads.items[i])};
	}
	memory_for("the machine '%s'", s->params->gpu);
	s->system = system_new(s->params, apps, s->app_count, &with_limit, err);
	memory_for("the simulation");
	if (!s->system || !system_run(s->system, err))
		return false;
	s->wall_seconds = host_seconds() - started;
	s->interrupted = system_interrupted(s->system);
	*correct = verify(s, err);
	getrusage(RUSAGE_SELF, &usage);
	s->peak_rss_bytes = (uint64_t)usage.ru_maxrss * 1024;
	return true;
}

double simulation_seconds(const struct simulation *s)
{
	return (double)system_cycles(s->system) / (param_real(s->params, P_CLOCK) * 1e6);
}

bool simulation_sharing(const struct simulation *s, struct sharing *sharing)
{
	if (!s->sharing)
		return false;
	*sharing = *s->sharing;
	for (unsigned i = 0; i < s->app_count; i++) {
		const struct system_app_result *a = system_result(s->system, i);

		sharing->shared_ipc[i] =
			a->cycles ? (double)a->instructions / (double)a->cycles : 0;
	}
	return sharing_evaluate(sharing);
}

struct total {
	const struct stats *stats;
	const char *name;
	uint64_t sum;
};

static void add_counter(void *ctx, const char *group, const char *name, enum stat_kind kind)
{
	struct total *t = ctx;

	if (kind == STAT_COUNTER && !strcmp(name, t->name))
		t->sum += stats_get(t->stats, group, name);
}

uint64_t simulation_total(const struct simulation *s, const char *counter)
{
	struct total t = {.stats = system_stats(s->system), .name = counter};

	stats_each(t.stats, add_counter, &t);
	return t.sum;
}

/* Configuration and model are known from the spec, the host's numbers stand apart. */
static bool is_statistic(const char *path)
{
	return strncmp(path, "config.", 7) != 0 && strcmp(path, "model") != 0 &&
	       strcmp(path, "wall_seconds") != 0 && strcmp(path, "peak_rss_bytes") != 0;
}

static void take_whole(void *ctx, const char *path, uint64_t value)
{
	if (!is_statistic(path))
		return;
	if (value <= INT64_MAX)
		result_add_whole(ctx, path, (int64_t)value);
	else
		result_add_real(ctx, path, (double)value);
}

static void take_real(void *ctx, const char *path, double value)
{
	if (is_statistic(path))
		result_add_real(ctx, path, value);
}

/* Whatever --json has, and nothing else: by listening to the same writer. */
void simulation_result(const struct simulation *s, struct result *r)
{
	const struct json_listener listener = {.whole = take_whole, .real = take_real, .ctx = r};
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	struct json j;

	if (!out)
		BUG("no memory stream");
	result_init(r);
	r->status = RUN_OK;
	json_init(&j, out);
	j.listener = &listener;
	simulation_json(s, &j);
	fclose(out);
	free(text);
	result_sort(r);
	r->wall_seconds = s->wall_seconds;
	r->peak_rss_bytes = s->peak_rss_bytes;
}

void simulate(const struct run_spec *spec, struct result *r)
{
	const struct system_options options = {.wavefront_limit = EMULATOR_DEFAULT_LIMIT};
	struct simulation *s = xcalloc(1, sizeof(*s));
	struct error err = {0};
	bool correct = false;

	result_init(r);
	if (simulation_open(s, spec, &err) && simulation_run(s, &options, &correct, &err) &&
	    correct) {
		simulation_result(s, r);
	} else {
		result_fail(r, RUN_FAILED, err.text);
		r->wall_seconds = s->wall_seconds;
		r->peak_rss_bytes = s->peak_rss_bytes;
	}
	simulation_close(s);
	free(s);
}
