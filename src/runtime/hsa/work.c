/*
 * The one thread that runs packets and copies. It takes them in the order in which they were
 * submitted, over all queues: so two runs of a program are the same to the machine, however fast
 * the host was. What waits for the program itself (a callback between two kernels) may be
 * overtaken by other queues, but only after a while, so that this is rare enough not to matter.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "runtime/hsa/parts.h"

/* Either packets of a queue or a copy. */
struct work {
	struct queue *queue; /* NULL: a copy */
	uint64_t until;      /* number behind the last packet */
	struct copy copy;
	struct work *next;
};

static const uint64_t patience_ns = 200 * 1000 * 1000;
static const uint64_t stuck_poll_ns = 1000 * 1000;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct work *works, **last = &works;
static struct queue *running; /* the queue whose packet runs */
static bool has_thread, is_forked;

static bool is_ready(const struct work *w)
{
	return w->queue ? packet_is_ready(w->queue) : copy_is_ready(&w->copy);
}

static bool has_earlier(const struct work *w)
{
	for (const struct work *e = works; e != w; e = e->next)
		if (e->queue && e->queue == w->queue)
			return true;
	return false;
}

/* The first that can go on; the very first of the list or none when nobody may be overtaken. */
static struct work *find_ready(bool may_overtake)
{
	if (!works || is_ready(works) || !may_overtake)
		return works && is_ready(works) ? works : NULL;
	for (struct work *w = works->next; w; w = w->next)
		if (is_ready(w) && !has_earlier(w))
			return w;
	return NULL;
}

static void remove_work(struct work *w)
{
	struct work **at = &works;

	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	if (!w->next)
		last = at;
	free(w);
}

/* With the lock held, which it gives up meanwhile. */
static void do_work(struct work *w)
{
	bool is_over = true;

	running = w->queue;
	pthread_mutex_unlock(&lock);
	if (!w->queue)
		copy_run(&w->copy);
	else if (w->queue->amd.read_dispatch_id < w->until)
		is_over = !packet_run(w->queue) || w->queue->amd.read_dispatch_id == w->until;
	pthread_mutex_lock(&lock);
	running = NULL;
	if (is_over)
		remove_work(w);
}

static void *serve(void *unused)
{
	uint64_t stuck_since = 0;
	bool is_idle;

	(void)unused;
	pthread_mutex_lock(&lock);
	for (;;) {
		uint32_t added = bell_read(BELL_WORK), changed = bell_read(BELL_SIGNAL);
		bool is_stuck = stuck_since && host_ns() - stuck_since > patience_ns;
		struct work *w = find_ready(is_stuck);

		if (w) {
			stuck_since = w == works ? 0 : stuck_since;
			do_work(w);
			continue;
		}
		if (!works)
			stuck_since = 0;
		else if (!stuck_since)
			stuck_since = host_ns();
		is_idle = !works;
		pthread_mutex_unlock(&lock);
		if (is_idle && !bell_comes_soon(BELL_WORK, added))
			bell_wait(BELL_WORK, added, UINT64_C(1000000000));
		else if (!is_idle)
			bell_wait(BELL_SIGNAL, changed, stuck_poll_ns);
		pthread_mutex_lock(&lock);
	}
	return NULL;
}

static void after_fork(void)
{
	is_forked = true;
}

static bool add(const struct work *work)
{
	struct work *w;

	/* The thread and the machine stayed with the parent. */
	if (is_forked) {
		fprintf(stderr, "warpwalk: a forked process cannot use its parent's GPU\n");
		return false;
	}
	w = xmalloc(sizeof(*w));
	*w = *work;
	pthread_mutex_lock(&lock);
	if (!has_thread) {
		has_thread = thread_start(serve);
		pthread_atfork(NULL, NULL, after_fork);
	}
	if (w->queue) {
		if (w->queue->rung < w->until)
			w->queue->rung = w->until;
		/* Packets of another thread may have been rung for before ours were there. */
		w->until = w->queue->rung;
	}
	*last = w;
	last = &w->next;
	pthread_mutex_unlock(&lock);
	bell_ring(BELL_WORK);
	return true;
}

void work_add_packets(struct queue *q, uint64_t until)
{
	if (!add(&(struct work){.queue = q, .until = until}))
		queue_fail(q, HSA_STATUS_ERROR);
}

void work_add_copy(const struct copy *copy)
{
	if (!add(&(struct work){.copy = *copy}))
		abort();
}

/* Takes what is listed away; false while a packet runs. */
static bool drop_works(const struct queue *q)
{
	bool ok;

	if (is_forked)
		return true;
	pthread_mutex_lock(&lock);
	ok = running != q;
	for (struct work *w = works, *next; w && ok; w = next) {
		next = w->next;
		if (w->queue == q)
			remove_work(w);
	}
	pthread_mutex_unlock(&lock);
	return ok;
}

void work_forget(struct queue *q)
{
	while (!drop_works(q))
		bell_wait(BELL_SIGNAL, bell_read(BELL_SIGNAL), 1000 * 1000);
}
