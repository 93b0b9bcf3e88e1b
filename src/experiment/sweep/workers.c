/* As many runs at a time as wanted, each result into the store as it comes. */
#include "experiment/sweep/workers.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/run/worker.h"
#include "sim/host_clock.h"

/* Invariant: workers[0 .. running) are at work on specs at[0 .. running). */
struct crew {
	struct store *store;
	const struct run_spec *specs;
	size_t count;
	const struct workers_options *options;
	struct workers_state *state;
	struct error *err;

	size_t *todo; /* one spec for each key that is not known, in the order given */
	size_t todo_count, next;
	struct worker *workers;
	struct pollfd *polls;
	size_t *at;
	double started;
};

/* True: go on. */
static bool crew_report(struct crew *c)
{
	struct workers_state *s = c->state;
	size_t left = s->total - s->known - s->done;

	s->seconds = host_seconds() - c->started;
	s->seconds_left = s->done ? s->seconds * (double)left / (double)s->done : left ? -1 : 0;
	if (!c->options->progress || !c->options->progress(c->options->data, s))
		return true;
	error_set(c->err, "interrupted; the results so far are kept");
	c->err->exit_status = 130;
	return false;
}

static void note_failure(struct crew *c, size_t spec, const char *reason)
{
	c->state->failed++;
	if (c->options->failure)
		c->options->failure(c->options->data, &c->specs[spec], reason ? reason : "");
}

/* *known when the store says how it went, also when another process has just put it there. */
static bool crew_look_up(struct crew *c, size_t spec, bool *known)
{
	enum run_status status;
	char *reason;

	if (!store_find(c->store, &c->specs[spec], &status, &reason, c->err))
		return false;
	*known = status == RUN_OK || status == RUN_FAILED;
	if (*known)
		c->state->known++;
	if (status == RUN_FAILED)
		note_failure(c, spec, reason);
	free(reason);
	return true;
}

struct keyed {
	const char *key;
	size_t spec;
};

static int by_key(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	return order ? order : (x->spec > y->spec) - (x->spec < y->spec);
}

static int by_number(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/* The first spec of each key into todo. */
static void find_different(struct crew *c)
{
	struct keyed *sorted = xmalloc((c->count + 1) * sizeof(*sorted));

	for (size_t i = 0; i < c->count; i++)
		sorted[i] = (struct keyed){c->specs[i].key, i};
	qsort(sorted, c->count, sizeof(*sorted), by_key);
	for (size_t i = 0; i < c->count; i++)
		if (!i || strcmp(sorted[i].key, sorted[i - 1].key) != 0)
			c->todo[c->todo_count++] = sorted[i].spec;
	qsort(c->todo, c->todo_count, sizeof(*c->todo), by_number);
	free(sorted);
	c->state->total = c->todo_count;
}

static bool plan(struct crew *c)
{
	size_t kept = 0;

	find_different(c);
	for (size_t i = 0; i < c->todo_count; i++) {
		bool known;

		if (!crew_look_up(c, c->todo[i], &known))
			return false;
		if (!known)
			c->todo[kept++] = c->todo[i];
	}
	c->todo_count = kept;
	return store_note(c->store, c->specs, c->count, c->err);
}

/* Starts as many runs as there are places for. */
static bool start_more(struct crew *c)
{
	while (c->state->running < c->options->jobs && c->next < c->todo_count) {
		size_t spec = c->todo[c->next++], place = c->state->running;
		bool known;

		if (!crew_look_up(c, spec, &known))
			return false;
		if (known)
			continue;
		if (!worker_start(&c->workers[place], &c->specs[spec], c->err))
			return false;
		c->at[place] = spec;
		c->state->running++;
	}
	return true;
}

static bool crew_finish(struct crew *c, size_t place)
{
	size_t spec = c->at[place];
	struct result r;
	bool ok;

	worker_finish(&c->workers[place], &r);
	c->state->running--;
	c->workers[place] = c->workers[c->state->running];
	c->at[place] = c->at[c->state->running];
	ok = store_put(c->store, &c->specs[spec], &r, c->err);
	if (ok) {
		c->state->done++;
		if (r.status != RUN_OK)
			note_failure(c, spec, r.reason);
	}
	result_release(&r);
	return ok;
}

static bool run_all(struct crew *c)
{
	bool ok = start_more(c) && crew_report(c);

	while (ok && c->state->running) {
		for (size_t i = 0; i < c->state->running; i++)
			c->polls[i] = (struct pollfd){.fd = c->workers[i].pipe, .events = POLLIN};
		poll(c->polls, c->state->running, 100);
		/* From the end, since crew_finish moves the last one into the free place. */
		for (size_t i = c->state->running; ok && i-- > 0;)
			if (worker_receive(&c->workers[i]))
				ok = crew_finish(c, i);
		ok = ok && start_more(c) && crew_report(c);
	}
	for (size_t i = 0; i < c->state->running; i++)
		worker_kill(&c->workers[i]);
	c->state->running = 0;
	return ok;
}

bool workers_run(struct store *store, const struct run_spec *specs, size_t count,
		 const struct workers_options *options, struct workers_state *state,
		 struct error *err)
{
	struct crew c = {
		.store = store,
		.specs = specs,
		.count = count,
		.options = options,
		.state = state,
		.err = err,
		.todo = xcalloc(count + 1, sizeof(*c.todo)),
		.workers = xcalloc(options->jobs, sizeof(*c.workers)),
		.polls = xcalloc(options->jobs, sizeof(*c.polls)),
		.at = xcalloc(options->jobs, sizeof(*c.at)),
		.started = host_seconds(),
	};
	bool ok;

	*state = (struct workers_state){.seconds_left = -1};
	/* Noted once more at the end: several specs may share a run. */
	ok = plan(&c) && run_all(&c) && store_note(store, specs, count, err) && crew_report(&c);
	free(c.todo);
	free(c.workers);
	free(c.polls);
	free(c.at);
	return ok;
}
