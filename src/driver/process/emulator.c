/*
 * Runs the workgroups of a launch, on several threads where that makes no difference: workgroups
 * are begun in order, so one that waits for an earlier one still gets what it waits for, and a
 * kernel with atomics on memory runs on one thread, which keeps their order.
 */
#include "driver/process/emulator.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "driver/process/emulator_worker.h"

struct emulator {
	struct emulator_options options;
	struct emulator_stats stats;
	void (*progress)(void *data);
	void *progress_data;

	struct code_object *co;
	struct emulator_worker **workers; /* the first is the caller's own thread */
	unsigned worker_count;

	/* The launch at hand, as the threads see it */
	struct app *app;
	const struct launch *launch;
	uint64_t group_count;
	atomic_uint_fast64_t next_group;
	atomic_uint_fast64_t first_failed; /* workgroup; UINT64_MAX: none */
	pthread_mutex_t lock;
	struct error failure; /* of first_failed */

	/* Threads wait here between launches */
	pthread_t *threads; /* of workers 1 and up */
	pthread_cond_t begin, end;
	uint64_t generation; /* goes up with every launch that the threads are to help with */
	unsigned busy;
	bool is_closing;
};

struct emulator *emulator_new(struct code_object *co)
{
	struct emulator *e = xcalloc(1, sizeof(*e));

	memory_for("the emulator");
	e->options.wavefront_limit = EMULATOR_DEFAULT_LIMIT;
	e->options.threads = 1;
	e->co = co;
	e->workers = xcalloc(1, sizeof(struct emulator_worker *));
	e->workers[0] = xcalloc(1, sizeof(*e->workers[0]));
	e->worker_count = 1;
	worker_init(e->workers[0], co, &e->options);
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->begin, NULL);
	pthread_cond_init(&e->end, NULL);
	return e;
}

void emulator_free(struct emulator *e)
{
	if (!e)
		return;
	pthread_mutex_lock(&e->lock);
	e->is_closing = true;
	pthread_cond_broadcast(&e->begin);
	pthread_mutex_unlock(&e->lock);
	for (unsigned i = 1; i < e->worker_count; i++)
		pthread_join(e->threads[i - 1], NULL);
	for (unsigned i = 0; i < e->worker_count; i++) {
		worker_release(e->workers[i]);
		free(e->workers[i]);
	}
	pthread_mutex_destroy(&e->lock);
	pthread_cond_destroy(&e->begin);
	pthread_cond_destroy(&e->end);
	free(e->workers);
	free(e->threads);
	free(e);
}

struct emulator_options *emulator_options(struct emulator *e)
{
	return &e->options;
}

const struct emulator_stats *emulator_stats(const struct emulator *e)
{
	return &e->stats;
}

void emulator_on_progress(struct emulator *e, void (*progress)(void *data), void *data)
{
	e->progress = progress;
	e->progress_data = data;
}

static void add_stats(struct emulator_stats *to, struct emulator_stats *from)
{
	to->workgroups += from->workgroups;
	to->wavefronts += from->wavefronts;
	to->instructions += from->instructions;
	for (int i = 0; i <= CLASS_END; i++)
		to->by_class[i] += from->by_class[i];
	to->lane_accesses += from->lane_accesses;
	to->lds_lane_accesses += from->lds_lane_accesses;
	to->scalar_accesses += from->scalar_accesses;
	memset(from, 0, sizeof(*from));
}

/* Of several that go wrong the first counts: all before it were begun, and are run to their ends.
 */
static void note_failure(struct emulator *e, uint64_t group, const struct error *err)
{
	pthread_mutex_lock(&e->lock);
	if (group < atomic_load(&e->first_failed)) {
		atomic_store(&e->first_failed, group);
		e->failure = *err;
	}
	pthread_mutex_unlock(&e->lock);
}

static bool next_group(struct emulator *e, uint64_t *group)
{
	*group = atomic_fetch_add(&e->next_group, 1);
	return *group < e->group_count && *group < atomic_load(&e->first_failed);
}

/* Takes workgroups until none is left. */
static void help(struct emulator *e, struct emulator_worker *w)
{
	struct error err = {0};
	uint64_t group;

	for (;;) {
		while (worker_has_room(w) && next_group(e, &group))
			worker_add(w, group);
		if (!w->count)
			return;
		if (!worker_run(w, &err))
			note_failure(e, w->failed, &err);
		if (!e->progress || w != e->workers[0])
			continue;
		add_stats(&e->stats, &w->stats);
		e->progress(e->progress_data);
	}
}

struct thread_start {
	struct emulator *e;
	struct emulator_worker *w;
};

static void *thread_main(void *data)
{
	struct thread_start start = *(struct thread_start *)data;
	struct emulator *e = start.e;
	uint64_t seen = 0;

	free(data);
	pthread_mutex_lock(&e->lock);
	for (;;) {
		struct error err = {0};

		while (e->generation == seen && !e->is_closing)
			pthread_cond_wait(&e->begin, &e->lock);
		if (e->is_closing)
			break;
		seen = e->generation;
		pthread_mutex_unlock(&e->lock);
		/* The first worker has begun the same launch: it is possible. */
		if (worker_begin(start.w, e->app, e->launch, &err)) {
			help(e, start.w);
			worker_end(start.w);
		}
		pthread_mutex_lock(&e->lock);
		if (--e->busy == 0)
			pthread_cond_signal(&e->end);
	}
	pthread_mutex_unlock(&e->lock);
	return NULL;
}

static void start_threads(struct emulator *e)
{
	while (e->worker_count < e->options.threads) {
		struct thread_start *start = xmalloc(sizeof(*start));
		unsigned n = e->worker_count;

		e->workers = xrealloc(e->workers, (n + 1) * sizeof(struct emulator_worker *));
		e->threads = xrealloc(e->threads, n * sizeof(*e->threads));
		e->workers[n] = xcalloc(1, sizeof(*e->workers[n]));
		worker_init(e->workers[n], e->co, &e->options);
		*start = (struct thread_start){e, e->workers[n]};
		if (pthread_create(&e->threads[n - 1], NULL, thread_main, start))
			BUG("no thread");
		e->worker_count++;
	}
}

static bool runs_in_parallel(struct emulator *e, const struct dispatch *d)
{
	return e->options.threads > 1 && e->group_count > 1 && !d->kernel->has_atomics &&
	       !e->options.watcher.executed;
}

static void run_groups(struct emulator *e)
{
	bool in_parallel = runs_in_parallel(e, &e->workers[0]->process.dispatch);

	if (in_parallel) {
		start_threads(e);
		pthread_mutex_lock(&e->lock);
		e->busy = e->worker_count - 1;
		e->generation++;
		pthread_cond_broadcast(&e->begin);
		pthread_mutex_unlock(&e->lock);
	}
	help(e, e->workers[0]);
	if (!in_parallel)
		return;
	pthread_mutex_lock(&e->lock);
	while (e->busy > 0)
		pthread_cond_wait(&e->end, &e->lock);
	pthread_mutex_unlock(&e->lock);
}

bool emulator_launch(struct emulator *e, struct app *app, const struct launch *launch,
		     struct error *err)
{
	struct emulator_worker *first = e->workers[0];
	const struct dispatch *d = &first->process.dispatch;
	const struct emulator_watcher *watcher = &e->options.watcher;

	if (!worker_begin(first, app, launch, err))
		return false;
	if (watcher->executed && !watcher->begins(watcher->data, launch, &first->process, err)) {
		worker_end(first);
		return false;
	}
	e->app = app;
	e->launch = launch;
	e->group_count = dispatch_group_count(d);
	atomic_store(&e->next_group, 0);
	atomic_store(&e->first_failed, UINT64_MAX);
	run_groups(e);
	if (d->lds_bytes > e->stats.lds_bytes)
		e->stats.lds_bytes = d->lds_bytes;
	worker_end(first);
	for (unsigned i = 0; i < e->worker_count; i++)
		add_stats(&e->stats, &e->workers[i]->stats);
	e->stats.launches++;
	if (atomic_load(&e->first_failed) == UINT64_MAX)
		return true;
	*err = e->failure;
	return false;
}
