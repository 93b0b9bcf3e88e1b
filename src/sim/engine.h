/*
 * Simulated time: a timing wheel of events. One tick is one cycle of the GPU's core clock. Events
 * of one cycle run in the order in which they were scheduled, so runs are reproducible to the byte.
 * Both scheduling and running are O(1); an event lives inside the request or part it belongs to.
 */
#ifndef SIM_ENGINE_H
#define SIM_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef uint64_t cycle_t;

#define CYCLE_NEVER UINT64_MAX

/* Invariant: an event is in at most one slot; `run` is NULL exactly when it is not scheduled. */
struct event {
	struct event *next;
	void (*run)(struct event *event);
	cycle_t when;
};

enum {
	ENGINE_SLOT_BITS = 10,
	ENGINE_SLOTS = 1 << ENGINE_SLOT_BITS,
	ENGINE_WORDS = ENGINE_SLOTS / 64,
};

struct engine_slot {
	struct event *first, **last;
};

/*
 * The near wheel has one slot per cycle of the current block of ENGINE_SLOTS cycles, the far wheel
 * one slot per block of the current span of ENGINE_SLOTS blocks; what lies beyond waits in
 * `beyond`. A block's events move to the near wheel when the block begins, before anything can be
 * scheduled into it directly, which keeps the order of scheduling.
 */
struct engine {
	cycle_t now;
	uint64_t executed, pending; /* events; both are brought up to date when a run ends */
	uint64_t near_bits[ENGINE_WORDS], far_bits[ENGINE_WORDS];
	struct engine_slot near[ENGINE_SLOTS], far[ENGINE_SLOTS];
	struct engine_slot beyond;
};

void engine_init(struct engine *e);

/* Runs events until none is left, or *stop becomes true, or `limit` events have run. */
void engine_run(struct engine *e, const bool *stop, uint64_t limit);

/* Out of line: an event beyond the current block. */
void engine_schedule_far(struct engine *e, struct event *event);

static inline void engine_slot_append(struct engine_slot *slot, struct event *event)
{
	event->next = NULL;
	*slot->last = event;
	slot->last = &event->next;
}

/* Runs `run(event)` at cycle `when`, which is not in the past; at `now` it runs after all others.
 */
static inline void engine_at(struct engine *e, struct event *event, cycle_t when,
			     void (*run)(struct event *event))
{
	if (__builtin_expect(event->run != NULL, 0))
		BUG("cycle %llu: event scheduled twice", (unsigned long long)e->now);
	if (__builtin_expect(when < e->now, 0))
		BUG("cycle %llu: event scheduled in the past", (unsigned long long)e->now);
	event->run = run;
	event->when = when;
	e->pending++;
	if (__builtin_expect(when >> ENGINE_SLOT_BITS == e->now >> ENGINE_SLOT_BITS, 1)) {
		unsigned slot = when & (ENGINE_SLOTS - 1);

		e->near_bits[slot / 64] |= UINT64_C(1) << slot % 64;
		engine_slot_append(&e->near[slot], event);
	} else {
		engine_schedule_far(e, event);
	}
}

static inline void engine_after(struct engine *e, struct event *event, cycle_t cycles,
				void (*run)(struct event *event))
{
	engine_at(e, event, e->now + cycles, run);
}

static inline bool event_scheduled(const struct event *event)
{
	return event->run != NULL;
}

/* The part or request that contains this event (or waiter, or list link). */
#define container_of(pointer, type, member)                                                        \
	((type *)(void *)((char *)(pointer)-offsetof(type, member)))

#endif
