/* Waiting walks by instruction (hash), by score (heap) and by age (list). See walk_order.h. */
#include "designs/walks/walk_order.h"

#include <stdlib.h>

struct job;

/* A waiting walk. Invariant: in the list of its job and in the list of all, both oldest first. */
struct waiting {
	struct translation *t;
	struct job *job;
	struct waiting *next;            /* of the same job; or in the list of free ones */
	struct waiting *older, *younger; /* of all */
	uint64_t number;                 /* of its arrival */
	uint32_t reads;
};

/* An instruction with walks waiting. Invariant: heap[place].job is this one. */
struct job {
	uint32_t id;
	uint32_t score;
	uint32_t place;
	struct waiting *first, *last;
	struct job *next; /* in its bucket; or in the list of free ones */
};

/* Score, then the arrival of the job's oldest walk, in one word. */
enum { KEY_NUMBER_BITS = 44 };

struct place {
	uint64_t key;
	struct job *job;
};

struct walk_order {
	bool scored, batches;
	uint32_t id_mask;
	uint64_t ageing;
	uint64_t last; /* id of the walk that started last; none: above all ids */
	uint64_t arrivals, departures;
	struct waiting *walks, *free_walks, *oldest, *youngest;
	struct job *jobs, *free_jobs;
	struct job **bucket;
	unsigned bucket_shift;
	struct place *heap; /* no place's key is below that of its parent, (place - 1) / 2 */
	uint32_t job_count;
	uint64_t batched, aged, lowest; /* choices by their reason */
};

struct walk_order *walk_order_new(const struct plan_facts *facts, bool scored, bool batches)
{
	uint32_t capacity = (uint32_t)param(facts->params, P_WALK_BUFFER);
	unsigned id_bits = (unsigned)param(facts->params, P_WALK_ID_BITS), bucket_bits = 1;
	struct walk_order *o = xcalloc(1, sizeof(*o));

	while (UINT32_C(1) << bucket_bits < 2 * capacity)
		bucket_bits++;
	o->scored = scored;
	o->batches = batches;
	o->id_mask = (uint32_t)((UINT64_C(1) << id_bits) - 1);
	o->ageing = (uint64_t)param(facts->params, P_WALK_AGEING);
	o->last = UINT64_MAX;
	o->walks = xcalloc(capacity, sizeof(*o->walks));
	o->jobs = xcalloc(capacity, sizeof(*o->jobs));
	o->heap = xcalloc(capacity, sizeof(*o->heap));
	o->bucket = xcalloc((size_t)1 << bucket_bits, sizeof(struct job *));
	o->bucket_shift = 32 - bucket_bits;
	for (uint32_t i = capacity; i-- > 0;) {
		o->walks[i].next = o->free_walks;
		o->free_walks = &o->walks[i];
		o->jobs[i].next = o->free_jobs;
		o->free_jobs = &o->jobs[i];
	}
	return o;
}

void walk_order_free(void *state)
{
	struct walk_order *o = state;

	free(o->walks);
	free(o->jobs);
	free(o->heap);
	free(o->bucket);
	free(o);
}

void walk_order_register_stats(void *state, struct stats *stats)
{
	const struct walk_order *o = state;

	stats_counter(stats, "walk_order", "batched", &o->batched);
	stats_counter(stats, "walk_order", "lowest", &o->lowest);
	stats_counter(stats, "walk_order", "aged", &o->aged);
}

/* The heap */

static void heap_put(struct walk_order *o, uint32_t at, struct place place)
{
	o->heap[at] = place;
	place.job->place = at;
}

static void heap_move_up(struct walk_order *o, uint32_t at, struct place place)
{
	while (at && place.key < o->heap[(at - 1) / 2].key) {
		heap_put(o, at, o->heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	heap_put(o, at, place);
}

static void heap_move_down(struct walk_order *o, uint32_t at, struct place place)
{
	for (;;) {
		uint32_t child = 2 * at + 1;

		if (child + 1 < o->job_count && o->heap[child + 1].key < o->heap[child].key)
			child++;
		if (child >= o->job_count || place.key <= o->heap[child].key)
			break;
		heap_put(o, at, o->heap[child]);
		at = child;
	}
	heap_put(o, at, place);
}

/* Where a place is free, `place` goes there or as far up or down as its key says. */
static void heap_settle(struct walk_order *o, uint32_t at, struct place place)
{
	if (at && place.key < o->heap[(at - 1) / 2].key)
		heap_move_up(o, at, place);
	else
		heap_move_down(o, at, place);
}

static struct place job_place(struct job *job)
{
	return (struct place){(uint64_t)job->score << KEY_NUMBER_BITS | job->first->number, job};
}

/* Instructions */

static struct job **job_bucket(const struct walk_order *o, uint32_t id)
{
	return &o->bucket[id * UINT32_C(0x9e3779b1) >> o->bucket_shift];
}

static struct job *job_find(const struct walk_order *o, uint64_t id)
{
	struct job *job = *job_bucket(o, (uint32_t)id);

	while (job && job->id != id)
		job = job->next;
	return job;
}

static struct job *job_new(struct walk_order *o, uint32_t id, struct waiting *w)
{
	struct job *job = o->free_jobs, **bucket = job_bucket(o, id);

	o->free_jobs = job->next;
	*job = (struct job){.id = id, .first = w, .last = w, .next = *bucket};
	*bucket = job;
	heap_move_up(o, o->job_count++, job_place(job));
	return job;
}

static void job_done(struct walk_order *o, struct job *job)
{
	struct job **link = job_bucket(o, job->id);
	uint32_t hole = job->place;
	struct place last = o->heap[--o->job_count];

	while (*link != job)
		link = &(*link)->next;
	*link = job->next;
	job->next = o->free_jobs;
	o->free_jobs = job;
	if (hole < o->job_count)
		heap_settle(o, hole, last);
}

/* Walks */

void walk_order_arrive(void *state, struct translation *t)
{
	struct walk_order *o = state;
	struct waiting *w = o->free_walks;
	uint32_t id = t->who.instruction & o->id_mask;
	struct job *job = job_find(o, id);

	if (!w)
		BUG("walk scheduling: more walks than the buffer holds");
	o->free_walks = w->next;
	*w = (struct waiting){.t = t,
			      .older = o->youngest,
			      .number = o->arrivals++,
			      .reads = o->scored ? t->walk_reads : 0};
	*(w->older ? &w->older->younger : &o->oldest) = w;
	o->youngest = w;
	if (job) {
		job->last->next = w;
		job->last = w;
	} else {
		job = job_new(o, id, w);
	}
	w->job = job;
	job->score += w->reads;
	heap_move_down(o, job->place, job_place(job));
}

void walk_order_passed(void *state, const struct translation *t)
{
	struct walk_order *o = state;

	o->last = t->who.instruction & o->id_mask;
}

/* The oldest walk of a job leaves. */
static struct translation *job_leave(struct walk_order *o, struct job *job)
{
	struct waiting *w = job->first;

	o->departures++;
	o->last = job->id;
	*(w->older ? &w->older->younger : &o->oldest) = w->younger;
	*(w->younger ? &w->younger->older : &o->youngest) = w->older;
	job->first = w->next;
	job->score -= w->reads;
	if (job->first)
		heap_settle(o, job->place, job_place(job));
	else
		job_done(o, job);
	w->next = o->free_walks;
	o->free_walks = w;
	return w->t;
}

/*
 * All that came before the oldest walk have left, and of those that came after it no other has been
 * passed by more: departures minus its number is how many younger ones have left.
 */
struct translation *walk_order_next(void *state)
{
	struct walk_order *o = state;
	struct job *job;

	if (!o->oldest)
		return NULL;
	if (o->departures - o->oldest->number > o->ageing) {
		o->aged++;
		return job_leave(o, o->oldest->job);
	}
	job = o->batches ? job_find(o, o->last) : NULL;
	if (job) {
		o->batched++;
		return job_leave(o, job);
	}
	o->lowest++;
	return job_leave(o, o->heap[0].job);
}
