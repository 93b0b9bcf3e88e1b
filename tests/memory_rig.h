/*
 * A sender of memory accesses for tests: each access of a script is sent at its cycle, in order; a
 * refused one waits, with all behind it, until the memory wakes the sender. Notes when each was
 * accepted and answered.
 */
#ifndef TESTS_MEMORY_RIG_H
#define TESTS_MEMORY_RIG_H

#include <stdlib.h>

#include "socket/request.h"

struct rig_access {
	struct mem_access access;
	cycle_t at; /* to be sent */
	cycle_t accepted, answered;
	unsigned answers;
	unsigned order; /* of the answers, from 1 */
};

struct rig {
	struct engine *engine;
	struct mem_port port;
	struct rig_access *list;
	size_t count, next;
	unsigned answered;
	struct event event;
	struct waiter waiter;
	bool refused;
};

static inline void rig_answer(void *owner, struct mem_access *a)
{
	struct rig *rig = owner;
	struct rig_access *x = container_of(a, struct rig_access, access);

	x->answered = rig->engine->now;
	x->answers++;
	x->order = ++rig->answered;
}

static inline void rig_send(struct rig *rig);

static inline void rig_event(struct event *event)
{
	rig_send(container_of(event, struct rig, event));
}

static inline void rig_wake(struct waiter *waiter)
{
	struct rig *rig = container_of(waiter, struct rig, waiter);

	rig->refused = false;
	rig_send(rig);
}

static inline void rig_send(struct rig *rig)
{
	while (rig->next < rig->count && !rig->refused) {
		struct rig_access *x = &rig->list[rig->next];

		if (x->at > rig->engine->now) {
			if (!event_scheduled(&rig->event))
				engine_at(rig->engine, &rig->event, x->at, rig_event);
			return;
		}
		x->access.depth = 0;
		mem_push(&x->access, rig_answer, rig);
		if (!mem_send(&rig->port, &x->access, &rig->waiter)) {
			rig->refused = true;
			return;
		}
		x->accepted = rig->engine->now;
		rig->next++;
	}
}

/* Runs the script until nothing is left to do. */
static inline void rig_run(struct rig *rig, struct engine *engine, struct mem_port port,
			   struct rig_access *list, size_t count)
{
	bool stop = false;

	memset(rig, 0, sizeof(*rig));
	rig->engine = engine;
	rig->port = port;
	rig->list = list;
	rig->count = count;
	rig->waiter.wake = rig_wake;
	if (count)
		engine_at(engine, &rig->event, list[0].at > engine->now ? list[0].at : engine->now,
			  rig_event);
	engine_run(engine, &stop, UINT64_MAX);
}

#endif
