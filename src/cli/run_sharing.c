/* The search over static divisions of the CUs, and applications alone; see run_sharing.h. */
#include "cli/run_sharing.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/batch.h"
#include "cli/cli.h"
#include "driver/job/subject.h"

enum { MOST_SPLITS = 10000 };

static bool is_oracle(const struct sharing_options *o, unsigned *step)
{
	int64_t value = 1;

	if (!o->partition || strncmp(o->partition, "oracle", 6) != 0)
		return false;
	if (o->partition[6] == ':' &&
	    (!text_to_i64(o->partition + 7, &value) || value < 1 || value > 512))
		return false;
	*step = (unsigned)value;
	return o->partition[6] == '\0' || o->partition[6] == ':';
}

/* "10,20", as many numbers as applications. */
static bool parse_counts(const char *text, size_t apps, unsigned *count)
{
	char *copy = xstrdup(text), *rest = copy;
	size_t given = 0;
	int64_t value = 1;

	while (rest && value >= 1 && given < RUN_MOST_APPS) {
		const char *word = strsep(&rest, ",");

		if (!text_to_i64(word, &value) || value > 512)
			value = 0;
		count[given++] = (unsigned)value;
	}
	free(copy);
	return !rest && value >= 1 && given == apps;
}

int sharing_take_partition(const struct sharing_options *o, struct run_spec *spec)
{
	unsigned count[RUN_MOST_APPS], step;

	if (!o->partition || is_oracle(o, &step))
		return 0;
	if (!strcmp(o->partition, "even")) {
		struct text_list workloads = {0};

		for (size_t i = 0; i < spec->workloads.count; i++) {
			char *bare = subject_bare(spec->workloads.items[i]);

			text_list_add(&workloads, bare);
			free(bare);
		}
		text_list_release(&spec->workloads);
		spec->workloads = workloads;
		return 0;
	}
	if (!parse_counts(o->partition, spec->workloads.count, count))
		return cli_usage("run",
				 "--partition wants even, oracle, oracle:STEP or a number of CUs "
				 "for each of the %zu workloads (8,22), not '%s'",
				 spec->workloads.count, o->partition);
	sharing_set_split(spec, count);
	return 0;
}

/* One division: the run beside each other and those alone, in `specs` one after the other. */
struct trial {
	struct run_spec *specs; /* shared, then each application alone */
	size_t count;
};

static bool add_trial(struct trial *t, const struct run_spec *spec, bool shared, struct error *err)
{
	unsigned apps = (unsigned)spec->workloads.count;
	struct run_spec *first;

	t->specs = xrealloc(t->specs, (t->count + 1 + apps) * sizeof(*t->specs));
	first = &t->specs[t->count];
	if (shared)
		run_spec_copy(first++, spec);
	for (unsigned i = 0; i < apps; i++)
		sharing_alone(spec, i, first++);
	for (; &t->specs[t->count] < first; t->count++)
		if (!run_spec_resolve(&t->specs[t->count], err))
			return false;
	return true;
}

static void release_trials(struct trial *t)
{
	for (size_t i = 0; i < t->count; i++)
		run_spec_release(&t->specs[i]);
	free(t->specs);
}

static bool read_ipc(struct store *store, const struct run_spec *spec, unsigned app, double *ipc,
		     struct error *err)
{
	char name[32], text[512];
	struct result r;
	bool ok;

	snprintf(name, sizeof(name), "apps.%u.ipc", app);
	ok = store_get(store, spec, &r, err);
	if (ok && (r.status != RUN_OK || !result_get(&r, name, ipc)))
		ok = error_failed(err, "%s: %s", run_spec_text(spec, text, sizeof(text)),
				  r.reason ? r.reason : "has no result");
	result_release(&r);
	return ok;
}

/* The IPCs of a trial; from: its first spec, the shared run unless there is none. */
static bool read_trial(struct store *store, const struct run_spec *from, unsigned apps, bool shared,
		       struct sharing *s, struct error *err)
{
	s->apps = apps;
	for (unsigned i = 0; i < apps; i++)
		if ((shared && !read_ipc(store, from, i, &s->shared_ipc[i], err)) ||
		    !read_ipc(store, &from[shared + i], 0, &s->alone_ipc[i], err))
			return false;
	return true;
}

static bool add_splits(struct trial *t, const struct run_spec *spec, unsigned step,
		       struct error *err)
{
	unsigned cus = (unsigned)(param(spec->params, P_CHIPLETS) * param(spec->params, P_CUS));
	unsigned apps = (unsigned)spec->workloads.count, count[RUN_MOST_APPS] = {0};
	size_t splits = sharing_split_count(cus, apps, step, MOST_SPLITS);
	bool ok = true;

	if (splits == 0 || splits > MOST_SPLITS)
		return error_set(err,
				 "--partition oracle:%u: %s divisions of %u CUs among %u "
				 "applications; choose a %s step",
				 step, splits ? "more than 10000" : "no", cus, apps,
				 splits ? "larger" : "smaller");
	while (ok && sharing_next_split(cus, apps, step, count)) {
		struct run_spec divided;

		run_spec_copy(&divided, spec);
		sharing_set_split(&divided, count);
		ok = run_spec_configure(&divided, err) && add_trial(t, &divided, true, err);
		run_spec_release(&divided);
	}
	return ok;
}

/* The division with the best weighted speedup, the first of equals. */
static bool choose_trial(struct store *store, const struct trial *t, struct run_spec *spec,
			 struct sharing *best, struct error *err)
{
	unsigned apps = (unsigned)spec->workloads.count;
	const struct run_spec *winner = NULL;

	for (size_t i = 0; i < t->count; i += 1 + apps) {
		struct sharing s;

		if (!read_trial(store, &t->specs[i], apps, true, &s, err))
			return false;
		if (sharing_evaluate(&s) &&
		    (!winner || s.weighted_speedup > best->weighted_speedup)) {
			*best = s;
			winner = &t->specs[i];
		}
	}
	if (!winner)
		return error_failed(err, "no division of the CUs lets all applications work");
	text_list_release(&spec->workloads);
	for (unsigned i = 0; i < apps; i++)
		text_list_add(&spec->workloads, winner->workloads.items[i]);
	return true;
}

bool sharing_prepare(const struct sharing_options *o, struct run_spec *spec,
		     struct sharing *sharing, struct error *err)
{
	struct workers_state state = {0};
	struct trial trial = {0};
	struct store *store = NULL;
	unsigned step;
	bool oracle = is_oracle(o, &step), ok;

	if (!oracle && !o->alone)
		return true;
	ok = oracle ? add_splits(&trial, spec, step, err) : add_trial(&trial, spec, false, err);
	if (ok)
		store = store_open(o->db, STORE_WRITE, err);
	ok = store && batch_run(store, trial.specs, trial.count, o->jobs, o->quiet, &state, err);
	if (ok && oracle)
		ok = choose_trial(store, &trial, spec, sharing, err);
	else if (ok)
		ok = read_trial(store, trial.specs, (unsigned)spec->workloads.count, false, sharing,
				err);
	store_close(store);
	release_trials(&trial);
	return ok;
}
